use arrow_array::{
    ArrayRef,
    ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi},
    ffi_stream::{ArrayStreamReader, FFI_ArrowArrayStream},
    make_array,
};
use pyo3::{
    prelude::*,
    types::{PyCapsule, PyCapsuleMethods, PyIterator, PyTuple},
};

use crate::failure::{BadRow, Result};

/// Arrays that follow each other, of a table or of a column.
pub(crate) struct Arrays {
    stream: Option<ArrayStreamReader>,
    array: Option<ArrayRef>,
    /// Data frames that follow.
    frames: Option<Py<PyIterator>>,
}

impl Arrays {
    fn of_one(array: ArrayRef) -> Arrays {
        Arrays { stream: None, array: Some(array), frames: None }
    }
}

/// How many rows of a lazy frame come at once.
const FRAME_ROWS: usize = 1 << 18;

/// Returns the arrays of an object that has any.
pub(crate) fn arrays(source: &Bound<'_, PyAny>) -> Result<Option<Arrays>> {
    if source.hasattr("__arrow_c_stream__")? {
        return Ok(Some(Arrays { stream: Some(stream(source)?), array: None, frames: None }));
    }
    if source.hasattr("__arrow_c_array__")? {
        return Ok(Some(Arrays::of_one(array(source)?)));
    }
    // A lazy frame of Polars.
    if source.hasattr("collect_batches")? {
        let options = [("chunk_size", FRAME_ROWS)];
        let options = pyo3::types::IntoPyDict::into_py_dict(options, source.py())?;
        let frames = source.call_method("collect_batches", (), Some(&options))?.try_iter()?;
        return Ok(Some(Arrays { stream: None, array: None, frames: Some(frames.unbind()) }));
    }
    Ok(None)
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
    // SAFETY: a capsule of this name points to an array of that schema; it is moved out of it.
    let data = unsafe { from_ffi(FFI_ArrowArray::from_raw(array.cast().as_ptr()), schema)? };
    Ok(make_array(data))
}

/// It may be asked from a thread that is detached: what it asks may need the interpreter.
impl Iterator for Arrays {
    type Item = Result<ArrayRef>;

    fn next(&mut self) -> Option<Result<ArrayRef>> {
        loop {
            if let Some(array) = self.array.take() {
                return Some(Ok(array));
            }
            if let Some(stream) = &mut self.stream {
                if let Some(array) = stream.next() {
                    return Some(array.map_err(Into::into));
                }
                self.stream = None;
            }
            let frames = self.frames.as_ref()?;
            let frame = Python::attach(|py| {
                let mut frames = frames.bind(py).clone();
                frames.next().map(|frame| stream(&frame?))
            });
            match frame? {
                Ok(frame) => self.stream = Some(frame),
                Err(failure) => {
                    self.frames = None;
                    return Some(Err(failure));
                }
            }
        }
    }
}
