#!/usr/bin/env python3
"""Measures `camel-cards score`, whole processes, beside what one could use instead.

Makes what it needs in the cache (the programs, a Python environment, inputs with
their answers), runs all peers in turn, A B C A B C ..., checks every answer, puts
the medians into bench/record/whole-process.tsv and draws docs/trust/speed.md from it.
bench/record/README.md explains the columns. Linux only.
"""

import argparse
import ctypes
import datetime
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

sys.dont_write_bytecode = True  # Nothing is built inside the clone.
import plot

ROOT = Path(__file__).resolve().parents[2]
PEERS = ROOT / "bench/peers"
CACHE = Path(os.environ.get("CAMEL_CARDS_CACHE", Path.home() / ".cache/camel-cards")).absolute()
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", CACHE / "target")).absolute()
PYTHON = CACHE / "peers/venv/bin/python"
INPUTS = CACHE / "peers/inputs"

LONG_SECONDS = 20  # What takes longer is not run again after the first round.
SEED = 1


# What is measured: a peer's command, and what it has to answer.


@dataclass
class Peer:
    name: str
    command: list[str]  # {} is the input
    version: str
    answers: str = "totals"  # or "lines", "entries", "bytes", "nothing"
    hands_max: int = 10**9
    why_max: str = ""
    start: str = "no"  # or "too", "only": whether it takes part in the case `start`


def peers(camel_cards: str) -> list[Peer]:
    solver = str(TARGET / "release/examples/solver")
    ours = built(camel_cards)
    rust = rustc_version()
    memory = {"hands_max": 10**8, "why_max": "memory"}
    table = [
        # The first one is what the others are compared to.
        Peer("camel-cards", [camel_cards, "score", "{}"], ours, start="too"),
        Peer("camel-cards --threads 1", [camel_cards, "score", "--threads", "1", "{}"], ours, start="too"),
        Peer("camel-cards --threads 2", [camel_cards, "score", "--threads", "2", "{}"], ours, start="too"),
        Peer("true", ["true"], first_line("true", "--version"), "nothing", start="only"),
        Peer("wc -l", ["wc", "-l", "{}"], first_line("wc", "--version"), "lines", start="too"),
        Peer("read", [solver, "read", "{}"], rust, "bytes", start="too"),
        Peer("parse", [solver, "parse", "{}"], rust, "entries"),
        Peer("tally", [solver, "tally", "{}"], rust),
        Peer("radix", [solver, "radix", "{}"], rust, **memory),
        Peer("sort", [solver, "sort", "{}"], rust, **memory),
        Peer("packed", [solver, "packed", "{}"], rust, **memory),
        Peer("duckdb", [str(PYTHON), str(PEERS / "totals_duckdb.py"), "{}"], python_package("duckdb"), **memory),
        Peer("polars", [str(PYTHON), str(PEERS / "totals_polars.py"), "{}"], python_package("polars"), **memory),
        Peer("awk", ["sh", str(PEERS / "totals_awk.sh"), "{}"], first_line("awk", "-W", "version"), hands_max=10**7, why_max="time"),
        Peer("python", [sys.executable, str(PEERS / "totals_naive.py"), "{}"],
             f"Python {sys.version.split()[0]}", hands_max=10**6, why_max="time"),
    ]
    score_help = subprocess.run([camel_cards, "score", "--help"], capture_output=True, text=True).stdout
    if "--threads" not in score_help:
        for peer in [peer for peer in table if "--threads" in peer.command]:
            say(f"skipped: {peer.name}: this camel-cards has no such option")
            table.remove(peer)
    return table


def first_line(*command: str) -> str:
    output = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    return (output.stdout + output.stderr).partition("\n")[0]


def built(camel_cards: str) -> str:
    version = first_line(camel_cards, "--version")
    if Path(camel_cards).is_relative_to(TARGET):
        # A record or a page that has changed is no other program.
        sources = ["crates", "Cargo.toml", "Cargo.lock"]
        changed = first_line("git", "-C", str(ROOT), "status", "--porcelain", "--", *sources)
        version += " " + first_line("git", "-C", str(ROOT), "rev-parse", "--short", "HEAD") + ("+" if changed else "")
    return version


def python_package(name: str) -> str:
    get = f"from importlib.metadata import version; print(version('{name}'))"
    return f"{name} {first_line(str(PYTHON), '-c', get)}"


def rustc_version() -> str:
    return first_line("rustc", "--version").split(" (")[0]


# The inputs, and their answers.


@dataclass
class Case:
    name: str
    path: Path
    hands: int
    totals: str = ""  # "STANDARD JOKER"
    bad_line: int = 0  # in place of totals
    lines: int = field(init=False)

    def __post_init__(self):
        self.lines = self.bad_line or self.hands


def uniform(hands: int, camel_cards: str) -> Case:
    path, answers = INPUTS / f"uniform-{hands}.txt", INPUTS / f"uniform-{hands}.answers"
    if not (path.exists() and answers.exists()):
        say(f"generating {path.name}")
        command = [camel_cards, "generate", "--shape", "uniform", "--seed", str(SEED)]
        with path.open("wb") as out:
            subprocess.run([*command, "--hands", str(hands), "--answers", answers, "--force"], stdout=out, check=True)
    # The totals, without what they are totals of.
    totals = " ".join(filter(str.isdigit, answers.read_text().split()))
    return Case("uniform", path, hands, totals)


def start() -> Case:
    return Case("start", ROOT / "testdata/cases/example.txt", 5, "6440 5905")


def equal(plain: Case) -> Case:
    def blocks() -> Iterator[bytes]:
        for first in range(0, plain.hands, 1000):
            bids = range(1, 1 + min(1000, plain.hands - first))
            yield b"".join(b"TTTTT %d\n" % bid for bid in bids)

    total = sum((i + 1) * (i % 1000 + 1) for i in range(plain.hands))
    return Case("equal", made("equal", plain, blocks()), plain.hands, f"{total} {total}")


def long_bids(plain: Case) -> Case:
    """Every bid is 10^19 more, and so every rank counts 10^19 times more."""
    def longer(block: bytes) -> bytes:
        for digits in range(1, 5):
            zeros = b"0" * (19 - digits)
            block = re.sub(rb" (\d{%d})\n" % digits, rb" 1" + zeros + rb"\g<1>\n", block)
        return block

    more = 10**19 * plain.hands * (plain.hands + 1) // 2
    totals = " ".join(str(int(total) + more) for total in plain.totals.split())
    return Case("long-bids", made("long-bids", plain, map(longer, line_blocks(plain))), plain.hands, totals)


def crlf(plain: Case) -> Case:
    blocks = (block.replace(b"\n", b"\r\n") for block in line_blocks(plain))
    return Case("crlf", made("crlf", plain, blocks), plain.hands, plain.totals)


def blanks(plain: Case) -> Case:
    """Blanks wherever they may be, other ones on each of 7 lines, and `\\r\\n`."""
    around = [(b" ", b"\t", b"  "), (b"", b"  ", b""), (b"\t\t", b" ", b"\t"), (b"   ", b"\t \t", b" "),
              (b"", b"\t", b" "), (b"  ", b" ", b""), (b"\t", b"    ", b"\t\t")]

    def blocks() -> Iterator[bytes]:
        for block in line_blocks(plain):
            parts = zip(block.split()[::2], block.split()[1::2])
            places = (around[i % 7] for i in range(len(block)))
            yield b"".join(a + hand + b + bid + c + b"\r\n" for (hand, bid), (a, b, c) in zip(parts, places))

    return Case("blanks", made("blanks", plain, blocks()), plain.hands, plain.totals)


def bad_end(plain: Case) -> Case:
    def blocks() -> Iterator[bytes]:
        yield from line_blocks(plain)
        yield b"32T3K 76x\n"

    return Case("bad-end", made("bad-end", plain, blocks()), plain.hands, bad_line=plain.hands + 1)


WORST = {"equal": equal, "long-bids": long_bids, "crlf": crlf, "blanks": blanks, "bad-end": bad_end}
CASES = ["uniform", "start", "memory", *WORST]


def line_blocks(case: Case) -> Iterator[bytes]:
    with case.path.open("rb") as file:
        while block := file.read(1 << 20):
            yield block + file.readline()


def made(name: str, plain: Case, blocks: Iterator[bytes]) -> Path:
    path = INPUTS / f"{name}-{plain.hands}.txt"
    if not path.exists():
        say(f"making {path.name}")
        part = path.with_suffix(".part")
        with part.open("wb") as file:
            file.writelines(blocks)
        part.rename(path)
    return path


# One run.


@dataclass
class Run:
    wall: float
    cpu: float
    peak_mib: float
    status: int
    out: str
    err: str


def run(command: list[str], memory: bool = False) -> Run:
    """Runs a command to its end.

    A process inherits the peak memory of the one that was there before `exec`:
    started from here, it would have that of Python. So when memory is asked for,
    a small shell starts it and exits; it becomes our child, being a subreaper's.
    """
    if memory:
        command = ["/bin/sh", "-c", '"$@" &', "sh", *command]
    out, err = os.memfd_create("out"), os.memfd_create("err")
    streams = [(os.POSIX_SPAWN_DUP2, out, 1), (os.POSIX_SPAWN_DUP2, err, 2)]
    environment = os.environ | {"TMPDIR": str(INPUTS)}
    begin = time.perf_counter()
    child = os.posix_spawnp(command[0], command, environment, file_actions=streams, setsigdef=[signal.SIGPIPE])
    _, status, usage = os.wait4(child, 0)
    if memory:
        _, status, usage = os.wait4(-1, 0)
    wall = time.perf_counter() - begin
    cpu = usage.ru_utime + usage.ru_stime
    texts = [os.pread(stream, 1 << 20, 0).decode(errors="replace") for stream in (out, err)]
    os.close(out)
    os.close(err)
    return Run(wall, cpu, usage.ru_maxrss / 1024, os.waitstatus_to_exitcode(status), *texts)


def verdict(peer: Peer, case: Case, run: Run) -> str:
    """`right`, `WRONG: answer` or `error: what it said`."""
    answer = " ".join(run.out.split())
    ours = peer.name.startswith("camel-cards")
    if ours and case.bad_line:
        expected = f"camel-cards: {case.path}:{case.bad_line}:9: expected"
        right = run.status == 1 and not answer and run.err.startswith(expected)
        return "right" if right else f"WRONG: {brief(run.err or answer, case)}"
    if run.status != 0:
        # Python names the error after its traceback, Rust on the line after "panicked at".
        said = re.search(r"^[\w.]*(?:Error|Exception)\b.*|(?<=\d:\n).+", run.err, re.MULTILINE)
        return f"error: {brief(said[0] if said else f'status {run.status}', case)}"
    if ours:
        answer = " ".join(re.findall(r"^(?:standard|joker).* (\d+)$", run.out, re.MULTILINE))
    answer = answer.removesuffix(f" {case.path}")
    expected = {
        "totals": case.totals, "lines": case.lines, "entries": case.hands if case.totals else "an error",
        "bytes": case.path.stat().st_size, "nothing": "",
    }[peer.answers]
    return "right" if answer == str(expected) else f"WRONG: {brief(answer, case)}"


def brief(text: str, case: Case) -> str:
    return " ".join(text.replace(str(case.path), case.path.name).split())[:100]


# All rounds of some cases.


def measure(cases: list[Case], table: list[Peer], rounds: int, shared: dict[str, str]) -> Iterator[plot.Rows]:
    """Runs all peers on all of these cases in turn and gives the rows of each case."""
    commands: dict[tuple[str, str], list[str]] = {}
    for case in cases:
        for peer in table:
            if peer.start == ("no" if case.name == "start" else "only"):
                continue
            if case.hands > peer.hands_max:
                say(f"skipped in {case.name}: {peer.name}: at most {peer.hands_max:,} hands ({peer.why_max})")
                continue
            commands[case.name, peer.name] = [part.replace("{}", str(case.path)) for part in peer.command]
    case_of = {case.name: case for case in cases}
    peer_of = {peer.name: peer for peer in table}

    def judged(key: tuple[str, str], run: Run) -> str:
        return verdict(peer_of[key[1]], case_of[key[0]], run)

    # The first round warms up, and tells memory and who cannot do it at all.
    first = {key: run(command, memory=True) for key, command in commands.items()}
    verdicts = {key: {judged(key, once)} for key, once in first.items()}
    failed = {key for key, [said] in verdicts.items() if said.startswith("error")}
    long = {key for key, once in first.items() if once.wall > LONG_SECONDS}
    runs = {key: [first] if key in long else [] for key in first.keys() - failed}
    for _ in range(rounds):
        round: dict[tuple[str, str], Run] = {}
        for key, command in commands.items():
            if key not in failed | long:
                round[key] = run(command)
                verdicts[key].add(judged(key, round[key]))
                runs[key].append(round)

    for case in cases:
        say(f"\n{case.name}, {case.hands:,} hands")
        rows = []
        base = case.name, table[0].name
        for key in (key for key in commands if key[0] == case.name):
            own = runs.get(key, [])
            row = {
                "case": case.name, "hands": str(case.hands), "peer": key[1], "bytes": str(case.path.stat().st_size),
                "rounds": str(len(own)), "peak_mib": f"{first[key].peak_mib:.1f}",
                "answer": "; ".join(sorted(verdicts[key])), "version": peer_of[key[1]].version, **shared,
            }
            for what in "cpu", "wall":
                times = [getattr(round[key], what) for round in own]
                # Each within one round, if it has both: a machine whose speed drifts slows both.
                bases = [getattr(round.get(base, first[base]), what) for round in own]
                ratios = [time / base for time, base in zip(times, bases)]
                row[f"{what}_ns_per_hand"] = f"{1e9 * median(times) / case.hands:.2f}" if times else "-"
                row[f"{what}_ratio"] = f"{median(ratios):.3f}" if ratios else "-"
            rows.append(row)
            say(f"  {key[1]:<24} {row['cpu_ns_per_hand']:>12} ns CPU a hand  {row['wall_ns_per_hand']:>12} ns wall"
                f"  ×{row['cpu_ratio']:<8} {row['peak_mib']:>8} MiB  {row['answer'][:60]}")
        yield rows


def in_memory(version: str, shared: dict[str, str]) -> Iterator[plot.Rows]:
    """The rows of the library, without a process or a file: what bench/src/totals.rs measures and checks."""
    bench = subprocess.run([TARGET / "release/camel-cards-bench"], stdout=subprocess.PIPE, text=True, check=True)
    say("\nin memory\n" + bench.stdout)
    found = re.findall(r"^totals/(\d+)-uniform/score +([\d.]+) ns/hand", bench.stdout, re.MULTILINE)
    assert found, "bench/ prints something else now"
    for hands, cost in found:
        row = dict.fromkeys(plot.COLUMNS, "-") | shared
        row |= {"case": "memory", "hands": hands, "peer": "in memory", "answer": "right", "version": version}
        yield [row | {"cpu_ns_per_hand": cost, "wall_ns_per_hand": cost}]


def machine(cores: int) -> str:
    model = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    kernel = re.match(r"[\d.]+", os.uname().release)[0].rstrip(".")
    return (f"{model[1] if model else os.uname().machine}, {cores} of {os.cpu_count()} cores, {memory:.0f} GiB, "
            f"Linux {kernel}, {rustc_version()}")


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


# Setting up.


def set_up(camel_cards: str | None) -> str:
    INPUTS.mkdir(parents=True, exist_ok=True)
    cargo = ["cargo", "build", "--release", "--quiet", "--locked", "--target-dir", TARGET]
    subprocess.run([*cargo, "-p", "camel-cards-bench", "--bins", "--example", "solver"], cwd=ROOT, check=True)
    if not camel_cards:
        subprocess.run([*cargo, "-p", "camel-cards-cli"], cwd=ROOT, check=True)
        camel_cards = str(TARGET / "release/camel-cards")
    wanted = (PEERS / "requirements.txt").read_bytes()
    installed = PYTHON.parents[1] / "requirements.txt"
    if not installed.exists() or installed.read_bytes() != wanted:
        say("installing the Python peers")
        subprocess.run([sys.executable, "-m", "venv", "--clear", PYTHON.parents[1]], check=True)
        pip = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:"]
        subprocess.run([*pip, "-r", PEERS / "requirements.txt"], check=True)
        installed.write_bytes(wanted)
    return shutil.which(camel_cards) or sys.exit(f"{camel_cards}: no such program")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--sizes", default="1e3,1e4,1e5,1e6,1e7,1e8", metavar="N,…", help="hands of uniform (%(default)s)")
    options.add_argument("--worst-size", default="1e7", metavar="N", help="hands of the worst cases (%(default)s)")
    options.add_argument("--cases", default=",".join(CASES), metavar="NAME,…", help="some of %(default)s")
    options.add_argument("--peers", metavar="NAME,…", help="some of them; camel-cards always runs")
    options.add_argument("--rounds", type=int, default=5, metavar="N",
                         help="rounds after the warm-up (%(default)s); five times as many below 10^6 hands")
    options.add_argument("--starts", type=int, default=500, metavar="N", help="rounds of start (%(default)s)")
    options.add_argument("--cores", type=int, default=2, metavar="N", help="how many to run on (%(default)s)")
    options.add_argument("--camel-cards", metavar="PATH", help="the program, if not this clone's")
    options.add_argument("--record", type=Path, default=plot.RECORD, metavar="FILE")
    options.add_argument("--note", default="", metavar="TEXT", help="recorded with each row and shown in the docs")
    args = options.parse_args()

    camel_cards = set_up(args.camel_cards)
    table = peers(camel_cards)
    if args.peers:
        wanted = ["camel-cards", *args.peers.split(",")]
        if unknown := set(wanted) - {peer.name for peer in table}:
            sys.exit(f"no such peers: {', '.join(sorted(unknown))}")
        table = [peer for peer in table if peer.name in wanted]
    cases = args.cases.split(",")
    if unknown := set(cases) - set(CASES):
        sys.exit(f"no such cases: {', '.join(sorted(unknown))}")

    cores = sorted(os.sched_getaffinity(0))[: args.cores]
    os.sched_setaffinity(0, cores)
    PR_SET_CHILD_SUBREAPER = 36
    assert ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0
    floor = run(["true"], memory=True).peak_mib
    assert floor < 4, f"the smallest process seems to take {floor} MiB"

    shared = {"date": str(datetime.date.today()), "machine": machine(len(cores)), "note": args.note}
    sizes = [int(float(size)) for size in args.sizes.split(",")] if "uniform" in cases else []
    worst_size = int(float(args.worst_size))
    worst = [WORST[name] for name in WORST if name in cases]

    def groups() -> Iterator[tuple[list[Case], int]]:
        if "start" in cases:
            yield [start()], args.starts
        for size in sizes:
            if not (worst and size == worst_size):
                yield [uniform(size, camel_cards)], args.rounds * (5 if size < 10**6 else 1)
        if worst:
            # In one run with the usual case, so that they compare.
            plain = uniform(worst_size, camel_cards)
            yield [plain, *(make(plain) for make in worst)], args.rounds

    if "memory" in cases:
        for rows in in_memory(table[0].version, shared):
            plot.replace_rows(args.record, rows)
    for group, rounds in groups():
        # Kept one by one: an interrupted run has recorded what it has done.
        for rows in measure(group, table, rounds, shared):
            plot.replace_rows(args.record, rows)
    if args.record == plot.RECORD:
        plot.draw()


if __name__ == "__main__":
    main()
