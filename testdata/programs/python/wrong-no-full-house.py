class Solution:
    def __init__(self, text):
        self.entries = [line.split() for line in text.splitlines()]

    def part_one(self):
        def kind(hand):
            most = max(map(hand.count, hand))
            return 5 if most == 3 else most * 2 - (most == 2 and len(set(hand)) == 4)

        ranked = sorted(self.entries, key=lambda e: (kind(e[0]), ["23456789TJQKA".index(c) for c in e[0]]))
        return sum(rank * int(bid) for rank, (_, bid) in enumerate(ranked, 1))
