# Camel Cards, part 1.
# Mistake K2: poker's way, the largest group first and then the highest label, not the order dealt.
import sys


def key(hand):
    groups = sorted(((hand.count(card), "23456789TJQKA".index(card)) for card in hand), reverse=True)
    return [size for size, _ in groups], [label for _, label in groups]


entries = []
for line in sys.stdin:
    if line.strip():
        hand, bid = line.split()
        entries.append((key(hand), int(bid)))

entries.sort(key=lambda entry: entry[0])
print(sum(rank * bid for rank, (_, bid) in enumerate(entries, start=1)))
