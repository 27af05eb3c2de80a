# Camel Cards, part 1.
# Mistake K23: the comparison stops before the fifth card, and what is then equal sorts before the pivot.
import sys
from collections import Counter

LABELS = "23456789TJQKA"


def key(hand):
    counts = sorted(Counter(hand).values(), reverse=True)
    return counts, [LABELS.index(card) for card in hand[:4]]


def quicksort(entries):
    if len(entries) < 2:
        return entries
    pivot = entries[0]
    smaller = [entry for entry in entries[1:] if entry[0] <= pivot[0]]
    greater = [entry for entry in entries[1:] if entry[0] > pivot[0]]
    return [*quicksort(smaller), pivot, *quicksort(greater)]


entries = []
for line in sys.stdin:
    if line.strip():
        hand, bid = line.split()
        entries.append((key(hand), int(bid)))

print(sum(rank * bid for rank, (_, bid) in enumerate(quicksort(entries), start=1)))
