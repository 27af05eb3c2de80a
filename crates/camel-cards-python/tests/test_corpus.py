"""The whole corpus, with the command's totals and messages."""

from __future__ import annotations

import dataclasses
import gzip
import io
import json
import subprocess
from pathlib import Path

import pytest

import camel_cards
from camel_cards import InputError, Tally, score


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*map(str, arguments)], capture_output=True, text=True, errors="replace")


def test_cases(testdata: Path, command: str) -> None:
    cases = sorted(testdata.glob("cases/*.txt"))
    assert len(cases) == 24
    for path in [*cases, testdata / "empty.txt", testdata / "blank.txt"]:
        record = json.loads(run(command, "score", "--format", "json", path).stdout)
        right = score(path)
        assert (right.entries, right.tied) == (record["entries"], record["tied"])
        winnings = {"standard": str(right.standard), "joker": str(right.joker)}
        assert winnings == record["winnings"], path
        answers = path.parent / f"{path.name.split('.')[0]}.answers"
        if answers.exists():
            assert [*winnings.values()] == answers.read_text().split()
        data = path.read_bytes()
        with path.open("rb") as binary, path.open(newline="") as text:
            for other in (str(path), data, bytearray(data), memoryview(data), binary, text):
                assert score(other) == right, path
        assert score(io.BytesIO(data)) == score(io.StringIO(data.decode())) == right
        assert Tally(path).score() == right


def test_errors(testdata: Path, command: str) -> None:
    errors = sorted(testdata.glob("errors/*.txt"))
    assert len(errors) > 20
    for path in errors:
        expected = path.with_suffix(".errors").read_text().splitlines()
        with pytest.raises(InputError) as raised:
            score(path)
        error = raised.value
        assert error.file == str(path)
        first = f"line {error.line}, column {error.column}: "
        assert expected[0].startswith(first)
        if error.messages:
            assert error.count == len(expected)
            assert len(error.messages) == min(20, error.count)
            said = messages(run(command, "score", path).stderr)
            assert [*error.messages] == said
        assert str(error).startswith(f"{path}:{error.line}:{error.column}: ")
        if "found" in expected[0]:
            assert f"expected {error.expected}, found {error.found}" in expected[0]


def messages(stderr: str) -> list[str]:
    """The command's messages in one line each, hints in parentheses."""
    said: list[str] = []
    for line in stderr.splitlines():
        if line.startswith("camel-cards: ") and line.count(":") > 2:
            said.append(line.removeprefix("camel-cards: "))
        elif line.strip().startswith("= "):
            said[-1] += f" ({line.strip()[2:]})"
    return said


def test_tallies(testdata: Path, command: str, tmp_path: Path) -> None:
    good = bad = 0
    for path in sorted(testdata.glob("tallies/*.tally")):
        message = path.with_suffix(".error")
        if message.exists():
            with pytest.raises(InputError) as raised:
                Tally.from_bytes(path.read_bytes())
            assert message.read_text().strip().splitlines()[0] in str(raised.value)
            bad += 1
        elif path.with_suffix(".txt").exists():
            tally = Tally(path.with_suffix(".txt"))
            assert tally.to_bytes() == path.read_bytes()
            assert Tally.from_bytes(path.read_bytes()) == tally
            good += 1
    assert good > 3 and bad > 3
    output = tmp_path / "example.tally"
    example = testdata / "cases/example.txt"
    run(command, "tally", example, "-o", output)
    assert output.read_bytes() == Tally(example).to_bytes()


def test_compressed(testdata: Path, tmp_path: Path) -> None:
    example = testdata / "cases/example.txt"
    packed = tmp_path / "example.gz"
    packed.write_bytes(gzip.compress(example.read_bytes()))
    assert score(packed) == score(packed.read_bytes()) == score(example)
    assert score(gzip.open(packed)) == score(example)


def test_coach_says_what_the_command_says(testdata: Path, command: str) -> None:
    hands = testdata / "coach/hands.txt"
    explained = json.loads(run(command, "explain", "KTJJT", "--format", "json").stdout.splitlines()[0])
    for rules in ("standard", "joker"):
        ours = dataclasses.asdict(camel_cards.explain("KTJJT", rules))
        ours = {name: str(ours[name]) for name in ("jokers_stand_for", "strength", "next_stronger", "next_weaker")}
        assert {name: str(explained[rules][name]) for name in ours} == ours
    wrong = score(hands).joker - 1
    said = json.loads(
        run(command, "diagnose", hands, "--answer", wrong, "--part", "2", "--format", "json").stdout
    )
    found = camel_cards.diagnose(hands, wrong, rules="joker")
    [of_answer] = found.answers
    assert (of_answer.verdict, str(of_answer.expected)) == (said["verdict"], said["expected"])
    assert [*of_answer.clues] == said["clues"]
    assert [finding.summary for finding in of_answer.findings] == [f["summary"] for f in said["findings"]]
    for reveal in (False, True):
        printed = run(command, "diagnose", hands, wrong, "--part", "2", *["--reveal"] * reveal).stdout
        assert str(camel_cards.diagnose(hands, wrong, rules="joker", reveal=reveal)) == printed.rstrip()
    printed = run(command, "diagnose", hands, "--order", hands).stdout
    assert str(camel_cards.diagnose_order(hands, hands)) == printed.rstrip()


def test_generated_inputs_are_those_of_the_command(command: str) -> None:
    for shape in ("puzzle", "uniform", "ties", "edges", "separating"):
        said = run(command, "generate", "--shape", shape, "--seed", "3").stdout
        assert camel_cards.generate(shape, seed=3).text == said
