//! Bad lines, in the order of the input.

use std::{
    fmt,
    io::{BufWriter, Write},
    sync::Arc,
};

use camel_cards::{Error, Position};

use crate::{InputError, InputErrorKind, Result};

/// The number of bad lines that are kept; the others are only counted.
const KEPT: usize = 20;

/// A line that is not an entry.
///
/// Its `Display` says where it is and what is wrong, without the text of the line:
/// `hands.txt:2:1: expected a hand of 5 cards, found 4`. `{:#}` adds the hint, if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BadLine {
    /// The file, as messages show it; standard input is `<stdin>`.
    pub file: Arc<str>,
    /// What is wrong, and where in this file.
    pub error: Error,
    /// The unchanged line, with its newline. If the line is too long, these are its first 4 KB.
    pub text: Vec<u8>,
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { line, column, .. } = self.error.position();
        write!(f, "{}:{line}:{column}: ", self.file)?;
        self.error.kind().fmt(f)
    }
}

/// The first 20 bad lines, and how many there are in each file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BadLines {
    first: Vec<BadLine>,
    per_file: Vec<(Arc<str>, u64)>,
}

impl BadLines {
    /// Returns the number of bad lines.
    pub fn count(&self) -> u64 {
        self.per_file.iter().map(|(_, count)| count).sum()
    }

    /// Returns each file that has bad lines, as messages show it, and the number of its bad lines.
    pub fn per_file(&self) -> &[(Arc<str>, u64)] {
        &self.per_file
    }

    /// Returns the first bad lines, at most 20.
    pub fn first(&self) -> &[BadLine] {
        &self.first
    }

    pub(crate) fn add(&mut self, file: &Arc<str>, error: Error, text: &[u8]) {
        if self.first.len() < KEPT {
            self.first.push(BadLine { file: file.clone(), error, text: text.to_vec() });
        }
        self.add_count(file, 1);
    }

    fn add_count(&mut self, file: &Arc<str>, count: u64) {
        match self.per_file.last_mut() {
            // Ranges of one file share its name.
            Some((last, all)) if Arc::ptr_eq(last, file) => *all += count,
            _ => self.per_file.push((file.clone(), count)),
        }
    }

    /// Joins the bad lines of ranges that follow each other. Fails if there are any, unless they
    /// are skipped.
    pub(crate) fn of(ranges: impl Iterator<Item = RangeLines>, skip: bool) -> Result<BadLines> {
        let (mut all, mut lines) = (BadLines::default(), 0);
        for range in ranges {
            lines = if range.from_start { 0 } else { lines };
            let room = KEPT - all.first.len();
            let moved = |bad: BadLine| BadLine { error: bad.error.moved_by(lines, 0), ..bad };
            all.first.extend(range.bad.first.into_iter().take(room).map(moved));
            range.bad.per_file.iter().for_each(|(file, count)| all.add_count(file, *count));
            lines += range.count;
        }
        match all.first.is_empty() || skip {
            true => Ok(all),
            false => Err(InputError::new(InputErrorKind::BadLines(all), "")),
        }
    }
}

/// The lines of a range of a file, or of inputs that follow each other.
#[derive(Default)]
pub(crate) struct RangeLines {
    /// It begins where its first file does.
    pub(crate) from_start: bool,
    /// How many lines of the last file in this range have been read.
    pub(crate) count: u64,
    /// Their lines count from where the range begins.
    pub(crate) bad: BadLines,
}

/// Bad lines, written unchanged as they are read, if there is a sink for them.
#[derive(Default)]
pub(crate) struct Rejects<'a> {
    sink: Option<BufWriter<&'a mut (dyn Write + Send)>>,
    /// The last line ended with its file, without a newline, or goes on.
    line_is_open: bool,
}

impl<'a> Rejects<'a> {
    pub(crate) fn new(sink: &'a mut (dyn Write + Send)) -> Rejects<'a> {
        Rejects { sink: Some(BufWriter::with_capacity(1 << 17, sink)), line_is_open: false }
    }

    /// Writes a line, or the beginning of a long one.
    pub(crate) fn write_line(&mut self, line: &[u8]) -> Result<()> {
        if self.line_is_open {
            self.write_rest(b"\n")?;
        }
        self.write_rest(line)
    }

    /// Writes the next part of the line.
    pub(crate) fn write_rest(&mut self, part: &[u8]) -> Result<()> {
        if let (Some(sink), Some(last)) = (&mut self.sink, part.last()) {
            self.line_is_open = *last != b'\n';
            sink.write_all(part).map_err(InputError::rejects)?;
        }
        Ok(())
    }

    pub(crate) fn flush(&mut self) -> Result<()> {
        self.sink.as_mut().map_or(Ok(()), Write::flush).map_err(InputError::rejects)
    }
}
