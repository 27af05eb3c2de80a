//! How wide text may be.

use std::io::{self, IsTerminal};

use anstream::adapter::strip_str;
use camel_cards_coach::text;
use terminal_size::{Width, terminal_size};

/// The width of text: that of the terminal, but at least 40 and at most 80 columns.
pub(crate) fn columns(to: &impl IsTerminal) -> usize {
    let size = terminal_size().filter(|_| to.is_terminal());
    size.map_or(80, |(Width(columns), _)| columns.clamp(40, 80).into())
}

/// The width of text on standard output.
pub(crate) fn width() -> usize {
    columns(&io::stdout())
}

/// Wraps a paragraph for standard output.
pub(crate) fn wrapped(paragraph: &str, rest: &str) -> String {
    text::wrapped(width(), paragraph, "", rest)
}

/// Wraps lines that a terminal would break within a word.
pub(crate) fn fitted(text: &str, to: &impl IsTerminal) -> String {
    let columns = columns(to);
    let fit = |line: &str| {
        if !to.is_terminal() || strip_str(line).to_string().chars().count() <= columns {
            return format!("{line}\n");
        }
        let words = line.trim_start();
        let indent = " ".repeat(4.min(line.len() - words.len()));
        text::wrapped(columns, words, &indent, "    ")
    };
    text.lines().map(fit).collect()
}
