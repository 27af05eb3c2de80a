//! Reads rows of a hand and some numbers, from tables and from any iterable.

use std::{iter, result::Result};

use arrow_array::ArrayRef;
use camel_cards::Hand;
use pyo3::{
    prelude::*,
    types::{PyBool, PyIterator, PyString, PyTuple},
};

use crate::{
    arrow::{Arrays, NumberColumn, Whole, each_slice, hands, no_hand, no_number, numbers},
    failure::BadRow,
    hand,
};

/// The number of rows of an iterable that are handed over at once.
const ROWS: usize = 1 << 10;

/// The columns that make a row.
#[derive(Clone, Copy)]
pub(crate) struct Columns<'a, const N: usize> {
    /// What messages call a row.
    pub(crate) row: &'a str,
    pub(crate) hand: &'a str,
    pub(crate) numbers: [NumberColumn<'a>; N],
}

impl<const N: usize> Columns<'_, N> {
    pub(crate) fn names(&self) -> Vec<&str> {
        iter::once(self.hand).chain(self.numbers.iter().map(|column| column.name)).collect()
    }
}

/// A hand and its numbers, of type `T`.
pub(crate) type Row<T, const N: usize> = (Hand, [T; N]);

/// The source of rows.
pub(crate) enum RowSource<'py> {
    Arrays(Arrays),
    Items(Bound<'py, PyIterator>),
}

impl RowSource<'_> {
    /// Appends the result of `made` for each row.
    pub(crate) fn read<T: Whole + Into<u128>, R, const N: usize>(
        self,
        py: Python<'_>,
        columns: Columns<'_, N>,
        rows: &mut (impl Extend<R> + Send),
        made: impl Fn(Row<T, N>) -> R + Copy + Sync,
    ) -> PyResult<()> {
        match self {
            RowSource::Arrays(arrays) => py.detach(|| {
                each_slice(arrays, &columns.names(), |first_row, arrays, _| {
                    read_slice(arrays, columns, first_row, rows, made)
                })
            }),
            RowSource::Items(items) => {
                let mut some = Vec::with_capacity(ROWS);
                for (row, item) in (0..).zip(items) {
                    some.push(read_item(&item?, columns).map_err(|bad| bad.in_row(row))?);
                    if some.len() == ROWS {
                        rows.extend(some.drain(..).map(made));
                        py.check_signals()?;
                    }
                }
                rows.extend(some.into_iter().map(made));
                Ok(())
            }
        }
    }
}

/// Appends the result of `made` for each row of a slice that begins at row `first_row` of the source.
fn read_slice<T: Whole + Into<u128>, R, const N: usize>(
    arrays: &[ArrayRef],
    columns: Columns<'_, N>,
    first_row: u64,
    rows: &mut impl Extend<R>,
    made: impl Fn(Row<T, N>) -> R,
) -> PyResult<()> {
    let hands = hands(&arrays[0]).map_err(|bad| bad.of_column(columns.hand))?;
    let mut all = [const { Vec::<Option<T>>::new() }; N];
    for (i, column) in columns.numbers.iter().enumerate() {
        all[i] = numbers(&arrays[i + 1]).map_err(|bad| bad.of_column(column.name))?;
        // `T` may hold larger numbers than this column allows.
        if column.max.checked_add(1).is_some_and(|more| T::try_from(more).is_ok()) {
            all[i].iter_mut().for_each(|one| *one = one.filter(|&one| one.into() <= column.max));
        }
    }
    let mut good = 0;
    let read = (0..hands.len()).map_while(|row| {
        let (hand, mut values) = (hands[row]?, [T::default(); N]);
        for (value, numbers) in values.iter_mut().zip(&all) {
            *value = numbers[row]?;
        }
        good += 1;
        Some((hand, values))
    });
    rows.extend(read.fuse().map(made));
    if good == hands.len() {
        return Ok(());
    }
    let missing = all.iter().position(|numbers| numbers[good].is_none());
    let bad = match (hands[good], missing) {
        (Some(_), Some(i)) => no_number(&arrays[i + 1], good, &columns.numbers[i]),
        _ => no_hand(&arrays[0], good).of_column(columns.hand),
    };
    Err(bad.in_row(first_row + good as u64).into())
}

/// Reads a tuple, a list, a database row or anything else with one item per column, but not a text.
fn read_item<T: Whole, const N: usize>(
    item: &Bound<'_, PyAny>,
    columns: Columns<'_, N>,
) -> Result<Row<T, N>, BadRow> {
    let wrong = || BadRow::of(columns.row, item);
    let tuple = item.cast::<PyTuple>().ok().filter(|tuple| tuple.len() == N + 1);
    let is_sequence =
        || !item.is_instance_of::<PyString>() && item.len().is_ok_and(|len| len == N + 1);
    if tuple.is_none() && !is_sequence() {
        return Err(wrong());
    }
    let field = |i: usize| {
        let field = tuple.map_or_else(|| item.get_item(i), |tuple| tuple.get_item(i));
        field.map_err(|_| wrong())
    };
    let hand = hand::read(&field(0)?).map_err(|bad| bad.of_column(columns.hand))?;
    let mut values = [T::default(); N];
    for (i, column) in columns.numbers.iter().enumerate() {
        values[i] = number(&field(i + 1)?, column)?;
    }
    Ok((hand, values))
}

fn number<T: Whole>(value: &Bound<'_, PyAny>, column: &NumberColumn<'_>) -> Result<T, BadRow> {
    let is_bool = value.is_instance_of::<PyBool>();
    let number = match value.extract::<u64>() {
        Ok(number) => Some(number.into()),
        Err(_) => value.extract::<u128>().ok().or_else(|| whole_decimal(value)),
    };
    let number = number.filter(|&number| !is_bool && number <= column.max);
    number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| {
        // NumPy's integers also have `__index__`.
        let index = value.call_method0("__index__").ok().filter(|_| !is_bool);
        let expected = match index {
            Some(index) => column.expected(index.lt(0).unwrap_or(false)),
            None => format!("{} as an int", column.what),
        };
        BadRow::of(expected, value).of_column(column.name)
    })
}

/// Reads a whole number from a decimal, because some databases return sums as decimals.
fn whole_decimal(value: &Bound<'_, PyAny>) -> Option<u128> {
    if value.get_type().name().ok()? != "Decimal" {
        return None;
    }
    let whole = value.call_method0("__int__").ok()?;
    whole.eq(value).ok()?.then(|| whole.extract().ok())?
}
