import sys

from helpers import parse
from lib.cards import Rules

with open("input.txt") as file:
    entries = parse(file)
for rules in Rules("23456789TJQKA"), Rules("J23456789TQKA", wild="J"):
    entries.sort(key=lambda entry: rules.key(entry[0]))
    print(sum(rank * bid for rank, (_, bid) in enumerate(entries, 1)), file=sys.stdout)
