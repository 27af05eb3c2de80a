//! The score of a table of counts: for each hand how many entries hold it, and the sum of their bids.

use camel_cards::{Counts, CountsError, Hand, ScoreError, Ties};
use camel_cards_input::{read_counts, read_counts_from};
use pyo3::{
    exceptions::{PyOverflowError, PyValueError},
    prelude::*,
};

use crate::{
    arrow::{self, Arrays, HandReader, no_hand, no_number, numbers},
    failure::{BadRow, Result},
    hand,
    names::Named,
    rows::{self, number},
    source::PySource,
    tally::made,
};

/// The three columns of a table of counts.
#[derive(Clone, Copy)]
struct CountColumns<'a> {
    hand: &'a str,
    count: &'a str,
    bid_sum: &'a str,
}

impl<'a> CountColumns<'a> {
    fn all(&self) -> [&'a str; 3] {
        [self.hand, self.count, self.bid_sum]
    }
}

/// Reads a table of counts and returns its score.
#[pyfunction]
#[pyo3(signature = (source, *, hand = "hand", count = "count", bid_sum = "bid_sum", ties))]
pub fn score_counts<'py>(
    source: &Bound<'py, PyAny>,
    hand: &str,
    count: &str,
    bid_sum: &str,
    ties: Named<Ties>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = source.py();
    let names = CountColumns { hand, count, bid_sum };
    let counts = counts(source, names)?;
    let score = py.detach(|| counts.score(ties.0)).map_err(|error| match error {
        ScoreError::NoOrder => PyValueError::new_err(error.to_string()),
        _ => PyOverflowError::new_err(error.to_string()),
    })?;
    made(py, score)
}

fn counts(source: &Bound<'_, PyAny>, names: CountColumns<'_>) -> Result<Counts> {
    let py = source.py();
    let mut counts = Counts::new();
    match PySource::of(source, &names.all())? {
        PySource::Path(path) => return Ok(py.detach(|| read_counts(path))?),
        PySource::Reader(name, reader, _) => {
            return Ok(py.detach(|| read_counts_from(&name, reader))?);
        }
        PySource::Arrays(arrays) => {
            py.detach(|| insert_arrays(&mut counts, arrays, names))?;
        }
        PySource::Rows(rows) => {
            rows::each(&rows, |item, row| insert_row(&mut counts, &item, row, names))?;
        }
    }
    Ok(counts)
}

/// Adds what each row of a table says.
fn insert_arrays(counts: &mut Counts, arrays: Arrays, names: CountColumns<'_>) -> Result<()> {
    let mut reader = HandReader::default();
    arrow::each_slice(arrays, &names.all(), |slice| {
        let [hands, entries, bids] = &slice.columns[..] else { return Ok(()) };
        let found = reader.read(hands).map_err(|failure| failure.of_column(names.hand))?;
        let entry_counts = numbers::<u64>(entries, names.count)?;
        let bid_sums = numbers::<u128>(bids, names.bid_sum)?;
        for (i, row) in (0..found.len()).zip(slice.first_row..) {
            let hand = found[i].ok_or_else(|| no_hand(hands, i).at(row, names.hand))?;
            let count = entry_counts.get(i).ok_or_else(|| {
                no_number(entries, i, "a count", u64::MAX.into()).at(row, names.count)
            })?;
            let bid_sum = bid_sums
                .get(i)
                .ok_or_else(|| no_number(bids, i, "a bid sum", u128::MAX).at(row, names.bid_sum))?;
            insert(counts, names, row, hand, count, bid_sum)?;
        }
        Ok(())
    })
}

/// Adds what a `(hand, count, bid_sum)` says.
fn insert_row(
    counts: &mut Counts,
    item: &Bound<'_, PyAny>,
    row: u64,
    names: CountColumns<'_>,
) -> Result<()> {
    let fields = item.try_iter().and_then(Iterator::collect::<PyResult<Vec<_>>>);
    let Ok([hand, count, bids]) = fields.as_deref() else {
        let bad = BadRow::of("a hand, its count and its bid sum", item);
        return Err(bad.in_row(row).into());
    };
    let hand = hand::read(hand).map_err(|bad| bad.at(row, names.hand))?;
    let count = number(count, "a count", u64::MAX.into());
    let count = count.map_err(|bad| bad.at(row, names.count))?;
    let bids = number(bids, "a bid sum", u128::MAX);
    let bids = bids.map_err(|bad| bad.at(row, names.bid_sum))?;
    insert(counts, names, row, hand, count as u64, bids)
}

fn insert(
    counts: &mut Counts,
    names: CountColumns<'_>,
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
        let (expected, found) = error.expected_and_found();
        BadRow::new(expected, found).at(row, column).into()
    })
}
