from dataclasses import dataclass, field
from functools import cached_property, total_ordering


@total_ordering
@dataclass(frozen=True)
class Hand:
    cards: str
    bid: int = field(compare=False)

    @cached_property
    def counts(self) -> list[int]:
        return sorted((self.cards.count(card) for card in set(self.cards)), reverse=True)

    def __lt__(self, other: "Hand") -> bool:
        if self.counts != other.counts:
            return self.counts < other.counts
        order = "23456789TJQKA".index
        return [*map(order, self.cards)] < [*map(order, other.cards)]


def load(name: str) -> list[Hand]:
    with open(name, mode="rb") as file:
        return [Hand(cards.decode(), int(bid)) for cards, bid in map(bytes.split, file)]


def main() -> None:
    hands = load("./input")
    print("Answer:", sum(rank * hand.bid for rank, hand in enumerate(sorted(hands), 1)))


if __name__ == "__main__":
    main()
