//! The table of a tally: the sums of every hand, partitioned by prefix.
//!
//! Nearly always the entries of a hand are few with small bids, and one word holds their
//! [packed sums](PackedSums). Entries that do not fit are added to full-width spilled sums, which a
//! partition has only if it needs them; the spilled sums come before the packed ones.

use std::{hint, marker::PhantomData};

use super::{
    partitions::{PartitionBuffer, is_large, small_word},
    sums::{HandSums, Overflow, PackedSums, Sums},
};
use crate::{
    game::{Hand, PREFIXES, SUFFIXES},
    sys::HugeVec,
};

/// Where the position-weighted sums of packed entries are kept.
pub trait Weighted: Send {
    /// One for each hand, or else one for each partition: enough for totals, and half the memory.
    const PER_HAND: bool;
}

/// A position-weighted sum for each hand.
#[derive(Clone, Copy, Debug)]
pub enum PerHand {}

/// A position-weighted sum for each partition.
#[derive(Clone, Copy, Debug)]
pub enum PerPartition {}

impl Weighted for PerHand {
    const PER_HAND: bool = true;
}

impl Weighted for PerPartition {
    const PER_HAND: bool = false;
}

/// The sums of all hands.
pub(super) struct Table<W> {
    /// For each partition the [`PackedSums`] of its hands, and then, if they are kept
    /// per hand, the position-weighted sums of those. Plain words, so that zeros cost no memory.
    packed: HugeVec<u64>,
    partitions: Vec<Partition>,
    entries: u64,
    /// The number of entries, or a sum, has passed its range: no total is exact any more.
    overflow: bool,
    weighted: PhantomData<W>,
}

/// What a partition has besides its packed sums.
#[derive(Clone, Default)]
pub(super) struct Partition {
    /// An upper bound on the number of entries in the packed sums.
    packed_entries: usize,
    /// The position-weighted sum of entries in packed sums, unless that is kept per hand.
    pub(super) weighted: u128,
    /// The spilled sums by suffix, or none.
    spilled: Vec<Sums>,
}

impl<W> Clone for Table<W> {
    fn clone(&self) -> Table<W> {
        Table { packed: self.packed.clone(), partitions: self.partitions.clone(), ..*self }
    }
}

/// A partition of a table, to read.
#[derive(Clone, Copy)]
pub(super) struct PartitionRef<'a> {
    pub(super) prefix: usize,
    pub(super) packed: &'a [u64],
    /// Per suffix, or empty.
    pub(super) weighted: &'a [u64],
    pub(super) partition: &'a Partition,
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

    pub(super) fn count(&self, suffix: usize) -> u64 {
        let spilled = self.partition.spilled.get(suffix).map_or(0, |sums| sums.count);
        spilled.saturating_add(PackedSums(self.packed[suffix]).count())
    }

    /// Returns the sums of a hand, but for position-weighted sums that are not kept per hand.
    #[inline]
    pub(super) fn sums(&self, suffix: usize) -> Result<Sums, Overflow> {
        let weighted = self.weighted.get(suffix).copied().unwrap_or(0);
        let packed = PackedSums(self.packed[suffix]).unpack(weighted);
        match self.partition.spilled.get(suffix) {
            None => Ok(packed),
            Some(spilled) => spilled.followed_by(packed),
        }
    }
}

impl<'a> PartitionMut<'a> {
    fn new(words: &'a mut [u64], partition: &'a mut Partition) -> PartitionMut<'a> {
        let (packed, weighted) = words.split_at_mut(SUFFIXES);
        PartitionMut { packed, weighted, partition }
    }

    /// Adds to the position-weighted sum of a hand's packed entries.
    #[inline]
    fn add_weighted(&mut self, suffix: usize, more: u64) {
        match self.weighted.get_mut(suffix) {
            Some(sum) => *sum += more,
            None => self.partition.weighted += u128::from(more),
        }
    }

    /// Appends entries of one hand.
    fn append(&mut self, suffix: usize, later: Sums) -> Result<(), Overflow> {
        let room = PackedSums::ENTRIES_MAX - self.partition.packed_entries;
        match PackedSums::pack(later, room) {
            None => self.spill(suffix, later),
            Some((packed, weighted)) => {
                self.partition.packed_entries += later.count as usize;
                let mut sums = PackedSums(self.packed[suffix]);
                let moved_up = sums.append(packed);
                self.packed[suffix] = sums.0;
                self.add_weighted(suffix, weighted + moved_up);
                Ok(())
            }
        }
    }

    /// Moves the packed sums of a hand to its spilled ones, and appends entries to those.
    fn spill(&mut self, suffix: usize, later: Sums) -> Result<(), Overflow> {
        if self.partition.spilled.is_empty() {
            self.partition.spilled = vec![Sums::default(); SUFFIXES];
        }
        let packed = PackedSums(std::mem::take(&mut self.packed[suffix]));
        let weighted = self.weighted.get_mut(suffix).map_or(0, std::mem::take);
        let spilled = &mut self.partition.spilled[suffix];
        *spilled = spilled.followed_by(packed.unpack(weighted))?.followed_by(later)?;
        Ok(())
    }

    /// Moves all packed sums to the spilled ones.
    #[cold]
    fn spill_all(&mut self) -> Result<(), Overflow> {
        self.partition.packed_entries = 0;
        for suffix in 0..SUFFIXES {
            if self.packed[suffix] > 0 {
                self.spill(suffix, Sums::default())?;
            }
        }
        Ok(())
    }

    /// Appends all entries of the same partition of a later table.
    fn merge(&mut self, later: &PartitionRef<'_>) -> Result<(), Overflow> {
        if later.is_empty() {
            return Ok(());
        }
        let weighted = self.partition.weighted.checked_add(later.partition.weighted);
        self.partition.weighted = weighted.ok_or(Overflow)?;
        let room = PackedSums::ENTRIES_MAX - self.partition.packed_entries;
        if later.has_spilled() || later.partition.packed_entries > room {
            return (0..SUFFIXES).try_for_each(|suffix| match later.sums(suffix)? {
                Sums { count: 0, .. } => Ok(()),
                sums => self.append(suffix, sums),
            });
        }
        // The usual case, in which no sum can pass its range.
        self.partition.packed_entries += later.partition.packed_entries;
        for (suffix, &packed) in later.packed.iter().enumerate() {
            let mut sums = PackedSums(self.packed[suffix]);
            let moved_up = sums.append(PackedSums(packed));
            self.packed[suffix] = sums.0;
            let weighted = later.weighted.get(suffix).copied().unwrap_or(0);
            self.add_weighted(suffix, weighted + moved_up);
        }
        Ok(())
    }

    /// Appends the entries of the same partition of a buffer.
    fn update(&mut self, buffer: &PartitionBuffer, prefix: usize) -> Result<(), Overflow> {
        self.warm();
        let mut large_bids = buffer.large_bids(prefix);
        for mut words in buffer.words(prefix) {
            if words.len() > PackedSums::ENTRIES_MAX - self.partition.packed_entries {
                self.spill_all()?;
            }
            self.partition.packed_entries += words.len();
            // Small bids up to the next large one, as long as there is one.
            while large_bids.len() > 0
                && let Some(small) = words.iter().position(is_large)
            {
                self.push_words(&words[..small]);
                words = &words[small + 1..];
                if let Some((suffix, bid)) = large_bids.next() {
                    self.spill(suffix, Sums::of_bid(bid))?;
                }
            }
            self.push_words(words);
        }
        Ok(())
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
        let packed = &mut self.packed[..SUFFIXES];
        match self.weighted.get_mut(..SUFFIXES) {
            Some(weighted) => push_words(packed, words, |suffix, more| weighted[suffix] += more),
            None => {
                let mut sum = 0;
                push_words(packed, words, |_, more| sum += more);
                self.partition.weighted += u128::from(sum);
            }
        }
    }
}

#[inline]
fn push_words(packed: &mut [u64], words: &[u32], mut add_weighted: impl FnMut(usize, u64)) {
    let mut push = |word: u32| {
        let (suffix, bid) = small_word(word);
        let mut sums = PackedSums(packed[suffix]);
        add_weighted(suffix, sums.push(bid));
        packed[suffix] = sums.0;
    };
    // Unrolled, as in `PartitionBuffer::push_packed`. `&mut push` would not be inlined where code is
    // optimised for size.
    let (fours, rest) = words.as_chunks::<4>();
    fours.iter().for_each(|four| four.iter().for_each(|&word| push(word)));
    rest.iter().for_each(|&word| push(word));
}

impl<W: Weighted> Table<W> {
    /// How many words a partition has in [`Table::packed`].
    const PARTITION_WORDS: usize = if W::PER_HAND { 2 * SUFFIXES } else { SUFFIXES };

    /// Makes an empty table. Huge pages pay where most hands will occur.
    pub(super) fn new(huge: bool) -> Table<W> {
        Table {
            packed: HugeVec::new(PREFIXES * Self::PARTITION_WORDS, huge),
            partitions: vec![Partition::default(); PREFIXES],
            entries: 0,
            overflow: false,
            weighted: PhantomData,
        }
    }

    pub(super) fn entries(&self) -> u64 {
        self.entries
    }

    pub(super) fn tied(&self) -> u64 {
        let tied = |count| if count > 1 { count } else { 0 };
        let partitions = self.partitions().filter(|partition| !partition.is_empty());
        let tied_of = |partition: PartitionRef<'_>| match partition.has_spilled() {
            false => partition.packed.iter().map(|&sums| tied(PackedSums(sums).count())).sum(),
            true => (0..SUFFIXES)
                .map(|suffix| tied(partition.count(suffix)))
                .fold(0, u64::saturating_add),
        };
        partitions.map(tied_of).fold(0, u64::saturating_add)
    }

    pub(super) fn partitions(&self) -> impl Iterator<Item = PartitionRef<'_>> {
        let words = self.packed.chunks_exact(Self::PARTITION_WORDS);
        let partitions = words.zip(&self.partitions).enumerate();
        partitions.map(|(prefix, (words, partition))| {
            let (packed, weighted) = words.split_at(SUFFIXES);
            PartitionRef { prefix, packed, weighted, partition }
        })
    }

    fn partitions_mut(&mut self) -> impl Iterator<Item = PartitionMut<'_>> {
        let words = self.packed.chunks_exact_mut(Self::PARTITION_WORDS);
        words
            .zip(&mut self.partitions)
            .map(|(words, partition)| PartitionMut::new(words, partition))
    }

    /// Returns an error if some sum has passed its range.
    pub(super) fn check(&self) -> Result<(), Overflow> {
        if self.overflow { Err(Overflow) } else { Ok(()) }
    }

    fn count(&mut self, entries: u64) {
        match self.entries.checked_add(entries) {
            Some(entries) => self.entries = entries,
            None => self.overflow = true,
        }
    }

    /// Appends entries that hold one hand.
    pub(super) fn append(&mut self, HandSums { hand, sums }: HandSums) {
        self.count(sums.count);
        let words = hand.prefix() * Self::PARTITION_WORDS;
        let words = &mut self.packed[words..][..Self::PARTITION_WORDS];
        let mut partition = PartitionMut::new(words, &mut self.partitions[hand.prefix()]);
        self.overflow |= partition.append(hand.suffix(), sums).is_err();
    }

    /// Appends the entries of a buffer, and empties it.
    pub(super) fn update(&mut self, buffer: &mut PartitionBuffer) {
        self.count(buffer.len() as u64);
        // After an overflow nothing is exact, so nothing need be added.
        if !self.overflow {
            let mut partitions = self.partitions_mut().enumerate();
            let updated =
                partitions.try_for_each(|(prefix, mut partition)| partition.update(buffer, prefix));
            drop(partitions);
            self.overflow |= updated.is_err();
        }
        buffer.clear();
    }

    /// Appends all entries of a later table.
    pub(super) fn merge(&mut self, later: &Table<W>) {
        self.count(later.entries);
        self.overflow |= later.overflow;
        if !self.overflow {
            let mut partitions = self.partitions_mut().zip(later.partitions());
            let merged = partitions.try_for_each(|(mut partition, later)| partition.merge(&later));
            drop(partitions);
            self.overflow |= merged.is_err();
        }
    }
}

impl Table<PerHand> {
    /// Returns the hands that occur, by [`Hand::index`].
    pub(super) fn hand_sums(&self) -> Result<Vec<HandSums>, Overflow> {
        self.check()?;
        let mut hands = Vec::new();
        for partition in self.partitions().filter(|partition| !partition.is_empty()) {
            for suffix in 0..SUFFIXES {
                let sums = partition.sums(suffix)?;
                if sums.count > 0 {
                    let hand = Hand::from_parts(partition.prefix, suffix);
                    hands.push(HandSums { hand, sums });
                }
            }
        }
        Ok(hands)
    }
}

/// Forgets the position-weighted sums of single hands.
impl From<Table<PerHand>> for Table<PerPartition> {
    fn from(table: Table<PerHand>) -> Table<PerPartition> {
        let mut totals = Table::new(table.entries > Hand::COUNT as u64);
        (totals.entries, totals.overflow) = (table.entries, table.overflow);
        for (to, from) in totals.partitions_mut().zip(table.partitions()) {
            to.packed.copy_from_slice(from.packed);
            let weighted = from.weighted.iter().map(|&weighted| u128::from(weighted)).sum();
            *to.partition = Partition { weighted, ..from.partition.clone() };
        }
        totals
    }
}
