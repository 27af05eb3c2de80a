"""Camel Cards, the puzzle of Advent of Code 2023, day 7: total winnings, and what is wrong with a solution.

*Standard* rules are those of part 1, *joker* rules those of part 2. The *strength* of a hand is its place
among all 371,293 hands; its *rank* is its place among the entries of an input.

>>> import camel_cards
>>> hands = [("32T3K", 765), ("T55J5", 684), ("KK677", 28), ("KTJJT", 220), ("QQQJA", 483)]
>>> camel_cards.score(hands)
Score(entries=5, tied=0, standard=6440, joker=5905)

Totals are exact, or an error is raised. `camel_cards.testing` checks your solution. `camel_cards.polars`,
`camel_cards.duckdb` and `camel_cards.spark` are for these three libraries.
"""

from ._camel_cards import Hand, Tally, __version__
from ._coach import compare, diagnose, diagnose_order, diagnose_table, explain, generate
from ._errors import InputError
from ._results import (
    AnswerDiagnosis,
    AnswerRow,
    Chance,
    Comparison,
    Diagnosis,
    Explanation,
    Finding,
    Generated,
    Misplaced,
    OrderDiagnosis,
    Score,
)
from ._score import hand_error, hand_type, rank, score, score_counts, strength
from ._totals import totals
from ._types import HAND_TYPES, Rules, Source, Ties

__all__ = [
    "HAND_TYPES",
    "AnswerDiagnosis",
    "AnswerRow",
    "Chance",
    "Comparison",
    "Diagnosis",
    "Explanation",
    "Finding",
    "Generated",
    "Hand",
    "InputError",
    "Misplaced",
    "OrderDiagnosis",
    "Rules",
    "Score",
    "Source",
    "Tally",
    "Ties",
    "__version__",
    "compare",
    "diagnose",
    "diagnose_order",
    "diagnose_table",
    "explain",
    "generate",
    "hand_error",
    "hand_type",
    "rank",
    "score",
    "score_counts",
    "strength",
    "totals",
]

# Pickles and tracebacks show the names that people import.
for _value in list(globals().values()):
    if getattr(_value, "__module__", "").startswith("camel_cards._"):
        _value.__module__ = __name__
