from collections import Counter


def parse(line):
    hand, bid = line.split()
    return hand, int(bid)


def part1(lines):
    return winnings(map(parse, lines), "23456789TJQKA", False)


def part2(lines):
    return winnings(map(parse, lines), "J23456789TQKA", True)


def winnings(entries, order, wild):
    def key(entry):
        counts = Counter(entry[0])
        jokers = counts.pop("J", 0) if wild else 0
        sizes = sorted(counts.values(), reverse=True) or [0]
        return sizes[0] + jokers, sizes[1:], [order.index(c) for c in entry[0]]

    return sum(rank * bid for rank, (_, bid) in enumerate(sorted(entries, key=key), 1))
