"""What can be read: frames of each library, with all that they may hold."""

from __future__ import annotations

import array
import collections
import io
import mmap
import os
import pickle
import threading
import time
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import numpy
import pandas
import polars
import pyarrow
import pyarrow.dataset
import pytest
from pyarrow import parquet

from conftest import ROOT

from camel_cards import Hand, InputError, Score, Tally, generate, hand_type, rank, score, score_counts, strength

ENTRIES = [*generate("ties", 1000, seed=7)]
HANDS = [hand for hand, _ in ENTRIES]
BIDS = [bid for _, bid in ENTRIES]
RIGHT = score(ENTRIES)
COLUMNS: dict[str, Any] = {"hand": HANDS, "bid": BIDS}
# Relations of DuckDB before 1.4 end with their connection.
CONNECTION = duckdb.connect()
PYARROW = int(pyarrow.__version__.split(".")[0])


def tables() -> dict[str, Any]:
    table = pyarrow.table(COLUMNS)
    frame = polars.DataFrame(COLUMNS)
    pandas_frame = pandas.DataFrame(COLUMNS)

    def strings(kind: pyarrow.DataType) -> pyarrow.Table:
        return pyarrow.table({"hand": pyarrow.array(HANDS, kind), "bid": BIDS})

    chunks = [table.slice(start, 7) for start in range(0, 1000, 7)]
    long = pyarrow.concat_tables([table.slice(900), table, table.slice(0, 100)])
    CONNECTION.register("entries", table)
    CONNECTION.execute(f"create or replace type enum_hand as enum {tuple(sorted({*HANDS}))}")
    return {
        "table": table,
        "batch": table.to_batches()[0],
        "reader": table.to_reader(max_chunksize=13),
        "large strings": strings(pyarrow.large_string()),
        "string views": strings(pyarrow.string_view()),
        "sliced": long.slice(100, 1000),
        "chunked": pyarrow.concat_tables(chunks),
        "dictionary": table.set_column(0, "hand", table["hand"].dictionary_encode()),
        "dictionaries": pyarrow.concat_tables(
            [chunk.set_column(0, "hand", chunk["hand"].dictionary_encode()) for chunk in chunks]
        ),
        "struct array": pyarrow.chunked_array(
            [pyarrow.StructArray.from_arrays(table.to_batches()[0].columns, ["hand", "bid"])]
        ),
        "polars": frame,
        "polars sliced": polars.concat([frame, frame])[1000:],
        "polars chunked": polars.concat([frame[:500], frame[500:]], rechunk=False),
        "polars categories": frame.with_columns(polars.col("hand").cast(polars.Categorical)),
        "polars lazy": frame.lazy(),
        "polars more columns": frame.with_columns(other=polars.lit(1.5)).with_row_index(),
        "pandas": pandas_frame,
        "pandas object": pandas_frame.astype({"hand": object}),
        "pandas category": pandas_frame.astype({"hand": "category"}),
        "pandas sliced": pandas.concat([pandas_frame, pandas_frame])[1000:],
        "duckdb": CONNECTION.sql("select * from entries"),
        "duckdb sums": CONNECTION.sql("select hand, bid::hugeint as bid from entries"),
        "duckdb enum": CONNECTION.sql("select hand::enum_hand as hand, bid from entries"),
    }


def test_tables() -> None:
    for name, table in tables().items():
        assert score(table, ties="ordinal") == RIGHT, name


INTEGERS = [f"{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)]


@pytest.mark.parametrize("kind", INTEGERS)
def test_integers_of_each_width(kind: str) -> None:
    bids = [min(bid, 127) for bid in BIDS]
    right = score(zip(HANDS, bids))
    values = pyarrow.array(bids, kind)
    assert score(pyarrow.table({"hand": HANDS, "bid": values})) == right
    assert score(pandas.DataFrame({"hand": HANDS, "bid": numpy.array(bids, kind)})) == right
    assert score(polars.from_arrow(pyarrow.table({"hand": HANDS, "bid": values}))) == right
    if not kind.startswith("u"):
        bad = pyarrow.table({"hand": HANDS, "bid": pyarrow.array([*bids[:-1], -5], kind)})
        with pytest.raises(InputError, match=r'^row 999, column "bid": expected a bid of at least 0, found -5$'):
            score(bad)


def test_numbers_of_any_size() -> None:
    greatest = 2**64 - 1
    assert score([("AAAAA", greatest)] * 3).standard == greatest * 6
    table = pyarrow.table({"hand": ["AAAAA"] * 3, "bid": pyarrow.array([greatest] * 3, "uint64")})
    assert score(table).joker == greatest * 6
    sums = pyarrow.array([Decimal(greatest)], pyarrow.decimal128(38, 0))
    assert score(pyarrow.table({"hand": ["AAAAA"], "bid": sums})).joker == greatest
    for bid in (greatest + 1, 10**37):
        sums = pyarrow.array([Decimal(bid)], pyarrow.decimal128(38, 0))
        with pytest.raises(InputError, match=f"expected a bid of at most {greatest}, found {bid}$"):
            score(pyarrow.table({"hand": ["AAAAA"], "bid": sums}))
        with pytest.raises(InputError, match=f'row 0, column "bid": expected a bid of at most {greatest}'):
            score([("AAAAA", bid)])


def test_iterables() -> None:
    assert score(iter(ENTRIES)) == score(map(list, ENTRIES)) == RIGHT
    assert score((Hand(hand), numpy.int64(bid)) for hand, bid in ENTRIES) == RIGHT
    assert score({hand: 1 for hand in ("AAAAA", "KKKKK")}.items()).standard == 3
    Row = collections.namedtuple("Row", "hand bid")
    assert score(Row(*entry) for entry in ENTRIES) == RIGHT
    assert score([]) == Score(0, 0, 0, 0)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        (("AAAA", 1), 'column "hand", "AAAA": expected a hand of 5 cards, found 4'),
        (("AAAAk", 1), "column \"hand\", \"AAAAk\": unknown label 'k'; labels are upper case, did you mean 'K'?"),
        (("10AAA", 1), "(one of 23456789TJQKA), found '1' (the label of a ten is T)"),
        ((None, 1), 'column "hand": expected a hand as a str, found NoneType None'),
        (("AAAAA", -1), 'column "bid": expected a bid of at least 0, found int -1'),
        (("AAAAA", 1.0), 'column "bid": expected a bid as an int, found float 1.0'),
        (("AAAAA", True), 'column "bid": expected a bid as an int, found bool True'),
        (("AAAAA", numpy.int64(-1)), 'column "bid": expected a bid of at least 0, found int64 np.int64(-1)'),
        (("AAAAA", "1"), "column \"bid\": expected a bid as an int, found str '1'"),
        ({"hand": "AAAAA", "bid": 1}, "expected a pair of hand and bid, found dict {'hand': 'AAAAA', 'bid': 1}"),
        ("AA", "expected a pair of hand and bid, found str 'AA'"),
        (("AAAAA",), "expected a pair of hand and bid, found tuple ('AAAAA',)"),
        (5, "expected a pair of hand and bid, found int 5"),
    ],
)
def test_bad_rows(row: Any, message: str) -> None:
    with pytest.raises(InputError) as raised:
        score([*ENTRIES, row])
    assert str(raised.value).startswith("row 1000")
    assert str(raised.value).endswith(message)
    assert raised.value.row == 1000


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"hand": HANDS[:2], "bid": [1, None]}, 'row 1, column "bid": expected a bid, found null'),
        ({"hand": [None, "x"], "bid": [1, 2]}, 'row 0, column "hand": expected a hand, found null'),
        ({"hand": ["x", None], "bid": [1, 2]}, 'row 0, column "hand", "x": expected a card label'),
        ({"hand": ["AAAAA"], "bid": [1.5]}, 'column "bid": expected a column of whole numbers, found Float64'),
        ({"hand": [5], "bid": [1]}, 'column "hand": expected a column of strings, found Int64'),
        ({"cards": ["AAAAA"], "bid": [1]}, 'expected a column "hand", found "cards", "bid"'),
    ],
)
def test_bad_tables(table: dict[str, list[Any]], message: str) -> None:
    for made in (pyarrow.table(table), polars.DataFrame(table), pyarrow.RecordBatch.from_pydict(table)):
        with pytest.raises(InputError) as raised:
            score(made)
        assert str(raised.value).startswith(message)


def test_bad_rows_count_from_the_start_of_the_table() -> None:
    table = pyarrow.table({"hand": [*HANDS, "AAAA"], "bid": [*BIDS, 1]})
    for chunk in (1, 7, 1000, 1001):
        with pytest.raises(InputError) as raised:
            score(table.to_reader(max_chunksize=chunk))
        assert (raised.value.row, raised.value.column) == (1000, "hand")
        encoded = table.set_column(0, "hand", table["hand"].dictionary_encode())
        with pytest.raises(InputError, match="^row 1000, "):
            score(encoded.to_reader(max_chunksize=chunk))
    nulls = polars.DataFrame({"hand": [*HANDS, None], "bid": [*BIDS, 1]})
    with pytest.raises(InputError, match='^row 1000, column "hand": expected a hand, found null$'):
        score(nulls.with_columns(polars.col("hand").cast(polars.Categorical)))


def test_generated_inputs_are_read_as_their_text() -> None:
    made = generate("uniform", 200_000)
    start = time.process_time()
    right = score(made.text.encode())
    of_text = time.process_time() - start
    start = time.process_time()
    assert score(made) == right
    assert time.process_time() - start < 10 * max(of_text, 0.01)


def test_other_column_names() -> None:
    frame = polars.DataFrame(COLUMNS).rename({"hand": "cards", "bid": "stake"})
    assert score(frame, hand="cards", bid="stake") == RIGHT
    assert Tally(frame, hand="cards", bid="stake").score() == RIGHT


def test_no_sources() -> None:
    for source in (5, None, object(), pyarrow.dataset.dataset(pyarrow.table(COLUMNS)).scanner()):
        with pytest.raises(TypeError, match="^expected a path, bytes, a file, a table or an iterable.* found"):
            score(source)  # type: ignore[arg-type]
    for start, found in ((b"PAR1", "a Parquet"), (b"ARROW1", "an Arrow")):
        message = f"^<bytes>: expected entries, found {found} file"
        with pytest.raises(InputError, match=message):
            score(start + b"\0\n")
        with pytest.raises(InputError, match=message):
            score_counts(start + b"\0\n", ties="min")
    with pytest.raises(InputError, match=f'^row 0, column "hand", "{"A" * 40}": expected a hand of 5 cards'):
        score([("A" * 10**6, 1)])
    with pytest.raises(InputError, match="expected a path"):
        score("AAAAA 1\nKKKKK 2\n")
    for column in (polars.Series(HANDS), pyarrow.array(HANDS), pyarrow.chunked_array([HANDS])):
        with pytest.raises(InputError, match='expected a table with columns "hand" and "bid", found a column'):
            score(column)
    with pytest.raises(FileNotFoundError) as raised:
        score("no such file")
    assert raised.value.filename == "no such file"
    with pytest.raises(IsADirectoryError) as of_folder:
        score("/")
    assert of_folder.value.filename == "/"
    with pytest.raises(ValueError, match="^ties: expected one of ordinal, min, max, dense, found 'average'"):
        score([], ties="average")  # type: ignore[arg-type]


def test_buffers(tmp_path: Path) -> None:
    text = generate("ties", 1000, seed=7).text.encode()
    path = tmp_path / "hands.txt"
    path.write_bytes(text)
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        assert score(mapped) == RIGHT
    assert score(numpy.frombuffer(text, numpy.uint8)) == RIGHT
    assert score(array.array("B", text)) == RIGHT
    assert score(memoryview(text)[:0]) == Score(0, 0, 0, 0)


def test_a_tally_is_no_entries_and_the_message_says_who_reads_it() -> None:
    message = "<bytes>: expected entries, found a tally (`Tally.from_bytes` reads its bytes)"
    with pytest.raises(InputError) as raised:
        score(Tally(ENTRIES).to_bytes())
    assert str(raised.value) == message


def test_named_pipes(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_text, args=(generate("ties", 1000, seed=7).text,))
    writer.start()
    assert score(path) == RIGHT
    writer.join()


def test_a_file_object_that_fails_fails_as_it_is() -> None:
    class Failing:
        def read(self, n: int) -> bytes:
            raise TimeoutError("too late")

    with pytest.raises(TimeoutError, match="too late"):
        score(Failing())

    class Wrong:
        def read(self, n: int) -> int:
            return 5

    with pytest.raises(TypeError, match=r"expected read\(\) to give bytes or str, found int"):
        score(Wrong())  # type: ignore[arg-type]


def test_iterators_that_fail_fail_as_they_are() -> None:
    def entries() -> Any:
        yield "AAAAA", 1
        raise TimeoutError("too late")

    class Entries:
        def __iter__(self) -> Any:
            raise TimeoutError("too late")

    for source in (entries(), Entries()):
        with pytest.raises(TimeoutError):
            score(source)
    with pytest.raises(TimeoutError):
        strength(Entries(), "joker")


def test_streams_that_fail_are_no_entries_that_are_wrong() -> None:
    table = pyarrow.table(COLUMNS)

    def batches(error: BaseException | None) -> Any:
        yield from table.to_batches()
        if error is not None:
            raise error

    def reader(error: BaseException | None) -> pyarrow.RecordBatchReader:
        return pyarrow.RecordBatchReader.from_batches(table.schema, batches(error))

    assert score(reader(None)) == RIGHT
    with pytest.raises(RuntimeError, match="too late"):
        score(reader(TimeoutError("too late")))
    with pytest.raises(KeyboardInterrupt):
        score(reader(KeyboardInterrupt()))


def test_an_array_that_was_read_is_an_error() -> None:
    class Once:
        """It hands out the same capsules again."""

        capsules = pyarrow.RecordBatch.from_pydict(COLUMNS).__arrow_c_array__()

        def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]:
            return self.capsules

    assert score(Once()) == RIGHT
    with pytest.raises(pyarrow.ArrowInvalid, match="^Cannot import released Arrow"):
        score(Once())


def test_columns_of_streams_without_batches_are_looked_at() -> None:
    empty: dict[str, list[Any]] = {"hand": [], "bid": []}
    for table in (pyarrow.table(empty), polars.DataFrame(empty), polars.LazyFrame(empty)):
        assert score(table, ties="min") == Score(0, 0, 0, 0)
    for other in (pyarrow.table({"x": []}), polars.DataFrame({"x": []}), polars.LazyFrame({"x": []})):
        with pytest.raises(InputError, match='^expected a column "hand", found "x"$'):
            score(other, ties="min")
        with pytest.raises(InputError, match='^expected a column "hand", found "x"$'):
            score_counts(other, ties="min")
        with pytest.raises(InputError, match='^expected a column "hand", found "x"$'):
            strength(other, "joker")
    floats = pyarrow.schema([("hand", pyarrow.string()), ("bid", pyarrow.float64())])
    with pytest.raises(InputError, match='^column "bid": expected a column of whole numbers, found Float64$'):
        score(floats.empty_table())


def sources_of_the_guide(folder: Path) -> dict[str, Any]:
    table, frame = pyarrow.table(COLUMNS), pandas.DataFrame(COLUMNS)
    frame.to_csv(folder / "hands.csv")
    parquet.write_table(table, folder / "hands.parquet")
    runs = {"hand": table["hand"].dictionary_encode(), "bid": pyarrow.compute.run_end_encode(pyarrow.array(BIDS))}
    spark = type("DataFrame", (), {"__module__": "pyspark.sql"})
    return {
        "pandas: frame, `read_csv(…, chunksize=n)`": [
            frame,
            frame.astype({"hand": "string[pyarrow]", "bid": "int64[pyarrow]"}),
            pandas.read_csv(folder / "hands.csv", chunksize=9),
        ],
        "Polars: frame": [polars.DataFrame(COLUMNS)],
        "Polars: lazy frame": [polars.LazyFrame(COLUMNS)],
        "DuckDB: relation": [CONNECTION.from_arrow(table)],
        "pyarrow: table, batch, reader, data set, Parquet file": [
            table,
            table.to_batches()[0],
            table.to_reader(),
            pyarrow.dataset.dataset(folder / "hands.parquet"),
            parquet.ParquetFile(folder / "hands.parquet"),
            pyarrow.table(runs),
            pyarrow.table({"hand": pyarrow.array(HANDS, pyarrow.string_view()), "bid": BIDS}),
        ],
        "pyarrow: scanner": [pyarrow.dataset.dataset(table).scanner()],
        "NumPy: structured array": [numpy.array(ENTRIES, dtype=[("hand", "S5"), ("bid", "i8")])],
        "list or iterator of frames or batches": [[frame[:9], frame[9:]], iter(table.to_batches(max_chunksize=9))],
        "list of lazy frames, list of dicts, dict of lists": [
            [polars.LazyFrame(COLUMNS)],
            frame.to_dict("records"),
            COLUMNS,
        ],
        "Spark: DataFrame (use `camel_cards.spark.score`)": [spark()],
    }


def test_the_table_of_sources_in_the_guide(tmp_path: Path) -> None:
    lines = (ROOT / "docs/use/python.md").read_text().splitlines()
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if line.startswith("|")]
    told = {row[0]: row[1] for row in rows if row[1] in ("right", "needs ties", "refused")}
    found = {}
    for name, sources in sources_of_the_guide(tmp_path).items():
        outcomes = set()
        for source in sources:
            try:
                assert score(source) == RIGHT, name
                outcomes.add("right")
            except (InputError, TypeError):
                outcomes.add("refused")
            except ValueError as error:
                assert "spark.score" in str(error) or score(source, ties="ordinal").entries == RIGHT.entries
                outcomes.add("needs ties")
        (found[name],) = outcomes
    assert found == told


def test_tables_that_follow_each_other(tmp_path: Path) -> None:
    table, frame = pyarrow.table({"other": [{}] * len(HANDS), **COLUMNS}), pandas.DataFrame(COLUMNS)
    for start in range(0, len(HANDS), 100):
        parquet.write_table(table.slice(start, 100).drop_columns("other"), tmp_path / f"{start:04}.parquet")
    frame.to_csv(tmp_path / "hands.csv")
    files = pyarrow.dataset.dataset(sorted(map(str, tmp_path.glob("*.parquet"))))
    for tables in (
        [frame[:300], frame[300:]],
        iter(table.to_batches(max_chunksize=7)),
        (part for part in (polars.DataFrame(COLUMNS)[:10], table.slice(10))),
        pandas.read_csv(tmp_path / "hands.csv", chunksize=33),
        files,
    ):
        assert score(tables) == RIGHT  # type: ignore[arg-type]
    first = parquet.ParquetFile(tmp_path / "0000.parquet")
    assert score(first) == Tally(first).score() == score(ENTRIES[:100])  # type: ignore[arg-type]
    counts = pyarrow.table({"hand": ["AAAAA"], "count": [2], "bid_sum": [5]})
    others = counts.set_column(0, "hand", [["KKKKK"]])
    assert score_counts([counts, others], ties="min").entries == 4
    bad = pyarrow.table({"hand": ["AAAAA", "?"], "bid": [1, 1]})
    with pytest.raises(InputError, match='^row 1001, column "hand", ".": expected a card label'):
        score([table, bad])
    with pytest.raises(InputError, match='^row 1, column "hand", ".": expected a card label'):
        score_counts([counts, counts.set_column(0, "hand", [["?"]])], ties="min")
    with pytest.raises(TypeError, match="^expected only tables, like the first item, found tuple"):
        score([table, ("AAAAA", 1)])  # type: ignore[list-item]
    with pytest.raises(InputError, match="^row 1"):
        score([("AAAAA", 1), table])  # type: ignore[list-item]
    with pytest.raises(InputError, match='^expected a column "stake", found "hand", "bid"$'):
        score(files, bid="stake")  # type: ignore[arg-type]
    # Several relations have no order of rows either, which only `ties` of each could say.
    with pytest.raises(InputError, match="^row 0: expected a pair of hand and bid, found LazyFrame"):
        score([polars.LazyFrame(COLUMNS)], ties="min")


def test_runs_and_dictionaries_of_bids() -> None:
    for runs in (pyarrow.int16(), pyarrow.int32(), pyarrow.int64()):
        hands, bids = (pyarrow.compute.run_end_encode(pyarrow.array(sorted(of)), run_end_type=runs) for of in (HANDS, BIDS))
        table = pyarrow.table({"hand": hands, "bid": bids}).slice(5)
        assert score(table) == score(zip(sorted(HANDS)[5:], sorted(BIDS)[5:]))
    assert strength(hands, "joker").to_pylist() == strength(sorted(HANDS), "joker")
    for values in (pyarrow.array(BIDS), pyarrow.array(BIDS, pyarrow.uint16()), pyarrow.array(map(Decimal, BIDS))):
        assert score(pyarrow.table({"hand": HANDS, "bid": values.dictionary_encode()}).slice(5)) == score(ENTRIES[5:])
    bids = pyarrow.array([1, -2, None])
    for encoded in (bids.dictionary_encode(), pyarrow.compute.run_end_encode(bids)):
        with pytest.raises(InputError, match='^row 1, column "bid": expected a bid of at least 0, found -2$'):
            score(pyarrow.table({"hand": ["AAAAA"] * 3, "bid": encoded}))
        with pytest.raises(InputError, match='^row 0, column "bid": expected a bid, found null$'):
            score(pyarrow.table({"hand": ["AAAAA"], "bid": encoded[2:]}))


def test_arrays_of_numpy() -> None:
    for kind in ("S5", "U5", object):
        hands = numpy.array(HANDS, dtype=kind)
        assert score(zip(hands, numpy.array(BIDS))) == RIGHT
        assert [*strength(hands, "joker")] == strength(HANDS, "joker")
        assert [*hand_type(hands, "joker")] == hand_type(HANDS, "joker")
    assert score(numpy.array(ENTRIES, dtype=[("hand", "S5"), ("bid", "i8")])) == RIGHT
    assert strength(hands, "joker").dtype == numpy.int64
    assert [*strength(numpy.array([b"AAAAA", b"x"]), "joker", errors="null")] == [371293, None]


def test_bad_lines_are_skipped_with_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "hands.txt"
    path.write_text("AAAAA 1\nx\nKKKKK 2\nQQQQQ\n")
    right = score([("AAAAA", 1), ("KKKKK", 2)])
    message = f"^skipped {path}:2:1: expected a card label .*, found 'x', and 1 more bad line$"
    for skip in (
        lambda: score(path, skip_bad_lines=True),
        lambda: Tally(path, skip_bad_lines=True).score(),
        lambda: (tally := Tally(), tally.update(path, skip_bad_lines=True)) and tally.score(),
    ):
        with pytest.warns(UserWarning, match=message) as warned:
            assert skip() == right
        assert [Path(one.filename).name for one in warned] == [Path(__file__).name]
    with pytest.raises(ValueError, match="^skip_bad_lines works only on text; hand_error says which rows are bad$"):
        score(ENTRIES, skip_bad_lines=True)


def test_the_number_of_threads(tmp_path: Path) -> None:
    path = tmp_path / "hands.txt"
    path.write_text(generate("ties", 1000, seed=7).text)
    assert score(path, threads=1) == Tally(path, threads=3).score() == RIGHT
    with pytest.raises(ValueError, match="^threads: expected at least 1, found 0"):
        score(path, threads=0)


def test_ties_have_to_be_told_where_rows_have_no_order() -> None:
    unread = polars.LazyFrame({"x": []})
    for source, message in (
        (unread, "^rows of a lazy frame may come in any order; pass ties="),
        (duckdb.sql("select 1 as x"), "^rows of a relation have no order; pass ties="),
    ):
        with pytest.raises(ValueError, match=message):
            score(source)
        with pytest.raises(ValueError, match=message):
            rank(source, "joker")
    total = Tally(ENTRIES)
    for unordered in (polars.LazyFrame(COLUMNS), CONNECTION.from_arrow(pyarrow.table(COLUMNS))):
        tally = Tally(unordered)
        total.merge(tally)
        for one in (tally, total):
            with pytest.raises(ValueError, match="^some of the rows had no order: pass ties="):
                one.score()
            assert one.score("min").entries == one.entries
    with pytest.raises(TypeError, match="ties"):
        score_counts([])  # type: ignore[call-arg]


UNORDERED_SQL = (
    "select distinct hand, bid from entries",
    "select hand, bid from entries join (select distinct bid from entries) using (bid)",
    "select hand, e.bid from entries e left join (select bid b from entries) o on e.bid = o.b",
    "select hand, sum(bid)::bigint as bid from entries group by hand, bid",
    "select hand, unnest(list(bid)) as bid from entries group by hand",
    "select hand, bid from entries union select hand, bid from entries",
    "select hand, bid from entries union all select hand, bid + 1 from entries",
    "select hand, bid from (select *, row_number() over (partition by hand) r from entries) where r < 3 or true",
    "select hand, bid from entries semi join (select hand from entries) using (hand)",
    "from entries intersect all from entries",
)

UNORDERED_POLARS = (
    lambda entries: entries.unique(),
    lambda entries: entries.join(entries.select("bid").unique(), on="bid"),
    lambda entries: entries.join(entries, on="hand", how="left").select("hand", "bid"),
    lambda entries: entries.group_by("hand", "bid").agg(),
    lambda entries: entries.group_by("hand").agg("bid").explode("bid"),
    lambda entries: entries.group_by("bid").agg(polars.col("hand").first()),
    lambda entries: entries.join(entries, on=["hand", "bid"], how="semi"),
    lambda entries: polars.concat([entries.unique(), entries]),
    lambda entries: entries.unique(subset="hand", keep="none").select("hand", "bid"),
    lambda entries: entries.sort("hand").unique(maintain_order=False),
)

# In pandas, the order of rows is that of what they are made of.
ORDERED_PANDAS = (
    lambda entries: entries.drop_duplicates(),
    lambda entries: entries.merge(entries[["bid"]].drop_duplicates(), on="bid"),
    lambda entries: entries.merge(entries, on="hand", how="left", suffixes=("", "_2")),
    lambda entries: entries.groupby(["hand", "bid"], as_index=False).first(),
    lambda entries: entries.groupby("hand", as_index=False)["bid"].sum(),
    lambda entries: entries.groupby("hand")["bid"].apply(list).explode().astype(int).reset_index(),
    lambda entries: entries.merge(entries, how="outer", on=["hand", "bid"]),
    lambda entries: pandas.concat([entries.drop_duplicates(), entries]),
    lambda entries: entries.sort_values("hand"),
    lambda entries: entries.sort_values("bid", kind="stable").nlargest(500, "bid"),
)


def test_rows_without_an_order_have_one_total() -> None:
    CONNECTION.register("entries", pyarrow.table(COLUMNS))
    queries = [lambda query=query: CONNECTION.sql(query) for query in UNORDERED_SQL]
    queries += [lambda query=query: query(polars.LazyFrame(COLUMNS)) for query in UNORDERED_POLARS]
    for query in queries:
        with pytest.raises(ValueError, match="; pass ties="):
            score(query())
        assert len({score(query(), ties="min") for _ in range(20)}) == 1
    for of_pandas in ORDERED_PANDAS:
        assert len({score(of_pandas(pandas.DataFrame(COLUMNS))) for _ in range(20)}) == 1


def test_two_columns_of_one_name_are_refused() -> None:
    table = pyarrow.Table.from_arrays([["AAAAA"], [1], [2]], names=["hand", "bid", "bid"])
    with pytest.raises(InputError, match='^expected one column "bid", found several of that name$'):
        score(table)


def test_columns_of_polars_that_are_not_read_do_no_harm() -> None:
    greatest = polars.Series([2**100] * len(HANDS), dtype=polars.Int128)
    frame = polars.DataFrame(COLUMNS).with_columns(nothing=polars.lit(None), large=greatest)
    assert score(frame) == score(frame.lazy(), ties="ordinal") == Tally(frame).score() == RIGHT
    assert strength(frame, "joker").to_list() == strength(HANDS, "joker")
    counts = frame.lazy().group_by("hand").agg(polars.len().alias("count"), polars.col("bid").sum().alias("bid_sum"))
    counts = counts.with_columns(nothing=polars.lit(None))
    assert score_counts(counts, ties="min") == score_counts(counts.collect(), ties="min") == score(ENTRIES, ties="min")
    failing = polars.col("bid").map_batches(lambda _: 1 / 0, return_dtype=polars.Int64)
    assert score(frame.lazy().with_columns(failing=failing), ties="ordinal") == RIGHT
    with pytest.raises(InputError, match=f'^row 0, column "large": expected a bid of at most {2**64 - 1}, found {2**100}$'):
        score(frame, bid="large")
    with pytest.raises(InputError, match='^column "large": expected a column of strings, found Int128$'):
        score(frame, hand="large")
    with pytest.raises(InputError, match='^row 0, column "bid": expected a bid, found null$'):
        score(polars.DataFrame({"hand": ["AAAAA"], "bid": [None]}))
    with pytest.raises(InputError, match='^row 0, column "hand": expected a hand, found null$'):
        score(pyarrow.table({"hand": [None], "bid": [None]}))


def test_errors_survive_pickling() -> None:
    with pytest.raises(InputError) as raised:
        score(b"AAAAA 1\nAAAA 1\n")
    again = pickle.loads(pickle.dumps(raised.value))
    assert (str(again), again.line, again.found) == (str(raised.value), 2, "4")


def test_columns_of_pandas_that_are_not_read_do_no_harm() -> None:
    mixed = [1, "a", None, b"x"] * (len(HANDS) // 4)
    frame = pandas.DataFrame({"mixed": mixed, **COLUMNS, 3: mixed}, index=mixed)
    assert score(frame) == Tally(frame).score() == score(frame.rename_axis("hand")) == RIGHT
    assert strength(frame, "joker").to_list() == strength(HANDS, "joker")
    assert score(frame.set_index("hand")) == RIGHT
    assert score(pandas.DataFrame(columns=["hand", "bid"])).entries == 0
    with pytest.raises(InputError, match='^expected a column "Hand", found "mixed", "hand", "bid", "3"$'):
        score(frame, hand="Hand")
    with pytest.raises(InputError, match='^expected one column "hand", found several of that name$'):
        score(pandas.concat([frame, frame], axis=1))


def test_hands_and_bids_under_nulls_are_not_read() -> None:
    column = pyarrow.array(["AAAAA", "KKKKK"])
    is_valid = pyarrow.py_buffer(bytes([0b01]))
    kinds = [pyarrow.string(), pyarrow.large_string()]
    # Before, views could not be made of buffers.
    if PYARROW >= 19:
        kinds.append(pyarrow.string_view())
    for kind in kinds:
        buffers = column.cast(kind).buffers()
        hands = pyarrow.Array.from_buffers(kind, 2, [is_valid, *buffers[1:]])
        assert strength(hands, "joker").to_pylist() == [371293, None]
        with pytest.raises(InputError, match='^row 1, column "hand": expected a hand, found null$'):
            score(pyarrow.table({"hand": hands, "bid": [1, 2]}))
    bids = pyarrow.Array.from_buffers(pyarrow.int64(), 2, [is_valid, pyarrow.array([1, 2]).buffers()[1]])
    with pytest.raises(InputError, match='^row 1, column "bid": expected a bid, found null$'):
        score(pyarrow.table({"hand": column, "bid": bids}))
    keys = pyarrow.Array.from_buffers(pyarrow.int8(), 2, [is_valid, pyarrow.py_buffer(b"\0\1")])
    assert strength(pyarrow.DictionaryArray.from_arrays(keys, column), "joker").to_pylist() == [371293, None]
    nothing = pyarrow.table({"hand": pyarrow.nulls(0), "bid": pyarrow.nulls(0)})
    assert score(nothing).entries == 0
    # A column of runs has no nulls of its own, so it cannot take those of the table's rows.
    runs = pyarrow.RunEndEncodedArray.from_arrays(pyarrow.array([2], pyarrow.int16()), pyarrow.array([1]))
    for bids in (pyarrow.array([1, 1]), pyarrow.array([1, 1]).dictionary_encode(), runs):
        rows = pyarrow.StructArray.from_arrays([column, bids], ["hand", "bid"], mask=pyarrow.array([False, True]))
        with pytest.raises(InputError, match='^row 1, column "hand": expected a hand, found null$'):
            score(rows)
        assert score(rows[:1]) == score([("AAAAA", 1)])
