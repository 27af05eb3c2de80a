"""Advent of Code 2023, day 7: Camel Cards."""

import argparse
import logging
import time
from collections import Counter
from enum import IntEnum, auto

logging.basicConfig(level=logging.INFO)
log = logging.getLogger(__name__)


class Kind(IntEnum):
    HIGH_CARD = auto()
    ONE_PAIR = auto()
    TWO_PAIR = auto()
    THREE = auto()
    FULL_HOUSE = auto()
    FOUR = auto()
    FIVE = auto()

    @classmethod
    def of(cls, hand):
        a, b, *_ = sorted(Counter(hand).values(), reverse=True) + [0]
        return {(5, 0): cls.FIVE, (4, 1): cls.FOUR, (3, 2): cls.FULL_HOUSE, (3, 1): cls.THREE, (2, 2): cls.TWO_PAIR, (2, 1): cls.ONE_PAIR}.get((a, b), cls.HIGH_CARD)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("input", type=argparse.FileType("r"))
    parser.add_argument("--quiet", action="store_true")
    args = parser.parse_args()
    began = time.perf_counter()
    hands = [line.split() for line in args.input]
    for part, order in (1, "23456789TJQKA"), (2, "J23456789TQKA"):
        def key(entry):
            hand = entry[0]
            kinds = [Kind.of(hand.replace("J", card)) for card in order] if part == 2 else [Kind.of(hand)]
            return max(kinds), *map(order.index, hand)
        answer = sum(rank * int(bid) for rank, (_, bid) in enumerate(sorted(hands, key=key), 1))
        print(f"Part {part}: {answer}")
    log.info("took %.1f ms", 1000 * (time.perf_counter() - began))


if __name__ == "__main__":
    main()
