"""Test your solution: `check` says whether a function is right, and if not, why.

>>> from camel_cards.testing import check
>>> def solve(text):
...     return sum(rank * int(bid) for rank, (_, bid) in enumerate(sorted(map(str.split, text.splitlines())), 1))
>>> check(solve, rules="joker")
Traceback (most recent call last):
...
AssertionError: wrong under joker rules (part 2)
<BLANKLINE>
The smallest input that your function fails on, 2 lines
...
"""

from __future__ import annotations

import contextlib
import io
import signal
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal

from . import _camel_cards as native
from ._types import Rules

# Shorter work shows no progress.
_PROGRESS_AFTER_SECONDS = 1.0


def check(
    solve: Callable[[Any], object],
    rules: Rules | None = None,
    *,
    takes: Literal["text", "lines", "path"] = "text",
    seed: int = 1,
    strict: bool = False,
    timeout: float = 10.0,
) -> None:
    """Judges a function as the command `camel-cards judge` judges a program.

    `solve` takes the text of an input, a list of its lines (`takes="lines"`) or the `Path` of a file
    (`takes="path"`). It returns the total of one part or a pair of both, as ints or texts, or prints them
    and returns None. `rules` says which part it solves; without `rules`, `check` finds out.

    A function is right if it solves inputs like the site's. Failures outside that format, such as repeated
    hands, count only with `strict`. An exception is a failure, except KeyboardInterrupt. A run may take
    `timeout` seconds; the limit works only in the main thread, on Unix, and if no other timer runs.

    Raises AssertionError with the smallest failing input, and with the mistake if it is known; its cause is
    the exception that `solve` raised there. Raises ValueError for a bad argument.
    """
    __tracebackhide__ = True
    name = str(getattr(solve, "__name__", ""))
    with tempfile.TemporaryDirectory() as folder:
        run = _taking(solve, takes, Path(folder))
        kind, verdict, error = _judge(run, native.Judge(name, rules, seed, strict, timeout))
    if kind != "right":
        raise AssertionError(verdict) from error


def _taking(solve: Callable[[Any], object], takes: str, folder: Path) -> Callable[[str], object]:
    """Wraps `solve` in a function that takes the text of an input."""
    if takes == "text":
        return solve
    if takes == "lines":
        return lambda text: solve(text.splitlines())
    if takes == "path":
        path = folder / "input.txt"
        # Written as bytes: Windows changes newlines in text files.
        return lambda text: (path.write_bytes(text.encode()), solve(path))[1]
    raise ValueError(f"takes: expected one of text, lines, path, found {takes!r}")


def _judge(solve: Callable[[str], object], judge: native.Judge) -> tuple[str, str, BaseException | None]:
    """Returns the verdict in one word and in sentences, and the exception of `solve` on the shown input."""
    errors: dict[str, BaseException | None] = {}
    try:
        with _progress() as show:
            while batch := judge.next_batch():
                inputs, limit, purpose = batch
                runs = []
                for text in inputs:
                    show(purpose)
                    runs.append(_run(solve, text, limit, errors))
                judge.take(runs)
        verdict = judge.verdict()
    finally:
        # A judge must stay in its thread, but an exception may go to another, with everything that its frames hold.
        del judge
    assert verdict is not None
    kind, sentences, shown = verdict
    return kind, sentences, errors.get(shown or "")


def _run(
    solve: Callable[[str], object], text: str, limit: float, errors: dict[str, BaseException | None]
) -> tuple[str, bool, str, str | None, float]:
    """Returns the output, whether it was returned, the error message, how the run failed, and the seconds."""
    stdout = io.BytesIO()
    returned, said, failed = False, "", None
    start = time.perf_counter()
    errors[text] = None
    with io.TextIOWrapper(stdout, "utf-8", "replace", write_through=True) as file:
        try:
            with _time_limit(limit), contextlib.redirect_stdout(file):
                answer = solve(text)
                returned = answer is not None
                if returned:
                    # Ignore what it printed if it returns its answer.
                    stdout.truncate(0)
                    stdout.seek(0)
                    file.write(_printed(answer))
        except KeyboardInterrupt:
            raise
        except _TimedOut:
            failed = "timed out"
        except BaseException as error:
            errors[text] = error
            failed = f"raised {type(error).__name__}"
            said = "".join(traceback.format_exception_only(error)).encode("utf-8", "replace").decode()
        seconds = time.perf_counter() - start
        return stdout.getvalue().decode("utf-8", "replace"), returned, said, failed, seconds


def _printed(answer: object) -> str:
    """The answer as a program would print it."""
    if isinstance(answer, (tuple, list)) and len(answer) == 2:
        return f"Part 1: {_printed(answer[0])}\nPart 2: {_printed(answer[1])}"
    # Python does not write an int of more than 4,300 digits, but a Decimal.
    return str(Decimal(answer) if isinstance(answer, int) else answer)


class _TimedOut(BaseException):
    """Not an Exception, so solutions do not catch it."""


@contextlib.contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    is_main = threading.current_thread() is threading.main_thread()
    if not (is_main and hasattr(signal, "setitimer")) or any(signal.getitimer(signal.ITIMER_REAL)):
        yield
        return

    def stop(*_: object) -> None:
        raise _TimedOut

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextlib.contextmanager
def _progress() -> Iterator[Callable[[str], None]]:
    """Shows the purpose of the runs on a terminal, after a second."""
    start, is_shown = time.monotonic(), False
    is_terminal = sys.stderr is not None and sys.stderr.isatty()

    def show(purpose: str) -> None:
        nonlocal is_shown
        if is_terminal and time.monotonic() - start >= _PROGRESS_AFTER_SECONDS:
            is_shown = True
            print(f"\r\x1b[K{purpose} …", end="", file=sys.stderr, flush=True)

    try:
        yield show
    finally:
        if is_shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

