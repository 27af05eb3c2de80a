//! The table of a tally: the sums of every hand, partitioned by prefix.
//!
//! Nearly always the entries of a hand are few with small bids, and one word holds their
//! [packed sums](PackedSums). Entries that do not fit are added to full-width spilled sums, which a
//! partition has only if it needs them; the spilled sums come before the packed ones.

use std::hint;

use super::{
    partitions::{FULL_WORDS, LargeEntry, PartitionBuffer, suffix_and_bid},
    sums::{HandSums, Overflow, PackedSums, Sums},
};
use crate::{
    game::{Entry, Hand, PREFIXES, SUFFIXES},
    sys::HugeVec,
};

/// The sums of all hands.
#[derive(Clone)]
pub(super) struct Table {
    /// The [`PackedSums`] of each hand, by [`Hand::index`]. Plain words, so that zeros cost no memory.
    packed: HugeVec<[u64; 2]>,
    partitions: Vec<Partition>,
    /// `None` past 2⁶⁴ − 1: no total is exact any more.
    entries: Option<u64>,
}

/// What a partition has besides its packed sums.
#[derive(Clone, Default)]
struct Partition {
    /// An upper bound on the number of entries in the packed sums.
    packed_entries: usize,
    /// The spilled sums by suffix, or none.
    spilled: Vec<Sums>,
}

/// A partition of a table, to read.
#[derive(Clone, Copy)]
pub(super) struct PartitionRef<'a> {
    pub(super) prefix: usize,
    /// All of them together could be those of one hand.
    pub(super) packed: &'a [[u64; 2]],
    partition: &'a Partition,
}

/// A partition of a table, to change.
struct PartitionMut<'a> {
    packed: &'a mut [[u64; 2]],
    partition: &'a mut Partition,
}

impl PartitionRef<'_> {
    pub(super) fn is_empty(&self) -> bool {
        self.partition.packed_entries == 0 && self.partition.spilled.is_empty()
    }

    pub(super) fn has_spilled(&self) -> bool {
        !self.partition.spilled.is_empty()
    }

    #[inline]
    fn count(&self, suffix: usize) -> u64 {
        let spilled = self.partition.spilled.get(suffix).map_or(0, |sums| sums.count);
        PackedSums(self.packed[suffix]).count() + spilled
    }

    /// Returns the sums of a hand.
    #[inline]
    pub(super) fn sums(&self, suffix: usize) -> Sums {
        let packed = PackedSums(self.packed[suffix]).unpack();
        match self.partition.spilled.get(suffix) {
            None => packed,
            Some(spilled) => spilled.followed_by(packed),
        }
    }
}

impl PartitionMut<'_> {
    /// Appends entries of one hand.
    fn append(&mut self, suffix: usize, later: Sums) {
        let room = PackedSums::ENTRIES_MAX - self.partition.packed_entries;
        match PackedSums::pack(later, room) {
            None => self.spill(suffix, later),
            Some(packed) => {
                self.partition.packed_entries += later.count as usize;
                self.append_packed(suffix, packed);
            }
        }
    }

    #[inline]
    fn append_packed(&mut self, suffix: usize, later: PackedSums) {
        let mut sums = PackedSums(self.packed[suffix]);
        sums.append(later);
        self.packed[suffix] = sums.0;
    }

    /// Moves the packed sums of a hand to its spilled ones, and appends entries to those.
    fn spill(&mut self, suffix: usize, later: Sums) {
        if self.partition.spilled.is_empty() {
            self.partition.spilled = vec![Sums::default(); SUFFIXES];
        }
        let spilled = &mut self.partition.spilled[suffix];
        let packed = PackedSums(std::mem::take(&mut self.packed[suffix]));
        if packed.count() > 0 {
            *spilled = spilled.followed_by(packed.unpack());
        }
        *spilled = spilled.followed_by(later);
    }

    /// Moves all packed sums to the spilled ones.
    #[cold]
    fn spill_all(&mut self) {
        self.partition.packed_entries = 0;
        for suffix in 0..SUFFIXES {
            if PackedSums(self.packed[suffix]).count() > 0 {
                self.spill(suffix, Sums::default());
            }
        }
    }

    /// Appends all entries of the same partition of a later table.
    fn merge(&mut self, later: &PartitionRef<'_>) {
        if later.is_empty() {
            return;
        }
        let room = PackedSums::ENTRIES_MAX - self.partition.packed_entries;
        if later.has_spilled() || later.partition.packed_entries > room {
            return (0..SUFFIXES).for_each(|suffix| self.append(suffix, later.sums(suffix)));
        }
        // The usual case, in which no sum can pass its range.
        self.partition.packed_entries += later.partition.packed_entries;
        for (suffix, &packed) in later.packed.iter().enumerate() {
            self.append_packed(suffix, PackedSums(packed));
        }
    }

    /// Appends the entries of the same partition of a buffer.
    fn update(&mut self, words: &[u32], large: &[LargeEntry]) {
        if words.len() >= SUFFIXES / 4 {
            self.warm();
        }
        if words.len() > PackedSums::ENTRIES_MAX - self.partition.packed_entries {
            self.spill_all();
        }
        self.partition.packed_entries += words.len();
        let mut from = 0;
        for &LargeEntry { at, suffix, bid } in large {
            self.push_words(&words[from..at.into()]);
            self.spill(suffix.into(), Sums::of_bid(bid));
            from = at.into();
        }
        self.push_words(&words[from..]);
    }

    /// Adds entries with small bids: the other loop that every entry goes through. Nothing in it
    /// can fail.
    fn push_words(&mut self, words: &[u32]) {
        let packed = &mut self.packed[..SUFFIXES];
        let mut push = |word: u32| {
            let (suffix, bid) = suffix_and_bid(word);
            let mut sums = PackedSums(packed[suffix]);
            sums.push(bid);
            packed[suffix] = sums.0;
        };
        // Unrolled, as in `PartitionBuffer::push_packed`. `&mut push` would not be inlined where
        // code is optimised for size.
        let (fours, rest) = words.as_chunks::<4>();
        fours.iter().for_each(|four| four.iter().for_each(|&word| push(word)));
        rest.iter().for_each(|&word| push(word));
    }

    /// Brings the partition into the cache, in order. The updates that follow land anywhere in it, and
    /// would wait for one cache line after another: an eighth of the time for ten million hands.
    fn warm(&mut self) {
        if self.partition.packed_entries == 0 {
            // Memory that is read before it is written to is mapped twice.
            self.packed.fill([0; 2]);
        } else {
            // One word of each cache line.
            let words = self.packed.iter().step_by(4).flatten();
            hint::black_box(words.step_by(2).fold(0, |union, word| union | word));
        }
    }
}

impl Table {
    /// Makes an empty table. Huge pages pay where most hands will occur.
    pub(super) fn new(huge: bool) -> Table {
        Table {
            packed: HugeVec::new(Hand::COUNT, huge),
            partitions: vec![Partition::default(); PREFIXES],
            entries: Some(0),
        }
    }

    /// Returns the number of entries, or an error if it has passed its range.
    pub(super) fn entries(&self) -> Result<u64, Overflow> {
        self.entries.ok_or(Overflow)
    }

    pub(super) fn tied(&self) -> u64 {
        let mut tied = 0;
        for partition in self.partitions() {
            for suffix in 0..SUFFIXES {
                let count = partition.count(suffix);
                tied += if count > 1 { count } else { 0 };
            }
        }
        tied
    }

    pub(super) fn partitions(&self) -> impl Iterator<Item = PartitionRef<'_>> {
        let packed = self.packed.chunks_exact(SUFFIXES);
        let partitions = packed.zip(&self.partitions).enumerate();
        partitions.map(|(prefix, (packed, partition))| PartitionRef { prefix, packed, partition })
    }

    fn partition_mut(&mut self, prefix: usize) -> PartitionMut<'_> {
        let packed = &mut self.packed[prefix * SUFFIXES..][..SUFFIXES];
        PartitionMut { packed, partition: &mut self.partitions[prefix] }
    }

    /// Counts more entries. Returns whether to add them: after an overflow nothing is exact.
    fn count(&mut self, entries: Option<u64>) -> bool {
        self.entries = self.entries.zip(entries).and_then(|(all, more)| all.checked_add(more));
        self.entries.is_some()
    }

    /// Appends entries that hold one hand.
    pub(super) fn append(&mut self, HandSums { hand, sums }: HandSums) {
        if self.count(Some(sums.count)) {
            self.partition_mut(hand.prefix()).append(hand.suffix(), sums);
        }
    }

    /// Appends an entry by way of a buffer.
    pub(super) fn push(&mut self, entry: Entry, buffer: &mut PartitionBuffer) {
        buffer.push(entry);
        self.update(buffer, entry.hand.prefix(), FULL_WORDS);
    }

    /// Appends the entries of the partitions of a buffer that have at least so many, and empties those.
    pub(super) fn update_all(&mut self, buffer: &mut PartitionBuffer, entries_min: usize) {
        (0..PREFIXES).for_each(|prefix| self.update(buffer, prefix, entries_min));
    }

    fn update(&mut self, buffer: &mut PartitionBuffer, prefix: usize, entries_min: usize) {
        if buffer.size(prefix) >= entries_min {
            let (words, large) = buffer.take(prefix);
            if self.count(Some((words.len() + large.len()) as u64)) {
                self.partition_mut(prefix).update(words, &large);
            }
        }
    }

    /// Appends all entries of a later table.
    pub(super) fn merge(&mut self, later: &Table) {
        if self.count(later.entries) {
            for later in later.partitions() {
                self.partition_mut(later.prefix).merge(&later);
            }
        }
    }

    /// Returns the hands that occur, by [`Hand::index`].
    pub(super) fn hand_sums(&self) -> Result<Vec<HandSums>, Overflow> {
        self.entries()?;
        let mut hands = Vec::new();
        for partition in self.partitions().filter(|partition| !partition.is_empty()) {
            for suffix in 0..SUFFIXES {
                let sums = partition.sums(suffix);
                if sums.count > 0 {
                    let hand = Hand::from_parts(partition.prefix, suffix);
                    hands.push(HandSums { hand, sums });
                }
            }
        }
        Ok(hands)
    }
}
