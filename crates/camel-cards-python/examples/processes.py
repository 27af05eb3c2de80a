"""Tallies files on all processors: each part becomes a tally, and tallies merge in order."""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor

from camel_cards import Tally


def main(paths: list[str]) -> None:
    total = Tally()
    with ProcessPoolExecutor() as processes:
        for part in processes.map(Tally, paths):
            total.merge(part)
    print(total.score())


if __name__ == "__main__":
    main(sys.argv[1:])
