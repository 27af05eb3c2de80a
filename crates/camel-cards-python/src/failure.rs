//! What goes wrong, and the exception that it becomes.

use std::{fmt::Debug, io};

use arrow_schema::ArrowError;
use camel_cards::{ErrorKind, Overflow};
use camel_cards_coach::OrderError;
use camel_cards_input::{BadLine, BadLines, FileFormat, InputError, InputErrorKind};
use pyo3::{
    exceptions::{PyKeyboardInterrupt, PyOSError, PyOverflowError, PyRuntimeError},
    prelude::*,
    sync::PyOnceLock,
    types::{PyTuple, PyType},
};

pub(crate) type Result<T> = std::result::Result<T, PyFailure>;

/// Made where no interpreter may be at hand.
#[derive(Debug)]
pub(crate) enum PyFailure {
    Input(InputError),
    Row(BadRow),
    Overflow(Overflow),
    /// Something that Arrow has and this package does not read.
    Arrow(ArrowError),
    /// A stream of arrays that failed.
    Stream(ArrowError),
    Order(OrderError),
    Python(PyErr),
}

/// A row of a table, or all of it, that is no entry.
#[derive(Debug, Default)]
pub(crate) struct BadRow {
    /// From 0, as data frames count; `None` if it is about the whole column.
    pub(crate) row: Option<u64>,
    /// The name of the column; empty if it is about none.
    pub(crate) column: String,
    pub(crate) expected: String,
    pub(crate) found: String,
    /// In place of `expected …, found …`.
    pub(crate) message: Option<String>,
}

impl BadRow {
    pub(crate) fn new(expected: impl Into<String>, found: impl Into<String>) -> BadRow {
        BadRow { expected: expected.into(), found: found.into(), ..BadRow::default() }
    }

    /// Why a text is no hand.
    pub(crate) fn hand(text: &str) -> BadRow {
        let kind = match text.parse::<camel_cards::Hand>() {
            Err(error) => error.kind(),
            Ok(_) => return BadRow::new("a hand", format!("{text:?}")),
        };
        let (expected, found) = halves_of(kind);
        BadRow { message: Some(with_hint(kind)), ..BadRow::new(expected, found) }
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

    pub(crate) fn at(self, row: u64, column: &str) -> BadRow {
        self.of_column(column).in_row(row)
    }

    pub(crate) fn in_row(self, row: u64) -> BadRow {
        BadRow { row: Some(row), ..self }
    }

    pub(crate) fn of_column(self, column: &str) -> BadRow {
        BadRow { column: column.to_owned(), ..self }
    }

    pub(crate) fn message(&self) -> String {
        let said = match &self.message {
            Some(message) => message.clone(),
            None => format!("expected {}, found {}", self.expected, self.found),
        };
        let column = match self.column.is_empty() {
            true => String::new(),
            false => format!("column {:?}", self.column),
        };
        match self.row {
            Some(row) if column.is_empty() => format!("row {row}: {said}"),
            Some(row) => format!("row {row}, {column}: {said}"),
            None if column.is_empty() => said,
            None => format!("{column}: {said}"),
        }
    }
}

impl PyFailure {
    /// The same, where so many rows come before.
    pub(crate) fn after(self, rows: u64) -> PyFailure {
        match self {
            PyFailure::Row(bad) => BadRow { row: bad.row.map(|row| row + rows), ..bad }.into(),
            other => other,
        }
    }

    /// The same of a column of this name.
    pub(crate) fn of_column(self, name: &str) -> PyFailure {
        match self {
            PyFailure::Row(bad) => bad.of_column(name).into(),
            other => other,
        }
    }
}

impl From<InputError> for PyFailure {
    fn from(error: InputError) -> PyFailure {
        PyFailure::Input(error)
    }
}

impl From<BadRow> for PyFailure {
    fn from(row: BadRow) -> PyFailure {
        PyFailure::Row(row)
    }
}

impl From<Overflow> for PyFailure {
    fn from(overflow: Overflow) -> PyFailure {
        PyFailure::Overflow(overflow)
    }
}

impl From<ArrowError> for PyFailure {
    fn from(error: ArrowError) -> PyFailure {
        PyFailure::Arrow(error)
    }
}

impl From<PyErr> for PyFailure {
    fn from(error: PyErr) -> PyFailure {
        PyFailure::Python(error)
    }
}

impl From<PyFailure> for PyErr {
    fn from(failure: PyFailure) -> PyErr {
        match failure {
            PyFailure::Python(error) => error,
            PyFailure::Overflow(overflow) => PyOverflowError::new_err(overflow.to_string()),
            PyFailure::Arrow(error) => {
                Python::attach(|py| raised(py, &error.to_string(), |_| Ok(())))
            }
            PyFailure::Stream(error) => Python::attach(|py| stream_error(py, &error)),
            PyFailure::Order(error) => Python::attach(|py| {
                raised(py, &error.to_string(), |raised| {
                    raised.setattr("line", error.line)?;
                    raised.setattr("column", error.column)
                })
            }),
            PyFailure::Row(row) => Python::attach(|py| bad_row(py, &row)),
            PyFailure::Input(error) => Python::attach(|py| input_error(py, &error)),
        }
    }
}

/// A stream passes on what its producer raised as a text. A signal may be why it failed.
fn stream_error(py: Python<'_>, error: &ArrowError) -> PyErr {
    if let Err(signal) = py.check_signals() {
        return signal;
    }
    let message = match error {
        ArrowError::CDataInterface(message) => message.clone(),
        _ => error.to_string(),
    };
    // The last line of the traceback that pyarrow shows, if Ctrl-C came within a generator of batches.
    match message.trim_end().ends_with("\nKeyboardInterrupt") {
        true => PyKeyboardInterrupt::new_err(()),
        false => PyRuntimeError::new_err(message),
    }
}

fn bad_row(py: Python<'_>, row: &BadRow) -> PyErr {
    raised(py, &row.message(), |error| {
        error.setattr("row", row.row)?;
        if !row.column.is_empty() {
            error.setattr("column", &row.column)?;
        }
        error.setattr("expected", &row.expected)?;
        error.setattr("found", &row.found)
    })
}

fn input_error(py: Python<'_>, error: &InputError) -> PyErr {
    match error.kind() {
        InputErrorKind::Read(cause) => read_error(py, cause, error.name()),
        InputErrorKind::BadLines(lines) => bad_lines(py, lines),
        InputErrorKind::Overflow(overflow) => PyOverflowError::new_err(overflow.to_string()),
        InputErrorKind::Utf16(cause) => {
            let position = (cause.position().line, cause.position().column);
            bad_line(py, &error.to_string(), error.name(), position, halves_of(cause.kind()))
        }
        InputErrorKind::Counts(cause) => {
            let (line, column, message) = (cause.line(), cause.column(), cause.message());
            let hint = cause.hint().map_or_else(String::new, |hint| format!(" ({hint})"));
            let said = format!("{}:{line}:{column}: {message}{hint}", error.name());
            bad_line(py, &said, error.name(), (line, column), expected_and_found(&message))
        }
        InputErrorKind::NotEntries(format @ FileFormat::Tally) => {
            let hint = "`Tally.from_bytes` reads its bytes";
            let message = format!("{}: expected entries, found {format} ({hint})", error.name());
            raised(py, &message, |raised| raised.setattr("file", error.name()))
        }
        _ => raised(py, &error.to_string(), |raised| raised.setattr("file", error.name())),
    }
}

fn bad_line(
    py: Python<'_>,
    message: &str,
    file: &str,
    (line, column): (u64, u64),
    (expected, found): (String, String),
) -> PyErr {
    raised(py, message, |error| {
        error.setattr("file", file)?;
        error.setattr("line", line)?;
        error.setattr("column", column)?;
        error.setattr("expected", expected)?;
        error.setattr("found", found)
    })
}

/// The exception of a file object as it was raised, or the system's error.
fn read_error(py: Python<'_>, error: &io::Error, name: &str) -> PyErr {
    let raised = error.get_ref().and_then(|error| error.downcast_ref::<PyErr>());
    match (raised, error.raw_os_error()) {
        (Some(raised), _) => raised.clone_ref(py),
        (None, Some(number)) => {
            let reason = camel_cards_input::Reason(error).to_string();
            PyOSError::new_err((number, reason, name.to_owned()))
        }
        (None, None) => PyOSError::new_err(format!("cannot read {name}: {error}")),
    }
}

fn bad_lines(py: Python<'_>, lines: &BadLines) -> PyErr {
    let [first, ..] = lines.first() else {
        return raised(py, "bad lines", |_| Ok(()));
    };
    let mut message = line_message(first);
    match lines.count() {
        1 => {}
        2 => message += ", and 1 more bad line",
        count => message += &format!(", and {} more bad lines", count - 1),
    }
    let position = (first.error.position().line, first.error.position().column);
    let error = bad_line(py, &message, &first.file, position, halves_of(first.error.kind()));
    let set = || {
        error.value(py).setattr("count", lines.count())?;
        let messages = PyTuple::new(py, lines.first().iter().map(line_message))?;
        error.value(py).setattr("messages", messages)
    };
    match set() {
        Ok(()) => error,
        Err(failed) => failed,
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

/// What was expected of a line, and what was found.
fn halves_of(kind: ErrorKind) -> (String, String) {
    match kind {
        ErrorKind::BidTooLarge => {
            (format!("a bid of at most {}", u64::MAX), "a larger bid".to_owned())
        }
        ErrorKind::UnknownLabel { found } if found.is_ascii_lowercase() => {
            ("a card label (one of 23456789TJQKA)".to_owned(), format!("'{}'", found as char))
        }
        _ => expected_and_found(&kind.to_string()),
    }
}

/// The two halves of a message.
pub(crate) fn expected_and_found(message: &str) -> (String, String) {
    let (expected, found) = message.split_once(", found ").unwrap_or((message, ""));
    let expected = expected.strip_prefix("expected ").unwrap_or(expected);
    (expected.to_owned(), found.to_owned())
}

/// Makes a `camel_cards.InputError`, whose constructor takes the message alone: Polars makes
/// exceptions anew from theirs.
fn raised(
    py: Python<'_>,
    message: &str,
    set: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<()>,
) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let made = CLASS.import(py, "camel_cards._errors", "InputError").and_then(|class| {
        let error = class.call1((message,))?;
        set(&error)?;
        Ok(PyErr::from_value(error))
    });
    made.unwrap_or_else(|error| error)
}

/// A value as messages show it.
pub(crate) fn shown(value: &Bound<'_, PyAny>) -> String {
    let class = value.get_type();
    let class = class.name().map_or_else(|_| "a value".to_owned(), |name| name.to_string());
    let value = value.repr().map(|repr| repr.to_string()).unwrap_or_default();
    match value.chars().count() {
        1..=40 => format!("{class} {value}"),
        _ => class,
    }
}
