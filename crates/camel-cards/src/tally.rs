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

use std::fmt;

use crate::{Entry, Hand, Overflow, Rules, Strength, Ties};

/// What is needed of any number of entries to know their total winnings.
///
/// It takes constant memory, serves both [`Rules`] and all [`Ties`], and
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
#[derive(Clone)]
pub struct Tally {
    /// The hands that occur, in order of first occurrence.
    cells: Vec<Cell>,
    /// For each hand, by [`Hand::index`], one more than its place in `cells`;
    /// 0 if it does not occur.
    slots: Vec<u32>,
    entries: u64,
    /// Some sum passed its range, so no total can be exact any more.
    overflow: bool,
}

/// The sums of one hand that occurs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cell {
    pub(crate) hand: Hand,
    pub(crate) count: u64,
    pub(crate) bids: u128,
    pub(crate) placed: u128,
}

impl Cell {
    /// Appends entries of the same hand; `None` if a sum would pass its range.
    fn followed_by(self, later: Cell) -> Option<Cell> {
        let moved_up = u128::from(self.count).checked_mul(later.bids)?;
        Some(Cell {
            hand: self.hand,
            count: self.count.checked_add(later.count)?,
            bids: self.bids.checked_add(later.bids)?,
            placed: self.placed.checked_add(later.placed)?.checked_add(moved_up)?,
        })
    }
}

impl Default for Tally {
    fn default() -> Tally {
        Tally::new()
    }
}

impl Tally {
    /// Makes the tally of no entries.
    pub fn new() -> Tally {
        Tally { cells: Vec::new(), slots: vec![0; Hand::COUNT], entries: 0, overflow: false }
    }

    /// Counts one more entry, the last so far.
    pub fn add(&mut self, entry: Entry) {
        let bid = entry.bid.into();
        self.append(Cell { hand: entry.hand, count: 1, bids: bid, placed: bid });
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
        for &cell in &later.cells {
            self.append(cell);
        }
    }

    fn append(&mut self, later: Cell) {
        match self.entries.checked_add(later.count) {
            Some(entries) => self.entries = entries,
            None => self.overflow = true,
        }
        let slot = &mut self.slots[later.hand.index()];
        match (*slot as usize).checked_sub(1).map(|place| &mut self.cells[place]) {
            None => {
                self.cells.push(later);
                *slot = self.cells.len() as u32;
            }
            Some(cell) => match cell.followed_by(later) {
                Some(sums) => *cell = sums,
                None => self.overflow = true,
            },
        }
    }

    /// Returns the hands that occur, by [`Hand::index`], if all sums are exact.
    pub(crate) fn cells_by_hand(&self) -> Result<Vec<Cell>, Overflow> {
        if self.overflow {
            return Err(Overflow);
        }
        let mut cells = self.cells.clone();
        cells.sort_unstable_by_key(|cell| cell.hand.index());
        Ok(cells)
    }

    /// Makes a tally of hands that are all different.
    pub(crate) fn from_cells(cells: Vec<Cell>) -> Tally {
        let mut tally = Tally::new();
        cells.into_iter().for_each(|cell| tally.append(cell));
        tally
    }

    fn cell(&self, hand: Hand) -> Option<&Cell> {
        self.cells.get((self.slots[hand.index()] as usize).checked_sub(1)?)
    }

    /// Returns the number of entries.
    ///
    /// It is exact as long as any total is: past 2⁶⁴ − 1 entries every total
    /// is an [`Overflow`].
    pub fn entries(&self) -> u64 {
        self.entries
    }

    /// Returns the number of entries whose hand another entry has too.
    pub fn tied(&self) -> u64 {
        self.cells.iter().map(|cell| cell.count).filter(|&count| count > 1).sum()
    }

    /// Returns the sum of rank × bid over all entries.
    ///
    /// # Errors
    ///
    /// [`Overflow`] if the total, or a sum that it is made of, passes 2¹²⁸ − 1.
    pub fn total_winnings(&self, rules: Rules, ties: Ties) -> Result<u128, Overflow> {
        self.standings(rules, ties).try_fold(0u128, |total, standing| {
            total.checked_add(standing?.winnings).ok_or(Overflow)
        })
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
        let mut weakest_first: Vec<_> =
            (0..).zip(&self.cells).map(|(i, cell)| (cell.hand.strength(rules), i)).collect();
        weakest_first.sort_unstable();
        let (mut entries_below, mut hands_below) = (0u64, 0u64);
        weakest_first.into_iter().map(move |(strength, i): (Strength, u32)| {
            if self.overflow {
                return Err(Overflow);
            }
            let Cell { count, bids, placed, .. } = self.cells[i as usize];
            let all_rank = |rank: u64| (rank, bids.checked_mul(rank.into()));
            let (rank, winnings) = match ties {
                Ties::Ordinal => {
                    let below = bids.checked_mul(entries_below.into());
                    (entries_below + 1, below.and_then(|below| below.checked_add(placed)))
                }
                Ties::Min => all_rank(entries_below + 1),
                Ties::Max => all_rank(entries_below + count),
                Ties::Dense => all_rank(hands_below + 1),
            };
            entries_below += count;
            hands_below += 1;
            let winnings = winnings.ok_or(Overflow)?;
            Ok(Standing { strength, entries: count, rank, bids, winnings })
        })
    }
}

/// Many entries at once are tallied much faster than one by one.
impl Extend<Entry> for Tally {
    fn extend<I: IntoIterator<Item = Entry>>(&mut self, entries: I) {
        let mut entries = entries.into_iter();
        let (mut batch, mut sorted) = (Vec::new(), Vec::new());
        loop {
            batch.clear();
            batch.extend(entries.by_ref().take(BATCH));
            if batch.is_empty() {
                return;
            }
            if batch.len() < BATCH_MIN {
                batch.iter().for_each(|&entry| self.add(entry));
            } else {
                sort_by_first_two_cards(&batch, &mut sorted);
                sorted.iter().for_each(|&entry| self.add(entry));
            }
        }
    }
}

/// One entry after another lands anywhere in 20 MB of cells, and waits for
/// memory. So entries are gathered and sorted by their first two cards: 169
/// runs of 2,197 hands, whose cells stay in the cache while a run is tallied.
const BATCH: usize = 1 << 19;
/// Fewer entries than this are not worth the sorting.
const BATCH_MIN: usize = 1 << 14;

/// A counting sort: entries of one hand keep their order.
fn sort_by_first_two_cards(batch: &[Entry], sorted: &mut Vec<Entry>) {
    let run = |entry: &Entry| entry.hand.index() / 13usize.pow(3);
    let mut ends = [0; 169];
    for entry in batch {
        ends[run(entry)] += 1;
    }
    let mut begin = 0;
    for end in &mut ends {
        (begin, *end) = (begin + *end, begin);
    }
    sorted.clear();
    sorted.extend_from_slice(batch);
    for &entry in batch {
        let place = &mut ends[run(&entry)];
        sorted[*place] = entry;
        *place += 1;
    }
}

impl FromIterator<Entry> for Tally {
    fn from_iter<I: IntoIterator<Item = Entry>>(entries: I) -> Tally {
        let mut tally = Tally::new();
        tally.extend(entries);
        tally
    }
}

/// Tallies are equal if they hold the same sums, whichever hand came first.
impl PartialEq for Tally {
    fn eq(&self, other: &Tally) -> bool {
        (self.entries, self.overflow, self.cells.len())
            == (other.entries, other.overflow, other.cells.len())
            && self.cells.iter().all(|cell| other.cell(cell.hand) == Some(cell))
    }
}

impl Eq for Tally {}

impl fmt::Debug for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tally")
            .field("entries", &self.entries)
            .field("hands", &self.cells.len())
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
