//! Frames of Polars, eager and lazy, and of pandas.

use pyo3::{
    prelude::*,
    types::{IntoPyDict, PyDict, PyInt, PySlice, PyString},
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
            "Int128" | "UInt128" if i == 0 => {
                return Err(BadRow::new("a column of strings", kind).of_column(name).into());
            }
            "Int128" | "UInt128" => {
                let decimal = py.import("polars")?.getattr("Decimal")?;
                casts.set_item(name, decimal.call1((38, 0))?)?;
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

/// The same of a frame of pandas, whose index may be one of them, too.
pub(super) fn select_pandas<'py>(
    frame: &Bound<'py, PyAny>,
    names: &[&str],
) -> Result<Bound<'py, PyAny>> {
    // The names are texts in Arrow.
    let texts = |labels: Bound<'py, PyAny>| -> PyResult<Vec<String>> {
        labels.try_iter()?.map(|label| Ok(label?.str()?.to_string())).collect()
    };
    let known = texts(frame.getattr("columns")?)?;
    let indices = texts(frame.getattr("index")?.getattr("names")?)?;
    let mut keeps_index = false;
    for name in names {
        match known.iter().filter(|known| known == name).count() {
            0 if indices.iter().any(|index| index == name) => keeps_index = true,
            0 => return Err(BadRow::no_column(name, &known).into()),
            1 => {}
            _ => return Err(BadRow::several_columns(name).into()),
        }
    }
    let places: Vec<usize> =
        (0..known.len()).filter(|&i| names.contains(&known[i].as_str())).collect();
    let every_row = PySlice::full(frame.py());
    let selected = frame.getattr("iloc")?.get_item((every_row, places))?;
    if keeps_index {
        return Ok(selected);
    }
    let options = [("drop", true)].into_py_dict(frame.py())?;
    Ok(selected.call_method("reset_index", (), Some(&options))?)
}

/// Whether it is a frame of pandas.
pub(super) fn is_pandas(source: &Bound<'_, PyAny>) -> PyResult<bool> {
    let modules = source.py().import("sys")?.getattr("modules")?;
    match modules.call_method1("get", ("pandas",))? {
        none if none.is_none() => Ok(false),
        pandas => source.is_instance(&pandas.getattr("DataFrame")?),
    }
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
