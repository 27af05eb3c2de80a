# Camel Cards, part 2.
# Mistake: JJJJJ leaves nothing to take the largest of, and max() raises ValueError. Right otherwise.
import sys


def strength(hand):
    others = hand.replace("J", "")
    best = max(others, key=others.count)
    wild = hand.replace("J", best)
    return sorted(map(wild.count, wild), reverse=True), ["J23456789TQKA".index(c) for c in hand]


hands = []
for line in sys.stdin:
    if not line.strip():
        continue
    hand, bid = line.split()
    hands.append((hand, int(bid)))

hands.sort(key=lambda h: strength(h[0]))

total = 0
for i, (hand, bid) in enumerate(hands):
    total += (i + 1) * bid
print(total)
