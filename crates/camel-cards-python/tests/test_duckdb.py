"""The SQL functions in DuckDB."""

from __future__ import annotations

from collections.abc import Iterator

import duckdb
import pytest

import camel_cards
import camel_cards.duckdb
from camel_cards import generate, score

ENTRIES = [*generate("ties", 5000, seed=3)]


@pytest.fixture
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    connection = duckdb.connect()
    camel_cards.duckdb.register(connection)
    connection.execute("create table hands (n integer, g integer, hand varchar, bid bigint)")
    rows = [(n, n % 700 if n < 4000 else -1, hand, bid) for n, (hand, bid) in enumerate(ENTRIES)]
    connection.executemany("insert into hands values (?, ?, ?, ?)", rows[:10])
    connection.register("rows", camel_frame(rows))
    connection.execute("delete from hands; insert into hands select * from rows")
    yield connection
    camel_cards.duckdb.unregister(connection)
    connection.close()


def camel_frame(rows: list[tuple[int, int, str, int]]) -> object:
    import polars

    return polars.DataFrame(rows, schema=["n", "g", "hand", "bid"], orient="row").to_arrow()


def test_columns(connection: duckdb.DuckDBPyConnection) -> None:
    rows = connection.sql(
        "select hand, hand_strength(hand, 'joker'), hand_type(hand, 'joker'), hand_error(hand) from hands"
    ).fetchall()
    hands = [row[0] for row in rows]
    assert [row[1] for row in rows] == camel_cards.strength(hands, "joker")
    assert [row[2] for row in rows] == camel_cards.hand_type(hands, "joker")
    assert {row[3] for row in rows} == {None}
    mixed = "select hand_strength(hand, r) from (values ('KTJJT', 'joker'), ('KTJJT', 'standard')) v(hand, r)"
    assert connection.sql(mixed).fetchall() == [(370272,), (camel_cards.Hand("KTJJT").strength("standard"),)]
    nulls = "select hand_type(null, 'joker'), hand_type('AAAAA', null), hand_error(null), hand_error('AAAA')"
    assert connection.sql(nulls).fetchall() == [(None, None, None, "expected a hand of 5 cards, found 4")]


@pytest.mark.parametrize("ties", ["min", "max", "dense", "ordinal"])
def test_groups(connection: duckdb.DuckDBPyConnection, ties: str) -> None:
    call = "total_winnings(list(hand order by n), list(bid order by n), 'joker', '{}'{})"
    call = call.format(ties, ", list(n order by n)" if ties == "ordinal" else "")
    found = connection.sql(f"select g, {call} from hands group by g").fetchall()
    assert len(found) == 701
    for group, total in found:
        entries = [entry for n, entry in enumerate(ENTRIES) if (n % 700 if n < 4000 else -1) == group]
        assert total == score(entries, ties=ties).joker  # type: ignore[arg-type]


def test_default_ties_are_min(connection: duckdb.DuckDBPyConnection) -> None:
    found = connection.sql("select total_winnings(list(hand), list(bid), 'standard', 'min') from hands").fetchall()
    assert found == [(score(ENTRIES, ties="min").standard,)]
    empty = "select total_winnings(list(hand), list(bid), 'standard', 'min') from hands where g = 9999"
    assert connection.sql(empty).fetchall() == [(None,)]
    windowed = "select distinct total_winnings(list(hand) over w, list(bid) over w, 'joker', 'min') from hands where g = 5 window w as ()"
    right = score([entry for n, entry in enumerate(ENTRIES[:4000]) if n % 700 == 5], ties="min").joker
    assert connection.sql(windowed).fetchall() == [(right,)]


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("hand_type('AAAA', 'joker')", 'InputError: "AAAA": expected a hand of 5 cards, found 4'),
        ("total_winnings(['A', h], [1, 2], 'joker', 'min') from (values ('B'), ('C')) v(h)", 'InputError: "A": expected'),
        ("hand_strength('AAAAA', 'wild')", "rules: expected one of standard, joker, found 'wild'"),
        ("total_winnings(['AAAAA'], [1], 'joker', 'ordinal')", "ordinal ties need an order"),
        ("total_winnings(['AAAAA', 'AAAAA'], [1, 2], 'joker', 'ordinal', [2, 1])", "ordinal ties need an order"),
        ("total_winnings(['AAAAA', 'AAAAA'], [1, 2], 'joker', 'ordinal', [1, 1])", "ordinal ties need an order"),
        ("total_winnings(['AAAAA', 'AAAAA'], [1, 2], 'joker', 'ordinal', [1])", "ordinal ties need an order"),
        ("total_winnings(['AAAAA'], [1, 2], 'joker', 'min')", "expected as many hands as bids, found 1 hands and 2 bids"),
        ("total_winnings(['AAAAA'], [-1], 'joker', 'min')", "InputError: expected a bid of at least 0, found -1"),
        ("total_winnings(['AAAAA'], [null], 'joker', 'min')", "expected a bid, found null"),
        ("total_winnings([null], [1], 'joker', 'min')", "expected a hand, found null"),
    ],
)
def test_errors(connection: duckdb.DuckDBPyConnection, query: str, message: str) -> None:
    with pytest.raises(duckdb.InvalidInputException) as raised:
        connection.sql(f"select {query}").fetchall()
    assert message in str(raised.value)


def test_totals_of_any_size(connection: duckdb.DuckDBPyConnection) -> None:
    greatest = 2**64 - 1
    query = f"select total_winnings(['AAAAA'], [{greatest}::hugeint], 'joker', 'min')"
    assert connection.sql(query).fetchall() == [(greatest,)]


def test_relations_are_sources(connection: duckdb.DuckDBPyConnection) -> None:
    relation = connection.sql("select hand, bid from hands order by n")
    assert score(relation, ties="ordinal") == score(ENTRIES)
    sums: dict[str, int] = {}
    for hand, bid in ENTRIES:
        sums[hand] = sums.get(hand, 0) + bid
    summed = connection.sql("select hand, sum(bid) as bid from hands group by hand")
    assert score(summed, ties="min") == score(sums.items(), ties="min")


def test_register_again(connection: duckdb.DuckDBPyConnection) -> None:
    camel_cards.duckdb.register(connection)
    assert connection.sql("select hand_strength('AAAAA', 'joker')").fetchall() == [(371293,)]
    camel_cards.duckdb.unregister(connection)
    camel_cards.duckdb.unregister(connection)
    with pytest.raises(duckdb.CatalogException, match="hand_strength"):
        connection.sql("select hand_strength('AAAAA', 'joker')")
