from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar, overload

from . import _camel_cards as native
from ._camel_cards import Hand, Tally
from ._errors import imported_pyarrow
from ._results import Score
from ._sources import column_of_pandas, no_source, ties_of
from ._types import HAND_TYPES, CountsSource, Errors, Hands, Rules, Source, Ties, TiesWithoutOrder

if TYPE_CHECKING:
    import numpy
    import pandas
    import polars

_Column = TypeVar("_Column", "polars.Series", "pandas.Series[Any]", "numpy.ndarray[Any, Any]")
_Texts = Sequence[Hand | str | None]


def score(
    source: Source,
    *,
    hand: str = "hand",
    bid: str = "bid",
    ties: Ties | None = None,
    skip_bad_lines: bool = False,
    threads: int | None = None,
) -> Score:
    """Returns the total winnings of all entries under both rules, exact at any size.

    `source` is one of

    - a path to a file like the puzzle's input. gzip and zstd are unpacked, and long files are read by
      several threads. "@aocd" is the input that the library aocd keeps; "@aocd/NAME" chooses one of
      several users;
    - `bytes`, or another buffer;
    - a file object, binary or text;
    - a table: a Polars or pandas DataFrame, a pyarrow Table or RecordBatchReader, a DuckDB relation, or
      anything else that exports Arrow. Its columns `hand` (strings) and `bid` (integers) are read in place;
    - several tables: a pyarrow data set or Parquet file, `pandas.read_csv` with `chunksize`, or any iterable
      of data frames or record batches;
    - an iterable of `(hand, bid)`.

    `ties` says how identical hands rank: "ordinal" (the default: the earlier one ranks lower), "min", "max"
    or "dense". The rows of DuckDB relations, lazy frames and Spark DataFrames have no fixed order, so these
    require `ties`; without it, ValueError is raised before anything is read.

    `skip_bad_lines` skips bad lines of a text, and issues a UserWarning with the first of them and their
    number. `threads` limits the number of threads, by default to at most 4.

    Raises InputError for a bad line or row, OSError for a file that cannot be read, and OverflowError for a
    total past 2**128 - 1.

    >>> score(b"32T3K 765\\nT55J5 684\\n")
    Score(entries=2, tied=0, standard=2133, joker=2133)

    Source: Advent of Code 2023, day 7; the tie methods are those of Polars' `Expr.rank`.
    """
    ties = ties_of(source, ties)
    if source is None:
        # A tally accepts None, and is empty then.
        raise no_source(source)
    return Tally(source, hand=hand, bid=bid, skip_bad_lines=skip_bad_lines, threads=threads).score(ties)


def score_counts(
    source: CountsSource,
    *,
    hand: str = "hand",
    count: str = "count",
    bid_sum: str = "bid_sum",
    ties: TiesWithoutOrder,
) -> Score:
    """Returns the total winnings of a table of counts. Any database makes one with `GROUP BY`.

    A row is a hand, the number of entries that hold it, and the sum of their bids. `source` is one of

    - a path to a CSV file of such rows, with or without the header `hand,count,bid_sum`; or its `bytes`, or
      a file object;
    - a table that exports Arrow; `hand`, `count` and `bid_sum` name its columns;
    - an iterable of `(hand, count, bid_sum)`, such as the rows of a cursor.

    `ties` is "min", "max" or "dense"; "ordinal" is a ValueError, because a table of counts has no order.

    Raises InputError for a repeated hand, a count of 0 with bids, or an impossible sum, and the same errors as
    `score`.

    >>> score_counts([("QQQJA", 2, 503), ("KTJJT", 1, 220)], ties="min")
    Score(entries=3, tied=2, standard=1226, joker=1163)
    """
    return native.score_counts(source, hand=hand, count=count, bid_sum=bid_sum, ties=ties)


@overload
def strength(column: _Texts, rules: Rules, *, hand: str = ..., errors: Errors = ...) -> list[int | None]: ...
@overload
def strength(column: _Column, rules: Rules, *, hand: str = ..., errors: Errors = ...) -> _Column: ...
@overload
def strength(column: Hands, rules: Rules, *, hand: str = ..., errors: Errors = ...) -> Any: ...
def strength(
    column: Any, rules: Rules, *, hand: str = "hand", errors: Errors = "raise"
) -> Any:
    """Returns the strength of each hand: 1 is the weakest of all 371,293 hands.

    `column` is a column of strings, a table with a column `hand`, or an iterable of strings and `Hand`s. The
    result is of the same library: a Polars or pandas Series with the same name (and in pandas the same
    index), a pyarrow or NumPy array, or otherwise a list. Null stays null. A bad hand raises InputError with
    its row; with `errors="null"` it becomes null.

    >>> strength(["32T3K", None, "AAAAA"], "standard")
    [168299, None, 371293]
    """
    return _like(column, lambda column: native.strength(column, rules, hand=hand, errors=errors), hand, int)


@overload
def hand_type(column: _Texts, rules: Rules, *, hand: str = ..., errors: Errors = ...) -> list[str | None]: ...
@overload
def hand_type(column: _Column, rules: Rules, *, hand: str = ..., errors: Errors = ...) -> _Column: ...
@overload
def hand_type(column: Hands, rules: Rules, *, hand: str = ..., errors: Errors = ...) -> Any: ...
def hand_type(
    column: Any, rules: Rules, *, hand: str = "hand", errors: Errors = "raise"
) -> Any:
    """Returns the type of each hand, one of `HAND_TYPES`. The arguments are those of `strength`.

    The result is an Enum in Polars and an ordered categorical in pandas, so the weakest type sorts first.

    >>> hand_type(["32T3K", "KTJJT"], "joker")
    ['one pair', 'four of a kind']
    """
    return _like(column, lambda column: native.hand_type(column, rules, hand=hand, errors=errors), hand, str, HAND_TYPES)


@overload
def hand_error(column: _Texts, *, hand: str = ...) -> list[str | None]: ...
@overload
def hand_error(column: _Column, *, hand: str = ...) -> _Column: ...
@overload
def hand_error(column: Hands, *, hand: str = ...) -> Any: ...
def hand_error(column: Any, *, hand: str = "hand") -> Any:
    """Returns what is wrong with each bad hand; null for good hands and for nulls.

    >>> hand_error(["32T3K", "32T3", None])
    [None, 'expected a hand of 5 cards, found 4', None]
    """
    return _like(column, lambda column: native.hand_error(column, hand=hand), hand, str)


@overload
def rank(
    column: _Texts, rules: Rules, *, ties: Ties | None = ..., hand: str = ..., errors: Errors = ...
) -> list[int | None]: ...
@overload
def rank(column: _Column, rules: Rules, *, ties: Ties | None = ..., hand: str = ..., errors: Errors = ...) -> _Column: ...
@overload
def rank(column: Hands, rules: Rules, *, ties: Ties | None = ..., hand: str = ..., errors: Errors = ...) -> Any: ...
def rank(
    column: Any,
    rules: Rules,
    *,
    ties: Ties | None = None,
    hand: str = "hand",
    errors: Errors = "raise",
) -> Any:
    """Returns the rank of each hand in the column: 1 is the weakest.

    `ties` says how identical hands rank, as in `score`. Null has no rank. The other arguments are those of
    `strength`.

    >>> rank(["QQQJA", "KTJJT", "QQQJA"], "standard")
    [2, 1, 3]
    """
    ties = ties_of(column, ties)
    return _like(column, lambda column: native.rank(column, rules, ties=ties, hand=hand, errors=errors), hand, int)


def winnings(score: Score, rules: Rules) -> int:
    """The total winnings under the given rules; raises ValueError for an unknown name."""
    native.check_names(rules)
    return score.standard if rules == "standard" else score.joker


def _like(
    column: Any, read: Callable[[Any], native.Column], hand: str, kind: type[int | str], categories: tuple[str, ...] = ()
) -> Any:
    """Reads a column, or that of a data frame, and returns the values as a column of the same library."""
    polars, pandas = sys.modules.get("polars"), sys.modules.get("pandas")
    if pandas and isinstance(column, (pandas.Series, pandas.DataFrame)):
        return _like_pandas(pandas, column, read, hand, categories)
    if polars and isinstance(column, (polars.Series, polars.DataFrame, polars.LazyFrame)):
        series = polars.Series(read(column)).alias(column.name if isinstance(column, polars.Series) else "")
        return series.cast(polars.Enum(categories)) if categories else series
    if type(column).__module__.partition(".")[0] == "pyarrow":
        return sys.modules["pyarrow"].array(read(column))
    values = read(column).to_list()
    numpy = sys.modules.get("numpy")
    if numpy and isinstance(column, numpy.ndarray):
        return numpy.array(values, dtype=object if None in values else None if values else kind)
    return values


def _like_pandas(
    pandas: Any, column: Any, read: Callable[[Any], native.Column], hand: str, categories: tuple[str, ...]
) -> Any:
    pyarrow = imported_pyarrow()
    is_series = isinstance(column, pandas.Series)
    values = column if is_series else column_of_pandas(column, hand)
    given = column
    if is_series or values.dtype == object:
        # Before pandas 3, a Series does not export Arrow.
        given = _texts(pyarrow, values)
    if given is None:
        # One by one, so that the error for a value that is not a text has its row.
        given = [None if is_missing else value for value, is_missing in zip(values, pandas.isna(values))]
    array = pyarrow.array(read(given))
    mapper: Any = None
    if isinstance(values.dtype, pandas.ArrowDtype):
        mapper = pandas.ArrowDtype
    elif array.null_count:
        mapper = {pyarrow.int32(): pandas.Int32Dtype(), pyarrow.int64(): pandas.Int64Dtype()}.get
    series = array.to_pandas(types_mapper=mapper).set_axis(column.index).rename(column.name if is_series else None)
    return series.astype(pandas.CategoricalDtype(categories, ordered=True)) if categories else series


def _texts(pyarrow: Any, values: Any) -> Any:
    """A column as a pyarrow array; None for objects that are not all texts."""
    try:
        array = pyarrow.array(values, from_pandas=True)
    except (pyarrow.ArrowException, OverflowError, TypeError):
        return None
    is_object = values.dtype == object and not pyarrow.types.is_string(array.type)
    return None if is_object else array
