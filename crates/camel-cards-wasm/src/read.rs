//! Bytes to a tally, entries and bad lines. Nothing here knows of JavaScript.

use std::{mem, ops::Range};

use camel_cards::{Block, Builder, Entry, Error, ErrorKind, Reader, Tally};

/// How many bad lines are kept; the others are counted.
const KEPT_MAX: usize = 1000;
/// How many byte ranges of bad lines are kept.
const RANGES_MAX: usize = 1 << 20;

/// An input that is being read, and all that is known of it.
pub(crate) struct Reading {
    pub(crate) reader: Reader,
    block: Block,
    builder: Builder,
    /// The tally of all entries, once the input has ended.
    pub(crate) tally: Option<Tally>,
    /// All entries, unless there are too many.
    pub(crate) entries: Option<Vec<Entry>>,
    entries_max: usize,
    /// The least and the greatest bid.
    pub(crate) bids: Option<(u64, u64)>,
    pub(crate) skipped: SkippedLines,
}

/// The bad lines of an input, which are left out.
#[derive(Default)]
pub(crate) struct SkippedLines {
    /// The first of them, at most 1,000.
    pub(crate) first: Vec<Error>,
    pub(crate) count: u64,
    /// Where they are, in bytes; those that touch are one range. `None` if there are too many.
    /// The last one may end after the input.
    pub(crate) ranges: Option<Vec<Range<u64>>>,
}

impl Reading {
    /// Begins an input. Its entries are listed unless there are more than `entries_max`.
    pub(crate) fn new(entries_max: usize) -> Reading {
        Reading {
            reader: Reader::new(),
            block: Block::new(),
            builder: Builder::new(),
            tally: None,
            entries: (entries_max > 0).then(Vec::new),
            entries_max,
            bids: None,
            skipped: SkippedLines { ranges: Some(Vec::new()), ..SkippedLines::default() },
        }
    }

    /// Reads the next chunk, which may end anywhere.
    pub(crate) fn push(&mut self, mut chunk: &[u8]) {
        while !chunk.is_empty() {
            if !self.reader.skip_long_line(&mut chunk).is_empty() {
                self.skipped.extend_last(self.reader.bytes());
            }
            let read = self.reader.next_block(&mut chunk, &mut self.block);
            self.add(read.err());
        }
    }

    /// Ends the input, if it has not ended.
    pub(crate) fn finish(&mut self) {
        if self.tally.is_none() {
            let read = self.reader.finish(&mut self.block);
            self.add(read.err());
            self.tally = Some(mem::take(&mut self.builder).finish());
        }
    }

    /// Adds the entries of the block, and the bad line after them, if there is one.
    fn add(&mut self, error: Option<Error>) {
        self.builder.push_block(&self.block);
        let (mut least, mut greatest) = self.bids.unwrap_or((u64::MAX, 0));
        let mut add_bid = |bid: u64| (least, greatest) = (least.min(bid), greatest.max(bid));
        // By `for_each`, which goes through a block in one loop; `extend` asks for each entry.
        match &mut self.entries {
            None => self.block.entries().for_each(|entry| add_bid(entry.bid)),
            Some(entries) => self.block.entries().for_each(|entry| {
                add_bid(entry.bid);
                entries.push(entry);
            }),
        }
        self.entries.take_if(|entries| entries.len() > self.entries_max);
        // Of no entries, none is both.
        self.bids = (least <= greatest).then_some((least, greatest));
        if let Some(error) = error {
            self.skipped.add(error, self.reader.bytes());
        }
    }
}

impl SkippedLines {
    /// Adds a line, which ends before byte `end` of the input.
    fn add(&mut self, error: Error, end: u64) {
        let start = error.position().byte + 1 - error.position().column;
        // After UTF-16 nothing is read.
        let end = if error.kind() == ErrorKind::Utf16 { u64::MAX } else { end };
        self.count += 1;
        if self.first.len() < KEPT_MAX {
            self.first.push(error);
        }
        let Some(ranges) = &mut self.ranges else { return };
        if let Some(last) = ranges.pop_if(|last| last.end == start) {
            ranges.push(last.start..end);
        } else if ranges.len() < RANGES_MAX {
            ranges.push(start..end);
        } else {
            self.ranges = None;
        }
    }

    /// Extends the last line, which is a long one, up to byte `end` of the input.
    fn extend_last(&mut self, end: u64) {
        if let Some(last) = self.ranges.as_mut().and_then(|ranges| ranges.last_mut()) {
            last.end = last.end.max(end);
        }
    }
}
