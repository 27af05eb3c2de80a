//! Lines that are no entries: shown, counted, kept.

use std::{mem, path::Path};

use anstyle::{AnsiColor, Style};
use camel_cards::{Error, ErrorKind, Position};

use crate::{
    failure::{Failure, Result},
    output::OutputFile,
};

/// How many bad lines are shown in full.
pub(crate) const SHOWN: u64 = 20;

/// How much of a long line is shown.
pub(crate) const EXCERPT_BYTES: usize = 60;

/// How much of the rejected lines is written at a time.
const BUFFER_BYTES: usize = 1 << 17;

/// What is done about lines that are no entries.
pub(crate) struct BadLines {
    pub(crate) skip: bool,
    pub(crate) count: u64,
    pub(crate) rejects: Option<Rejects>,
}

impl BadLines {
    /// Counts a bad line, and shows it if it is among the first.
    pub(crate) fn report(&mut self, file: &str, error: &Error, line: &[u8]) -> Result<()> {
        let Position { line: number, column, .. } = error.position();
        let kind = error.kind();
        let hint = kind.hint();
        if kind == ErrorKind::Utf16 {
            let hint = hint.map(|hint| format!(" ({hint})")).unwrap_or_default();
            return Err(Failure::Data(format!("{file}:{number}:{column}: {kind}{hint}")));
        }
        self.count += 1;
        if self.skip || self.count > SHOWN {
            return Ok(());
        }
        let (red, dim) = (AnsiColor::Red.on_default().bold(), Style::new().dimmed());
        let gutter = " ".repeat(number.to_string().len());
        let (text, caret) = excerpt(line, column);
        let mut report = format!("camel-cards: {file}:{number}:{column}: {kind}\n");
        if let Some(caret) = caret {
            report += &format!("{dim} {number} |{dim:#} {text}\n");
            report += &format!("{dim} {gutter} |{dim:#} {red}{:>caret$}{red:#}\n", '^');
        }
        if let Some(hint) = hint {
            report += &format!("{dim} {gutter} ={dim:#} {hint}\n");
        }
        anstream::eprint!("{report}");
        Ok(())
    }

    pub(crate) fn reject(&mut self, line: &[u8]) -> Result<()> {
        self.perhaps_reject(line)?;
        self.settle_rejects(true)
    }

    /// Keeps part of a line that may yet turn out to be good.
    pub(crate) fn perhaps_reject(&mut self, piece: &[u8]) -> Result<()> {
        self.rejects.as_mut().map_or(Ok(()), |rejects| rejects.write(piece))
    }

    pub(crate) fn settle_rejects(&mut self, bad: bool) -> Result<()> {
        self.rejects.as_mut().map_or(Ok(()), |rejects| rejects.settle(bad))
    }

    pub(crate) fn finish(self) -> Result<()> {
        if let Some(rejects) = self.rejects {
            rejects.finish()?;
        }
        let lines = if self.count == 1 { "line" } else { "lines" };
        if self.skip {
            anstream::eprintln!("camel-cards: skipped {} bad {lines}", self.count);
            return Ok(());
        }
        if self.count == 0 {
            return Ok(());
        }
        let shown =
            if self.count > SHOWN { format!(", the first {SHOWN} shown") } else { String::new() };
        Err(Failure::Data(format!(
            "{} bad {lines}{shown}; --skip-bad-lines goes on without them",
            self.count
        )))
    }
}

/// The file of bad lines, as they were.
pub(crate) struct Rejects {
    file: OutputFile,
    written_bytes: u64,
    pending: Vec<u8>,
    /// How many of these bytes belong to lines that are known to be bad.
    settled_bytes: u64,
    /// The last line ended with its file, not with a newline.
    line_is_open: bool,
}

impl Rejects {
    pub(crate) fn create(path: &Path) -> Result<Rejects> {
        Ok(Rejects {
            file: OutputFile::create(path)?,
            written_bytes: 0,
            pending: Vec::new(),
            settled_bytes: 0,
            line_is_open: false,
        })
    }

    fn write(&mut self, piece: &[u8]) -> Result<()> {
        if self.pending.len() > BUFFER_BYTES {
            self.flush()?;
        }
        if mem::take(&mut self.line_is_open) {
            self.pending.push(b'\n');
        }
        self.pending.extend_from_slice(piece);
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        self.file.write(&self.pending)?;
        self.written_bytes += self.pending.len() as u64;
        self.pending.clear();
        Ok(())
    }

    fn settle(&mut self, bad: bool) -> Result<()> {
        if bad {
            self.settled_bytes = self.written_bytes + self.pending.len() as u64;
            self.line_is_open = !self.pending.ends_with(b"\n");
        } else if let Some(settled) = self.settled_bytes.checked_sub(self.written_bytes) {
            self.pending.truncate(settled as usize);
        } else {
            self.pending.clear();
            self.file.truncate(self.settled_bytes)?;
            self.written_bytes = self.settled_bytes;
        }
        Ok(())
    }

    fn finish(mut self) -> Result<()> {
        self.flush()?;
        self.file.finish()
    }
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
