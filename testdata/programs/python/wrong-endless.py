import sys

hands = [line.split() for line in open(sys.argv[1])]
ranked = []
while len(ranked) < len(hands):
    weakest = min(hands, key=lambda hand: hand[0])
    if weakest not in ranked:
        ranked.append(weakest)
print(sum(rank * int(bid) for rank, (_, bid) in enumerate(ranked, 1)))
