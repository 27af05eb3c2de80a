//! Messages on standard error, and the reasons why a subcommand failed.

use std::{
    fmt::Display,
    io::{self, Write},
    path::Path,
    process::ExitCode,
};

use camel_cards::Overflow;
use camel_cards_input::{FileName, InputError, InputErrorKind, Reason};

use crate::terminal::fitted;

/// Why a subcommand failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The data are wrong: exit status 1.
    Data(String),
    /// Wrong usage, or a file that cannot be read or written: exit status 2.
    Usage(String),
    /// An input that cannot be read (exit status 2) or has wrong data (1).
    Input(InputError),
    /// The answer, order or program is wrong, and the output says so: exit status 1.
    Wrong,
    /// A program does not read its input, so nothing was judged: exit status 2.
    NotJudged,
    /// Nobody reads the output any more. This is not a failure: exit status 0.
    ClosedPipe,
    /// The user interrupted it: exit status 130.
    Interrupted,
}

pub(crate) type Result<T> = std::result::Result<T, Failure>;

impl Failure {
    /// A file could not be read or written.
    pub(crate) fn file(doing: &str, path: &Path, error: &io::Error) -> Failure {
        Failure::Usage(file_message(doing, path, error))
    }

    /// Standard output could not be written.
    pub(crate) fn output(error: &io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::Usage(format!("cannot write the output: {}", Reason(error))),
        }
    }

    pub(crate) fn report(self) -> ExitCode {
        let (message, status) = match self {
            Failure::Data(message) => (message, 1),
            Failure::Usage(message) => (message, 2),
            Failure::Input(error) => match error.kind() {
                InputErrorKind::Read(_) => (error.to_string(), 2),
                _ => (error.to_string(), 1),
            },
            Failure::Wrong => return ExitCode::from(1),
            Failure::NotJudged => return ExitCode::from(2),
            Failure::ClosedPipe => return ExitCode::SUCCESS,
            Failure::Interrupted => ("interrupted before judging was complete".to_owned(), 130),
        };
        say(message);
        ExitCode::from(status)
    }
}

/// Returns a message that a file could not be read or written.
pub(crate) fn file_message(doing: &str, path: &Path, error: &io::Error) -> String {
    format!("cannot {doing} {}: {}", input_name(path), Reason(error))
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::output(&error)
    }
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Failure {
        Failure::Input(error)
    }
}

impl From<Overflow> for Failure {
    fn from(overflow: Overflow) -> Failure {
        Failure::Data(overflow.to_string())
    }
}

/// Prints a line after the name of the command, with control characters escaped, because it may
/// contain text of the input. If standard error cannot be written, the work continues.
pub(crate) fn say(message: impl Display) {
    let message = message.to_string();
    write(&format!("camel-cards: {}\n", FileName(Path::new(&message))));
}

/// Writes styled text, or plain text if no style is wanted.
pub(crate) fn write(text: &str) {
    let text = fitted(text, &io::stderr());
    let _ = anstream::stderr().lock().write_all(text.as_bytes());
}

/// Returns the name of an input in messages.
pub(crate) fn input_name(path: &Path) -> FileName<'_> {
    FileName(if path == Path::new("-") { Path::new("<stdin>") } else { path })
}
