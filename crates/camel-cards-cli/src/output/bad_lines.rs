//! Messages about bad lines.

use std::io;

use anstyle::{AnsiColor, Style};
use camel_cards::Position;
use camel_cards_input::BadLine;

use super::columns;
use crate::failure;

/// Prints on standard error what is wrong with a line, and shows the line.
pub(crate) fn show(BadLine { file, error, text, .. }: &BadLine) {
    let Position { line: number, column, .. } = error.position();
    let kind = error.kind();
    let (red, dim) = (AnsiColor::Red.on_default().bold(), Style::new().dimmed());
    let gutter = " ".repeat(number.to_string().len());
    let mut report = format!("camel-cards: {file}:{number}:{column}: {kind}\n");
    // The rest is for the line's number and what stands around it.
    if let Some((text, caret)) = excerpt(text, column, columns(&io::stderr()) - 20) {
        report += &format!("{dim} {number} |{dim:#} {text}\n");
        report += &format!("{dim} {gutter} |{dim:#} {red}{:>caret$}{red:#}\n", '^');
    }
    if let Some(hint) = kind.hint() {
        report += &format!("{dim} {gutter} ={dim:#} {hint}\n");
    }
    failure::write(&report);
}

/// Returns the part of a line to show, in `width` columns and with dots where it is cut, and the
/// column to point at, if that is in the known part of the line. Unprintable bytes are escaped.
fn excerpt(line: &[u8], column: u64, width: usize) -> Option<(String, usize)> {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let shown = |bytes: &[u8]| -> String {
        let char = |&byte: &u8| match byte {
            b' '..=b'~' => char::from(byte).to_string(),
            b'\t' => " ".to_owned(),
            _ => format!("\\x{byte:02X}"),
        };
        bytes.iter().map(char).collect()
    };
    let (before, after) = line.split_at_checked(column as usize - 1)?;
    // Both are ASCII, so a byte is a column.
    let (before, after) = (shown(before), shown(after));
    let cut = before.len().saturating_sub(width / 2);
    let room = width - (before.len() - cut);
    let mut text = if cut > 0 { "…" } else { "" }.to_owned();
    text.extend(before.chars().skip(cut));
    let caret = text.chars().count() + 1;
    text.extend(after.chars().take(room));
    text += if after.len() > room { "…" } else { "" };
    Some((text, caret))
}
