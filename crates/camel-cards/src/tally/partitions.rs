//! Entries on their way into a table, partitioned by prefix.
//!
//! A table has three to six megabytes, and an update anywhere in it waits for memory, 10 to 30 ns.
//! So entries are first appended to one of 169 partitions, and then the table is updated a partition at a
//! time, in 18 or 35 KB. In a partition an entry is one word:
//!
//! ```text
//! bit 31              12 11       0
//!     bid below 2²⁰     suffix       below 2,197
//!     0                 4,095        suffix and bid are the next of the partition's large bids
//! ```
//!
//! A partition is a chain of blocks of words, which all partitions take from one supply: hands
//! that all share a prefix cost no more than any others. Each block keeps slack for the entries of one
//! decoded block, so capacity is checked once for those and not per entry.

use crate::{
    game::{Entry, PREFIXES, SUFFIXES},
    read::BLOCK_ENTRIES,
    sys::{HugeVec, prefetch},
};

/// How many words a block has.
const BLOCK_WORDS: usize = 2048;
/// A block with so many words is full; the rest is slack.
const FULL_WORDS: usize = BLOCK_WORDS - BLOCK_ENTRIES;
/// How many words before the end of a cache line the next line is prefetched. The processor does
/// not follow so many write cursors by itself.
const PREFETCH_WORDS: usize = 4;
/// How many entries are gathered before the table is updated.
const CAPACITY: usize = 1 << 20;
/// The blocks of a full buffer: one that each partition has begun, and the full ones.
const BLOCKS: usize = PREFIXES + CAPACITY / FULL_WORDS + 64;

/// What is in place of the suffix if the bid has more than [`WORD_BID_BITS`].
const LARGE: u32 = 0xFFF;
/// How many bits of a bid a word has room for.
pub(super) const WORD_BID_BITS: u32 = 20;
const _: () = assert!(SUFFIXES < LARGE as usize && PREFIXES < 256);

/// An entry whose bid does not fit a word.
#[derive(Clone, Copy, Debug)]
pub(super) struct LargeBid {
    suffix: u16,
    bid: u64,
}

/// Entries of all partitions, up to about a million.
#[derive(Clone, Debug)]
pub(super) struct PartitionBuffer {
    words: HugeVec<u32>,
    /// For each block in use, where it ends and which one follows.
    links: Vec<Link>,
    /// Where the next word of each partition goes. A prefix is a byte, so there are 256.
    write_cursors: [u32; 256],
    /// For each partition, the entries whose bids fit no word.
    large_bids: Vec<Vec<LargeBid>>,
    large_count: usize,
    len: usize,
}

/// Where the words of a full block end, and in which block the chain goes on.
#[derive(Clone, Copy, Debug, Default)]
struct Link {
    end: u32,
    next: u32,
}

/// The first word of each partition. If every chain began at the start of a block, all write cursors
/// would compete for the same few sets of the cache.
const fn start(prefix: usize) -> u32 {
    (prefix * BLOCK_WORDS + prefix * FULL_WORDS / PREFIXES) as u32
}

#[inline]
fn is_block_full(cursor: u32) -> bool {
    cursor as usize % BLOCK_WORDS >= FULL_WORDS
}

impl PartitionBuffer {
    /// Makes an empty buffer, with all its memory in huge pages if many entries will follow.
    pub(super) fn new(many: bool) -> PartitionBuffer {
        let blocks = if many { BLOCKS } else { PREFIXES };
        let mut buffer = PartitionBuffer {
            words: HugeVec::new(blocks * BLOCK_WORDS, many),
            links: Vec::new(),
            write_cursors: [0; 256],
            large_bids: Vec::new(),
            large_count: 0,
            len: 0,
        };
        buffer.clear();
        buffer
    }

    /// Empties the buffer, and keeps its memory.
    pub(super) fn clear(&mut self) {
        self.links.clear();
        self.links.resize(PREFIXES, Link::default());
        for (prefix, cursor) in self.write_cursors.iter_mut().enumerate().take(PREFIXES) {
            *cursor = start(prefix);
        }
        // With new lists: in sorted input each partition in turn would keep the longest.
        self.large_bids = vec![Vec::new(); PREFIXES];
        (self.large_count, self.len) = (0, 0);
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Returns whether the table is to be updated now; a large bid counts as three entries.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.len + 2 * self.large_count >= CAPACITY
    }

    pub(super) fn push(&mut self, Entry { hand, bid }: Entry) {
        let prefix = hand.prefix();
        let word = if bid < 1 << WORD_BID_BITS {
            hand.suffix() as u32 | (bid as u32) << 12
        } else {
            self.large_bids[prefix].push(LargeBid { suffix: hand.suffix() as u16, bid });
            self.large_count += 1;
            LARGE
        };
        let cursor = &mut self.write_cursors[prefix];
        self.words[*cursor as usize] = word;
        *cursor += 1;
        self.len += 1;
        if is_block_full(*cursor) {
            self.chain_block(prefix);
        }
    }

    /// Appends packed entries, at most [`BLOCK_ENTRIES`], whose bids fit words.
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
        self.len += entries.len();
        // Nearly always none is full, and to look at all is quicker than to stop at the first.
        if cursors[..PREFIXES].iter().fold(false, |any, &cursor| any | is_block_full(cursor)) {
            for prefix in 0..PREFIXES {
                if is_block_full(self.write_cursors[prefix]) {
                    self.chain_block(prefix);
                }
            }
        }
    }

    #[cold]
    fn chain_block(&mut self, prefix: usize) {
        let (end, block) = (self.write_cursors[prefix], self.links.len());
        self.links.push(Link::default());
        self.links[end as usize / BLOCK_WORDS] = Link { end, next: block as u32 };
        self.write_cursors[prefix] = (block * BLOCK_WORDS) as u32;
        if self.words.len() < (block + 1) * BLOCK_WORDS {
            self.words.grow((block + 1) * BLOCK_WORDS);
        }
    }

    /// Returns the words of a partition in the order of the input, block by block.
    pub(super) fn words(&self, prefix: usize) -> impl Iterator<Item = &[u32]> {
        let last = self.write_cursors[prefix];
        let mut begin = Some(start(prefix) as usize);
        std::iter::from_fn(move || {
            let from = begin?;
            let block = from / BLOCK_WORDS;
            let (end, next) = match self.links[block] {
                _ if block == last as usize / BLOCK_WORDS => (last, None),
                Link { end, next } => (end, Some(next as usize * BLOCK_WORDS)),
            };
            begin = next;
            Some(&self.words[from..end as usize])
        })
    }

    /// Returns the large bids of a partition in the order of the input.
    pub(super) fn large_bids(&self, prefix: usize) -> impl ExactSizeIterator<Item = (usize, u64)> {
        self.large_bids[prefix].iter().map(|large| (usize::from(large.suffix), large.bid))
    }
}

/// Returns whether a word stands for the next large bid.
#[inline]
pub(super) fn is_large(word: &u32) -> bool {
    word & LARGE == LARGE
}

/// Returns the suffix and the bid of any other word.
#[inline]
pub(super) fn small_word(word: u32) -> (usize, u32) {
    ((word & LARGE) as usize, word >> 12)
}
