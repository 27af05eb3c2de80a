//! Placeholder for the API of the rebuilt core; replaced by the real one.
#![allow(missing_docs)]
use std::{marker::PhantomData, ops::{Index, IndexMut}};
use crate::{Batch, Entry, Error, HandType, Overflow, Reader, Rules, Tally, Ties};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PerRules<T> { pub standard: T, pub joker: T }
impl<T> PerRules<T> {
    pub fn from_fn(mut f: impl FnMut(Rules) -> T) -> PerRules<T> {
        PerRules { standard: f(Rules::Standard), joker: f(Rules::Joker) }
    }
}
impl<T> Index<Rules> for PerRules<T> {
    type Output = T;
    fn index(&self, rules: Rules) -> &T {
        match rules { Rules::Standard => &self.standard, Rules::Joker => &self.joker }
    }
}
impl<T> IndexMut<Rules> for PerRules<T> {
    fn index_mut(&mut self, rules: Rules) -> &mut T {
        match rules { Rules::Standard => &mut self.standard, Rules::Joker => &mut self.joker }
    }
}
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PerType<T>([T; 7]);
impl<T> Index<HandType> for PerType<T> {
    type Output = T;
    fn index(&self, t: HandType) -> &T { &self.0[t.index()] }
}
impl<T> IndexMut<HandType> for PerType<T> {
    fn index_mut(&mut self, t: HandType) -> &mut T { &mut self.0[t.index()] }
}

/// Entries decoded at once.
#[derive(Clone, Debug, Default)]
pub struct Block { entries: Vec<Entry> }
impl Block {
    pub fn new() -> Block { Block::default() }
    pub fn len(&self) -> usize { self.entries.len() }
    pub fn is_empty(&self) -> bool { self.entries.is_empty() }
    pub fn entries(&self) -> impl ExactSizeIterator<Item = Entry> + '_ { self.entries.iter().copied() }
}
impl Reader {
    /// Clears the block, then reads lines of `rest` into it until it is full, `rest` is used up, or a line is bad:
    /// then the block has what came before that line, `rest` begins after it, and reading can go on.
    pub fn next_block(&mut self, rest: &mut &[u8], block: &mut Block) -> Result<(), Error> {
        block.entries.clear();
        self.read_into(rest, &mut block.entries)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Score { pub entries: u64, pub tied: u64, pub winnings: PerRules<u128> }

/// Only the totals of a tally: faster, half the memory.
#[derive(Clone)]
pub struct Totals(Tally);
impl Default for Totals { fn default() -> Totals { Totals(Tally::for_totals()) } }
impl From<Tally> for Totals {
    fn from(tally: Tally) -> Totals { let mut t = Totals::default(); t.0.merge(&tally); t }
}
impl Totals {
    pub fn entries(&self) -> u64 { self.0.entries() }
    pub fn tied(&self) -> u64 { self.0.tied() }
    pub fn merge(&mut self, later: &Totals) { self.0.merge(&later.0) }
    pub fn score(&self, ties: Ties) -> Result<Score, Overflow> { self.0.score(ties) }
    pub fn total_winnings(&self, rules: Rules, ties: Ties) -> Result<u128, Overflow> { self.0.total_winnings(rules, ties) }
}
impl Tally {
    pub fn score(&self, ties: Ties) -> Result<Score, Overflow> {
        let [standard, joker] = self.both_total_winnings(ties)?;
        Ok(Score { entries: self.entries(), tied: self.tied(), winnings: PerRules { standard, joker } })
    }
}
/// A [`Tally`] or [`Totals`] (sealed).
pub trait Mergeable: Clone + Default + Send {
    fn merge(&mut self, later: &Self);
    fn entries(&self) -> u64;
    #[doc(hidden)] fn append(&mut self, batch: &mut Batch);
}
impl Mergeable for Tally {
    fn merge(&mut self, later: &Tally) { Tally::merge(self, later) }
    fn entries(&self) -> u64 { Tally::entries(self) }
    fn append(&mut self, batch: &mut Batch) { Tally::append(self, batch) }
}
impl Mergeable for Totals {
    fn merge(&mut self, later: &Totals) { Totals::merge(self, later) }
    fn entries(&self) -> u64 { Totals::entries(self) }
    fn append(&mut self, batch: &mut Batch) { self.0.append(batch) }
}
/// Owns the buffers; entries go in in the order of the input.
pub struct Builder<T> { batch: Batch, tally: T, _t: PhantomData<T> }
impl<T: Mergeable> Default for Builder<T> { fn default() -> Self { Builder::new() } }
impl<T: Mergeable> Builder<T> {
    pub fn new() -> Builder<T> { Builder::for_input(0) }
    /// For an input of about so many bytes (0: unknown); a hint for memory only.
    pub fn for_input(bytes: u64) -> Builder<T> {
        Builder { batch: Batch::for_input(bytes, 1 << 20), tally: T::default(), _t: PhantomData }
    }
    pub fn push(&mut self, entry: Entry) {
        self.batch.push(entry);
        if self.batch.is_full() { self.tally.append(&mut self.batch); }
    }
    pub fn push_block(&mut self, block: &Block) {
        self.batch.push_all(&block.entries);
        if self.batch.is_full() { self.tally.append(&mut self.batch); }
    }
    pub fn finish(mut self) -> T { self.tally.append(&mut self.batch); self.tally }
}
/// The only place where ties become ranks: call `next` for each hand that occurs, weakest first.
#[derive(Clone, Debug)]
pub struct Ranking { ties: Ties, entries: u64, hands: u64 }
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TiedRanks { first: u64, step: u64 }
impl Ranking {
    pub fn new(ties: Ties) -> Ranking { Ranking { ties, entries: 0, hands: 0 } }
    /// The ranks of the `count` entries that hold the next stronger hand.
    pub fn next(&mut self, count: u64) -> TiedRanks {
        let first = match self.ties {
            Ties::Ordinal | Ties::Min => self.entries + 1,
            Ties::Max => self.entries + count,
            Ties::Dense => self.hands + 1,
        };
        self.entries += count;
        self.hands += 1;
        TiedRanks { first, step: u64::from(self.ties == Ties::Ordinal) }
    }
}
impl TiedRanks {
    /// The rank of the first of them in the order of the input.
    pub fn first(self) -> u64 { self.first }
    /// How much higher each further one ranks: 1 under ordinal ties, else 0.
    pub fn step(self) -> u64 { self.step }
    /// The rank of one of them, counted from 0 in the order of the input.
    pub fn nth(self, position: u64) -> u64 { self.first + self.step * position }
}
