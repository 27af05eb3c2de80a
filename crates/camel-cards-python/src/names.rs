//! Arguments that must be one of a few names.

use std::str::FromStr;

use camel_cards::{Rules, Ties, UnknownName};
use camel_cards_coach::inputs::Shape;
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::PyString,
};

/// A value that an argument names: rules, a tie method or a shape.
#[derive(Clone, Copy)]
pub(crate) struct Named<T>(pub(crate) T);

pub(crate) trait Name: FromStr<Err = UnknownName> {
    const ARGUMENT: &str;
}

impl Name for Rules {
    const ARGUMENT: &str = "rules";
}

impl Name for Ties {
    const ARGUMENT: &str = "ties";
}

impl Name for Shape {
    const ARGUMENT: &str = "shape";
}

impl<T: Name> FromPyObject<'_, '_> for Named<T> {
    type Error = PyErr;

    fn extract(name: Borrowed<'_, '_, PyAny>) -> PyResult<Named<T>> {
        name.str()?.to_str()?.parse().map(Named).map_err(|error| {
            let message = format!("{}: {error}", T::ARGUMENT);
            match name.is_instance_of::<PyString>() {
                true => PyValueError::new_err(message),
                false => PyTypeError::new_err(message),
            }
        })
    }
}

/// Raises ValueError for unknown rules or ties.
#[pyfunction]
#[pyo3(signature = (rules = None, ties = None))]
pub fn check_names(rules: Option<Named<Rules>>, ties: Option<Named<Ties>>) {
    let _ = (rules, ties);
}
