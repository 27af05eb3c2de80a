//! The table of a tally: the sums of every hand, partitioned by prefix.
//!
//! Nearly always the entries of a hand are few with small bids, and one word holds their
//! [packed sums](PackedSums). Entries that do not fit are added to full-width spilled sums, which a
//! partition has only if it needs them; the spilled sums come before the packed ones.

use std::hint;

use super::{
    partitions::{PartitionBuffer, is_large, small_word},
    sums::{HandSums, Overflow, PackedSums, Sums},
};
use crate::{
    game::{Hand, PREFIXES, SUFFIXES},
    sys::HugeVec,
};

/// How many words a partition has.
const PARTITION_WORDS: usize = 2 * SUFFIXES;

/// The sums of all hands.
#[derive(Clone)]
pub(super) struct Table {
    /// For each partition the [`PackedSums`] of its hands, and then the position-weighted sums of
    /// those. Plain words, so that zeros cost no memory.
    words: HugeVec<u64>,
    partitions: Vec<Partition>,
    entries: u64,
    /// The number of entries has passed its range: no total is exact any more.
    overflow: bool,
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
    pub(super) packed: &'a [u64],
    /// All of them together fit 64 bits.
    pub(super) weighted: &'a [u64],
    partition: &'a Partition,
}

/// A partition of a table, to change.
struct PartitionMut<'a> {
    packed: &'a mut [u64],
    weighted: &'a mut [u64],
    partition: &'a mut Partition,
}

impl PartitionRef<'_> {
    pub(super) fn is_empty(&self) -> bool {
        self.partition.packed_entries == 0 && self.partition.spilled.is_empty()
    }

    pub(super) fn has_spilled(&self) -> bool {
        !self.partition.spilled.is_empty()
    }

    /// Returns the sums of a hand.
    #[inline]
    pub(super) fn sums(&self, suffix: usize) -> Sums {
        let packed = PackedSums(self.packed[suffix]).unpack(self.weighted[suffix]);
        match self.partition.spilled.get(suffix) {
            None => packed,
            Some(spilled) => spilled.followed_by(packed),
        }
    }
}

impl<'a> PartitionMut<'a> {
    fn new(words: &'a mut [u64], partition: &'a mut Partition) -> PartitionMut<'a> {
        let (packed, weighted) = words.split_at_mut(SUFFIXES);
        PartitionMut { packed, weighted, partition }
    }

    /// Appends entries of one hand.
    fn append(&mut self, suffix: usize, later: Sums) {
        let room = PackedSums::ENTRIES_MAX - self.partition.packed_entries;
        match PackedSums::pack(later, room) {
            None => self.spill(suffix, later),
            Some((packed, weighted)) => {
                self.partition.packed_entries += later.count as usize;
                self.append_packed(suffix, packed, weighted);
            }
        }
    }

    #[inline]
    fn append_packed(&mut self, suffix: usize, later: PackedSums, weighted: u64) {
        let mut sums = PackedSums(self.packed[suffix]);
        self.weighted[suffix] += weighted + sums.append(later);
        self.packed[suffix] = sums.0;
    }

    /// Moves the packed sums of a hand to its spilled ones, and appends entries to those.
    fn spill(&mut self, suffix: usize, later: Sums) {
        if self.partition.spilled.is_empty() {
            self.partition.spilled = vec![Sums::default(); SUFFIXES];
        }
        let packed = PackedSums(std::mem::take(&mut self.packed[suffix]));
        let packed = packed.unpack(std::mem::take(&mut self.weighted[suffix]));
        let spilled = &mut self.partition.spilled[suffix];
        *spilled = spilled.followed_by(packed).followed_by(later);
    }

    /// Moves all packed sums to the spilled ones.
    #[cold]
    fn spill_all(&mut self) {
        self.partition.packed_entries = 0;
        for suffix in 0..SUFFIXES {
            if self.packed[suffix] > 0 {
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
            for suffix in 0..SUFFIXES {
                match later.sums(suffix) {
                    Sums { count: 0, .. } => {}
                    sums => self.append(suffix, sums),
                }
            }
            return;
        }
        // The usual case, in which no sum can pass its range.
        self.partition.packed_entries += later.partition.packed_entries;
        for (suffix, (&packed, &weighted)) in later.packed.iter().zip(later.weighted).enumerate() {
            self.append_packed(suffix, PackedSums(packed), weighted);
        }
    }

    /// Appends the entries of the same partition of a buffer.
    fn update(&mut self, buffer: &PartitionBuffer, prefix: usize) {
        self.warm();
        let mut large_bids = buffer.large_bids(prefix);
        for mut words in buffer.words(prefix) {
            if words.len() > PackedSums::ENTRIES_MAX - self.partition.packed_entries {
                self.spill_all();
            }
            self.partition.packed_entries += words.len();
            // Small bids up to the next large one, as long as there is one.
            while large_bids.len() > 0
                && let Some(small) = words.iter().position(is_large)
            {
                self.push_words(&words[..small]);
                words = &words[small + 1..];
                if let Some((suffix, bid)) = large_bids.next() {
                    self.spill(suffix, Sums::of_bid(bid));
                }
            }
            self.push_words(words);
        }
    }

    /// Brings the partition into the cache, in order. The updates that follow land anywhere in it, and
    /// would wait for one cache line after another: an eighth of the time for ten million hands.
    fn warm(&mut self) {
        if self.partition.packed_entries == 0 {
            // Memory that is read before it is written to is mapped twice.
            self.packed.fill(0);
            self.weighted.fill(0);
        } else {
            // One word of each cache line.
            for words in [&*self.packed, &*self.weighted] {
                hint::black_box(words.iter().step_by(8).fold(0, |union, word| union | word));
            }
        }
    }

    /// Adds entries with small bids: the other loop that every entry goes through. Nothing in it
    /// can fail.
    fn push_words(&mut self, words: &[u32]) {
        let (packed, weighted) = (&mut self.packed[..SUFFIXES], &mut self.weighted[..SUFFIXES]);
        let mut push = |word: u32| {
            let (suffix, bid) = small_word(word);
            let mut sums = PackedSums(packed[suffix]);
            weighted[suffix] += sums.push(bid);
            packed[suffix] = sums.0;
        };
        // Unrolled, as in `PartitionBuffer::push_packed`. `&mut push` would not be inlined where
        // code is optimised for size.
        let (fours, rest) = words.as_chunks::<4>();
        fours.iter().for_each(|four| four.iter().for_each(|&word| push(word)));
        rest.iter().for_each(|&word| push(word));
    }
}

impl Table {
    /// Makes an empty table. Huge pages pay where most hands will occur.
    pub(super) fn new(huge: bool) -> Table {
        Table {
            words: HugeVec::new(PREFIXES * PARTITION_WORDS, huge),
            partitions: vec![Partition::default(); PREFIXES],
            entries: 0,
            overflow: false,
        }
    }

    pub(super) fn entries(&self) -> u64 {
        self.entries
    }

    pub(super) fn tied(&self) -> u64 {
        let tied = |count| if count > 1 { count } else { 0 };
        let partitions = self.partitions().filter(|partition| !partition.is_empty());
        partitions
            .map(|partition| match partition.has_spilled() {
                false => partition.packed.iter().map(|&sums| tied(PackedSums(sums).count())).sum(),
                true => (0..SUFFIXES).map(|suffix| tied(partition.sums(suffix).count)).sum::<u64>(),
            })
            .sum()
    }

    pub(super) fn partitions(&self) -> impl Iterator<Item = PartitionRef<'_>> {
        let words = self.words.chunks_exact(PARTITION_WORDS);
        let partitions = words.zip(&self.partitions).enumerate();
        partitions.map(|(prefix, (words, partition))| {
            let (packed, weighted) = words.split_at(SUFFIXES);
            PartitionRef { prefix, packed, weighted, partition }
        })
    }

    fn partitions_mut(&mut self) -> impl Iterator<Item = PartitionMut<'_>> {
        let words = self.words.chunks_exact_mut(PARTITION_WORDS);
        words
            .zip(&mut self.partitions)
            .map(|(words, partition)| PartitionMut::new(words, partition))
    }

    /// Returns an error if the number of entries has passed its range.
    pub(super) fn check(&self) -> Result<(), Overflow> {
        if self.overflow { Err(Overflow) } else { Ok(()) }
    }

    /// Counts more entries. Returns whether to add them: after an overflow nothing is exact.
    fn count(&mut self, entries: u64) -> bool {
        match self.entries.checked_add(entries) {
            Some(entries) => self.entries = entries,
            None => self.overflow = true,
        }
        !self.overflow
    }

    /// Appends entries that hold one hand.
    pub(super) fn append(&mut self, HandSums { hand, sums }: HandSums) {
        if self.count(sums.count) {
            let words = &mut self.words[hand.prefix() * PARTITION_WORDS..][..PARTITION_WORDS];
            let partition = &mut self.partitions[hand.prefix()];
            PartitionMut::new(words, partition).append(hand.suffix(), sums);
        }
    }

    /// Appends the entries of a buffer, and empties it.
    pub(super) fn update(&mut self, buffer: &mut PartitionBuffer) {
        if self.count(buffer.len() as u64) {
            for (prefix, mut partition) in self.partitions_mut().enumerate() {
                partition.update(buffer, prefix);
            }
        }
        buffer.clear();
    }

    /// Appends all entries of a later table.
    pub(super) fn merge(&mut self, later: &Table) {
        self.overflow |= later.overflow;
        if self.count(later.entries) {
            for (mut partition, later) in self.partitions_mut().zip(later.partitions()) {
                partition.merge(&later);
            }
        }
    }

    /// Returns the hands that occur, by [`Hand::index`].
    pub(super) fn hand_sums(&self) -> Result<Vec<HandSums>, Overflow> {
        self.check()?;
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
