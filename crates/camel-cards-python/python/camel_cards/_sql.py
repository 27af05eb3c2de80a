"""The common part of the functions for DuckDB and Spark."""

from __future__ import annotations

from typing import Any

import pyarrow
import pyarrow.compute

from . import _camel_cards as native
from ._errors import bad, without_rows
from ._types import Rules, Ties


def by_rules(function: Any, hands: Any, rules: Any) -> Any:
    """The function's results under the rules of each row, which are nearly always the same. All are pyarrow arrays."""
    distinct = rules.unique().drop_null().to_pylist()
    with without_rows():
        results = [pyarrow.array(function(hands, name, hand="", errors="raise")) for name in distinct]
    if len(results) < 2:
        return results[0] if results else pyarrow.nulls(len(hands))
    return pyarrow.compute.choose(pyarrow.compute.index_in(rules, pyarrow.array(distinct)), *results)


def list_totals(hands: Any, bids: Any, rules: Rules, ties: Ties) -> Any:
    """The total winnings of each list of hands and list of bids. None of the lists is null."""
    lengths, others = (pyarrow.compute.list_value_length(lists).to_pylist() for lists in (hands, bids))
    for length, other in zip(lengths, others):
        if length != other:
            raise bad("as many hands as bids", f"{length} hands and {other} bids")
    hands, bids = pyarrow.compute.list_flatten(hands), pyarrow.compute.list_flatten(bids)
    with without_rows():
        return pyarrow.array(native.group_totals(pyarrow.table({"hand": hands, "bid": bids}), lengths, rules, ties))
