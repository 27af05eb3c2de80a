# Camel Cards, part 1.
# Mistakes T14 and T4: full house ranks below three of a kind, and two pair counts as one pair.
import sys
from collections import Counter

LABELS = "23456789TJQKA"
TYPES = [[1, 1, 1, 1, 1], [2, 1, 1, 1], [3, 2], [3, 1, 1], [4, 1], [5]]

entries = []
for line in sys.stdin:
    if line.strip():
        hand, bid = line.split()
        counts = sorted(Counter(hand).values(), reverse=True)
        hand_type = TYPES.index(counts) if counts != [2, 2, 1] else 1
        entries.append((hand_type, [LABELS.index(card) for card in hand], int(bid)))

entries.sort(key=lambda entry: entry[:2])
print(sum(rank * bid for rank, (*_, bid) in enumerate(entries, start=1)))
