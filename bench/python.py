"""What the Python package costs beside what one could use instead, for speed.py: `python.py ROWS ROUNDS`.

Prints the rows of the record. In each round, all run once, in turn. Those of a group must give the same answer; the
ratio is the median of the CPU time of the group's first one divided by that of another.
"""

import platform
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

import camel_cards
import camel_cards.duckdb
import duckdb
import polars
from speed import TARGET

sys.path.append(str(Path(__file__).parent / "peers"))
from totals_duckdb import strength
from totals_polars import totals

ROWS, ROUNDS = map(int, sys.argv[1:])
IN_GROUPS = ROWS // 2
BY_STRENGTH = f"order by {', '.join(strength('joker'))}"

folder = tempfile.TemporaryDirectory()
path = Path(folder.name) / "hands.txt"
path.write_text(camel_cards.generate("uniform", ROWS, seed=1).text)
frame = polars.read_csv(path, separator=" ", has_header=False, schema={"hand": polars.String, "bid": polars.Int64})
arrow = frame.to_arrow()
connection = duckdb.connect()
camel_cards.duckdb.register(connection)
connection.execute("create table hands as select *, row_number() over () as n from frame")
connection.execute(f"create table grouped as select *, n // 5 as g from hands where n < {IN_GROUPS}")


def sql(query: str) -> Any:
    return connection.sql(query).fetchall()


def of_command() -> tuple[int, int]:
    lines = subprocess.check_output([TARGET / "camel-cards", "score", path], text=True).splitlines()
    return int(lines[0].split()[-1]), int(lines[1].split()[-1])


def score(of: Any, **options: str) -> tuple[int, int]:
    result = camel_cards.score(of, **options)
    return result.standard, result.joker


def plain_strengths() -> int:
    """The strength of a hand is its place among all hands."""
    labels = ", ".join(f"(select unnest(split('23456789TJQKA', '')) c) c{i}" for i in range(5))
    every = f"select c0.c || c1.c || c2.c || c3.c || c4.c as hand from {labels}"
    places = f"select hand, row_number() over ({BY_STRENGTH}) s from ({every})"
    return sql(f"select sum(s) from hands join ({places}) using (hand)")[0][0]


def plain_groups(rank: str) -> Any:
    ranked = f"(select g, bid, {rank} r from grouped)"
    return sql(f"select sum(total) from (select sum(r * bid) total from {ranked} group by g)")


def groups(arguments: str) -> Any:
    return sql(f"select sum(total) from (select total_winnings({arguments}) total from grouped group by g)")


in_order = "select hand, bid from hands order by n"
lists_in_order = "list(hand order by n), list(bid order by n), 'joker', 'ordinal', list(n order by n)"
CASES = [
    (ROWS, {"the command, a path": of_command, "`score`, a path": lambda: score(path)}),
    (ROWS, {
        "Polars expressions, a frame": lambda: totals(frame.lazy()),
        "`score`, a Polars frame": lambda: score(frame),
        "`score`, an Arrow stream": lambda: score(arrow.to_reader(65536)),
        "`score`, a DuckDB relation": lambda: score(connection.sql(in_order), ties="ordinal"),
    }),
    (ROWS, {
        "plain SQL in DuckDB, strengths": plain_strengths,
        "`hand_strength` in DuckDB": lambda: sql("select sum(hand_strength(hand, 'joker')) from hands")[0][0],
        "`strength`, a Polars series": lambda: camel_cards.strength(frame["hand"], "joker").cast(polars.Int64).sum(),
    }),
    (IN_GROUPS, {
        "plain SQL in DuckDB, groups of five": lambda: plain_groups(f"rank() over (partition by g {BY_STRENGTH})"),
        "`total_winnings` in DuckDB, groups of five": lambda: groups("list(hand), list(bid), 'joker', 'min'"),
    }),
    (IN_GROUPS, {
        "plain SQL in DuckDB, groups of five, ordinal": lambda: plain_groups(
            f"row_number() over (partition by g {BY_STRENGTH}, n)"),
        "`total_winnings` in DuckDB, groups of five, ordinal": lambda: groups(lists_in_order),
    }),
]  # fmt: skip


def cpu() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


times: dict[str, list[tuple[float, float]]] = {name: [] for _, group in CASES for name in group}
for _ in range(ROUNDS + 1):
    for rows, group in CASES:
        answers = set()
        for name, do in group.items():
            cpu_before, before = cpu(), time.perf_counter()
            answers.add(str(do()))
            times[name].append(((cpu() - cpu_before) / rows * 1e9, (time.perf_counter() - before) / rows * 1e9))
        assert len(answers) == 1, (list(group), answers)

print(f"# Python {platform.python_version()}, duckdb {duckdb.__version__}, polars {polars.__version__}")
print("what", "rows", "CPU, ns a row", "time, ns a row", "times less", "than", sep="\t")
for rows, group in CASES:
    base = next(iter(group))
    for name in group:
        measured = times[name][1:]  # The first round warms up.
        ratio = median(to / own for (to, _), (own, _) in zip(times[base][1:], measured))
        compared = (f"{ratio:.2f}", base) if name != base else ("", "")
        print(name, rows, *(f"{median(figures):.1f}" for figures in zip(*measured)), *compared, sep="\t")
