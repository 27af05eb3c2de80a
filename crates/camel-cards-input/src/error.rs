use std::{error, fmt, io};

use camel_cards::{Position, TallyError};

use crate::{BadLines, CountsFileError};

/// The result of reading.
pub type Result<T> = std::result::Result<T, InputError>;

/// Why an input could not be read.
///
/// Its `Display` is a complete message, with the name of the file if it is about one.
#[derive(Debug)]
pub struct InputError {
    kind: InputErrorKind,
    name: Box<str>,
}

/// What went wrong.
#[derive(Debug)]
#[non_exhaustive]
pub enum InputErrorKind {
    /// The input could not be opened or read, or its compressed data is damaged.
    Read(io::Error),
    /// The sink of rejected lines could not be written.
    Rejects(io::Error),
    /// There are bad lines, and they are not skipped.
    BadLines(BadLines),
    /// The input is UTF-16, whose lines cannot be told apart. Reading ends, even if bad lines are
    /// skipped.
    Utf16(camel_cards::Error),
    /// The input is a file of another kind. Reading ends, even if bad lines are skipped.
    NotEntries {
        /// What it is, such as "a zip archive".
        found: &'static str,
        /// What to do with it.
        hint: &'static str,
    },
    /// A file is not a tally.
    Tally(TallyError),
    /// A file is not a table of counts.
    Counts(CountsFileError),
}

impl InputError {
    pub(crate) fn new(kind: InputErrorKind, name: &str) -> InputError {
        InputError { kind, name: name.into() }
    }

    pub(crate) fn read(name: &str, error: io::Error) -> InputError {
        InputError::new(InputErrorKind::Read(error), name)
    }

    pub(crate) fn rejects(error: io::Error) -> InputError {
        InputError::new(InputErrorKind::Rejects(error), "")
    }

    /// Returns what went wrong.
    pub fn kind(&self) -> &InputErrorKind {
        &self.kind
    }

    /// Returns the name of the input that the error is about, as in messages. It is empty if there
    /// is none.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        let hinted = |hint: Option<&str>| hint.map(|hint| format!(" ({hint})")).unwrap_or_default();
        match &self.kind {
            InputErrorKind::Read(error) => write!(f, "cannot read {name}: {}", Reason(error)),
            InputErrorKind::Rejects(error) => {
                write!(f, "cannot write the rejected lines: {}", Reason(error))
            }
            InputErrorKind::BadLines(bad) => {
                let first = bad.first().first().map(|line| format!(", the first: {line}"));
                write!(f, "bad lines: {}{}", bad.count(), first.unwrap_or_default())
            }
            InputErrorKind::Utf16(error) => {
                let (Position { line, column, .. }, kind) = (error.position(), error.kind());
                write!(f, "{name}:{line}:{column}: {kind:#}")
            }
            InputErrorKind::NotEntries { found, hint } => {
                write!(f, "{name}: expected entries, found {found} ({hint})")
            }
            InputErrorKind::Tally(error) => write!(f, "{name}: {error}{}", hinted(error.hint())),
            InputErrorKind::Counts(error) => {
                let CountsFileError { line, column, message, hint, .. } = error;
                write!(f, "{name}:{line}:{column}: {message}{}", hinted(*hint))
            }
        }
    }
}

// Without a source: the message says all of it.
impl error::Error for InputError {}

/// An operating system's error without its number. Common errors have the same words on every
/// system, because Windows has several for a missing file, in the user's language.
#[doc(hidden)] // Shared with the command, whose messages say it alike.
pub struct Reason<'a>(pub &'a io::Error);

impl fmt::Display for Reason<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0.to_string();
        f.write_str(match self.0.kind() {
            io::ErrorKind::NotFound => "No such file or directory",
            io::ErrorKind::PermissionDenied => "Permission denied",
            _ => text.split(" (os error").next().unwrap_or(&text),
        })
    }
}
