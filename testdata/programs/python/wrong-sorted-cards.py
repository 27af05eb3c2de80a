import fileinput

ORDER = "23456789TJQKA"


def key(entry):
    values = sorted((ORDER.index(card) for card in entry[0]), key=lambda v: (-[*map(ORDER.index, entry[0])].count(v), -v))
    return sorted((values.count(v) for v in set(values)), reverse=True), values


entries = sorted((line.split() for line in fileinput.input("input.txt")), key=key)
print(sum(rank * int(bid) for rank, (_, bid) in enumerate(entries, 1)))
