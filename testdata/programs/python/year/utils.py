from pathlib import Path


def read(day):
    return Path(f"inputs/{day:02}.txt").read_text().splitlines()
