"""Turns sources into what the engine reads. The engine calls these functions."""

from __future__ import annotations

import itertools
import os
import stat
import sys
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from typing import Any

from . import _camel_cards as native
from ._camel_cards import Hand
from ._errors import bad, imported_pyarrow, shown
from ._results import Generated
from ._types import Ties

_LAZY_ROWS = 1 << 18
"""The number of rows of a lazy frame that are collected at once."""

_PASS = '; pass ties="min", "max" or "dense", or "ordinal" if it is ordered by a key'


def opened(source: Any, names: Sequence[str]) -> tuple[str, Any]:
    """Returns the kind of a source that is not a buffer ("path", "bytes", "file", "arrow" or "rows"), and the data to read.

    `names` are the columns to read: first hands, then numbers.
    """
    if isinstance(source, Generated):
        return "bytes", source.text.encode()
    if isinstance(source, str) and "\n" in source:
        raise bad("a path (or text as bytes, or in an io.StringIO)", "a str of several lines")
    if isinstance(source, (str, os.PathLike)):
        source = native.aocd_input(source) or source
        # Python's own reader reacts to Ctrl-C while it waits for a writer.
        return ("file", open(source, "rb")) if _may_wait(source) else ("path", os.fspath(source))
    if (columns := arrow(source, names)) is not None:
        return "arrow", columns
    if hasattr(source, "get_chunk"):  # A CSV file that pandas reads in chunks.
        return "arrow", _tables(source, names)
    if hasattr(source, "iter_batches"):  # A pyarrow Parquet file.
        return "arrow", source.iter_batches(columns=_known(names, source.schema.names))
    if hasattr(source, "scanner"):  # A pyarrow data set.
        return "arrow", source.to_batches(columns=_known(names, source.schema.names))
    if hasattr(source, "read"):
        return "file", source
    if isinstance(source, Iterable):
        items = iter(source)
        first = list(itertools.islice(items, 1))
        # `iter(first)` lets go of the first item: zip reuses its tuple only while nobody else holds it.
        items = itertools.chain(iter(first), items)
        return ("arrow", _tables(items, names)) if any(map(_is_table, first)) else ("rows", items)
    raise no_source(source)


def no_source(value: object) -> TypeError:
    return TypeError(f"expected a path, bytes, a file, a table or an iterable of (hand, bid), found {shown(value)}")


def _may_wait(path: str | os.PathLike[str]) -> bool:
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def ties_of(source: Any, ties: Ties | None) -> Ties:
    """Returns the given ties, by default "ordinal". Raises ValueError if there are none and the rows have no order."""
    native.check_names(ties=ties)
    if ties is None and (why := _why_no_order(source)):
        raise ValueError(why)
    return ties or "ordinal"


def has_order(source: Any) -> bool:
    return not _why_no_order(source)


def _why_no_order(source: Any) -> str:
    """Why the rows of a source have no fixed order; empty if they have one."""
    library, kind = type(source).__module__.partition(".")[0], type(source).__name__
    if kind == "DuckDBPyRelation":
        return "rows of a relation have no order" + _PASS
    if (library, kind) == ("polars", "LazyFrame"):
        return "rows of a lazy frame may come in any order" + _PASS
    if (library, kind) == ("pyspark", "DataFrame"):
        where = ", or let camel_cards.spark.score tally it where it is"
        return "rows of a Spark DataFrame have no order" + _PASS + where
    return ""


def arrow(source: Any, names: Sequence[str]) -> Any:
    """Returns an object that exports Arrow, or an iterator of such, with only these columns; None for other sources."""
    if hasattr(source, "collect_schema"):
        source = _of_polars(source, names)
    elif (pandas := sys.modules.get("pandas")) and isinstance(source, pandas.DataFrame):
        source = _of_pandas(source, names)
    elif str(getattr(source, "dtype", "")) == "Null":
        # Other libraries cannot read an all-null column as Polars exports it.
        source = source.cast(str)
    if hasattr(source, "collect_batches"):
        return source.collect_batches(chunk_size=_LAZY_ROWS)
    if hasattr(source, "__arrow_c_array__") and not hasattr(source, "__arrow_c_stream__"):
        # One array becomes a stream with one chunk.
        pyarrow = imported_pyarrow()
        return pyarrow.chunked_array([pyarrow.array(source)])
    return source if hasattr(source, "__arrow_c_stream__") else None


def _tables(items: Iterable[Any], names: Sequence[str]) -> Iterator[Any]:
    for item in items:
        if not _is_table(item):
            raise TypeError(f"expected only tables, like the first item, found {shown(item)}")
        yield arrow(item, names)


def _is_table(item: Any) -> bool:
    """Whether an item of an iterable is a table, and its rows have an order."""
    return has_order(item) and _speaks_arrow(item)


def _speaks_arrow(source: Any) -> bool:
    return hasattr(source, "__arrow_c_stream__") or hasattr(source, "__arrow_c_array__")


def _of_polars(frame: Any, names: Sequence[str]) -> Any:
    schema = frame.collect_schema()
    casts: dict[str, Any] = {}
    for name in _known(names, schema.names()):
        kind, is_hand = str(schema[name]), name == names[0]
        if kind == "Null":
            casts[name] = str if is_hand else int
        elif kind in ("Int128", "UInt128"):
            # Polars exports a type that only it reads.
            if is_hand:
                raise bad("a column of strings", kind, name)
            casts[name] = sys.modules["polars"].Decimal(38, 0)
    # For a small frame, each of these costs more than everything after them.
    if len(schema) > len(names):
        frame = frame.select(names)
    return frame.cast(casts) if casts else frame


def _of_pandas(frame: Any, names: Sequence[str]) -> Any:
    columns = {name: _array_of_pandas(column_of_pandas(frame, name), name, name == names[0]) for name in names}
    return imported_pyarrow().table(columns)


def column_of_pandas(frame: Any, name: str) -> Any:
    """A column of a DataFrame, or a level of its index. Names are texts, as in Arrow."""
    known = [str(label) for label in frame.columns]
    if known.count(name) > 1:
        raise bad(f'one column "{name}"', "several of that name")
    if name not in known and name in frame.index.names:
        return frame.index.get_level_values(name)
    _known([name], known)
    return frame.iloc[:, known.index(name)]


def _array_of_pandas(column: Any, name: str, is_hand: bool) -> Any:
    pyarrow = imported_pyarrow()
    try:
        return pyarrow.array(column, from_pandas=True)
    except (pyarrow.ArrowException, OverflowError, TypeError):
        values = [_value(value, row, name, is_hand) for row, value in enumerate(column)]
        return pyarrow.array(values, pyarrow.string() if is_hand else pyarrow.decimal128(38, 0))


def _value(value: Any, row: int, name: str, is_hand: bool) -> str | Decimal | None:
    """Converts one value of a column whose values have different types."""
    if value is None or value is sys.modules["pandas"].NA or value != value:
        return None
    if is_hand:
        if isinstance(value, (str, Hand)):
            return str(value)
        raise bad("a hand as a str", shown(value), name, row)
    whole = hasattr(value, "__index__") and not isinstance(value, bool) or isinstance(value, Decimal)
    if not whole or int(value) != value:
        raise bad("a bid as an int", shown(value), name, row)
    if abs(value) >= 10**38:
        raise bad("a bid of at most 18446744073709551615", shown(value), name, row)
    return Decimal(int(value))


def _known(names: Sequence[str], known: Sequence[str]) -> list[str]:
    for name in names:
        if name not in known:
            raise bad(f'a column "{name}"', ", ".join(f'"{other}"' for other in known) or "no columns")
    return [*names]
