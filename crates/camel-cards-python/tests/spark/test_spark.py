"""Spark on a real cluster: totals to the digit, whatever dies meanwhile.

CAMEL_CARDS_SPARK_KILLS says how often workers are killed, 2 unless told;
CAMEL_CARDS_SPARK_ROWS how many rows there are, 10**6 unless told.
"""

from __future__ import annotations

import os
import threading
import time
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest

import camel_cards
from camel_cards import Tally, generate, score
from cluster import Cluster, session
from conftest import ROOT

ROWS = int(os.environ.get("CAMEL_CARDS_SPARK_ROWS", 10**6))
KILLS = int(os.environ.get("CAMEL_CARDS_SPARK_KILLS", 2))
FILES = 16
SECONDS = {"unordered": 5.0, "ordered": 10.0}
"""How long a job takes; the first test measures it, and kills are spread over it."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("spark")


@pytest.fixture(scope="module")
def expected(folder: Path) -> Tally:
    """Writes the files; returns the tally of their rows in order."""
    total, first = Tally(), 0
    (folder / "hands").mkdir()
    for number in range(FILES):
        rows = ROWS * (number + 1) // FILES - first
        text = generate("uniform", rows, seed=number).text
        import polars

        frame = polars.read_csv(
            text.encode(), separator=" ", has_header=False, schema={"hand": polars.String, "bid": polars.Int64}
        ).with_columns(n=polars.int_range(first, first + rows))
        frame.write_parquet(folder / f"hands/{number:02}.parquet")
        total.update(frame)
        first += rows
    return total


@pytest.fixture(scope="module")
def running(folder: Path, expected: Tally) -> Iterator[tuple[Any, Cluster]]:
    with session(folder) as both:
        yield both


@pytest.fixture
def hands(running: tuple[Any, Cluster], folder: Path) -> Any:
    return running[0].read.parquet(str(folder / "hands"))


def test_totals_are_the_command_s(hands: Any, expected: Tally) -> None:
    import camel_cards.spark

    begin = time.perf_counter()
    for ties in ("min", "max", "dense"):
        assert camel_cards.spark.score(hands, ties=ties) == expected.score(ties)
    unordered = time.perf_counter() - begin
    # The very bytes, so under every tie method.
    begin = time.perf_counter()
    ordered = camel_cards.spark.tally(hands, order_by="n")
    assert ordered.to_bytes() == expected.to_bytes()
    assert ordered.score() == expected.score()
    SECONDS.update(unordered=unordered / 3, ordered=time.perf_counter() - begin)
    print(f"\n{ROWS} rows: {SECONDS}")


@pytest.mark.parametrize("kill", range(KILLS))
def test_a_killed_worker_changes_nothing(running: Any, hands: Any, expected: Tally, kill: int) -> None:
    import camel_cards.spark

    _, cluster = running
    kind = "ordered" if kill % 2 == 1 else "unordered"
    share = (kill + 0.5) / KILLS
    delay, took = SECONDS[kind] * share, 0.0
    # A kill does not count if the job has ended by then, or if the worker, started a moment ago, has no executor yet:
    # then it is the other one's turn.
    for attempt in range(10):
        delay = min(delay, took * share or delay)
        killed: list[int] = []

        def do() -> None:
            time.sleep(delay)
            killed.append(cluster.kill_worker((kill + attempt) % 2))

        thread = threading.Thread(target=do)
        thread.start()
        begin = time.perf_counter()
        tally = camel_cards.spark.tally(hands, order_by="n" if kind == "ordered" else None)
        took = time.perf_counter() - begin
        thread.join()
        print(f"\nkilled {killed[0]} executors after {delay:.1f} s of {took:.1f} s, {kind}")
        if kind == "ordered":
            assert tally.to_bytes() == expected.to_bytes()
        for ties in ("min", "max", "dense"):
            assert tally.score(ties) == expected.score(ties)
        if killed[0] and delay < took:
            return
    pytest.fail("no executor was killed in ten jobs")


def test_executors_read_files_as_the_guide_says(running: Any, folder: Path, expected: Tally) -> None:
    guide = (ROOT / "docs/use/python.md").read_text()
    (cell,) = [cell for cell in guide.split("```py\n")[1:] if "parallelize(paths)" in cell]
    *functions, last = cell.split("```")[0].strip().splitlines()
    paths = sorted(map(str, (folder / "hands").iterdir()))
    names = {"camel_cards": camel_cards, "pyarrow": pyarrow, "spark": running[0], "paths": paths}
    exec("\n".join(functions), names)
    assert eval(last, names) == expected.score()


def test_a_task_that_fails_twice_changes_nothing(hands: Any, expected: Tally, folder: Path) -> None:
    import camel_cards.spark

    counter = str(folder / "failures")

    def flaky(batches: Iterator[Any]) -> Iterator[Any]:
        from pyspark import TaskContext

        context = TaskContext.get()
        assert context is not None
        for batch in batches:
            yield batch
            if context.partitionId() == 1 and context.attemptNumber() < 2:
                with open(counter, "a") as file:
                    file.write("x")
                raise OSError("this task fails twice")

    same = hands.mapInArrow(flaky, hands.schema)
    assert camel_cards.spark.score(same, ties="min") == expected.score("min")
    assert Path(counter).read_text() == "xx"


def test_a_bad_row_fails_the_job_with_its_message(running: Any) -> None:
    import camel_cards.spark

    spark, _ = running
    rows = [(hand, bid, n) for n, (hand, bid) in enumerate(generate("uniform", 1000))]
    for bad, message in (
        (("AAAA", 1), 'partition 0, row 700, column "hand", "AAAA": expected a hand of 5 cards, found 4'),
        ((None, 1), 'partition 0, row 700, column "hand": expected a hand, found null'),
        (("AAAAA", -1), 'partition 0, row 700, column "bid": expected a bid of at least 0, found -1'),
    ):
        data = [*rows[:700], (*bad, 700), *rows[701:]]
        df = spark.createDataFrame(data, "hand string, bid bigint, n bigint").coalesce(1)
        with pytest.raises(Exception) as raised:
            camel_cards.spark.score(df, ties="min")
        assert message in str(raised.value)
    with pytest.raises(ValueError, match="^ordinal ties need an order, and rows have none in Spark"):
        camel_cards.spark.score(df)
    with pytest.raises(ValueError, match="^ties: expected one of ordinal, min, max, dense, found 'average'"):
        camel_cards.spark.score(df, ties="average")  # type: ignore[arg-type]
    twice = spark.createDataFrame([*rows, ("AAAAA", 1, 999)], "hand string, bid bigint, n bigint")
    # In the first batch of a partition, and in a later one.
    for rows_per_batch in (10_000, 50):
        spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", rows_per_batch)
        message = "InputError: order_by: expected values that differ and are not null, found 999 again"
        with pytest.raises(Exception, match=message):
            camel_cards.spark.score(twice, order_by="n")
    spark.conf.unset("spark.sql.execution.arrow.maxRecordsPerBatch")
    empty = spark.createDataFrame([], "hand string, bid bigint")
    assert camel_cards.spark.score(empty, ties="min").entries == 0


def test_groups_are_the_core_s(running: Any) -> None:
    import camel_cards.spark

    spark, _ = running
    entries = [*generate("ties", 30_000, seed=5)]
    # Many small groups, one that spans batches, and one that is null.
    rows = [
        (hand, bid, n, None if n % 100 == 0 else n % 4000 if n < 12_000 else -1)
        for n, (hand, bid) in enumerate(entries)
    ]
    df = spark.createDataFrame(rows, "hand string, bid bigint, n bigint, g int")
    groups: dict[Any, list[Any]] = {}
    for hand, bid, _, g in rows:
        groups.setdefault(g, []).append((hand, bid))
    for ties, order_by in (("min", None), ("ordinal", "n"), ("dense", None)):
        found = camel_cards.spark.totals(df, "g", rules="joker", ties=ties, order_by=order_by).collect()
        assert len(found) == len(groups)
        for row in found:
            right = score(groups[row["g"]], ties=ties)
            assert (row["entries"], int(row["total"])) == (right.entries, right.joker), (row, ties)
    for group in (5, -1):
        # One is within a batch, one is longer.
        bad = spark.createDataFrame([*rows, ("AAAAA", -1, 30_000, group)], df.schema)
        message = f'group g {group}, column "bid": expected a bid of at least 0, found -1'
        with pytest.raises(Exception, match=message):
            camel_cards.spark.totals(bad, "g", rules="joker", ties="min").collect()
        floats = bad.withColumn("bid", bad["bid"].cast("double"))
        message = 'InputError: column "bid": expected a column of whole numbers, found Float64'
        with pytest.raises(Exception, match=message):
            camel_cards.spark.totals(floats, "g", rules="joker", ties="min").collect()
    for n in (1, None):
        twice = spark.createDataFrame([*rows, ("AAAAA", 1, n, 1)], df.schema)
        with pytest.raises(Exception, match="order_by: expected values that differ and are not null, found (1 again|null)"):
            camel_cards.spark.totals(twice, "g", rules="joker", ties="ordinal", order_by="n").collect()


@pytest.mark.parametrize("order_by", [None, "n"])
@pytest.mark.parametrize("by", [["hand"], ["bid"], ["key"], ["key", "hand", "id", "group", "part"]])
def test_groups_by_columns_of_any_name(running: Any, by: list[str], order_by: str | None) -> None:
    import camel_cards.spark

    spark, _ = running
    names = ["hand", "bid", "n", "key", "id", "group", "part"]
    rows = [(hand, bid % 3, n, n % 5, 1, 2, 3) for n, (hand, bid) in enumerate(generate("ties", 100, seed=5))]
    df = spark.createDataFrame(rows, "hand string, bid bigint, n bigint, key int, id int, `group` int, part int")
    groups: dict[Any, list[Any]] = {}
    for row in rows:
        groups.setdefault(tuple(row[names.index(name)] for name in by), []).append(row[:2])
    ties = "min" if order_by is None else "ordinal"
    found = camel_cards.spark.totals(df, by, rules="standard", ties=ties, order_by=order_by)
    assert found.columns == [*by, "entries", "total"]
    right = {group: score(entries, ties=ties) for group, entries in groups.items()}
    expected = {(*group, made.entries, made.standard) for group, made in right.items()}
    assert {tuple(row) for row in found.collect()} == expected


def test_frames_that_the_driver_holds(running: Any) -> None:
    """Over rows that it holds itself, Spark works some columns out on the driver, as if there were one partition."""
    import pandas

    import camel_cards.spark

    spark, _ = running
    entries = [*generate("ties", 1000, seed=5)]
    local = spark.createDataFrame(pandas.DataFrame(entries, columns=["hand", "bid"]))
    values = ", ".join(f"('{hand}', {bid})" for hand, bid in entries)
    for df in (local, local.where("bid > 0"), spark.sql(f"select * from values {values} as v(hand, bid)")):
        assert df.rdd.getNumPartitions() > 1
        assert camel_cards.spark.score(df, ties="min") == score(entries, ties="min")
    (total,) = camel_cards.spark.totals(local.selectExpr("*", "1 as g"), "g", rules="joker", ties="min").collect()
    assert (total["entries"], int(total["total"])) == (1000, score(entries, ties="min").joker)


def test_columns_and_quoted_names(running: Any) -> None:
    from pyspark.sql import functions as F

    import camel_cards.spark

    spark, _ = running
    rows = [(hand, bid, n, n % 3) for n, (hand, bid) in enumerate(generate("ties", 100, seed=5))]
    df = spark.createDataFrame(rows, "hand string, `b.d` bigint, `n n` bigint, `g.g` int")
    entries = [row[:2] for row in rows]
    for order_by in ("`n n`", F.col("n n"), F.col("n n") * 2):
        assert camel_cards.spark.score(df, bid="`b.d`", order_by=order_by) == score(entries)
    reverse = camel_cards.spark.score(df, bid=F.col("`b.d`"), order_by=-F.col("n n"))
    assert reverse == score(entries[::-1])
    for by in ("`g.g`", F.col("`g.g`"), [(F.col("`g.g`") + 0).alias("g.g")]):
        found = camel_cards.spark.totals(df, by, bid="`b.d`", rules="joker", ties="min")
        assert found.columns == ["g.g", "entries", "total"]
        expected = {g: score((row[:2] for row in rows if row[3] == g), ties="min").joker for g in range(3)}
        assert {row["g.g"]: int(row["total"]) for row in found.collect()} == expected
    with pytest.raises(ValueError, match="^order_by: expected a column, found an ordering"):
        camel_cards.spark.score(df, bid="`b.d`", order_by=F.col("n n").desc())
    with pytest.raises(ValueError, match="^by: expected at least one column, found none$"):
        camel_cards.spark.totals(df, [], bid="`b.d`", rules="joker", ties="min")
    collated = spark.sql("select 'AAAAA' hand, 1L bid, 'a' collate utf8_lcase g")
    with pytest.raises(ValueError, match="^by: expected texts without a collation, found 'g' with UTF8_LCASE: cast it$"):
        camel_cards.spark.totals(collated, "g", rules="joker", ties="min")
    with pytest.raises(ValueError, match="^order_by: expected texts without a collation"):
        camel_cards.spark.score(collated, order_by="g")
    with pytest.raises(TypeError, match="order_by"):
        camel_cards.spark.tally(df)  # type: ignore[call-arg]


def test_bad_row_of_a_group_says_which(running: Any) -> None:
    import camel_cards.spark

    rows = [(n // 5, "AAAAA" if n != 37 else "AAAA", 1) for n in range(50)]
    df = running[0].createDataFrame(rows, "g int, hand string, bid bigint").coalesce(1)
    with pytest.raises(Exception, match="group g 7, column \"hand\", \"AAAA\": expected a hand of 5 cards, found 4"):
        camel_cards.spark.totals(df, "g", rules="joker", ties="min").collect()


def test_groups_that_are_nan_or_null(running: Any) -> None:
    import camel_cards.spark

    nan, many = float("nan"), 10_500
    groups: list[tuple[float | None, int]] = [(nan, many), (None, 2), (1.0, 3)]
    rows = [(group, "AAAAA", 1) for group, count in groups for _ in range(count)]
    df = running[0].createDataFrame(rows, "g double, hand string, bid int")
    found = camel_cards.spark.totals(df, "g", rules="joker", ties="min").collect()
    assert sorted((str(row["g"]), row["entries"]) for row in found) == [("1.0", 3), ("None", 2), ("nan", many)]


def test_names_are_checked_on_the_driver(running: Any) -> None:
    import camel_cards.spark

    df = running[0].createDataFrame([("AAAAA", 1, 1)], "hand string, bid bigint, total int")
    with pytest.raises(ValueError, match="^rules: expected one of standard, joker, found 'part 1'"):
        camel_cards.spark.totals(df, "bid", rules="part 1", ties="min")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="^by: expected columns not named entries or total, found 'total'$"):
        camel_cards.spark.totals(df, "total", rules="joker", ties="min")


def test_score_of_the_package_says_which_is_spark_s(running: Any) -> None:
    spark, *_ = running
    df = spark.createDataFrame([("AAAAA", 1)], "hand string, bid long")
    with pytest.raises(ValueError, match="camel_cards.spark.score"):
        camel_cards.score(df)


def test_tallies_are_merged_in_a_tree(running: Any) -> None:
    import camel_cards.spark

    entries = [*generate("ties", 1100, seed=5)]
    parts = [(part, 1, Tally([entry]).to_bytes()) for part, entry in enumerate(entries)]
    merged = running[0].createDataFrame(parts, "part bigint, rows bigint, tally binary")
    for fan_in, expected in zip(camel_cards.spark._FAN_INS, (35, 2, 1), strict=True):
        merged = camel_cards.spark._merged(merged, fan_in).localCheckpoint()
        rows = merged.collect()
        assert sorted(row["part"] for row in rows) == [*range(expected)]
        assert sum(row["rows"] for row in rows) == 1100
    assert bytes(rows[0]["tally"]) == Tally(entries).to_bytes()


def test_sql(running: Any) -> None:
    import camel_cards.spark

    spark, _ = running
    with warnings.catch_warnings(action="error", category=UserWarning):
        camel_cards.spark.register(spark)
    entries = [*generate("ties", 200, seed=5)]
    rows = [(hand, bid, n % 7) for n, (hand, bid) in enumerate(entries)] + [(None, 1, 99)]
    spark.createDataFrame(rows, "hand string, bid bigint, g int").createOrReplaceTempView("hands")
    found = spark.sql(
        "select hand, hand_type(hand, 'joker') t, hand_strength(hand, 'joker') s, hand_error(hand) e from hands"
    ).collect()
    hands = [hand for hand, _, _ in rows]
    assert [row["t"] for row in found] == camel_cards.hand_type(hands, "joker")
    assert [row["s"] for row in found] == camel_cards.strength(hands, "joker")
    assert {row["e"] for row in found} == {None}
    assert spark.sql("select hand_error('AAAA')").first()[0] == "expected a hand of 5 cards, found 4"
    assert spark.sql("select hand_type('x', cast(null as string))").first()[0] is None
    mixed = "select hand_strength('KTJJT', r) from values ('joker'), ('standard'), (null) as v(r)"
    assert [row[0] for row in spark.sql(mixed).collect()] == [370272, camel_cards.Hand("KTJJT").strength("standard"), None]
    for call in ("hand_strength(23456, 'joker')", "hand_type(23456, 'joker')", "hand_error(23456)"):
        with pytest.raises(Exception, match="InputError: expected a column of strings, found Int32"):
            spark.sql(f"select {call}").collect()
    with pytest.raises(Exception, match="\"AAAA\": expected a hand of 5 cards, found 4"):
        spark.sql("select hand_type('AAAA', 'joker')").collect()
    totals = spark.sql(
        "select g, total_winnings(collect_list(struct(hand, bid)), 'joker', 'min') total from hands "
        "where hand is not null group by g"
    ).collect()
    assert len(totals) == 7
    for row in totals:
        right = score(((hand, bid) for hand, bid, g in rows if g == row["g"]), ties="min")
        assert int(row["total"]) == right.joker


@pytest.mark.parametrize(
    ("arguments", "total"),
    [
        ("array(struct('AAAAA', 1), struct('22222', 2))", 4),
        ("array(struct('AAAAA', cast(18446744073709551615 as decimal(20, 0))))", 2**64 - 1),
        ("cast(array() as array<struct<hand: string, bid: bigint>>)", 0),
        ("cast(null as array<struct<hand: string, bid: bigint>>)", None),
        ("array(struct('AAAAA', 1.5D))", 'column "bid": expected a column of whole numbers, found Float64'),
        ("array(struct('AAAAA', 1.5))", r'column "bid": expected a column of whole numbers, found Decimal128\(2, 1\)'),
        ("array(struct('AAAAA', 1), struct('22222', null))", 'InputError: expected a bid, found null'),
        ("array(struct('AAAAA', 1), struct(null, 2))", 'InputError: expected a hand, found null'),
        ("array('AAAAA')", r"expected total_winnings\(collect_list\(struct\(hand, bid\)\), rules, ties\), found"),
    ],
)
def test_totals_in_sql(running: Any, arguments: str, total: int | None | str) -> None:
    import camel_cards.spark

    spark, _ = running
    camel_cards.spark.register(spark)
    query = f"select total_winnings({arguments}, 'joker', 'min')"
    if isinstance(total, str):
        with pytest.raises(Exception, match=total):
            spark.sql(query).collect()
    else:
        found = spark.sql(query).first()[0]
        assert found is None if total is None else int(found) == total


def test_sql_has_no_ordinal_ties(running: Any) -> None:
    import camel_cards.spark

    spark, _ = running
    camel_cards.spark.register(spark)
    with pytest.raises(Exception, match="no ordinal ties"):
        spark.sql("select total_winnings(array(struct('AAAAA', 1)), 'joker', 'ordinal')").collect()
