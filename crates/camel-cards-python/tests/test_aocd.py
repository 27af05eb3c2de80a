"""The library aocd (advent-of-code-data) beside ours: what it keeps is read, and it asks no site."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import camel_cards

LOW = "That's not the right answer; your answer is too low.  Please wait one minute before trying again."
HIGH = "That's not the right answer; your answer is too high.  You have to wait 5 minutes."
RIGHT = "That's the right answer!  You are one gold star closer to restoring snow operations."
SOON = "You gave an answer too recently; you have to wait after submitting an answer."

USER = "github.camel.1"


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of aocd with one user, who has solved part 1 and is stuck with part 2."""
    text = camel_cards.generate("puzzle", seed=7).text
    score = camel_cards.score(text.encode())
    (tmp_path / USER).mkdir()
    (tmp_path / USER / "2023_07_input.txt").write_text(text)
    (tmp_path / "token").write_text("secret")
    (tmp_path / "token2id.json").write_text(json.dumps({"secret": USER}))
    bids = sum(int(line.split()[1]) for line in text.splitlines())
    posts = [
        ("a", score.standard - bids, LOW),
        ("a", score.standard, RIGHT),
        ("b", score.joker - bids, LOW),
        ("b", score.joker + 1, SOON),
        ("b", score.joker + 7, HIGH),
    ]
    (tmp_path / USER / "2023_07_post.json").write_text(
        json.dumps([{"part": part, "value": str(value), "when": "", "message": message} for part, value, message in posts])
    )
    monkeypatch.setenv("AOCD_DIR", str(tmp_path))
    monkeypatch.delenv("AOC_SESSION", raising=False)
    return tmp_path


def test_input_and_answers_that_aocd_keeps_are_read(kept: Path) -> None:
    text = (kept / USER / "2023_07_input.txt").read_bytes()
    assert camel_cards.score("@aocd") == camel_cards.score(f"@aocd/{USER}") == camel_cards.score(text)
    found = camel_cards.diagnose()
    told = [(one.rules, [finding.mistakes for finding in one.findings]) for one in found.answers]
    assert told == [("standard", [("S2",)]), ("joker", [("S2",)]), ("joker", [])]
    assert camel_cards.diagnose(rules="standard").answers == found.answers[:1]
    with pytest.raises(FileNotFoundError, match="aocd has no user nobody, choose one: @aocd/github.camel.1"):
        camel_cards.score("@aocd/nobody")
    with pytest.raises(FileNotFoundError, match="No such file"):
        camel_cards.score("./@aocd")


def test_nothing_kept_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AOCD_DIR", str(tmp_path))
    with pytest.raises(FileNotFoundError, match="aocd has no input for day 7 of 2023 in"):
        camel_cards.diagnose()


PROGRAMS = {
    "get_data": "from aocd import get_data\ndata = get_data(day=7, year=2023)\n",
    "puzzle": "from aocd.models import Puzzle\ndata = Puzzle(2023, 7).input_data\n",
    "data": "from aocd import data\n",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_program_that_asks_aocd_is_judged(name: str, kept: Path, tmp_path: Path, testdata: Path) -> None:
    source = testdata / "programs" / "right-1.py"
    program = tmp_path / "2023" / "day07.py"
    program.parent.mkdir()
    program.write_text(PROGRAMS[name] + source.read_text().replace("sys.stdin", "data.splitlines()"))
    judge = [os.environ["CAMEL_CARDS"], "judge", "--format", "json", "--", sys.executable, program.name]
    before = sorted((kept / USER).iterdir())
    report = json.loads(subprocess.run(judge, cwd=program.parent, capture_output=True, check=True).stdout)
    assert (report["verdict"], report["rules"], report["replaced"]) == ("right", ["standard"], None)
    assert sorted((kept / USER).iterdir()) == before


@pytest.mark.parametrize("submit", ["submit({}, part='a', day=7, year=2023)", "Puzzle(2023, 7).answer_a = {}"])
def test_answer_that_is_only_submitted_is_judged(submit: str, tmp_path: Path, testdata: Path) -> None:
    """aocd 2 takes the part for solved, and prints what it is given instead of asking the site."""
    source = (testdata / "programs" / "right-1.py").read_text().replace("sys.stdin", "data.splitlines()")
    lines = (PROGRAMS["get_data"] + "from aocd import submit\nfrom aocd.models import Puzzle\n" + source).splitlines()
    assert lines[-1].startswith("print(") and lines[-1].endswith(")")
    program = tmp_path / "day07.py"
    program.write_text("\n".join([*lines[:-1], submit.format(lines[-1].removeprefix("print"))]))
    judge = [os.environ["CAMEL_CARDS"], "judge", "--format", "json", "--", sys.executable, program.name]
    report = json.loads(subprocess.run(judge, cwd=tmp_path, capture_output=True).stdout)
    assert (report["verdict"], report["rules"]) == ("right", ["standard"]), report


def test_runner_of_aocd_runs_ours(kept: Path, tmp_path: Path) -> None:
    (kept / "tokens.json").write_text(json.dumps({USER: "secret"}))
    # What it would ask the site for: the title, and whether the answers are right.
    (kept / USER / "2023_07_prose.1.html").write_text("<h2>--- Day 7: Camel Cards ---</h2>")
    score = camel_cards.score("@aocd")
    for part, answer in ("a", score.standard), ("b", score.joker):
        (kept / USER / f"2023_07{part}_answer.txt").write_text(str(answer))
    runner = [str(Path(sys.executable).parent / "aoc"), "--years", "2023", "--days", "7", "--plugins", "camel-cards"]
    ran = subprocess.run([*runner, "--no-submit"], capture_output=True, text=True, cwd=tmp_path)
    assert ran.stdout.count("✔") == 2 and str(score.joker) in ran.stdout, ran.stdout + ran.stderr
