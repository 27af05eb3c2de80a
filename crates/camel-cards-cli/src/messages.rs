//! What is said on standard error. If that cannot be written there is nobody to tell, and the work
//! goes on.

use std::{fmt::Display, io::Write, path::Path};

use camel_cards_input::FileName;

/// Says a line, after the name of the command.
pub(crate) fn say(message: impl Display) {
    write(&format!("camel-cards: {message}\n"));
}

/// Writes styled text, without the style where it is not wanted.
pub(crate) fn write(text: &str) {
    let _ = anstream::stderr().lock().write_all(text.as_bytes());
}

/// Returns how messages call an input.
pub(crate) fn input_name(path: &Path) -> FileName<'_> {
    FileName(if path == Path::new("-") { Path::new("<stdin>") } else { path })
}
