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

mod totals;

use std::{fmt, hint, mem, sync::Mutex, thread};

use crate::{
    Batch, Entry, Error, Hand, Overflow, Reader, Rules, Strength, Ties,
    batch::{BID_BITS, LARGE, Pieces, read_word},
    few::{self, FEW},
    hand::{RUN, RUNS},
    machine::pages::Memory,
};

/// What is needed of any number of entries to know their total winnings.
///
/// It takes constant memory, at most 22 MB, serves both [`Rules`] and all [`Ties`], and
/// tallies of consecutive inputs [merge](Tally::merge). One [for totals](Tally::for_totals)
/// is quicker.
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
    /// For each run what there is of the last entries of its hands; or none. First their late sums,
    /// then what was placed, unless only totals are asked for.
    cells: Memory<u64>,
    /// What there is besides of the hands that begin with the same two cards; or none.
    runs: Vec<Run>,
    only_totals: bool,
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

/// What there is of the last entries of a run's hands.
///
/// Nearly always that is all there is, in few bytes, so that a whole run's stay in the fastest
/// cache. It is handed over with every call, as all runs' are one stretch of memory.
struct Cells<'a> {
    /// Each is a [`Late`], but kept as a plain number: zeros that cost nothing until they are used.
    late: &'a mut [u64],
    /// Or none, and then their sum is in [`Run::placed`].
    placed: &'a mut [u64],
}

/// What is late of a run, what was placed of that, and the rest.
type RunCells<'a> = (&'a [u64], &'a [u64], &'a Run);

/// The sums of the hands that begin with the same two cards, besides the late ones.
#[derive(Clone, Default)]
struct Run {
    /// How many entries the late sums are of, at most.
    late_entries: usize,
    /// What was placed and is not with the hand, because only totals are asked for.
    placed: u128,
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

impl<'a> Cells<'a> {
    fn new(cells: &'a mut [u64]) -> Cells<'a> {
        let (late, placed) = cells.split_at_mut(RUN);
        Cells { late, placed }
    }

    /// What there is of a hand; the places are 0 if they are not kept.
    fn sums(&self, low: usize) -> Sums {
        sums_of(self.late, self.placed, low)
    }

    fn clear(&mut self, low: usize) {
        self.late[low] = 0;
        if let Some(placed) = self.placed.get_mut(low) {
            *placed = 0;
        }
    }
}

#[inline]
fn sums_of(late: &[u64], placed: &[u64], low: usize) -> Sums {
    let late = Late(late[low]);
    let placed = placed.get(low).copied().unwrap_or_default();
    Sums { count: late.count(), bids: late.bids().into(), placed: placed.into() }
}

impl Run {
    #[inline]
    fn get(&self, late: Sums, low: usize) -> Sums {
        match self.early.get(low) {
            None => late,
            // It fails only after an overflow, and then no sum matters.
            Some(early) => early.followed_by(late).unwrap_or(*early),
        }
    }

    #[inline]
    fn count(&self, late: &[u64], low: usize) -> u64 {
        let early = self.early.get(low).map_or(0, |early| early.count);
        early.saturating_add(Late(late[low]).count())
    }

    /// Appends entries of one hand to those there are.
    fn append(&mut self, cells: &mut Cells<'_>, low: usize, later: Sums) -> Result<(), Overflow> {
        let room = Late::ENTRIES_MAX - self.late_entries;
        if let Some((small, placed)) = Late::of(later, room)
            && !self.wide
        {
            self.late_entries += later.count as usize;
            let moved_up = Late::append(&mut cells.late[low], small);
            self.place(cells, low, placed + moved_up);
            return Ok(());
        }
        let was_wide = self.wide;
        self.append_early(cells, low, later)?;
        if self.wide && !was_wide { self.make_early(cells) } else { Ok(()) }
    }

    /// Adds to what was placed of late entries.
    fn place(&mut self, cells: &mut Cells<'_>, low: usize, placed: u64) {
        match cells.placed.get_mut(low) {
            Some(sum) => *sum += placed,
            None => self.placed += u128::from(placed),
        }
    }

    /// Makes what is late of one hand early, and appends entries to that.
    fn append_early(
        &mut self,
        cells: &mut Cells<'_>,
        low: usize,
        later: Sums,
    ) -> Result<(), Overflow> {
        if self.early.is_empty() {
            self.early = vec![Sums::default(); RUN];
        }
        let mut sums = self.early[low];
        let recent = cells.sums(low);
        if recent.count > 0 {
            sums = sums.followed_by(recent).ok_or(Overflow)?;
            cells.clear(low);
        }
        sums = sums.followed_by(later).ok_or(Overflow)?;
        self.wide |= (sums.bids | sums.placed) >> 64 != 0;
        self.early[low] = sums;
        Ok(())
    }

    /// Makes early all that is late.
    #[cold]
    fn make_early(&mut self, cells: &mut Cells<'_>) -> Result<(), Overflow> {
        self.late_entries = 0;
        for low in 0..RUN {
            if cells.late[low] > 0 {
                self.append_early(cells, low, Sums::default())?;
            }
        }
        Ok(())
    }

    /// Appends the entries of another run of the same hands.
    fn merge(
        &mut self,
        cells: &mut Cells<'_>,
        (later_late, later_placed, later): (&[u64], &[u64], &Run),
    ) -> Result<(), Overflow> {
        if later.is_empty() {
            return Ok(());
        }
        self.placed = self.placed.checked_add(later.placed).ok_or(Overflow)?;
        let room = Late::ENTRIES_MAX - self.late_entries;
        if self.wide || !later.early.is_empty() || later.late_entries > room {
            return (0..RUN).try_for_each(|low| {
                match later.get(sums_of(later_late, later_placed, low), low) {
                    Sums { count: 0, .. } => Ok(()),
                    sums => self.append(cells, low, sums),
                }
            });
        }
        // The usual case, where nothing can pass its range.
        self.late_entries += later.late_entries;
        for (low, &late) in later_late.iter().enumerate() {
            let moved_up = Late::append(&mut cells.late[low], Late(late));
            self.place(cells, low, moved_up + later_placed.get(low).copied().unwrap_or_default());
        }
        Ok(())
    }

    /// Tallies the words of this run, in order.
    fn tally(
        &mut self,
        cells: &mut Cells<'_>,
        pieces: &Pieces<'_>,
        number: usize,
    ) -> Result<(), Overflow> {
        let mut first = None;
        pieces.run(number, |words, _| first = first.or(words.first().copied()));
        let Some(first) = first else { return Ok(()) };
        // To go through memory in order, eight cells a line, is quicker than to wait for each when it
        // is needed. What was never written to is written: read first, its pages would be made twice.
        // Where bids are large, it is not needed at all.
        if self.late_entries > 0 {
            let late = cells.late.iter().step_by(8).fold(0, |any, late| any | late);
            hint::black_box(cells.placed.iter().step_by(8).fold(late, |any, placed| any | placed));
        } else if self.is_empty() && first & LARGE != LARGE {
            cells.late.fill(0);
            cells.placed.fill(0);
        }
        let mut result = Ok(());
        pieces.run(number, |words, large| {
            if result.is_ok() {
                result = self.tally_words(cells, words, large);
            }
        });
        if self.wide {
            result = result.and(self.make_early(cells));
        }
        result
    }

    fn tally_words(
        &mut self,
        cells: &mut Cells<'_>,
        words: &[u32],
        large: &mut &[(u16, u64)],
    ) -> Result<(), Overflow> {
        if words.len() > Late::ENTRIES_MAX - self.late_entries {
            self.make_early(cells)?;
        }
        self.late_entries += words.len();
        let mut rest = words;
        loop {
            let is_large = |word: &u32| word & LARGE == LARGE;
            let next = if large.is_empty() { None } else { rest.iter().position(is_large) };
            let (small, after) = rest.split_at(next.unwrap_or(rest.len()));
            let late = &mut cells.late[..RUN];
            match cells.placed.get_mut(..RUN) {
                Some(placed) => tally_small(late, small, |low, more| placed[low] += more),
                None => {
                    let mut placed = 0;
                    tally_small(late, small, |_, more| placed += more);
                    self.placed += u128::from(placed);
                }
            }
            let Some((&word, after)) = after.split_first() else { return Ok(()) };
            let (low, bid) = read_word(word, large);
            let bid = bid.into();
            self.append_early(cells, low, Sums { count: 1, bids: bid, placed: bid })?;
            rest = after;
        }
    }

    fn is_empty(&self) -> bool {
        self.late_entries == 0 && self.early.is_empty()
    }
}

/// The other loop that every entry goes through: nothing in it can fail.
#[inline]
fn tally_small(late: &mut [u64], words: &[u32], mut place: impl FnMut(usize, u64)) {
    let mut add = |word: u32| {
        let low = (word & LARGE) as usize;
        place(low, Late::add(&mut late[low], word >> 12));
    };
    // Unrolled, as in `Batch`.
    let (fours, rest) = words.as_chunks::<4>();
    fours.iter().for_each(|four| four.iter().for_each(|&word| add(word)));
    rest.iter().for_each(|&word| add(word));
}

/// What there is of a few million entries of one hand with small bids: their number in the upper
/// 22 bits, the sum of their bids in the lower 42. What was placed fits 64 bits.
#[derive(Clone, Copy)]
struct Late(u64);

impl Late {
    /// One more entry would not fit if all of so many were of one hand.
    const ENTRIES_MAX: usize = (1 << 22) - 1;
    const BIDS_BITS: u32 = 22 + BID_BITS;
    const _FITS: () = assert!(Late::BIDS_BITS + 22 == 64 && 2 * 22 - 1 + BID_BITS < 64);

    /// Adds one more entry; returns what it adds to what was placed.
    #[inline]
    fn add(to: &mut u64, bid: u32) -> u64 {
        let bid = u64::from(bid);
        *to += (1 << Late::BIDS_BITS) + bid;
        Late(*to).count() * bid
    }

    /// Appends entries, as many as there is room for; returns how much they move up.
    #[inline]
    fn append(to: &mut u64, later: Late) -> u64 {
        let moved_up = Late(*to).count() * later.bids();
        *to += later.0;
        moved_up
    }

    #[inline]
    fn count(self) -> u64 {
        self.0 >> Late::BIDS_BITS
    }

    #[inline]
    fn bids(self) -> u64 {
        self.0 & ((1 << Late::BIDS_BITS) - 1)
    }

    /// What there is of at most `room` entries, and what was placed of them, if that is what small
    /// bids add up to.
    fn of(Sums { count, bids, placed }: Sums, room: usize) -> Option<(Late, u64)> {
        const BID_MAX: u128 = (1 << BID_BITS) - 1;
        let entries = u128::from(count);
        let is_small = entries <= room as u128
            && bids <= entries * BID_MAX
            && placed <= entries * (entries + 1) / 2 * BID_MAX;
        is_small.then_some((Late(count << Late::BIDS_BITS | bids as u64), placed as u64))
    }
}

impl Tally {
    /// Makes the tally of no entries.
    pub fn new() -> Tally {
        Tally::default()
    }

    /// Makes the tally of no entries that will only be asked for totals, not what each hand wins.
    ///
    /// It is quicker by a tenth, in half the memory: of the places it keeps one sum, not one
    /// a hand. A tally into which one for totals is merged becomes one.
    ///
    /// # Panics
    ///
    /// What needs the places of each hand panics: [`Tally::standings`], [`Tally::summary`]
    /// and [`Tally::to_bytes`].
    ///
    /// ```
    /// use camel_cards::{Rules, Tally, Ties, entries};
    ///
    /// let mut tally = Tally::for_totals();
    /// for entry in entries(b"32T3K 765\nT55J5 684\n") {
    ///     tally.add(entry?);
    /// }
    /// assert_eq!(tally.total_winnings(Rules::Standard, Ties::Ordinal)?, 765 + 2 * 684);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn for_totals() -> Tally {
        Tally { only_totals: true, ..Tally::default() }
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
        let mut batch = Batch::for_input(input.len() as u64, BATCH);
        let (mut reader, mut tally) = (Reader::new(), Tally::new());
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
        if later.only_totals {
            self.keep_only_totals();
        }
        if later.runs.is_empty() {
            return later.few.iter().for_each(|&entry| self.add(Entry::unpack(entry)));
        }
        self.spread(later.entries > FEW as u64);
        self.count(later.entries);
        let results = self
            .runs_mut()
            .zip(later.runs())
            .map(|((mut cells, run), later)| run.merge(&mut cells, later));
        let overflow = results.fold(false, |overflow, result| overflow | result.is_err());
        self.overflow |= overflow;
    }

    fn keep_only_totals(&mut self) {
        if self.runs.is_empty() || mem::replace(&mut self.only_totals, true) {
            return self.only_totals = true;
        }
        let both = mem::replace(&mut self.cells, Memory::new(Hand::COUNT, true));
        let late = self.cells.chunks_exact_mut(RUN).zip(both.chunks_exact(2 * RUN));
        for ((late, both), run) in late.zip(&mut self.runs) {
            let (old, placed) = both.split_at(RUN);
            late.copy_from_slice(old);
            run.placed += placed.iter().map(|&placed| u128::from(placed)).sum::<u128>();
        }
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
        batches.iter_mut().for_each(|batch| batch.spread(false));
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

    /// How many numbers a run has in [`Tally::cells`].
    fn run_cells(&self) -> usize {
        if self.only_totals { RUN } else { 2 * RUN }
    }

    /// Returns all runs with what is late of them.
    fn runs(&self) -> impl Iterator<Item = RunCells<'_>> {
        let cells = self.cells.chunks_exact(self.run_cells()).map(|cells| cells.split_at(RUN));
        cells.zip(&self.runs).map(|((late, placed), run)| (late, placed, run))
    }

    fn runs_mut(&mut self) -> impl Iterator<Item = (Cells<'_>, &mut Run)> {
        let run_cells = self.run_cells();
        self.cells.chunks_exact_mut(run_cells).map(Cells::new).zip(&mut self.runs)
    }

    /// Puts the few entries into cells, if they are not; where many follow, most cells will be used.
    fn spread(&mut self, many: bool) {
        if self.runs.is_empty() {
            self.cells = Memory::new(RUNS * self.run_cells(), many);
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
        let run_cells = self.run_cells();
        let mut cells = Cells::new(&mut self.cells[hand.run() * run_cells..][..run_cells]);
        self.overflow |= self.runs[hand.run()].append(&mut cells, hand.low(), sums).is_err();
    }

    /// Returns the sums of each hand that occurs, by [`Hand::index`].
    ///
    /// # Panics
    ///
    /// If the tally is for totals.
    pub(crate) fn cells(&self) -> impl Iterator<Item = Cell> {
        assert!(!self.only_totals, "{ONLY_TOTALS}");
        self.known_cells()
    }

    /// As [`Tally::cells`]; in a tally for totals, some of what was placed is not there.
    fn known_cells(&self) -> impl Iterator<Item = Cell> {
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
        let of_runs = self.runs().enumerate().flat_map(|(number, (late, placed, run))| {
            let hands = if run.is_empty() { 0 } else { RUN };
            (0..hands).filter_map(move |low| {
                let Sums { count, bids, placed } = run.get(sums_of(late, placed, low), low);
                let hand = Hand::from_run(number, low);
                (count > 0).then_some(Cell { hand, count, bids, placed })
            })
        });
        few_cells.into_iter().chain(of_runs)
    }

    /// Returns what a tally for totals knows: each hand's count and bids, and what was placed in all.
    fn known_sums(&self) -> (Vec<(Hand, u64, u128)>, Option<u128>) {
        let hands = self.known_cells().map(|cell| (cell.hand, cell.count, cell.bids)).collect();
        let placed = self.known_cells().map(|cell| cell.placed);
        let mut placed = placed.chain(self.runs.iter().map(|run| run.placed));
        (hands, placed.try_fold(0, u128::checked_add))
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
        let tied = |count| if count > 1 { count } else { 0 };
        let runs = self.runs().filter(|(.., run)| !run.is_empty());
        let of_runs = runs.map(|(late, _, run)| match run.early.is_empty() {
            true => late.iter().map(|&late| tied(Late(late).count())).sum(),
            false => (0..RUN).map(|low| tied(run.count(late, low))).fold(0, u64::saturating_add),
        });
        of_runs.fold(0, u64::saturating_add)
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
            (_, true, _) => self.known_standings(rules, ties).try_fold(0u128, |total, standing| {
                total.checked_add(standing?.winnings).ok_or(Overflow)
            }),
            (_, false, _) => totals::winnings(self, ties)[rules as usize],
        }
    }

    /// Returns the [total winnings](Tally::total_winnings) under each of [`Rules::ALL`],
    /// which is quicker than one after the other.
    ///
    /// # Errors
    ///
    /// [`Overflow`] if either passes 2¹²⁸ − 1, or a sum that it is made of.
    pub fn both_total_winnings(&self, ties: Ties) -> Result<[u128; 2], Overflow> {
        let [standard, joker] = match (self.overflow, self.runs.is_empty(), ties) {
            (true, _, _) => return Err(Overflow),
            (_, true, Ties::Ordinal) => return Ok(few::total_winnings(&self.few)),
            (_, true, _) => Rules::ALL.map(|rules| self.total_winnings(rules, ties)),
            (_, false, _) => totals::winnings(self, ties),
        };
        Ok([standard?, joker?])
    }

    /// Returns where each hand that occurs stands, weakest first.
    ///
    /// # Errors
    ///
    /// [`Overflow`] as for [`Tally::total_winnings`].
    ///
    /// # Panics
    ///
    /// If the tally is [for totals](Tally::for_totals).
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
        assert!(!self.only_totals, "{ONLY_TOTALS}");
        self.known_standings(rules, ties)
    }

    /// As [`Tally::standings`]; in a tally for totals with cells, ordinal winnings lack something.
    fn known_standings(
        &self,
        rules: Rules,
        ties: Ties,
    ) -> impl Iterator<Item = Result<Standing, Overflow>> {
        let mut weakest_first: Vec<(Strength, Cell)> =
            self.known_cells().map(|cell| (cell.hand.strength(rules), cell)).collect();
        weakest_first.sort_unstable_by_key(|&(strength, _)| strength);
        let mut below = Below::default();
        let overflow = self.overflow;
        weakest_first.into_iter().map(move |(strength, cell)| {
            if overflow {
                return Err(Overflow);
            }
            let Cell { count, bids, placed, .. } = cell;
            let rank = below.rank(count, ties);
            let places = if ties == Ties::Ordinal { placed } else { 0 };
            let winnings = below.winnings(count, bids, ties);
            let winnings = winnings.and_then(|winnings| winnings.checked_add(places));
            below.pass(count);
            let winnings = winnings.ok_or(Overflow)?;
            Ok(Standing { strength, entries: count, rank, bids, winnings })
        })
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

    /// The winnings of all entries of a hand, but for what their places add under ordinal ties.
    fn winnings(self, count: u64, bids: u128, ties: Ties) -> Option<u128> {
        let factor = match ties {
            Ties::Ordinal => self.entries,
            Ties::Min | Ties::Max | Ties::Dense => self.rank(count, ties),
        };
        bids.checked_mul(factor.into())
    }

    /// Returns how many ranks there are before that of the next.
    fn before(self, ties: Ties) -> u64 {
        match ties {
            Ties::Ordinal | Ties::Min | Ties::Max => self.entries,
            Ties::Dense => self.hands,
        }
    }

    fn and(self, other: Below) -> Below {
        Below { entries: self.entries + other.entries, hands: self.hands + other.hands }
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
    runs: impl Iterator<Item = (Cells<'a>, &'a mut Run)> + Send,
    threads: usize,
) -> Result<(), Overflow> {
    let runs = Mutex::new(runs.enumerate());
    let work = || {
        let mut result = Ok(());
        loop {
            // Poisoned means that another thread panicked, which is on its way up.
            let next = runs.lock().ok().and_then(|mut runs| runs.next());
            let Some((number, (mut cells, run))) = next else { return result };
            result = result.and(run.tally(&mut cells, pieces, number));
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

const ONLY_TOTALS: &str = "a tally for totals does not know what each hand wins";

/// How many entries are gathered before they are tallied.
const BATCH: usize = 1 << 20;

/// How much is read between looks at whether a batch is full.
const PIECE_BYTES: usize = 1 << 20;

impl FromIterator<Entry> for Tally {
    fn from_iter<I: IntoIterator<Item = Entry>>(entries: I) -> Tally {
        let mut tally = Tally::new();
        tally.extend(entries);
        tally
    }
}

/// Tallies are equal if they hold the same sums, however they came by them, and know as much: one
/// for totals equals no other.
impl PartialEq for Tally {
    fn eq(&self, other: &Tally) -> bool {
        (self.entries, self.overflow, self.only_totals)
            == (other.entries, other.overflow, other.only_totals)
            && match self.only_totals {
                false => self.cells().eq(other.cells()),
                true => self.known_sums() == other.known_sums(),
            }
    }
}

impl Eq for Tally {}

impl fmt::Debug for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tally")
            .field("entries", &self.entries)
            .field("hands", &self.known_cells().count())
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
