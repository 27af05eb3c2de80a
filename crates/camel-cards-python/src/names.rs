//! Arguments that are one of a few names.

use camel_cards::UnknownName;
use pyo3::{exceptions::PyValueError, prelude::*};
use std::str::FromStr;

/// Reads the name of rules, a tie method or a shape.
pub(crate) fn named<T: FromStr<Err = UnknownName>>(what: &str, name: &str) -> PyResult<T> {
    name.parse().map_err(|error| PyValueError::new_err(format!("{what}: {error}")))
}
