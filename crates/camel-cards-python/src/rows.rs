//! Entries from any iterable of pairs.

use camel_cards::Entry;
use pyo3::{
    prelude::*,
    sync::PyOnceLock,
    types::{PyBool, PyIterator, PyString, PyTuple, PyType},
};

use crate::{
    failure::{BadRow, Result},
    hand,
};

/// How many rows there are between two looks at the signals.
const ROWS: u64 = 1 << 12;
/// How many entries are handed over at once.
const ENTRIES: usize = 1 << 10;

/// Calls a function with each row of an iterable and its number.
pub(crate) fn each<'py>(
    rows: &Bound<'py, PyIterator>,
    mut act: impl FnMut(Bound<'py, PyAny>, u64) -> Result<()>,
) -> Result<()> {
    for (row, item) in (0u64..).zip(rows) {
        act(item?, row)?;
        if row % ROWS == 0 {
            rows.py().check_signals()?;
        }
    }
    Ok(())
}

/// Appends an entry for each `(hand, bid)`.
pub(crate) fn extend(rows: &Bound<'_, PyIterator>, entries: &mut impl Extend<Entry>) -> Result<()> {
    let mut some = Vec::with_capacity(ENTRIES);
    each(rows, |item, row| {
        some.push(entry(&item, row)?);
        if some.len() == ENTRIES {
            entries.extend(some.drain(..));
        }
        Ok(())
    })?;
    entries.extend(some);
    Ok(())
}

fn entry(item: &Bound<'_, PyAny>, row: u64) -> Result<Entry> {
    let (hand, bid) = match item.cast::<PyTuple>() {
        Ok(pair) if pair.len() == 2 => (pair.get_item(0)?, pair.get_item(1)?),
        _ => pair(item).ok_or_else(|| BadRow::of("a pair of hand and bid", item).in_row(row))?,
    };
    Ok(Entry {
        hand: hand::read(&hand).map_err(|bad| bad.at(row, "hand"))?,
        bid: number(&bid, "a bid", u64::MAX.into()).map_err(|bad| bad.at(row, "bid"))? as u64,
    })
}

/// A list, a row of a data base or whatever else has items 0 and 1, but no text.
fn pair<'py>(item: &Bound<'py, PyAny>) -> Option<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    if item.is_instance_of::<PyString>() || item.len().ok()? != 2 {
        return None;
    }
    Some((item.get_item(0).ok()?, item.get_item(1).ok()?))
}

/// Reads a whole number from 0 to `max`, which is `what` in messages.
pub(crate) fn number(
    value: &Bound<'_, PyAny>,
    what: &str,
    max: u128,
) -> std::result::Result<u128, BadRow> {
    let is_whole = !value.is_instance_of::<PyBool>();
    let number = match value.extract::<u64>() {
        Ok(number) => Some(number.into()),
        Err(_) => value.extract::<u128>().ok().or_else(|| whole_decimal(value)),
    };
    if let Some(number) = number.filter(|&number| is_whole && number <= max) {
        return Ok(number);
    }
    // NumPy's integers have an index too.
    let index = value.call_method0("__index__").ok().filter(|_| is_whole);
    let expected = match index.map(|index| index.lt(0).unwrap_or(false)) {
        None => format!("{what} as an int"),
        Some(true) => format!("{what} of at least 0"),
        Some(false) => format!("{what} of at most {max}"),
    };
    Err(BadRow::of(expected, value))
}

/// Some databases give sums as decimals.
fn whole_decimal(value: &Bound<'_, PyAny>) -> Option<u128> {
    static DECIMAL: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = DECIMAL.import(value.py(), "decimal", "Decimal").ok()?;
    if !value.is_instance(class).ok()? {
        return None;
    }
    let whole = value.call_method0("__int__").ok()?;
    whole.eq(value).ok()?.then(|| whole.extract().ok())?
}
