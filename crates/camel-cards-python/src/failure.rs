//! What goes wrong, and the exception that it becomes.

use std::{ffi::CString, fmt::Debug, io};

use arrow_schema::ArrowError;
use camel_cards::{ErrorKind, Overflow};
use camel_cards_coach::OrderError;
use camel_cards_input::{BadLine, BadLines, InputError, InputErrorKind};
use pyo3::{
    exceptions::{PyKeyboardInterrupt, PyOSError, PyOverflowError, PyRuntimeError, PyUserWarning},
    prelude::*,
    types::PyTuple,
};

/// The error number of a folder that was opened as a file.
const EISDIR: i32 = 21;
/// Of a longer text, errors quote so many characters.
const QUOTED_MAX: usize = 40;

pub(crate) type Result<T> = std::result::Result<T, PyFailure>;

/// An exception, or a bad row, of which more may become known before it is raised.
#[derive(Debug)]
pub(crate) enum PyFailure {
    Row(BadRow),
    Python(PyErr),
}

/// A row of a table, or all of it, that is no entry.
#[derive(Debug, Default)]
pub(crate) struct BadRow {
    /// From 0, as data frames count; `None` if it is about the whole column.
    pub(crate) row: Option<u64>,
    /// The name of the column; empty if it is about none.
    pub(crate) column: Box<str>,
    pub(crate) expected: String,
    pub(crate) found: String,
    /// Whether it is a value of another type: without a row, that is a TypeError.
    pub(crate) is_type: bool,
    /// The text that is no hand, quoted.
    pub(crate) text: Option<Box<str>>,
    /// In place of `expected …, found …`.
    pub(crate) message: Option<Box<str>>,
}

impl BadRow {
    pub(crate) fn new(expected: impl Into<String>, found: impl Into<String>) -> BadRow {
        BadRow { expected: expected.into(), found: found.into(), ..BadRow::default() }
    }

    /// Why a value is not of the type expected.
    pub(crate) fn of(expected: impl Into<String>, value: &Bound<'_, PyAny>) -> BadRow {
        let shown = errors(value.py()).and_then(|errors| errors.call_method1("shown", (value,)));
        let found = shown.and_then(|shown| shown.extract());
        let found: String = found.unwrap_or_else(|_| "a value".to_owned());
        BadRow { is_type: true, ..BadRow::new(expected, found) }
    }

    /// Why a text is no hand.
    pub(crate) fn hand(text: &str) -> BadRow {
        let start: String = text.chars().take(QUOTED_MAX).collect();
        let bad = match text.parse::<camel_cards::Hand>() {
            Err(error) => {
                let (expected, found) = error.kind().expected_and_found();
                let message = Some(with_hint(error.kind()).into());
                BadRow { message, ..BadRow::new(expected, found) }
            }
            Ok(_) => BadRow::new("a hand", "another text"),
        };
        BadRow { text: Some(format!("{start:?}").into()), ..bad }
    }

    /// Why a table has no column of a name.
    pub(crate) fn no_column(name: &str, known: &[impl Debug]) -> BadRow {
        let known: Vec<String> = known.iter().map(|name| format!("{name:?}")).collect();
        let found = match known.is_empty() {
            true => "no columns".to_owned(),
            false => known.join(", "),
        };
        BadRow::new(format!("a column {name:?}"), found)
    }

    /// Why a table has no one column of a name.
    pub(crate) fn several_columns(name: &str) -> BadRow {
        BadRow::new(format!("one column {name:?}"), "several of that name")
    }

    pub(crate) fn at(self, row: u64, column: &str) -> BadRow {
        self.of_column(column).in_row(row)
    }

    pub(crate) fn in_row(self, row: u64) -> BadRow {
        BadRow { row: Some(row), ..self }
    }

    pub(crate) fn of_column(self, column: &str) -> BadRow {
        BadRow { column: column.into(), ..self }
    }

    /// What is wrong, without where.
    pub(crate) fn said(&self) -> String {
        let said = || format!("expected {}, found {}", self.expected, self.found);
        self.message.as_deref().map_or_else(said, str::to_owned)
    }
}

impl PyFailure {
    /// The same of a column of this name.
    pub(crate) fn of_column(self, name: &str) -> PyFailure {
        match self {
            PyFailure::Row(bad) => bad.of_column(name).into(),
            other => other,
        }
    }
}

impl From<BadRow> for PyFailure {
    fn from(row: BadRow) -> PyFailure {
        PyFailure::Row(row)
    }
}

impl From<PyErr> for PyFailure {
    fn from(error: PyErr) -> PyFailure {
        PyFailure::Python(error)
    }
}

impl From<Overflow> for PyFailure {
    fn from(overflow: Overflow) -> PyFailure {
        PyOverflowError::new_err(overflow.to_string()).into()
    }
}

/// Something that Arrow has and this package does not read.
impl From<ArrowError> for PyFailure {
    fn from(error: ArrowError) -> PyFailure {
        raised(&error.to_string(), |_| Ok(())).into()
    }
}

impl From<OrderError> for PyFailure {
    fn from(error: OrderError) -> PyFailure {
        let set = |raised: &Bound<'_, PyAny>| {
            raised.setattr("line", error.line)?;
            raised.setattr("column", error.column)
        };
        raised(&error.to_string(), set).into()
    }
}

impl From<InputError> for PyFailure {
    fn from(error: InputError) -> PyFailure {
        input_error(&error).into()
    }
}

impl From<PyFailure> for PyErr {
    fn from(failure: PyFailure) -> PyErr {
        match failure {
            PyFailure::Python(error) => error,
            PyFailure::Row(row) => Python::attach(|py| {
                let column = Some(&*row.column).filter(|name| !name.is_empty());
                let (text, said) = (row.text.as_deref(), row.said());
                let bad = (&row.expected, &row.found, column, row.row, text, said, row.is_type);
                Ok(PyErr::from_value(errors(py)?.call_method1("bad", bad)?))
            })
            .unwrap_or_else(|error| error),
        }
    }
}

/// A stream passes on what its producer raised as a text. A signal may be why it failed.
pub(crate) fn stream_error(error: &ArrowError) -> PyFailure {
    if let Err(signal) = Python::attach(|py| py.check_signals().map_err(PyFailure::from)) {
        return signal;
    }
    let message = match error {
        ArrowError::CDataInterface(message) => message.clone(),
        _ => error.to_string(),
    };
    // The last line of the traceback that pyarrow shows, if Ctrl-C came within a generator of batches.
    match message.trim_end().ends_with("\nKeyboardInterrupt") {
        true => PyKeyboardInterrupt::new_err(()).into(),
        false => PyRuntimeError::new_err(message).into(),
    }
}

fn input_error(error: &InputError) -> PyErr {
    let (mut message, mut file) = (error.to_string(), error.name());
    let mut bad_lines = None;
    let place = match error.kind() {
        InputErrorKind::Read(cause) => return read_error(cause, file),
        InputErrorKind::BadLines(lines) => {
            message = summary(lines);
            bad_lines = Some(lines);
            lines.first().first().map(|line| {
                file = &line.file;
                let position = line.error.position();
                (position.line, position.column, line.error.kind().expected_and_found())
            })
        }
        InputErrorKind::Utf16(cause) => {
            let position = cause.position();
            Some((position.line, position.column, cause.kind().expected_and_found()))
        }
        InputErrorKind::Counts(cause) => {
            Some((cause.line, cause.column, cause.expected_and_found.clone()))
        }
        InputErrorKind::NotEntries { found: found @ "a tally", .. } => {
            let hint = "`Tally.from_bytes` reads its bytes";
            message = format!("{file}: expected entries, found {found} ({hint})");
            None
        }
        _ => None,
    };
    raised(&message, |error| {
        error.setattr("file", file)?;
        if let Some((line, column, (expected, found))) = place {
            error.setattr("line", line)?;
            error.setattr("column", column)?;
            error.setattr("expected", expected)?;
            error.setattr("found", found)?;
        }
        if let Some(lines) = bad_lines {
            let messages: Vec<String> = lines.first().iter().map(line_message).collect();
            error.setattr("count", lines.count())?;
            error.setattr("messages", PyTuple::new(error.py(), messages)?)?;
        }
        Ok(())
    })
}

/// The exception of a file object as it was raised, or the system's error.
fn read_error(error: &io::Error, name: &str) -> PyErr {
    let raised = error.get_ref().and_then(|error| error.downcast_ref::<PyErr>());
    let is_folder = error.kind() == io::ErrorKind::IsADirectory;
    match (raised, error.raw_os_error().or(is_folder.then_some(EISDIR))) {
        (Some(raised), _) => Python::attach(|py| raised.clone_ref(py)),
        (None, Some(number)) => {
            let reason = camel_cards_input::Reason(error).to_string();
            PyOSError::new_err((number, reason, name.to_owned()))
        }
        (None, None) => PyOSError::new_err(format!("cannot read {name}: {error}")),
    }
}

/// Warns of lines that were left out, if any were.
pub(crate) fn warn_of_skipped(py: Python<'_>, lines: &BadLines) -> PyResult<()> {
    if lines.count() == 0 {
        return Ok(());
    }
    let message = CString::new(format!("skipped {}", summary(lines)))?;
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 2)
}

/// The first bad line, and how many more there are.
fn summary(lines: &BadLines) -> String {
    let first = lines.first().first().map_or_else(String::new, line_message);
    match lines.count() {
        ..=1 => first,
        2 => format!("{first}, and 1 more bad line"),
        count => format!("{first}, and {} more bad lines", count - 1),
    }
}

fn line_message(line: &BadLine) -> String {
    let position = line.error.position();
    let said = with_hint(line.error.kind());
    format!("{}:{}:{}: {said}", line.file, position.line, position.column)
}

fn with_hint(kind: ErrorKind) -> String {
    kind.hint().map_or_else(|| kind.to_string(), |hint| format!("{kind} ({hint})"))
}

/// Makes a `camel_cards.InputError`, whose constructor takes the message alone: Polars makes
/// exceptions anew from theirs.
fn raised(message: &str, set: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<()>) -> PyErr {
    Python::attach(|py| {
        let error = errors(py)?.call_method1("InputError", (message,))?;
        set(&error)?;
        Ok(PyErr::from_value(error))
    })
    .unwrap_or_else(|error| error)
}

/// The module that makes exceptions.
fn errors(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    py.import("camel_cards._errors")
}
