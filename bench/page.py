"""The blocks of docs/trust/speed.md, written from bench/record."""

import hashlib
import math
import re
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
RECORD = ROOT / "bench/record"
PAGE = ROOT / "docs/trust/speed.md"
# A record, and the section that it is for. Of all but the first one, the rows are shown as they are.
SECTIONS = {"whole-process": "Whole processes", "python": "In Python", "spark": "In Spark", "growth": "On a cluster"}

RANDOM, START, MEMORY = "random hands", "start", "memory"  # Cases; all others are the worst ones.
OURS, LIBRARY, WC = "camel-cards", "camel-cards, the library, in memory", "`wc -l`"
CPU, WALL, PEAK = "cpu_ns_per_hand", "wall_ns_per_hand", "peak_mib"

Row = dict[str, str]


def read(path: Path) -> tuple[list[str], list[Row]]:
    """Returns the comments of a record, which say when and where it was made, and its rows."""
    lines = path.read_text().splitlines()
    head, *rows = [line.split("\t") for line in lines if not line.startswith("# ")]
    return [line[2:] for line in lines if line.startswith("# ")], [dict(zip(head, row)) for row in rows]


def table(head: list[str], body: list[list[str]]) -> str:
    first, *lines = [f"| {' | '.join(map(shown, line))} |" for line in [head, *body]]
    return "\n".join([first, "|---" + "|---:" * (len(head) - 1) + "|", *lines])


def shown(text: str) -> str:
    if re.fullmatch(r"1e\d+", text):
        return power(float(text))
    if re.fullmatch(r"\d{4,}(\.\d+)?", text):
        return f"{int(text.partition('.')[0]):,}{''.join(text.partition('.')[1:])}"
    return f"**{text}**" if text == OURS else text


def power(hands: float) -> str:
    return "10" + str(round(math.log10(hands))).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))


def cell(row: Row, column: str, unit: float = 1) -> str:
    if row["answer"].startswith("error") or not row[column]:
        return "error" if row["answer"].startswith("error") else ""
    value = float(row[column]) * unit
    # Three digits; more would be noise.
    text = f"{value:#.3g}".rstrip(".") if value < 999.5 else f"{float(f'{value:.2e}'):,.0f}"
    text = f"{value:.1f}" if column == PEAK and value < 10 else text
    return text if row["answer"] == "right" else f"~~{text}~~ ✗"


def pivot(corner: str, rows: list[Row], head: Callable[[Row], str], column: str) -> str:
    """A table with a line for each program and a column for each head."""
    cells = {(row["program"], head(row)): cell(row, column) for row in rows if cell(row, column)}
    names = sorted(dict.fromkeys(name for name, _ in cells), key=lambda name: (OURS not in name, name == LIBRARY))
    heads = list(dict.fromkeys(head for _, head in cells))
    return table([corner, *heads], [[name, *(cells.get((name, head), "") for head in heads)] for name in names])


def summary(rows: list[Row]) -> str:
    def figure(column: str, hands: int, program: str = OURS, case: str = RANDOM) -> float:
        found = [row for row in rows if (row["program"], row["case"], row["hands"]) == (program, case, str(hands))]
        return float(found[0][column] or "nan") if found else math.nan

    def seconds(hands: int, *of: str) -> float:
        return figure(WALL, hands, *of) * hands / 1e9

    def times(*of: str) -> float:
        return figure(CPU, 10**7, *of) / figure(CPU, 10**7, one)

    one, two, spaces = f"{OURS}, 1 thread", f"{OURS}, 2 threads", "blanks and `\\r\\n` everywhere"
    peaks = [figure(PEAK, hands, program) for hands in (10**7, 10**9) for program in (one, two)]
    return f"""\
- **A puzzle's thousand hands**: the command takes {seconds(1000) * 1e3:.1f} ms, mostly to start. The library takes \
{seconds(1000, LIBRARY, MEMORY) * 1e6:.0f} µs.
- **Ten million hands**: {seconds(10**7) * 1e3:.0f} ms on two cores. A billion: {seconds(10**9):.1f} s, \
{seconds(10**9) / seconds(10**9, WC):.3g} times as long as `wc -l`.
- **Compared with DuckDB and Polars**: they use {times('DuckDB'):.0f} and {times('Polars'):.0f} times the CPU time of \
one thread for ten million hands.
- **Memory**: {peaks[0]:.0f} MiB with one thread and {peaks[1]:.0f} with two for ten million hands; {peaks[2]:.0f} and \
{peaks[3]:.0f} MiB for a billion.
- **Worst cases**: bids of 20 digits take {times(one, 'bids of 20 digits'):.0f} times as long, spaces everywhere \
{times(one, spaces):.0f} times."""


def measured(comments: dict[str, list[str]]) -> str:
    """When and where, once for all sections that were measured together."""
    sections: dict[str, list[str]] = {}
    for name, [head, *_] in comments.items():
        sections.setdefault(head, []).append(SECTIONS[name])
    lines = [f"{', '.join(names)}: measured {head}." for head, names in sections.items()]
    lines += [f"{SECTIONS[name]}: {note}." for name, [_, *notes] in comments.items() for note in notes]
    return "\n".join(f"- {line}" for line in lines)


def blocks(folder: Path) -> dict[str, str]:
    records = {name: read(folder / f"{name}.tsv") for name in SECTIONS}
    rows = records["whole-process"][1]
    by_size = sorted((row for row in rows if row["case"] in (RANDOM, MEMORY)), key=lambda row: int(row["hands"]))
    size = next(row["hands"] for row in rows if row["case"] not in (RANDOM, MEMORY, START))
    worst = [row for row in rows if row["hands"] == size and row["case"] != MEMORY]
    units = {WALL: 5e-6, "wall_to_wc": 1, CPU: 5e-6, PEAK: 1}  # Five hands, in ms.
    starts = [[row["program"], *(cell(row, *unit) for unit in units.items())] for row in rows if row["case"] == START]
    return {
        "summary": summary(rows),
        "measured": measured({name: comments for name, (comments, _) in records.items()}),
        "cost": pivot("hands", by_size, lambda row: power(int(row["hands"])), CPU),
        "memory": pivot("hands", by_size, lambda row: power(int(row["hands"])), PEAK),
        "worst": pivot(f"{power(int(size))} hands", worst, lambda row: row["case"], CPU),
        "start": table(["five lines", "wall, ms", "times `wc -l`", "CPU, ms", "peak, MiB"], starts),
        **{name: table([*of[0]], [[*row.values()] for row in of]) for name, (_, of) in [*records.items()][1:]},
    }


def page(folder: Path) -> str:
    """Returns the page with blocks from the records in a folder."""
    text = PAGE.read_text()
    for name, block in blocks(folder).items():
        begin, end = f"<!-- {name}, by bench/speed.py -->\n", f"\n<!-- end of {name} -->"
        assert begin in text and end in text, f"{PAGE.name} has no place for {name}"
        text = f"{text.split(begin)[0]}{begin}\n{block}\n{end}{text.split(end)[1]}"
    return text


def digest(folder: Path) -> str:
    """What the picture says of the record that it was drawn from."""
    return f"whole-process.tsv {hashlib.sha256((folder / 'whole-process.tsv').read_bytes()).hexdigest()[:16]}"


def stale() -> str | None:
    """Says what does not match the records, if anything. The picture is not drawn again, because that needs
    matplotlib; it names the record that it was drawn from."""
    if page(RECORD) != PAGE.read_text():
        return "docs/trust/speed.md does not match bench/record"
    if digest(RECORD) not in PAGE.with_suffix(".svg").read_text():
        return "docs/trust/speed.svg shows another record"
    return None
