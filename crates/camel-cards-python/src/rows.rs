//! Entries from any iterable of pairs, or of tables.

use camel_cards::Entry;
use pyo3::{
    prelude::*,
    sync::PyOnceLock,
    types::{PyBool, PyIterator, PyList, PyString, PyTuple, PyType},
};

use crate::{
    arrow::{self, Arrays, EntryColumns},
    failure::{BadRow, Result},
    hand,
    source::arrays_of_item,
};

/// How many items there are between two looks at the signals.
const ROWS: u64 = 1 << 12;
/// How many entries are handed over at once.
const ENTRIES: usize = 1 << 10;

/// What an iterable gives.
pub(crate) enum Item<'py> {
    Row(Bound<'py, PyAny>),
    Table(Arrays),
}

/// Calls a function with each item of an iterable and the number of rows before it; the function
/// returns the number of rows of the item. `names` are the columns that are read of a table.
pub(crate) fn each<'py>(
    items: &Bound<'py, PyIterator>,
    names: &[&str],
    mut act: impl FnMut(Item<'py>, u64) -> Result<u64>,
) -> Result<()> {
    let (mut row, mut row_type) = (0, None::<Bound<'py, PyType>>);
    for (i, item) in (0u64..).zip(items) {
        let item = item?;
        let is_row = item.is_instance_of::<PyTuple>()
            || item.is_instance_of::<PyList>()
            || row_type.as_ref().is_some_and(|of| of.is(item.get_type()));
        let table = if is_row { None } else { arrays_of_item(&item, names)? };
        row += if let Some(arrays) = table {
            act(Item::Table(arrays), row)?
        } else {
            // Others of its type are rows, too.
            row_type = if is_row { row_type } else { Some(item.get_type()) };
            act(Item::Row(item), row)?
        };
        if i % ROWS == 0 {
            items.py().check_signals()?;
        }
    }
    Ok(())
}

/// Appends an entry for each `(hand, bid)`.
pub(crate) fn extend(
    items: &Bound<'_, PyIterator>,
    names: EntryColumns<'_>,
    entries: &mut (impl Extend<Entry> + Send),
) -> Result<()> {
    let mut some = Vec::with_capacity(ENTRIES);
    each(items, &[names.hand, names.bid], |item, row| match item {
        Item::Row(item) => {
            some.push(entry(&item, row)?);
            if some.len() == ENTRIES {
                entries.extend(some.drain(..));
            }
            Ok(1)
        }
        Item::Table(arrays) => {
            entries.extend(some.drain(..));
            let read = items.py().detach(|| arrow::extend(arrays, names, entries));
            read.map_err(|failure| failure.after(row))
        }
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
