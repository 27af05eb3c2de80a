"""Every cell of the guide is run, and prints what it shows."""

from __future__ import annotations

import doctest
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT
from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser

GUIDE = ROOT / "docs/use/python.md"


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path) -> Iterator[None]:
    """The guide writes a file."""
    before = os.getcwd()
    os.chdir(tmp_path)
    yield
    os.chdir(before)


def test_cells() -> None:
    document = Sybil([PythonCodeBlockParser(doctest_optionflags=doctest.ELLIPSIS)]).parse(GUIDE)
    cells = [*document.examples()]
    assert len(cells) > 8
    for cell in cells:
        cell.evaluate()
