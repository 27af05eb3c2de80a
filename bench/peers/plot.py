#!/usr/bin/env python3
"""Draws docs/trust/speed.svg and the tables of docs/trust/speed.md from the record.

Nothing else may change them: `plot.py --check` fails if they are not what the
record gives. Written by hand, as a plotting library would bring its own fonts,
colours and versions, and the picture should follow the reader's theme and be
the same bytes everywhere.
"""

import csv
import math
import re
import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RECORD = ROOT / "bench/record/whole-process.tsv"
PAGE = ROOT / "docs/trust/speed.md"
PICTURE = ROOT / "docs/trust/speed.svg"

COLUMNS = [
    "case", "hands", "peer", "bytes", "rounds", "cpu_ns_per_hand", "wall_ns_per_hand", "cpu_ratio", "wall_ratio",
    "peak_mib", "answer", "version", "date", "machine", "note",
]
# In the order of the tables; the names that readers see.
PEERS = {
    "camel-cards": "**camel-cards**",
    "camel-cards --threads 1": "camel-cards, 1 thread",
    "camel-cards --threads 2": "camel-cards, 2 threads",
    "in memory": "camel-cards, the library, in memory",
    "true": "`true`",
    "wc -l": "`wc -l`",
    "read": "Rust, only reading",
    "parse": "Rust, reading and parsing",
    "tally": "Rust, cells",
    "radix": "Rust, radix sort",
    "sort": "Rust, stable sort",
    "packed": "Rust, packed keys",
    "duckdb": "DuckDB",
    "polars": "Polars",
    "awk": "awk and sort",
    "python": "Python",
}
WORST = {
    "uniform": "the usual: random hands",
    "equal": "all hands equal",
    "long-bids": "bids of 20 digits",
    "crlf": "`\\r\\n`",
    "blanks": "blanks and `\\r\\n` everywhere",
    "bad-end": "a bad line at the very end",
}
# Lines of the picture, with a colour for light and one for dark.
LINES = {
    "camel-cards": ("camel-cards", "#c2410c", "#ff9c5a"),
    "in memory": ("the same in memory", "#c2410c", "#ff9c5a"),
    "wc -l": ("wc -l", "#6b7280", "#9aa3af"),
    "tally": ("Rust, cells", "#2563b0", "#7cb0f0"),
    "radix": ("Rust, radix sort", "#0f766e", "#4fc4b5"),
    "duckdb": ("DuckDB", "#a16207", "#e3b341"),
    "polars": ("Polars", "#7c3aed", "#b79cf7"),
    "awk": ("awk and sort", "#be185d", "#f58ab8"),
    "python": ("Python", "#4d7c0f", "#a3d158"),
}

Row = dict[str, str]
Rows = list[Row]


def read_rows(record: Path) -> Rows:
    if not record.exists():
        return []
    with record.open(newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def replace_rows(record: Path, rows: Rows) -> None:
    """Puts in rows of one run, for all that there were of the same case and size."""
    case = rows[0]["case"], rows[0]["hands"]
    rows = rows + [row for row in read_rows(record) if (row["case"], row["hands"]) != case]
    cases, peers = ["start", "memory", *WORST], list(PEERS)
    rows.sort(key=lambda row: (cases.index(row["case"]), int(row["hands"]), peers.index(row["peer"])))
    lines = ["\t".join(" ".join(row[column].split()) for column in COLUMNS) for row in rows]
    record.parent.mkdir(exist_ok=True)
    part = record.with_suffix(".part")
    part.write_text("\n".join(["\t".join(COLUMNS), *lines]) + "\n")
    part.rename(record)


# Tables.


def table(head: list[str], body: list[list[str]], align: str = "---:") -> str:
    rule = "|".join(["", "---"] + [align] * (len(head) - 1) + [""])
    first, *rows = ["| " + " | ".join(line) + " |" for line in [head, *body]]
    return "\n".join([first, rule, *rows])


def power(hands: int) -> str:
    exponent = str(round(math.log10(hands)))
    if hands != 10 ** int(exponent):
        return f"{hands:,}"
    return "10" + exponent.translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))


def short(value: float) -> str:
    """Three digits; more would be noise."""
    if value >= 999.5:
        return f"{round(value, 2 - math.floor(math.log10(value))):,.0f}"
    return f"{value:#.3g}".rstrip(".")


def figure(row: Row | None, column: str, show: Callable[[float], str] = short) -> str:
    if row and row["answer"].startswith("error"):
        return "error"
    if row is None or row[column] == "-":
        return ""
    text = show(float(row[column]))
    return text if row["answer"] == "right" else f"~~{text}~~ ✗"


def cpu(row: Row | None) -> str:
    return figure(row, "cpu_ns_per_hand")


def mib(row: Row | None) -> str:
    return figure(row, "peak_mib", lambda mib: short(mib) if mib >= 10 else f"{mib:.1f}")


def by_size(rows: Rows, show: Callable[[Row | None], str]) -> str:
    cells = {(row["peer"], int(row["hands"])): row for row in rows if row["case"] in ("uniform", "memory") and show(row)}
    sizes = sorted({hands for _, hands in cells})
    used = [peer for peer in PEERS if any((peer, size) in cells for size in sizes)]
    body = [[PEERS[peer], *(show(cells.get((peer, size))) for size in sizes)] for peer in used]
    return table(["hands", *map(power, sizes)], body)


def of_wc(row: Row | None, run: dict[str, Row]) -> str:
    """How many times the wall time of `wc -l` in the same run."""
    if not row or row["wall_ratio"] == "-" or "wc -l" not in run:
        return ""
    return "×" + short(float(row["wall_ratio"]) / float(run["wc -l"]["wall_ratio"]))


def worst(rows: Rows) -> str:
    size = max((int(row["hands"]) for row in rows if row["case"] == "equal"), default=0)
    cells = {(row["peer"], row["case"]): row for row in rows if int(row["hands"]) == size}
    used = [peer for peer in PEERS if (peer, "equal") in cells]
    body = [[PEERS[peer], *(cpu(cells.get((peer, case))) for case in WORST)] for peer in used]
    return table([f"{power(size)} hands" if size else "hands", *WORST.values()], body)


def starts(rows: Rows) -> str:
    run = {row["peer"]: row for row in rows if row["case"] == "start"}

    def ms(ns_per_hand: float) -> str:
        return short(5 * ns_per_hand / 1e6)

    body = [[PEERS[peer], figure(row, "wall_ns_per_hand", ms), of_wc(row, run), figure(row, "cpu_ns_per_hand", ms), mib(row)]
            for peer, row in run.items()]
    return table(["five lines", "wall, ms", "of `wc -l`", "CPU, ms", "peak, MiB"], body)


def made_on(rows: Rows) -> str:
    when = [f"{row['date']}, {row['machine']}" for row in rows]
    notes = sorted({row["note"] for row in rows if row["note"]})
    versions = sorted({row["version"] for row in rows})
    lines = [f"**{note}**\n" for note in notes]
    lines += [f"Measured {each}." for each in sorted(set(when))]
    return "\n".join([*lines, f"Versions: {', '.join(versions)}."])


# The picture.

WIDTH, HEIGHT = 860, 520
LEFT, RIGHT, TOP, BOTTOM = 74, 700, 74, 462


def picture(rows: Rows) -> str:
    points = defaultdict(list)
    for row in rows:
        if row["case"] in ("uniform", "memory") and row["peer"] in LINES and row["cpu_ns_per_hand"] != "-":
            points[row["peer"]].append((int(row["hands"]), float(row["cpu_ns_per_hand"]), row["answer"] == "right"))
    values = [math.log10(cost) for line in points.values() for _, cost, _ in line] or [0]
    sizes = [math.log10(hands) for line in points.values() for hands, _, _ in line] or [3, 9]
    low, high = math.floor(min(values)), math.ceil(max(values))
    first, last = math.floor(min(sizes)), max(math.ceil(max(sizes)), 4)

    def x(hands: float) -> float:
        return LEFT + (RIGHT - LEFT) * (math.log10(hands) - first) / (last - first)

    def y(cost: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * (math.log10(cost) - low) / (high - low)

    light = "".join(f"    .{css(peer)} {{ --line: {colour} }}\n" for peer, (_, colour, _) in LINES.items())
    dark = "".join(f"      .{css(peer)} {{ --line: {colour} }}\n" for peer, (_, _, colour) in LINES.items())
    out = [f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img" aria-labelledby="title desc">
  <title id="title">CPU time a hand, whole process</title>
  <desc id="desc">Nanoseconds of CPU time a hand against the number of hands, both logarithmic, one line for each program; the figures are in docs/trust/speed.md.</desc>
  <style>
    svg {{ background: #fff; color: #1c1e21; font: 13px system-ui, sans-serif }}
    text {{ fill: currentColor }}
    .title {{ font-size: 18px; font-weight: 600 }}
    .quiet {{ opacity: .7 }}
    .grid {{ stroke: currentColor; opacity: .15 }}
    .end {{ text-anchor: end }}
    .middle {{ text-anchor: middle }}
    .line polyline {{ fill: none; stroke: var(--line); stroke-width: 1.75; stroke-linejoin: round }}
    .line circle {{ fill: var(--line) }}
    .line path {{ stroke: var(--line); stroke-width: 2 }}
    .line text {{ fill: var(--line) }}
    .camel-cards polyline {{ stroke-width: 4 }}
    .inmemory polyline {{ stroke-dasharray: 6 4 }}
    .camel-cards text {{ font-weight: 700; font-size: 15px }}
{light}    @media (prefers-color-scheme: dark) {{
      svg {{ background: #15181c; color: #e8eaed }}
{dark}    }}
  </style>
  <text class="title" x="20" y="32">CPU time a hand, whole process</text>
  <text class="quiet" x="20" y="54">both rules, random hands; ✗ where the answer is wrong</text>"""]
    for exponent in range(low, high + 1):
        at = f"{y(10**exponent):.1f}"
        out.append(f'  <line class="grid" x1="{LEFT}" x2="{RIGHT}" y1="{at}" y2="{at}"/>')
        out.append(f'  <text class="end quiet" x="{LEFT - 10}" y="{at}" dy="4">{duration(exponent)}</text>')
    for exponent in range(first, last + 1):
        at = f"{x(10**exponent):.1f}"
        out.append(f'  <line class="grid" x1="{at}" x2="{at}" y1="{TOP}" y2="{BOTTOM}"/>')
        out.append(f'  <text class="middle quiet" x="{at}" y="{BOTTOM + 20}">{power(10**exponent)}</text>')
    out.append(f'  <text class="middle" x="{(LEFT + RIGHT) / 2:.0f}" y="{HEIGHT - 14}">hands</text>')

    labels = []
    # camel-cards last, so that it lies on top.
    for peer in reversed([peer for peer in LINES if peer in points]):
        line = sorted(points[peer])
        path = " ".join(f"{x(hands):.1f},{y(cost):.1f}" for hands, cost, _ in line)
        out.append(f'  <g class="line {css(peer)}">\n    <polyline points="{path}"/>')
        for hands, cost, right in line:
            at, up = x(hands), y(cost)
            if right:
                out.append(f'    <circle cx="{at:.1f}" cy="{up:.1f}" r="3"/>')
            else:
                out.append(f'    <path d="M{at - 5:.1f},{up - 5:.1f}l10,10m0,-10l-10,10"/>')
        out.append("  </g>")
        # At the end of that line lies another one.
        hands, cost, _ = line[0] if peer == "in memory" else line[-1]
        labels.append([x(hands), y(cost) + (18 if peer == "in memory" else 0), peer])
    for at, up, peer in apart(labels):
        out.append(f'  <g class="line {css(peer)}"><text x="{at + 12:.1f}" y="{up:.1f}" dy="4">{LINES[peer][0]}</text></g>')
    return "\n".join([*out, "</svg>\n"])


def duration(exponent: int) -> str:
    unit = min(max(exponent // 3, 0), 3)
    return f"{10.0 ** (exponent - 3 * unit):g} {['ns', 'µs', 'ms', 's'][unit]}"


def css(peer: str) -> str:
    return peer.replace(" ", "")


def apart(labels: list[list]) -> list[list]:
    """Moves labels up or down until none lies on another."""
    height = 17
    for _ in range(200):
        labels.sort(key=lambda label: label[1])
        for i, upper in enumerate(labels):
            for lower in labels[i + 1 :]:
                overlap = height - (lower[1] - upper[1])
                if abs(upper[0] - lower[0]) < 120 and overlap > 0.1:
                    upper[1] -= overlap / 2
                    lower[1] += overlap / 2
    return labels


# The documents.


def documents() -> dict[Path, str]:
    rows = read_rows(RECORD)
    blocks = {
        "made-on": made_on, "cost": lambda rows: by_size(rows, cpu),
        "memory": lambda rows: by_size(rows, mib), "worst": worst, "start": starts,
    }
    page = PAGE.read_text()
    for name, block in blocks.items():
        begin, end = f"<!-- {name}, by bench/peers/plot.py -->", f"<!-- end of {name} -->"
        assert page.count(begin) == page.count(end) == 1, f"{PAGE.name} has no place for {name}"
        inside = re.compile(re.escape(begin) + ".*" + re.escape(end), re.DOTALL)
        text = f"{begin}\n\n{block(rows)}\n\n{end}"
        page = inside.sub(lambda _: text, page)
    return {PAGE: page, PICTURE: picture(rows)}


def draw() -> None:
    for path, text in documents().items():
        path.write_text(text)


def check() -> None:
    stale = [path for path, text in documents().items() if not path.exists() or path.read_text() != text]
    if stale:
        names = ", ".join(str(path.relative_to(ROOT)) for path in stale)
        sys.exit(f"not what {RECORD.relative_to(ROOT)} gives: {names}; run bench/peers/plot.py")


if __name__ == "__main__":
    match sys.argv[1:]:
        case []:
            draw()
        case ["--check"]:
            check()
        case _:
            sys.exit("usage: plot.py [--check]")
