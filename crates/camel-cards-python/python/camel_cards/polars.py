"""Camel Cards in Polars: after `import camel_cards.polars`, expressions have `.camel`.

>>> import polars, camel_cards.polars
>>> frame = polars.DataFrame({"hand": ["32T3K", "KTJJT"], "bid": [765, 220]})
>>> frame.select(polars.col("hand").camel.strength("joker"))["hand"].to_list()
[122552, 370272]
>>> frame.select(camel_cards.polars.total_winnings("hand", "bid", "joker", ties="min")).item()
1205
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import polars as pl

from . import _camel_cards as native
from ._errors import without_rows
from ._score import winnings
from ._types import HAND_TYPES, Errors, Rules, Ties

__all__ = ["Camel", "HandType", "total_winnings"]

HandType: pl.Enum = pl.Enum(HAND_TYPES)
"""Hand types as an enum, which sorts the weakest first."""


@pl.api.register_expr_namespace("camel")
class Camel:
    """Expressions on a column of hands. They are lazy, and work with the streaming engine.

    Null stays null. A bad hand raises an error; with `errors="null"` it becomes null.
    """

    def __init__(self, hands: pl.Expr):
        self._hands = hands

    def strength(self, rules: Rules, *, errors: Errors = "raise") -> pl.Expr:
        """The strength of each hand: 1 is the weakest of all 371,293 hands."""
        native.check_names(rules)
        return self._map(lambda hands: native.strength(hands, rules, hand="", errors=errors), pl.Int32())

    def hand_type(self, rules: Rules, *, errors: Errors = "raise") -> pl.Expr:
        """The type of each hand, as an enum that sorts the weakest first."""
        native.check_names(rules)
        return self._map(lambda hands: native.hand_type(hands, rules, hand="", errors=errors), HandType)

    def rank(self, rules: Rules, *, ties: Ties, errors: Errors = "raise") -> pl.Expr:
        """The rank of each hand among all rows: 1 is the weakest.

        "ordinal" ties follow the order of the rows, which a lazy frame may change after a join, `unique` or
        `group_by`.
        """
        native.check_names(rules, ties)
        return self._map(
            lambda hands: native.rank(hands, rules, ties=ties, hand="", errors=errors), pl.Int64(), elementwise=False
        )

    def _map(
        self, column: Callable[[pl.Series], native.Column], dtype: pl.DataType, *, elementwise: bool = True
    ) -> pl.Expr:
        def apply(hands: pl.Series) -> pl.Series:
            with without_rows():
                return pl.Series(hands.name, column(hands)).cast(dtype)

        return self._hands.map_batches(apply, return_dtype=dtype, is_elementwise=elementwise)


def total_winnings(
    hand: str | pl.Expr, bid: str | pl.Expr, rules: Rules, *, ties: Ties
) -> pl.Expr:
    """The total winnings, for `select`, or for each group in `group_by(…).agg` and `over`.

    The result is an Int128 named `total_winnings_joker` or `total_winnings_standard`. Without rows it is 0.
    "ordinal" ties follow the order of the rows, which a lazy frame may change after a join, `unique` or
    `group_by`.
    """
    native.check_names(rules, ties)

    def apply(columns: Sequence[pl.Series]) -> pl.Series:
        hands, bids = columns
        with without_rows():
            score = native.Tally(pl.DataFrame({"hand": hands, "bid": bids})).score(ties)
        return pl.Series([winnings(score, rules)], dtype=pl.Int128)

    return pl.map_batches([hand, bid], apply, return_dtype=pl.Int128, returns_scalar=True).alias(f"total_winnings_{rules}")
