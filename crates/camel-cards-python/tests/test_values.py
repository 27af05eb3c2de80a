"""Hands, tallies, columns; and what runs beside them."""

from __future__ import annotations

import copy
import dataclasses
import json
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import numpy
import pandas
import polars
import pyarrow
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import camel_cards
import camel_cards.polars
from camel_cards import HAND_TYPES, Hand, InputError, Tally, generate, score
from oracle import key, ranks, total

RULES = st.sampled_from(["standard", "joker"])
TIES = st.sampled_from(["ordinal", "min", "max", "dense"])
FEW = st.text("2TJA", min_size=5, max_size=5)
ANY = st.text("23456789TJQKA", min_size=5, max_size=5)
BIDS = st.integers(0, 1000) | st.integers(0, 2**64 - 1)
ENTRIES = st.lists(st.tuples(FEW | ANY, BIDS), max_size=40)


@given(ENTRIES, RULES, TIES)
@settings(max_examples=300, deadline=None)
def test_scores_are_those_of_the_oracle(entries, rules, ties) -> None:
    expected = total(entries, rules, ties)
    text = "".join(f"{hand} {bid}\n" for hand, bid in entries).encode()
    table = pyarrow.table(
        {
            "hand": pyarrow.array([hand for hand, _ in entries], pyarrow.string()),
            "bid": pyarrow.array([bid for _, bid in entries], pyarrow.uint64()),
        }
    )
    for source in (entries, text, table):
        assert getattr(score(source, ties=ties), rules) == expected
    half = len(entries) // 2
    first, second = Tally(entries[:half]), Tally(table.slice(half))
    first.merge(pickle.loads(pickle.dumps(second)))
    assert getattr(first.score(ties), rules) == expected
    assert first == Tally(text)


@given(st.lists(FEW | ANY | st.none(), max_size=40), RULES, TIES)
@settings(max_examples=200, deadline=None)
def test_columns_are_those_of_the_oracle(hands, rules, ties) -> None:
    known = [hand for hand in hands if hand is not None]
    expected = iter(ranks(known, rules, ties))
    expected = [None if hand is None else next(expected) for hand in hands]
    assert camel_cards.rank(hands, rules, ties=ties) == expected
    strengths = camel_cards.strength(hands, rules)
    pairs = sorted((key(hand, rules), strength) for hand, strength in zip(hands, strengths) if hand)
    assert sorted(strength for _, strength in pairs) == [strength for _, strength in pairs]
    types = camel_cards.hand_type(hands, rules)
    for (most, _), name in ((key(hand, rules), name) for hand, name in zip(hands, types) if hand):
        partition = {5: 6, 4: 5, 3: 4 if most[1:2] == [2] else 3, 2: 2 if most[1:2] == [2] else 1, 1: 0}
        assert HAND_TYPES[partition[most[0]]] == name


def test_columns_come_back_as_they_came() -> None:
    hands = ["32T3K", None, "KTJJT"]
    expected = [122552, None, 370272]
    series = polars.Series("cards", hands)
    strengths = camel_cards.strength(series, "joker")
    assert (strengths.name, strengths.to_list()) == ("cards", expected)
    assert camel_cards.strength((Hand("32T3K"), None, "KTJJT"), "joker") == expected
    nothing = camel_cards.strength(polars.Series([None, None]), "joker")
    assert (nothing.dtype, nothing.to_list()) == (polars.Int32, [None, None])
    assert camel_cards.strength(pyarrow.nulls(2), "joker").to_pylist() == [None, None]
    array = camel_cards.strength(pyarrow.chunked_array([hands[:1], hands[1:]]), "joker")
    assert isinstance(array, pyarrow.Array) and array.to_pylist() == expected
    of_pandas = camel_cards.strength(pandas.Series(hands, index=[5, 6, 7], name="cards"), "joker")
    assert of_pandas.name == "cards"
    assert camel_cards.strength(pandas.DataFrame({"hand": hands, "name": "x"}), "joker").name is None
    assert of_pandas.dropna().to_dict() == {5: 122552, 7: 370272}
    assert camel_cards.strength(duckdb.sql("select 'KTJJT' as hand"), "joker") == [370272]
    encoded = pyarrow.array(hands).dictionary_encode()
    assert camel_cards.hand_type(encoded, "joker").to_pylist() == ["one pair", None, "four of a kind"]
    frame = polars.DataFrame({"hand": hands})
    assert camel_cards.rank(frame, "joker").to_list() == [1, None, 2]
    assert camel_cards.rank(frame.lazy(), "joker", ties="ordinal").to_list() == [1, None, 2]


def test_strengths_can_be_subtracted_and_types_sort() -> None:
    hands = ["32T3K", "AAAAA", "KTJJT"]
    types = ["one pair", "four of a kind", "five of a kind"]
    for made in (polars.Series(hands), pandas.Series(hands), pandas.Series(hands, dtype="string[pyarrow]")):
        strengths = camel_cards.strength(made, "joker")
        assert (strengths - strengths.max()).to_list() == [-248741, 0, -1021]
        found = camel_cards.hand_type(made, "joker")
        assert (found.sort() if isinstance(made, polars.Series) else found.sort_values()).to_list() == types
    frame = polars.DataFrame({"hand": hands})
    of_expression = frame.select(polars.col("hand").camel.hand_type("joker"))["hand"]
    assert camel_cards.hand_type(frame["hand"], "joker").equals(of_expression)


def test_columns_of_pandas_keep_index_name_and_backend() -> None:
    hands = pandas.Series(["32T3K", None, "KTJJT"], index=[5, 6, 7], name="cards", dtype=object)
    arrow = pandas.ArrowDtype(pyarrow.string())
    for series, dtype in (
        (hands, "Int32"),
        (hands.astype("category"), "Int32"),
        (hands.fillna("AAAAA"), "int32"),
        (hands.astype(arrow), "int32[pyarrow]"),
        (hands.fillna("AAAAA").astype(arrow), "int32[pyarrow]"),
    ):
        for found in (camel_cards.strength(series, "joker"), camel_cards.strength(series.to_frame("hand"), "joker")):
            assert (str(found.dtype), found.index.to_list(), found[7]) == (dtype, [5, 6, 7], 370272)
        assert camel_cards.rank(series, "joker").name == "cards"
    assert pandas.isna(camel_cards.strength(hands.fillna(float("nan")), "joker", errors="null")[6])


def test_bad_hands_in_columns() -> None:
    hands = ["32T3K", "x", None, "AAAA"]
    with pytest.raises(InputError, match='^row 1, "x": expected a card label') as raised:
        camel_cards.strength(hands, "joker")
    assert raised.value.row == 1
    assert camel_cards.strength(hands, "joker", errors="null") == [122552, None, None, None]
    assert camel_cards.rank(hands, "joker", errors="null") == [1, None, None, None]
    said = camel_cards.hand_error(hands)
    assert said[0] is said[2] is None and said[3] == "expected a hand of 5 cards, found 4"
    with pytest.raises(ValueError, match="^errors: expected one of raise, null, found 'ignore'$"):
        camel_cards.strength(hands, "joker", errors="ignore")


def test_hands() -> None:
    hand = Hand("KTJJT")
    assert hand == Hand(hand) != Hand("KTJTJ")
    assert len({hand, Hand("KTJJT"), Hand("AAAAA")}) == 2
    assert (str(hand), repr(hand)) == ("KTJJT", "Hand('KTJJT')")
    assert copy.deepcopy(hand) == pickle.loads(pickle.dumps(hand)) == hand
    assert hand != "KTJJT"
    assert f"{hand:>8}|{hand}" == "   KTJJT|KTJJT"
    with pytest.raises(TypeError):
        hand < Hand("AAAAA")  # type: ignore[operator]
    with pytest.raises(AttributeError):
        hand.bid = 5  # type: ignore[attr-defined]
    with pytest.raises(InputError, match='^"KTJJ": expected a hand of 5 cards, found 4$'):
        Hand("KTJJ")
    with pytest.raises(ValueError, match="^rules: expected one of standard, joker, found 'wild'"):
        hand.strength("wild")  # type: ignore[arg-type]
    for call in (lambda: hand.strength(2), lambda: score([], ties=2), lambda: camel_cards.generate(2)):  # type: ignore
        with pytest.raises(TypeError, match="^(rules|ties|shape): expected one of .*, found '2'"):
            call()
    for call in (lambda: Hand(5), lambda: camel_cards.explain(5, "joker")):  # type: ignore
        with pytest.raises(TypeError, match="^expected a hand as a str, found int 5$"):
            call()


def test_explanations_and_comparisons() -> None:
    why = camel_cards.explain("KTJJT", "joker")
    assert why.next_stronger == Hand("KTJJK") and why.jokers_stand_for == "T"
    won = camel_cards.compare("KK677", "KTJJT", "standard")
    assert (won.winner, won.decided_by, won.card) == (Hand("KK677"), "card", 2)
    assert camel_cards.compare("AAAAA", "AAAAA", "joker").winner is None
    for shown in (why, won, score([]), generate("puzzle"), Hand("KTJJT")):
        assert "<table>" in shown._repr_html_() or shown._repr_html_().startswith("<span")
    assert won._repr_html_().count("#ffd54a") == 2


def test_diagnosis(tmp_path: Path) -> None:
    puzzle = generate("puzzle", seed=1)
    jack = sum(
        rank * bid
        for rank, (hand, bid) in enumerate(
            sorted(puzzle, key=lambda e: (key(e[0], "joker")[0], key(e[0], "standard")[1])), 1
        )
    )
    found = camel_cards.diagnose(puzzle, jack, rules="joker")
    [of_jack] = found.answers
    assert of_jack.verdict == "wrong" and of_jack.findings[0].mistakes == ("J1",)
    assert of_jack.findings[0].misplaced and of_jack.findings[0].chance
    assert "\n  change    " in str(found) and found._repr_html_().startswith("<p><b>wrong</b>")
    right = score(puzzle)
    several = camel_cards.diagnose(puzzle, [right.joker, jack, right.standard])
    assert [one.verdict for one in several.answers] == ["right", "wrong", "right"]
    assert [one.rules for one in several.answers] == ["joker", "joker", "standard"]
    with pytest.raises(ValueError, match="nothing to diagnose"):
        camel_cards.diagnose(puzzle)
    order = sorted((hand for hand, _ in puzzle), key=lambda hand: key(hand, "standard"))
    assert camel_cards.diagnose_order(puzzle, order).verdict == "right"
    order[3], order[4] = order[4], order[3]
    swapped = camel_cards.diagnose_order(puzzle, order, rules="standard")
    assert swapped.misplaced and swapped.misplaced.places == (4, 5)
    assert swapped.misplaced.right.hands == (Hand(order[3]), Hand(order[4]))
    assert re.search(f"   4  . {order[3]}.*\n *5  . {order[4]}", str(swapped))
    assert f"{order[3]} before {order[4]}" in swapped._repr_html_()
    known = camel_cards.diagnose_order([("32T3K", 1), ("KTJJT", 2)], ["32T3K", "32T3K", "22222"], rules="joker")
    assert known.missing and known.added and known.repeated
    lists = (("KTJJT", "missing", "missing"), ("22222", "added", "not in the input"), ("32T3K", "repeated", "repeated"))
    for hand, name, why in lists:
        assert f"  1 {why}: {hand}" in str(known) and hand in known._repr_html_() and f"{name} (1)" in known._repr_html_()
    path = tmp_path / "order.txt"
    path.write_text("\n".join(order))
    for source in (path, str(path), path.read_text()):
        assert camel_cards.diagnose_order(puzzle, source, rules="standard") == swapped
    with pytest.raises(FileNotFoundError):
        camel_cards.diagnose_order(puzzle, "no such file")
    for result in (found, swapped, camel_cards.explain("KTJJT", "joker")):
        assert json.loads(json.dumps(dataclasses.asdict(result), default=str))
    assert len(camel_cards.diagnose_order(puzzle, "no hands\n").missing) == len(puzzle)


def test_a_class_is_diagnosed_row_by_row(tmp_path: Path) -> None:
    puzzles = [generate("puzzle", seed=seed) for seed in (1, 2)]
    path = tmp_path / "input.txt"
    path.write_text(puzzles[1].text)
    rights = [score(puzzle) for puzzle in puzzles]
    columns = {
        "name": ["Ada", "Ben", "Ada", "Cy"],
        "input": [puzzles[0], str(path), puzzles[0], path],
        "part": [2, None, None, 1],
        "answer": [rights[0].joker - 500500, rights[1].joker, 500500, rights[1].standard + 1],
    }
    ours = camel_cards.diagnose_table(columns)
    told = [(row.name, row.part, row.answer, row.verdict, row.mistake, row.certainty) for row in ours]
    assert told == [
        ("Ada", 2, columns["answer"][0], "wrong", "S2", "certain"),
        ("Ben", 2, columns["answer"][1], "right", "", None),
        ("Ada", 1, 500500, "wrong", "S8b", "certain"),
        ("Cy", 1, columns["answer"][3], "wrong", "", None),
    ]
    assert ours[0].change and pandas.DataFrame(ours)["mistake"][0] == "S2"
    columns["input"] = [str(path)] * 4
    frames = [pandas.DataFrame(columns), polars.DataFrame(columns), pyarrow.table(columns)]
    expected = camel_cards.diagnose_table(columns)
    assert all(camel_cards.diagnose_table(frame) == expected for frame in frames)
    for column, bad, message in (
        ("part", 3, "row 1: expected part 1 or 2, or nothing, found int 3"),
        ("answer", "5", "row 1: answer: expected an int, found str '5'"),
        ("input", "none.txt", "row 1: "),
        ("input", b"x", "row 1: "),
    ):
        rows = columns | {column: [value if i != 1 else bad for i, value in enumerate(columns[column])]}
        with pytest.raises(ValueError, match=re.escape(message)):
            camel_cards.diagnose_table(rows)
        kept = camel_cards.diagnose_table(rows, skip_bad_rows=True)
        assert kept == [row for i, row in enumerate(expected) if i != 1]


def test_orders_with_findings_show_them() -> None:
    puzzle = generate("puzzle", seed=1)
    order = sorted((hand for hand, _ in puzzle), key=lambda hand: (key(hand, "joker")[0], key(hand, "standard")[1]))
    found = camel_cards.diagnose_order(puzzle, order, rules="joker")
    assert found.findings[0].mistakes == ("J1",)
    assert found.findings[0].summary in str(found)
    assert found.findings[0]._repr_html_() in found._repr_html_()


def test_answers_are_whole_numbers_of_any_library() -> None:
    puzzle = generate("puzzle", seed=1)
    right = score(puzzle).joker
    for answer in (right, numpy.int64(right), [numpy.uint64(right)], numpy.array([right])):
        assert camel_cards.diagnose(puzzle, answer, rules="joker").answers[0].verdict == "right"
    for answer, message in (
        ("5", "answer: expected an int, found str '5'"),
        (5.0, "answer: expected an int, found float 5.0"),
        ([None], "answer: expected an int, found NoneType None"),
    ):
        with pytest.raises(TypeError) as raised:
            camel_cards.diagnose(puzzle, answer)
        assert str(raised.value) == message
    for answer in (-5, 2**128):
        with pytest.raises(ValueError) as of_value:
            camel_cards.diagnose(puzzle, too_low=answer)
        assert str(of_value.value) == f"too_low: expected an int from 0 to 2**128 - 1, found {answer}"


def test_what_was_not_tried_is_shown_in_notebooks() -> None:
    found = camel_cards.diagnose(generate("uniform", 300), 1, rules="joker")
    of_answer = dataclasses.replace(found.answers[0], not_tried="pairs of <rare> mistakes")
    found = dataclasses.replace(found, answers=(of_answer,))
    assert "pairs of &lt;rare&gt; mistakes" in found._repr_html_()


def test_right_answers_that_were_called_wrong_are_told() -> None:
    right = score(b"32T3K 765\nKTJJT 220\n").joker
    found = camel_cards.diagnose(b"32T3K 765\nKTJJT 220\n", too_low=right, rules="joker")
    called = f"but the site called {right} too low: did you submit it for part 2, and is this your own input?"
    assert " ".join(str(found).split()) == f"right {right} is the answer to part 2 (joker rules) {called}"
    assert called in found._repr_html_()
    for answer in (right - 1, right):
        found = camel_cards.diagnose(b"32T3K 765\nKTJJT 220\n", answer, too_low=right + 1, rules="joker")
        assert f"{right + 1} cannot be too low for this input: it is too high" in str(found)


def test_right_totals_are_told_only_if_asked_for(testdata: Path) -> None:
    rows = [row.split("\t") for row in (testdata / "separating/totals.tsv").read_text().splitlines()]
    hands = testdata / "coach/hands.txt"
    right = score(hands).joker
    asked = [(testdata / "separating/separating.txt", row[0], int(row[2])) for row in rows[1:] if row[2].isdigit()][::12]
    asked += [(hands, "joker", answer) for answer in (1, right - 3 * 500500, right - 412000, right + 1_000_000)]
    for source, rules, answer in asked:
        totals = score(source)
        expected = getattr(totals, rules)
        if answer == expected:
            continue
        found = camel_cards.diagnose(source, answer, rules=rules)
        hidden = {totals.standard, totals.joker, abs(answer - expected)} - {answer}
        for text in (str(found), found._repr_html_(), repr(found)):
            assert not hidden & {int(number) for number in re.findall(r"\d+", text.replace(",", ""))}, text
            assert f"{answer} is too {'low' if answer < expected else 'high'} for part" in text
        revealed = camel_cards.diagnose(source, answer, rules=rules, reveal=True)
        assert revealed.answers[0].expected == found.answers[0].expected == expected
        for text in (str(revealed), revealed._repr_html_()):
            assert "the total winnings " in text and f" are {expected}" in text


def test_tallies() -> None:
    puzzle = generate("ties", 1000, seed=2)
    tally = Tally()
    tally.update(puzzle)
    assert tally.entries == 1000 and repr(tally) == "<Tally of 1000 entries>"
    tally.merge(tally)
    assert tally == Tally([*puzzle, *puzzle])
    before = tally.to_bytes()
    with pytest.raises(InputError):
        tally.update([*puzzle, ("x", 1)])
    assert tally.to_bytes() == before
    for kind in (bytes, bytearray, memoryview):
        assert Tally.from_bytes(kind(before)) == tally
    with pytest.raises(InputError, match="^<bytes>: byte 0: expected a tally"):
        Tally.from_bytes(b"hands")
    with pytest.raises(TypeError):
        hash(tally)
    huge = Tally([("AAAAA", 2**64 - 1)] * 4)
    for _ in range(34):
        huge.merge(huge)
    with pytest.raises(OverflowError):
        huge.score()


def test_tallies_of_several_processes() -> None:
    parts = [generate("ties", 500, seed=seed).text.encode() for seed in range(4)]
    with ProcessPoolExecutor(2) as processes:
        tally = Tally()
        for part in processes.map(Tally, parts):
            tally.merge(part)
    assert tally.score() == score(b"".join(parts))


def test_threads() -> None:
    """Many threads on one tally, and none waits for another's interpreter."""
    text = generate("uniform", 20_000).text.encode()
    tally = Tally()
    threads = [threading.Thread(target=tally.update, args=(text,)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert tally == Tally(text * 8)


@pytest.mark.parametrize("source", ["path", "generate", "bytes", "frame", "frames", "rows", "file", "pipe", "diagnose"])
def test_interrupts(source: str, tmp_path: Path) -> None:
    path = tmp_path / "hands.txt"
    path.write_bytes(generate("uniform", 100_000).text.encode() * 20)
    program = f"""
import gzip, io, itertools, os, sys, camel_cards, pyarrow

class File(io.BytesIO):
    # It has much to unpack, for which another thread is started, and then it waits.
    def read(self, n):
        return super().read(n) or os.read(os.pipe()[0], 1)

packed = gzip.compress(b"AAAAA 1\\n" * 5_000_000, 1)

os.mkfifo({str(tmp_path / "pipe")!r})
text = open({str(path)!r}, "rb").read()
table = pyarrow.table({{"hand": ["AAAAA"] * 1000, "bid": [1] * 1000}})
batches = itertools.repeat(table.to_batches()[0])
source = {{
    "path": lambda: {str(path)!r},
    "bytes": lambda: text,
    "frame": lambda: pyarrow.RecordBatchReader.from_batches(table.schema, batches),
    "frames": lambda: pyarrow.RecordBatchReader.from_batches(table.schema, (next(batches) for _ in iter(int, 1))),
    "rows": lambda: itertools.repeat(("AAAAA", 1)),
    "file": lambda: File(packed),
    "pipe": lambda: {str(tmp_path / "pipe")!r},
    "diagnose": lambda: text[: len(text) // 10],
    "generate": lambda: camel_cards.generate("uniform", 10**8),
}}[{source!r}]
print("ready", flush=True)
try:
    while True:
        if {source!r} == "diagnose":
            camel_cards.diagnose(source(), 1)
        camel_cards.score(source())
except KeyboardInterrupt:
    sys.exit(5)
"""
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None and process.stdout.readline() == b"ready\n"
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    try:
        # Only what hangs takes so long, on any machine.
        _, said = process.communicate(timeout=100)
    finally:
        process.kill()
    assert process.returncode == 5, said.decode()


def test_another_thread_runs_meanwhile() -> None:
    text = generate("uniform", 100_000).text.encode() * 50
    calls: list[tuple[float, float]] = []

    def call() -> None:
        begin = time.perf_counter()
        score(text)
        calls.append((begin, time.perf_counter()))

    def runs_meanwhile() -> bool:
        thread = threading.Thread(target=call)
        thread.start()
        steps = []
        while thread.is_alive():
            steps.append(time.perf_counter())
        begin, end = calls[-1]
        tenth = (end - begin) / 10
        return any(begin + tenth < step < end - tenth for step in steps)

    # Several times: the machine may have no core for the other thread.
    assert any(runs_meanwhile() for _ in range(5))


def test_names_of_rules_are_checked_before_anything_is_read() -> None:
    from camel_cards.testing import check

    message = "^rules: expected one of standard, joker, found 'part 1'"
    hand = polars.col("hand")
    for call in (
        lambda rules: check(lambda text: 0, rules=rules),
        lambda rules: camel_cards.polars.total_winnings("hand", "bid", rules, ties="min"),
        lambda rules: hand.camel.strength(rules),
        lambda rules: hand.camel.hand_type(rules),
        lambda rules: hand.camel.rank(rules, ties="min"),
    ):
        with pytest.raises(ValueError, match=message):
            call("part 1")
    with pytest.raises(ValueError, match="^ties: expected one of ordinal, min, max, dense, found 'average'"):
        camel_cards.polars.total_winnings("hand", "bid", "joker", ties="average")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("column", "message"),
    [
        ([23456], "row 0: expected a hand as a str, found int 23456"),
        (["AAAAA", None, bytearray(b"AAAAA")], "row 2: expected a hand as a str, found bytearray bytearray(b'AAAAA')"),
        (["AAAAA", float("nan")], "row 1: expected a hand as a str, found float nan"),
        ("32T3K", "expected a column or an iterable of hands, found str '32T3K'"),
        (b"32T3K", "expected a column or an iterable of hands, found bytes b'32T3K'"),
        (5, "expected a column or an iterable of hands, found int 5"),
    ],
)
def test_columns_do_not_guess_hands(column: Any, message: str) -> None:
    for call in (
        lambda: camel_cards.strength(column, "standard"),
        lambda: camel_cards.rank(column, "standard"),
    ):
        with pytest.raises(InputError if isinstance(column, list) else TypeError) as raised:
            call()
        assert str(raised.value) == message
    if isinstance(column, list):
        assert camel_cards.strength(column, "standard", errors="null")[-1] is None
        assert "row " + message.split()[1].strip(":") + ": " + camel_cards.hand_error(column)[-1] == message


@given(st.data())
@settings(max_examples=8, deadline=None)
def test_ranks_of_many_hands_are_those_of_a_sort(data: st.DataObject) -> None:
    """Few hands are sorted, and of many each is looked up: on both sides of where that changes."""
    hands = [hand for hand, _ in generate("ties", data.draw(st.sampled_from([16_384, 16_385, 20_000])))]
    rules = data.draw(RULES)
    strengths = camel_cards.strength(hands, rules)
    order = sorted(strengths)
    first = {strength: at for at, strength in reversed([*enumerate(order, 1)])}
    counts = Counter(strengths)
    dense = {strength: at for at, strength in enumerate(sorted(counts), 1)}
    assert camel_cards.rank(hands, rules, ties="min") == [first[s] for s in strengths]
    assert camel_cards.rank(hands, rules, ties="max") == [first[s] + counts[s] - 1 for s in strengths]
    assert camel_cards.rank(hands, rules, ties="dense") == [dense[s] for s in strengths]
    found = []
    for strength in strengths:
        found.append(first[strength])
        first[strength] += 1
    assert camel_cards.rank(hands, rules) == found


def test_polars_namespace() -> None:
    hands = ["32T3K", "AAAAA", None, "KTJJT"]
    frame = polars.DataFrame({"hand": hands, "bid": [1, 2, 3, 4], "group": [1, 1, 2, 2]})
    hand = polars.col("hand")
    for made in (frame, frame.lazy()):
        found = made.with_columns(
            strength=hand.camel.strength("joker"),
            type=hand.camel.hand_type("joker"),
            rank=hand.camel.rank("joker", ties="ordinal"),
        ).lazy().collect()
        assert found["strength"].to_list() == [122552, 371293, None, 370272]
        assert found["type"].to_list() == ["one pair", "five of a kind", None, "four of a kind"]
        assert found["rank"].to_list() == [1, 3, None, 2]
        assert found.sort("type", nulls_last=True)["hand"].to_list() == ["32T3K", "KTJJT", "AAAAA", None]
    total = camel_cards.polars.total_winnings("hand", "bid", "joker", ties="ordinal")
    known = frame.drop_nulls()
    both = known.select(total, camel_cards.polars.total_winnings("hand", "bid", "standard", ties="ordinal"))
    assert both.columns == ["total_winnings_joker", "total_winnings_standard"]
    assert known.select(total).item() == score(known).joker
    groups = known.group_by("group").agg(total.alias("total")).sort("group")
    assert groups["total"].to_list() == [5, 4]
    assert frame.head(0).select(total).item() == 0
    bad = polars.DataFrame({"hand": [*["AAAAA"] * 150_000, "x"], "bid": 1}).lazy()
    for wrong in (hand.camel.strength("joker"), hand.camel.rank("joker", ties="min"), total):
        for engine in ("in-memory", "streaming"):
            with pytest.raises(Exception, match="x") as raised:
                bad.select(wrong).collect(engine=engine)
            assert '"x": expected a card label' in str(raised.value) and "row " not in str(raised.value)
    streamed = frame.lazy().select(hand.camel.strength("joker")).collect(engine="streaming")
    assert streamed["hand"].to_list() == [122552, 371293, None, 370272]


def test_ties_of_expressions_have_to_be_told() -> None:
    with pytest.raises(TypeError, match="'ties'"):
        polars.col("hand").camel.rank("joker")
    with pytest.raises(TypeError, match="'ties'"):
        camel_cards.polars.total_winnings("hand", "bid", "joker")  # type: ignore[call-arg]


@pytest.mark.parametrize("ties", ["ordinal", "min", "max", "dense"])
@pytest.mark.parametrize("kind", ["plain", "dictionaries"])
def test_totals_of_groups(ties: Any, kind: str) -> None:
    entries = [*camel_cards.generate("ties", 1000, seed=3)]
    players = [("Cy", "Ann", None)[bid % 3] for _, bid in entries]
    games = [bid % 2 for _, bid in entries]
    columns = {"hand": [hand for hand, _ in entries], "bid": [bid for _, bid in entries]}
    table = pyarrow.table({"other": [{}] * 1000, "player": players, "game": games, **columns})
    if kind == "dictionaries":
        for name in ("player", "hand"):
            table = table.set_column(table.column_names.index(name), name, table[name].dictionary_encode())
    table = pyarrow.concat_tables([table[:10], table[10:]])
    for by, keys in (("player", [(player,) for player in players]), (["game", "player"], [*zip(games, players)])):
        right = []
        for key in dict.fromkeys(keys):
            score = camel_cards.Tally([entry for entry, of in zip(entries, keys) if of == key]).score(ties)
            right.append((*key, score.entries, score.joker))
        found = camel_cards.totals(table, by, rules="joker", ties=ties)
        assert [tuple(row.values()) for row in found.to_pylist()] == right
        frame = camel_cards.totals(table.to_pandas(), by, rules="joker", ties=ties)
        assert frame["total"].to_list() == [row[-1] for row in right]
        assert [*frame.columns] == found.column_names
    nothing = camel_cards.totals(table.slice(0, 0), "player", rules="joker", ties=ties)
    assert nothing.num_rows == 0 and nothing.column_names == ["player", "entries", "total"]
    for bad in ("?", None):
        wrong = pyarrow.table({"player": ["Ann", "Bo"], "hand": ["AAAAA", bad], "bid": [1, 2]})
        with pytest.raises(InputError, match='^row 1, column "hand"(, ".")?: expected a (hand|card label).* found'):
            camel_cards.totals(wrong, "player", rules="joker")


def test_keys_of_groups_keep_their_types() -> None:
    large = [2**53 + 1, 2**53, None, 2**53 + 1]
    rows = {"hand": ["AAAAA", "KKKKK", "QQQQQ", "JJJJJ"], "bid": [2**62] * 4}
    keys: dict[str, Any] = {
        "nullable": pandas.array(large, dtype="Int64"),
        "objects": pandas.Series(large, dtype=object),
        "zeros": [0.0, -0.0, 1.0, float("nan")],
        "intervals": pandas.interval_range(0, 4),
        "categories": pandas.Categorical(["a", "b", "a", None], categories=["b", "a", "c"]),
    }
    frame = pandas.DataFrame({**rows, **keys, 5: 1}, index=pandas.Index([7, 7, 8, 9], name="level"))
    for by in [*keys, 5, "level", ["level", "zeros"]]:
        found = camel_cards.totals(frame, by, rules="standard")
        groups = frame.groupby(by, sort=False, dropna=False, observed=True)
        assert len(found) == groups.ngroups and found["entries"].to_list() == groups.size().to_list()
        if isinstance(by, str) and by in keys:
            assert found[by].dtype == frame[by].dtype
        assert found["total"].dtype == object
    assert camel_cards.totals(frame, "nullable", rules="standard")["nullable"].to_list() == [2**53 + 1, 2**53, pandas.NA]
    assert camel_cards.totals(frame, 5, rules="standard")["total"].sum() == 10 * 2**62
    named = frame.rename(columns={"zeros": "total"})
    for by, message in (("total", "found 'total'"), ([], "found none")):
        with pytest.raises(ValueError, match=f"^by: expected .*{message}$"):
            camel_cards.totals(named, by, rules="joker")
    for other in (polars.DataFrame(rows), duckdb.sql("select 1"), rows):
        with pytest.raises(TypeError, match="^expected a pandas DataFrame or a pyarrow Table, found"):
            camel_cards.totals(other, "hand", rules="joker")


def test_objects_in_frames_are_read_one_by_one() -> None:
    mixed = pandas.Series(["32T3K", 7, None, Hand("AAAAA")], index=[3, 1, 1, 0])
    errors = camel_cards.hand_error(mixed)
    assert [*errors.index] == [3, 1, 1, 0] and [*errors.isna()] == [True, False, True, True]
    assert errors.iloc[1] == "expected a hand as a str, found int 7"
    assert camel_cards.strength(mixed, "joker", errors="null").to_list() == [122552, pandas.NA, pandas.NA, 371293]
    with pytest.raises(InputError, match="^row 1: expected a hand as a str, found int 7$"):
        camel_cards.rank(mixed, "joker")
    with pytest.raises(InputError, match='^row 1, column "hand": expected a hand as a str, found int 7$'):
        score(pandas.DataFrame({"hand": mixed, "bid": 1}))
    hands = [Hand("AAAAA"), "KKKKK"]
    for bids in ([2**63, 2**64 - 1], [Decimal(2), 3], [numpy.int64(2), 3]):
        frame = pandas.DataFrame({"hand": pandas.Series(hands, dtype=object), "bid": pandas.Series(bids, dtype=object)})
        assert score(frame) == score([("AAAAA", int(bids[0])), ("KKKKK", int(bids[1]))])
    for bid, found in ((True, "bool True"), ("2", "str '2'"), (1.5, "float 1.5"), (Decimal("1.5"), "Decimal Decimal")):
        frame = pandas.DataFrame({"hand": ["AAAAA"] * 2, "bid": pandas.Series([1, bid], dtype=object)})
        with pytest.raises(InputError, match=f'^(row 1, )?column "bid": expected a.* found ({re.escape(found)}|Decimal|Double|Float64)'):
            score(frame)
    digits = pandas.DataFrame({"hand": [22222, 33333], "bid": [1, 2]})
    with pytest.raises(InputError, match='found Int64 .hands that are numbers: have the column read as text.$'):
        score(digits)


def test_ranks_can_be_subtracted_and_multiplied() -> None:
    frame = pandas.DataFrame({"hand": ["KTJJT", "QQQJA", "T55J5"], "bid": [2**53 + 1, 3, 5]})
    ranks = camel_cards.rank(frame, "joker")
    assert int((ranks * frame["bid"]).sum()) == score(frame).joker
    assert (camel_cards.rank(frame, "standard") - ranks).to_list() == [-2, 1, 1]
    assert camel_cards.rank(polars.Series(frame["hand"].to_list()), "joker").dtype == polars.Int64
    empty = numpy.array([], dtype="U5")
    assert camel_cards.rank(empty, "joker").dtype == camel_cards.strength(empty, "joker").dtype == numpy.int64
    assert camel_cards.hand_type(empty, "joker").dtype.kind == "U"


def test_orders_are_read_of_frames() -> None:
    entries = [("32T3K", 765), ("T55J5", 684), ("KK677", 28)]
    right = sorted((hand for hand, _ in entries), key=lambda hand: Hand(hand).strength("joker"))
    for order in (pandas.DataFrame({"hand": right}), polars.DataFrame({"hand": right}), right):
        assert camel_cards.diagnose_order(entries, order, rules="joker").verdict == "right"
    with pytest.raises(TypeError, match="^answer: expected an int, found bool True$"):
        camel_cards.diagnose(entries, True)


def test_import_loads_no_library() -> None:
    libraries = {"duckdb", "numpy", "pandas", "polars", "pyarrow", "pyspark"}
    program = f"import sys, camel_cards, camel_cards.testing; print(*{libraries} & {{*sys.modules}})"
    assert subprocess.check_output([sys.executable, "-c", program], text=True) == "\n"
