//! The score of a table of counts: for each hand how many entries hold it, and the sum of their bids.

use camel_cards::{Counts, CountsError, Hand, ScoreError};
use camel_cards_input::{read_counts, read_counts_from};
use pyo3::{
    exceptions::{PyOverflowError, PyValueError},
    prelude::*,
    types::PyIterator,
};

use crate::{
    arrow::{self, CountColumnNames},
    failure::{BadRow, Result, shown},
    hand,
    names::named,
    rows::number,
    source::{PySource, check_signals},
    tally::made,
};

/// Reads a table of counts and returns its score.
#[pyfunction]
#[pyo3(signature = (source, *, hand = "hand", count = "count", bid_sum = "bid_sum", ties))]
pub fn score_counts<'py>(
    source: &Bound<'py, PyAny>,
    hand: &str,
    count: &str,
    bid_sum: &str,
    ties: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let py = source.py();
    let ties = named("ties", ties)?;
    let names = CountColumnNames { hand, count, bid_sum };
    let counts = counts(source, names)?;
    let score = py.detach(|| counts.score(ties)).map_err(|error| match error {
        ScoreError::NoOrder => PyValueError::new_err(error.to_string()),
        _ => PyOverflowError::new_err(error.to_string()),
    })?;
    made(py, score)
}

fn counts(source: &Bound<'_, PyAny>, names: CountColumnNames<'_>) -> Result<Counts> {
    let py = source.py();
    let mut counts = Counts::new();
    match PySource::of(source, &[names.hand, names.count, names.bid_sum])? {
        PySource::Path(path) => return Ok(py.detach(|| read_counts(path))?),
        PySource::Reader(name, reader, _) => {
            return Ok(py.detach(|| read_counts_from(&name, reader))?);
        }
        PySource::Arrays(arrays) => py.detach(|| {
            arrow::each_count(arrays, names, |row, hand, count, bids| {
                insert(&mut counts, names, row, hand, count, bids)
            })
        })?,
        PySource::Rows(rows) => insert_rows(&mut counts, &rows, names)?,
    }
    Ok(counts)
}

/// Adds what each `(hand, count, bid_sum)` says.
fn insert_rows(
    counts: &mut Counts,
    rows: &Bound<'_, PyIterator>,
    names: CountColumnNames<'_>,
) -> Result<()> {
    for (row, item) in (0..).zip(rows) {
        let item = item?;
        let fields = item.try_iter().and_then(Iterator::collect::<PyResult<Vec<_>>>);
        let Ok([hand, count, bids]) = fields.as_deref() else {
            let bad = BadRow::new("a hand, its count and its bid sum", shown(&item));
            return Err(bad.in_row(row).into());
        };
        let hand = hand::read(hand).map_err(|bad| bad.at(row, names.hand))?;
        let count = number(count, "a count", u64::MAX.into());
        let count = count.map_err(|bad| bad.at(row, names.count))?;
        let bids = number(bids, "a bid sum", u128::MAX);
        let bids = bids.map_err(|bad| bad.at(row, names.bid_sum))?;
        insert(counts, names, row, hand, count as u64, bids)?;
        if row % (1 << 12) == 0 {
            check_signals()?;
        }
    }
    Ok(())
}

fn insert(
    counts: &mut Counts,
    names: CountColumnNames<'_>,
    row: u64,
    hand: Hand,
    count: u64,
    bids: u128,
) -> Result<()> {
    counts.insert(hand, count, bids).map_err(|error| {
        let column = match error {
            CountsError::Repeated { .. } => names.hand,
            CountsError::Bids { .. } => names.bid_sum,
            _ => names.count,
        };
        let hint = error.hint().map_or_else(String::new, |hint| format!(" ({hint})"));
        let bad = BadRow::said(format!("{error}{hint}"), error.expected_and_found());
        bad.at(row, column).into()
    })
}
