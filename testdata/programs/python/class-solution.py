class Hand:
    def __init__(self, cards, bid):
        self.cards, self.bid = cards, int(bid)

    def key(self, order, wild=None):
        kept = [c for c in self.cards if c != wild]
        counts = sorted((kept.count(c) for c in set(kept)), reverse=True) or [0]
        counts[0] += 5 - len(kept)
        return counts, [order.index(c) for c in self.cards]


class Solution:
    def part_one(self, data):
        return self._winnings(data, "23456789TJQKA")

    def part_two(self, data):
        return self._winnings(data, "J23456789TQKA", "J")

    def _winnings(self, data, *rules):
        hands = [Hand(*line.split()) for line in data.strip().splitlines()]
        hands.sort(key=lambda hand: hand.key(*rules))
        return sum(rank * hand.bid for rank, hand in enumerate(hands, 1))
