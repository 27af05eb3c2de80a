from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from typing import Literal

from . import _html
from ._camel_cards import Hand
from ._types import Rules, Shape


@dataclass(frozen=True, slots=True)
class Score:
    """The number of entries, the number of tied entries, and the total winnings."""

    entries: int
    tied: int
    """The number of entries that share a hand with another."""
    standard: int
    """Total winnings under standard rules, part 1."""
    joker: int
    """Total winnings under joker rules, part 2."""

    def _repr_html_(self) -> str:
        return _html.table(
            [
                (_html.rules("standard"), f"{self.standard:,}"),
                (_html.rules("joker"), f"{self.joker:,}"),
                ("entries", f"{self.entries:,}"),
                ("tied", f"{self.tied:,}"),
            ]
        )


@dataclass(frozen=True, slots=True)
class Explanation:
    """The type and the strength of a hand."""

    hand: Hand
    rules: Rules
    hand_type: str
    why: str
    """The cards that make the type, such as "T ×2 + J ×2 as T, K ×1"."""
    jokers_stand_for: str | None
    strength: int
    """The place among all 371,293 hands: 1 is the weakest."""
    next_stronger: Hand | None
    next_weaker: Hand | None

    def __str__(self) -> str:
        return f"{self.hand}: {self.hand_type}: {self.why}; strength {self.strength:,} of 371,293"

    def _repr_html_(self) -> str:
        neighbours = [
            (name, _html.cards(hand))
            for name, hand in (("next stronger", self.next_stronger), ("next weaker", self.next_weaker))
            if hand is not None
        ]
        return _html.table(
            [
                (_html.rules(self.rules), _html.cards(self.hand)),
                (self.hand_type, escape(self.why)),
                ("strength", f"{self.strength:,} of 371,293"),
                *neighbours,
            ]
        )


@dataclass(frozen=True, slots=True)
class Comparison:
    """Which of two hands wins, and what decides it."""

    hands: tuple[Hand, Hand]
    rules: Rules
    winner: Hand | None
    """None if the hands are identical."""
    decided_by: Literal["type", "card", "nothing"]
    card: int | None
    """The position, from 1 to 5, of the card that decides; None if no card decides."""
    hand_types: tuple[str, str]
    strengths: tuple[int, int]
    reason: str

    def __str__(self) -> str:
        return self.reason

    def _repr_html_(self) -> str:
        rows = [
            (_html.cards(hand, self.card), escape(hand_type) + (" ★" if hand == self.winner else ""))
            for hand, hand_type in zip(self.hands, self.hand_types)
        ]
        return _html.table([*rows, (_html.rules(self.rules), escape(self.reason))])


@dataclass(frozen=True, slots=True)
class Misplaced:
    """Two entries in the wrong order."""

    entries: tuple[str, str]
    """Hand and bid of each."""
    places: tuple[int, int]
    """Their positions from 1: in the input, or in your order."""
    taken_for: tuple[str, str]
    """The types that the mistake assigns to them."""
    right: Comparison
    """Which of the two wins, and what decides it."""
    rule: str
    """The puzzle's rule that decides between them."""


@dataclass(frozen=True, slots=True)
class Chance:
    """The odds of a lucky match: wrong programs this simple give `matched` of the `nearby` totals."""

    candidates: int
    """The number of wrong programs as simple as this one, or simpler."""
    matched: int
    nearby: int


@dataclass(frozen=True, slots=True)
class Finding:
    """One mistake, or several together, that give exactly an answer or an order."""

    rules: Rules
    mistakes: tuple[str, ...]
    """Their ids, as in docs/mistakes.md."""
    certainty: Literal["certain", "likely", "lead"]
    summary: str
    hint: str
    """What to change."""
    rule: str
    """The puzzle's rule that decides between the misplaced hands."""
    misplaced: Misplaced | None
    """The first two neighbours in the wrong order, if hands are sorted with the mistake."""
    also: tuple[tuple[str, ...], ...]
    """Other mistakes that give the same order on this input; those of one tuple are made together."""
    chance: Chance | None

    def __str__(self) -> str:
        parts = [f"{self.certainty}: {self.summary}"]
        if self.misplaced is not None:
            right = self.misplaced.right
            parts.append(f"for example {right.hands[0]} and {right.hands[1]}: {right}")
        parts += [f"{name}: {text}" for name, text in (("rule", self.rule), ("change", self.hint)) if text]
        return "\n".join(parts)

    def _repr_html_(self) -> str:
        rows = [(escape(self.certainty), escape(self.summary))]
        if self.misplaced is not None:
            right = self.misplaced.right
            rows.append(("for example", f"{' '.join(map(_html.cards, right.hands))} {escape(str(right))}"))
        rows += [("rule", escape(self.rule)), ("change", escape(self.hint))]
        return _html.table([(name, value) for name, value in rows if value])


@dataclass(frozen=True, slots=True)
class AnswerDiagnosis:
    """The diagnosis of one answer."""

    answer: int
    verdict: Literal["right", "wrong"]
    rules: Rules
    """The rules that it was given for; if they are unknown, the likeliest."""
    expected: int = field(repr=False)
    """The right total under these rules."""
    summary: str
    """Says whether it is right, too low or too high."""
    findings: tuple[Finding, ...]
    """The mistakes that give exactly this answer, simplest first; leads last."""
    clues: tuple[str, ...]
    """What else is known, one sentence each."""
    is_possible: bool
    """Whether it lies between the least and the greatest total of all orders of the hands."""
    candidates: int
    """The number of wrong programs that were tried."""
    not_tried: str
    """Says if the input was too long to try everything; else empty."""

    def _html(self, reveal: bool) -> str:
        summary = self.summary
        if reveal and self.verdict == "wrong":
            summary += f"; the total winnings under {_html.rules(self.rules)} are {self.expected}"
        head = f"<p><b>{self.verdict}</b>: {escape(summary)}</p>"
        found = "".join(finding._repr_html_() for finding in self.findings)
        known = "".join(f"<li>{escape(clue)}</li>" for clue in (*self.clues, self.not_tried) if clue)
        return head + found + (f"<ul>{known}</ul>" if known else "")


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What is wrong with answers."""

    answers: tuple[AnswerDiagnosis, ...]
    """One for each answer, in the order given."""
    text: str = field(repr=False)
    """What the command prints."""
    reveal: bool = False
    """Whether text and HTML show the right totals."""

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return "".join(one._html(self.reveal) for one in self.answers)


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """A row of `diagnose_table`."""

    name: str
    part: Literal[1, 2] | None
    """None if it was not given, and nothing shows it."""
    answer: int
    verdict: Literal["right", "wrong"]
    mistake: str
    """The ids of the first finding's mistakes; empty if nothing was found."""
    certainty: Literal["certain", "likely", "lead"] | None
    change: str
    """What to change; empty if nothing was found."""


@dataclass(frozen=True, slots=True)
class OrderDiagnosis:
    """What is wrong with an order of the hands."""

    verdict: Literal["right", "wrong"]
    rules: Rules
    misplaced: Misplaced | None
    """The first two neighbours in the wrong order, with their places in your order."""
    out_of_place: int
    missing: tuple[str, ...]
    added: tuple[str, ...]
    repeated: tuple[str, ...]
    strongest_first: bool
    """Whether the order has the strongest hand first."""
    findings: tuple[Finding, ...]
    text: str = field(repr=False)
    """What the command prints."""

    def __str__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        head = f"<p><b>{self.verdict}</b> under {_html.rules(self.rules)}</p>"
        facts = _html.table([(name, escape(text)) for name, text in self._facts()])
        return head + facts + "".join(finding._repr_html_() for finding in self.findings)

    def _facts(self) -> Iterator[tuple[str, str]]:
        if self.strongest_first:
            yield "direction", "the strongest hand first"
        if self.misplaced is not None:
            (one, other), right = self.misplaced.places, self.misplaced.right
            yield f"places {one} and {other}", f"{right.hands[0]} before {right.hands[1]}"
            yield "right", str(right)
            yield "rule", self.misplaced.rule
            yield "hands to move", f"{self.out_of_place:,}"
        lists = {"missing": self.missing, "added": self.added, "repeated": self.repeated}
        for name, hands in lists.items():
            if hands:
                more = ", …" if len(hands) > 5 else ""
                yield f"{name} ({len(hands):,})", ", ".join(hands[:5]) + more


@dataclass(frozen=True, slots=True)
class Generated:
    """A generated input. It is a source for all functions that read an input."""

    shape: Shape
    seed: int
    text: str

    def __iter__(self) -> Iterator[tuple[str, int]]:
        """Its entries: pairs of hand and bid."""
        for line in self.text.splitlines():
            hand, bid = line.split()
            yield hand, int(bid)

    def __len__(self) -> int:
        return self.text.count("\n")

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Generated(shape={self.shape!r}, seed={self.seed}, {len(self)} entries)"

    def _repr_html_(self) -> str:
        rows = [(_html.cards(hand), f"{bid:,}") for hand, bid in [*self][:10]]
        more = [("…", f"{len(self):,} entries")] if len(self) > 10 else []
        return _html.table(rows + more)
