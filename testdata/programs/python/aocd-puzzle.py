from aocd.models import Puzzle

puzzle = Puzzle(year=2023, day=7)
entries = [(hand, int(bid)) for hand, bid in (line.split() for line in puzzle.input_data.splitlines())]


def solve(order, jokers):
    def key(entry):
        hand = entry[0]
        rest = [c for c in hand if c not in jokers]
        counts = sorted(map(rest.count, set(rest)), reverse=True) or [0]
        counts[0] += len(hand) - len(rest)
        return counts, [order.index(c) for c in hand]

    return sum(rank * bid for rank, (_, bid) in enumerate(sorted(entries, key=key), 1))


puzzle.answer_a = solve("23456789TJQKA", "")
puzzle.answer_b = solve("J23456789TQKA", "J")
