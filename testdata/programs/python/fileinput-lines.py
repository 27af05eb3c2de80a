import fileinput
from collections import Counter

TYPES = [[1, 1, 1, 1, 1], [2, 1, 1, 1], [2, 2, 1], [3, 1, 1], [3, 2], [4, 1], [5]]


def key(hand):
    sizes = [count for _, count in Counter(hand).most_common()]
    return TYPES.index(sizes), ["23456789TJQKA".index(card) for card in hand]


entries = []
for line in fileinput.input():
    if not line.strip():
        continue
    hand, bid = line.split()
    entries.append((key(hand), int(bid)))
total = 0
for rank, (_, bid) in enumerate(sorted(entries)):
    total += (rank + 1) * bid
print(f"The total winnings are {total:,}.")
