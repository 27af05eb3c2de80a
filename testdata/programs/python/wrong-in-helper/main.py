from helpers import value

with open("day7.txt") as file:
    hands = [line.split() for line in file]
hands.sort(key=lambda hand: (sum(map(hand[0].count, hand[0])), [value(card) for card in hand[0]]))
print(sum(rank * int(bid) for rank, (_, bid) in enumerate(hands, 1)))
