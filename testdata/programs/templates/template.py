import sys
from collections import Counter
from functools import cmp_to_key

entries = []
lines = sys.stdin.read().split("\n")  # @lines
for line in lines:
    if line.strip():
        hand, bid = line.split()
        entries.append((hand, int(bid)))  # @entry


def total(part):
    labels = "J23456789TQKA" if part == 2 else "23456789TJQKA"  # @labels

    def kind(hand):
        counts = Counter(hand)
        jokers = counts.pop("J", 0) if part == 2 else 0  # @jokers
        sizes = sorted(counts.values(), reverse=True) or [0]  # @sizes
        sizes[0] += jokers  # @join
        return sizes  # @kind

    def cards(hand):
        return [labels.index(card) for card in hand]  # @cards

    def key(entry):
        return kind(entry[0]), cards(entry[0])  # @key

    ranked = sorted(entries, key=key)  # @sort
    return sum(rank * bid for rank, (_, bid) in enumerate(ranked, 1))  # @sum


a, b = total(1), total(2)
debug = "\n".join(f"{hand} {bid}" for hand, bid in entries)
texts = {"A": f"{a:,}", "B": f"{b:,}", "a": a, "b": b, "n": len(entries), "debug": debug}
print("@STYLE@".format(**texts))
