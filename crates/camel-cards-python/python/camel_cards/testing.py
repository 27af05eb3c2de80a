"""For your own tests: is this function right, and if not, why?

>>> from camel_cards.testing import check
>>> def solve(text):
...     return sum(rank * int(bid) for rank, (_, bid) in enumerate(sorted(map(str.split, text.splitlines())), 1))
>>> check(solve, rules="joker")
Traceback (most recent call last):
...
AssertionError: solve() is wrong under joker rules (part 2) for this input:
...
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from . import _camel_cards as native
from ._coach import diagnose, generate
from ._html import rules as both_names
from ._score import score, winnings
from ._types import Rules, Shape

_SHAPES: tuple[Shape, ...] = ("puzzle", "uniform", "ties")
_SIZES = (1, 2, 3, 4, 6, 10, 20, 50, 200, 1000)


def check(solve: Callable[[str], object], rules: Rules = "joker", *, seed: int = 1) -> None:
    """Runs `solve(text)` on published cases, edges and random inputs.

    `solve` takes the input as a text and returns its total winnings, an int or digits. The first
    input on which it is wrong or raises is made as small as it can be.

    Raises AssertionError with that input, what was expected, and the coach's finding.
    """
    # Here, because what `solve` raises is a wrong answer, and so would this be.
    native.check_names(rules)
    for text in _inputs(seed):
        if _fails(solve, text, rules):
            smallest = native.shrink(text.encode(), lambda text: _fails(solve, text, rules))
            raise AssertionError(_message(solve, smallest, rules, seed)) from _error(solve, smallest)


def _inputs(seed: int) -> Iterator[str]:
    yield from native.cases()
    edges = generate("edges", seed=seed).text
    yield edges
    yield "".join(reversed(edges.splitlines(keepends=True)))
    for size in _SIZES:
        for shape in _SHAPES:
            for i in range(3):
                yield generate(shape, size, seed=seed + i).text


def _answer(solve: Callable[[str], object], text: str) -> int | None:
    answer = solve(text)
    try:
        return int(str(answer).strip())
    except ValueError:
        return None


def _expected(text: str, rules: Rules) -> int:
    return winnings(score(text.encode()), rules)


def _error(solve: Callable[[str], object], text: str) -> Exception | None:
    try:
        solve(text)
    except Exception as error:
        return error
    return None


def _fails(solve: Callable[[str], object], text: str, rules: Rules) -> bool:
    try:
        return _answer(solve, text) != _expected(text, rules)
    except Exception:
        return True


def _message(solve: Callable[[str], object], text: str, rules: Rules, seed: int) -> str:
    name = getattr(solve, "__name__", "solve")
    expected = _expected(text, rules)
    head = f"{name}() is wrong under {both_names(rules)} for this input:\n\n{text}\n"
    error = _error(solve, text)
    if error is not None:
        return f"{head}expected {expected}, but it raised {type(error).__name__}: {error}"
    head += f"expected {expected}, got {solve(text)}"
    return "\n\n".join([head, *_findings(solve, rules, seed)])


def _findings(solve: Callable[[str], object], rules: Rules, seed: int) -> Iterator[str]:
    """What the coach finds in the answers to larger inputs, which tell more."""
    for shape in ("puzzle", "edges", "ties"):
        text = generate(shape, 1000 if shape == "puzzle" else 300, seed=seed).text
        if not _fails(solve, text, rules) or _error(solve, text) is not None:
            continue
        answer = _answer(solve, text)
        if answer is None or answer < 0:
            continue
        findings = diagnose(text.encode(), answer, rules=rules).findings
        if findings:
            yield str(findings[0])
            return
