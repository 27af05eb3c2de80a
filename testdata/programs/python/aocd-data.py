from collections import Counter

from aocd import data

hands = [line.split() for line in data.split("\n")]


def key(entry, wild):
    hand, order = entry[0], "J23456789TQKA" if wild else "23456789TJQKA"
    if wild and hand != "JJJJJ":
        [(common, _)] = Counter(hand.replace("J", "")).most_common(1)
        typed = hand.replace("J", common)
    else:
        typed = hand
    return sorted(Counter(typed).values(), reverse=True), [order.index(c) for c in hand]


def total(wild):
    return sum(n * int(bid) for n, (_, bid) in enumerate(sorted(hands, key=lambda h: key(h, wild)), 1))


print("part a:", total(False))
print("part b:", total(True))
