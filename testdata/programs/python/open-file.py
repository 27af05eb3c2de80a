with open("input.txt") as f:
    lines = f.read().strip().split("\n")


def kind(hand, wild):
    counts = {}
    for c in hand:
        counts[c] = counts.get(c, 0) + 1
    jokers = counts.pop("J", 0) if wild else 0
    sizes = sorted(counts.values())[::-1] or [0]
    sizes[0] += jokers
    return sizes


def winnings(order, wild=False):
    hands = []
    for line in lines:
        hand, bid = line.split()
        hands.append((kind(hand, wild), [order.index(c) for c in hand], int(bid)))
    hands.sort()
    return sum(i * bid for i, (_, _, bid) in enumerate(hands, start=1))


print("Part 1:", winnings("23456789TJQKA"))
print("Part 2:", winnings("J23456789TQKA", True))
