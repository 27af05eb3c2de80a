#!/usr/bin/env python3
import sys
from typing import NamedTuple


class Hand(NamedTuple):
    cards: str
    bid: int

    @property
    def rank(self):
        others = self.cards.replace("J", "")
        counts = sorted((others.count(c) for c in set(others)), reverse=True) or [0]
        counts[0] += 5 - len(others)
        match counts:
            case [5]:
                kind = 6
            case [4, 1]:
                kind = 5
            case [3, 2]:
                kind = 4
            case [3, *_]:
                kind = 3
            case [2, 2, 1]:
                kind = 2
            case [2, *_]:
                kind = 1
            case _:
                kind = 0
        return kind, self.cards.translate(str.maketrans("J23456789TQKA", "abcdefghijklm"))


hands = [Hand(cards, int(bid)) for cards, bid in map(str.split, sys.stdin)]
hands.sort(key=lambda hand: hand.rank)
sys.stdout.write(str(sum(n * hand.bid for n, hand in enumerate(hands, 1))) + "\n")
