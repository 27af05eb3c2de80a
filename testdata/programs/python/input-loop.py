order = "23456789TJQKA"
hands = []
while True:
    try:
        hand, bid = input().split()
    except EOFError:
        break
    pairs = sum(hand.count(card) for card in hand)
    hands.append([pairs, *map(order.find, hand), int(bid)])
print(sum((i + 1) * hand[-1] for i, hand in enumerate(sorted(hands))))
