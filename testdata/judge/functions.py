"""The functions of functions.tsv in Python: `solution(name)`, or as a program that reads standard input,
`python3 functions.py NAME < input.txt`."""

from __future__ import annotations

import functools
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

# A count of each label, most first, weakest type first.
TYPES = ["11111", "2111", "221", "311", "32", "41", "5"]
MOST_AND_DISTINCT = [(1, 5), (2, 4), (2, 3), (3, 3), (3, 2), (4, 2), (5, 1)]
STANDARD, JOKER = "23456789TJQKA", "J23456789TQKA"


def rows() -> list[list[str]]:
    """Name, rules that are asked for (or `-`) and parameters."""
    table = Path(__file__).with_name("functions.tsv").read_text()
    return [line.split("\t") for line in table.splitlines()[1:]]


def solution(name: str) -> Callable[[str], object]:
    row = next(row for row in rows() if row[0] == name)
    return Solution(dict(parameter.split("=", 1) for parameter in row[2].split())).solve


def pairs(text: str) -> dict[int, int]:
    return {int(key): int(value) for key, value in (pair.split(":") for pair in text.split(",") if pair)}


class Solution:
    def __init__(self, parameters: dict[str, str]) -> None:
        self.get = parameters.get
        self.kept: list[tuple[str, int]] = []

    def solve(self, text: str) -> object:
        entries = self.read(text)
        if self.get("state") == "keeps":
            entries = self.kept = self.kept + entries
        answer, part = self.get("answer", "number"), self.get("part", "2")
        if answer == "none":
            return None
        if answer == "exit":
            sys.exit()
        if answer in ("constant", "40"):
            return 6440 if answer == "constant" else 10**40
        if part == "both":
            first = self.total(entries, 1)
            if answer == "prints":
                print("Part 1:", first)
                print("Part 2:", self.total(entries, 2))
                return None
            both = first, self.total(entries, 2)
            return list(both) if answer == "list" else both
        total = self.total(entries, int(part))
        if answer == "chatter":
            print(f"read {len(entries)} hands, the first is {entries[0][0]}")
            print(f"Total winnings: {total}\ntime: 86.32µs")
            return None
        return {"text": str, "float": float, "commas": "{:,}".format}.get(answer, int)(total)

    def read(self, text: str) -> list[tuple[str, int]]:
        lines = self.get("lines")
        if lines == "newline":
            pieces = [(piece.split(" ") if piece else ["", "0"]) for piece in text.split("\n")]
        else:
            pieces = [line.split() for line in text.splitlines()]
        if lines in ("1000", "3") and (len(pieces) != 1000 if lines == "1000" else len(pieces) < 3):
            raise ValueError("not enough lines")
        return [(hand, int(bid)) for hand, bid in pieces]

    def total(self, entries: list[tuple[str, int]], part: int) -> int:
        if part == 2 and any(self.raises(hand) for hand, _ in entries):
            raise ValueError("max() arg is an empty sequence")
        if self.get("lose") == "last":
            entries = entries[:-1]
        ranked = self.sort([(self.strength(hand, part), bid) for hand, bid in entries])
        if self.get("down"):
            ranked.reverse()
        if self.get("lose") == "strongest":
            ranked.pop()
        total = sum(rank * bid for rank, bid in enumerate(ranked, int(self.get("rank", "1"))))
        change = self.get("total", "+0")
        number = int(change[1:])
        return {"+": total + number, "*": total * number, "%": total % (number or 1)}[change[0]]

    def raises(self, hand: str) -> bool:
        return self.get("raise") == hand or (self.get("raise") == "J" and "J" in hand)

    def strength(self, hand: str, part: int) -> tuple[int, list[int]]:
        return self.hand_type(hand, part), self.tie_break(hand, part)

    def hand_type(self, hand: str, part: int) -> int:
        if not hand:
            return -1
        wild = "none" if part == 1 else self.get("wild", "largest")
        if wild == "every":
            number = max(self.type_of(Counter(hand.replace("J", label)).values()) for label in JOKER)
        elif wild == "largest":
            most, *rest = self.shape(hand) or [0]
            number = self.type_of([most + hand.count("J"), *rest])
        else:
            number = self.type_of(Counter(hand).values())
        number = pairs(self.get("retype", "")).get(number, number)
        if part == 2 and (cells := self.get("cells")):
            shape, cell = cells.split(":")
            if shape == "".join(map(str, self.shape(hand))) + f"+{hand.count('J')}":
                number = int(cell)
        return number

    def shape(self, hand: str) -> list[int]:
        """Counts of the labels that are not J, most first."""
        return sorted(Counter(hand.replace("J", "")).values(), reverse=True)

    def type_of(self, counts: Iterable[int]) -> int:
        most_first = sorted(counts, reverse=True)
        types = self.get("types", "counts")
        if types == "largest":
            return [0, 1, 3, 5, 6][most_first[0] - 1]
        if types == "distinct":
            return MOST_AND_DISTINCT.index((most_first[0], len(most_first)))
        return TYPES.index("".join(map(str, most_first)))

    def tie_break(self, hand: str, part: int) -> list[int]:
        labels = self.get("labels", JOKER) if part == 2 else STANDARD
        # An equal label stands where its first is.
        places = [labels.index("2" if label == "J" and "J" not in labels else label) for label in hand]
        match self.get("order", "labels"):
            case "codes":
                return [ord(label) for label in hand]
            case "sorted":
                return sorted(places, reverse=True)
            case "groups":
                return sorted(places, key=lambda place: (-places.count(place), -place))
            case "none":
                return []
            case "right":
                return places[::-1]
            case "random":
                return [random.randrange(10**9)]
            case "joker" if part == 2:
                others = [place for place in places if place] or [labels.index("A")]
                stands_for = max(others, key=lambda place: (others.count(place), place))
                return [place or stands_for for place in places]
        return places

    def sort(self, entries: list[tuple[tuple[int, list[int]], int]]) -> list[int]:
        """The bids, weakest first."""
        match self.get("sort", "key"):
            case "compare":

                def compare(a: tuple[tuple[int, list[int]], int], b: tuple[tuple[int, list[int]], int]) -> int:
                    if a[0][0] != b[0][0]:
                        return a[0][0] - b[0][0]
                    return next((x - y for x, y in zip(a[0][1], b[0][1]) if x != y), 0)

                entries = sorted(entries, key=functools.cmp_to_key(compare))
            case "buckets":
                buckets: list[list[tuple[list[int], int]]] = [[] for _ in range(8)]
                for (hand_type, places), bid in entries:
                    buckets[hand_type + 1].append((places, bid))
                return [bid for bucket in buckets for _, bid in sorted(bucket, key=lambda one: one[0])]
            case "count":
                numbers = [number(strength) for strength, _ in entries]
                ranks = [sum(b < a for b in numbers) + numbers[:i].count(a) for i, a in enumerate(numbers)]
                return [bid for _, bid in sorted(zip(ranks, [bid for _, bid in entries]))]
            case "number":
                entries = sorted(entries, key=lambda entry: number(entry[0]))
            case "bid":
                entries = sorted(entries)
            case _:
                entries = sorted(entries, key=lambda entry: entry[0])
        return [bid for _, bid in entries]


def number(strength: tuple[int, list[int]]) -> int:
    return functools.reduce(lambda value, place: value * 13 + place, strength[1], strength[0])


if __name__ == "__main__":
    answer = solution(sys.argv[1])(sys.stdin.read())
    if answer is not None:
        print(answer)
