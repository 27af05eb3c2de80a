def part1(lines):
    hands = sorted(lines, key=lambda line: key(line.split()[0]))
    return sum(rank * int(line.split()[1]) for rank, line in enumerate(hands))


def key(hand):
    return sum(hand.count(card) for card in hand), ["23456789TJQKA".index(card) for card in hand]
