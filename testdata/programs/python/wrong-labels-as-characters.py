hands = []
try:
    while line := input():
        hands.append(line.split())
except EOFError:
    pass
hands.sort(key=lambda hand: (sum(hand[0].count(card) for card in hand[0]), hand[0]))
total = 0
for rank, (_, bid) in enumerate(hands, start=1):
    total += rank * int(bid)
print(total)
