"""What the functions of DuckDB and those of Spark have in common."""

from __future__ import annotations

from typing import Any

import pyarrow
import pyarrow.compute

from ._errors import without_rows


def by_rules(function: Any, hands: Any, rules: Any) -> Any:
    """The function's results under the rules of each row, nearly always the same. All are columns of pyarrow."""
    distinct = rules.unique().drop_null().to_pylist()
    with without_rows():
        results = [pyarrow.array(function(hands, name, hand="", errors="raise")) for name in distinct]
    if len(results) < 2:
        return results[0] if results else pyarrow.nulls(len(hands))
    return pyarrow.compute.choose(pyarrow.compute.index_in(rules, pyarrow.array(distinct)), *results)
