"""Doctests of the package, and what the documentation promises of names."""

from __future__ import annotations

import doctest
import importlib.metadata
import inspect
import os
import pickle
import re
import subprocess
import sys
import typing
from collections.abc import Iterator

import pytest
from conftest import ROOT

MODULES = ["", ".duckdb", ".polars", ".testing"]


@pytest.mark.parametrize("name", MODULES)
def test_doctests(name: str) -> None:
    module = importlib.import_module(f"camel_cards{name}")
    globs = vars(importlib.import_module("camel_cards")) | vars(module)
    results = doctest.testmod(module, globs=globs, optionflags=doctest.ELLIPSIS)
    assert results.failed == 0
    assert results.attempted > 0


def test_classes_of_the_extension() -> None:
    import camel_cards

    runner = doctest.DocTestRunner()
    for made in (camel_cards.Hand, camel_cards.Tally):
        for test in doctest.DocTestFinder().find(made, globs=vars(camel_cards).copy()):
            runner.run(test)
    assert runner.summarize().failed == 0 < runner.summarize().attempted


def test_names_and_types_are_public() -> None:
    import camel_cards

    for name in ("score", "strength", "diagnose", "diagnose_order", "generate", "Generated", "Finding", "Score"):
        assert typing.get_type_hints(getattr(camel_cards, name)), name
        assert getattr(camel_cards, name).__module__ == "camel_cards"
    assert b"camel_cards._" not in pickle.dumps((camel_cards.InputError("x"), camel_cards.score([])))
    assert camel_cards.__version__ == importlib.metadata.version("camel-cards")


def test_everything_public_is_documented() -> None:
    import camel_cards

    for name in camel_cards.__all__:
        value = getattr(camel_cards, name)
        assert name in ("Rules", "Ties", "Source", "HAND_TYPES") or value.__doc__, name


def declarations(name: str, value: object) -> Iterator[str]:
    """A line for a name, and one for each public member of a class."""
    try:
        signature = str(inspect.signature(value))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        signature = "" if callable(value) else f" = {value!r}"
    yield name + signature
    if isinstance(value, type) and not typing.get_origin(value):
        for member in sorted(vars(value)):
            if not member.startswith("_"):
                made = getattr(value, member)
                yield from declarations(f"{name}.{member}", made) if callable(made) else [f"{name}.{member}"]


def test_api_is_as_kept() -> None:
    """BLESS=1 writes docs/api/python.txt, where a change is meant."""
    import camel_cards.polars
    import camel_cards.spark
    import camel_cards.testing

    lines: list[str] = []
    for module in (camel_cards, camel_cards.duckdb, camel_cards.polars, camel_cards.spark, camel_cards.testing):
        names = getattr(module, "__all__", ["check"])
        for name in sorted({*names} - {"__version__"}):
            lines += declarations(f"{module.__name__}.{name}", getattr(module, name))
    kept = ROOT / "docs/api/python.txt"
    text = "\n".join(lines) + "\n"
    if "BLESS" in os.environ:
        kept.write_text(text)
    assert kept.read_text() == text


def test_the_guide_has_every_public_name() -> None:
    import camel_cards
    import camel_cards.polars
    import camel_cards.spark
    import camel_cards.testing

    guide = (ROOT / "docs/use/python.md").read_text()
    modules = (camel_cards, camel_cards.polars, camel_cards.duckdb, camel_cards.spark)
    names = [name for module in modules for name in module.__all__]
    # Those of expressions are their methods, and the namespace.
    missing = [name for name in names if not re.search(rf"\b{name}\b", guide) and name not in ("Camel", "HandType")]
    assert missing == []


def test_the_module_runs_the_command(command: str) -> None:
    run = [sys.executable, "-m", "camel_cards", "score", "-"]
    found = subprocess.run(run, input=b"32T3K 765\nT55J5 684\n", capture_output=True, check=True)
    assert b"2133" in found.stdout
    empty = {"PATH": "", "PYTHONPATH": ""}
    script = "import shutil, runpy; shutil.which = lambda *_, **__: None; runpy.run_module('camel_cards', run_name='__main__')"
    missing = subprocess.run([sys.executable, "-c", script], env=empty, capture_output=True)
    assert (missing.returncode, b"pip install camel-cards-cli" in missing.stderr) == (1, True)
