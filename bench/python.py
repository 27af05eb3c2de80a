"""What the Python package costs, in CPU time, beside what one could use instead.

Run by the Python of `cargo xtask python`, in whose environment both wheels are:

    ~/.cache/camel-cards/python/bin/python bench/python.py          # bench/record/python.tsv
    ~/.cache/camel-cards/python/bin/python bench/python.py --check  # docs/trust/speed.md against it

All answers are compared with each other. Figures are medians of rounds, interleaved: A B C A B C.
"""

from __future__ import annotations

import argparse
import os
import platform
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
RECORD = ROOT / "bench/record/python.tsv"
GUIDE = ROOT / "docs/trust/speed.md"
LABELS = "23456789TJQKA"
COLUMNS = ["what", "rows", "cpu_ns_per_row", "wall_ns_per_row", "ratio", "to"]


def cpu(who: int = resource.RUSAGE_SELF) -> float:
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def plain_sql(table: str) -> str:
    """Hands with what orders them under joker rules: `t`, from label counts, then `l`."""
    counts = [f"5 - length(replace(l, '{label}', ''))" for label in "bcdefghijklm"]
    distinct = " + ".join(f"(contains(l, '{label}'))::int" for label in "bcdefghijklm")
    return f"""
        with labels as (select hand, bid, n, g, translate(hand, 'J23456789TQKA', 'abcdefghijklm') l from {table}),
        keys as (select hand, bid, n, g, l, (greatest({", ".join(counts)}) + 5 - length(replace(l, 'a', ''))) * 10
            - greatest({distinct}, 1) t from labels)
    """


def measure(command: str, rows: int, rounds: int) -> list[list[str]]:
    sys.path.insert(0, str(ROOT / "bench/peers"))
    import duckdb
    import polars
    import pyarrow

    import camel_cards
    import camel_cards.duckdb
    from totals_polars import totals as polars_totals

    folder = tempfile.TemporaryDirectory()
    path = Path(folder.name) / "hands.txt"
    with path.open("wb") as file:
        subprocess.run([command, "generate", "--shape", "uniform", "--hands", str(rows), "--seed", "1"], stdout=file, check=True)
    schema = {"hand": polars.String, "bid": polars.Int64}
    frame = polars.read_csv(path, separator=" ", has_header=False, schema=schema)
    table = frame.to_arrow()
    connection = duckdb.connect()
    camel_cards.duckdb.register(connection)
    connection.execute("create table hands as select *, row_number() over () as n from frame")
    connection.execute("create table grouped as select *, n // 5 as g from hands where n < 5 * 1000000")

    def plain(rank: str) -> Any:
        ranked = f", ranked as (select g, bid, {rank} r from keys) "
        totals = "select sum(total), count(*) from (select sum(r * bid) total from ranked group by g)"
        return connection.sql(plain_sql("grouped") + ranked + totals).fetchall()

    def grouped(total: str) -> Any:
        return connection.sql(f"select sum(total), count(*) from (select {total} total from grouped group by g)").fetchall()

    def plain_strengths() -> int:
        """The strength of a hand is its place among all hands."""
        every = "(select " + " || ".join(f"c{i}.c" for i in range(5)) + " hand, 0 bid, 0 n, 0 g from "
        every += ", ".join(f"(select unnest(split('{LABELS}', '')) c) c{i}" for i in range(5)) + ")"
        keys = plain_sql(every)
        strengths = f"{keys}, strengths as (select hand, row_number() over (order by t, l) s from keys) "
        return connection.sql(f"{strengths} select sum(s) from hands join strengths using (hand)").fetchall()[0][0]

    ordered = "total_winnings(list(hand order by n), list(bid order by n), 'joker', 'ordinal', list(n order by n))"

    def right(score: Any) -> tuple[int, int]:
        return score.standard, score.joker

    def of_command() -> tuple[int, int]:
        lines = subprocess.run([command, "score", path], capture_output=True, text=True, check=True).stdout.splitlines()
        return int(lines[0].split()[-1]), int(lines[1].split()[-1])

    groups = min(1_000_000, rows // 5) * 5
    # A name; what it does; how many rows; and the name of what it is compared with.
    cases: list[tuple[str, Callable[[], Any], int, str]] = [
        ("the command, a path", of_command, rows, ""),
        ("`score`, a path", lambda: right(camel_cards.score(path)), rows, "the command, a path"),
        ("Polars expressions, a frame", lambda: polars_totals(frame.lazy()), rows, ""),
        ("`score`, a Polars frame", lambda: right(camel_cards.score(frame)), rows, "Polars expressions, a frame"),
        ("`score`, an Arrow stream", lambda: right(camel_cards.score(table.to_reader(65536))), rows, "Polars expressions, a frame"),
        ("`score`, a DuckDB relation", lambda: right(camel_cards.score(connection.sql("select hand, bid from hands order by n"), ties="ordinal")), rows, "Polars expressions, a frame"),
        ("`strength`, a Polars series", lambda: camel_cards.strength(frame["hand"], "joker").cast(polars.Int64).sum(), rows, ""),
        ("plain SQL in DuckDB, strengths", plain_strengths, rows, ""),
        ("`hand_strength` in DuckDB", lambda: connection.sql("select sum(hand_strength(hand, 'joker')) from hands").fetchall()[0][0], rows, "plain SQL in DuckDB, strengths"),
        ("plain SQL in DuckDB, groups of five", lambda: plain("rank() over (partition by g order by t, l)"), groups, ""),
        ("`total_winnings` in DuckDB, groups of five", lambda: grouped("total_winnings(list(hand), list(bid), 'joker', 'min')"), groups, "plain SQL in DuckDB, groups of five"),
        ("plain SQL in DuckDB, groups of five, ordinal", lambda: plain("row_number() over (partition by g order by t, l, n)"), groups, ""),
        ("`total_winnings` in DuckDB, groups of five, ordinal", lambda: grouped(ordered), groups, "plain SQL in DuckDB, groups of five, ordinal"),
    ]
    times: dict[str, list[tuple[float, float]]] = {name: [] for name, *_ in cases}
    answers: dict[str, Any] = {}
    for round in range(rounds + 1):
        for name, do, count, _ in cases:
            who = resource.RUSAGE_CHILDREN if name.startswith("the command") else resource.RUSAGE_SELF
            before, begin = cpu(who), time.perf_counter()
            answer = do()
            took = (cpu(who) - before) / count * 1e9, (time.perf_counter() - begin) / count * 1e9
            if round > 0:
                times[name].append(took)
            answers[name] = answer
    totals = {str(answer) for name, answer in answers.items() if isinstance(answer, tuple)}
    assert len(totals) == 1, answers
    for name, *_, to in cases:
        assert not to or isinstance(answers[name], tuple) or answers[name] == answers[to], answers
    assert answers["`hand_strength` in DuckDB"] == answers["`strength`, a Polars series"]
    records = []
    for name, _, count, to in cases:
        cpus, walls = zip(*times[name])
        ratio = f"{statistics.median(a[0] / b[0] for a, b in zip(times[to], times[name])):.2f}" if to else ""
        records.append([name, str(count), f"{statistics.median(cpus):.2f}", f"{statistics.median(walls):.2f}", ratio, to])
    camel_cards.duckdb.unregister(connection)
    connection.close()
    return records


def spark_keys(jokers: bool) -> tuple[str, str]:
    """What orders hands in Spark SQL: expressions of the type and the labels."""
    order = "J23456789TQKA" if jokers else LABELS
    labels = [label for label in LABELS if not (jokers and label == "J")]
    counts = ", ".join(f"5 - length(replace(hand, '{label}', ''))" for label in labels)
    distinct = " + ".join(f"int(contains(hand, '{label}'))" for label in labels)
    joker = "5 - length(replace(hand, 'J', ''))" if jokers else "0"
    return f"(greatest({counts}) + {joker}) * 10 - greatest({distinct}, 1)", f"translate(hand, '{order}', 'abcdefghijklm')"


def measure_spark(rows: int, rounds: int) -> list[list[str]]:
    """Time passed, of two local threads of Spark, for both totals with ties that share the lowest rank."""
    import polars
    from pyspark.sql import SparkSession

    import camel_cards
    import camel_cards.spark

    folder = tempfile.TemporaryDirectory()
    for number in range(16):
        camel = camel_cards.generate("uniform", rows // 16, seed=number).text.encode()
        schema = {"hand": polars.String, "bid": polars.Int64}
        frame = polars.read_csv(camel, separator=" ", has_header=False, schema=schema)
        frame.write_parquet(f"{folder.name}/{number:02}.parquet")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1")
    spark = builder.config("spark.ui.showConsoleProgress", "false").config("spark.driver.memory", "4g").getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    df = spark.read.parquet(folder.name)
    df.createOrReplaceTempView("hands")

    def windows(jokers: bool) -> int:
        kind, labels = spark_keys(jokers)
        ranked = f"select bid, rank() over (order by {kind}, {labels}) r from hands"
        return int(spark.sql(f"select sum(decimal(r) * bid) from ({ranked})").collect()[0][0])

    def grouped(jokers: bool) -> int:
        kind, labels = spark_keys(jokers)
        hands = "select hand, count(*) c, sum(decimal(bid)) b from hands group by hand"
        ranked = f"select b, sum(c) over (order by {kind}, {labels}) - c + 1 r from ({hands})"
        return int(spark.sql(f"select sum(r * b) from ({ranked})").collect()[0][0])

    def ours() -> tuple[int, int]:
        score = camel_cards.spark.score(df, ties="min")
        return score.standard, score.joker

    cases = [
        ("Spark SQL, windows over rows", lambda: (windows(False), windows(True))),
        ("Spark SQL, GROUP BY and a window", lambda: (grouped(False), grouped(True))),
        ("`spark.score`", ours),
    ]
    times: dict[str, list[float]] = {name: [] for name, _ in cases}
    answers = set()
    for round in range(rounds + 1):
        for name, do in cases:
            begin = time.perf_counter()
            answers.add(do())
            if round > 0:
                times[name].append((time.perf_counter() - begin) / rows * 1e9)
    assert len(answers) == 1, answers
    spark.stop()
    records = []
    for name, _ in cases:
        ours_to = cases[0][0] if name == "`spark.score`" else ""
        ratio = f"{statistics.median(a / b for a, b in zip(times[cases[0][0]], times[name])):.2f}" if ours_to else ""
        records.append([name, str(rows), "", f"{statistics.median(times[name]):.2f}", ratio, ours_to])
    return records


def import_ms() -> str:
    program = "import time; t = time.process_time(); import camel_cards; print(1000 * (time.process_time() - t))"
    times = [float(subprocess.check_output([sys.executable, "-c", program])) for _ in range(11)]
    return f"{statistics.median(times):.1f}"


def table(records: list[list[str]]) -> str:
    """The table of the guide."""
    lines = ["| what | rows | CPU ns a row | ns passed a row | |", "|---|---:|---:|---:|---|"]
    for what, rows, cpu_ns, wall_ns, ratio, to in records:
        if rows:
            cpu_ns = f"{float(cpu_ns):,.1f}" if cpu_ns else ""
            beside = f"{float(ratio):.3g} × less than {to}" if ratio and float(ratio) >= 1 else ""
            beside = beside or (f"{1 / float(ratio):.3g} × as much as {to}" if ratio else "")
            lines.append(f"| {what} | {int(rows):,} | {cpu_ns} | {float(wall_ns):,.1f} | {beside} |")
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=10**7)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--spark-rows", type=int, default=2_000_000, help="0 leaves Spark out")
    parser.add_argument("--wheels", type=Path, help="a folder of wheels, whose sizes are recorded")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    begin, end = "<!-- python, by bench/python.py -->\n\n", "\n<!-- end of python -->"
    guide = GUIDE.read_text()
    head, rest = guide.split(begin)
    old, tail = rest.split(end, 1)
    if options.check:
        lines = [line.split("\t") for line in RECORD.read_text().splitlines() if not line.startswith("#")]
        if old != table(lines[1:]):
            print("docs/trust/speed.md: its table is not that of bench/record/python.tsv", file=sys.stderr)
            return 1
        return 0
    records = measure(str(Path(sys.executable).parent / "camel-cards"), options.rows, options.rounds)
    records += measure_spark(options.spark_rows, options.rounds) if options.spark_rows else []
    records.append([f"import camel_cards, {import_ms()} ms of CPU time", "", "", "", "", ""])
    for wheel in sorted(options.wheels.glob("*.whl")) if options.wheels else []:
        records.append([f"{wheel.name}, {wheel.stat().st_size / 1e6:.2f} MB", "", "", "", "", ""])
    today = time.strftime("%Y-%m-%d")
    lines = [f"# bench/python.py, {today}, {platform.machine()}, Python {platform.python_version()}, medians of {options.rounds}"]
    lines += ["\t".join(record) for record in [COLUMNS, *records]]
    RECORD.write_text("\n".join(lines) + "\n")
    GUIDE.write_text(head + begin + table(records) + end + tail)
    return 0


if __name__ == "__main__":
    sys.exit(main())
