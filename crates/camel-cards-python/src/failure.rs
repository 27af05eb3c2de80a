//! Errors, and the exceptions that they become.

use std::{ffi::CString, fmt, io};

use arrow_schema::ArrowError;
use camel_cards::{ErrorKind, Position};
use camel_cards_input::{BadLines, InputErrorKind};
use pyo3::{
    exceptions::{PyKeyboardInterrupt, PyOSError, PyOverflowError, PyRuntimeError, PyUserWarning},
    import_exception,
    prelude::*,
    types::PyTuple,
};

/// The error number for opening a folder as a file.
const EISDIR: i32 = 21;
/// The number of characters that errors quote of a longer text.
const QUOTED_MAX: usize = 40;

/// An error in a row, a column or a whole table.
#[derive(Debug, Default)]
pub(crate) struct BadRow {
    /// The row from 0, as data frames count; `None` if the error is about the whole column.
    pub(crate) row: Option<u64>,
    /// The name of the column; `None` if the error is about no column.
    pub(crate) column: Option<Box<str>>,
    pub(crate) expected: String,
    pub(crate) found: String,
    /// The message without the place.
    pub(crate) said: Box<str>,
    /// Whether the value has the wrong type. Without a row, this is a TypeError.
    pub(crate) is_type: bool,
    /// The text that is not a hand, quoted.
    pub(crate) text: Option<Box<str>>,
}

impl BadRow {
    pub(crate) fn new(expected: impl Into<String>, found: impl Into<String>) -> BadRow {
        let (expected, found) = (expected.into(), found.into());
        let said = format!("expected {expected}, found {found}").into();
        BadRow { expected, found, said, ..BadRow::default() }
    }

    /// The error for a value of an unexpected type.
    pub(crate) fn of(expected: impl Into<String>, value: &Bound<'_, PyAny>) -> BadRow {
        let shown = errors(value.py()).and_then(|errors| errors.call_method1("shown", (value,)));
        let found = shown.and_then(|shown| shown.extract());
        let found: String = found.unwrap_or_else(|_| "a value".to_owned());
        BadRow { is_type: true, ..BadRow::new(expected, found) }
    }

    /// The error for a text that is not a hand.
    pub(crate) fn hand(text: &str, kind: ErrorKind) -> BadRow {
        let start: String = text.chars().take(QUOTED_MAX).collect();
        let (expected, found) = kind.expected_and_found();
        let (text, said) = (Some(format!("{start:?}").into()), format!("{kind:#}").into());
        BadRow { expected, found, said, text, ..BadRow::default() }
    }

    pub(crate) fn in_row(self, row: u64) -> BadRow {
        BadRow { row: Some(row), ..self }
    }

    pub(crate) fn of_column(self, column: &str) -> BadRow {
        BadRow { column: Some(column.into()), ..self }
    }
}

impl From<BadRow> for PyErr {
    fn from(bad: BadRow) -> PyErr {
        let BadRow { row, column, expected, found, said, is_type, text } = bad;
        let (column, text) = (column.as_deref(), text.as_deref());
        Python::attach(|py| {
            let bad = (expected, found, column, row, text, &*said, is_type);
            Ok(PyErr::from_value(errors(py)?.call_method1("bad", bad)?))
        })
        .unwrap_or_else(|error| error)
    }
}

/// Checks for signals, so that Ctrl-C ends a long call.
#[expect(clippy::redundant_closure_for_method_calls, reason = "the method is of one lifetime")]
pub(crate) fn check_signals() -> PyResult<()> {
    Python::attach(|py| py.check_signals())
}

pub(crate) fn overflow(error: impl fmt::Display) -> PyErr {
    PyOverflowError::new_err(error.to_string())
}

/// The error for something that Arrow supports but this package does not.
pub(crate) fn arrow_error(error: impl fmt::Display) -> PyErr {
    InputError::new_err(error.to_string())
}

/// The error of a stream, which passes on its producer's exception as text. The cause may be a signal.
pub(crate) fn stream_error(error: &ArrowError) -> PyErr {
    if let Err(signal) = check_signals() {
        return signal;
    }
    let message = match error {
        ArrowError::CDataInterface(message) => message.clone(),
        _ => error.to_string(),
    };
    // pyarrow's traceback ends like this if Ctrl-C came in a generator of batches.
    match message.trim_end().ends_with("\nKeyboardInterrupt") {
        true => PyKeyboardInterrupt::new_err(()),
        false => PyRuntimeError::new_err(message),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "`map_err` passes it")]
pub(crate) fn input_error(error: camel_cards_input::InputError) -> PyErr {
    let (name, kind) = (error.name(), error.kind());
    let place_of = |error: &camel_cards::Error| {
        let Position { line, column, .. } = error.position();
        Some((line, column, error.kind().expected_and_found()))
    };
    let mut message = error.to_string();
    let place = match kind {
        InputErrorKind::Read(cause) => return read_error(cause, name),
        InputErrorKind::BadLines(lines) => {
            message = summary(lines);
            lines.first().first().and_then(|line| place_of(&line.error))
        }
        InputErrorKind::NotEntries { found: found @ "a tally", .. } => {
            let hint = "`Tally.from_bytes` reads its bytes";
            message = format!("{name}: expected entries, found {found} ({hint})");
            None
        }
        InputErrorKind::Utf16(cause) => place_of(cause),
        InputErrorKind::Counts(cause) => {
            Some((cause.line, cause.column, cause.expected_and_found.clone()))
        }
        _ => None,
    };
    raised(message, |error| {
        error.setattr("file", name)?;
        if let Some((line, column, (expected, found))) = place {
            error.setattr("line", line)?;
            error.setattr("column", column)?;
            error.setattr("expected", expected)?;
            error.setattr("found", found)?;
        }
        if let InputErrorKind::BadLines(lines) = kind {
            let messages = lines.first().iter().map(|line| format!("{line:#}"));
            error.setattr("file", lines.first().first().map(|line| &*line.file))?;
            error.setattr("count", lines.count())?;
            error.setattr("messages", PyTuple::new(error.py(), messages.collect::<Vec<_>>())?)?;
        }
        Ok(())
    })
}

/// Returns the original exception of a file object, or the system's error.
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

/// Warns if lines were skipped.
pub(crate) fn warn_of_skipped(py: Python<'_>, lines: &BadLines) -> PyResult<()> {
    if lines.count() == 0 {
        return Ok(());
    }
    let message = CString::new(format!("skipped {}", summary(lines)))?;
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &message, 2)
}

/// Returns the first bad line, and the number of others.
fn summary(lines: &BadLines) -> String {
    let first = lines.first().first().map(|line| format!("{line:#}")).unwrap_or_default();
    match lines.count() {
        ..=1 => first,
        2 => format!("{first}, and 1 more bad line"),
        count => format!("{first}, and {} more bad lines", count - 1),
    }
}

// Its constructor takes only the message, because Polars creates exceptions anew from their messages.
import_exception!(camel_cards._errors, InputError);

/// Makes a `camel_cards.InputError` with attributes.
fn raised(message: String, set: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<()>) -> PyErr {
    let error = InputError::new_err(message);
    Python::attach(|py| set(error.value(py))).map_or_else(|failure| failure, |()| error)
}

/// The module that creates exceptions.
fn errors(py: Python<'_>) -> PyResult<Bound<'_, PyModule>> {
    py.import("camel_cards._errors")
}
