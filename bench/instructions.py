#!/usr/bin/env python3
"""Counts the instructions of whole runs of the command, for bench/record/instructions.tsv.

    python3 bench/instructions.py target/release/camel-cards

valgrind counts alike on every machine, however busy. `cargo xtask instructions` builds the command and runs this.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

RECORD = Path(__file__).parent / "record/instructions.tsv"
COUNTER = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--log-fd=1"]
# One instruction that clears a long stretch counts once a byte, where the library uses it.
TUNABLES = "glibc.cpu.x86_rep_stosb_threshold=1000000000:glibc.cpu.x86_rep_movsb_threshold=1000000000"


def counted(command: str, hands: int) -> str:
    with tempfile.NamedTemporaryFile() as file:
        generate = [command, "generate", "--shape", "uniform", "--seed", "1", "--hands", str(hands)]
        subprocess.run(generate, stdout=file, check=True)
        score = [*COUNTER, command, "score", "--threads", "1", file.name]
        environment = {**os.environ, "GLIBC_TUNABLES": TUNABLES}
        said = subprocess.run(score, stdout=subprocess.PIPE, check=True, text=True, env=environment).stdout
    return re.search(r"Collected : (\d+)", said)[1]


def main() -> None:
    counts = [f"{hands}\t{counted(sys.argv[1], hands)}\n" for hands in (1000, 100_000, 1_000_000)]
    RECORD.write_text("".join(["hands\tinstructions\n", *counts]))


main()
