import sys
from functools import cmp_to_key

if len(sys.argv) < 2:
    sys.exit("usage: argv-file.py INPUT")


def groups(hand):
    return sorted(map(hand.count, set(hand)), reverse=True)


def compare(a, b):
    for x, y in zip(groups(a[0]), groups(b[0])):
        if x != y:
            return x - y
    for x, y in zip(a[0], b[0]):
        if x != y:
            return ORDER.index(x) - ORDER.index(y)
    return 0


ORDER = "23456789TJQKA"
with open(sys.argv[1], encoding="utf-8") as file:
    hands = [line.split() for line in file]
hands.sort(key=cmp_to_key(compare))
print(sum(rank * int(bid) for rank, (_, bid) in enumerate(hands, 1)))
