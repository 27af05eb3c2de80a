"""Compares the public API of each crate, from rustdoc's JSON and the sources, with docs/api. With BLESS, it writes them.

    python3 xtask/api.py target/api/doc

A line is an item: where it is, and its declaration as the source has it. Of a type, its public fields or its variants,
its functions and the traits that it implements follow.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]


def declaration(item: dict[str, Any]) -> str:
    """The source of an item up to its body."""
    span = item["span"]
    (first, column), (last, _) = span["begin"], span["end"]
    lines = (ROOT / span["filename"]).read_text().split("\n")[first - 1 : last]
    text = " ".join([lines[0][column - 1 :], *lines[1:]])
    # What a function or a type has inside it, and what a constant is, may change. In an array's type is a semicolon.
    end = re.search(r"[{]|;(?![^\[]*\])" + (r"| = " if {"constant", "assoc_const"} & {*item["inner"]} else ""), text)
    return re.sub(r"\s+", " ", text[: end.start()] if end else text).strip().rstrip(",")


def items(index: dict[str, Any], key: int, path: str, name: str | None = None) -> Iterator[str]:
    item = index.get(str(key))
    if item is None or item["visibility"] not in ("public", "default"):
        return
    (kind, inner), here = *item["inner"].items(), f"{path}::{name or item['name']}".removeprefix("::")
    if kind == "module":
        for child in inner["items"]:
            yield from items(index, child, here)
    elif kind == "use":
        if inner["is_glob"]:
            for child in index[str(inner["id"])]["inner"]["module"]["items"]:
                yield from items(index, child, path)
        elif inner["id"] is not None:
            yield from items(index, inner["id"], path, inner["name"])
    elif kind == "impl":
        if inner["is_synthetic"] or inner["blanket_impl"]:
            return
        if inner["trait"]:
            # That of a derived one is in an attribute.
            text = declaration(item)
            yield f"{path}: {text if text.startswith('impl') else inner['trait']['path']}"
        else:
            for child in inner["items"]:
                yield from items(index, child, path)
    elif kind == "variant":
        yield here
        for child in (inner["kind"].get("struct") or {}).get("fields", []) if isinstance(inner["kind"], dict) else []:
            yield from items(index, child, here)
    else:
        yield f"{here}: {declaration(item)}"
        fields = inner.get("kind", {}) if kind == "struct" and isinstance(inner["kind"], dict) else {}
        fields = fields.get("plain", {}).get("fields", [])
        for child in [*fields, *(inner.get("variants", []) if kind == "enum" else [])]:
            yield from items(index, child, here)
        for child in inner.get("items", []) if kind == "trait" else inner.get("impls", []) if kind in ("struct", "enum") else []:
            yield from items(index, child, here)


def main() -> None:
    for kept in sorted((ROOT / "docs/api").glob("camel-cards*.txt")):
        record = json.loads(Path(sys.argv[1], f"{kept.stem.replace('-', '_')}.json").read_text())
        api = "".join(f"{line}\n" for line in sorted({*items(record["index"], record["root"], "")}))
        if "BLESS" in os.environ:
            kept.write_text(api)
        elif kept.read_text() != api:
            sys.exit(f"{kept} is another API: if it is meant, BLESS=1 writes it")


main()
