from __future__ import annotations

import json
import operator
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import Any, TypeVar

from . import _camel_cards as native
from ._camel_cards import Hand
from ._errors import InputError, shown
from ._results import (
    AnswerDiagnosis,
    AnswerRow,
    Chance,
    Comparison,
    Diagnosis,
    Explanation,
    Finding,
    Generated,
    Misplaced,
    OrderDiagnosis,
)
from ._score import score
from ._types import Rules, Shape, Source

_HANDS = ("hand", "hands", "next_stronger", "next_weaker", "winner")
"""The fields that contain hands."""

_RECORDS = {"findings": Finding, "misplaced": Misplaced, "chance": Chance}
"""The fields that contain records, but for comparisons."""

_T = TypeVar(
    "_T", AnswerDiagnosis, AnswerRow, Chance, Comparison, Explanation, Finding, Misplaced, OrderDiagnosis
)


def explain(hand: Hand | str, rules: Rules) -> Explanation:
    """Explains the type and the strength of a hand.

    >>> print(explain("KTJJT", "joker"))
    KTJJT: four of a kind: T ×2 + J ×2 as T, K ×1; strength 370,272 of 371,293
    """
    record = json.loads(native.explain(hand, rules))
    return _made(Explanation, record | {"hand_type": record["type"], "why": record["made_of"]})


def compare(a: Hand | str, b: Hand | str, rules: Rules) -> Comparison:
    """Explains which of two hands wins under the given rules, and what decides it.

    >>> print(compare("KK677", "KTJJT", "standard"))
    KK677 wins: both are two pair, card 2 decides, K over T
    """
    return _compared(json.loads(native.compare(a, b, rules)))


def generate(shape: Shape = "puzzle", hands: int | None = None, *, seed: int = 1) -> Generated:
    """Generates an input. The same seed gives the same input in every version, except for "separating".

    The shapes are "puzzle" (like the site's inputs), "uniform", "ties", "edges" and "separating". `hands` is
    the number of hands; the default depends on the shape. Raises ValueError for more hands than a shape has.

    >>> print(generate("uniform", 2, seed=1), end="")
    9JA77 763
    K85Q7 606
    """
    return Generated(shape, seed, native.generate(shape, hands, seed))


def diagnose(
    source: Source = "@aocd",
    answer: int | Iterable[int] = (),
    *,
    too_low: int | Iterable[int] = (),
    too_high: int | Iterable[int] = (),
    rules: Rules | None = None,
    reveal: bool = False,
    hand: str = "hand",
    bid: str = "bid",
) -> Diagnosis:
    """Finds the mistakes that give exactly your wrong answer.

    `source` is your input, as in `score`. `answer` is the total of your program; `too_low` and `too_high` are
    answers that the site called too low or too high. Both parts are tried unless you set `rules`. Without
    arguments, the library aocd provides your input and all your wrong answers; "@aocd/NAME" chooses one of
    several users.

    Printed, a diagnosis is the text of the command `camel-cards diagnose`. Printed or in a notebook, it shows the
    right total only with `reveal`.

    Raises InputError for a bad input, ValueError if there is no answer or an impossible one, and TypeError
    for an answer that is not an int.
    """
    given = (("answer", answer, None), ("too_low", too_low, "low"), ("too_high", too_high, "high"))
    answers: list[tuple[int, str | None, Rules | None]]
    answers = [(number, told, None) for name, numbers, told in given for number in _numbers(name, numbers)]
    if not answers and isinstance(source, (str, os.PathLike)):
        answers = native.aocd_answers(source, rules) or []
    if not answers:
        raise ValueError("nothing to diagnose: expected at least one answer")
    record = json.loads(native.diagnose(source, answers, rules, reveal, hand, bid))
    of_answers = tuple(_made(AnswerDiagnosis, one) for one in record["of"])
    return Diagnosis(of_answers, _plain(record["text"]), reveal)


def diagnose_table(frame: Any, *, skip_bad_rows: bool = False) -> list[AnswerRow]:
    """Diagnoses the answers of a class: a row each, in the order of the frame.

    `frame` is a data frame, or a dict of lists, with the columns name, input, part and answer. `input` is the path
    of the input that this person has, or any other source; `part` may be missing. Answers with the same
    name and input help to explain each other.

    `pandas.DataFrame(rows)` or `polars.DataFrame(rows)` makes a frame of the result.

    Raises ValueError for a bad row, with its number from 0, unless `skip_bad_rows`.

    >>> puzzle = generate("puzzle", seed=1)
    >>> [row] = diagnose_table({"name": ["Ada"], "input": [puzzle], "part": [2], "answer": [500500]})
    >>> row.name, row.verdict, row.mistake, row.certainty
    ('Ada', 'wrong', 'S8b', 'certain')
    """
    inputs: dict[Any, tuple[Source, list[tuple[int, tuple[str, Rules | None, int]]]]] = {}
    for place, (name, source, part, answer) in enumerate(zip(*(_column(frame, name) for name in _COLUMNS))):
        try:
            [number] = _numbers("answer", [answer])
            given = (str(name), _rules_of(part), number)
        except (TypeError, ValueError) as error:
            if not skip_bad_rows:
                raise ValueError(f"row {place}: {error}") from None
            continue
        key = os.fspath(source) if isinstance(source, (str, os.PathLike)) else id(source)
        inputs.setdefault(key, (source, []))[1].append((place, given))
    rows: dict[int, AnswerRow] = {}
    for source, of_input in inputs.values():
        try:
            found = json.loads(native.diagnose_people(source, [given for _, given in of_input]))
        except (InputError, OSError) as error:
            if not skip_bad_rows:
                raise ValueError(f"row {of_input[0][0]}: {error}") from error
            continue
        rows.update((place, _made(AnswerRow, row)) for (place, _), row in zip(of_input, found))
    return [row for _, row in sorted(rows.items())]


_COLUMNS = ("name", "input", "part", "answer")


def _column(frame: Any, name: str) -> list[Any]:
    column = frame[name]
    return column.to_pylist() if hasattr(column, "to_pylist") else list(column)


def _rules_of(part: Any) -> Rules | None:
    """The rules of a part; None if it is missing. Beside a missing one, pandas has 1.0 or <NA>."""
    known: dict[str, Rules | None] = {"1": "standard", "2": "joker", **dict.fromkeys(("", "None", "nan", "<NA>"))}
    name = str(part).removesuffix(".0")
    if name not in known:
        raise ValueError(f"expected part 1 or 2, or nothing, found {shown(part)}")
    return known[name]


def diagnose_order(
    source: Source,
    order: str | os.PathLike[str] | Iterable[Hand | str],
    *,
    rules: Rules | None = None,
    hand: str = "hand",
    bid: str = "bid",
) -> OrderDiagnosis:
    """Finds the first two of your sorted hands that are in the wrong order.

    `order` is your sorted hands: a path, a text of several lines as your program prints it, a data frame, or an
    iterable.

    Raises InputError for a bad line in the input.
    """
    if isinstance(order, os.PathLike) or isinstance(order, str) and "\n" not in order:
        with open(order, encoding="utf-8", errors="replace") as file:
            order = file.read()
    if not isinstance(order, str):
        hands: Any = order
        order = "\n".join(map(str, hands[hand] if hasattr(hands, "columns") else hands))
    record = json.loads(native.diagnose_order(source, order, rules, hand, bid))
    return _made(OrderDiagnosis, record["of"] | {"text": _plain(record["text"])})


def solve_for_aocd(year: int, day: int, data: str) -> tuple[int, int]:
    """Returns both total winnings, for the runner of the library aocd."""
    if (year, day) != (2023, 7):
        raise ValueError("camel-cards solves day 7 of 2023 only")
    total = score(data.encode())
    return total.standard, total.joker


def _plain(text: str) -> str:
    """A text of the command without its colours and its last newline."""
    return re.sub(r"\x1b\[[\d;]*m", "", text).rstrip()


def _made(kind: type[_T], record: dict[str, Any]) -> _T:
    """Makes a dataclass from the fields of a record that it has."""
    return kind(**{field.name: _value(field.name, record[field.name]) for field in fields(kind)})


def _compared(record: dict[str, Any]) -> Comparison:
    return _made(Comparison, record | {"hand_types": record["types"], "reason": record["sentence"]})


def _value(name: str, value: Any) -> Any:
    if isinstance(value, dict):
        return _compared(value) if name == "right" else _made(_RECORDS[name], value)
    if isinstance(value, list):
        return tuple(_value(name, one) for one in value)
    return Hand(value) if name in _HANDS and value is not None else value


def _numbers(name: str, numbers: int | Iterable[int]) -> Iterator[int]:
    """Yields one or several whole numbers, of any library."""
    several: Iterable[Any] = numbers if isinstance(numbers, Iterable) and not isinstance(numbers, (str, bytes)) else [numbers]
    for number in several:
        try:
            if isinstance(number, bool):
                raise TypeError
            answer = operator.index(number)
        except TypeError:
            raise TypeError(f"{name}: expected an int, found {shown(number)}") from None
        if not 0 <= answer < 2**128:
            raise ValueError(f"{name}: expected an int from 0 to 2**128 - 1, found {answer}")
        yield answer
