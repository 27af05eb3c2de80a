"""The functions of testdata/judge through `check`: the verdicts are those of every other front."""

from __future__ import annotations

import importlib.util
import re
from types import ModuleType

import pytest
from camel_cards.testing import check
from conftest import ROOT

JUDGE = ROOT / "testdata/judge"
LINES_MAX = 20

# What is said of a part that fails, then the input as it is shown.
FAILING = re.compile(
    r"^(wrong|crash|timeout) under (?:(standard|joker) rules \(part [12]\)|(both) rules)\n",
    re.M,
)
# A function may print its answers, as a program does.
SHOWN = re.compile(r" input that your (?:program|function) fails on, ([0-9,]+) lines?\n\n((?:  .*\n)+)")
MISTAKES = re.compile(r"^(?:certain|likely|lead)  (.*?)  ", re.M)


def functions() -> ModuleType:
    spec = importlib.util.spec_from_file_location("functions", JUDGE / "functions.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


FUNCTIONS = functions()
VERDICTS: dict[str, list[str]] = {}
for row in (JUDGE / "verdicts.tsv").read_text().splitlines()[1:]:
    VERDICTS.setdefault(row.split("\t")[0], []).append(row)


def rows(name: str, told: str) -> list[str]:
    """What a verdict says, as rows of verdicts.tsv."""
    starts = list(FAILING.finditer(told))
    if not starts:
        kind = "not read" if told.startswith("not read: ") else "no answer"
        assert told.startswith(kind)
        return [f"{name}\t{kind}"]
    found = []
    for start, end in zip(starts, [*(start.start() for start in starts[1:]), None]):
        part = told[start.end() : end]
        shown = SHOWN.search(part)
        assert shown, part
        lines = shown[2].splitlines()
        many = len(lines) > LINES_MAX
        count = shown[1].replace(",", "")
        text = f"{count} lines" if many else ", ".join(line.strip() for line in lines)
        mistakes = " | ".join(MISTAKES.findall(part))
        for rules in ("standard", "joker") if start[3] else (start[2],):
            found.append(f"{name}\t{start[1]}\t{rules}\t{text}\t{mistakes}")
    return found


@pytest.mark.parametrize(("name", "rules"), [row[:2] for row in FUNCTIONS.rows()])
def test_function_has_the_verdict_that_every_front_gives(name: str, rules: str) -> None:
    expected = VERDICTS[name]
    solve = FUNCTIONS.solution(name)
    try:
        check(solve, rules=None if rules == "-" else rules)  # type: ignore[arg-type]
    except AssertionError as error:
        found = rows(name, str(error))
    else:
        found = [f"{name}\tright\t\t\t"]
    if len(found) == 1 and found[0].count("\t") == 1:
        # Of no answer, only the verdict is said.
        expected = ["\t".join(row.split("\t")[:2]) for row in expected]
    assert found == expected
