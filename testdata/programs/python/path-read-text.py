from __future__ import annotations

from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
puzzle = (HERE / "input.txt").read_text().splitlines()

VALUES = {c: i for i, c in enumerate("23456789TJQKA")}
JOKER = VALUES | {"J": -1}


def strength(hand: str, joker: bool) -> tuple[int, ...]:
    if joker:
        best = max(set(hand), key=lambda c: strength(hand.replace("J", c), False)[:2])
        kind = strength(hand.replace("J", best), False)[:2]
    else:
        kind = tuple(n for _, n in Counter(hand).most_common(2))
        kind = kind if len(kind) == 2 else (*kind, 0)
    values = JOKER if joker else VALUES
    return (*kind, *(values[c] for c in hand))


for joker in (False, True):
    ranked = sorted((line.split() for line in puzzle), key=lambda pair: strength(pair[0], joker))
    print(sum(rank * int(bid) for rank, (_, bid) in enumerate(ranked, 1)))
