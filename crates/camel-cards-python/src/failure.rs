//! What goes wrong, and the exception that it becomes.

use std::{ffi::CString, fmt, io};

use arrow_schema::ArrowError;
use camel_cards::{ErrorKind, Position};
use camel_cards_input::{BadLine, BadLines, InputError, InputErrorKind};
use pyo3::{
    exceptions::{PyKeyboardInterrupt, PyOSError, PyOverflowError, PyRuntimeError, PyUserWarning},
    prelude::*,
    types::PyTuple,
};

use crate::source::check_signals;

/// The error number of a folder that was opened as a file.
const EISDIR: i32 = 21;
/// Of a longer text, errors quote so many characters.
const QUOTED_MAX: usize = 40;

/// A row of a table, or all of it, that is no entry.
#[derive(Debug, Default)]
pub(crate) struct BadRow {
    /// From 0, as data frames count; `None` if it is about the whole column.
    pub(crate) row: Option<u64>,
    /// The name of the column; `None` if it is about none.
    pub(crate) column: Option<Box<str>>,
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
    pub(crate) fn hand(text: &str, kind: ErrorKind) -> BadRow {
        let start: String = text.chars().take(QUOTED_MAX).collect();
        let (expected, found) = kind.expected_and_found();
        let (text, message) = (format!("{start:?}").into(), with_hint(kind, kind).into());
        BadRow { text: Some(text), message: Some(message), ..BadRow::new(expected, found) }
    }

    pub(crate) fn in_row(self, row: u64) -> BadRow {
        BadRow { row: Some(row), ..self }
    }

    pub(crate) fn of_column(self, column: &str) -> BadRow {
        BadRow { column: Some(column.into()), ..self }
    }

    /// What is wrong, without where.
    pub(crate) fn said(&self) -> String {
        let said = || format!("expected {}, found {}", self.expected, self.found);
        self.message.as_deref().map_or_else(said, str::to_owned)
    }
}

impl From<BadRow> for PyErr {
    fn from(bad: BadRow) -> PyErr {
        let said = bad.said();
        let BadRow { row, column, expected, found, is_type, text, .. } = bad;
        let (column, text) = (column.as_deref(), text.as_deref());
        Python::attach(|py| {
            let bad = (expected, found, column, row, text, said, is_type);
            Ok(PyErr::from_value(errors(py)?.call_method1("bad", bad)?))
        })
        .unwrap_or_else(|error| error)
    }
}

pub(crate) fn overflow(error: impl fmt::Display) -> PyErr {
    PyOverflowError::new_err(error.to_string())
}

/// Something that Arrow has and this package does not read.
pub(crate) fn arrow_error(error: impl fmt::Display) -> PyErr {
    raised(&error.to_string(), |_| Ok(()))
}

pub(crate) fn order_error(error: camel_cards::Error) -> PyErr {
    let Position { line, column, .. } = error.position();
    raised(&with_hint(error, error.kind()), |raised| {
        raised.setattr("line", line)?;
        raised.setattr("column", column)
    })
}

/// A stream passes on what its producer raised as a text. A signal may be why it failed.
pub(crate) fn stream_error(error: &ArrowError) -> PyErr {
    if let Err(signal) = check_signals() {
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

#[expect(clippy::needless_pass_by_value, reason = "`map_err` passes it")]
pub(crate) fn input_error(error: InputError) -> PyErr {
    let (name, kind) = (error.name(), error.kind());
    let (message, bad_lines) = match kind {
        InputErrorKind::Read(cause) => return read_error(cause, name),
        InputErrorKind::BadLines(lines) => (summary(lines), lines.first()),
        InputErrorKind::NotEntries { found: found @ "a tally", .. } => {
            let hint = "`Tally.from_bytes` reads its bytes";
            (format!("{name}: expected entries, found {found} ({hint})"), &[][..])
        }
        _ => (error.to_string(), &[][..]),
    };
    let place_of = |error: &camel_cards::Error| {
        let position = error.position();
        (position.line, position.column, error.kind().expected_and_found())
    };
    let place = match kind {
        InputErrorKind::Utf16(cause) => Some(place_of(cause)),
        InputErrorKind::Counts(cause) => {
            Some((cause.line, cause.column, cause.expected_and_found.clone()))
        }
        _ => bad_lines.first().map(|line| place_of(&line.error)),
    };
    raised(&message, |error| {
        error.setattr("file", bad_lines.first().map_or(name, |line| &line.file))?;
        if let Some((line, column, (expected, found))) = place {
            error.setattr("line", line)?;
            error.setattr("column", column)?;
            error.setattr("expected", expected)?;
            error.setattr("found", found)?;
        }
        if let InputErrorKind::BadLines(lines) = kind {
            let messages: Vec<String> = bad_lines.iter().map(line_message).collect();
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
    with_hint(line, line.error.kind())
}

fn with_hint(error: impl fmt::Display, kind: ErrorKind) -> String {
    kind.hint().map_or_else(|| error.to_string(), |hint| format!("{error} ({hint})"))
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
