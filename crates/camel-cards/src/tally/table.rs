//! The table of a tally: the sums of every hand, partitioned by prefix.
//!
//! Nearly always the entries of a hand are few with small bids, and one word holds their
//! [packed sums](PackedSums). When that is full, it is added to full-width spilled sums, which a
//! partition has only if it needs them, and begins anew; so the spilled sums come before the packed ones. Entries come as
//! words, in batches that share a prefix:
//!
//! ```text
//! bit 31              12 11       0
//!     bid below 2²⁰     suffix       entries with larger bids stand beside
//! ```

use std::mem;

use super::sums::{HandSums, Overflow, PackedSums, SmallSums, Sums, Totals, tied};
use crate::{
    game::{
        Hand, PREFIXES, PerRules, PerType, Rules, SUFFIX_BITS, SUFFIXES,
        lookup::{PREFIX_ORDERS, PrefixCards, TypeKey, suffix_order},
    },
    ranking::Ties,
    sys::{HugeVec, prefetch},
};

/// An entry whose bid does not fit a word, and how many words of its partition come before it.
pub(super) struct LargeEntry {
    pub(super) at: u16,
    pub(super) suffix: u16,
    pub(super) bid: u64,
}

/// The sums of all hands.
#[derive(Clone)]
pub(super) struct Table {
    /// The [`PackedSums`] of each hand, by [`Hand::index`]. Plain words, so that zeros cost no memory.
    packed: HugeVec<u64>,
    partitions: Vec<Partition>,
    /// `None` past 2⁶⁴ − 1 entries, when no total is exact.
    entries: Option<u64>,
}

/// The rest of a partition, beside its packed sums.
#[derive(Clone, Default)]
struct Partition {
    /// Whether it has had any entries.
    is_used: bool,
    /// The spilled sums by suffix, or none.
    spilled: Vec<Sums>,
}

/// A partition of a table, to read.
struct PartitionRef<'a> {
    prefix: usize,
    packed: &'a [u64],
    partition: &'a Partition,
}

/// A partition of a table, to change.
struct PartitionMut<'a> {
    packed: &'a mut [u64],
    partition: &'a mut Partition,
}

impl PartitionRef<'_> {
    /// Returns the sums of a hand.
    #[inline]
    fn sums(&self, suffix: usize) -> Sums {
        let packed = PackedSums(self.packed[suffix]).unpack().into();
        match self.partition.spilled.get(suffix) {
            None => packed,
            Some(spilled) => spilled.followed_by(packed),
        }
    }

    /// Returns the totals of these hands alone.
    fn totals(&self, suffixes: &PerRules<[u16; SUFFIXES]>, ties: Ties) -> Totals {
        let mut totals = Totals::default();
        if !self.partition.is_used {
            return totals;
        }
        let prefix_cards = PrefixCards::of(self.prefix);
        let type_keys: [TypeKey; SUFFIXES] =
            std::array::from_fn(|suffix| prefix_cards.type_key(suffix));
        if ties != Ties::Ordinal || !self.partition.spilled.is_empty() {
            for rules in Rules::ALL {
                for suffix in suffixes[rules].map(usize::from) {
                    let of_type = &mut totals.types[rules][type_keys[suffix].hand_type(rules)];
                    *of_type = of_type.followed_by(self.sums(suffix).ranked(ties));
                }
            }
            totals.tied = (0..SUFFIXES).map(|suffix| tied(self.sums(suffix).count)).sum();
            return totals;
        }
        // The usual case: what is packed never sums to more than 64 bits, and an ordinal rank is a position. Under both
        // rules at once, as neither waits for the other.
        let mut types = PerRules::<PerType<SmallSums>>::default();
        let mut append = |rules: Rules, suffix: usize| {
            let sums = PackedSums(self.packed[suffix]).unpack();
            types[rules][type_keys[suffix].hand_type(rules)].append(sums);
            sums.count
        };
        // Suffixes are numbered in the order of the standard rules.
        for (standard, &joker) in suffixes.joker.iter().enumerate() {
            totals.tied += tied(append(Rules::Standard, standard));
            append(Rules::Joker, joker.into());
        }
        totals.types = PerRules::from_fn(|rules| PerType::from_fn(|of| types[rules][of].into()));
        totals
    }
}

impl PartitionMut<'_> {
    /// Appends entries of one hand.
    fn append(&mut self, suffix: usize, later: Sums) {
        self.partition.is_used = true;
        let packed = PackedSums(mem::take(&mut self.packed[suffix]));
        let sums = Sums::from(packed.unpack()).followed_by(later);
        match PackedSums::pack(sums) {
            Some(packed) => self.packed[suffix] = packed.0,
            None => self.spill(suffix, sums),
        }
    }

    /// Appends to the spilled sums of a hand what its packed ones have no room for.
    fn spill(&mut self, suffix: usize, later: Sums) {
        if self.partition.spilled.is_empty() {
            self.partition.spilled = vec![Sums::default(); SUFFIXES];
        }
        let spilled = &mut self.partition.spilled[suffix];
        *spilled = spilled.followed_by(later);
    }

    /// Appends all entries of the same partition of a later table.
    fn merge(&mut self, later: &PartitionRef<'_>) {
        if !later.partition.is_used {
            return;
        }
        (0..SUFFIXES).for_each(|suffix| self.append(suffix, later.sums(suffix)));
    }

    fn update(&mut self, words: &[u32], large: &[LargeEntry]) {
        if words.len() >= SUFFIXES / 4 {
            self.warm();
        }
        self.partition.is_used = true;
        let mut from = 0;
        for &LargeEntry { at, suffix, bid } in large {
            self.push_words(&words[from..at.into()]);
            self.append(suffix.into(), Sums::of_bid(bid));
            from = at.into();
        }
        self.push_words(&words[from..]);
    }

    /// Adds entries with small bids. Nearly every entry of a table goes through this loop, after that of
    /// `PartitionBuffer::push_packed`. It has no way to fail.
    fn push_words(&mut self, words: &[u32]) {
        let packed = &mut self.packed[..SUFFIXES];
        let mut full = Vec::new();
        let mut push = |word: u32| {
            let suffix = (word % (1 << SUFFIX_BITS)) as usize;
            let mut sums = PackedSums(packed[suffix]);
            sums.push(word >> SUFFIX_BITS);
            packed[suffix] = sums.0;
            if sums.is_full() {
                take_full(&mut packed[suffix], suffix, &mut full);
            }
        };
        // Unrolled, as there. `&mut push` would not be inlined where
        // code is optimised for size.
        let fours = words.chunks_exact(4);
        let rest = fours.remainder();
        fours.for_each(|four| four.iter().for_each(|&word| push(word)));
        rest.iter().for_each(|&word| push(word));
        self.spill_full(&full);
    }

    /// Spills what was full, in one go: the loop above would wait for each.
    fn spill_full(&mut self, full: &[(usize, PackedSums)]) {
        for &(suffix, sums) in full {
            self.spill(suffix, sums.unpack().into());
        }
        // Where this happens often in one batch, the others will soon be full, too. To spill all in order is quicker than
        // to wait until each is.
        if full.len() > SUFFIXES / 8 {
            for suffix in 0..SUFFIXES {
                let sums = PackedSums(mem::take(&mut self.packed[suffix]));
                self.spill(suffix, sums.unpack().into());
            }
        }
    }

    /// Brings the partition into the cache, in order. The updates that follow go anywhere in it,
    /// and would wait for one cache line after another, which takes an eighth of the time for ten
    /// million hands.
    fn warm(&mut self) {
        if !self.partition.is_used {
            // Memory that is read before it is written to is mapped twice.
            self.packed.fill(0);
        } else {
            // Once for each cache line.
            (0..SUFFIXES).step_by(8).for_each(|suffix| prefetch(self.packed, suffix));
        }
    }
}

impl Table {
    /// Makes an empty table. Huge pages pay if most hands will occur.
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

    /// Sums up all hands. Those of one type are in the order of their labels: first come all with the
    /// weakest prefix, then all with the next.
    pub(super) fn totals(&self, ties: Ties) -> Result<Totals, Overflow> {
        self.entries()?;
        let suffixes = PerRules::from_fn(suffix_order);
        let of_partition = |partition: PartitionRef<'_>| partition.totals(&suffixes, ties);
        let partitions: Vec<Totals> = self.partitions().map(of_partition).collect();
        let types = PerRules::from_fn(|rules| {
            let mut types = PerType::<Sums>::default();
            for &prefix in &PREFIX_ORDERS[rules] {
                for (hand_type, &sums) in partitions[usize::from(prefix)].types[rules].iter() {
                    types[hand_type] = types[hand_type].followed_by(sums);
                }
            }
            types
        });
        Ok(Totals { types, tied: partitions.iter().map(|partition| partition.tied).sum() })
    }

    fn partitions(&self) -> impl Iterator<Item = PartitionRef<'_>> {
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

    /// Appends entries of one partition: words, and entries whose bids do not fit a word.
    pub(super) fn update(&mut self, prefix: usize, words: &[u32], large: &[LargeEntry]) {
        if self.count(Some((words.len() + large.len()) as u64)) {
            self.partition_mut(prefix).update(words, large);
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
        for partition in self.partitions().filter(|of| of.partition.is_used) {
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

/// Moves a full sum into `full`.
#[cold]
#[inline(never)]
fn take_full(packed: &mut u64, suffix: usize, full: &mut Vec<(usize, PackedSums)>) {
    full.push((suffix, PackedSums(mem::take(packed))));
}
