FACES = {"T": 10, "J": 11, "Q": 12, "K": 13}


def value(card):
    return int(card) if card.isdigit() else FACES[card]
