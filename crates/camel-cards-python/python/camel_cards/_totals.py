from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, TypeVar, cast

from . import _camel_cards as native
from ._errors import imported_pyarrow, shown
from ._sources import arrow
from ._types import Rules, Ties

_Table = TypeVar("_Table")


def totals(
    table: _Table,
    by: str | Sequence[str],
    *,
    rules: Rules,
    hand: str = "hand",
    bid: str = "bid",
    ties: Ties = "ordinal",
) -> _Table:
    """Returns the total winnings of each group of a pandas DataFrame or a pyarrow Table.

    The result is of the same library. Its columns are `by`, `entries` and `total`. Groups are in the order of
    their first rows; null is a group, too. Totals are Python ints in pandas, and decimal128(38, 0)
    in pyarrow. Raises TypeError for other tables: use `camel_cards.polars.total_winnings` for Polars and
    `camel_cards.spark.totals` for Spark.

    >>> import pandas
    >>> rows = [("Ann", "32T3K", 765), ("Bo", "T55J5", 684), ("Ann", "KK677", 28)]
    >>> frame = pandas.DataFrame(rows, columns=["player", "hand", "bid"])
    >>> totals(frame, "player", rules="joker")
      player  entries total
    0    Ann        2   821
    1     Bo        1   684
    """
    pandas = sys.modules.get("pandas")
    names: Any = list(dict.fromkeys(by)) if isinstance(by, (list, tuple)) else [by]
    if taken := {*names} & {"entries", "total"}:
        raise ValueError(f"by: expected columns not named entries or total, found {min(taken)!r}")
    if not names:
        raise ValueError("by: expected at least one column, found none")
    if pandas and isinstance(table, pandas.DataFrame):
        return cast("_Table", _of_pandas(pandas, table, names, rules, hand, bid, ties))
    pyarrow = sys.modules.get("pyarrow")
    if pyarrow and isinstance(table, pyarrow.Table):
        return cast("_Table", _of_arrow(pyarrow, table, names, rules, hand, bid, ties))
    raise TypeError(
        f"expected a pandas DataFrame or a pyarrow Table, found {shown(table)}; or use "
        "camel_cards.polars.total_winnings, camel_cards.duckdb.register or camel_cards.spark.totals"
    )


def _of_pandas(pandas: Any, frame: Any, names: Any, rules: Rules, hand: str, bid: str, ties: Ties) -> Any:
    pyarrow = imported_pyarrow()
    groups = frame.groupby(names, sort=False, dropna=False, observed=True)
    numbers = groups.ngroup().to_numpy()
    entries = groups.size().to_list()
    rows = pyarrow.array(numbers.argsort(kind="stable"))
    totals = _totals(pyarrow, arrow(frame, [hand, bid]), rows, entries, rules, hand, bid, ties)
    # Levels of the index have no column; keys keep their types.
    keys = groups.head(1).reset_index(drop={*names} <= {*frame.columns})[names].reset_index(drop=True)
    exact = pandas.Series([int(total) for total in totals.to_pylist()], dtype=object)
    return keys.assign(entries=entries, total=exact)


def _of_arrow(pyarrow: Any, table: Any, names: Any, rules: Rules, hand: str, bid: str, ties: Ties) -> Any:
    rows = table.select(names).append_column("_row", pyarrow.array(range(len(table)), pyarrow.int64()))
    groups = rows.group_by(names, use_threads=False)
    groups = groups.aggregate([("_row", "list"), ("_row", "min")]).sort_by("_row_min")
    places = groups["_row_list"].combine_chunks()
    entries = places.value_lengths()
    totals = _totals(pyarrow, table.select([hand, bid]), places.flatten(), entries.to_pylist(), rules, hand, bid, ties)
    return groups.select(names).append_column("entries", entries).append_column("total", totals)


def _totals(
    pyarrow: Any, entries: Any, rows: Any, lengths: Any, rules: Rules, hand: str, bid: str, ties: Ties
) -> Any:
    """The total of each group. `rows` has the rows of the first group, then the next; `lengths` has their numbers."""
    # Read everything first: an error within a group would not have the row's number.
    native.Tally(entries, hand=hand, bid=bid)
    grouped = entries.rename_columns(["hand", "bid"]).take(rows)
    return pyarrow.array(native.group_totals(grouped, lengths, rules, ties))
