//! What a caller gave to read, and what becomes of it.

use std::{
    io::Read,
    ops::ControlFlow,
    path::{Path, PathBuf},
};

use camel_cards::{Builder, Entry, Tally};
use camel_cards_input::{FileName, Input};
use pyo3::{buffer::PyBuffer, exceptions::PyValueError, prelude::*, types::PyIterator};

use crate::{
    arrow::{self, Arrays, EntryColumns},
    failure::{BadRow, Result, warn_of_skipped},
    pyread::{BufferReader, FileReader},
    rows,
};

/// As many as the command uses at most.
const THREADS_MAX: usize = 4;
/// How many blocks of entries there are between two looks at the signals.
const BLOCKS: usize = 1 << 10;

/// What a caller may give.
pub(crate) enum PySource<'py> {
    Path(PathBuf),
    /// A buffer or a file object, and what messages call it.
    Reader(String, Box<dyn Read + Send>, Reads),
    Arrays(Arrays),
    Rows(Bound<'py, PyIterator>),
}

/// Which threads may read a file object: signals come to the calling one alone.
pub(crate) enum Reads {
    OnThisThread,
    OnAnyThread,
}

impl<'py> PySource<'py> {
    /// `names` are the columns that are read of a table.
    pub(crate) fn of(source: &Bound<'py, PyAny>, names: &[&str]) -> Result<PySource<'py>> {
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
                let reader = FileReader::new(source.unbind());
                PySource::Reader(name, Box::new(reader), Reads::OnThisThread)
            }
            "arrow" => PySource::Arrays(arrow::arrays(&source)?),
            "rows" => PySource::Rows(source.cast_into().map_err(PyErr::from)?),
            _ => PySource::buffer(&source).ok_or_else(|| BadRow::of("bytes", &source))?,
        })
    }

    fn buffer(source: &Bound<'py, PyAny>) -> Option<PySource<'py>> {
        let buffer = PyBuffer::<u8>::get(source).ok().filter(|buffer| buffer.is_c_contiguous())?;
        let reader = Box::new(BufferReader { buffer, at: 0 });
        Some(PySource::Reader("<bytes>".to_owned(), reader, Reads::OnAnyThread))
    }
}

/// The module that looks at what callers give.
fn sources(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    py.import("camel_cards._sources")
}

/// Returns the arrays of what speaks Arrow; `None` if it does not.
pub(crate) fn arrays(source: &Bound<'_, PyAny>, names: &[&str]) -> Result<Option<Arrays>> {
    let arrow = sources(source.py())?.call_method1("arrow", (source, names))?;
    (!arrow.is_none()).then(|| arrow::arrays(&arrow)).transpose()
}

/// Returns whether the rows of a source have an order.
pub(crate) fn has_order(source: &Bound<'_, PyAny>) -> PyResult<bool> {
    sources(source.py())?.call_method1("has_order", (source,))?.extract()
}

/// A number of threads: at least 1.
#[derive(Clone, Copy)]
pub(crate) struct Threads(usize);

impl FromPyObject<'_, '_> for Threads {
    type Error = PyErr;

    fn extract(threads: Borrowed<'_, '_, PyAny>) -> PyResult<Threads> {
        match threads.extract()? {
            0 => Err(PyValueError::new_err("threads: expected at least 1, found 0")),
            threads => Ok(Threads(threads)),
        }
    }
}

/// How a source is tallied.
#[derive(Clone, Copy)]
pub(crate) struct TallyOptions<'a> {
    pub(crate) names: EntryColumns<'a>,
    pub(crate) skip_bad_lines: bool,
    /// How many threads at most; `None` leaves it to the machine.
    pub(crate) threads: Option<Threads>,
}

/// Returns the input that is to be read of a text; `None` if the source is rows, which are now in `entries`.
fn text_or_rows(
    source: &Bound<'_, PyAny>,
    names: EntryColumns<'_>,
    skip_bad_lines: bool,
    entries: &mut (impl Extend<Entry> + Send),
) -> Result<Option<(Input<'static>, Reads)>> {
    match PySource::of(source, &[names.hand, names.bid])? {
        PySource::Path(path) => Ok(Some((Input::new().path(path), Reads::OnAnyThread))),
        PySource::Reader(name, reader, reads) => {
            Ok(Some((Input::new().reader(&name, reader), reads)))
        }
        _ if skip_bad_lines => Err(PyValueError::new_err(
            "skip_bad_lines is for texts, which have lines; hand_error says which rows are bad",
        )
        .into()),
        PySource::Arrays(arrays) => {
            source.py().detach(|| arrow::extend(arrays, names, entries)).map(|()| None)
        }
        PySource::Rows(rows) => rows::extend(&rows, entries).map(|()| None),
    }
}

/// Tallies all entries of a source.
pub(crate) fn tally(source: &Bound<'_, PyAny>, options: TallyOptions<'_>) -> Result<Tally> {
    let TallyOptions { names, skip_bad_lines, threads } = options;
    let py = source.py();
    let mut builder = Builder::new();
    let Some((input, reads)) = text_or_rows(source, names, skip_bad_lines, &mut builder)? else {
        return Ok(py.detach(|| builder.finish()));
    };
    let input = match reads {
        Reads::OnAnyThread => input.threads(most_threads(threads)),
        Reads::OnThisThread => input,
    };
    let mut run = input.skip_bad_lines(skip_bad_lines).start_tally();
    let tallied = loop {
        match py.detach(|| run.step())? {
            ControlFlow::Continue(rest) => run = rest,
            ControlFlow::Break(tallied) => break tallied,
        }
        py.check_signals()?;
    };
    warn_of_skipped(py, &tallied.bad_lines)?;
    Ok(tallied.tally)
}

fn most_threads(told: Option<Threads>) -> usize {
    let machine = || std::thread::available_parallelism().map_or(1, usize::from).min(THREADS_MAX);
    told.map_or_else(machine, |Threads(threads)| threads)
}

/// Reads all entries of a source; returns whether a byte-order mark came before them, too.
pub(crate) fn entries(
    source: &Bound<'_, PyAny>,
    hand: &str,
    bid: &str,
) -> Result<(Vec<Entry>, bool)> {
    let py = source.py();
    let mut all = Vec::new();
    let names = EntryColumns { hand, bid };
    let Some((input, _)) = text_or_rows(source, names, false, &mut all)? else {
        return Ok((all, false));
    };
    let mut entries = input.entries();
    let mut some_blocks = || -> Result<bool> {
        for _ in 0..BLOCKS {
            let Some(block) = entries.next_block()? else { return Ok(false) };
            all.extend(block.entries());
        }
        Ok(true)
    };
    while py.detach(&mut some_blocks)? {
        py.check_signals()?;
    }
    Ok((all, entries.byte_order_mark()))
}

/// So that Ctrl-C ends a long call.
pub(crate) fn check_signals() -> Result<()> {
    Python::attach(|py| Ok(py.check_signals()?))
}
