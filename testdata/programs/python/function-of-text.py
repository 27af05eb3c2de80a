from itertools import groupby


def solve(text: str) -> tuple[int, int]:
    entries = [(hand, int(bid)) for hand, bid in map(str.split, text.split("\n")[:-1])]
    return total(entries, "23456789TJQKA"), total(entries, "J23456789TQKA", "J")


def total(entries, order, wild=""):
    ranked = sorted(entries, key=lambda entry: (kind(entry[0], wild), *map(order.index, entry[0])))
    return sum(rank * bid for rank, (_, bid) in enumerate(ranked, 1))


def kind(hand, wild):
    runs = sorted((len([*run]) for card, run in groupby(sorted(hand)) if card != wild), reverse=True) or [0]
    return runs[0] + (hand.count(wild) if wild else 0), runs[1] if len(runs) > 1 else 0
