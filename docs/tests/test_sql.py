"""The recipes of docs/use/sql.md, run as they stand there, against the totals of the same entries in a file."""

import json
import os
import pwd
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import time
from pathlib import Path

import duckdb
import polars as pl
import pytest

ROOT = Path(__file__).parents[2]
COMMAND = os.environ["CAMEL_CARDS"]
TIES = ["min", "max", "dense"]


def sections():
    """The sections of the page: whether each is tested, and its code."""
    found = {}
    for section in (ROOT / "docs/use/sql.md").read_text().split("\n## ")[1:]:
        heading, text = section.split("\n", 1)
        code = re.search(r"^```\w+\n(.*?)^```", text, re.M | re.S)
        if code and heading != "Traps":
            found[heading] = (text.split()[0].strip(".,"), code[1])
    return found


def recipe(engine):
    status, code = sections()[engine]
    assert status == "Tested"
    return code


def missing(tool):
    """Skips a test by name; where nothing may be missing, it is a failure."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"{tool} is not installed")
    pytest.skip(f"{tool} is not installed")


def run(*arguments, **options):
    command = [str(argument) for argument in arguments]
    result = subprocess.run(command, capture_output=True, text=True, **options)
    assert result.returncode == 0, result.stderr
    return result.stdout


class Entries:
    """Entries in a file and as rows."""

    def __init__(self, path):
        self.path = path
        rows = (line.split() for line in path.read_text().splitlines())
        self.rows = [(hand, int(bid)) for hand, bid in rows]

    def check(self, table):
        for ties in TIES:
            expected = run(COMMAND, "score", "--ties", ties, self.path)
            assert run(COMMAND, "score", "--from-counts", table, "--ties", ties) == expected

    def totals(self):
        """What the statement that is all in SQL gives."""

        def of(rules, ties):
            options = ["--rules", rules, "--ties", ties, "--format", "json"]
            return int(json.loads(run(COMMAND, "score", *options, self.path))["winnings"][rules])

        return [(rules, *(of(rules, ties) for ties in TIES)) for rules in ["standard", "joker"]]


@pytest.fixture(scope="session")
def inputs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("inputs")
    ties, large, every_type = (folder / name for name in ["ties.txt", "large.txt", "all.txt"])
    ties.write_text(run(COMMAND, "generate", "--shape", "ties", "--hands", 3000, "--seed", 1))
    every_type.write_text(run(COMMAND, "generate", "--shape", "uniform", "--hands", 3000, "--seed", 1))
    # Their sums pass 64 bits.
    rows = [f"{hand} {2**63 - 1 - i}\n" for i, hand in enumerate(["QQQJA", "32T3K", "QQQJA"] * 3)]
    large.write_text("".join(rows))
    paths = {"ties": ties, "all": every_type, "large": large}
    paths["example"] = ROOT / "testdata/cases/example.txt"
    return {name: Entries(path) for name, path in paths.items()}


@pytest.fixture(params=["example", "ties", "all", "large"])
def entries(request, inputs):
    return inputs[request.param]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_every_recipe_that_is_not_tested_says_so():
    untested = [engine for engine, (status, _) in sections().items() if status == "Untested"]
    assert untested == ["BigQuery", "Trino", "ClickHouse"]
    tested = [engine for engine, (status, _) in sections().items() if status == "Tested"]
    all_of_it = "All of it in SQL"
    assert tested == ["DuckDB", "Polars", "SQLite", "PostgreSQL", "Spark SQL", all_of_it]


def duckdb_with(entries):
    connection = duckdb.connect()
    connection.execute("CREATE TABLE hands (hand VARCHAR, bid BIGINT)")
    connection.executemany("INSERT INTO hands VALUES (?, ?)", entries.rows)
    return connection


def test_duckdb(entries, folder):
    duckdb_with(entries).execute(recipe("DuckDB"))
    entries.check(folder / "counts.csv")


def test_polars(entries, folder):
    hands = pl.LazyFrame(entries.rows, schema={"hand": pl.String, "bid": pl.Int64}, orient="row")
    exec(recipe("Polars"), {"hands": hands})
    entries.check(folder / "counts.csv")


def sqlite_with(entries, path=":memory:"):
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE hands (hand TEXT, bid INTEGER)")
    connection.executemany("INSERT INTO hands VALUES (?, ?)", entries.rows)
    connection.commit()
    return connection


@pytest.mark.parametrize("name", ["example", "ties", "all"])
def test_sqlite(inputs, name, folder):
    if not shutil.which("sqlite3"):
        missing("sqlite3")
    sqlite_with(inputs[name], "hands.db").close()
    run("sqlite3", "-bail", "hands.db", input=recipe("SQLite"))
    inputs[name].check(folder / "counts.csv")


class Postgres:
    """A server of its own on 127.0.0.1, which another user than root has to run."""

    def __init__(self, programs):
        self.folder = Path(tempfile.mkdtemp(prefix="camel-cards-postgres-"))
        self.user = {}
        if os.geteuid() == 0:
            names = [user.pw_name for user in pwd.getpwall()]
            name = "postgres" if "postgres" in names else "nobody"
            shutil.chown(self.folder, name)
            self.user = {"user": name, "cwd": "/"}
        data = self.folder / "data"
        run(programs / "initdb", "-D", data, "-U", "tester", "--auth=trust", "-E", "UTF8", **self.user)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        options = ["-D", data, "-h", "127.0.0.1", "-p", self.port, "-k", self.folder]
        with open(self.folder / "log", "w") as log:
            command = [str(word) for word in [programs / "postgres", *options]]
            self.server = subprocess.Popen(command, stdout=log, stderr=log, **self.user)
        for _ in range(300):
            if self.ask("-c", "SELECT 1", check=False):
                return
            time.sleep(0.1)
        log = (self.folder / "log").read_text()
        self.stop()
        pytest.fail(f"PostgreSQL did not start:\n{log}")

    def ask(self, *arguments, check=True, **options):
        address = ["-h", "127.0.0.1", "-p", str(self.port), "-U", "tester", "-d", "postgres"]
        command = ["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", *address, *arguments]
        result = subprocess.run(command, capture_output=True, text=True, **options)
        assert not check or result.returncode == 0, result.stderr
        return result.stdout

    def fill(self, entries):
        rows = "".join(f"{hand}\t{bid}\n" for hand, bid in entries.rows)
        table = "DROP TABLE IF EXISTS hands; CREATE TABLE hands (hand text, bid bigint);\n"
        self.ask(input=f"{table}COPY hands FROM STDIN;\n{rows}\\.\n")

    def stop(self):
        # A fast shutdown, as `pg_ctl stop` asks for.
        self.server.send_signal(signal.SIGINT)
        self.server.wait(60)
        shutil.rmtree(self.folder)


@pytest.fixture(scope="session")
def postgres():
    initdb = shutil.which("initdb")
    found = [Path(initdb).resolve()] if initdb else sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not found or not shutil.which("psql"):
        missing("PostgreSQL")
    server = Postgres(found[-1].parent)
    yield server
    server.stop()


def test_postgresql(entries, postgres, folder):
    postgres.fill(entries)
    postgres.ask(input=recipe("PostgreSQL"))
    entries.check(folder / "counts.csv")


@pytest.fixture(scope="session")
def spark():
    try:
        import pandas  # noqa: F401
        from pyspark.sql import SparkSession
    except ImportError:
        missing("PySpark")
    if not shutil.which("java"):
        missing("Java")
    # The name of this machine may have no address.
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
    builder = builder.config("spark.driver.bindAddress", "127.0.0.1")
    builder = builder.config("spark.driver.host", "127.0.0.1")
    session = builder.config("spark.ui.showConsoleProgress", "false").getOrCreate()
    yield session
    session.stop()


def test_spark_sql(inputs, spark, folder):
    for name in ["example", "ties", "large"]:
        rows = spark.createDataFrame(inputs[name].rows, "hand string, bid bigint")
        rows.createOrReplaceTempView("hands")
        exec(recipe("Spark SQL"), {"spark": spark})
        inputs[name].check(folder / "counts.csv")
    with pytest.raises(Exception, match="ARITHMETIC_OVERFLOW"):
        spark.sql("SELECT hand, sum(bid) FROM hands GROUP BY hand").collect()


def test_all_in_sql_duckdb(entries):
    assert duckdb_with(entries).execute(recipe("All of it in SQL")).fetchall() == entries.totals()


@pytest.mark.parametrize("name", ["example", "ties", "all"])
def test_all_in_sql_sqlite(inputs, name):
    found = sqlite_with(inputs[name]).execute(recipe("All of it in SQL")).fetchall()
    assert found == inputs[name].totals()


def test_all_in_sql_postgresql(entries, postgres):
    postgres.fill(entries)
    lines = postgres.ask("--csv", "-t", input=recipe("All of it in SQL")).splitlines()
    found = [line.split(",") for line in lines]
    assert [(rules, *map(int, totals)) for rules, *totals in found] == entries.totals()


def test_all_in_sql_every_hand(folder):
    """All 371,293 hands, so every type and every choice of jokers."""
    path = folder / "hands.txt"
    labels = "23456789TJQKA"
    hands = (a + b + c + d + e for a in labels for b in labels for c in labels for d in labels for e in labels)
    path.write_text("".join(f"{hand} {i % 1000}\n" for i, hand in enumerate(hands)))
    entries = Entries(path)
    connection = duckdb.connect()
    columns = "columns = {'hand': 'VARCHAR', 'bid': 'BIGINT'}"
    connection.execute(f"CREATE TABLE hands AS FROM read_csv('hands.txt', delim = ' ', header = false, {columns})")
    assert connection.execute(recipe("All of it in SQL")).fetchall() == entries.totals()


def ranking():
    """The statement that is all in SQL, with the query that ranks hands in place of its end."""
    section = (ROOT / "docs/use/sql.md").read_text().split("\n## All of it in SQL\n")[1]
    statement, query = re.findall(r"^```sql\n(.*?)^```", section, re.M | re.S)[:2]
    return statement.split(",\nranks AS")[0] + "\n" + query


@pytest.mark.parametrize("name", ["example", "ties", "all"])
def test_ranks_in_sql(inputs, postgres, name):
    command = [COMMAND, "rank", "--rules", "joker", "--ties", "min", "--format", "csv", inputs[name].path]
    rows = [line.split(",") for line in run(*command).splitlines()[1:]]
    expected = sorted((hand, int(bid), int(rank)) for rank, hand, _, bid, _ in rows)
    assert sorted(duckdb_with(inputs[name]).execute(ranking()).fetchall()) == expected
    assert sorted(sqlite_with(inputs[name]).execute(ranking()).fetchall()) == expected
    postgres.fill(inputs[name])
    lines = postgres.ask("--csv", "-t", input=ranking()).splitlines()
    found = [line.split(",") for line in lines]
    assert sorted((hand, int(bid), int(rank)) for hand, bid, rank in found) == expected


def test_trap_of_hands_that_become_integers(folder):
    Path("hands.csv").write_text("hand,bid\n" + "23456,7\n" * 30_000 + "32T3K,5\n")
    with pytest.raises(duckdb.Error, match="32T3K"):
        duckdb.sql("SELECT max(hand) FROM read_csv('hands.csv')").fetchall()
    with pytest.raises(pl.exceptions.ComputeError, match="32T3K"):
        pl.read_csv("hands.csv")
    # With the cures of the page.
    read = "SELECT max(hand) FROM read_csv('hands.csv', types = {'hand': 'VARCHAR'})"
    assert duckdb.sql(read).fetchall() == [("32T3K",)]
    hands = pl.scan_csv("hands.csv", schema_overrides={"hand": pl.String})
    assert hands.select(pl.max("hand")).collect().item() == "32T3K"


def test_traps_of_sums(inputs, postgres):
    large = inputs["large"]
    bids = pl.DataFrame({"bid": [bid for _, bid in large.rows]})
    exact = sum(bid for _, bid in large.rows)
    assert bids.select(pl.sum("bid")).item() == (exact + 2**63) % 2**64 - 2**63
    with pytest.raises(sqlite3.Error, match="integer overflow"):
        sqlite_with(large).execute("SELECT sum(bid) FROM hands").fetchall()
    with pytest.raises(sqlite3.Error, match="integer overflow"):
        sqlite_with(large).execute(recipe("All of it in SQL")).fetchall()
    connection = sqlite_with(large)
    connection.execute("INSERT INTO hands VALUES ('AAAAA', '18446744073709551615')")
    stored = connection.execute("SELECT typeof(bid) FROM hands WHERE hand = 'AAAAA'")
    assert stored.fetchall() == [("real",)]
    assert duckdb_with(large).execute("SELECT sum(bid) FROM hands").fetchall() == [(exact,)]
    postgres.fill(large)
    assert int(postgres.ask("-t", "-c", "SELECT sum(bid) FROM hands")) == exact


def test_trap_of_division():
    assert duckdb.sql("SELECT 3 / 2").fetchall() == [(1.5,)]
