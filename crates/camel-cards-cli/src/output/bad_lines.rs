//! Lines that are no entries, as a person is told of them.

use anstyle::{AnsiColor, Style};
use camel_cards::Position;
use camel_cards_input::BadLine;

use crate::messages;

/// How much of a long line is shown.
const EXCERPT_BYTES: usize = 60;

/// Says on standard error what is wrong with a line, and shows it.
pub(crate) fn show(BadLine { file, error, text, .. }: &BadLine) {
    let Position { line: number, column, .. } = error.position();
    let kind = error.kind();
    let (red, dim) = (AnsiColor::Red.on_default().bold(), Style::new().dimmed());
    let gutter = " ".repeat(number.to_string().len());
    let (text, caret) = excerpt(text, column);
    let mut report = format!("camel-cards: {file}:{number}:{column}: {kind}\n");
    if let Some(caret) = caret {
        report += &format!("{dim} {number} |{dim:#} {text}\n");
        report += &format!("{dim} {gutter} |{dim:#} {red}{:>caret$}{red:#}\n", '^');
    }
    if let Some(hint) = kind.hint() {
        report += &format!("{dim} {gutter} ={dim:#} {hint}\n");
    }
    messages::write(&report);
}

/// Returns what to show of a line and the column in it to point at, if that is
/// among what is known of it. Bytes that would not print are shown escaped.
fn excerpt(line: &[u8], column: u64) -> (String, Option<usize>) {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let at = column as usize - 1;
    if at > line.len() {
        return (String::new(), None);
    }
    let start = at.saturating_sub(EXCERPT_BYTES / 2);
    let end = line.len().min(start + EXCERPT_BYTES);
    let mut text = String::from(if start > 0 { "…" } else { "" });
    let mut caret = 0;
    for (i, &byte) in line.iter().enumerate().take(end).skip(start) {
        if i == at {
            caret = text.chars().count();
        }
        match byte {
            b' '..=b'~' => text.push(byte.into()),
            b'\t' => text.push(' '),
            byte => text += &format!("\\x{byte:02X}"),
        }
    }
    if at == end {
        caret = text.chars().count();
    }
    if end < line.len() {
        text.push('…');
    }
    (text, Some(caret + 1))
}
