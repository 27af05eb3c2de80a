//! Reads the sources that callers pass.

use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use camel_cards::{Builder, Entry, Tally};
use camel_cards_input::{FileName, Input, default_threads};
use pyo3::{buffer::PyBuffer, exceptions::PyValueError, prelude::*};

use crate::{
    arrow::{self, Arrays, NumberColumn},
    failure::{BadRow, check_signals, input_error, warn_of_skipped},
    pyread::{BufferReader, FileReader},
    rows::{Columns, RowSource},
};

/// The number of blocks of entries between two checks for signals.
const SIGNAL_BLOCKS: usize = 1 << 10;

/// A source that a caller may pass.
pub(crate) enum PySource<'py> {
    Path(PathBuf),
    Bytes(BufferReader),
    /// A file object, and its name in messages. Only the calling thread may read it, because no other thread receives
    /// signals.
    File(String, FileReader),
    Table(RowSource<'py>),
}

/// The name of bytes in messages.
pub(crate) const BYTES: &str = "<bytes>";

impl<'py> PySource<'py> {
    /// Opens a source. `names` are the columns to read from a table.
    pub(crate) fn of(source: &Bound<'py, PyAny>, names: &[&str]) -> PyResult<PySource<'py>> {
        if let Some(bytes) = PySource::buffer(source) {
            return Ok(bytes);
        }
        let (kind, source): (String, Bound<'py, PyAny>) =
            sources(source.py())?.call_method1("opened", (source, names))?.extract()?;
        Ok(match &*kind {
            "path" => PySource::Path(source.extract()?),
            "file" => {
                let name = source.getattr("name").ok().and_then(|name| name.extract().ok());
                let name: String = name.unwrap_or_else(|| "<file>".to_owned());
                let name = FileName(Path::new(&name)).to_string();
                PySource::File(name, FileReader::new(source.unbind()))
            }
            "arrow" => PySource::Table(RowSource::Arrays(arrow::arrays(&source)?)),
            "rows" => PySource::Table(RowSource::Items(source.cast_into()?)),
            _ => PySource::buffer(&source).ok_or_else(|| BadRow::of("bytes", &source))?,
        })
    }

    fn buffer(source: &Bound<'py, PyAny>) -> Option<PySource<'py>> {
        let buffer = PyBuffer::<u8>::get(source).ok().filter(|buffer| buffer.is_c_contiguous())?;
        Some(PySource::Bytes(BufferReader { buffer, at: 0 }))
    }
}

/// The module that examines sources.
fn sources(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    py.import("camel_cards._sources")
}

/// Returns the arrays of a source that supports Arrow; `None` if it does not.
pub(crate) fn arrays(source: &Bound<'_, PyAny>, names: &[&str]) -> PyResult<Option<Arrays>> {
    let arrow = sources(source.py())?.call_method1("arrow", (source, names))?;
    (!arrow.is_none()).then(|| arrow::arrays(&arrow)).transpose()
}

/// Returns whether the rows of a source have an order.
pub(crate) fn has_order(source: &Bound<'_, PyAny>) -> PyResult<bool> {
    sources(source.py())?.call_method1("has_order", (source,))?.extract()
}

/// Returns the input for a source that is text. For rows, appends their entries and returns `None`.
fn text_or_rows(
    source: &Bound<'_, PyAny>,
    hand: &str,
    bid: &str,
    skip_bad_lines: bool,
    threads: Option<usize>,
    entries: &mut (impl Extend<Entry> + Send),
) -> PyResult<Option<Input<'static>>> {
    let threads = || threads.unwrap_or_else(default_threads);
    let bids = NumberColumn { name: bid, what: "a bid", max: u64::MAX.into() };
    let columns = Columns { row: "a pair of hand and bid", hand, numbers: [bids] };
    let input = Input::new().skip_bad_lines(skip_bad_lines);
    Ok(Some(match PySource::of(source, &columns.names())? {
        PySource::Path(path) => input.path(path).threads(threads()),
        PySource::Bytes(bytes) => {
            let input = input.expected_bytes(bytes.buffer.len_bytes() as u64);
            input.reader(BYTES, bytes).threads(threads())
        }
        PySource::File(name, file) => input.reader(&name, file),
        PySource::Table(_) if skip_bad_lines => {
            return Err(PyValueError::new_err(
                "skip_bad_lines works only on text; hand_error says which rows are bad",
            ));
        }
        PySource::Table(table) => {
            table.read(source.py(), columns, entries, |(hand, [bid])| Entry { hand, bid })?;
            return Ok(None);
        }
    }))
}

/// Tallies all entries of a source, on at most this many threads; `None` uses the machine's default.
pub(crate) fn tally(
    source: &Bound<'_, PyAny>,
    hand: &str,
    bid: &str,
    skip_bad_lines: bool,
    threads: Option<usize>,
) -> PyResult<Tally> {
    let (py, mut builder) = (source.py(), Builder::new());
    let input = text_or_rows(source, hand, bid, skip_bad_lines, threads, &mut builder)?;
    let Some(input) = input else { return Ok(py.detach(|| builder.finish())) };
    let mut run = input.start_tally();
    let tallied = loop {
        match py.detach(|| run.step()).map_err(input_error)? {
            ControlFlow::Continue(rest) => run = rest,
            ControlFlow::Break(tallied) => break tallied,
        }
        py.check_signals()?;
    };
    warn_of_skipped(py, &tallied.bad_lines)?;
    Ok(tallied.tally)
}

/// Reads all entries of a source, and returns whether a byte-order mark came before them.
pub(crate) fn entries(
    source: &Bound<'_, PyAny>,
    hand: &str,
    bid: &str,
) -> PyResult<(Vec<Entry>, bool)> {
    let py = source.py();
    let mut all = Vec::new();
    let Some(input) = text_or_rows(source, hand, bid, false, Some(1), &mut all)? else {
        return Ok((all, false));
    };
    let mut entries = input.entries();
    py.detach(|| {
        let mut blocks = 0;
        while let Some(block) = entries.next_block().map_err(input_error)? {
            all.extend(block.entries());
            blocks += 1;
            if blocks % SIGNAL_BLOCKS == 0 {
                check_signals()?;
            }
        }
        Ok((all, entries.byte_order_mark()))
    })
}
