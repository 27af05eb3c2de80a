"""Doctests of the package, and what the documentation promises of names."""

from __future__ import annotations

import doctest
import importlib

import pytest

MODULES = ["", "._coach", "._errors", "._score", ".duckdb", ".polars", ".testing"]


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


def test_everything_public_is_documented() -> None:
    import camel_cards

    for name in camel_cards.__all__:
        value = getattr(camel_cards, name)
        assert name in ("Rules", "Ties", "Source", "HAND_TYPES") or value.__doc__, name
