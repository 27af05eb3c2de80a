"""What type checkers know of results: mypy and pyright read this file, and nothing runs it."""

# pyright: strict

from __future__ import annotations

from typing import Any, assert_type

import numpy
import pandas
import polars

from camel_cards import hand_error, hand_type, rank, strength


def results(
    series: polars.Series,
    of_pandas: pandas.Series[str],
    array: numpy.ndarray[tuple[int], numpy.dtype[numpy.str_]],
    texts: list[str | None],
) -> None:
    assert_type(strength(series, "joker"), polars.Series)
    assert_type(strength(of_pandas, "joker"), "pandas.Series[Any]")
    assert_type(strength(array, "joker"), numpy.ndarray[Any, Any])
    assert_type(strength(texts, "joker"), list[int | None])
    assert_type(strength(["32T3K"], "joker"), list[int | None])
    assert_type(hand_type(series, "joker"), polars.Series)
    assert_type(hand_type(texts, "joker"), list[str | None])
    assert_type(hand_error(texts), list[str | None])
    assert_type(rank(series, "joker", ties="min"), polars.Series)
    assert_type(rank(texts, "joker"), list[int | None])
    assert_type(strength(polars.DataFrame(), "joker"), Any)
