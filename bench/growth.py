"""How `camel_cards.spark` grows: the tree of tallies, played through with costs measured here.

Run by the Python of `cargo xtask python`, in whose environment the package is:

    ~/.cache/camel-cards/python/bin/python bench/growth.py          # bench/record/growth.tsv
    ~/.cache/camel-cards/python/bin/python bench/growth.py --check  # docs/trust/speed.md against it

Measured: tallying a row, reading and merging a tally, writing one, and the bytes of a tally of so many rows, up to
all of them. Simulated: Spark's stages, each of which begins when the one before has ended. A task takes its measured time times a
number from 0.8 to 1.25, starts on the first executor that is free, and fails at its end one time in a hundred, then
to be run again. Not in it: reading the rows, the network, and Spark's own time for a task.
"""

from __future__ import annotations

import argparse
import heapq
import random
import sys
import time
from collections.abc import Callable
from math import ceil
from pathlib import Path

ROOT = Path(__file__).parents[1]
RECORD = ROOT / "bench/record/growth.tsv"
GUIDE = ROOT / "docs/trust/speed.md"
PARTITION_ROWS = 10**7
EXECUTORS = 1000
COLUMNS = ["rows", "partitions", "levels", "tallying_s", "merging_s", "shuffled_gb", "largest_task_mb", "driver_mb"]


class Costs:
    """What was measured on this machine, in seconds and bytes."""

    def __init__(self) -> None:
        import camel_cards

        text = camel_cards.generate("uniform", PARTITION_ROWS, seed=1).text.encode()
        import polars

        schema = {"hand": polars.String, "bid": polars.Int64}
        frame = polars.read_csv(text, separator=" ", has_header=False, schema=schema)
        tally = camel_cards.Tally
        self.tally = seconds(lambda: tally(frame)) / PARTITION_ROWS
        whole = tally(frame)
        # By powers of two of partitions: a tally merged with itself is one of twice the rows.
        self.sizes = []
        while whole.entries < 2 * 10**12:
            self.sizes.append(len(whole.to_bytes()))
            whole.merge(whole)
        largest = whole.to_bytes()
        self.merge = seconds(lambda: whole.merge(tally.from_bytes(largest)))
        self.write = seconds(whole.to_bytes)

    def size(self, partitions: float) -> int:
        return self.sizes[ceil(partitions).bit_length() - 1]


def seconds(do: Callable[[], object]) -> float:
    """The CPU time of one call, the least of five."""
    times = []
    for _ in range(5):
        begin = time.process_time()
        do()
        times.append(time.process_time() - begin)
    return min(times)


def stage(tasks: list[float], chance: random.Random) -> float:
    """How long executors take for tasks of such times."""
    free = [0.0] * EXECUTORS
    waiting = tasks[::-1]
    while waiting:
        took = waiting.pop()
        heapq.heappush(free, heapq.heappop(free) + took * chance.uniform(0.8, 1.25))
        if chance.random() < 0.01:
            waiting.append(took)
    return max(free)


def simulate(rows: int, costs: Costs) -> list[str]:
    from camel_cards.spark import _FAN_INS

    chance = random.Random(rows)
    partitions = rows // PARTITION_ROWS
    tallying = stage([PARTITION_ROWS * costs.tally + costs.write] * partitions, chance)
    # A tally is of so many partitions; the last level merges all that are left.
    counts, levels, merging, shuffled, largest = [1] * partitions, 0, 0.0, 0, 0
    for fan_in in _FAN_INS:
        fan_in = fan_in or partitions
        groups = [counts[begin : begin + fan_in] for begin in range(0, len(counts), fan_in)]
        read = [sum(costs.size(count) for count in group) for group in groups]
        shuffled += sum(read)
        largest = max(largest, *read)
        merging += stage([len(group) * costs.merge + costs.write for group in groups], chance)
        counts = [sum(group) for group in groups]
        levels += 1
    assert counts == [partitions]
    return [
        f"{rows:.0e}".replace("e+", "e"), str(partitions), str(levels), f"{tallying:.1f}", f"{merging:.1f}",
        f"{shuffled / 1e9:.2f}", f"{largest / 1e6:.0f}", f"{costs.size(partitions) / 1e6:.1f}",
    ]  # fmt: skip


def table(records: list[list[str]]) -> str:
    """The table of the guide."""
    lines = ["| rows | partitions | tallying, s | merging, s | shuffled, GB | most that a task reads, MB | to the driver, MB |"]
    lines.append("|---:|---:|---:|---:|---:|---:|---:|")
    for rows, partitions, _, *others in records:
        power = str(int(rows.split("e")[1])).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
        lines.append("| " + " | ".join([f"10{power}", f"{int(partitions):,}", *others]) + " |")
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    begin, end = "<!-- growth, by bench/growth.py -->\n\n", "\n<!-- end of growth -->"
    guide = GUIDE.read_text()
    head, rest = guide.split(begin)
    old, tail = rest.split(end, 1)
    if options.check:
        lines = [line.split("\t") for line in RECORD.read_text().splitlines() if not line.startswith("#")]
        if old != table(lines[1:]):
            print("docs/trust/speed.md: its table is not that of bench/record/growth.tsv", file=sys.stderr)
            return 1
        return 0
    costs = Costs()
    measured = f"{costs.tally * 1e9:.1f} ns to tally a row, {costs.merge * 1e3:.0f} ms to read and merge a tally, {costs.write * 1e3:.0f} ms to write one"
    records = [simulate(10**power, costs) for power in range(9, 13)]
    lines = [f"# bench/growth.py, {time.strftime('%Y-%m-%d')}: {measured}; {EXECUTORS} executors"]
    lines += ["\t".join(record) for record in [COLUMNS, *records]]
    RECORD.write_text("\n".join(lines) + "\n")
    GUIDE.write_text(head + begin + table(records) + end + tail)
    return 0


if __name__ == "__main__":
    sys.exit(main())
