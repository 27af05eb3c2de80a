"""What the functions of DuckDB and those of Spark have in common."""

from __future__ import annotations

from typing import Any

import pyarrow
import pyarrow.compute

from ._errors import InputError


def by_rules(function: Any, hands: Any, rules: Any) -> Any:
    """The function's results under the rules of each row, nearly always the same. All are columns of pyarrow."""
    distinct = rules.unique().drop_null().to_pylist()
    try:
        results = [pyarrow.array(function(hands, name, hand="", errors="raise")) for name in distinct]
    except InputError as error:
        if error.row is None:
            raise
        # Rows have no numbers in SQL.
        text, said = hands[error.row].as_py(), str(error).removeprefix(f"row {error.row}: ")
        raise InputError(f"hand {text!r}: {said}") from None
    if len(results) < 2:
        return results[0] if results else pyarrow.nulls(len(hands))
    return pyarrow.compute.choose(pyarrow.compute.index_in(rules, pyarrow.array(distinct)), *results)
