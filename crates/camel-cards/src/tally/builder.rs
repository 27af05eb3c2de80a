//! Entries on their way into a tally: few into a list, many into a table, partitioned by prefix.
//!
//! A table has three megabytes, and an update anywhere in it waits for memory, 10 to 30 ns.
//! So entries are first appended to one of 169 partitions. When one is full, the table is updated with its entries, in
//! 18 KB.
//!
//! Each partition keeps slack for the entries of one decoded block, so capacity is checked once for those and
//! not per entry.

use std::mem;

use super::{
    Representation, Tally,
    list::List,
    sums::SMALL_BID_BITS,
    table::{LargeEntry, Table},
};
use crate::{
    game::{Entry, PREFIXES},
    read::{BLOCK_ENTRIES, Block},
    sys::{HugeVec, prefetch},
};

/// Makes a [`Tally`] from entries, in order.
///
/// Past 131,072 entries, its buffers take some 8 MB, however many entries follow, and up to three
/// times as much if bids reach 2²⁰.
///
/// ```
/// use camel_cards::{Block, Builder, Reader, Rules, Ties};
///
/// let (mut reader, mut block) = (Reader::new(), Block::new());
/// let mut builder = Builder::new();
/// for mut chunk in [&b"32T3K 765\nT55J5"[..], b" 684\n"] {
///     while !chunk.is_empty() {
///         reader.next_block(&mut chunk, &mut block)?;
///         builder.push_block(&block);
///     }
/// }
/// let tally = builder.finish();
/// assert_eq!(tally.score(Ties::Ordinal)?.winnings.joker, 765 + 2 * 684);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct Builder {
    /// The entries that are no longer in the buffer.
    tally: Tally,
    /// There is one if the tally is a table.
    buffer: Option<PartitionBuffer>,
}

impl Builder {
    /// Makes a builder without entries.
    pub fn new() -> Builder {
        Builder::default()
    }

    /// Makes a builder for an input of about `bytes` bytes.
    ///
    /// The size is a hint for speed: the entries of a large input go into a table at once, so a
    /// million entries take a tenth less time.
    pub fn for_input(bytes: u64) -> Builder {
        // Five labels, a blank, the longest bid that fits a list, `\r\n`.
        const LINE_BYTES: u64 = 5 + 1 + 10 + 2;
        const _: () = assert!(1 << Entry::PACKED_BID_BITS < 10_000_000_000u64);
        match bytes > List::ENTRIES_MAX as u64 * LINE_BYTES {
            true => Builder::with_table(true),
            false => Builder::new(),
        }
    }

    /// Makes a builder that has a table from the start, in huge pages if many entries will follow.
    fn with_table(many: bool) -> Builder {
        let tally = Tally(Representation::Table(Table::new(many)));
        Builder { tally, buffer: Some(PartitionBuffer::new(many)) }
    }

    /// Appends an entry.
    pub fn push(&mut self, entry: Entry) {
        if entry.packed().is_some_and(|packed| self.tally.try_extend(&[packed])) {
            return;
        }
        let (table, buffer) = self.table();
        buffer.push(entry, table);
    }

    /// Appends all entries of a block, which is faster than one by one.
    pub fn push_block(&mut self, block: &Block) {
        let packed = block.packed(Entry::PACKED_BID_BITS);
        if packed.is_some_and(|packed| self.tally.try_extend(packed)) {
            return;
        }
        let (table, buffer) = self.table();
        match block.packed(SMALL_BID_BITS) {
            Some(packed) => buffer.push_packed(packed),
            None => block.entries().for_each(|entry| buffer.push(entry, table)),
        }
        if buffer.is_full() {
            buffer.flush_all(FULL_WORDS, table);
        }
    }

    /// Returns the tally of all entries.
    pub fn finish(mut self) -> Tally {
        self.flush();
        self.tally
    }

    /// Updates the table with the entries that the buffer holds, up to two million, so that
    /// [`finish`](Builder::finish) is quick. Call it from an idle thread.
    #[doc(hidden)]
    pub fn flush(&mut self) {
        if let (Representation::Table(table), Some(buffer)) = (&mut self.tally.0, &mut self.buffer)
        {
            buffer.flush_all(1, table);
        }
    }

    /// Returns the table and its buffer; a list becomes a table first.
    fn table(&mut self) -> (&mut Table, &mut PartitionBuffer) {
        if let Representation::List(list) = &mut self.tally.0 {
            let list = mem::take(list);
            // If only a bid is too large for the list, few entries may come, and huge pages would not pay.
            *self = Builder::with_table(list.len() + BLOCK_ENTRIES > List::ENTRIES_MAX);
            self.extend(list.entries());
        }
        match (&mut self.tally.0, &mut self.buffer) {
            (Representation::Table(table), Some(buffer)) => (table, buffer),
            #[expect(clippy::unreachable, reason = "a table has a buffer")]
            _ => unreachable!(),
        }
    }
}

/// Works in blocks, so it is much faster than a [`push`](Builder::push) for each entry.
impl Extend<Entry> for Builder {
    fn extend<I: IntoIterator<Item = Entry>>(&mut self, entries: I) {
        let (mut entries, mut block) = (entries.into_iter(), Block::new());
        loop {
            block.refill(&mut entries);
            self.push_block(&block);
            if block.len() < BLOCK_ENTRIES {
                return;
            }
        }
    }
}

impl FromIterator<Entry> for Tally {
    fn from_iter<I: IntoIterator<Item = Entry>>(entries: I) -> Tally {
        let mut builder = Builder::new();
        builder.extend(entries);
        builder.finish()
    }
}

/// The number of words of a partition.
const PARTITION_WORDS: usize = 12304;
/// A partition with this many words is full; the rest is slack.
const FULL_WORDS: usize = PARTITION_WORDS - BLOCK_ENTRIES;
/// The number of words before the end of a cache line at which the next line is prefetched. The
/// processor does not follow this many write cursors by itself.
const PREFETCH_WORDS: usize = 4;

/// Partitions begin in different sets of the cache, for which all write cursors would otherwise
/// compete.
const _: () = assert!(PARTITION_WORDS * size_of::<u32>() % 4096 == 64);

/// Entries of all partitions.
struct PartitionBuffer {
    words: HugeVec<u32>,
    /// Where the next word of each partition goes. A prefix is a byte, so there are 256.
    write_cursors: [u32; 256],
    /// For each partition, the entries whose bids do not fit a word.
    large: [Vec<LargeEntry>; PREFIXES],
}

const fn start(prefix: usize) -> usize {
    prefix * PARTITION_WORDS
}

impl PartitionBuffer {
    /// Makes an empty buffer, in huge pages if many entries will follow.
    fn new(many: bool) -> PartitionBuffer {
        PartitionBuffer {
            words: HugeVec::new(start(PREFIXES), many),
            write_cursors: std::array::from_fn(|prefix| start(prefix) as u32),
            large: [const { Vec::new() }; PREFIXES],
        }
    }

    /// Returns whether a partition must be emptied before more entries are appended.
    #[inline]
    fn is_full(&self) -> bool {
        // Nearly always none is, and to look at all is quicker than to stop at the first.
        let cursors = (0..).zip(&self.write_cursors[..PREFIXES]);
        cursors.fold(false, |any, (prefix, &cursor)| {
            any | (cursor >= (start(prefix) + FULL_WORDS) as u32)
        })
    }

    fn push(&mut self, entry: Entry, table: &mut Table) {
        let Entry { hand, bid } = entry;
        let prefix = hand.prefix();
        match entry.packed() {
            Some(packed) if bid >> SMALL_BID_BITS == 0 => self.push_packed(&[packed]),
            _ => {
                let at = self.write_cursors[prefix] as usize - start(prefix);
                let (at, suffix) = (at as u16, hand.suffix() as u16);
                self.large[prefix].push(LargeEntry { at, suffix, bid });
            }
        }
        self.flush(prefix, FULL_WORDS, table);
    }

    /// Appends packed entries, at most [`BLOCK_ENTRIES`], whose bids fit words.
    #[inline]
    fn push_packed(&mut self, entries: &[u64]) {
        debug_assert!(entries.len() <= BLOCK_ENTRIES);
        let (words, cursors) = (&mut self.words[..], &mut self.write_cursors);
        let mut next = |entry: u64| {
            let cursor = &mut cursors[usize::from(entry as u8)];
            *cursor += 1;
            *cursor as usize - 1
        };
        // Suffix and bid: all but the prefix.
        let word = |entry: u64| (entry >> 8) as u32;
        // The cursors of four entries are read before a word is written: a read of a
        // cursor else waits until the address of the last write is known.
        let fours = entries.chunks_exact(4);
        let rest = fours.remainder();
        for four in fours {
            for (at, &entry) in [0, 1, 2, 3].map(|i| next(four[i])).into_iter().zip(four) {
                words[at] = word(entry);
                prefetch(words, at + PREFETCH_WORDS);
            }
        }
        for &entry in rest {
            words[next(entry)] = word(entry);
        }
    }

    /// Updates the table with the entries of the partitions that have at least `words_min` words,
    /// and empties these.
    fn flush_all(&mut self, words_min: usize, table: &mut Table) {
        (0..PREFIXES).for_each(|prefix| self.flush(prefix, words_min, table));
    }

    fn flush(&mut self, prefix: usize, words_min: usize, table: &mut Table) {
        let words = start(prefix)..self.write_cursors[prefix] as usize;
        // An entry with a large bid counts as three words.
        if words.len() + 3 * self.large[prefix].len() >= words_min {
            self.write_cursors[prefix] = start(prefix) as u32;
            table.update(prefix, &self.words[words], &mem::take(&mut self.large[prefix]));
        }
    }
}
