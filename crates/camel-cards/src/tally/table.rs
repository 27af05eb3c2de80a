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

impl Partition {
    /// Appends to the spilled sums of a hand what its packed ones have no room for.
    fn spill(&mut self, suffix: usize, later: Sums) {
        if self.spilled.is_empty() {
            self.spilled = vec![Sums::default(); SUFFIXES];
        }
        let spilled = &mut self.spilled[suffix];
        *spilled = spilled.followed_by(later);
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
        self.entries.ok_or(Overflow::Entries)
    }

    /// Sums up all hands. Those of one type are in the order of their labels: first come all with the
    /// weakest prefix, then all with the next.
    pub(super) fn totals(&self, ties: Ties) -> Result<Totals, Overflow> {
        self.entries()?;
        let suffixes = PerRules::from_fn(suffix_order);
        let of_partition = |prefix| self.partition_totals(prefix, &suffixes, ties);
        let partitions: Vec<Totals> = (0..PREFIXES).map(of_partition).collect();
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

    /// Returns the hands of all partitions that are used.
    fn used_hands(&self) -> impl Iterator<Item = Hand> {
        let used = (0..PREFIXES).filter(|&prefix| self.partitions[prefix].is_used);
        used.flat_map(|prefix| (0..SUFFIXES).map(move |suffix| Hand::from_parts(prefix, suffix)))
    }

    /// Returns the sums of a hand.
    #[inline]
    fn sums(&self, hand: Hand) -> Sums {
        let packed = PackedSums(self.packed[hand.index()]).unpack().into();
        match self.partitions[hand.prefix()].spilled.get(hand.suffix()) {
            None => packed,
            Some(spilled) => spilled.followed_by(packed),
        }
    }

    /// Returns the totals of the hands with this prefix alone.
    fn partition_totals(
        &self,
        prefix: usize,
        suffixes: &PerRules<[u16; SUFFIXES]>,
        ties: Ties,
    ) -> Totals {
        let mut totals = Totals::default();
        let partition = &self.partitions[prefix];
        if !partition.is_used {
            return totals;
        }
        let prefix_cards = PrefixCards::of(prefix);
        let type_keys: [TypeKey; SUFFIXES] =
            std::array::from_fn(|suffix| prefix_cards.type_key(suffix));
        if ties != Ties::Ordinal || !partition.spilled.is_empty() {
            let sums = |suffix| self.sums(Hand::from_parts(prefix, suffix));
            for rules in Rules::ALL {
                for suffix in suffixes[rules].map(usize::from) {
                    let of_type = &mut totals.types[rules][type_keys[suffix].hand_type(rules)];
                    *of_type = of_type.followed_by(sums(suffix).ranked(ties));
                }
            }
            totals.tied = (0..SUFFIXES).map(|suffix| tied(sums(suffix).count)).sum();
            return totals;
        }
        // The usual case: what is packed never sums to more than 64 bits, and an ordinal rank is a position. Under both
        // rules at once, as neither waits for the other.
        let packed = &self.packed[prefix * SUFFIXES..][..SUFFIXES];
        let mut types = PerRules::<PerType<SmallSums>>::default();
        let mut append = |rules: Rules, suffix: usize| {
            let sums = PackedSums(packed[suffix]).unpack();
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

    /// Counts more entries. Returns whether to add them: after an overflow nothing is exact.
    fn count(&mut self, entries: Option<u64>) -> bool {
        self.entries = self.entries.zip(entries).and_then(|(all, more)| all.checked_add(more));
        self.entries.is_some()
    }

    /// Appends entries that hold one hand.
    pub(super) fn append(&mut self, HandSums { hand, sums }: HandSums) {
        if self.count(Some(sums.count)) {
            self.append_counted(hand, sums);
        }
    }

    fn append_counted(&mut self, hand: Hand, later: Sums) {
        self.partitions[hand.prefix()].is_used = true;
        let packed = &mut self.packed[hand.index()];
        let sums = Sums::from(PackedSums(mem::take(packed)).unpack()).followed_by(later);
        match PackedSums::pack(sums) {
            Some(sums) => *packed = sums.0,
            None => self.partitions[hand.prefix()].spill(hand.suffix(), sums),
        }
    }

    /// Appends all entries of a later table.
    pub(super) fn merge(&mut self, later: &Table) {
        if self.count(later.entries) {
            later.used_hands().for_each(|hand| self.append_counted(hand, later.sums(hand)));
        }
    }

    /// Appends entries of one partition: words, and entries whose bids do not fit a word.
    pub(super) fn update(&mut self, prefix: usize, words: &[u32], large: &[LargeEntry]) {
        if !self.count(Some((words.len() + large.len()) as u64)) {
            return;
        }
        if words.len() >= SUFFIXES / 4 {
            self.warm(prefix);
        }
        self.partitions[prefix].is_used = true;
        let mut from = 0;
        for &LargeEntry { at, suffix, bid } in large {
            self.push_words(prefix, &words[from..at.into()]);
            self.append_counted(Hand::from_parts(prefix, suffix.into()), Sums::of_bid(bid));
            from = at.into();
        }
        self.push_words(prefix, &words[from..]);
    }

    /// Brings a partition into the cache, in order. The updates that follow go anywhere in it,
    /// and would wait for one cache line after another, which takes an eighth of the time for ten
    /// million hands.
    fn warm(&mut self, prefix: usize) {
        let packed = &mut self.packed[prefix * SUFFIXES..][..SUFFIXES];
        if !self.partitions[prefix].is_used {
            // Memory that is read before it is written to is mapped twice.
            packed.fill(0);
        } else {
            // Once for each cache line.
            (0..SUFFIXES).step_by(8).for_each(|suffix| prefetch(packed, suffix));
        }
    }

    /// Adds entries with small bids. Nearly every entry of a table goes through this loop, after that of
    /// `PartitionBuffer::push_packed`. It has no way to fail.
    fn push_words(&mut self, prefix: usize, words: &[u32]) {
        let packed = &mut self.packed[prefix * SUFFIXES..][..SUFFIXES];
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
        // Where this happens often in one batch, the others will soon be full, too. To spill all in order is quicker than
        // to wait until each is.
        if full.len() > SUFFIXES / 8 {
            let all = packed.iter_mut().map(mem::take).map(PackedSums);
            full.extend(all.enumerate());
        }
        // In one go: the loop above would wait for each.
        for (suffix, sums) in full {
            self.partitions[prefix].spill(suffix, sums.unpack().into());
        }
    }

    /// Returns the hands that occur, by [`Hand::index`].
    pub(super) fn hand_sums(&self) -> Result<Vec<HandSums>, Overflow> {
        self.entries()?;
        let mut hands = Vec::new();
        self.used_hands().for_each(|hand| {
            let sums = self.sums(hand);
            if sums.count > 0 {
                hands.push(HandSums { hand, sums });
            }
        });
        Ok(hands)
    }
}

/// Moves a full sum into `full`.
#[cold]
#[inline(never)]
fn take_full(packed: &mut u64, suffix: usize, full: &mut Vec<(usize, PackedSums)>) {
    full.push((suffix, PackedSums(mem::take(packed))));
}
