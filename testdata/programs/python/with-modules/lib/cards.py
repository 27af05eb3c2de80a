from collections import Counter


class Rules:
    def __init__(self, order, wild=None):
        self.order, self.wild = order, wild

    def key(self, hand):
        counts = Counter(hand)
        jokers = counts.pop(self.wild, 0)
        sizes = sorted(counts.values(), reverse=True) or [0]
        sizes[0] += jokers
        return sizes, [self.order.index(card) for card in hand]
