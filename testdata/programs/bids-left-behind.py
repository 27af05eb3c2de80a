# Camel Cards, part 1.
# Mistake K11: hands of one type are swapped until they are in order, and their bids stay where they are.
import sys

LABELS = "23456789TJQKA"
TYPES = [[1, 1, 1, 1, 1], [1, 1, 1, 2], [1, 2, 2], [1, 1, 3], [2, 3], [1, 4], [5]]

of_type = [[] for _ in TYPES]
for line in sys.stdin:
    if line.strip():
        hand, bid = line.split()
        counts = sorted(hand.count(card) for card in set(hand))
        of_type[TYPES.index(counts)].append([[LABELS.index(card) for card in hand], int(bid)])

total = 0
rank = 0
for entries in of_type:
    for i, first in enumerate(entries):
        for second in entries[i + 1 :]:
            if first[0] > second[0]:
                first[0], second[0] = second[0], first[0]
    for _, bid in entries:
        rank += 1
        total += rank * bid
print(total)
