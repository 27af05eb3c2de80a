"""Types of arguments, and of sources that can be read."""

import os
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Literal, Protocol, TypeAlias

from ._camel_cards import Hand

Rules: TypeAlias = Literal["standard", "joker"]
"""`standard` is the puzzle's part 1, `joker` its part 2."""

Ties: TypeAlias = Literal["ordinal", "min", "max", "dense"]
"""How identical hands rank, with the names of Polars' and pandas' `rank`."""

TiesWithoutOrder: TypeAlias = Literal["min", "max", "dense"]
"""The same, for rows without an order."""

Errors: TypeAlias = Literal["raise", "null"]
Shape: TypeAlias = Literal["puzzle", "uniform", "ties", "edges", "separating"]

HAND_TYPES = (
    "high card",
    "one pair",
    "two pair",
    "three of a kind",
    "full house",
    "four of a kind",
    "five of a kind",
)
"""The names of all hand types, weakest first."""


class ArrowStream(Protocol):
    """A data frame, a table, a reader or a relation that exports an Arrow stream."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


class ArrowArray(Protocol):
    """One array or record batch."""

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...


class LazyFrame(Protocol):
    """A Polars LazyFrame."""

    def collect_batches(self, *, chunk_size: int | None = None) -> Iterator[ArrowStream]: ...


class File(Protocol):
    """A file object, opened as text or as bytes."""

    def read(self, n: int, /) -> str | bytes: ...


class Buffer(Protocol):
    """Bytes: `collections.abc.Buffer` of Python 3.12."""

    def __buffer__(self, flags: int, /) -> memoryview: ...


Arrow: TypeAlias = ArrowStream | ArrowArray | LazyFrame
Hands: TypeAlias = Arrow | Iterable[Hand | str | bytes | None]
_Input: TypeAlias = str | os.PathLike[str] | Buffer | File | Arrow

Source: TypeAlias = _Input | Iterable[tuple[Hand | str | bytes, int]] | Iterable[Arrow]
"""The sources that `score` reads, described there."""

CountsSource: TypeAlias = _Input | Iterable[tuple[Hand | str | bytes, int | Decimal, int | Decimal]] | Iterable[Arrow]
"""The sources that `score_counts` reads, described there."""
