"""HTML of hands, for notebooks."""

from __future__ import annotations

from html import escape

_CARD = (
    "display:inline-block;min-width:1.3em;margin:1px;padding:.15em .2em;border:1px solid #8888;"
    "border-radius:.3em;text-align:center;font-weight:600"
)
_LIT = ";background:#ffd54a;color:#000"


def cards(hand: object, lit: int | None = None) -> str:
    """The cards of a hand. The card at position `lit`, from 1, is highlighted."""
    return "".join(
        f'<span style="{_CARD}{_LIT if place == lit else ""}">{escape(label)}</span>'
        for place, label in enumerate(str(hand), 1)
    )


def table(rows: list[tuple[str, str]]) -> str:
    """A table whose rows have a name and a value. The values are HTML."""
    cells = "".join(f"<tr><th style='text-align:left'>{name}</th><td>{value}</td></tr>" for name, value in rows)
    return f"<table>{cells}</table>"


def rules(name: str) -> str:
    return f"{name} rules (part {1 if name == 'standard' else 2})"
