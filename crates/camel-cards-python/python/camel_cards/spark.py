"""Camel Cards in Spark 3.5 or later: tallies of partitions, merged by Spark.

    import camel_cards.spark

    camel_cards.spark.score(df, ties="min")          # of columns hand and bid
    camel_cards.spark.score(df, order_by="n")        # ordinal ties need a column that orders rows
    camel_cards.spark.totals(df, by="player", rules="joker")

Each partition becomes a tally, some megabytes whatever its rows, where it is; Spark merges their
bytes in a tree, and runs again what fails. Spark numbers the rows of each partition, and the
entries of the tally are compared with how many it counted: a mismatch is an error.

`register(spark)` adds `hand_type(hand, rules)`, `hand_strength(hand, rules)`, `hand_error(hand)` and
`total_winnings(collect_list(hand), collect_list(bid), rules, ties)` to SQL.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, cast

import pyarrow
import pyarrow.compute
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from . import _camel_cards as native
from ._camel_cards import Tally
from ._errors import InputError
from ._results import Score
from ._types import Arrow, Rules, Ties

__all__ = ["register", "score", "tally", "totals"]

_FAN_IN = 32
"""How many tallies are merged into one, at each of two levels of the tree; the third merges the rest."""

_ROW_BITS = 33
"""Spark's ids are the partition, and in so many bits the row in it."""

_NO_ORDER = (
    "ordinal ties need an order, and rows have none in Spark: say order_by=, a column in which no value "
    "repeats; or ties= min, max or dense"
)


def score(
    df: DataFrame, *, hand: str = "hand", bid: str = "bid", ties: Ties = "ordinal", order_by: str | None = None
) -> Score:
    """Returns the total winnings of all rows under both rules; one Spark job.

    Ordinal ties need `order_by`, a column in whose order rows are ranked and in which no value
    repeats. A row that is no entry fails the job, with its message and where it is.
    """
    if ties == "ordinal" and order_by is None:
        raise ValueError(_NO_ORDER)
    return tally(df, hand=hand, bid=bid, order_by=order_by).score(ties)


def tally(df: DataFrame, *, hand: str = "hand", bid: str = "bid", order_by: str | None = None) -> Tally:
    """Returns the tally of all rows, in the order of the column `order_by`, or in any order.

    Without `order_by`, only "min", "max" and "dense" mean anything of its score.
    """
    merged = tallies(df, hand=hand, bid=bid, order_by=order_by)
    for depth in (_FAN_IN, _FAN_IN**2, None):
        merged = _merged(merged, depth)
    rows = merged.collect()
    if not rows:
        return Tally()
    (row,) = rows
    total = Tally.from_bytes(bytes(row["tally"]))
    if total.entries != row["rows"]:
        raise RuntimeError(f"Spark counted {row['rows']} rows, but the tally has {total.entries} entries")
    return total


_SCHEMA = "part bigint, rows bigint, tally binary"


def tallies(
    df: DataFrame, *, hand: str = "hand", bid: str = "bid", order_by: str | None = None
) -> DataFrame:
    """The tally of each partition: `part`, `rows` as Spark counted them, and the bytes `tally`."""
    columns = [F.col(hand).alias("hand"), F.col(bid).alias("bid")]
    if order_by is not None:
        df = df.repartitionByRange(order_by).sortWithinPartitions(order_by)
        columns.append(F.col(order_by).alias("key"))
    return df.select(*columns, F.monotonically_increasing_id().alias("id")).mapInArrow(_partial, _SCHEMA)


def totals(
    df: DataFrame,
    by: str | Sequence[str],
    *,
    rules: Rules,
    hand: str = "hand",
    bid: str = "bid",
    ties: Ties = "min",
    order_by: str | None = None,
) -> DataFrame:
    """Returns the total winnings of each group: the columns `by`, `entries`, and `total`, a decimal(38, 0).

    A group may be of any size: it is read in constant memory. Ordinal ties need `order_by`.
    """
    if ties == "ordinal" and order_by is None:
        raise ValueError(_NO_ORDER)
    names = [by] if isinstance(by, str) else [*by]
    keys = [] if order_by is None else [order_by]
    parts = df.select(*names, F.col(hand).alias("hand"), F.col(bid).alias("bid"), *[F.col(key).alias("key") for key in keys])
    parts = parts.repartition(*names).sortWithinPartitions(*names, *["key" for _ in keys])
    fields = [f"`{name}` {df.schema[name].dataType.simpleString()}" for name in names]
    return parts.mapInArrow(_groups(names, rules, ties), ", ".join([*fields, "entries bigint", "total decimal(38,0)"]))


def register(spark: SparkSession) -> None:
    """Adds the functions to a session's SQL."""
    functions: Any = F

    def add(name: str, function: Any, result: str) -> None:
        udf = functions.pandas_udf(function, result, functions.PandasUDFType.SCALAR)
        spark.udf.register(name, udf)

    add("hand_type", _hand_type, "string")
    add("hand_strength", _hand_strength, "int")
    add("hand_error", _hand_error, "string")
    add("total_winnings", _total_winnings, "decimal(38,0)")


def _merged(parts: DataFrame, fan_in: int | None) -> DataFrame:
    group = F.lit(0) if fan_in is None else F.floor(F.col("part") / fan_in)
    grouped = parts.withColumn("group", group.cast("bigint"))
    placed = grouped.coalesce(1) if fan_in is None else grouped.repartition("group")
    return placed.sortWithinPartitions("group", "part").mapInArrow(_merge, _SCHEMA)


def _partial(batches: Iterator[Any]) -> Iterator[Any]:
    """One row for a partition that has any: its number, its rows as Spark counts them, its tally."""
    rows, part, last_key = 0, 0, None

    def counted() -> Iterator[Any]:
        nonlocal rows, part, last_key
        for batch in batches:
            if batch.num_rows == 0:
                continue
            ids = batch.column("id")
            part = ids[0].as_py() >> _ROW_BITS
            if "key" in batch.schema.names:
                keys = batch.column("key")
                _check_order(keys, last_key)
                last_key = keys[len(keys) - 1]
            yield batch.select(["hand", "bid"])
            rows = (ids[len(ids) - 1].as_py() & (1 << _ROW_BITS) - 1) + 1

    total = _tally(counted(), lambda row: f"partition {part}, row {row}")
    if total is not None:
        if total.entries != rows:
            raise RuntimeError(f"partition {part}: Spark counted {rows} rows, but the tally has {total.entries} entries")
        yield pyarrow.RecordBatch.from_pydict({"part": [part], "rows": [rows], "tally": [total.to_bytes()]})


def _tally(batches: Iterator[Any], where: Callable[[int], str]) -> Tally | None:
    first = next(batches, None)
    if first is None:
        return None

    def all_batches() -> Iterator[Any]:
        yield first
        yield from batches

    try:
        return Tally(cast(Arrow, pyarrow.RecordBatchReader.from_batches(first.schema, all_batches())))
    except InputError as error:
        if error.row is None:
            raise
        raise InputError(str(error).replace(f"row {error.row}", where(error.row), 1)) from None


def _merge(batches: Iterator[Any]) -> Iterator[Any]:
    """One row for each group of rows that follow each other, with the group as its part."""
    group, rows, total = None, 0, Tally()

    def done() -> Any:
        return pyarrow.RecordBatch.from_pydict({"part": [group], "rows": [rows], "tally": [total.to_bytes()]})

    for batch in batches:
        for row in range(batch.num_rows):
            of = batch.column("group")[row].as_py()
            if of != group:
                if group is not None:
                    yield done()
                group, rows, total = of, 0, Tally()
            total.merge(Tally.from_bytes(batch.column("tally")[row].as_py()))
            rows += batch.column("rows")[row].as_py()
    if group is not None:
        yield done()


def _check_order(keys: Any, last: Any, same_group: Any = None) -> None:
    """Whether each key is greater than the one before it, the first than `last`."""
    before, after = keys[:-1], keys[1:]
    rising = pyarrow.compute.greater(after, before)
    if same_group is not None:
        rising = pyarrow.compute.or_(rising, pyarrow.compute.invert(same_group))
    if last is not None:
        rising = pyarrow.concat_arrays([rising, pyarrow.array([pyarrow.compute.greater(keys[0], last).as_py()], pyarrow.bool_())])
    rising = pyarrow.compute.fill_null(rising, False)
    if keys.null_count or not pyarrow.compute.all(rising, min_count=0).as_py():
        at = pyarrow.compute.index(rising, False).as_py()
        key = keys[min(at + 1, len(keys) - 1)].as_py() if 0 <= at < len(keys) - 1 else keys[0].as_py()
        raise InputError(f"order_by: expected values that differ and are not null, found {key!r} again or null")


def _groups(names: list[str], rules: Rules, ties: Ties) -> Callable[[Iterator[Any]], Iterator[Any]]:
    def groups(batches: Iterator[Any]) -> Iterator[Any]:
        """Rows come sorted by group. Those within a batch are totalled at once; the last is kept open."""
        group: Any = None
        open_tally: Tally | None = None
        last_key = None

        def done() -> Any:
            right = cast(Tally, open_tally).score(ties)
            total = pyarrow.array([right.standard if rules == "standard" else right.joker], pyarrow.decimal128(38, 0))
            count = pyarrow.array([right.entries], pyarrow.int64())
            return pyarrow.RecordBatch.from_arrays([*group.columns, count, total], [*names, "entries", "total"])

        def update(rows: Any) -> None:
            try:
                cast(Tally, open_tally).update(cast(Arrow, rows.select(["hand", "bid"])))
            except InputError as error:
                raise InputError(f"{_shown(group)}: {str(error).partition(', ')[2]}") from None

        for batch in batches:
            if batch.num_rows == 0:
                continue
            keys = batch.select(names)
            same = _same_as_before(keys)
            begins = [0, *(at + 1 for at in pyarrow.compute.indices_nonzero(pyarrow.compute.invert(same)).to_pylist())]
            continues = group is not None and keys.slice(0, 1).equals(group)
            if "key" in batch.schema.names:
                order = batch.column("key")
                _check_order(order, last_key if continues else None, same)
                last_key = order[len(order) - 1]
            if group is not None and not continues:
                yield done()
                group = None
            ends = [*begins[1:], batch.num_rows]
            if continues:
                update(batch.slice(0, ends[0]))
                begins, ends = begins[1:], ends[1:]
                if begins:
                    yield done()
            if not begins:
                continue
            if len(begins) > 1:
                offsets = pyarrow.array(begins, pyarrow.int32())
                lists = [pyarrow.ListArray.from_arrays(offsets, batch.column(name)) for name in ("hand", "bid")]
                table = pyarrow.RecordBatch.from_arrays(lists, ["hand", "bid"])
                firsts = keys.take(pyarrow.array(begins[:-1]))
                try:
                    found = pyarrow.array(native.group_totals(cast(Arrow, table), rules, ties))
                except InputError as error:
                    at = firsts.slice(error.row, 1)
                    raise InputError(f"{_shown(at)}: {str(error).partition(', ')[2]}") from None
                count = pyarrow.array([end - begin for begin, end in zip(begins, ends[:-1])], pyarrow.int64())
                yield pyarrow.RecordBatch.from_arrays([*firsts.columns, count, found], [*names, "entries", "total"])
            group, open_tally = keys.slice(begins[-1], 1), Tally()
            update(batch.slice(begins[-1]))
        if group is not None:
            yield done()

    return groups


def _same_as_before(keys: Any) -> Any:
    """For each row but the first, whether its group is that of the row before."""
    same = pyarrow.array([True] * (keys.num_rows - 1), pyarrow.bool_())
    for column in keys.columns:
        before, after = column[:-1], column[1:]
        equal = pyarrow.compute.fill_null(pyarrow.compute.equal(before, after), False)
        nulls = pyarrow.compute.and_(pyarrow.compute.is_null(before), pyarrow.compute.is_null(after))
        same = pyarrow.compute.and_(same, pyarrow.compute.or_(equal, nulls))
    return same


def _shown(group: Any) -> str:
    return "group " + ", ".join(f"{name} {value!r}" for name, value in group.to_pylist()[0].items())


def _by_rules(function: Any, hands: Any, rules: Any) -> Any:
    """Hands and rules are columns of pandas; the results are such a column."""
    import pandas

    results = pandas.Series([None] * len(hands), dtype=object)
    for name in rules.dropna().unique():
        here = (rules == name).to_numpy()
        column = native.strings(hands[here].astype(object).where(hands[here].notna(), None))
        try:
            results[here] = function(column, name, hand="", errors="raise").to_list()
        except InputError as error:
            text, said = hands[here].iloc[cast(int, error.row)], str(error).partition(": ")[2]
            raise InputError(f"hand {text!r}: {said}") from None
    return results


def _hand_type(hands: Any, rules: Any) -> Any:
    return _by_rules(native.hand_type, hands, rules)


def _hand_strength(hands: Any, rules: Any) -> Any:
    import pandas

    return _by_rules(native.strength, hands, rules).astype(pandas.Int32Dtype())


def _hand_error(hands: Any) -> Any:
    import pandas

    column = native.strings(hands.astype(object).where(hands.notna(), None))
    return pandas.Series(native.hand_error(column, hand="").to_list(), dtype=object)


def _total_winnings(hands: Any, bids: Any, rules: Any, ties: Any) -> Any:
    import pandas

    results = pandas.Series([None] * len(hands), dtype=object)
    for (rule, tie), here in pandas.DataFrame({"rules": rules, "ties": ties}).groupby(["rules", "ties"]).indices.items():
        if tie == "ordinal":
            raise ValueError("collect_list has no order, so no ordinal ties: camel_cards.spark.totals has order_by")
        table = pyarrow.table(
            {
                "hand": pyarrow.array(hands.iloc[here], pyarrow.list_(pyarrow.string())),
                "bid": pyarrow.array(bids.iloc[here], pyarrow.list_(pyarrow.int64())),
            }
        )
        found = native.group_totals(cast(Arrow, table), cast(Rules, rule), cast(Ties, tie))
        results.iloc[here] = pyarrow.array(found).to_pylist()
    return results
