//! Total winnings of groups of consecutive entries.

use std::sync::Arc;

use arrow_array::Decimal128Array;
use camel_cards::{Builder, Entry, Rules, Ties, ranks};
use pyo3::prelude::*;

use crate::{
    columns::Column,
    failure::{BadRow, arrow_error, overflow},
    names::Named,
    source,
};

/// Groups of up to this many entries are sorted, because a tally of their own costs more.
const SORTED_MAX: usize = 64;

/// Returns the total winnings of groups in a table with columns `hand` and `bid`. The first group has as many entries
/// as the first length, and so on.
#[pyfunction]
pub fn group_totals(
    table: &Bound<'_, PyAny>,
    lengths: Vec<usize>,
    rules: Named<Rules>,
    ties: Named<Ties>,
) -> PyResult<Column> {
    let (entries, _) = source::entries(table, "hand", "bid")?;
    let mut entries = &entries[..];
    let totals = table.py().detach(|| {
        let groups = lengths.into_iter().map(|length| {
            #[expect(clippy::expect_used, reason = "only this package calls it")]
            let group = entries.split_off(..length).expect("the lengths are those of the groups");
            decimal(total(group, rules.0, ties.0)?)
        });
        groups.collect::<PyResult<Vec<_>>>()
    })?;
    let totals = Decimal128Array::from(totals).with_precision_and_scale(38, 0);
    Ok(Column(Arc::new(totals.map_err(arrow_error)?)))
}

/// SQL's whole numbers have at most 38 digits.
fn decimal(total: u128) -> PyResult<i128> {
    let fits = i128::try_from(total).ok().filter(|&total| total < 10i128.pow(38));
    fits.ok_or_else(|| BadRow::new("a total below 10 ** 38", total.to_string()).into())
}

fn total(entries: &[Entry], rules: Rules, ties: Ties) -> PyResult<u128> {
    if entries.len() > SORTED_MAX {
        let mut builder = Builder::new();
        builder.extend(entries.iter().copied());
        return Ok(builder.finish().score(ties).map_err(overflow)?.winnings[rules]);
    }
    let strengths: Vec<_> = entries.iter().map(|entry| entry.hand.strength(rules)).collect();
    // With so few entries, 64-bit bids cannot overflow 128 bits.
    let ranks = ranks(&strengths, ties).into_iter().zip(entries);
    Ok(ranks.map(|(rank, entry)| u128::from(rank) * u128::from(entry.bid)).sum())
}
