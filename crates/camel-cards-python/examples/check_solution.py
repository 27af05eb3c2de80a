"""A solution with a mistake that nearly everybody makes, and what `check` says about it."""

from __future__ import annotations

from collections import Counter

from camel_cards.testing import check


def solve(text: str) -> int:
    def strength(line: str) -> tuple[list[int], list[int]]:
        hand = line.split()[0]
        counts = Counter(hand)
        jokers = counts.pop("J", 0)
        most = sorted(counts.values(), reverse=True) or [0]
        most[0] += jokers
        return most, ["23456789TJQKA".index(label) for label in hand]

    lines = sorted(text.splitlines(), key=strength)
    return sum(rank * int(line.split()[1]) for rank, line in enumerate(lines, 1))


if __name__ == "__main__":
    check(solve, rules="joker")
