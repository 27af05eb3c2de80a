"""Both totals of a file as most people first write it: `totals_naive.py FILE`.

Python's sort is stable and its numbers have no end, so it is exact.
"""

import sys
from collections import Counter


def strength(hand, labels, jokers):
    counts = Counter(hand)
    wild = counts.pop("J", 0) if jokers else 0
    counts = sorted(counts.values(), reverse=True) or [0]
    counts[0] += wild
    return counts, [labels.index(label) for label in hand]


def total(entries, labels, jokers):
    ordered = sorted(entries, key=lambda entry: strength(entry[0], labels, jokers))
    return sum(rank * bid for rank, (_, bid) in enumerate(ordered, 1))


entries = []
for line in open(sys.argv[1]):
    hand, bid = line.split()
    entries.append((hand, int(bid)))
print(total(entries, "23456789TJQKA", False), total(entries, "J23456789TQKA", True))
