from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from . import _camel_cards as native
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
    """Returns the total winnings of each group of a frame of pandas or a table of pyarrow.

    The result is of the same library and has the columns `by`, `entries` and `total`, the groups in the
    order in which they begin; null is a group, too. Totals are Python ints in pandas, and in pyarrow
    a decimal128(38, 0). Polars has `camel_cards.polars.total_winnings`, Spark `camel_cards.spark.totals`.

    >>> import pandas
    >>> rows = [("Ann", "32T3K", 765), ("Bo", "T55J5", 684), ("Ann", "KK677", 28)]
    >>> frame = pandas.DataFrame(rows, columns=["player", "hand", "bid"])
    >>> totals(frame, "player", rules="joker")
      player  entries  total
    0    Ann        2    821
    1     Bo        1    684
    """
    import pyarrow

    names: list[str] = [by] if isinstance(by, str) else [*by]
    rows: Any = table
    is_pandas = not isinstance(table, pyarrow.Table)
    if is_pandas:
        rows = pyarrow.Table.from_pandas(rows[[*dict.fromkeys([*names, hand, bid])]], preserve_index=False)
    found: Any = _totals(rows, names, rules, hand, bid, ties)
    if is_pandas:
        totals = [int(total) for total in found["total"].to_pylist()]
        found = found.drop_columns("total").to_pandas().assign(total=totals)
    return found  # type: ignore[no-any-return]


def _totals(table: Any, names: list[str], rules: Rules, hand: str, bid: str, ties: Ties) -> Any:
    import pyarrow

    # A list of rows and not of hands: pyarrow makes lists of few types.
    rows = pyarrow.array(range(len(table)), pyarrow.int64())
    groups = table.select(names).append_column("_row", rows).group_by(names, use_threads=False)
    groups = groups.aggregate([("_row", "list"), ("_row", "min")]).sort_by("_row_min")
    places = _array(groups["_row_list"])
    entries = table.select([hand, bid]).take(places.flatten())
    lists = {
        name: pyarrow.ListArray.from_arrays(places.offsets, _array(entries[column]))
        for name, column in (("hand", hand), ("bid", bid))
    }
    total = pyarrow.array(native.group_totals(pyarrow.table(lists), rules, ties))
    return groups.select(names).append_column("entries", places.value_lengths()).append_column("total", total)


def _array(column: Any) -> Any:
    """A column as one array."""
    import pyarrow

    # It needs one array at least.
    return pyarrow.concat_arrays(column.chunks or [pyarrow.array([], column.type)])
