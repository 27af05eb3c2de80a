use std::mem;

use camel_cards::{Builder, Entry, Tally};
use camel_cards_input::{Decoded, Decoder};

use super::SkippedLines;

/// An input that is being read, and all that is known of it besides its tally.
pub(crate) struct Reading {
    decoder: Decoder,
    builder: Builder<Tally>,
    lines: Lines,
}

struct Lines {
    /// All entries, unless there are too many.
    entries: Option<Vec<Entry>>,
    entries_max: usize,
    /// The least and the greatest bid.
    bids: Option<(u64, u64)>,
    skipped: SkippedLines,
}

impl Reading {
    /// Begins an input. Its entries are listed unless there are more than `entries_max`.
    pub(crate) fn new(entries_max: usize) -> Reading {
        let entries = (entries_max > 0).then(Vec::new);
        let lines = Lines { entries, entries_max, bids: None, skipped: SkippedLines::default() };
        Reading { decoder: Decoder::new(), builder: Builder::new(), lines }
    }

    /// Reads the next chunk, which may end anywhere.
    pub(crate) fn push(&mut self, mut chunk: &[u8]) {
        while !chunk.is_empty() {
            let decoded = self.decoder.next(&mut chunk);
            decoded.push_to(&mut self.builder);
            self.lines.add(&decoded);
        }
    }

    /// Ends the input, and returns the tally of its entries.
    pub(crate) fn finish(&mut self) -> Tally {
        let decoded = self.decoder.finish();
        decoded.push_to(&mut self.builder);
        self.lines.add(&decoded);
        mem::take(&mut self.builder).finish()
    }

    /// Returns the entries, unless there are too many to list them.
    pub(crate) fn entries(&self) -> Option<&[Entry]> {
        self.lines.entries.as_deref()
    }

    /// Returns the entries; none if there are too many to list them.
    pub(crate) fn into_entries(self) -> Vec<Entry> {
        self.lines.entries.unwrap_or_default()
    }

    pub(crate) fn bids(&self) -> Option<(u64, u64)> {
        self.lines.bids
    }

    pub(crate) fn skipped(&self) -> &SkippedLines {
        &self.lines.skipped
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.decoder.bytes()
    }

    pub(crate) fn byte_order_mark(&self) -> bool {
        self.decoder.byte_order_mark()
    }
}

impl Lines {
    fn add(&mut self, decoded: &Decoded<'_>) {
        let (mut least, mut greatest) = self.bids.unwrap_or((u64::MAX, 0));
        let mut add_bid = |bid: u64| (least, greatest) = (least.min(bid), greatest.max(bid));
        // By `for_each`, which goes through a block in one loop; `extend` asks for each entry.
        match &mut self.entries {
            None => decoded.entries().for_each(|entry| add_bid(entry.bid)),
            Some(entries) => decoded.entries().for_each(|entry| {
                add_bid(entry.bid);
                entries.push(entry);
            }),
        }
        self.entries.take_if(|entries| entries.len() > self.entries_max);
        // Of no entries, none is both.
        self.bids = (least <= greatest).then_some((least, greatest));
        if let Some(bad) = decoded.bad_text() {
            self.skipped.add(bad);
        }
    }
}
