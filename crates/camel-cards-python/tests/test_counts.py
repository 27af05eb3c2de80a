"""`score_counts`: what one GROUP BY of each library gives, against the entries themselves."""

from __future__ import annotations

import io
import sqlite3
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import polars
import pyarrow
import pytest

from camel_cards import Hand, InputError, Score, Ties, generate, score, score_counts

ENTRIES = [*generate("ties", 1000, seed=7), ("AAAAA", 2**64 - 1), ("AAAAA", 2**64 - 1)]
ORDERLESS: tuple[Ties, ...] = ("min", "max", "dense")
GROUPS: dict[str, list[int]] = {}
for _hand, _bid in ENTRIES:
    GROUPS.setdefault(_hand, []).append(_bid)
ROWS = [(hand, len(bids), sum(bids)) for hand, bids in GROUPS.items()]
CSV = "".join(f"{hand},{count},{bid_sum}\n" for hand, count, bid_sum in ROWS)
HEADER = "hand,count,bid_sum\n"


def tables(rows: list[tuple[str, int, int]]) -> dict[str, Any]:
    hands, counts, sums = zip(*rows)
    decimals = pyarrow.array(map(Decimal, sums), pyarrow.decimal128(38, 0))
    table = pyarrow.table({"hand": hands, "count": counts, "bid_sum": decimals})
    return {
        "table": table,
        "chunked": pyarrow.concat_tables(table.slice(start, 7) for start in range(0, len(rows), 7)),
        "sliced": pyarrow.concat_tables([table, table]).slice(len(rows)),
        "dictionary": table.set_column(0, "hand", table["hand"].dictionary_encode()),
        "small counts": table.set_column(1, "count", table["count"].cast("uint16")),
        "duckdb": duckdb.from_arrow(table),
        "rows": rows,
        "iterator": iter(rows),
        "hands and decimals": [(Hand(hand), Decimal(count), Decimal(sum_)) for hand, count, sum_ in rows],
    }


def test_sources(tmp_path: Path) -> None:
    path = tmp_path / "counts.csv"
    path.write_text(HEADER + CSV)
    for ties in ORDERLESS:
        right = score(ENTRIES, ties=ties)
        for name, table in tables(ROWS).items():
            assert score_counts(table, ties=ties) == right, name
        for source in (path, str(path), CSV.encode(), io.StringIO(HEADER + CSV), io.BytesIO(CSV.encode())):
            assert score_counts(source, ties=ties) == right
    assert score_counts([], ties="min") == Score(0, 0, 0, 0)


def test_decimals_of_each_width() -> None:
    hands, counts, sums = zip(("32T3K", 1, 765), ("KTJJT", 3, 220))
    right = score_counts([("32T3K", 1, 765), ("KTJJT", 3, 220)], ties="min")
    widths = {"decimal32": 9, "decimal64": 18, "decimal128": 38, "decimal256": 76}
    # pyarrow 18 has only the last two.
    kinds = [getattr(pyarrow, kind)(digits, 0) for kind, digits in widths.items() if hasattr(pyarrow, kind)]
    assert len(kinds) >= 2
    for kind in kinds:
        columns = {name: pyarrow.array(map(Decimal, column), kind) for name, column in (("count", counts), ("bid_sum", sums))}
        assert score_counts(pyarrow.table({"hand": hands, **columns}), ties="min") == right, kind

    def wide(bid_sum: int | None) -> pyarrow.Table:
        sums = pyarrow.array([None if bid_sum is None else Decimal(bid_sum)], pyarrow.decimal256(76, 0))
        return pyarrow.table({"hand": ["AAAAA"], "count": pyarrow.array([2**64 - 1], "uint64"), "bid_sum": sums})

    assert score_counts(wide(2**64 - 1), ties="dense").joker == 2**64 - 1
    for bid_sum, message in (
        (2**128, f"expected a bid sum of at most {2**128 - 1}, found {2**128}"),
        (10**70, f"expected a bid sum of at most {2**128 - 1}, found {10**70}"),
        (-(10**70), f"expected a bid sum of at least 0, found {-(10**70)}"),
        (-1, "expected a bid sum of at least 0, found -1"),
        (None, "expected a bid sum, found null"),
    ):
        with pytest.raises(InputError, match=f'^row 0, column "bid_sum": {message}$'):
            score_counts(wide(bid_sum), ties="dense")


def test_sums_of_128_bits_of_polars() -> None:
    small = ENTRIES[:1000]
    entries = polars.DataFrame(small, schema={"hand": polars.String, "bid": polars.Int64}, orient="row").lazy()
    for kind in (polars.Int128, polars.UInt128):
        # As docs/use/sql.md has it.
        counts = entries.group_by("hand").agg(
            polars.len().alias("count"),
            polars.col("bid").cast(kind).sum().alias("bid_sum"),
        )
        for table in (counts, counts.collect()):
            assert score_counts(table, ties="min") == score(small, ties="min")


def test_what_databases_give() -> None:
    small = ENTRIES[:1000]
    right = score(small, ties="dense")
    frame = polars.DataFrame(small, schema={"hand": polars.String, "bid": polars.Int64}, orient="row")
    counted = frame.lazy().group_by("hand").agg(polars.len().alias("count"), polars.col("bid").sum().alias("bid_sum"))
    assert score_counts(counted.collect(), ties="dense") == score_counts(counted, ties="dense") == right
    query = "select hand, count(*) as count, sum(bid) as bid_sum from frame group by hand"
    relation = duckdb.sql(query)
    assert score_counts(relation, ties="dense") == score_counts(relation.fetchall(), ties="dense") == right
    connection = sqlite3.connect(":memory:")
    connection.execute("create table frame (hand text, bid integer)")
    connection.executemany("insert into frame values (?, ?)", small)
    assert score_counts(connection.execute(query), ties="dense") == right
    renamed = frame.group_by(cards="hand").agg(n=polars.len(), stake=polars.col("bid").sum())
    assert score_counts(renamed, hand="cards", count="n", bid_sum="stake", ties="dense") == right


@pytest.mark.parametrize(
    ("row", "column", "message"),
    [
        (("AAAA", 1, 1), "hand", "expected a hand of 5 cards, found 4"),
        (("AAAAA", 1, 1), "hand", "expected each hand once, as `GROUP BY hand` gives it, found AAAAA again"),
        (("23456", 0, 5), "bid_sum", "expected a bid sum of 0 for a count of 0, found 5"),
        (("23456", 1, 2**64), "bid_sum", f"expected a bid sum of at most {2**64 - 1} for a count of 1, found {2**64}"),
        (("23456", 2**64 - 1, 0), "count", f"expected counts that add up to at most {2**64 - 1}, found more"),
    ],
)
def test_bad_rows(row: tuple[str, int, int], column: str, message: str) -> None:
    number = len(ROWS)
    hands, counts, sums = zip(*ROWS, row)
    decimals = pyarrow.array(map(Decimal, sums), pyarrow.decimal128(38, 0))
    table = pyarrow.table({"hand": hands, "count": pyarrow.array(counts, pyarrow.uint64()), "bid_sum": decimals})
    for source in ([*ROWS, row], table, table.to_reader(max_chunksize=7)):
        with pytest.raises(InputError) as raised:
            score_counts(source, ties="min")
        assert str(raised.value).replace(', "AAAA"', "") == f'row {number}, column "{column}": {message}'
        assert (raised.value.row, raised.value.column) == (number, column)
    line = ",".join(map(str, row))
    with pytest.raises(InputError) as raised:
        score_counts((CSV + line).encode(), ties="min")
    assert raised.value.line == number + 1
    assert str(raised.value).startswith(f"<bytes>:{number + 1}:")
    assert str(raised.value).endswith(message)
    assert raised.value.expected and raised.value.found
    if message.startswith("expected "):
        assert f"expected {raised.value.expected}, found {raised.value.found}" in message


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (("AAAAA", 1), "row 0: expected a hand, its count and its bid sum, found tuple ('AAAAA', 1)"),
        (5, "row 0: expected a hand, its count and its bid sum, found int 5"),
        (("AAAAA", -1, 0), 'row 0, column "count": expected a count of at least 0, found int -1'),
        (("AAAAA", 1, 1.5), 'row 0, column "bid_sum": expected a bid sum as an int, found float 1.5'),
        (("AAAAA", 1, None), 'row 0, column "bid_sum": expected a bid sum as an int, found NoneType None'),
        (("AAAAA", 1, Decimal("1.5")), "expected a bid sum as an int, found Decimal Decimal('1.5')"),
        (("AAAAA", 2**64, 1), f'row 0, column "count": expected a count of at most {2**64 - 1}, found int {2**64}'),
    ],
)
def test_rows_of_something_else(row: Any, message: str) -> None:
    with pytest.raises(InputError) as raised:
        score_counts([row], ties="min")
    assert str(raised.value).endswith(message)


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"hand": ["AAAAA"], "count": [1.5], "bid_sum": [1]}, 'column "count": expected a column of whole numbers'),
        ({"hand": ["AAAAA"], "count": [1]}, 'expected a column "bid_sum", found "hand", "count"'),
        ({"hand": [None], "count": [1], "bid_sum": [1]}, 'row 0, column "hand": expected a hand, found null'),
        ({"hand": ["AAAAA"], "count": [1], "bid_sum": [None]}, 'row 0, column "bid_sum": expected a bid sum, found'),
        ({"hand": ["AAAAA"], "count": [-1], "bid_sum": [1]}, 'row 0, column "count": expected a count of at least 0'),
    ],
)
def test_bad_tables(columns: dict[str, list[Any]], message: str) -> None:
    schema = {name: pyarrow.int64() for name in columns if columns[name] == [None] and name != "hand"}
    schema |= {name: pyarrow.string() for name in columns if name == "hand"}
    arrays = {name: pyarrow.array(values, schema.get(name)) for name, values in columns.items()}
    with pytest.raises(InputError) as raised:
        score_counts(pyarrow.table(arrays), ties="min")
    assert str(raised.value).startswith(message)


def test_ordinal_ties_are_refused() -> None:
    with pytest.raises(ValueError, match="^ordinal ties need the order of the entries"):
        score_counts(ROWS, ties="ordinal")


def test_totals_that_are_too_large_are_an_error() -> None:
    greatest = (2**64 - 2) * (2**64 - 1)
    rows = [("22222", 2**64 - 2, greatest), ("AAAAA", 1, 0)]
    assert score_counts(rows, ties="min") == Score(2**64 - 1, 2**64 - 2, greatest, greatest)
    with pytest.raises(OverflowError):
        score_counts(rows, ties="max")


def test_counts_past_64_bits_are_an_error_in_tables_too() -> None:
    for count, bid_sum in ((2**64, 0), (2**64, None), (2**64 + 3, 7)):
        counts = pyarrow.array([Decimal(count)], pyarrow.decimal128(38, 0))
        table = pyarrow.table({"hand": ["AAAAA"], "count": counts, "bid_sum": pyarrow.array([bid_sum], "int64")})
        for source in (table, [("AAAAA", count, bid_sum)]):
            with pytest.raises(InputError, match=f'^row 0, column "count": expected a count of at most {2**64 - 1}, found'):
                score_counts(source, ties="min")
