"""Columns of Arrow in any form, against the same rows as a list: for half a minute, or as long as told."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import polars
import pyarrow
from hypothesis import given, settings
from hypothesis import strategies as st
from test_values import ANY, FEW, RULES, TIES

from camel_cards import InputError, Tally, hand_error, hand_type, rank, score, score_counts, strength

SECONDS = float(os.environ.get("CAMEL_CARDS_ARROW_SECONDS", 6))

# A text of up to twelve bytes lies in its view, a longer one elsewhere.
HANDS = FEW | FEW | ANY | st.none() | st.text("2AKk10 é", max_size=14)
TEXTS = [pyarrow.string(), pyarrow.large_string(), pyarrow.string_view()]
INTEGERS = {kind: (bits, kind[0] != "u") for bits in (8, 16, 32, 64) for kind in (f"int{bits}", f"uint{bits}")}
DECIMALS = [pyarrow.decimal32(9), pyarrow.decimal64(18), pyarrow.decimal128(38), pyarrow.decimal256(76)]


@st.composite
def numbers(draw: st.DrawFn) -> tuple[pyarrow.DataType, st.SearchStrategy[int | None]]:
    """A type, and what a column of it has: mostly bids, rarely null, negative or more than a bid can be."""
    if draw(st.booleans()):
        kind, (bits, signed) = draw(st.sampled_from([*INTEGERS.items()]))
        least, most = (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if signed else (0, 2**bits - 1)
        kind = pyarrow.type_for_alias(kind)
    else:
        kind = draw(st.sampled_from(DECIMALS))
        most = 10**kind.precision - 1
        least = -most
    bids = st.integers(0, min(most, 100)), st.integers(0, min(most, 2**64 - 1))
    rare = st.integers(0, 19)
    any_number = st.none() | st.integers(least, most)
    return kind, rare.flatmap(lambda n: any_number if n == 0 else bids[n % 2])


def plain(values: list[Any], kind: pyarrow.DataType, under: Any) -> pyarrow.Array:
    """An array whose nulls have something under them."""
    decimal = pyarrow.types.is_decimal(kind)
    filled = [under if value is None else value for value in values]
    array = pyarrow.array([Decimal(value) for value in filled] if decimal else filled, kind)
    is_valid = pyarrow.array([value is not None for value in values], pyarrow.bool_()).buffers()[1]
    return pyarrow.Array.from_buffers(kind, len(values), [is_valid, *array.buffers()[1:]])


@st.composite
def encoded(draw: st.DrawFn, values: list[Any], kind: pyarrow.DataType, under: Any) -> pyarrow.Array:
    """The values as a slice of an array, which may be of runs, or have a dictionary."""
    before, behind = draw(st.integers(0, 9)), draw(st.integers(0, 9))
    filler = [None, under] * 9
    all_values = [*filler[:before], *values, *filler[:behind]]
    form = draw(st.sampled_from(["plain", "plain", "dictionary", "runs", "runs of a dictionary"]))
    if form == "plain":
        return plain(all_values, kind, under).slice(before, len(values))

    def dictionary(values: list[Any]) -> pyarrow.Array:
        # Null as a key, or in the dictionary; of some, there are two keys, and of others none.
        entries = [*dict.fromkeys([*values, None, under]), *values[:3]]
        keys = [draw(st.sampled_from([i for i, entry in enumerate(entries) if entry == value])) for value in values]
        keys = [None if value is None and draw(st.booleans()) else key for key, value in zip(keys, values)]
        of = pyarrow.type_for_alias(draw(st.sampled_from([*INTEGERS])))
        return pyarrow.DictionaryArray.from_arrays(plain(keys, of, 0), plain(entries, kind, under))

    if form == "dictionary":
        return dictionary(all_values).slice(before, len(values))
    # A run ends where the value changes, and may end elsewhere.
    count = len(all_values)
    last = [i for i in range(count) if i + 1 == count or all_values[i] != all_values[i + 1] or draw(st.booleans())]
    ends = pyarrow.array([i + 1 for i in last], draw(st.sampled_from(["int16", "int32", "int64"])))
    runs = [all_values[i] for i in last]
    runs = plain(runs, kind, under) if form == "runs" else dictionary(runs)
    return pyarrow.RunEndEncodedArray.from_arrays(ends, runs).slice(before, len(values))


@st.composite
def columns(draw: st.DrawFn, values: list[Any], kind: pyarrow.DataType, under: Any) -> pyarrow.ChunkedArray:
    """The values in chunks, some of which are empty."""
    cuts = sorted(draw(st.lists(st.integers(0, len(values)), max_size=3)))
    arrays = [draw(encoded(values[a:b], kind, under)) for a, b in zip([0, *cuts], [*cuts, len(values)])]
    same = all(array.type == arrays[0].type for array in arrays)
    return pyarrow.chunked_array(arrays if same else [draw(encoded(values, kind, under))])


@st.composite
def tables(draw: st.DrawFn, names: list[str]) -> tuple[Any, list[tuple[Any, ...]]]:
    """A table, or what else speaks Arrow, and its rows."""
    kinds = [draw(numbers()) for _ in names[1:]]
    hands = HANDS if draw(st.booleans()) else FEW
    rows = draw(st.lists(st.tuples(hands, *(strategy for _, strategy in kinds)), max_size=20))
    made = [columns([row[0] for row in rows], draw(st.sampled_from(TEXTS)), "22222")]
    made += [columns([row[i] for row in rows], kind, 1) for i, (kind, _) in enumerate(kinds, 1)]
    table = pyarrow.table(dict(zip(names, map(draw, made))))
    form = draw(st.sampled_from(["table", "reader", "batches", "structs", "polars"]))
    if form == "reader":
        return table.to_reader(max_chunksize=draw(st.integers(1, 9))), rows
    if form == "batches":
        return table.to_batches(), rows
    if form == "structs" and len(batches := table.to_batches()) == 1:
        # What lies under the null of a whole row is no row.
        missing = draw(st.lists(st.integers(0, 9).map(lambda n: n == 0), min_size=len(rows), max_size=len(rows)))
        structs = pyarrow.StructArray.from_arrays(batches[0].columns, names, mask=pyarrow.array(missing, pyarrow.bool_()))
        return structs, [(None,) * len(names) if none else row for row, none in zip(rows, missing)]
    if form == "polars" and not any(word in str(table.schema) for word in ("run_end", "decimal")):
        try:
            return polars.from_arrow(table), rows
        except (pyarrow.ArrowException, polars.exceptions.PolarsError):
            pass  # It has no dictionaries of such keys.
    return table, rows


def outcome(call: Callable[[], object]) -> object:
    try:
        return call()
    except InputError as error:
        return error.row, error.column


def for_a_while(property: Callable[[], None]) -> None:
    end = time.monotonic() + SECONDS / 3
    while time.monotonic() < end:
        property()


def test_a_table_scores_as_its_rows() -> None:
    @given(tables(["hand", "bid"]), TIES)
    @settings(max_examples=200, deadline=None, database=None)
    def scores(case: tuple[Any, list[Any]], ties: Any) -> None:
        table, rows = case
        expected = outcome(lambda: Tally(rows))
        found = outcome(lambda: Tally(table))
        assert found == expected
        if isinstance(found, Tally):
            assert outcome(lambda: found.score(ties)) == outcome(lambda: score(rows, ties=ties))

    for_a_while(scores)


def test_a_table_of_counts_scores_as_its_rows() -> None:
    @given(tables(["hand", "count", "bid_sum"]), st.sampled_from(["min", "max", "dense"]))
    @settings(max_examples=200, deadline=None, database=None)
    def scores(case: tuple[Any, list[Any]], ties: Any) -> None:
        table, rows = case
        assert outcome(lambda: score_counts(table, ties=ties)) == outcome(lambda: score_counts(rows, ties=ties))

    for_a_while(scores)


def test_a_column_of_hands_is_its_list() -> None:
    @given(st.data(), st.lists(HANDS, max_size=20), RULES, TIES)
    @settings(max_examples=200, deadline=None, database=None)
    def same(data: st.DataObject, hands: list[str | None], rules: Any, ties: Any) -> None:
        column = data.draw(columns(hands, data.draw(st.sampled_from(TEXTS)), "22222"))
        for errors in ("null", "raise"):
            for call in (
                lambda hands: strength(hands, rules, errors=errors),
                lambda hands: hand_type(hands, rules, errors=errors),
                lambda hands: rank(hands, rules, ties=ties, errors=errors),
                hand_error,
            ):
                found = outcome(lambda: call(column))
                found = found.to_pylist() if isinstance(found, (pyarrow.Array, pyarrow.ChunkedArray)) else found
                assert found == outcome(lambda: call(hands))

    for_a_while(same)
