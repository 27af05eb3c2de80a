use std::iter;

use arrow_array::{
    ArrayReader, ArrayRef,
    ffi_stream::{ArrayStreamReader, FFI_ArrowArrayStream},
    new_empty_array,
};
use pyo3::{
    prelude::*,
    types::{PyCapsule, PyCapsuleMethods, PyIterator},
};

use crate::failure::{arrow_error, stream_error};

/// The consecutive arrays of a table or of a column.
///
/// The iterator may run on a thread that is detached from Python.
pub(crate) type Arrays = Box<dyn Iterator<Item = PyResult<ArrayRef>> + Send>;

/// Yields an empty array first, so that types are checked even if the stream has no arrays.
#[expect(unsafe_code, reason = "the C data interface is pointers")]
fn of_stream(source: &Bound<'_, PyAny>) -> PyResult<Arrays> {
    let capsule = source.call_method0("__arrow_c_stream__")?;
    let stream = capsule.cast::<PyCapsule>()?.pointer_checked(Some(c"arrow_array_stream"))?;
    // SAFETY: by the interface, a capsule of this name points to a stream, which is moved out of it.
    let stream = unsafe { FFI_ArrowArrayStream::from_raw(stream.cast().as_ptr()) };
    let stream = ArrayStreamReader::try_new(stream).map_err(arrow_error)?;
    let empty = new_empty_array(stream.field().data_type());
    let arrays = stream.map(|array| array.map_err(|error| stream_error(&error)));
    Ok(Box::new(iter::once(Ok(empty)).chain(arrays)))
}

/// Returns the arrays of consecutive tables.
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

/// Returns the arrays of a stream, or of an iterator of streams.
pub(crate) fn arrays(source: &Bound<'_, PyAny>) -> PyResult<Arrays> {
    match source.hasattr("__arrow_c_stream__")? {
        true => of_stream(source),
        false => Ok(of_frames(source.try_iter()?.unbind())),
    }
}
