//! Computes a column of results from a column of hands, row by row.

use std::sync::{Arc, OnceLock};

use arrow_array::{
    Array, ArrayRef, Int32Array, Int64Array, LargeStringArray,
    builder::LargeStringBuilder,
    cast::AsArray,
    ffi::to_ffi,
    types::{Int32Type, Int64Type},
};
use camel_cards::{Hand, PerRules, Rules, Ties, UnknownName, ranks_by_counting};
use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyBytes, PyCapsule, PyList, PyString},
};

use crate::{
    arrow::{self, bad_hand},
    failure::{BadRow, arrow_error},
    hand,
    names::Named,
    source,
};

/// The number of rows between two checks for signals.
const SIGNAL_ROWS: u64 = 1 << 18;
/// Up to this many hands are sorted, which costs less than a pass over all possible hands.
const SORTED_MAX: usize = 1 << 14;

/// A column of results. Any library that supports Arrow can read it through `__arrow_c_array__`.
#[pyclass(frozen, module = "camel_cards._camel_cards")]
pub struct Column(pub(crate) ArrayRef);

#[pymethods]
impl Column {
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        // The interface allows a producer to ignore the requested type.
        drop(requested_schema);
        let (array, schema) = to_ffi(&self.0.to_data()).map_err(arrow_error)?;
        Ok((
            PyCapsule::new_with_value(py, schema, c"arrow_schema")?,
            PyCapsule::new_with_value(py, array, c"arrow_array")?,
        ))
    }

    /// Returns the values as Python objects; None for null.
    fn to_list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        if let Some(texts) = self.0.as_string_opt::<i64>() {
            return PyList::new(py, texts.iter());
        }
        if let Some(numbers) = self.0.as_primitive_opt::<Int32Type>() {
            return PyList::new(py, numbers.iter());
        }
        PyList::new(py, self.0.as_primitive::<Int64Type>().iter())
    }
}

/// Returns the strength of each hand.
#[pyfunction]
pub fn strength(
    column: &Bound<'_, PyAny>,
    rules: Named<Rules>,
    hand: &str,
    errors: &str,
) -> PyResult<Column> {
    let hands = read(column, hand, errors)?.into_iter();
    let numbers = column.py().detach(|| {
        let numbers = strengths(rules.0);
        hands.map(|hand| Some(numbers[hand?.index()])).collect::<Int32Array>()
    });
    Ok(Column(Arc::new(numbers)))
}

/// Returns the type of each hand.
#[pyfunction]
pub fn hand_type(
    column: &Bound<'_, PyAny>,
    rules: Named<Rules>,
    hand: &str,
    errors: &str,
) -> PyResult<Column> {
    let hands = read(column, hand, errors)?.into_iter();
    let names = hands.map(|hand| Some(hand?.hand_type(rules.0).name()));
    Ok(Column(Arc::new(column.py().detach(|| names.collect::<LargeStringArray>()))))
}

/// Returns what is wrong with each text that is not a hand; null for hands.
#[pyfunction]
pub fn hand_error(column: &Bound<'_, PyAny>, hand: &str) -> PyResult<Column> {
    let mut builder = LargeStringBuilder::new();
    each_slice(column, hand, |_, hands, bad| {
        let bad = (0..).zip(hands).map(|(i, hand)| if hand.is_none() { bad(i) } else { None });
        bad.for_each(|bad| builder.append_option(bad.map(|bad| bad.said)));
        Ok(())
    })?;
    Ok(Column(Arc::new(builder.finish())))
}

/// Returns the rank of each hand in the column.
#[pyfunction]
pub fn rank(
    column: &Bound<'_, PyAny>,
    rules: Named<Rules>,
    ties: Named<Ties>,
    hand: &str,
    errors: &str,
) -> PyResult<Column> {
    let hands = read(column, hand, errors)?;
    Ok(Column(Arc::new(column.py().detach(|| ranks(&hands, rules.0, ties.0)))))
}

/// Returns the ranks of hands; null for rows without a hand.
fn ranks(hands: &[Option<Hand>], rules: Rules, ties: Ties) -> Int64Array {
    let known = hands.iter().flatten().copied();
    let mut ranks: Box<dyn Iterator<Item = u64>> = if hands.len() > SORTED_MAX {
        Box::new(ranks_by_counting(known, rules, ties))
    } else {
        let strengths: Vec<_> = known.map(|hand| hand.strength(rules)).collect();
        Box::new(camel_cards::ranks(&strengths, ties).into_iter())
    };
    hands.iter().map(|hand| hand.and_then(|_| ranks.next()).map(|rank| rank as i64)).collect()
}

/// Returns the strengths of all hands, by index. They are the ranks of all hands.
fn strengths(rules: Rules) -> &'static [i32] {
    static ALL: PerRules<OnceLock<Vec<i32>>> =
        PerRules { standard: OnceLock::new(), joker: OnceLock::new() };
    ALL[rules].get_or_init(|| {
        let ranks = ranks_by_counting(Hand::all(), rules, Ties::Ordinal);
        ranks.map(|rank| rank as i32).collect()
    })
}

/// Reads the hand of each row; `None` for null, and for text that is not a hand unless that raises an error.
fn read(column: &Bound<'_, PyAny>, name: &str, errors: &str) -> PyResult<Vec<Option<Hand>>> {
    let choices = [("raise", true), ("null", false)];
    let (_, raises) = UnknownName::find(errors, &choices, |(name, _)| name)
        .map_err(|error| PyValueError::new_err(format!("errors: {error}")))?;
    let mut all = Vec::new();
    each_slice(column, name, |first_row, hands, bad| {
        let mut missing = (0..hands.len()).filter(|&i| raises && hands[i].is_none());
        if let Some((i, bad)) = missing.find_map(|i| Some((i, bad(i)?))) {
            return Err(bad.in_row(first_row + i as u64).into());
        }
        all.extend_from_slice(hands);
        Ok(())
    })?;
    Ok(all)
}

/// Calls a function with the hands of consecutive rows, from a column or from an iterable of texts and hands.
///
/// The function also gets the number of the first row, and a function that returns the error for a row; `None` if it is
/// null.
fn each_slice(
    column: &Bound<'_, PyAny>,
    name: &str,
    mut act: impl FnMut(u64, &[Option<Hand>], &dyn Fn(usize) -> Option<BadRow>) -> PyResult<()> + Send,
) -> PyResult<()> {
    let py = column.py();
    if let Some(arrays) = source::arrays(column, &[name])? {
        return py.detach(|| {
            arrow::each_slice(arrays, &[name], |first_row, columns, is_table| {
                act(first_row, &arrow::hands(&columns[0])?, &|i| {
                    let bad = bad_hand(&columns[0], i)?;
                    Some(if is_table { bad.of_column(name) } else { bad })
                })
            })
        });
    }
    let is_one_text = column.is_instance_of::<PyString>() || column.is_instance_of::<PyBytes>();
    if is_one_text || !column.hasattr("__iter__")? {
        return Err(BadRow::of("a column or an iterable of hands", column).into());
    }
    for (row, value) in (0..).zip(column.try_iter()?) {
        let value = value?;
        let read = || (!value.is_none()).then(|| hand::read(&value)).transpose();
        act(row, &[read().unwrap_or_default()], &|_| read().err())?;
        if row % SIGNAL_ROWS == 0 {
            py.check_signals()?;
        }
    }
    Ok(())
}
