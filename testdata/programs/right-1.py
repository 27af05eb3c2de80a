# Camel Cards, part 1. Right.
import sys
from collections import Counter

ORDER = {label: i for i, label in enumerate("23456789TJQKA")}


def strength(hand):
    sizes = [n for _, n in Counter(hand).most_common()]
    return sizes, [ORDER[label] for label in hand]


entries = []
for line in sys.stdin:
    if line.strip():
        hand, bid = line.split()
        entries.append((strength(hand), int(bid)))

entries.sort(key=lambda entry: entry[0])
print(sum(rank * bid for rank, (_, bid) in enumerate(entries, 1)))
