use std::iter;

use arrow_array::{
    ArrayReader, ArrayRef,
    ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi},
    ffi_stream::{ArrayStreamReader, FFI_ArrowArrayStream},
    make_array, new_empty_array,
};
use pyo3::{
    prelude::*,
    types::{PyCapsule, PyCapsuleMethods, PyIterator, PyTuple},
};

use crate::failure::{BadRow, Result, stream_error};

/// Arrays that follow each other, of a table or of a column.
///
/// They may be asked for from a thread that is detached.
pub(crate) type Arrays = Box<dyn Iterator<Item = Result<ArrayRef>> + Send>;

/// An array without rows comes first, so that the types of a stream without arrays are looked at.
fn of_stream(stream: ArrayStreamReader) -> Arrays {
    let empty = new_empty_array(stream.field().data_type());
    let arrays = stream.map(|array| array.map_err(|error| stream_error(&error)));
    Box::new(iter::once(Ok(empty)).chain(arrays))
}

/// Tables that follow each other.
fn of_frames(frames: Py<PyIterator>) -> Arrays {
    let next = move || {
        Python::attach(|py| {
            let mut frames = frames.bind(py).clone();
            frames.next().map(|frame| arrays(&frame?))
        })
    };
    let failed = |failure| -> Arrays { Box::new(iter::once(Err(failure))) };
    Box::new(iter::from_fn(next).flat_map(move |arrays| arrays.unwrap_or_else(failed)))
}

/// Returns the arrays of what speaks Arrow, or of an iterator of such.
pub(crate) fn arrays(source: &Bound<'_, PyAny>) -> Result<Arrays> {
    if source.hasattr("__arrow_c_stream__")? {
        return Ok(of_stream(stream(source)?));
    }
    if source.hasattr("__arrow_c_array__")? {
        return Ok(Box::new(iter::once(Ok(array(source)?))));
    }
    Ok(of_frames(source.try_iter()?.unbind()))
}

#[expect(unsafe_code, reason = "the C data interface is pointers")]
fn stream(source: &Bound<'_, PyAny>) -> Result<ArrayStreamReader> {
    let capsule = source.call_method0("__arrow_c_stream__")?;
    let capsule = capsule.cast::<PyCapsule>().map_err(PyErr::from)?;
    let stream = capsule.pointer_checked(Some(c"arrow_array_stream"))?;
    // SAFETY: a capsule of this name points to a stream, by the interface; it is moved out of it.
    let stream = unsafe { FFI_ArrowArrayStream::from_raw(stream.cast().as_ptr()) };
    Ok(ArrayStreamReader::try_new(stream)?)
}

#[expect(unsafe_code, reason = "the C data interface is pointers")]
fn array(source: &Bound<'_, PyAny>) -> Result<ArrayRef> {
    let capsules = source.call_method0("__arrow_c_array__")?;
    let capsules = capsules.cast::<PyTuple>().map_err(PyErr::from)?;
    if capsules.len() != 2 {
        return Err(BadRow::new("two capsules", format!("{}", capsules.len())).into());
    }
    let (schema, array) = (capsules.get_item(0)?, capsules.get_item(1)?);
    let schema = schema.cast::<PyCapsule>().map_err(PyErr::from)?;
    let array = array.cast::<PyCapsule>().map_err(PyErr::from)?;
    let schema = schema.pointer_checked(Some(c"arrow_schema"))?;
    let array = array.pointer_checked(Some(c"arrow_array"))?;
    // SAFETY: a capsule of this name points to a schema, which lives as long as the capsule.
    let schema = unsafe { schema.cast::<FFI_ArrowSchema>().as_ref() };
    // SAFETY: a capsule of this name points to an array; it is moved out of it.
    let array = unsafe { FFI_ArrowArray::from_raw(array.cast().as_ptr()) };
    if array.is_released() {
        return Err(BadRow::new("an array", "one that was read before").into());
    }
    // SAFETY: the array is of that schema, by the interface, and it was not released.
    Ok(make_array(unsafe { from_ffi(array, schema)? }))
}
