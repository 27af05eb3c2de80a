"""Doctests of the package, and what the documentation promises of names."""

from __future__ import annotations

import doctest
import importlib.metadata
import pickle
import re
import typing

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


def test_the_guide_has_every_public_name() -> None:
    import camel_cards
    import camel_cards.polars
    import camel_cards.spark
    import camel_cards.testing

    guide = (ROOT / "docs/python.md").read_text()
    modules = (camel_cards, camel_cards.polars, camel_cards.duckdb, camel_cards.spark)
    names = [name for module in modules for name in module.__all__]
    # Those of expressions are their methods, and the namespace.
    missing = [name for name in names if not re.search(rf"\b{name}\b", guide) and name not in ("Camel", "HandType")]
    assert missing == []
