use arrow_array::{Array, ffi::to_ffi};
use pyo3::{prelude::*, types::PyCapsule};

use crate::failure::Result;

/// Returns the capsules of a column's schema and its array.
pub(crate) fn capsules<'py>(
    py: Python<'py>,
    array: &dyn Array,
) -> Result<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
    let (array, schema) = to_ffi(&array.to_data())?;
    Ok((
        PyCapsule::new_with_value(py, schema, c"arrow_schema")?,
        PyCapsule::new_with_value(py, array, c"arrow_array")?,
    ))
}
