//! Entries from any iterable of pairs.

use camel_cards::Entry;
use pyo3::{
    prelude::*,
    types::{PyBool, PyFloat, PyInt, PyIterator, PyString, PyTuple},
};

use crate::{
    failure::{BadRow, Result, shown},
    hand,
};

/// How many rows there are between two looks at the signals.
const ROWS: u64 = 1 << 12;
/// How many entries are handed over at once.
const ENTRIES: usize = 1 << 10;

/// Appends an entry for each `(hand, bid)`.
pub(crate) fn extend(rows: &Bound<'_, PyIterator>, entries: &mut impl Extend<Entry>) -> Result<()> {
    let mut some = Vec::with_capacity(ENTRIES);
    for (row, item) in (0..).zip(rows) {
        some.push(entry(&item?, row)?);
        if some.len() == ENTRIES {
            entries.extend(some.drain(..));
        }
        if row % ROWS == 0 {
            rows.py().check_signals()?;
        }
    }
    entries.extend(some);
    Ok(())
}

fn entry(item: &Bound<'_, PyAny>, row: u64) -> Result<Entry> {
    let (hand, bid) = match item.cast::<PyTuple>() {
        Ok(pair) if pair.len() == 2 => (pair.get_item(0)?, pair.get_item(1)?),
        _ => pair(item).ok_or_else(|| BadRow {
            row: Some(row),
            ..BadRow::new("a pair of hand and bid", shown(item))
        })?,
    };
    Ok(Entry {
        hand: hand::read(&hand).map_err(|bad| bad.at(row, "hand"))?,
        bid: self::bid(&bid).map_err(|bad| bad.at(row, "bid"))?,
    })
}

/// A list, a row of a data base or whatever else has two items, but no text.
fn pair<'py>(item: &Bound<'py, PyAny>) -> Option<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    if item.is_instance_of::<PyString>() || item.len().ok()? != 2 {
        return None;
    }
    let mut items = item.try_iter().ok()?;
    Some((items.next()?.ok()?, items.next()?.ok()?))
}

fn bid(value: &Bound<'_, PyAny>) -> std::result::Result<u64, BadRow> {
    if !value.is_instance_of::<PyBool>()
        && !value.is_instance_of::<PyFloat>()
        && let Ok(bid) = value.extract::<u64>()
    {
        return Ok(bid);
    }
    if value.is_instance_of::<PyInt>() && !value.is_instance_of::<PyBool>() {
        let negative = value.lt(0).unwrap_or(false);
        let expected = if negative {
            "a bid of at least 0".into()
        } else {
            format!("a bid of at most {}", u64::MAX)
        };
        return Err(BadRow::new(expected, shown(value)));
    }
    Err(BadRow::new("a bid as an int", shown(value)))
}
