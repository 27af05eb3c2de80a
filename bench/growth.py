"""How `camel_cards.spark` grows, for speed.py: the tree of tallies, played through with costs measured here.

Prints the rows of the record. A stage begins when the one before has ended. A task takes its measured time times a
number from 0.8 to 1.25, on the first executor that is free. One in a hundred fails at its end and runs again. Not in
it: reading rows, the network, and Spark's own time for a task.
"""

import heapq
import random
import time
from collections.abc import Callable

import camel_cards
import polars
from camel_cards.spark import _FAN_INS as FAN_INS

PARTITION_ROWS = 10**7
EXECUTORS = 1000


def seconds(do: Callable[[], object]) -> float:
    """The CPU time of one call, the least of five."""
    times = []
    for _ in range(5):
        before = time.process_time()
        do()
        times.append(time.process_time() - before)
    return min(times)


def stage(tasks: list[float]) -> float:
    """How long executors take for tasks of such times."""
    free = [0.0] * EXECUTORS
    while tasks:
        took = tasks.pop()
        heapq.heappush(free, heapq.heappop(free) + took * random.uniform(0.8, 1.25))
        if random.random() < 0.01:
            tasks.append(took)
    return max(free)


text = camel_cards.generate("uniform", PARTITION_ROWS, seed=1).text.encode()
schema = {"hand": polars.String, "bid": polars.Int64}
frame = polars.read_csv(text, separator=" ", has_header=False, schema=schema)
tallying = seconds(lambda: camel_cards.Tally(frame))
tally = camel_cards.Tally(frame)
# Bytes by powers of two of partitions: a tally merged with itself is one of twice the rows.
sizes = []
while tally.entries < 2 * 10**12:
    sizes.append(len(tally.to_bytes()))
    tally.merge(tally)
largest = tally.to_bytes()
merging = seconds(lambda: tally.merge(camel_cards.Tally.from_bytes(largest)))
writing = seconds(tally.to_bytes)

print(f"# {tallying / PARTITION_ROWS * 1e9:.1f} ns to tally a row, {merging * 1e3:.0f} ms to read and merge a tally, "
      f"{writing * 1e3:.0f} ms to write one")
print("rows\tpartitions\ttallying, s\tmerging, s\tshuffled, GB\tmost that a task reads, MB\tto the driver, MB")
random.seed(1)
for power in range(9, 13):
    partitions = 10**power // PARTITION_ROWS
    figures = [stage([tallying + writing] * partitions), 0.0, 0.0, 0.0, sizes[(partitions - 1).bit_length()] / 1e6]
    counts = [1] * partitions  # Of partitions in each tally. The last level merges all that are left.
    for fan_in in (level or partitions for level in FAN_INS):
        groups = [counts[begin : begin + fan_in] for begin in range(0, len(counts), fan_in)]
        read = [sum(sizes[(count - 1).bit_length()] for count in group) for group in groups]
        figures[1] += stage([len(group) * merging + writing for group in groups])
        figures[2] += sum(read) / 1e9
        figures[3] = max(figures[3], *(size / 1e6 for size in read))
        counts = [sum(group) for group in groups]
    print(f"1e{power}", partitions, *(f"{figure:.1f}" for figure in figures), sep="\t")
