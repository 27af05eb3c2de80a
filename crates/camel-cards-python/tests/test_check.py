"""`check` beyond its verdicts, which test_fronts.py compares with those of the other fronts."""

from __future__ import annotations

import io
import sys
import threading
import time
import traceback
from collections.abc import Callable

import camel_cards
import pytest
from camel_cards import testing
from camel_cards.testing import check


def answers(text: str) -> camel_cards.Score:
    return camel_cards.score(text.encode())


def wrong(solve: Callable[[str], object], **options: object) -> AssertionError:
    """What `check` raises."""
    with pytest.raises(AssertionError) as raised:
        check(solve, **options)  # type: ignore[arg-type]
    return raised.value


@pytest.mark.parametrize(
    "solve",
    [
        lambda text: answers(text).standard,
        lambda text: str(answers(text).joker),
        lambda text: (answers(text).standard, answers(text).joker),
        lambda text: [str(answers(text).standard), answers(text).joker],
        lambda text: print("Part 2:", answers(text).joker),
        lambda text: sys.stdout.buffer.write(b"%d\n" % answers(text).joker) and None,
        lambda text: print("debug 5 \udc80") or answers(text).joker,
        lambda text: float(answers(text).joker),
    ],
)
def test_parts_and_forms_of_answers_are_found_out(
    solve: Callable[[str], object], capsys: pytest.CaptureFixture[str]
) -> None:
    check(solve)
    assert capsys.readouterr() == ("", "")


def test_verdict_has_the_words_of_the_coach() -> None:
    error = wrong(lambda text: answers(text).standard, rules="joker")
    assert str(error).startswith("wrong under joker rules (part 2)\n\nThe smallest input that your function fails on, ")
    assert "S9" in str(error)
    assert error.__cause__ is None and error.__suppress_context__


def test_what_is_raised_on_the_shown_input_is_the_cause() -> None:
    def crashes(text: str) -> int:
        return answers(text).joker if "JJJJJ" not in text else {}[5]

    error = wrong(crashes, rules="joker")
    assert str(error).startswith("crash under joker rules (part 2)\n\n")
    assert " input that your function fails on, 1 line\n\n  JJJJJ 1000\n" in str(error)
    assert "Your function raised KeyError." in str(error) and "KeyError: 5" in str(error)
    assert isinstance(error.__cause__, KeyError)
    assert traceback.extract_tb(error.__cause__.__traceback__)[-1].name == "crashes"


class Silent(Exception):
    def __str__(self) -> str:
        raise RuntimeError


def raises(error: BaseException) -> int:
    raise error


@pytest.mark.parametrize(
    "solve",
    [
        lambda text: exit(),
        lambda text: sys.exit("no"),
        lambda text: raises(GeneratorExit()),
        lambda text: raises(Silent()),
        lambda text: raises(ValueError("\udc80")),
        lambda text: int("x"),
        lambda text: None,
        lambda text: "",
        lambda text: "\udc80",
        lambda text: object,
        lambda text: float("nan"),
        lambda text: 10**40,
        lambda text: 10**5000,
        lambda text: -(10**5000),
        lambda text: (10**5000, 10**6000),
        lambda text: len(text) * 10**5000,
        lambda text: answers(text).joker * 10**5000,
        lambda text: answers(text).joker * 10**20000,
    ],
)
def test_nothing_but_an_assertion_comes_out(solve: Callable[[str], object]) -> None:
    assert str(wrong(solve))


def test_part_that_was_printed_before_is_read() -> None:
    def fails_at_part_2(text: str) -> None:
        print(answers(text).standard)
        print(answers(text).joker if "J" not in text else {}[5])

    message = str(wrong(fails_at_part_2))
    assert message.startswith("right under standard rules (part 1)\n")
    assert "\ncrash under joker rules (part 2)\n" in message


def test_interrupts_are_the_users() -> None:
    with pytest.raises(KeyboardInterrupt):
        check(lambda text: raises(KeyboardInterrupt()))


def test_time_limit() -> None:
    def loops(text: str) -> int:
        while "JJJJJ" in text:
            pass
        return answers(text).joker

    assert str(wrong(loops, timeout=0.3)).startswith("timeout")

    def stubborn(text: str) -> int:
        try:
            time.sleep(60)
        except Exception:
            pass
        return 1

    before = time.monotonic()
    assert str(wrong(stubborn, timeout=0.05)).startswith("timeout")
    assert time.monotonic() - before < 10
    check(lambda text: answers(text).joker, timeout=60)


def test_other_threads_have_no_time_limit() -> None:
    raised: list[BaseException | None] = []

    def run() -> None:
        try:
            check(lambda text: time.sleep(0.002) or answers(text).standard, rules="joker", timeout=0.001)
        except AssertionError as error:
            raised.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert str(raised.pop()).startswith("wrong under joker rules (part 2)")


@pytest.mark.parametrize(("after_seconds", "is_shown"), [(0.0, True), (float("inf"), False)])
def test_progress_is_shown_at_a_terminal_after_a_while(
    monkeypatch: pytest.MonkeyPatch, after_seconds: float, is_shown: bool
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    assert testing._PROGRESS_AFTER_SECONDS == 1
    monkeypatch.setattr(testing, "_PROGRESS_AFTER_SECONDS", after_seconds)
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    check(lambda text: answers(text).joker)
    shown = terminal.getvalue()
    assert bool(shown) == is_shown
    if is_shown:
        assert "\r\x1b[Kinputs like the puzzle's …" in shown
        assert shown.endswith("\r\x1b[K")


def test_strict_counts_what_the_puzzle_does_not_have() -> None:
    def loses_repeated_hands(text: str) -> int:
        lines = text.removeprefix("\ufeff").splitlines()
        bids = {hand: int(bid) for hand, bid in map(str.split, filter(None, lines))}
        return camel_cards.score(bids.items()).joker

    check(loses_repeated_hands)
    message = str(wrong(loses_repeated_hands, strict=True))
    assert message.startswith("wrong under joker rules (part 2)")
    assert "\n  - loses repeated hands\n" in message


def test_pair_that_is_returned_is_part_1_and_part_2() -> None:
    for rules in (None, "standard", "joker"):
        assert "wrong under" in str(wrong(lambda text: (answers(text).joker, answers(text).standard), rules=rules))
    assert "Your function answers 0." in str(wrong(lambda text: (answers(text).standard, 0)))
    check(lambda text: (answers(text).standard, None))
    check(lambda text: print("Part 1:", answers(text).standard, "Part 2:", 0))


def test_lines_and_paths_are_given_as_they_are_wanted() -> None:
    check(lambda lines: answers("\n".join(lines)).joker, takes="lines")
    check(lambda path: camel_cards.score(path).joker, takes="path")
    check(lambda path: print(camel_cards.score(open(path, newline="")).joker), takes="path")
    said = str(wrong(lambda path: camel_cards.score(path).joker + 1, takes="path", rules="joker"))
    assert said.startswith("wrong under joker rules")
    error = wrong(lambda lines: lines["x"], takes="lines").__cause__
    assert isinstance(error, TypeError)


def test_seed_chooses_the_inputs() -> None:
    def seen(seed: int) -> list[str]:
        inputs: list[str] = []
        check(lambda text: inputs.append(text) or answers(text).joker, seed=seed)
        return inputs

    assert seen(1) == seen(1) != seen(2)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rules": "part 1"}, "^rules: expected one of standard, joker, found 'part 1'"),
        ({"takes": "file"}, "^takes: expected one of text, lines, path, found 'file'$"),
        ({"timeout": 0.0}, "^timeout: expected seconds, found 0$"),
        ({"timeout": float("nan")}, "^timeout: expected seconds, found NaN$"),
    ],
)
def test_options_are_checked_before_anything_is_run(options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        check(lambda text: pytest.fail("it was run"), **options)  # type: ignore[arg-type]


def test_pytest_shows_the_call_and_not_the_inside() -> None:
    error = wrong(lambda text: 5)
    inside = error.__traceback__ and error.__traceback__.tb_next
    assert inside and inside.tb_frame.f_code.co_name == "check" and inside.tb_next is None
    assert inside.tb_frame.f_locals["__tracebackhide__"] is True
