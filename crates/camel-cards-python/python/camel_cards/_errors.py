from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class InputError(ValueError):
    """A bad line or row: where it is, what was expected, and what was found.

    The text of the error is the command's message. Attributes that do not apply are None.

    >>> import camel_cards
    >>> try:
    ...     camel_cards.score(b"32T3K 765\\nT55J 684\\n")
    ... except camel_cards.InputError as error:
    ...     print(error)
    ...     print(error.line, error.column, error.expected, error.found, sep=" | ")
    <bytes>:2:1: expected a hand of 5 cards, found 4
    2 | 1 | a hand of 5 cards | 4
    """

    file: str | None = None
    """The file's name, as messages show it."""
    line: int | None = None
    """The line, from 1."""
    row: int | None = None
    """The row of a table or an iterable, from 0."""
    column: int | str | None = None
    """The byte within the line, from 1, or the name of a table's column."""
    expected: str | None = None
    found: str | None = None
    count: int = 1
    """The number of bad lines."""
    messages: tuple[str, ...] = ()
    """The messages of the first 20 bad lines."""
    _unplaced: str = ""
    """The message without row and column, if there is a row."""


def bad(
    expected: str,
    found: str,
    column: str | None = None,
    row: int | None = None,
    text: str | None = None,
    said: str | None = None,
    is_type: bool = False,
) -> Exception:
    """Makes the error for a source, a column or a row. The engine calls it, too. `text` is a bad hand, quoted.

    `said` replaces expected and found. A value of a wrong type is a TypeError unless its row is known.
    """
    said = said or f"expected {expected}, found {found}"
    place = [f"row {row}"] if row is not None else []
    place += [f'column "{column}"'] if column is not None else []
    place += [text] if text is not None else []
    message = f"{', '.join(place)}{': ' if place else ''}{said}"
    if is_type and row is None:
        return TypeError(message)
    error = InputError(message)
    error.expected, error.found, error.column, error.row = expected, found, column, row
    error._unplaced = f"{text}: {said}" if text is not None else said
    return error


def shown(value: object) -> str:
    """A value as messages show it."""
    text = repr(value)
    return type(value).__name__ + (f" {text}" if len(text) <= 40 else "")


def imported_pyarrow() -> Any:
    try:
        import pyarrow
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(f"{error}: run pip install 'camel-cards[pandas]'", name=error.name) from None
    return pyarrow


@contextmanager
def without_rows() -> Iterator[None]:
    """Removes row numbers from errors, for rows that are numbered within a batch or a group."""
    try:
        yield
    except InputError as error:
        if error.row is not None:
            error.row = None
            error.args = (error._unplaced,)
        raise
