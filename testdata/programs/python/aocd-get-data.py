from aocd import get_data, submit

lines = get_data(day=7, year=2023).splitlines()


def key(line):
    hand = line.split()[0]
    return sum(hand.count(c) for c in hand), ["23456789TJQKA".index(c) for c in hand]


answer = sum(rank * int(line.split()[1]) for rank, line in enumerate(sorted(lines, key=key), 1))
submit(answer, part="a", day=7, year=2023)
