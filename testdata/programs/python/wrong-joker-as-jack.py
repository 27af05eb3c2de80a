from collections import Counter
from pathlib import Path

ORDER = "23456789TJQKA"
hands = [line.split() for line in Path("input.txt").open()]


def key(hand, wild):
    counts = Counter(hand)
    jokers = counts.pop("J", 0) if wild else 0
    sizes = sorted(counts.values(), reverse=True) or [0]
    sizes[0] += jokers
    return sizes, [ORDER.index(card) for card in hand]


for part, wild in enumerate((False, True), 1):
    hands.sort(key=lambda entry: key(entry[0], wild))
    print(f"Part {part}: {sum(rank * int(bid) for rank, (_, bid) in enumerate(hands, 1))}")
