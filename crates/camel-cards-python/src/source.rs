//! What a caller gave to read, and what becomes of it.

use std::{io::Read, path::PathBuf, sync::Arc};

use camel_cards::{Builder, Entry, Mergeable};
use camel_cards_input::{Input, Progress};
use pyo3::{
    buffer::PyBuffer,
    prelude::*,
    types::{PyIterator, PyString},
};

use crate::{
    arrow::{self, Arrays, ColumnNames},
    failure::{self, BadRow, Result},
    pyread::{BufferReader, FileReader},
    rows,
};

/// As many as the command uses at most.
const THREADS_MAX: usize = 4;

/// What a caller may give.
pub(crate) enum PySource<'py> {
    Path(PathBuf),
    /// A buffer or a file object, and what messages call it.
    Reader(String, Box<dyn Read + Send>),
    Arrays(Arrays),
    Rows(Bound<'py, PyIterator>),
}

impl<'py> PySource<'py> {
    pub(crate) fn of(source: &Bound<'py, PyAny>) -> Result<PySource<'py>> {
        if let Ok(text) = source.cast::<PyString>()
            && text.to_str()?.contains('\n')
        {
            let expected = "a path (or text as bytes, or in an io.StringIO)";
            return Err(BadRow::new(expected, "a str of several lines").into());
        }
        if source.is_instance_of::<PyString>() || source.hasattr("__fspath__")? {
            return Ok(PySource::Path(source.extract()?));
        }
        if let Ok(buffer) = PyBuffer::<u8>::get(source)
            && buffer.is_c_contiguous()
        {
            let reader = BufferReader { buffer, at: 0 };
            return Ok(PySource::Reader("<bytes>".to_owned(), Box::new(reader)));
        }
        if let Some(arrays) = arrow::arrays(source)? {
            return Ok(PySource::Arrays(arrays));
        }
        if source.hasattr("read")? {
            let name = source.getattr("name").ok().and_then(|name| name.extract::<String>().ok());
            let name = name.unwrap_or_else(|| "<file>".to_owned());
            let reader = FileReader::new(source.clone().unbind());
            return Ok(PySource::Reader(name, Box::new(reader)));
        }
        match source.try_iter() {
            Ok(rows) => Ok(PySource::Rows(rows)),
            Err(_) => {
                let expected = "a path, bytes, a file, a table or an iterable of (hand, bid)";
                Err(BadRow::new(expected, failure::shown(source)).into())
            }
        }
    }
}

/// Tallies all entries of a source.
pub(crate) fn tally<T: Mergeable>(source: &Bound<'_, PyAny>, hand: &str, bid: &str) -> Result<T> {
    let py = source.py();
    let mut builder = Builder::<T>::new();
    let input = match PySource::of(source)? {
        PySource::Path(path) => Input::new().path(path),
        PySource::Reader(name, reader) => Input::new().reader(&name, reader),
        PySource::Arrays(arrays) => {
            return py.detach(|| {
                arrow::extend(arrays, ColumnNames { hand, bid }, &mut builder, check_signals)?;
                Ok(builder.finish())
            });
        }
        PySource::Rows(rows) => {
            rows::extend(&rows, &mut builder)?;
            return Ok(py.detach(|| builder.finish()));
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut tallying = input.threads(threads.min(THREADS_MAX)).start_tally();
    while py.detach(|| tallying.step())? {
        py.check_signals()?;
    }
    Ok(py.detach(|| tallying.finish())?.tally)
}

/// Reads all entries of a source; returns whether a byte-order mark came before them, too.
pub(crate) fn entries(
    source: &Bound<'_, PyAny>,
    hand: &str,
    bid: &str,
) -> Result<(Vec<Entry>, bool)> {
    let py = source.py();
    let mut all = Vec::new();
    let input = match PySource::of(source)? {
        PySource::Path(path) => Input::new().path(path),
        PySource::Reader(name, reader) => Input::new().reader(&name, reader),
        PySource::Arrays(arrays) => {
            let names = ColumnNames { hand, bid };
            py.detach(|| arrow::extend(arrays, names, &mut all, check_signals))?;
            return Ok((all, false));
        }
        PySource::Rows(rows) => {
            rows::extend(&rows, &mut all)?;
            return Ok((all, false));
        }
    };
    let progress = Arc::new(Progress::default());
    let mut entries = input.progress(&progress).entries();
    let mut blocks = 0u32;
    while let Some(block) =
        py.detach(|| entries.next_block().map(|block| block.map(<[Entry]>::to_vec)))?
    {
        all.extend(block);
        blocks = blocks.wrapping_add(1);
        if blocks.is_multiple_of(1 << 10) {
            py.check_signals()?;
        }
    }
    Ok((all, entries.byte_order_mark()))
}

/// So that Ctrl-C ends a long call.
pub(crate) fn check_signals() -> Result<()> {
    Python::attach(|py| Ok(py.check_signals()?))
}
