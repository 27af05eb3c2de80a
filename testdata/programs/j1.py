# Camel Cards, part 2.
# Mistake J1: J is wild, but between hands of one type it still ranks as a jack.
import sys
from collections import Counter

CARDS = "23456789TJQKA"


def key(hand):
    counts = Counter(hand)
    jokers = counts.pop("J", 0)
    sizes = sorted(counts.values(), reverse=True) or [0]
    sizes[0] += jokers
    return sizes, [CARDS.index(card) for card in hand]


entries = [line.split() for line in sys.stdin if line.strip()]
entries.sort(key=lambda entry: key(entry[0]))
print(sum(rank * int(bid) for rank, (_, bid) in enumerate(entries, 1)))
