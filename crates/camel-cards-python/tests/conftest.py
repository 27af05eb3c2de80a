from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.fixture
def testdata() -> Path:
    return ROOT / "testdata"


@pytest.fixture
def command() -> str:
    """The program of the package camel-cards-cli."""
    return os.environ["CAMEL_CARDS"]
