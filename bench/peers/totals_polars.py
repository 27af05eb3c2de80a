"""Both totals of a file with Polars, exact: `totals_polars.py FILE`.

One `group_by` serves both rules; after it there are only as many rows as hands.
Polars' 64-bit sums wrap without a word, so what could pass 64 bits is Int128,
which costs no time that could be measured.
"""

import sys

import polars as pl

LABELS = "23456789TJQKA"


def strength(jokers: bool) -> list[pl.Expr]:
    """What orders hands: the type, then the labels."""
    counts = {label: pl.col("hand").str.count_matches(label, literal=True) for label in LABELS}
    joker = counts.pop("J") if jokers else pl.lit(0)
    most = pl.max_horizontal(counts.values()) + joker
    distinct = pl.sum_horizontal(count > 0 for count in counts.values())
    order = "J23456789TQKA" if jokers else LABELS
    labels = pl.col("hand").str.replace_many(list(order), list("abcdefghijklm"))
    # Five jokers are one label.
    return [most * 10 - pl.max_horizontal(distinct, 1), labels]


def total(tally: pl.LazyFrame, jokers: bool) -> pl.LazyFrame:
    below = pl.col("entries").cum_sum() - pl.col("entries")
    winnings = below.cast(pl.Int128) * pl.col("bids") + pl.col("placed")
    return tally.sort(strength(jokers)).select(winnings.sum())


def totals(entries: pl.LazyFrame) -> tuple[int, int]:
    """Both totals of a frame of `hand` and `bid`, in the order of the input."""
    bid = pl.col("bid").cast(pl.Int128)
    place = pl.int_range(1, pl.len() + 1).cast(pl.Int128)
    tally = entries.group_by("hand").agg(entries=pl.len(), bids=bid.sum(), placed=(place * bid).sum())
    tally = tally.collect(engine="streaming").lazy()
    standard, joker = pl.collect_all([total(tally, False), total(tally, True)])
    return standard.item(), joker.item()


if __name__ == "__main__":
    schema = {"hand": pl.String, "bid": pl.UInt64}
    print(*totals(pl.scan_csv(sys.argv[1], separator=" ", has_header=False, quote_char=None, schema=schema)))
