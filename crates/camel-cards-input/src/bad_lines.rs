//! Lines that are no entries, in the order of the input.

use std::{fmt, mem, sync::Arc};

use camel_cards::{Error, Position};

/// How many bad lines are kept; the others are counted.
pub(crate) const KEPT: u64 = 20;

/// A line that is no entry.
///
/// Its `Display` says where it is and what is wrong, but not what the line is:
/// `hands.txt:2:1: expected a hand of 5 cards, found 4`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BadLine {
    /// The file, as messages show it; standard input is `<stdin>`.
    pub file: Arc<str>,
    /// What is wrong, and where in this file.
    pub error: Error,
    /// The line as it is, with its newline; of one that is too long the first 4 KB.
    pub text: Vec<u8>,
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { line, column, .. } = self.error.position();
        write!(f, "{}:{line}:{column}: {}", self.file, self.error.kind())
    }
}

/// The first 20 bad lines, and how many there are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BadLines {
    count: u64,
    first: Vec<BadLine>,
}

impl BadLines {
    /// Returns how many there are.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns the first of them, at most 20, without those that have been taken before the end.
    pub fn first(&self) -> &[BadLine] {
        &self.first
    }

    pub(crate) fn take(&mut self) -> Vec<BadLine> {
        mem::take(&mut self.first)
    }

    pub(crate) fn add(&mut self, file: &Arc<str>, error: Error, text: &[u8]) {
        if self.count < KEPT {
            self.first.push(BadLine { file: file.clone(), error, text: text.to_vec() });
        }
        self.count += 1;
    }

    /// Appends those of what comes next, which begins after so many lines of its file.
    pub(crate) fn append(&mut self, later: BadLines, lines: u64) {
        let room = KEPT.saturating_sub(self.count) as usize;
        self.count += later.count;
        let moved = |bad: BadLine| BadLine { error: bad.error.moved_by(lines, 0), ..bad };
        self.first.extend(later.first.into_iter().take(room).map(moved));
    }
}
