//! Reads Python's buffers and file objects from a thread that is detached.

use std::{
    collections::VecDeque,
    io::{self, Read},
};

use pyo3::{
    buffer::PyBuffer,
    exceptions::PyTypeError,
    prelude::*,
    types::{PyBytes, PyString},
};

/// Reads a buffer, copying some bytes at a time, because another thread may change them meanwhile.
pub(crate) struct BufferReader {
    pub(crate) buffer: PyBuffer<u8>,
    pub(crate) at: usize,
}

impl Read for BufferReader {
    #[expect(unsafe_code, reason = "its safe way takes the whole buffer at once")]
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        Python::attach(|_| {
            let Some(bytes) = self.buffer.as_slice_ptr() else { return Ok(0) };
            let length = bytes.len().saturating_sub(self.at).min(into.len());
            // SAFETY: the buffer is held, so its memory stays; `at + length` is at most its length. Nothing else refers
            // to `into`.
            unsafe {
                let from = bytes.as_ptr().cast::<u8>().add(self.at);
                std::ptr::copy_nonoverlapping(from, into.as_mut_ptr(), length);
            }
            self.at += length;
            Ok(length)
        })
    }
}

/// Reads a file object whose `read(n)` returns `bytes` or `str`.
pub(crate) struct FileReader {
    file: Py<PyAny>,
    /// Bytes read but not yet taken: a text may have more bytes than requested.
    rest: VecDeque<u8>,
}

impl FileReader {
    pub(crate) fn new(file: Py<PyAny>) -> FileReader {
        FileReader { file, rest: VecDeque::new() }
    }

    fn refill(&mut self, py: Python<'_>, bytes: usize) -> PyResult<()> {
        py.check_signals()?;
        let read = self.file.bind(py).call_method1("read", (bytes,))?;
        if let Ok(bytes) = read.cast::<PyBytes>() {
            self.rest.extend(bytes.as_bytes());
        } else if let Ok(text) = read.cast::<PyString>() {
            self.rest.extend(text.to_str()?.as_bytes());
        } else {
            let found = read.get_type().name()?;
            let message = format!("expected read() to give bytes or str, found {found}");
            return Err(PyTypeError::new_err(message));
        }
        Ok(())
    }
}

impl Read for FileReader {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            Python::attach(|py| self.refill(py, into.len())).map_err(io::Error::other)?;
        }
        self.rest.read(into)
    }
}
