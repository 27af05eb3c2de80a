"""Camel Cards as the puzzle says it, the simple way."""

from __future__ import annotations

from collections import Counter

LABELS = {"standard": "23456789TJQKA", "joker": "J23456789TQKA"}


def key(hand: str, rules: str) -> tuple[list[int], list[int]]:
    counts = Counter(hand)
    jokers = counts.pop("J", 0) if rules == "joker" else 0
    most = sorted(counts.values(), reverse=True) or [0]
    most[0] += jokers
    return most, [LABELS[rules].index(label) for label in hand]


def ranks(hands: list[str], rules: str, ties: str = "ordinal") -> list[int]:
    keys = [key(hand, rules) for hand in hands]
    order = sorted(keys)
    distinct = [k for i, k in enumerate(order) if i == 0 or order[i - 1] != k]
    match ties:
        case "min":
            return [order.index(k) + 1 for k in keys]
        case "max":
            return [order.index(k) + order.count(k) for k in keys]
        case "dense":
            return [distinct.index(k) + 1 for k in keys]
    return [order.index(k) + 1 + keys[:i].count(k) for i, k in enumerate(keys)]


def total(entries: list[tuple[str, int]], rules: str, ties: str = "ordinal") -> int:
    placed = ranks([hand for hand, _ in entries], rules, ties)
    return sum(rank * bid for rank, (_, bid) in zip(placed, entries))
