"""Camel Cards in DuckDB: `register(connection)` adds these functions to SQL.

| function | |
| --- | --- |
| `hand_type(hand, rules)` | the name of the type; a bad hand is an error |
| `hand_strength(hand, rules)` | from 1, the weakest, to 371,293 |
| `hand_error(hand)` | what is wrong with a bad hand; NULL for a good one |
| `total_winnings(list(hand), list(bid), rules, ties [, list(key)])` | the total winnings of a group |

`rules` is 'standard' or 'joker', `ties` 'min', 'max' or 'dense'. NULL gives NULL. Rows have no order in
SQL, so ordinal ties require a key: `total_winnings(list(hand order by k), list(bid order by k), rules,
'ordinal', list(k order by k))`.

For one total of a whole table, `camel_cards.score(connection.sql("select hand, bid from …"))` is
many times faster.

>>> import duckdb, camel_cards.duckdb
>>> connection = duckdb.connect()
>>> camel_cards.duckdb.register(connection)
>>> connection.sql("select hand_type('KTJJT', 'joker'), hand_strength('KTJJT', 'joker')").fetchall()
[('four of a kind', 370272)]
>>> _ = connection.execute("create table hands as from (values ('32T3K', 765), ('T55J5', 684)) v(hand, bid)")
>>> connection.sql("select total_winnings(list(hand), list(bid), 'standard', 'min') from hands").fetchall()
[(2133,)]
>>> camel_cards.duckdb.unregister(connection)
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any, cast

import duckdb
import pyarrow
import pyarrow.compute

from . import _camel_cards as native
from ._sql import by_rules, list_totals

__all__ = ["register", "unregister"]

_FUNCTIONS = ("hand_type", "hand_strength", "hand_error", "_camel_cards_totals")

_ORDERED = "len(keys) = len(hands) and len(keys) = len(list_distinct(keys)) and keys = list_sort(keys)"

_MACROS = f"""
create or replace temp macro total_winnings
    (hands, bids, rules, ties) as _camel_cards_totals(hands, bids, rules, ties, false),
    (hands, bids, rules, ties, keys) as _camel_cards_totals(hands, bids, rules, ties, {_ORDERED})
"""


def register(connection: duckdb.DuckDBPyConnection) -> None:
    """Adds the functions to a connection and its cursors. You may call it again."""
    unregister(connection)

    def add(name: str, function: Any, parameters: list[str], result: str, nulls: str = "default") -> None:
        options: Any = {"type": "arrow", "null_handling": nulls}
        connection.create_function(name, function, cast(Any, parameters), cast(Any, result), **options)

    add("hand_type", _hand_type, ["VARCHAR", "VARCHAR"], "VARCHAR")
    add("hand_strength", _hand_strength, ["VARCHAR", "VARCHAR"], "INTEGER")
    add("hand_error", _hand_error, ["VARCHAR"], "VARCHAR", nulls="special")
    totals = ["VARCHAR[]", "HUGEINT[]", "VARCHAR", "VARCHAR", "BOOLEAN"]
    add("_camel_cards_totals", _totals, totals, "HUGEINT")
    connection.execute(_MACROS)


def unregister(connection: duckdb.DuckDBPyConnection) -> None:
    """Removes the functions. Call it before you close the connection, or DuckDB complains."""
    connection.execute("drop macro if exists temp.total_winnings")
    for name in _FUNCTIONS:
        # DuckDB raises if the function is not there.
        with suppress(duckdb.InvalidInputException):
            connection.remove_function(name)


def _hand_type(hands: Any, rules: Any) -> Any:
    return by_rules(native.hand_type, hands, rules)


def _hand_strength(hands: Any, rules: Any) -> Any:
    return by_rules(native.strength, hands, rules)


def _hand_error(hands: Any) -> Any:
    return native.hand_error(hands, hand="")


def _totals(hands: Any, bids: Any, rules: Any, ties: Any, ordered: Any) -> Any:
    table = pyarrow.table({"hand": hands, "bid": bids, "rules": rules, "ties": ties, "ordered": ordered})
    totals: Any = pyarrow.nulls(len(table), pyarrow.decimal128(38, 0))
    for kind in table.select(["rules", "ties"]).group_by(["rules", "ties"]).aggregate([]).to_pylist():
        rule, tie = kind["rules"], kind["ties"]
        same = pyarrow.compute.and_(
            pyarrow.compute.equal(table["rules"], rule), pyarrow.compute.equal(table["ties"], tie)
        ).combine_chunks()
        chosen = table.filter(same)
        if tie == "ordinal" and not pyarrow.compute.all(chosen["ordered"]).as_py():
            raise ValueError(
                "ordinal ties need an order, and rows have none in SQL: total_winnings(list(hand order by k), "
                "list(bid order by k), rules, 'ordinal', list(k order by k)), where no k repeats; or use min, max, dense"
            )
        found = list_totals(chosen["hand"], chosen["bid"], rule, tie)
        totals = pyarrow.compute.replace_with_mask(totals, same, found)
    return totals
