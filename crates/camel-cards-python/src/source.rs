//! What a caller gave to read, and what becomes of it.

use std::{
    io::Read,
    path::{Path, PathBuf},
};

use camel_cards::{Builder, Entry, Tally, Ties};
use camel_cards_input::{FileName, Input};
use pyo3::{
    buffer::PyBuffer,
    exceptions::PyValueError,
    prelude::*,
    sync::PyOnceLock,
    types::{PyIterator, PyString, PyType},
};

use crate::{
    arrow::{self, Arrays, EntryColumns},
    failure::{BadRow, Result, warn_of_skipped},
    names::Named,
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
        static GENERATED: PyOnceLock<Py<PyType>> = PyOnceLock::new();
        if source.is_instance(GENERATED.import(source.py(), "camel_cards", "Generated")?)? {
            return PySource::of(&source.getattr("text")?.call_method0("encode")?, names);
        }
        if let Ok(text) = source.cast::<PyString>()
            && text.to_str()?.contains('\n')
        {
            let expected = "a path (or text as bytes, or in an io.StringIO)";
            return Err(BadRow::new(expected, "a str of several lines").into());
        }
        if source.is_instance_of::<PyString>() || source.hasattr("__fspath__")? {
            let path: PathBuf = source.extract()?;
            if !may_wait(&path) {
                return Ok(PySource::Path(path));
            }
            let name = FileName(&path).to_string();
            let file = source.py().import("io")?.call_method1("open", (source, "rb"))?;
            return Ok(PySource::file(name, file));
        }
        if let Ok(buffer) = PyBuffer::<u8>::get(source)
            && buffer.is_c_contiguous()
        {
            let reader = BufferReader { buffer, at: 0 };
            let name = "<bytes>".to_owned();
            return Ok(PySource::Reader(name, Box::new(reader), Reads::OnAnyThread));
        }
        if let Some(arrays) = arrow::arrays(source, names)? {
            return Ok(PySource::Arrays(arrays));
        }
        if let Some(tables) = arrow::tables(source, names)? {
            return Ok(PySource::Rows(tables));
        }
        if source.hasattr("read")? {
            let name = source.getattr("name").ok().and_then(|name| name.extract::<String>().ok());
            let name = name.unwrap_or_else(|| "<file>".to_owned());
            return Ok(PySource::file(name, source.clone()));
        }
        if source.hasattr("__iter__")? {
            return Ok(PySource::Rows(source.try_iter()?));
        }
        let expected = "a path, bytes, a file, a table or an iterable of (hand, bid)";
        Err(BadRow::of(expected, source).into())
    }

    fn file(name: String, file: Bound<'_, PyAny>) -> PySource<'py> {
        PySource::Reader(name, Box::new(FileReader::new(file.unbind())), Reads::OnThisThread)
    }
}

/// Whether a read may wait for somebody who writes, as of a named pipe. Python's own reader answers
/// to Ctrl-C meanwhile.
fn may_wait(path: &Path) -> bool {
    path.metadata().is_ok_and(|file| !file.is_file() && !file.is_dir())
}

/// Returns the ties that are named; if none are, ordinal ties, if the rows of the source have an order.
pub(crate) fn ties_of(source: &Bound<'_, PyAny>, named: Option<Named<Ties>>) -> PyResult<Ties> {
    if let Some(Named(ties)) = named {
        return Ok(ties);
    }
    let class = source.get_type();
    let (module, name) = (class.module()?.to_string(), class.name()?.to_string());
    let say = "; say ties=\"min\", \"max\" or \"dense\", or \"ordinal\" if it is ordered by a key";
    let why = match (module.split('.').next(), name.as_str()) {
        (_, "DuckDBPyRelation") => format!("rows of a relation have no order{say}"),
        (Some("polars"), "LazyFrame") => format!("rows of a lazy frame may come in any order{say}"),
        (Some("pyspark"), "DataFrame") => {
            "rows of a Spark DataFrame have no order; camel_cards.spark.score tallies it where it is".to_owned()
        }
        _ => return Ok(Ties::Ordinal),
    };
    Err(PyValueError::new_err(why))
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

/// Tallies all entries of a source.
pub(crate) fn tally(source: &Bound<'_, PyAny>, options: TallyOptions<'_>) -> Result<Tally> {
    let TallyOptions { names, skip_bad_lines, threads } = options;
    let py = source.py();
    let mut builder = Builder::new();
    let found = PySource::of(source, &[names.hand, names.bid])?;
    if skip_bad_lines && matches!(found, PySource::Arrays(_) | PySource::Rows(_)) {
        let message =
            "skip_bad_lines is for texts, which have lines; hand_error says which rows are bad";
        return Err(PyValueError::new_err(message).into());
    }
    let input = match found {
        PySource::Path(path) => Input::new().path(path).threads(most_threads(threads)),
        PySource::Reader(name, reader, Reads::OnAnyThread) => {
            Input::new().reader(&name, reader).threads(most_threads(threads))
        }
        PySource::Reader(name, reader, Reads::OnThisThread) => Input::new().reader(&name, reader),
        PySource::Arrays(arrays) => {
            return py.detach(|| {
                arrow::extend(arrays, names, &mut builder)?;
                Ok(builder.finish())
            });
        }
        PySource::Rows(rows) => {
            rows::extend(&rows, names, &mut builder)?;
            return Ok(py.detach(|| builder.finish()));
        }
    };
    let mut tallying = input.skip_bad_lines(skip_bad_lines).start_tally();
    while py.detach(|| tallying.step())? {
        py.check_signals()?;
    }
    let tallied = py.detach(|| tallying.finish())?;
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
    let input = match PySource::of(source, &[hand, bid])? {
        PySource::Path(path) => Input::new().path(path),
        PySource::Reader(name, reader, _) => Input::new().reader(&name, reader),
        PySource::Arrays(arrays) => {
            let names = EntryColumns { hand, bid };
            py.detach(|| arrow::extend(arrays, names, &mut all))?;
            return Ok((all, false));
        }
        PySource::Rows(rows) => {
            rows::extend(&rows, EntryColumns { hand, bid }, &mut all)?;
            return Ok((all, false));
        }
    };
    let mut entries = input.entries();
    let mut some_blocks = || -> Result<bool> {
        for _ in 0..BLOCKS {
            let Some(block) = entries.next_block()? else { return Ok(false) };
            all.extend_from_slice(block);
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
