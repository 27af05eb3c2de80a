#!/usr/bin/env python3
"""Makes docs/trust/speed.md, its picture and its records anew, on this version.

    python3 bench/speed.py                                # everything: half an hour on two quiet cores
    python3 bench/speed.py --hands-max 1e5 --into FOLDER  # a quick trial
    python3 bench/speed.py --check                        # measures nothing

hyperfine times whole processes, one run a call. In each round, all programs run once, in another order, so that a
machine whose speed drifts slows all alike. The answer of every run is checked. Linux only.
"""

import argparse
import json
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import NamedTuple

sys.dont_write_bytecode = True
import page
from page import CPU, LIBRARY, MEMORY, OURS, PEAK, RANDOM, ROOT, START, WALL, WC

PEERS = ROOT / "bench/peers"
HOME = Path("/var/cache") if os.getuid() == 0 else Path.home() / ".cache"  # As in xtask.
CACHE = Path(os.environ.get("CAMEL_CARDS_CACHE", HOME / "camel-cards")).absolute()
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", CACHE / "target")).absolute() / "release"
INPUTS, VENV = CACHE / "peers/inputs", CACHE / "peers/venv"

COLUMNS = ["case", "hands", "program", "rounds", CPU, WALL, "wall_to_wc", PEAK, "answer"]
LONG_SECONDS = 20  # What takes longer is not run again.
MEMORY_MAX, TIME_MAX = 10**8, 10**6  # The most hands of programs that would need too much of one.

SCORE, SOLVER, PYTHON = [TARGET / "camel-cards", "score"], TARGET / "examples/solver", VENV / "bin/python"
# A name, a command, what it answers, and the most hands.
PROGRAMS = [
    (OURS, SCORE, "score", 10**9),
    (f"{OURS}, 1 thread", [*SCORE, "--threads", "1"], "score", 10**9),
    (f"{OURS}, 2 threads", [*SCORE, "--threads", "2"], "score", 10**9),
    ("`true`", ["true"], "nothing", 5),
    (WC, ["wc", "-l"], "lines", 10**9),
    ("Rust, only reading", [SOLVER, "read"], "bytes", 10**9),
    ("Rust, reading and parsing", [SOLVER, "parse"], "entries", MEMORY_MAX),
    ("Rust, cells", [SOLVER, "tally"], "totals", MEMORY_MAX),
    ("Rust, radix sort", [SOLVER, "radix"], "totals", MEMORY_MAX),
    ("Rust, stable sort", [SOLVER, "sort"], "totals", MEMORY_MAX),
    ("Rust, packed keys", [SOLVER, "packed"], "totals", MEMORY_MAX),
    ("DuckDB", [PYTHON, PEERS / "totals_duckdb.py"], "totals", MEMORY_MAX),
    ("Polars", [PYTHON, PEERS / "totals_polars.py"], "totals", MEMORY_MAX),
    ("awk and sort", ["sh", PEERS / "totals_awk.sh"], "totals", TIME_MAX),
    ("Python", [sys.executable, PEERS / "totals_naive.py"], "totals", TIME_MAX),
]
STARTED = [name for name, *_ in PROGRAMS[:6]]

EQUAL, LONG_BIDS, BAD_END = "all hands equal", "bids of 20 digits", "a bad line at the very end"
SPACES = [b"%b\t%b\r\n", b" %b  %b \r\n", b"%b %b\t\r\n", b"\t\t%b \t%b\r\n", b"   %b\t \t%b \r\n", b"  %b %b\t\t\r\n"]
# The worst cases: what becomes of a line of random hands.
WORST = {
    EQUAL: lambda i, hand, bid: b"TTTTT %d\n" % (i % 1000 + 1),
    LONG_BIDS: lambda i, hand, bid: b"%b 1%b\n" % (hand, bid.zfill(19)),
    "`\\r\\n`": lambda i, hand, bid: b"%b %b\r\n" % (hand, bid),
    "blanks and `\\r\\n` everywhere": lambda i, hand, bid: SPACES[i % len(SPACES)] % (hand, bid),
    BAD_END: lambda i, hand, bid: b"%b %b\n" % (hand, bid),
}


class Case(NamedTuple):
    name: str
    path: Path
    hands: int
    totals: list[int]


class Run(NamedTuple):
    wall: float
    cpu: float
    answer: tuple[int, str]
    """Exit status and output."""
    err: str = ""
    peak_mib: float = 0


def random_hands(hands: int) -> Case:
    path, answers = INPUTS / f"uniform-{hands}.txt", INPUTS / f"uniform-{hands}.answers"
    if not answers.exists():
        options = ["--shape", "uniform", "--seed", "1", "--hands", str(hands), "--answers", answers]
        with path.open("wb") as out:
            subprocess.run([TARGET / "camel-cards", "generate", *options], stdout=out, check=True)
    return Case(RANDOM, path, hands, last_numbers(answers.read_text()))


def worst(name: str, plain: Case) -> Case:
    path, n, totals = INPUTS / f"worst-{list(WORST).index(name)}-{plain.hands}.txt", plain.hands, plain.totals
    if not path.exists():
        with plain.path.open("rb") as lines, path.with_suffix(".part").open("wb") as file:
            file.writelines(WORST[name](i, *line.split()) for i, line in enumerate(lines))
            file.write(b"32T3K 76x\n" if name == BAD_END else b"")
        path.with_suffix(".part").rename(path)
    if name == EQUAL:
        totals = [sum((i + 1) * (i % 1000 + 1) for i in range(n))] * 2
    if name == LONG_BIDS:  # Each rank counts 10^19 times more.
        totals = [total + 10**19 * n * (n + 1) // 2 for total in totals]
    return Case(name, path, n, totals)


def first_run(command: list[str | Path]) -> Run:
    """Warms up. Tells the peak memory, and why a program fails."""
    file = INPUTS / "time.txt"
    timed = ["/usr/bin/time", "--quiet", "--format", "%e %U %S %M", "--output", file, *command]
    run = subprocess.run(timed, capture_output=True, text=True)
    wall, user, system, kib = map(float, file.read_text().split())
    return Run(wall, user + system, (run.returncode, run.stdout), run.stderr, kib / 1024)


def timed_run(command: list[str | Path]) -> Run:
    out, report = INPUTS / "out.txt", INPUTS / "hyperfine.json"
    hyperfine = ["hyperfine", "-N", "--runs", "1", "--ignore-failure", "--style", "none", "--output", out]
    hyperfine += ["--export-json", report, shlex.join(map(str, command))]
    subprocess.run(hyperfine, stderr=subprocess.DEVNULL, check=True)
    [result] = json.loads(report.read_text())["results"]
    answer = result["exit_codes"][0], out.read_text()
    return Run(result["times"][0], result["user"] + result["system"], answer)


def verdict(answers: str, case: Case, run: Run) -> str:
    """`right`, `WRONG: answer` or `error: status`."""
    (status, out), bad = run.answer, case.name == BAD_END
    lines, said = case.hands + bad, out.split()
    expected = {
        "lines": [lines, case.path],
        "bytes": [case.path.stat().st_size],
        "entries": [case.hands],
        "nothing": [],
    }.get(answers, case.totals)
    if answers == "score":
        said = [*last_numbers(out)[:2], *re.findall("^camel-cards: (.*): expected", run.err)]
        expected = [f"{case.path}:{lines}:9"] if bad else case.totals
    if status != (answers == "score" and bad):
        return f"error: status {status}"
    right = list(map(str, said)) == list(map(str, expected)) and not (bad and answers in ("totals", "entries"))
    return "right" if right else f"WRONG: {' '.join(map(str, said))}"


def last_numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r" (\d+)$", text, re.MULTILINE)]


def measure(cases: list[Case], rounds: int) -> Iterator[list[str]]:
    """Runs all programs on all of these cases, in turn. Gives a row for each pair."""
    pairs = {
        (case.name, name): (case, answers, [*command, *([case.path] if answers != "nothing" else [])])
        for case in cases
        for name, command, answers, hands_max in PROGRAMS
        if case.hands <= hands_max and (case.name != START or name in STARTED)
    }
    first = {key: first_run(command) for key, (*_, command) in pairs.items()}
    verdicts = {key: verdict(answers, case, first[key]) for key, (case, answers, _) in pairs.items()}
    once = {key for key, run in first.items() if run.wall > LONG_SECONDS or verdicts[key].startswith("error")}
    runs = {key: [run] if key in once else [] for key, run in first.items()}
    for _ in range(rounds):
        for key in random.sample(sorted(pairs.keys() - once), len(pairs) - len(once)):
            runs[key].append(timed_run(pairs[key][2]))
            if runs[key][-1].answer != first[key].answer:
                verdicts[key] = f"WRONG: another answer than at first, {runs[key][-1].answer}"
    for key, (case, *_) in pairs.items():
        figures = [f"{1e9 / case.hands * median(run[i] for run in runs[key]):.2f}" for i in (1, 0)]
        # Compared within a round, as both are slowed alike.
        figures += [f"{median(run.wall / wc.wall for run, wc in zip(runs[key], runs[case.name, WC])):.3f}"]
        failed = verdicts[key].startswith("error")
        row = [case.name, str(case.hands), key[1], *(["0", "", "", ""] if failed else [str(len(runs[key])), *figures])]
        yield [*row, f"{first[key].peak_mib:.1f}", " ".join(verdicts[key].split())]


def whole_processes(hands_max: int, rounds: int) -> Iterator[list[str]]:
    yield from measure([Case(START, ROOT / "testdata/cases/example.txt", 5, [6440, 5905])], 50 * rounds)
    # What bench/src/main.rs measures and checks.
    in_memory = subprocess.check_output([TARGET / "camel-cards-bench", str(hands_max)], text=True)
    for hands, ns in re.findall(r"^totals/(\d+)-uniform/score +([\d.]+) ns/hand", in_memory, re.MULTILINE):
        yield [MEMORY, hands, LIBRARY, "", ns, ns, "", "", "right"]
    for hands in [10**k for k in range(3, 10) if 10**k <= hands_max]:
        cases = [random_hands(hands)]
        if hands == min(hands_max, 10**7):
            cases += [worst(name, cases[0]) for name in WORST]
        os.sync()  # So that no input is written back while programs are timed.
        yield from measure(cases, rounds if hands >= 10**6 else rounds * 5)


def printed(*command: str | Path) -> str:
    run = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return run.stdout.strip()


def build() -> None:
    for program, package in ("hyperfine", "hyperfine"), ("/usr/bin/time", "time"), ("java", "default-jre-headless"):
        if not shutil.which(program):
            sys.exit(f"{program} is not installed (Debian: apt install {package})")
    INPUTS.mkdir(parents=True, exist_ok=True)
    # For what `sort` and DuckDB cannot keep in memory. Nothing is built inside the clone.
    os.environ.update(TMPDIR=str(INPUTS), PYTHONDONTWRITEBYTECODE="1")
    cargo = ["cargo", "build", "--release", "--quiet", "--locked", "--target-dir", TARGET.parent]
    for options in ["-p", "camel-cards-cli"], ["-p", "camel-cards-bench", "--bins", "--example", "solver"]:
        subprocess.run([*cargo, *options], cwd=ROOT, check=True)
    subprocess.run([sys.executable, "-m", "venv", VENV], check=True)
    pip = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "-r", PEERS / "requirements.txt"], check=True)
    os.environ["CARGO_TARGET_DIR"] = str(TARGET.parent)
    library = ROOT / "crates/camel-cards-python"
    subprocess.run([*pip, "--no-deps", "--force-reinstall", library], check=True)


def comments() -> list[str]:
    """When and where; and on what else the figures depend."""
    changed = printed("git", "status", "--porcelain", "--", "crates", "Cargo.toml", "Cargo.lock")
    commit = printed("git", "rev-parse", "--short", "HEAD") + (" with changes" if changed else "")
    model = re.search(r"model name\s*: (.*)|$", Path("/proc/cpuinfo").read_text())[1]
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    machine = f"{model}, {len(os.sched_getaffinity(0))} of {os.cpu_count()} cores, {memory:.0f} GiB"
    versions = ["rustc --version", "hyperfine --version", "wc --version", "awk -W version", f"{PYTHON} --version"]
    versions = [printed(*command.split()).splitlines()[0] for command in versions]
    versions += re.findall("^(?:duckdb|polars)==.*", (PEERS / "requirements.txt").read_text(), re.MULTILINE)
    ours = f"{printed(TARGET / 'camel-cards', '--version')}, commit {commit}"
    return [f"{time.strftime('%Y-%m-%d')}, {ours}, {machine}, Linux {os.uname().release}", ", ".join(versions)]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--check", action="store_true", help="tell whether the page matches the records")
    options.add_argument("--write", action="store_true", help="write page and picture from the records")
    options.add_argument("--hands-max", type=float, default=1e9, metavar="N", help="leave out larger inputs")
    options.add_argument("--rounds", type=int, default=3, metavar="N", help="five times as many below 10^6 hands")
    options.add_argument("--into", type=Path, default=page.RECORD, metavar="FOLDER", help="write there only")
    args = options.parse_args()
    if args.check:
        sys.exit(page.stale())
    record, written, hands_max = args.into, page.PAGE, int(args.hands_max)
    if record != page.RECORD:
        shutil.copytree(page.RECORD, record, dirs_exist_ok=True)
        written = record / written.name
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:2])
    build()
    if not args.write:
        head, rows = comments(), [COLUMNS]
        for row in whole_processes(hands_max, args.rounds):
            print(*row, sep="  ", flush=True)
            rows.append(row)
        lines = [*(f"# {line}" for line in head), *map("\t".join, rows)]
        (record / "whole-process.tsv").write_text("\n".join(lines) + "\n")
        for name, section in [*page.SECTIONS.items()][1:]:
            print(section, flush=True)
            script = [PYTHON, ROOT / f"bench/{name}.py", str(min(hands_max, 10**7)), str(args.rounds)]
            rows = subprocess.run(script, stdout=subprocess.PIPE, text=True, check=True).stdout
            (record / f"{name}.tsv").write_text(f"# {head[0]}\n{rows}")
    written.write_text(page.page(record))
    subprocess.run([PYTHON, ROOT / "bench/picture.py", record, written.with_suffix(".svg")], check=True)


if __name__ == "__main__":
    main()
