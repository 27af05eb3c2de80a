"""Draws the picture of docs/trust/speed.md, for speed.py: `picture.py RECORD-FOLDER PICTURE`."""

import sys
from pathlib import Path

import matplotlib
from matplotlib.figure import Figure
from matplotlib.ticker import EngFormatter, FuncFormatter, NullLocator

import page

# The background is transparent: these colours contrast with white and with GitHub's dark grey alike.
COLOURS = {
    page.OURS: "#d9480f", page.LIBRARY: "#d9480f", page.WC: "#76797c", "Rust, cells": "#1c7ed6",
    "Rust, radix sort": "#0c8599", "DuckDB": "#a87900", "Polars": "#8f5fe8", "awk and sort": "#e0398f",
    "Python": "#3d8b40",
}  # fmt: skip
GREY = "#76797c"

folder, path = map(Path, sys.argv[1:])
_, rows = page.read(folder / "whole-process.tsv")
# Text stays text, and equal records give equal bytes.
matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "camel-cards", "font.size": 11, "text.color": GREY})
figure = Figure(figsize=(9.5, 5), layout="constrained")
axes = figure.subplots()
for name, colour in COLOURS.items():
    own = [row for row in rows if row["program"] == name and row["case"] in (page.RANDOM, page.MEMORY) and row[page.CPU]]
    points = sorted((int(row["hands"]), float(row[page.CPU])) for row in own) or [(1e3, 1e3)]
    style = {"linestyle": "--" if name == page.LIBRARY else "-", "linewidth": 3 if name == page.OURS else 1.5}
    axes.loglog(*zip(*points), marker="o", markersize=4, color=colour, label=name.strip("`"), **style)
# In the order in which the lines end.
lines = sorted(axes.lines, key=lambda line: -line.get_ydata()[-1])
axes.legend(handles=lines, loc="center left", bbox_to_anchor=(1, 0.5), frameon=False, labelcolor="linecolor")
axes.set_title("CPU time per hand of whole processes, both rules, random hands", loc="left")
axes.set_xlabel("hands", color=GREY)
axes.xaxis.set_major_formatter(FuncFormatter(lambda hands, _: page.power(hands)))
axes.yaxis.set_major_formatter(FuncFormatter(lambda ns, _: EngFormatter("s")(ns / 1e9)))
for axis in axes.xaxis, axes.yaxis:
    axis.set_minor_locator(NullLocator())
axes.tick_params(color=GREY, labelcolor=GREY)
axes.grid(color=GREY, alpha=0.3)
axes.spines[:].set_visible(False)
figure.savefig(path, transparent=True, metadata={"Date": None, "Source": page.digest(folder)})
