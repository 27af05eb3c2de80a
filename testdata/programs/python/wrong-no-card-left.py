import sys
from collections import Counter


def kind(hand):
    counts = Counter(hand.replace("J", "")).most_common()
    first = counts[0][1] + hand.count("J")
    second = counts[1][1] if len(counts) > 1 else 0
    return first, second


entries = [line.split() for line in sys.stdin]
entries.sort(key=lambda entry: (kind(entry[0]), ["J23456789TQKA".index(c) for c in entry[0]]))
print(sum(rank * int(bid) for rank, (_, bid) in enumerate(entries, 1)))
