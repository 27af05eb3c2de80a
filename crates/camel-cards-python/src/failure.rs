//! What goes wrong, and the exception that it becomes.

use std::{ffi::CString, fmt::Debug, io};

use arrow_schema::ArrowError;
use camel_cards::{ErrorKind, Overflow};
use camel_cards_coach::OrderError;
use camel_cards_input::{BadLine, BadLines, FileFormat, InputError, InputErrorKind};
use pyo3::{
    exceptions::{
        PyKeyboardInterrupt, PyOSError, PyOverflowError, PyRuntimeError, PyTypeError, PyUserWarning,
    },
    prelude::*,
    sync::PyOnceLock,
    types::{PyTuple, PyType},
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
        BadRow { is_type: true, ..BadRow::new(expected, shown(value)) }
    }

    /// Why a text is no hand.
    pub(crate) fn hand(text: &str) -> BadRow {
        let start: String = text.chars().take(QUOTED_MAX).collect();
        let bad = match text.parse::<camel_cards::Hand>() {
            Err(error) => {
                BadRow::with_message(with_hint(error.kind()), error.kind().expected_and_found())
            }
            Ok(_) => BadRow::new("a hand", "another text"),
        };
        BadRow { text: Some(format!("{start:?}").into()), ..bad }
    }

    /// The same with a message of its own.
    pub(crate) fn with_message(message: String, (expected, found): (String, String)) -> BadRow {
        BadRow { message: Some(message.into()), ..BadRow::new(expected, found) }
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

    fn placed(&self) -> String {
        let row = self.row.map(|row| format!("row {row}"));
        let column = (!self.column.is_empty()).then(|| format!("column {:?}", self.column));
        let text = self.text.as_deref().map(str::to_owned);
        let place: Vec<String> = [row, column, text].into_iter().flatten().collect();
        let colon = if place.is_empty() { "" } else { ": " };
        format!("{}{colon}{}", place.join(", "), self.said())
    }

    /// The same without a row and its column: SQL and expressions do not know them.
    fn unplaced(&self) -> String {
        let text = self.text.as_deref().map_or_else(String::new, |text| format!("{text}: "));
        text + &self.said()
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
            PyFailure::Row(row) if row.is_type && row.row.is_none() => {
                PyTypeError::new_err(row.placed())
            }
            PyFailure::Row(row) => raised(&row.placed(), |error| {
                if row.row.is_some() {
                    error.setattr("row", row.row)?;
                    error.setattr("_unplaced", row.unplaced())?;
                }
                if !row.column.is_empty() {
                    error.setattr("column", &*row.column)?;
                }
                set_halves(error, (row.expected, row.found))
            }),
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
    let name = error.name();
    match error.kind() {
        InputErrorKind::Read(cause) => read_error(cause, name),
        InputErrorKind::BadLines(lines) => bad_lines(lines),
        InputErrorKind::Utf16(cause) => {
            let position = (cause.position().line, cause.position().column);
            bad_line(&error.to_string(), name, position, cause.kind().expected_and_found())
        }
        InputErrorKind::Counts(cause) => {
            let position = (cause.line(), cause.column());
            bad_line(&error.to_string(), name, position, cause.expected_and_found())
        }
        InputErrorKind::NotEntries(format @ FileFormat::Tally) => {
            let hint = "`Tally.from_bytes` reads its bytes";
            let message = format!("{name}: expected entries, found {format} ({hint})");
            raised(&message, |raised| raised.setattr("file", name))
        }
        _ => raised(&error.to_string(), |raised| raised.setattr("file", name)),
    }
}

fn bad_line(
    message: &str,
    file: &str,
    (line, column): (u64, u64),
    halves: (String, String),
) -> PyErr {
    raised(message, |error| {
        error.setattr("file", file)?;
        error.setattr("line", line)?;
        error.setattr("column", column)?;
        set_halves(error, halves)
    })
}

fn set_halves(error: &Bound<'_, PyAny>, (expected, found): (String, String)) -> PyResult<()> {
    error.setattr("expected", expected)?;
    error.setattr("found", found)
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

fn bad_lines(lines: &BadLines) -> PyErr {
    let messages: Vec<String> = lines.first().iter().map(line_message).collect();
    let [first, ..] = lines.first() else { return raised("bad lines", |_| Ok(())) };
    let position = (first.error.position().line, first.error.position().column);
    let halves = first.error.kind().expected_and_found();
    let error = bad_line(&summary(lines), &first.file, position, halves);
    let set = |py: Python<'_>| {
        error.value(py).setattr("count", lines.count())?;
        error.value(py).setattr("messages", PyTuple::new(py, messages)?)
    };
    Python::attach(set).map_or_else(|failed| failed, |()| error)
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
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    Python::attach(|py| {
        let class = CLASS.import(py, "camel_cards._errors", "InputError")?;
        let error = class.call1((message,))?;
        set(&error)?;
        Ok(PyErr::from_value(error))
    })
    .unwrap_or_else(|error| error)
}

/// A value as messages show it.
fn shown(value: &Bound<'_, PyAny>) -> String {
    let class = value.get_type();
    let class = class.name().map_or_else(|_| "a value".to_owned(), |name| name.to_string());
    let value = value.repr().map(|repr| repr.to_string()).unwrap_or_default();
    match value.chars().count() {
        1..=QUOTED_MAX => format!("{class} {value}"),
        _ => class,
    }
}
