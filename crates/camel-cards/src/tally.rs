//! The one idea: a rank is how many lie below, so a tally is enough.
//!
//! An entry's rank depends only on how many entries are weaker, and there are
//! only 371,293 hands. So a tally keeps three sums a hand and no entries:
//!
//! ```text
//! count    how many entries hold the hand
//! bids     the sum of their bids
//! placed   the sum of place × bid, the place being 1 for the first of them
//! ```
//!
//! With `below` entries on weaker hands, the hand's ordinal winnings are
//! Σ (below + place) × bid = below × bids + placed; the other ties need no
//! places at all. And when one input follows another, each later entry's place
//! moves up by the earlier count: placed = placed₁ + placed₂ + count₁ × bids₂.
//! That is all that merging takes, so it is exact and associative.
//!
//! Few entries are kept as they are, see `few.rs`. From some number on there are
//! cells, a run of 2,197 hands at a time, as `batch.rs` delivers them.

use std::{fmt, hint, mem, sync::Mutex, thread};

use crate::{
    Batch, Entry, Error, Hand, HandType, Overflow, Reader, Rules, Strength, Ties,
    batch::{BID_BITS, LARGE, Pieces, read_word},
    few::{self, FEW},
    hand::{RUN, RUNS},
    machine::{pages, sums::add_bid},
    parts::{First, Kind, ORDERS},
};

/// What is needed of any number of entries to know their total winnings.
///
/// It takes constant memory, at most 22 MB, serves both [`Rules`] and all [`Ties`], and
/// tallies of consecutive inputs [merge](Tally::merge).
///
/// ```
/// use camel_cards::{Rules, Tally, Ties, entries};
///
/// let input = b"32T3K 765\nT55J5 684\nKK677 28\nKTJJT 220\nQQQJA 483\n";
/// let tally: Tally = entries(input).collect::<Result<_, _>>()?;
/// assert_eq!(tally.total_winnings(Rules::Standard, Ties::Ordinal)?, 6440);
/// assert_eq!(tally.total_winnings(Rules::Joker, Ties::Ordinal)?, 5905);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct Tally {
    /// All entries, packed, if there are no runs.
    few: Vec<u64>,
    /// For each hand, by its index, the sums over the last entries; or none. A run's are together.
    late: Vec<Late>,
    /// What there is besides of the hands that begin with the same two cards; or none.
    runs: Vec<Run>,
    entries: u64,
    /// Some sum passed its range, so no total can be exact any more.
    overflow: bool,
}

/// The sums of one hand that occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cell {
    pub(crate) hand: Hand,
    pub(crate) count: u64,
    pub(crate) bids: u128,
    pub(crate) placed: u128,
}

/// A [`Small`] as memory that is zero from the beginning has it, and costs nothing until it is used.
type Late = [u64; 2];

/// The sums of the hands that begin with the same two cards, besides the late ones.
///
/// Nearly always those are all there is. Each takes 16 bytes, so that a whole run's stay in the
/// fastest cache. They are handed over with every call, as all are one stretch of memory.
#[derive(Clone, Default)]
struct Run {
    /// How many entries the late sums are of, at most.
    late_entries: usize,
    /// The sums over all entries before those, or nothing.
    early: Vec<Sums>,
    /// An early sum has more than 64 bits. Then nothing is late between batches, so that
    /// adding what is late never fails.
    wide: bool,
}

/// The three sums of one hand, in 40 bytes and not 48.
#[derive(Clone, Copy, Default)]
#[repr(Rust, packed(8))]
struct Sums {
    count: u64,
    bids: u128,
    placed: u128,
}

impl Sums {
    /// Appends entries of the same hand; `None` if a sum would pass its range.
    fn followed_by(self, later: Sums) -> Option<Sums> {
        let moved_up = u128::from(self.count).checked_mul(later.bids)?;
        Some(Sums {
            count: self.count.checked_add(later.count)?,
            bids: self.bids.checked_add(later.bids)?,
            placed: self.placed.checked_add(later.placed)?.checked_add(moved_up)?,
        })
    }
}

impl Run {
    #[inline]
    fn get(&self, late: &[Late], low: usize) -> Sums {
        let late = Small(late[low]).sums();
        match self.early.get(low) {
            None => late,
            // It fails only after an overflow, and then no sum matters.
            Some(early) => early.followed_by(late).unwrap_or(*early),
        }
    }

    /// Appends entries of one hand to those there are.
    fn append(&mut self, late: &mut [Late], low: usize, later: Sums) -> Result<(), Overflow> {
        let room = Small::ENTRIES_MAX - self.late_entries;
        if let Some(small) = Small::of(later, room)
            && !self.wide
        {
            self.late_entries += later.count as usize;
            late[low] = Small(late[low]).followed_by(small).0;
            return Ok(());
        }
        let was_wide = self.wide;
        self.append_early(late, low, later)?;
        if self.wide && !was_wide { self.make_early(late) } else { Ok(()) }
    }

    /// Makes what is late of one hand early, and appends entries to that.
    fn append_early(&mut self, late: &mut [Late], low: usize, later: Sums) -> Result<(), Overflow> {
        if self.early.is_empty() {
            self.early = vec![Sums::default(); RUN];
        }
        let mut sums = self.early[low];
        let recent = Small(late[low]);
        if recent.count() > 0 {
            sums = sums.followed_by(recent.sums()).ok_or(Overflow)?;
            late[low] = Late::default();
        }
        sums = sums.followed_by(later).ok_or(Overflow)?;
        self.wide |= (sums.bids | sums.placed) >> 64 != 0;
        self.early[low] = sums;
        Ok(())
    }

    /// Makes early all that is late.
    #[cold]
    fn make_early(&mut self, late: &mut [Late]) -> Result<(), Overflow> {
        self.late_entries = 0;
        for low in 0..RUN {
            if Small(late[low]).count() > 0 {
                self.append_early(late, low, Sums::default())?;
            }
        }
        Ok(())
    }

    /// Appends the entries of another run of the same hands.
    fn merge(
        &mut self,
        late: &mut [Late],
        (later_late, later): (&[Late], &Run),
    ) -> Result<(), Overflow> {
        if later.is_empty() {
            return Ok(());
        }
        let room = Small::ENTRIES_MAX - self.late_entries;
        if self.wide || !later.early.is_empty() || later.late_entries > room {
            return (0..RUN).try_for_each(|low| match later.get(later_late, low) {
                Sums { count: 0, .. } => Ok(()),
                sums => self.append(late, low, sums),
            });
        }
        // The usual case, where nothing can pass its range.
        self.late_entries += later.late_entries;
        for (cell, later) in late.iter_mut().zip(later_late) {
            *cell = Small(*cell).followed_by(Small(*later)).0;
        }
        Ok(())
    }

    /// Tallies the words of this run, in order.
    fn tally(
        &mut self,
        late: &mut [Late],
        pieces: &Pieces<'_>,
        number: usize,
    ) -> Result<(), Overflow> {
        let mut first = None;
        pieces.run(number, |words, _| first = first.or(words.first().copied()));
        let Some(first) = first else { return Ok(()) };
        // To go through memory in order, four cells a line, is quicker than to wait for each when it
        // is needed. What was never written to is written: read first, its pages would be made twice.
        // Where bids are large, it is not needed at all.
        if self.late_entries > 0 {
            hint::black_box(late.iter().step_by(4).fold(0, |any, sums| any | sums[0]));
        } else if self.is_empty() && first & LARGE != LARGE {
            late.fill(Late::default());
        }
        let mut result = Ok(());
        pieces.run(number, |words, large| {
            if result.is_ok() {
                result = self.tally_words(late, words, large);
            }
        });
        if self.wide {
            result = result.and(self.make_early(late));
        }
        result
    }

    fn tally_words(
        &mut self,
        late: &mut [Late],
        words: &[u32],
        large: &mut &[(u16, u64)],
    ) -> Result<(), Overflow> {
        if words.len() > Small::ENTRIES_MAX - self.late_entries {
            self.make_early(late)?;
        }
        self.late_entries += words.len();
        let mut rest = words;
        loop {
            let is_large = |word: &u32| word & LARGE == LARGE;
            let next = if large.is_empty() { None } else { rest.iter().position(is_large) };
            let (small, after) = rest.split_at(next.unwrap_or(rest.len()));
            // The other loop that every entry goes through: nothing in it can fail.
            let cells = &mut late[..RUN];
            let mut add = |word: u32, and: fn(Small, u32) -> Small| {
                let cell = &mut cells[(word & LARGE) as usize];
                *cell = and(Small(*cell), word >> 12).0;
            };
            // Unrolled, as in `Batch`.
            let (fours, few) = small.as_chunks::<4>();
            for four in fours {
                // Where a hand is repeated, each entry waits for the one before, which takes
                // four times as long at once.
                if (four[0] ^ four[1]) & LARGE == 0 {
                    four.iter().for_each(|&word| add(word, Small::and));
                } else {
                    four.iter().for_each(|&word| add(word, Small::and_at_once));
                }
            }
            few.iter().for_each(|&word| add(word, Small::and));
            let Some((&word, after)) = after.split_first() else { return Ok(()) };
            let (low, bid) = read_word(word, large);
            let bid = bid.into();
            self.append_early(late, low, Sums { count: 1, bids: bid, placed: bid })?;
            rest = after;
        }
    }

    fn is_empty(&self) -> bool {
        self.late_entries == 0 && self.early.is_empty()
    }
}

/// The sums of one hand over a few million small bids: the count in the upper 22 bits of the first
/// number and the sum of the bids in the lower 42, then what was placed.
#[derive(Clone, Copy)]
struct Small(Late);

impl Small {
    /// One more entry would not fit if all of so many were of one hand.
    const ENTRIES_MAX: usize = (1 << 22) - 1;
    const BIDS_BITS: i32 = 22 + BID_BITS as i32;
    const _FITS: () = assert!(Small::BIDS_BITS + 22 == 64 && 2 * 22 - 1 + BID_BITS < 64);

    /// Adds one more entry.
    #[inline]
    fn and(self, bid: u32) -> Small {
        let bid = u64::from(bid);
        let first = self.0[0] + (1 << Small::BIDS_BITS) + bid;
        Small([first, self.0[1] + (first >> Small::BIDS_BITS) * bid])
    }

    /// As [`Small::and`], with one load and one store.
    #[inline]
    fn and_at_once(self, bid: u32) -> Small {
        Small(add_bid::<{ Small::BIDS_BITS }>(self.0, bid))
    }

    fn count(self) -> u64 {
        self.0[0] >> Small::BIDS_BITS
    }

    fn bids(self) -> u64 {
        self.0[0] & ((1 << Small::BIDS_BITS) - 1)
    }

    fn placed(self) -> u64 {
        self.0[1]
    }

    #[inline]
    fn sums(self) -> Sums {
        Sums { count: self.count(), bids: self.bids().into(), placed: self.placed().into() }
    }

    /// The sums of at most `room` entries, if they are what small bids add up to.
    fn of(Sums { count, bids, placed }: Sums, room: usize) -> Option<Small> {
        const BID_MAX: u128 = (1 << BID_BITS) - 1;
        let entries = u128::from(count);
        let is_small = entries <= room as u128
            && bids <= entries * BID_MAX
            && placed <= entries * (entries + 1) / 2 * BID_MAX;
        is_small.then_some(Small([count << Small::BIDS_BITS | bids as u64, placed as u64]))
    }

    /// Appends entries, as many as there is room for in all.
    fn followed_by(self, later: Small) -> Small {
        let [a, b] = [self.0, later.0];
        Small([a[0] + b[0], a[1] + b[1] + self.count() * later.bids()])
    }
}

impl Tally {
    /// Makes the tally of no entries.
    pub fn new() -> Tally {
        Tally::default()
    }

    /// Tallies a whole input.
    ///
    /// This is the shortest way and a fast one. See [`entries`](crate::entries) for what is
    /// read, and [`Batch`] for inputs that come in pieces.
    ///
    /// # Errors
    ///
    /// The first line that is no entry.
    ///
    /// ```
    /// use camel_cards::Tally;
    ///
    /// assert_eq!(Tally::read(b"32T3K 765\nT55J5 684\n")?.entries(), 2);
    /// # Ok::<(), camel_cards::Error>(())
    /// ```
    pub fn read(mut input: &[u8]) -> Result<Tally, Error> {
        let (mut reader, mut batch, mut tally) = (Reader::new(), Batch::new(BATCH), Tally::new());
        while let Some(piece) = input.split_off(..input.len().min(PIECE_BYTES))
            && !piece.is_empty()
        {
            batch.read(&mut reader, &mut &*piece)?;
            if batch.is_full() {
                tally.append(&mut batch);
            }
        }
        if let Some(last) = reader.finish() {
            batch.push(last?);
        }
        tally.append(&mut batch);
        Ok(tally)
    }

    /// Counts one more entry, the last so far.
    ///
    /// For more than a few, [`Extend`], [`Tally::append`] and a [`Batch`] are much faster.
    pub fn add(&mut self, entry: Entry) {
        if self.runs.is_empty()
            && self.few.len() < FEW
            && let Some(packed) = entry.packed()
        {
            self.few.push(packed);
            self.entries += 1;
            return;
        }
        let bid = entry.bid.into();
        self.append_cell(Cell { hand: entry.hand, count: 1, bids: bid, placed: bid });
    }

    /// Counts all entries of `later`, as if they had been added after these.
    ///
    /// ```
    /// use camel_cards::{Tally, entries};
    ///
    /// let tally = |input: &str| entries(input.as_bytes()).collect::<Result<Tally, _>>();
    /// let mut merged = tally("32T3K 765\nT55J5 684\n")?;
    /// merged.merge(&tally("32T3K 1\n")?);
    /// assert_eq!(merged, tally("32T3K 765\nT55J5 684\n32T3K 1\n")?);
    /// # Ok::<(), camel_cards::Error>(())
    /// ```
    pub fn merge(&mut self, later: &Tally) {
        self.overflow |= later.overflow;
        if later.runs.is_empty() {
            return later.few.iter().for_each(|&entry| self.add(Entry::unpack(entry)));
        }
        self.spread(later.entries > FEW as u64);
        self.count(later.entries);
        let mut merged =
            self.runs_mut().zip(later.runs()).map(|((late, run), later)| run.merge(late, later));
        let overflow = merged.any(|result| result.is_err());
        drop(merged);
        self.overflow |= overflow;
    }

    /// Counts all entries of `batch`, and empties it.
    pub fn append(&mut self, batch: &mut Batch) {
        self.append_all(std::slice::from_mut(batch));
    }

    /// Counts all entries of batches that were filled at once, in the order of their
    /// [pieces](Batch::end_piece), on one thread a batch, and empties them.
    ///
    /// What a batch holds after the end of its last piece comes after all pieces, in the
    /// order of the batches.
    pub fn append_all(&mut self, batches: &mut [Batch]) {
        if self.overflow {
            return batches.iter_mut().for_each(Batch::clear);
        }
        if let [batch] = batches
            && let Some(few) = batch.few()
            && self.runs.is_empty()
            && self.few.len() + few.len() <= FEW
        {
            self.entries += few.len() as u64;
            // Mostly it is all there is, and need not be copied.
            return match self.few.is_empty() {
                true => mem::swap(&mut self.few, few),
                false => self.few.append(few),
            };
        }
        batches.iter_mut().for_each(Batch::spread);
        let later = batches.iter().map(Batch::len).try_fold(0, u64::checked_add);
        match later.and_then(|later| self.entries.checked_add(later)) {
            None => self.overflow = true,
            Some(entries) => {
                self.spread(true);
                self.entries = entries;
                let pieces = Pieces::new(batches);
                self.overflow |= tally(&pieces, self.runs_mut(), batches.len()).is_err();
            }
        }
        batches.iter_mut().for_each(Batch::clear);
    }

    /// Returns all runs with their late sums.
    fn runs(&self) -> impl Iterator<Item = (&[Late], &Run)> {
        self.late.chunks_exact(RUN).zip(&self.runs)
    }

    fn runs_mut(&mut self) -> impl Iterator<Item = (&mut [Late], &mut Run)> {
        self.late.chunks_exact_mut(RUN).zip(&mut self.runs)
    }

    /// Puts the few entries into cells, if they are not; where many follow, most cells will be used.
    fn spread(&mut self, many: bool) {
        if self.runs.is_empty() {
            self.late = vec![Late::default(); pages::room_for::<Late>(Hand::COUNT)];
            if many {
                pages::prefer_large(&mut self.late);
            }
            self.runs.resize_with(RUNS, Run::default);
            let few = mem::take(&mut self.few);
            self.entries = 0;
            few.into_iter().for_each(|entry| self.add(Entry::unpack(entry)));
        }
    }

    fn count(&mut self, entries: u64) {
        match self.entries.checked_add(entries) {
            Some(entries) => self.entries = entries,
            None => self.overflow = true,
        }
    }

    fn append_cell(&mut self, Cell { hand, count, bids, placed }: Cell) {
        self.spread(false);
        self.count(count);
        let sums = Sums { count, bids, placed };
        let late = &mut self.late[hand.run() * RUN..][..RUN];
        self.overflow |= self.runs[hand.run()].append(late, hand.low(), sums).is_err();
    }

    /// Returns the sums of each hand that occurs, by [`Hand::index`].
    pub(crate) fn cells(&self) -> impl Iterator<Item = Cell> {
        let mut few: Vec<Entry> = self.few.iter().map(|&entry| Entry::unpack(entry)).collect();
        few.sort_by_key(|entry| entry.hand.index());
        let mut few_cells: Vec<Cell> = Vec::new();
        for Entry { hand, bid } in few {
            let bid = u128::from(bid);
            match few_cells.last_mut() {
                // At most 2³² bids below 2⁴⁴.
                Some(cell) if cell.hand == hand => {
                    cell.count += 1;
                    cell.bids += bid;
                    cell.placed += u128::from(cell.count) * bid;
                }
                _ => few_cells.push(Cell { hand, count: 1, bids: bid, placed: bid }),
            }
        }
        let of_runs = self.runs().enumerate().flat_map(|(number, (late, run))| {
            let hands = if run.is_empty() { 0 } else { RUN };
            (0..hands).filter_map(move |low| {
                let Sums { count, bids, placed } = run.get(late, low);
                let hand = Hand::from_run(number, low);
                (count > 0).then_some(Cell { hand, count, bids, placed })
            })
        });
        few_cells.into_iter().chain(of_runs)
    }

    /// Returns the hands that occur, by [`Hand::index`], if all sums are exact.
    pub(crate) fn exact_cells(&self) -> Result<Vec<Cell>, Overflow> {
        if self.overflow { Err(Overflow) } else { Ok(self.cells().collect()) }
    }

    /// Makes a tally of hands that are all different.
    pub(crate) fn from_cells(cells: impl IntoIterator<Item = Cell>) -> Tally {
        let mut tally = Tally::new();
        cells.into_iter().for_each(|cell| tally.append_cell(cell));
        tally
    }

    /// Returns the number of entries.
    ///
    /// It is exact as long as any total is: past 2⁶⁴ − 1 entries every total
    /// is an [`Overflow`].
    pub fn entries(&self) -> u64 {
        self.entries
    }

    /// Returns the number of entries whose hand another entry has too.
    ///
    /// It is exact as long as any total is.
    pub fn tied(&self) -> u64 {
        if self.runs.is_empty() {
            return few::tied(&self.few);
        }
        let runs = self.runs().filter(|(_, run)| !run.is_empty());
        let counts = runs.flat_map(|(late, run)| (0..RUN).map(|low| run.get(late, low).count));
        counts.filter(|&count| count > 1).fold(0, u64::saturating_add)
    }

    /// Returns the sum of rank × bid over all entries.
    ///
    /// # Errors
    ///
    /// [`Overflow`] if the total, or a sum that it is made of, passes 2¹²⁸ − 1.
    pub fn total_winnings(&self, rules: Rules, ties: Ties) -> Result<u128, Overflow> {
        match (self.overflow, self.runs.is_empty(), ties) {
            (true, _, _) => Err(Overflow),
            (_, true, Ties::Ordinal) => Ok(few::total_winnings(&self.few)[rules as usize]),
            (_, true, _) => self.standings(rules, ties).try_fold(0u128, |total, standing| {
                total.checked_add(standing?.winnings).ok_or(Overflow)
            }),
            (_, false, _) => Totals::new(self).winnings(rules, ties),
        }
    }

    /// Returns the [total winnings](Tally::total_winnings) under each of [`Rules::ALL`],
    /// which is quicker than one after the other.
    ///
    /// # Errors
    ///
    /// [`Overflow`] if either passes 2¹²⁸ − 1.
    pub fn both_total_winnings(&self, ties: Ties) -> Result<[u128; 2], Overflow> {
        if !self.overflow && self.runs.is_empty() && ties == Ties::Ordinal {
            return Ok(few::total_winnings(&self.few));
        }
        let [standard, joker] = match self.overflow || self.runs.is_empty() {
            true => Rules::ALL.map(|rules| self.total_winnings(rules, ties)),
            false => {
                let totals = Totals::new(self);
                Rules::ALL.map(|rules| totals.winnings(rules, ties))
            }
        };
        Ok([standard?, joker?])
    }

    /// Returns where each hand that occurs stands, weakest first.
    ///
    /// # Errors
    ///
    /// [`Overflow`] as for [`Tally::total_winnings`].
    ///
    /// ```
    /// use camel_cards::{Rules, Tally, Ties, entries};
    ///
    /// let tally: Tally = entries(b"KK677 28\nKTJJT 220\n").collect::<Result<_, _>>()?;
    /// let first = tally.standings(Rules::Standard, Ties::Min).next().unwrap()?;
    /// assert_eq!(first.strength.hand().to_string(), "KTJJT");
    /// assert_eq!((first.rank, first.winnings), (1, 220));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn standings(
        &self,
        rules: Rules,
        ties: Ties,
    ) -> impl Iterator<Item = Result<Standing, Overflow>> {
        let mut weakest_first: Vec<(Strength, Cell)> =
            self.cells().map(|cell| (cell.hand.strength(rules), cell)).collect();
        weakest_first.sort_unstable_by_key(|&(strength, _)| strength);
        let mut below = Below::default();
        let overflow = self.overflow;
        weakest_first.into_iter().map(move |(strength, cell)| {
            if overflow {
                return Err(Overflow);
            }
            let Cell { count, bids, placed, .. } = cell;
            let rank = below.rank(count, ties);
            let winnings = below.winnings(Sums { count, bids, placed }, ties).ok_or(Overflow)?;
            below.pass(count);
            Ok(Standing { strength, entries: count, rank, bids, winnings })
        })
    }
}

/// What the totals under both rules have in common.
struct Totals<'a> {
    tally: &'a Tally,
    /// For each hand, by its index.
    kinds: Vec<Kind>,
    /// How many entries and hands there are of each kind.
    of_kind: [Below; Kind::COUNT],
}

impl<'a> Totals<'a> {
    fn new(tally: &'a Tally) -> Totals<'a> {
        let mut of_kind = [Below::default(); Kind::COUNT];
        let mut kinds = Vec::with_capacity(Hand::COUNT);
        for (number, (late, run)) in tally.runs().enumerate() {
            let first = First::of_run(number);
            kinds.extend((0..RUN).map(|low| first.kind(low)));
            if !run.is_empty() {
                for (low, kind) in kinds[number * RUN..].iter().enumerate() {
                    of_kind[kind.index()].pass(run.get(late, low).count);
                }
            }
        }
        Totals { tally, kinds, of_kind }
    }

    /// Adds up the winnings by labels, weakest first, keeping for each type what is below.
    fn winnings(&self, rules: Rules, ties: Ties) -> Result<u128, Overflow> {
        // How many entries and hands of each type there are; then, how many are weaker.
        let mut below = [Below::default(); HandType::ALL.len()];
        for (types, of_kind) in Kind::TYPES.iter().zip(&self.of_kind) {
            let of_type = &mut below[types[rules as usize].index()];
            of_type.entries += of_kind.entries;
            of_type.hands += of_kind.hands;
        }
        let mut sum = Below::default();
        for below in &mut below {
            let of_type = mem::replace(below, sum);
            sum.entries += of_type.entries;
            sum.hands += of_type.hands;
        }

        let order = &ORDERS[rules as usize];
        let lows = order.lows().map(usize::from);
        let mut total = 0u128;
        for number in order.runs.map(usize::from) {
            let run = &self.tally.runs[number];
            if run.is_empty() {
                continue;
            }
            let kinds = &self.kinds[number * RUN..][..RUN];
            let late = &self.tally.late[number * RUN..][..RUN];
            if run.early.is_empty() && ties == Ties::Ordinal {
                // The usual case, where nothing can pass 128 bits.
                let mut sum = 0u128;
                for low in lows {
                    let below = &mut below[kinds[low].hand_type(rules).index()];
                    let cell = Small(late[low]);
                    sum += u128::from(below.entries) * u128::from(cell.bids())
                        + u128::from(cell.placed());
                    below.entries += cell.count();
                }
                total = total.checked_add(sum).ok_or(Overflow)?;
                continue;
            }
            for low in lows {
                let sums = run.get(late, low);
                if sums.count > 0 {
                    let below = &mut below[kinds[low].hand_type(rules).index()];
                    let winnings = below.winnings(sums, ties).ok_or(Overflow)?;
                    total = total.checked_add(winnings).ok_or(Overflow)?;
                    below.pass(sums.count);
                }
            }
        }
        Ok(total)
    }
}

/// How many entries, and how many hands that occur, are weaker.
#[derive(Clone, Copy, Default)]
struct Below {
    entries: u64,
    hands: u64,
}

impl Below {
    /// The rank of the first entry of a hand that so many hold.
    fn rank(self, count: u64, ties: Ties) -> u64 {
        match ties {
            Ties::Ordinal | Ties::Min => self.entries + 1,
            Ties::Max => self.entries + count,
            Ties::Dense => self.hands + 1,
        }
    }

    /// The winnings of all entries of a hand.
    #[inline]
    fn winnings(self, Sums { count, bids, placed }: Sums, ties: Ties) -> Option<u128> {
        let (factor, places) = match ties {
            Ties::Ordinal => (self.entries, placed),
            Ties::Min | Ties::Max | Ties::Dense => (self.rank(count, ties), 0),
        };
        // The usual case, where nothing can pass 128 bits.
        match (u64::try_from(bids), u64::try_from(places)) {
            (Ok(bids), Ok(places)) => {
                Some(u128::from(factor) * u128::from(bids) + u128::from(places))
            }
            _ => bids.checked_mul(factor.into())?.checked_add(places),
        }
    }

    /// Goes on past a hand that so many entries hold.
    fn pass(&mut self, count: u64) {
        self.entries += count;
        self.hands += u64::from(count > 0);
    }
}

/// Tallies every run of the pieces into its cells, on so many threads.
fn tally<'a>(
    pieces: &Pieces<'_>,
    runs: impl Iterator<Item = (&'a mut [Late], &'a mut Run)> + Send,
    threads: usize,
) -> Result<(), Overflow> {
    let runs = Mutex::new(runs.enumerate());
    let work = || {
        let mut result = Ok(());
        loop {
            // Poisoned means that another thread panicked, which is on its way up.
            let next = runs.lock().ok().and_then(|mut runs| runs.next());
            let Some((number, (late, run))) = next else { return result };
            result = result.and(run.tally(late, pieces, number));
        }
    };
    if threads <= 1 {
        return work();
    }
    thread::scope(|scope| {
        // Where the system refuses a thread, the others do its work.
        let spawn = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
        let workers: Vec<_> = (1..threads).filter_map(spawn).collect();
        let result = work();
        workers.into_iter().fold(result, |result, worker| match worker.join() {
            Ok(other) => result.and(other),
            Err(panic) => std::panic::resume_unwind(panic),
        })
    })
}

/// Many entries at once are tallied much faster than one by one.
impl Extend<Entry> for Tally {
    fn extend<I: IntoIterator<Item = Entry>>(&mut self, entries: I) {
        let mut batch = Batch::new(BATCH);
        for entry in entries {
            batch.push(entry);
            if batch.is_full() {
                self.append(&mut batch);
            }
        }
        self.append(&mut batch);
    }
}

/// How many entries are gathered before they are tallied.
const BATCH: usize = 1 << 21;

/// How much is read between looks at whether a batch is full.
const PIECE_BYTES: usize = 1 << 20;

impl FromIterator<Entry> for Tally {
    fn from_iter<I: IntoIterator<Item = Entry>>(entries: I) -> Tally {
        let mut tally = Tally::new();
        tally.extend(entries);
        tally
    }
}

/// Tallies are equal if they hold the same sums, however they came by them.
impl PartialEq for Tally {
    fn eq(&self, other: &Tally) -> bool {
        (self.entries, self.overflow) == (other.entries, other.overflow)
            && self.cells().eq(other.cells())
    }
}

impl Eq for Tally {}

impl fmt::Debug for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tally")
            .field("entries", &self.entries)
            .field("hands", &self.cells().count())
            .field("overflow", &self.overflow)
            .finish()
    }
}

/// What the entries that hold one hand amount to among all entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The strength of the hand.
    pub strength: Strength,
    /// How many entries hold the hand: at least 1.
    pub entries: u64,
    /// The rank of the first of them.
    pub rank: u64,
    /// The sum of their bids.
    pub bids: u128,
    /// The sum of their winnings.
    pub winnings: u128,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_sums_at_once_are_the_sums_one_by_one() {
        const BID_MAX: u32 = (1 << BID_BITS) - 1;
        let (mut one_by_one, mut at_once) = (Small([0; 2]), Small([0; 2]));
        for i in 0..Small::ENTRIES_MAX as u32 {
            let bid = if i % 3 == 0 { i & BID_MAX } else { BID_MAX };
            (one_by_one, at_once) = (one_by_one.and(bid), at_once.and_at_once(bid));
            assert_eq!(one_by_one.0, at_once.0);
        }
        assert_eq!(one_by_one.count(), Small::ENTRIES_MAX as u64);
    }
}
