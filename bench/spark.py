"""What `camel_cards.spark.score` takes in Spark, beside what one would write in Spark's SQL.

`bench/speed.py` runs it: `spark.py ROWS ROUNDS` measures ROWS, and once ten times as many. Random hands in eight Parquet
files, on two local cores. Contenders take turns, each computes the totals of both parts, and all answers are compared.
"""

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import product

import polars
import pyarrow.parquet
from pyspark.sql import DataFrame, SparkSession

import camel_cards.polars
import camel_cards.spark

FILES = 8
SQL = "plain SQL"
GROUPS = "(select hand, count(*) entries, sum(decimal(bid)) bids from hands group by hand)"

MIN = """select sum(bids * (standard_rank + 1)), sum(bids * (joker_rank + 1)) from (
    select bids, sum(entries) over (order by standard) - entries standard_rank,
        sum(entries) over (order by joker) - entries joker_rank
    from {groups} join strengths using (hand))"""
ORDINAL = """select sum(decimal(bid) * standard_rank), sum(decimal(bid) * joker_rank) from (
    select bid, row_number() over (order by standard, n) standard_rank, row_number() over (order by joker, n) joker_rank
    from hands join strengths using (hand))"""


def session() -> SparkSession:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    for key in ("host", "bindAddress"):
        builder = builder.config(f"spark.driver.{key}", "127.0.0.1")
    builder = builder.config("spark.ui.showConsoleProgress", "false").config("spark.driver.memory", "8g")
    builder = builder.config("spark.sql.shuffle.partitions", 4)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    return spark


def write_hands(folder: str, rows: int) -> None:
    schema = {"hand": polars.String, "bid": polars.Int64}
    for number in range(FILES):
        text = camel_cards.generate("uniform", rows // FILES, seed=number + 1).text.encode()
        frame = polars.read_csv(text, separator=" ", has_header=False, schema=schema)
        first = number * len(frame)
        frame.with_columns(n=polars.int_range(first, first + len(frame))).write_parquet(f"{folder}/{number}.parquet")


def tally_of(path: str) -> camel_cards.Tally:
    return camel_cards.Tally(pyarrow.parquet.ParquetFile(path).iter_batches(columns=["hand", "bid"]))


def merged(one: camel_cards.Tally, other: camel_cards.Tally) -> camel_cards.Tally:
    one.merge(other)
    return one


def contenders(spark: SparkSession, df: DataFrame) -> Iterator[tuple[str, str, Callable[[], tuple[int, int]]]]:
    def plain(query: str) -> tuple[int, int]:
        (row,) = spark.sql(query.format(groups=GROUPS)).collect()
        return int(row[0]), int(row[1])

    def counted() -> tuple[int, int]:
        groups = spark.sql(f"select hand, entries count, bids bid_sum from {GROUPS}").toArrow()
        score = camel_cards.score_counts(groups, ties="min")
        return score.standard, score.joker

    def ours(**options: str) -> tuple[int, int]:
        score = camel_cards.spark.score(df, **options)
        return score.standard, score.joker

    def by_file(ties: str) -> tuple[int, int]:
        paths = sorted(path.removeprefix("file://") for path in df.inputFiles())
        score = spark.sparkContext.parallelize(paths).map(tally_of).reduce(merged).score(ties)
        return score.standard, score.joker

    yield "a `Tally` of each file", "min", lambda: by_file("min")
    yield "`spark.score`", "min", lambda: ours(ties="min")
    yield "`groupBy`, then `score_counts`", "min", counted
    yield SQL, "min", lambda: plain(MIN)
    yield "a `Tally` of each file", "ordinal", lambda: by_file("ordinal")
    yield "`spark.score`", "ordinal", lambda: ours(order_by="n")
    yield SQL, "ordinal", lambda: plain(ORDINAL)


def measure(spark: SparkSession, rows: int, rounds: range) -> None:
    """Prints the medians of the rounds from 1 on. A round 0 warms the JVM up."""
    with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as folder:
        write_hands(folder, rows)
        df = spark.read.parquet(folder)
        df.createOrReplaceTempView("hands")
        cases = list(contenders(spark, df))
        times: list[list[float]] = [[] for _ in cases]
        answers: dict[str, set[tuple[int, int]]] = {"min": set(), "ordinal": set()}
        for round in rounds:
            for (_, ties, totals), seconds in zip(cases, times):
                begin = time.perf_counter()
                answers[ties].add(totals())
                if round > 0:
                    seconds.append(time.perf_counter() - begin)
        assert all(len(totals) == 1 for totals in answers.values()), answers
        base = {ties: seconds for (what, ties, _), seconds in zip(cases, times) if what == SQL}
        for (what, ties, _), seconds in zip(cases, times):
            ratio = statistics.median(sql / own for sql, own in zip(base[ties], seconds))
            print(what, rows, ties, f"{statistics.median(seconds):.2f}", f"{ratio:.2f}", sep="\t", flush=True)


def main() -> None:
    spark = session()
    hands = polars.DataFrame({"hand": ["".join(labels) for labels in product("23456789TJQKA", repeat=5)]})
    strengths = {rules: polars.col("hand").camel.strength(rules) for rules in ("standard", "joker")}
    hands = hands.with_columns(**strengths)
    spark.createDataFrame(hands.to_arrow()).cache().createOrReplaceTempView("strengths")
    rows, rounds = map(int, sys.argv[1:])
    print(f"# PySpark {spark.version}, local[2]")
    print("what", "rows", "ties", "time, s", f"times less than {SQL}", sep="\t")
    measure(spark, rows, range(rounds + 1))
    measure(spark, 10 * rows, range(1, 2))
    spark.stop()


if __name__ == "__main__":
    main()
