//! A column of hands to a column of results, row by row.

use std::sync::{Arc, OnceLock};

use arrow_array::{
    Array, ArrayRef, Int64Array,
    builder::{LargeStringBuilder, PrimitiveBuilder},
    cast::AsArray,
    ffi::to_ffi,
    types::{Int32Type, Int64Type},
};
use camel_cards::{Hand, PerRules, Rules, Strength, Ties, UnknownName, ranks_by_counting};
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
    source::{self, check_signals},
};

/// How many rows there are between two looks at the signals.
const SIGNAL_ROWS: u64 = 1 << 18;
/// Up to so many hands are sorted: it costs less than a look at each hand that there is.
const SORTED_MAX: usize = 1 << 14;

/// A column of results, which whatever speaks Arrow takes: it has `__arrow_c_array__`.
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
        // The interface lets a producer keep to its own type.
        drop(requested_schema);
        let (array, schema) = to_ffi(&self.0.to_data()).map_err(arrow_error)?;
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
        PyList::new(py, self.0.as_primitive::<Int64Type>().iter())
    }
}

/// The strength of each hand.
#[pyfunction]
pub fn strength(
    column: &Bound<'_, PyAny>,
    rules: Named<Rules>,
    hand: &str,
    errors: &str,
) -> PyResult<Column> {
    let mut builder = PrimitiveBuilder::<Int32Type>::new();
    let numbers = column.py().detach(|| strengths(rules.0));
    read(column, hand, errors, |found| {
        builder.append_option(found.map(|hand| numbers[hand.index()]));
    })?;
    Ok(Column(Arc::new(builder.finish())))
}

/// The type of each hand.
#[pyfunction]
pub fn hand_type(
    column: &Bound<'_, PyAny>,
    rules: Named<Rules>,
    hand: &str,
    errors: &str,
) -> PyResult<Column> {
    let mut builder = LargeStringBuilder::new();
    read(column, hand, errors, |found| {
        builder.append_option(found.map(|hand| hand.hand_type(rules.0).name()));
    })?;
    Ok(Column(Arc::new(builder.finish())))
}

/// What is wrong with each text that is no hand; null for hands.
#[pyfunction]
pub fn hand_error(column: &Bound<'_, PyAny>, hand: &str) -> PyResult<Column> {
    let mut builder = LargeStringBuilder::new();
    each_slice(column, hand, |_, hands, bad| {
        let bad = (0..).zip(hands).map(|(i, hand)| if hand.is_none() { bad(i) } else { None });
        bad.for_each(|bad| builder.append_option(bad.map(|bad| bad.said())));
        Ok(())
    })?;
    Ok(Column(Arc::new(builder.finish())))
}

/// The rank of each hand among all of the column.
#[pyfunction]
pub fn rank(
    column: &Bound<'_, PyAny>,
    rules: Named<Rules>,
    ties: Named<Ties>,
    hand: &str,
    errors: &str,
) -> PyResult<Column> {
    let mut hands = Vec::new();
    read(column, hand, errors, |found| hands.push(found))?;
    Ok(Column(Arc::new(column.py().detach(|| ranks(&hands, rules.0, ties.0))?)))
}

fn ranks(hands: &[Option<Hand>], rules: Rules, ties: Ties) -> PyResult<Int64Array> {
    let known = hands.iter().flatten().copied();
    if hands.len() > SORTED_MAX {
        return with_nulls(hands, ranks_by_counting(known, rules, ties));
    }
    let strengths: Vec<_> = known.map(|hand| hand.strength(rules)).collect();
    with_nulls(hands, camel_cards::ranks(&strengths, ties).into_iter())
}

/// Returns the ranks of hands, and null where there is none.
fn with_nulls(
    hands: &[Option<Hand>],
    mut ranks: impl Iterator<Item = u64>,
) -> PyResult<Int64Array> {
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

/// Calls a function for each row with its hand, or nothing for null and, if that is no failure, for what is no hand.
fn read(
    column: &Bound<'_, PyAny>,
    name: &str,
    errors: &str,
    mut act: impl FnMut(Option<Hand>) + Send,
) -> PyResult<()> {
    let choices = [("raise", true), ("null", false)];
    let (_, raises) = UnknownName::find(errors, &choices, |(name, _)| name)
        .map_err(|error| PyValueError::new_err(format!("errors: {error}")))?;
    each_slice(column, name, |first_row, hands, bad| {
        for (i, &hand) in hands.iter().enumerate() {
            if raises
                && hand.is_none()
                && let Some(bad) = bad(i)
            {
                return Err(bad.in_row(first_row + i as u64).into());
            }
            act(hand);
        }
        Ok(())
    })
}

/// Calls a function with the hands of some rows after the other: of a column, or of an iterable of texts and hands.
///
/// It has the number of the first row, and what says why a row has no hand, unless that is null.
fn each_slice(
    column: &Bound<'_, PyAny>,
    name: &str,
    mut act: impl FnMut(u64, &[Option<Hand>], &dyn Fn(usize) -> Option<BadRow>) -> PyResult<()> + Send,
) -> PyResult<()> {
    let py = column.py();
    if let Some(arrays) = source::arrays(column, &[name])? {
        let mut row = 0;
        return py.detach(|| {
            arrow::each_slice(arrays, &[name], |columns, is_table| {
                let hands = arrow::hands(&columns[0])?;
                act(row, &hands, &|i| {
                    let bad = bad_hand(&columns[0], i)?;
                    Some(if is_table { bad.of_column(name) } else { bad })
                })?;
                row += hands.len() as u64;
                Ok(())
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
