//! Arguments that are one of a few names.

use camel_cards::{Rules, Ties, UnknownName};
use pyo3::{exceptions::PyValueError, prelude::*};
use std::str::FromStr;

/// Reads the name of rules, a tie method or a shape.
pub(crate) fn named<T: FromStr<Err = UnknownName>>(what: &str, name: &str) -> PyResult<T> {
    name.parse().map_err(|error| PyValueError::new_err(format!("{what}: {error}")))
}

/// Raises ValueError for a name of rules or of ties that there is not.
#[pyfunction]
#[pyo3(signature = (rules, ties = "min"))]
pub fn check_names(rules: &str, ties: &str) -> PyResult<()> {
    named::<Rules>("rules", rules)?;
    named::<Ties>("ties", ties)?;
    Ok(())
}
