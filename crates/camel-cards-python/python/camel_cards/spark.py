"""Camel Cards in Spark 3.5 or later: tallies of partitions, merged by Spark.

    import camel_cards.spark

    camel_cards.spark.score(df, ties="min")          # df has the columns hand and bid
    camel_cards.spark.score(df, order_by="n")        # ordinal ties need a column that orders rows
    camel_cards.spark.totals(df, by="player", rules="joker", ties="min")

Each partition becomes a tally of a few megabytes on its executor. Spark merges the tallies in a tree, and
repeats failed tasks. The number of entries in the last tally is checked against the number of rows.

`register(spark)` adds `hand_type(hand, rules)`, `hand_strength(hand, rules)`, `hand_error(hand)` and
`total_winnings(collect_list(struct(hand, bid)), rules, ties)` to SQL. A null in a struct is an error.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, cast

import pyarrow
import pyarrow.compute
from pyspark import TaskContext
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F
from pyspark.sql.types import DecimalType, LongType, StructField, StructType

from . import _camel_cards as native
from ._camel_cards import Tally
from ._errors import InputError
from ._results import Score
from ._score import winnings
from ._sql import by_rules, list_totals
from ._types import Arrow, Rules, Ties

__all__ = ["register", "score", "tally", "totals"]

_FAN_INS = (32, 32, None)
"""The number of tallies that are merged into one at each level of the tree; the last level merges all."""

_SCHEMA = "part bigint, rows bigint, tally binary"
"""The number of a tally's partition or group, its number of rows, and its bytes."""

_NO_ORDER = (
    "ordinal ties need an order, and rows have none in Spark: pass order_by=, a column without "
    "repeated values; or ties= min, max or dense"
)


def score(
    df: DataFrame,
    *,
    hand: str | Column = "hand",
    bid: str | Column = "bid",
    ties: Ties = "ordinal",
    order_by: str | Column | None = None,
) -> Score:
    """Returns the total winnings of all rows under both rules.

    Ordinal ties require `order_by`: a column that orders the rows, without repeated values. A bad row fails
    the job; Spark's PythonException contains the message with its partition and row. Quote a name with a dot
    as in Spark, "`a.b`".
    """
    if ties == "ordinal" and order_by is None:
        raise ValueError(_NO_ORDER)
    # An unknown name is an error before the job, not after it.
    Tally().score(ties)
    return tally(df, hand=hand, bid=bid, order_by=order_by).score(ties)


def tally(
    df: DataFrame, *, order_by: str | Column | None, hand: str | Column = "hand", bid: str | Column = "bid"
) -> Tally:
    """Returns the tally of all rows, in the order of the column `order_by`.

    With `order_by=None`, the rows have no order, so the tally can be scored with "min", "max" and "dense"
    ties only.
    """
    columns = [_column(hand).alias("hand"), _column(bid).alias("bid")]
    if order_by is not None:
        key = _key(df, order_by)
        df = df.repartitionByRange(key).sortWithinPartitions(key)
        columns.append(key.alias("key"))
    merged = df.select(*columns).mapInArrow(_partial, _SCHEMA)
    for fan_in in _FAN_INS:
        merged = _merged(merged, fan_in)
    rows = merged.collect()
    if not rows:
        return Tally()
    (row,) = rows
    total = Tally.from_bytes(bytes(row["tally"]))
    if total.entries != row["rows"]:
        raise RuntimeError(f"Spark gave {row['rows']} rows, but the tally has {total.entries} entries")
    return total


_TOTALS = ("entries", "total")


def totals(
    df: DataFrame,
    by: str | Column | Sequence[str | Column],
    *,
    rules: Rules,
    hand: str | Column = "hand",
    bid: str | Column = "bid",
    ties: Ties,
    order_by: str | Column | None = None,
) -> DataFrame:
    """Returns the total winnings of each group: the columns `by`, `entries`, and `total`, a decimal(38, 0).

    A group may be of any size; memory stays constant. Ordinal ties require `order_by`.
    """
    native.check_names(rules, ties)
    if ties == "ordinal" and order_by is None:
        raise ValueError(_NO_ORDER)
    group_by = [_column(key) for key in ([by] if isinstance(by, str) or not isinstance(by, Sequence) else by)]
    keys = df.select(*group_by)
    names = keys.columns
    if taken := {name for name in names if name.lower() in _TOTALS}:
        raise ValueError(f"by: expected columns not named entries or total, found {min(taken)!r}")
    if not names:
        raise ValueError("by: expected at least one column, found none")
    for name, field in zip(names, keys.schema):
        _check_collation("by", name, field)
    columns = [*group_by, _column(hand), _column(bid)] + ([] if order_by is None else [_key(df, order_by)])
    # These work whatever the names of the columns `by`.
    inner = [f"_{place}" for place in range(len(columns))]
    parts = df.select(*[column.alias(name) for name, column in zip(inner, columns)])
    parts = parts.repartition(*inner[: len(names)]).sortWithinPartitions(*inner[: len(names)], *inner[len(names) + 2 :])
    count, total = StructField("entries", LongType()), StructField("total", DecimalType(38, 0))
    schema = StructType([*keys.schema, count, total])
    return parts.mapInArrow(_groups(names, rules, ties, has_order=order_by is not None), schema)


def _column(column: str | Column) -> Column:
    return F.col(column) if isinstance(column, str) else column


def _key(df: DataFrame, order_by: str | Column) -> Column:
    key = _column(order_by)
    if re.search(r" (ASC|DESC) NULLS (FIRST|LAST)'?>$", str(key)):
        raise ValueError(f"order_by: expected a column, found an ordering, {key}; -F.col(…) reverses numbers")
    (field,) = df.select(key).schema
    _check_collation("order_by", field.name, field)
    return key


def _check_collation(argument: str, name: str, field: StructField) -> None:
    """Refuses texts that are equal in Spark and not in Arrow."""
    collation = getattr(field.dataType, "collation", "UTF8_BINARY")
    if collation != "UTF8_BINARY":
        raise ValueError(f"{argument}: expected texts without a collation, found {name!r} with {collation}: cast it")


def register(spark: SparkSession) -> None:
    """Adds the functions to a session's SQL."""
    import pandas

    functions: Any = F

    def add(name: str, function: Any, result: str) -> None:
        # Spark chooses the argument types by these annotations.
        function.__annotations__ = dict.fromkeys(function.__annotations__, pandas.Series)
        spark.udf.register(name, functions.pandas_udf(function, result))

    add("hand_type", _hand_type, "string")
    add("hand_strength", _hand_strength, "int")
    add("hand_error", _hand_error, "string")
    add("total_winnings", _total_winnings, "decimal(38,0)")


def _merged(parts: DataFrame, fan_in: int | None) -> DataFrame:
    group = F.lit(0) if fan_in is None else F.floor(F.col("part") / fan_in)
    grouped = parts.withColumn("group", group.cast("bigint"))
    # `coalesce(1)` does not shuffle: Spark would also run the level before in this level's only task.
    placed = grouped.repartition(1) if fan_in is None else grouped.repartition("group")
    return placed.sortWithinPartitions("group", "part").mapInArrow(_merge, _SCHEMA)


def _partial(batches: Iterator[Any]) -> Iterator[Any]:
    """One row for each partition that is not empty: its number, its number of rows, its tally."""
    context = TaskContext.get()
    part, rows, last_key = context.partitionId() if context else 0, 0, None

    def counted() -> Iterator[Any]:
        nonlocal rows, last_key
        for batch in batches:
            if batch.num_rows and "key" in batch.schema.names:
                keys = batch.column("key")
                _check_order(keys, last_key)
                last_key = keys[len(keys) - 1]
            rows += batch.num_rows
            yield batch.select(["hand", "bid"])

    try:
        total = Tally(counted())
    except InputError as error:
        raise _placed(error, lambda row: f"partition {part}, row {row}") from None
    if rows:
        yield pyarrow.RecordBatch.from_pydict({"part": [part], "rows": [rows], "tally": [total.to_bytes()]})


def _placed(error: InputError, where: Callable[[int], str]) -> InputError:
    """Replaces the row in an error, if there is one, by a place that the user knows."""
    if error.row is None:
        return error
    return InputError(where(error.row) + str(error).removeprefix(f"row {error.row}"))


def _merge(batches: Iterator[Any]) -> Iterator[Any]:
    """Merges the tallies of each group of consecutive rows into one row, with the group as its part."""
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
    """Raises unless each key is greater than the one before it in its group, and the first is greater than `last`."""
    expected = "order_by: expected values that differ and are not null"
    if keys.null_count:
        raise InputError(f"{expected}, found null")
    rising = pyarrow.compute.greater(keys[1:], keys[:-1])
    if same_group is not None:
        rising = pyarrow.compute.or_(rising, pyarrow.compute.invert(same_group))
    at = pyarrow.compute.index(rising, False).as_py() + 1
    if at > 0 or last is not None and not pyarrow.compute.greater(keys[0], last).as_py():
        raise InputError(f"{expected}, found {keys[at].as_py()!r} again")


def _groups(
    names: list[str], rules: Rules, ties: Ties, *, has_order: bool
) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """A function of batches sorted by group. Their columns are `names`, hands, bids and, for an order, keys."""

    def made(groups: Any, entries: list[int], totals: Any) -> Any:
        columns = [*groups.columns, pyarrow.array(entries, pyarrow.int64()), totals]
        return pyarrow.RecordBatch.from_arrays(columns, [*names, *_TOTALS])

    def closed(group: Any, tally: Tally) -> Any:
        score = tally.score(ties)
        return made(group, [score.entries], pyarrow.array([winnings(score, rules)], pyarrow.decimal128(38, 0)))

    def several(groups: Any, rows: Any, begins: list[int]) -> Any:
        """Totals all groups that begin and end within a batch at once, which costs less than a tally for each."""
        entries = [end - begin for begin, end in zip(begins, begins[1:])]
        closed_rows = cast(Arrow, rows.slice(begins[0], sum(entries)))
        try:
            totals = pyarrow.array(native.group_totals(closed_rows, entries, rules, ties))
        except InputError:
            # Repeat them one by one, so that the error names the group.
            for place, (begin, end) in enumerate(zip(begins, begins[1:])):
                update(groups.slice(place, 1), Tally(), rows.slice(begin, end - begin))
            raise
        return made(groups, entries, totals)

    def update(group: Any, tally: Tally, rows: Any) -> None:
        try:
            tally.update(cast(Arrow, rows))
        except InputError as error:
            raise _placed(error, lambda row: _shown(group)) from None

    def groups(batches: Iterator[Any]) -> Iterator[Any]:
        """The last group of a batch stays open, because the next batch may continue it."""
        group: Any = None
        tally, last_key = Tally(), None
        for batch in batches:
            if batch.num_rows == 0:
                continue
            by, others = batch.columns[: len(names)], batch.columns[len(names) :]
            by = pyarrow.RecordBatch.from_arrays(by, names)
            rows = pyarrow.RecordBatch.from_arrays(others[:2], ["hand", "bid"])
            same = _same_as_before(by)
            begins = [0, *(at + 1 for at in pyarrow.compute.indices_nonzero(pyarrow.compute.invert(same)).to_pylist())]
            goes_on = group is not None and _are_the_same(group, by.slice(0, 1))
            if has_order:
                keys = others[2]
                _check_order(keys, last_key if goes_on else None, same)
                last_key = keys[len(keys) - 1]
            if goes_on:
                begins = begins[1:]
                update(group, tally, rows.slice(0, begins[0] if begins else None))
            if group is not None and begins:
                yield closed(group, tally)
            if len(begins) > 1:
                yield several(by.take(pyarrow.array(begins[:-1])), rows, begins)
            if begins:
                group, tally = by.slice(begins[-1], 1), Tally()
                update(group, tally, rows.slice(begins[-1]))
        if group is not None:
            yield closed(group, tally)

    return groups


def _same_as_before(keys: Any) -> Any:
    """For each row but the first, whether its group is that of the row before. Null equals null, and NaN equals NaN."""
    same = pyarrow.array([True] * (keys.num_rows - 1), pyarrow.bool_())
    for column in keys.columns:
        before, after = column[:-1], column[1:]
        equal = pyarrow.compute.fill_null(pyarrow.compute.equal(before, after), False)
        nulls = pyarrow.compute.and_(pyarrow.compute.is_null(before), pyarrow.compute.is_null(after))
        equal = pyarrow.compute.or_(equal, nulls)
        if pyarrow.types.is_floating(column.type):
            nans = pyarrow.compute.and_(pyarrow.compute.is_nan(before), pyarrow.compute.is_nan(after))
            equal = pyarrow.compute.or_(equal, pyarrow.compute.fill_null(nans, False))
        same = pyarrow.compute.and_(same, equal)
    return same


def _are_the_same(group: Any, other: Any) -> bool:
    (both,) = pyarrow.Table.from_batches([group, other]).combine_chunks().to_batches()
    return bool(_same_as_before(both)[0].as_py())


def _shown(group: Any) -> str:
    return "group " + ", ".join(f"{name} {value!r}" for name, value in group.to_pylist()[0].items())


def _by_rules(function: Any, hands: Any, rules: Any) -> Any:
    """Hands and rules are pandas Series, and so is the result."""
    import pandas

    hands, rules = _strings(hands), _strings(rules)
    # Null gives null, whatever the hand.
    hands = pyarrow.compute.if_else(pyarrow.compute.is_valid(rules), hands, None)
    return pandas.Series(by_rules(function, hands, rules).to_pylist(), dtype=object)


def _strings(column: Any) -> Any:
    """Converts without a type: with a string type, pyarrow would raise its own error for other values."""
    return pyarrow.array(column, from_pandas=True)


def _hand_type(hands: Any, rules: Any) -> Any:
    return _by_rules(native.hand_type, hands, rules)


def _hand_strength(hands: Any, rules: Any) -> Any:
    import pandas

    return _by_rules(native.strength, hands, rules).astype(pandas.Int32Dtype())


def _hand_error(hands: Any) -> Any:
    import pandas

    return pandas.Series(native.hand_error(_strings(hands), hand="").to_list(), dtype=object)


def _total_winnings(lists: Any, rules: Any, ties: Any) -> Any:
    """Each list has structs of hand and bid."""
    import pandas

    hands, bids = (lists.map(lambda rows: _field(rows, place), na_action="ignore") for place in (0, 1))
    results = pandas.Series([None] * len(hands), dtype=object)
    # Null gives null: grouping leaves it out.
    rules = rules.where(lists.notna())
    kinds: dict[Any, Any] = pandas.DataFrame({"rules": rules, "ties": ties}).groupby(["rules", "ties"]).indices
    for (rule, tie), here in kinds.items():
        if tie == "ordinal":
            raise ValueError("collect_list has no order, so no ordinal ties: camel_cards.spark.totals has order_by")
        # No type is given: an integer type would cut off fractions.
        found = list_totals(pyarrow.array(hands.iloc[here]), pyarrow.array(bids.iloc[here]), rule, tie)
        results.iloc[here] = found.to_pylist()
    return results


def _field(rows: Any, place: int) -> list[Any]:
    """One field of each struct of a list."""
    if any(not isinstance(row, dict) or len(row) != 2 for row in rows):
        raise ValueError("expected total_winnings(collect_list(struct(hand, bid)), rules, ties), found other lists")
    return [[*row.values()][place] for row in rows]
