//! Scores a table of counts, which has for each hand the number of its entries and the sum of their bids.

use camel_cards::{Counts, CountsError, Ties};
use camel_cards_input::{read_counts, read_counts_from};
use pyo3::{exceptions::PyValueError, prelude::*};

use crate::{
    arrow::NumberColumn,
    failure::{BadRow, input_error, overflow},
    names::Named,
    rows::Columns,
    source::{BYTES, PySource},
    tally::made,
};

/// Reads a table of counts and returns its score.
#[pyfunction]
pub fn score_counts<'py>(
    source: &Bound<'py, PyAny>,
    hand: &str,
    count: &str,
    bid_sum: &str,
    ties: Named<Ties>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = source.py();
    let columns = Columns {
        row: "a hand, its count and its bid sum",
        hand,
        numbers: [
            NumberColumn { name: count, what: "a count", max: u64::MAX.into() },
            NumberColumn { name: bid_sum, what: "a bid sum", max: u128::MAX },
        ],
    };
    let counts = match PySource::of(source, &columns.names())? {
        PySource::Path(path) => py.detach(|| read_counts(path)),
        PySource::Bytes(bytes) => py.detach(|| read_counts_from(BYTES, bytes)),
        PySource::File(name, file) => py.detach(|| read_counts_from(&name, file)),
        PySource::Table(table) => {
            let (mut counts, mut rows) = (Counts::new(), Vec::new());
            table.read(py, columns, &mut rows, |row| row)?;
            for (row, (of_hand, [entries, bids])) in (0..).zip(rows) {
                counts.insert(of_hand, entries as u64, bids).map_err(|error| {
                    let (expected, found) = error.expected_and_found();
                    BadRow::new(expected, found).in_row(row).of_column(match error {
                        CountsError::Repeated { .. } => hand,
                        CountsError::Bids { .. } => bid_sum,
                        _ => count,
                    })
                })?;
            }
            Ok(counts)
        }
    };
    let counts = counts.map_err(input_error)?;
    let score = py.detach(|| counts.score(ties.0)).map_err(|error| match error {
        CountsError::NoOrder => PyValueError::new_err(error.to_string()),
        _ => overflow(error),
    })?;
    made(py, score)
}
