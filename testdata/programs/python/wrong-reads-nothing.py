EXAMPLE = """32T3K 765
T55J5 684
KK677 28
KTJJT 220
QQQJA 483"""

entries = sorted((line.split() for line in EXAMPLE.splitlines()), key=lambda e: (sum(e[0].count(c) for c in e[0]), ["23456789TJQKA".index(c) for c in e[0]]))
print(sum(rank * int(bid) for rank, (_, bid) in enumerate(entries, 1)))
