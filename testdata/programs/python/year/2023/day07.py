import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).parents[1]))

from utils import read  # noqa: E402

hands = [line.split() for line in read(7)]
hands.sort(key=lambda h: (sorted([h[0].count(c) for c in set(h[0])])[::-1], ["23456789TJQKA".index(c) for c in h[0]]))
print(sum(i * int(bid) for i, (_, bid) in enumerate(hands, 1)))
