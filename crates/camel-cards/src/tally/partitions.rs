//! Entries on their way into a table, partitioned by prefix.
//!
//! A table has three to six megabytes, and an update anywhere in it waits for memory, 10 to 30 ns.
//! So entries are first appended to one of 169 partitions. When one is full, the table is updated with its entries, in
//! 35 KB. In a partition an entry is one word:
//!
//! ```text
//! bit 31              12 11       0
//!     bid below 2²⁰     suffix       entries with larger bids stand beside
//! ```
//!
//! Each partition keeps slack for the entries of one decoded block, so capacity is checked once for those and
//! not per entry.

use std::mem;

use crate::{
    game::{Entry, PREFIXES, SUFFIXES},
    read::BLOCK_ENTRIES,
    sys::{HugeVec, prefetch},
};

/// How many words a partition has.
const PARTITION_WORDS: usize = 4112;
/// A partition with so many words is full; the rest is slack.
pub(super) const FULL_WORDS: usize = PARTITION_WORDS - BLOCK_ENTRIES;
/// How many words before the end of a cache line the next line is prefetched. The processor does
/// not follow so many write cursors by itself.
const PREFETCH_WORDS: usize = 4;

/// How many bits of a bid a word has room for.
pub(super) const WORD_BID_BITS: u32 = 20;
const SUFFIX_BITS: u32 = 12;
const _: () =
    assert!(SUFFIXES < 1 << SUFFIX_BITS && SUFFIX_BITS + WORD_BID_BITS == 32 && PREFIXES < 256);

/// Partitions begin in different sets of the cache, for which all write cursors would else compete.
const _: () = assert!(PARTITION_WORDS * size_of::<u32>() % 4096 == 64);

/// Entries of all partitions.
pub(super) struct PartitionBuffer {
    words: HugeVec<u32>,
    /// Where the next word of each partition goes. A prefix is a byte, so there are 256.
    write_cursors: [u32; 256],
    /// For each partition, the entries whose bids fit no word.
    large: [Vec<LargeEntry>; PREFIXES],
}

/// An entry whose bid does not fit a word, and how many words of its partition come before it.
pub(super) struct LargeEntry {
    pub(super) at: u16,
    pub(super) suffix: u16,
    pub(super) bid: u64,
}

const fn start(prefix: usize) -> usize {
    prefix * PARTITION_WORDS
}

impl PartitionBuffer {
    /// Makes an empty buffer, in huge pages if many entries will follow.
    pub(super) fn new(many: bool) -> PartitionBuffer {
        PartitionBuffer {
            words: HugeVec::new(start(PREFIXES), many),
            write_cursors: std::array::from_fn(|prefix| start(prefix) as u32),
            large: [const { Vec::new() }; _],
        }
    }

    /// Returns how many words a partition has; an entry with a large bid counts as two.
    pub(super) fn size(&self, prefix: usize) -> usize {
        self.write_cursors[prefix] as usize - start(prefix) + 2 * self.large[prefix].len()
    }

    /// Returns whether the words of a partition are so many that they have to be taken before more follow.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        // Nearly always none is, and to look at all is quicker than to stop at the first.
        let cursors = (0..).zip(&self.write_cursors[..PREFIXES]);
        cursors.fold(false, |any, (prefix, &cursor)| {
            any | (cursor >= (start(prefix) + FULL_WORDS) as u32)
        })
    }

    pub(super) fn push(&mut self, Entry { hand, bid }: Entry) {
        let (prefix, suffix) = (hand.prefix(), hand.suffix());
        let cursor = &mut self.write_cursors[prefix];
        let at = *cursor as usize;
        if bid >> WORD_BID_BITS == 0 {
            self.words[at] = suffix as u32 | (bid as u32) << SUFFIX_BITS;
            *cursor += 1;
        } else {
            let (at, suffix) = ((at - start(prefix)) as u16, suffix as u16);
            self.large[prefix].push(LargeEntry { at, suffix, bid });
        }
    }

    /// Appends packed entries, at most [`BLOCK_ENTRIES`], whose bids fit words.
    #[inline]
    pub(super) fn push_packed(&mut self, entries: &[u64]) {
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
        let (fours, rest) = entries.as_chunks::<4>();
        for four in fours {
            for (at, &entry) in four.map(&mut next).into_iter().zip(four) {
                words[at] = word(entry);
                prefetch(words, at + PREFETCH_WORDS);
            }
        }
        for &entry in rest {
            words[next(entry)] = word(entry);
        }
    }

    /// Empties a partition; returns what it had.
    pub(super) fn take(&mut self, prefix: usize) -> (&[u32], Vec<LargeEntry>) {
        let start = start(prefix);
        let end = mem::replace(&mut self.write_cursors[prefix], start as u32);
        (&self.words[start..end as usize], mem::take(&mut self.large[prefix]))
    }
}

/// Returns the suffix and the bid of a word.
#[inline]
pub(super) fn suffix_and_bid(word: u32) -> (usize, u32) {
    ((word % (1 << SUFFIX_BITS)) as usize, word >> SUFFIX_BITS)
}
