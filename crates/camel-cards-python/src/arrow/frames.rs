//! Frames of Polars, eager and lazy.

use pyo3::{
    prelude::*,
    types::{PyDict, PyInt, PyString},
};

use crate::failure::{BadRow, Result};

/// Returns only these columns of a frame: others need not be read, and Arrow may not have their
/// types. The first is that of hands, the others are of numbers.
pub(super) fn select<'py>(frame: &Bound<'py, PyAny>, names: &[&str]) -> Result<Bound<'py, PyAny>> {
    let py = frame.py();
    let schema = frame.call_method0("collect_schema")?;
    let known: Vec<String> = schema.call_method0("names")?.extract()?;
    let casts = PyDict::new(py);
    for (i, &name) in names.iter().enumerate() {
        if !known.iter().any(|known| known == name) {
            return Err(BadRow::no_column(name, &known).into());
        }
        let kind = schema.get_item(name)?.str()?.to_string();
        match kind.as_str() {
            // As Polars exports a column that is all null, nobody else reads it.
            "Null" if i == 0 => casts.set_item(name, py.get_type::<PyString>())?,
            "Null" => casts.set_item(name, py.get_type::<PyInt>())?,
            // What Polars exports is a type of its own.
            "Int128" | "UInt128" => {
                let expected = match i {
                    0 => "a column of strings",
                    _ => "a column of whole numbers of up to 64 bits, or decimals",
                };
                return Err(BadRow::new(expected, kind).of_column(name).into());
            }
            _ => {}
        }
    }
    // Each of these costs a small frame more than all that follows.
    let mut frame = frame.clone();
    if known.len() > names.len() {
        frame = frame.call_method1("select", (names,))?;
    }
    if !casts.is_empty() {
        frame = frame.call_method1("cast", (casts,))?;
    }
    Ok(frame)
}

/// Returns a series whose type Arrow has, if it is one of Polars.
pub(super) fn series<'py>(series: &Bound<'py, PyAny>) -> Result<Bound<'py, PyAny>> {
    let is_null = match series.getattr("dtype") {
        Ok(kind) => kind.str()? == "Null",
        Err(_) => false,
    };
    match is_null {
        true => Ok(series.call_method1("cast", (series.py().get_type::<PyString>(),))?),
        false => Ok(series.clone()),
    }
}
