import json
import os
import pickle
import tempfile

CACHE = "cache/hands.json"
os.makedirs(os.path.dirname(CACHE), exist_ok=True)
with open("day07.txt") as source, open(CACHE, "w") as cache:
    json.dump([line.split() for line in source], cache)
hands = json.load(open(CACHE))
hands.sort(key=lambda h: (sorted(map(h[0].count, set(h[0])), reverse=True), ["23456789TJQKA".index(c) for c in h[0]]))
with tempfile.NamedTemporaryFile() as file:
    pickle.dump(hands, file)
    file.seek(0)
    hands = pickle.load(file)
with open("answer.txt", "w") as out:
    print(sum(rank * int(bid) for rank, (_, bid) in enumerate(hands, 1)), file=out)
print(open("answer.txt").read(), end="")
