import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import final

from ._results import Score
from ._types import Arrow, Buffer, CountsSource, Errors, Hands, Rules, Shape, Source, Ties

__all__ = [
    "Column",
    "Hand",
    "Judge",
    "Tally",
    "__version__",
    "aocd_answers",
    "aocd_input",
    "check_names",
    "compare",
    "diagnose",
    "diagnose_order",
    "diagnose_people",
    "explain",
    "generate",
    "group_totals",
    "hand_error",
    "hand_type",
    "rank",
    "score_counts",
    "strength",
]

__version__: str

@final
class Hand:
    """Five cards, in the order dealt. Immutable and hashable. To order hands, compare their strengths."""

    def __new__(cls, cards: Hand | str | bytes, /) -> Hand: ...
    def hand_type(self, rules: Rules) -> str:
        """The hand's type under the given rules: "high card" to "five of a kind"."""
    def strength(self, rules: Rules) -> int:
        """The hand's place among all 371,293 hands under the given rules: 1 is the weakest."""
    def __eq__(self, other: object, /) -> bool: ...
    def __format__(self, spec: str, /) -> str: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Hand], tuple[str]]: ...
    def _repr_html_(self) -> str: ...

@final
class Tally:
    """The sums from which total winnings are computed, for any number of entries. Tallies merge in order."""

    def __new__(
        cls,
        source: Source | None = None,
        *,
        hand: str = "hand",
        bid: str = "bid",
        skip_bad_lines: bool = False,
        threads: int | None = None,
    ) -> Tally: ...
    def update(
        self,
        source: Source,
        *,
        hand: str = "hand",
        bid: str = "bid",
        skip_bad_lines: bool = False,
        threads: int | None = None,
    ) -> None:
        """Appends all entries of a source. If it raises, the tally is unchanged."""
    def merge(self, later: Tally, /) -> None:
        """Appends all entries of a later tally."""
    def score(self, ties: Ties | None = None) -> Score:
        """The number of entries, the number of tied entries, and the total winnings under both rules."""
    @property
    def entries(self) -> int: ...
    def to_bytes(self) -> bytes:
        """The tally as bytes, which every front can read. Equal tallies have equal bytes."""
    @staticmethod
    def from_bytes(tally: Buffer, /) -> Tally:
        """Reads the bytes of `to_bytes`, of this library or any other front. Raises InputError for other bytes."""
    def __eq__(self, other: object, /) -> bool: ...
    __hash__ = None  # type: ignore[assignment]
    def __reduce__(self) -> tuple[Callable[[bytes], Tally], tuple[bytes]]: ...

@final
class Judge:
    def __new__(cls, name: str, rules: Rules | None, seed: int, strict: bool, timeout: float) -> Judge: ...
    def next_batch(self) -> tuple[list[str], float, str] | None: ...
    def take(self, runs: Sequence[tuple[str, bool, str, str | None, float]]) -> None: ...
    def verdict(self) -> tuple[str, str, str | None] | None: ...

@final
class Column:
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...
    def to_list(self) -> list[int | None] | list[str | None]: ...

def score_counts(source: CountsSource, hand: str, count: str, bid_sum: str, ties: Ties) -> Score: ...
def strength(column: Hands, rules: Rules, hand: str, errors: Errors) -> Column: ...
def hand_type(column: Hands, rules: Rules, hand: str, errors: Errors) -> Column: ...
def hand_error(column: Hands, hand: str) -> Column: ...
def rank(column: Hands, rules: Rules, ties: Ties, hand: str, errors: Errors) -> Column: ...
def check_names(rules: Rules | None = None, ties: Ties | None = None) -> None: ...
def group_totals(table: Arrow, lengths: Sequence[int], rules: Rules, ties: Ties) -> Column: ...
def explain(hand: Hand | str, rules: Rules) -> str: ...
def compare(a: Hand | str, b: Hand | str, rules: Rules) -> str: ...
def generate(shape: Shape, hands: int | None, seed: int) -> str: ...
def aocd_input(source: str | os.PathLike[str]) -> Path | None: ...
def aocd_answers(source: str | os.PathLike[str], rules: Rules | None) -> list[tuple[int, str | None, Rules | None]] | None: ...
def diagnose(
    source: Source,
    answers: Sequence[tuple[int, str | None, Rules | None]],
    rules: Rules | None,
    reveal: bool,
    hand: str,
    bid: str,
) -> str: ...
def diagnose_people(source: Source, given: Sequence[tuple[str, Rules | None, int]]) -> str: ...
def diagnose_order(source: Source, order: str, rules: Rules | None, hand: str, bid: str) -> str: ...
