//! A column of hands to a column of results, row by row.

use std::sync::{Arc, OnceLock};

use arrow_array::{
    Array, ArrayRef, Int64Array,
    builder::{LargeStringBuilder, PrimitiveBuilder},
    cast::AsArray,
    ffi::to_ffi,
    types::{Decimal128Type, Int32Type, Int64Type},
};
use camel_cards::{Hand, PerRules, Rules, Strength, Ties, ranks_by_counting};
use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyBytes, PyCapsule, PyList, PyString},
};

use crate::{
    arrow::{self, HandReader, bad_hand},
    failure::{BadRow, PyFailure, Result},
    hand,
    names::Named,
    source::{self, check_signals},
};

/// How many rows there are between two looks at the signals.
const SIGNAL_ROWS: u64 = 1 << 18;
/// Up to so many hands are sorted: it costs less than a look at each hand that there is.
const SORTED_MAX: usize = 1 << 14;

/// A column of results, which whatever speaks Arrow takes: it has `__arrow_c_array__`.
#[pyclass(frozen, module = "camel_cards._camel_cards")]
pub struct Column(ArrayRef);

impl Column {
    pub(crate) fn new(array: ArrayRef) -> Column {
        Column(array)
    }
}

#[pymethods]
impl Column {
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        // The interface lets a producer keep to its own type.
        drop(requested_schema);
        let (array, schema) = to_ffi(&self.0.to_data()).map_err(PyFailure::from)?;
        Ok((
            PyCapsule::new_with_value(py, schema, c"arrow_schema")?,
            PyCapsule::new_with_value(py, array, c"arrow_array")?,
        ))
    }

    /// The values as Python objects; None for null.
    fn to_list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        if let Some(texts) = self.0.as_string_opt::<i64>() {
            return PyList::new(py, texts.iter());
        }
        if let Some(numbers) = self.0.as_primitive_opt::<Int32Type>() {
            return PyList::new(py, numbers.iter());
        }
        if let Some(totals) = self.0.as_primitive_opt::<Decimal128Type>() {
            return PyList::new(py, totals.iter());
        }
        PyList::new(py, self.0.as_primitive::<Int64Type>().iter())
    }
}

/// The strength of each hand.
#[pyfunction]
#[pyo3(signature = (column, rules, *, hand, errors))]
pub fn strength(
    column: &Bound<'_, PyAny>,
    rules: Named<Rules>,
    hand: &str,
    errors: &str,
) -> PyResult<Column> {
    let mut builder = PrimitiveBuilder::<Int32Type>::new();
    let numbers = column.py().detach(|| strengths(rules.0));
    read(column, hand, errors, |found, _| {
        builder.append_option(found.map(|hand| numbers[hand.index()]));
    })?;
    Ok(Column(Arc::new(builder.finish())))
}

/// The type of each hand.
#[pyfunction]
#[pyo3(signature = (column, rules, *, hand, errors))]
pub fn hand_type(
    column: &Bound<'_, PyAny>,
    rules: Named<Rules>,
    hand: &str,
    errors: &str,
) -> PyResult<Column> {
    let mut builder = LargeStringBuilder::new();
    read(column, hand, errors, |found, _| {
        builder.append_option(found.map(|hand| hand.hand_type(rules.0).name()));
    })?;
    Ok(Column(Arc::new(builder.finish())))
}

/// What is wrong with each text that is no hand; null for hands.
#[pyfunction]
#[pyo3(signature = (column, *, hand))]
pub fn hand_error(column: &Bound<'_, PyAny>, hand: &str) -> PyResult<Column> {
    let mut builder = LargeStringBuilder::new();
    read(column, hand, "null", |_, error| builder.append_option(error.map(BadRow::said)))?;
    Ok(Column(Arc::new(builder.finish())))
}

/// The rank of each hand among all of the column.
#[pyfunction]
#[pyo3(signature = (column, rules, *, ties, hand, errors))]
pub fn rank(
    column: &Bound<'_, PyAny>,
    rules: Named<Rules>,
    ties: Named<Ties>,
    hand: &str,
    errors: &str,
) -> PyResult<Column> {
    let mut hands = Vec::new();
    read(column, hand, errors, |found, _| hands.push(found))?;
    Ok(Column(Arc::new(column.py().detach(|| ranks(&hands, rules.0, ties.0))?)))
}

fn ranks(hands: &[Option<Hand>], rules: Rules, ties: Ties) -> Result<Int64Array> {
    if hands.len() <= SORTED_MAX {
        let strengths: Vec<_> = hands.iter().flatten().map(|hand| hand.strength(rules)).collect();
        let mut ranks = camel_cards::ranks(&strengths, ties).into_iter();
        let rank = |hand: &Option<Hand>| hand.and_then(|_| ranks.next()).map(|rank| rank as i64);
        return Ok(hands.iter().map(rank).collect());
    }
    let mut ranks = ranks_by_counting(hands.iter().flatten().copied(), rules, ties);
    let mut column = PrimitiveBuilder::with_capacity(hands.len());
    for some in hands.chunks(SIGNAL_ROWS as usize) {
        check_signals()?;
        let rank = |hand: &Option<Hand>| hand.and_then(|_| ranks.next()).map(|rank| rank as i64);
        column.extend(some.iter().map(rank));
    }
    Ok(column.finish())
}

/// Returns the strengths of all hands, by index.
fn strengths(rules: Rules) -> &'static [i32] {
    static ALL: PerRules<OnceLock<Vec<i32>>> =
        PerRules { standard: OnceLock::new(), joker: OnceLock::new() };
    ALL[rules].get_or_init(|| {
        let mut all = vec![0; Hand::COUNT];
        let weakest_first = (1..).map_while(|number| Strength::from_number(number, rules));
        (1..).zip(weakest_first).for_each(|(n, one)| all[one.hand().index()] = n);
        all
    })
}

/// Calls `each` for each row, with its hand, or nothing for null; and with what is wrong, if that
/// is no failure.
fn read(
    column: &Bound<'_, PyAny>,
    name: &str,
    errors: &str,
    mut each: impl FnMut(Option<Hand>, Option<&BadRow>) + Send,
) -> PyResult<()> {
    let raises = match errors {
        "raise" => true,
        "null" => false,
        _ => {
            let message = format!("errors: expected one of raise, null, found '{errors}'");
            return Err(PyValueError::new_err(message));
        }
    };
    let Some(arrays) = source::arrays(column, &[name])? else {
        return read_values(column, raises, &mut each);
    };
    let mut reader = HandReader::default();
    column.py().detach(|| {
        arrow::each_slice(arrays, &[name], |slice| {
            let texts = &slice.columns[0];
            for (i, hand) in reader.read(texts)?.into_iter().enumerate() {
                let bad = if hand.is_none() { bad_hand(texts, i) } else { None };
                match bad {
                    Some(bad) if raises => {
                        let column = if slice.is_table { name } else { "" };
                        return Err(bad.at(slice.first_row + i as u64, column).into());
                    }
                    bad => each(hand, bad.as_ref()),
                }
            }
            Ok(())
        })
    })?;
    Ok(())
}

/// The same of an iterable of texts and hands, or None for null.
fn read_values(
    values: &Bound<'_, PyAny>,
    raises: bool,
    each: &mut dyn FnMut(Option<Hand>, Option<&BadRow>),
) -> PyResult<()> {
    let is_one_text = values.is_instance_of::<PyString>() || values.is_instance_of::<PyBytes>();
    if is_one_text || !values.hasattr("__iter__")? {
        return Err(PyFailure::from(BadRow::of("a column or an iterable of hands", values)).into());
    }
    for (row, value) in (0..).zip(values.try_iter()?) {
        let value = value?;
        match hand::read(&value) {
            Ok(hand) => each(Some(hand), None),
            Err(_) if value.is_none() => each(None, None),
            Err(bad) if raises => return Err(PyFailure::from(bad.in_row(row)).into()),
            Err(bad) => each(None, Some(&bad)),
        }
        if row % SIGNAL_ROWS == 0 {
            values.py().check_signals()?;
        }
    }
    Ok(())
}
