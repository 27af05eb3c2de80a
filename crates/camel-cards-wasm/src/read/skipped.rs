use std::ops::Range;

use camel_cards::{Error, ErrorKind};
use camel_cards_input::BadText;

/// How many bad lines are kept; the others are counted.
const KEPT_MAX: usize = 1000;
/// How many byte ranges of bad lines are kept.
const RANGES_MAX: usize = 1 << 20;

/// The bad lines of an input, which are left out.
#[derive(Default)]
pub(crate) struct SkippedLines {
    first: Vec<Error>,
    count: u64,
    ranges: Vec<Range<u64>>,
    too_many_ranges: bool,
}

impl SkippedLines {
    /// Returns what is wrong with the first of them, at most 1,000.
    pub(crate) fn first(&self) -> impl Iterator<Item = &Error> {
        self.first.iter()
    }

    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// Returns where they are, in bytes; those that touch are one range. `None` if there are too many.
    /// The last one may end after the input.
    pub(crate) fn ranges(&self) -> Option<&[Range<u64>]> {
        (!self.too_many_ranges).then_some(&self.ranges)
    }

    pub(super) fn add(&mut self, bad: &BadText<'_>) {
        self.count += 1;
        if self.first.len() < KEPT_MAX {
            self.first.push(bad.error);
        }
        let Range { start, end } = bad.bytes;
        // After UTF-16 nothing is read.
        let end = if bad.error.kind() == ErrorKind::Utf16 { u64::MAX } else { end };
        if let Some(last) = self.ranges.last_mut()
            && last.end == start
        {
            last.end = end;
        } else if self.ranges.len() < RANGES_MAX {
            self.ranges.push(start..end);
        } else {
            self.too_many_ranges = true;
        }
    }
}
