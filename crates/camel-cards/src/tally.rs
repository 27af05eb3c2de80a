//! The one idea: a rank is the number of weaker entries plus one, so a tally is enough.
//!
//! An entry's rank depends only on the number of weaker entries, and there are only 371,293 hands.
//! So three sums for each hand are enough:
//!
//! ```text
//! count      how many entries hold the hand
//! bids       the sum of their bids
//! weighted   the position-weighted sum: Σ position × bid, the position being 1 for the first of them
//! ```
//!
//! With `weaker` entries on weaker hands, the hand's ordinal winnings are
//! Σ (weaker + position) × bid = weaker × bids + weighted; the other ties need no
//! positions at all. And when one input follows another, each later entry's position
//! moves up by the earlier count: weighted = weighted₁ + weighted₂ + count₁ × bids₂.
//! So merging is exact and associative. Total winnings are computed in the same way, by appending
//! all hands to each other, the weakest first.
//!
//! A few entries are kept as a list, because sorting them is quicker than summing a table.

mod builder;
mod bytes;
mod counts;
mod list;
mod summary;
mod sums;
mod table;

pub use builder::Builder;
pub use bytes::TallyError;
pub use counts::{Counts, CountsError};
pub use summary::{Bids, LabelSummary, Summary, TypeSummary};
pub use sums::Overflow;

use std::{error, fmt};

use list::List;
use sums::{HandSums, Sums, Totals};
use table::Table;

use crate::{
    game::{Entry, PerRules},
    ranking::Ties,
    read::{Block, Error, Reader},
};

/// The sums from which ranks and winnings are computed, for any number of entries.
///
/// It takes constant memory, at most 20 MB, serves both [`Rules`](crate::Rules) and all [`Ties`], and
/// tallies of consecutive inputs [merge](Tally::merge). A [`Builder`] makes one quickly.
///
/// ```
/// use camel_cards::{Tally, Ties, entries};
///
/// let input = b"32T3K 765\nT55J5 684\nKK677 28\nKTJJT 220\nQQQJA 483\n";
/// let tally: Tally = entries(input).collect::<Result<_, _>>()?;
/// let score = tally.score(Ties::Ordinal)?;
/// assert_eq!((score.winnings.standard, score.winnings.joker), (6440, 5905));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Default)]
pub struct Tally(Representation);

/// How a tally keeps its entries: a list of few, or a table. Callers cannot tell which.
#[derive(Clone)]
enum Representation {
    List(List),
    Table(Table),
}

impl Default for Representation {
    fn default() -> Representation {
        Representation::List(List::default())
    }
}

impl Tally {
    /// Makes the tally of no entries.
    pub fn new() -> Tally {
        Tally::default()
    }

    /// Returns the number of entries.
    ///
    /// It stays at 2⁶⁴ − 1 if there are more entries; then every total is an [`Overflow`].
    pub fn entries(&self) -> u64 {
        match &self.0 {
            Representation::List(list) => list.len() as u64,
            Representation::Table(table) => table.entries().unwrap_or(u64::MAX),
        }
    }

    /// Returns the number of entries, the number of tied entries, and the total winnings under both
    /// rules.
    ///
    /// # Errors
    ///
    /// [`Overflow`] if a total, or a sum that it is computed from, is larger than 2¹²⁸ − 1.
    pub fn score(&self, ties: Ties) -> Result<Score, Overflow> {
        let (winnings, tied) = match &self.0 {
            Representation::List(list) if ties == Ties::Ordinal => list.winnings_and_tied(),
            _ => {
                let totals = self.totals(ties)?;
                (totals.winnings()?, totals.tied)
            }
        };
        Ok(Score { entries: self.entries(), tied, winnings })
    }

    fn totals(&self, ties: Ties) -> Result<Totals, Overflow> {
        match &self.0 {
            Representation::List(list) => Ok(sums::totals(&list.hand_sums(), ties)),
            Representation::Table(table) => table.totals(ties),
        }
    }

    /// Counts all entries of `later` after these.
    ///
    /// Merging is associative: the parts of an input may be merged in any grouping, as long as
    /// they stay in order.
    pub fn merge(&mut self, later: &Tally) {
        match &later.0 {
            Representation::List(later) if self.try_extend(later.packed()) => {}
            Representation::List(later) => push_all(self.make_table(), later),
            Representation::Table(later) => self.make_table().merge(later),
        }
    }

    /// Appends packed entries if it is a list with room for all of them, and returns whether it is.
    fn try_extend(&mut self, entries: &[u64]) -> bool {
        match &mut self.0 {
            Representation::List(list) => list.try_extend(entries),
            Representation::Table(_) => false,
        }
    }

    /// Returns the sums of the hands that occur, by [`Hand::index`](crate::Hand::index).
    fn hand_sums(&self) -> Result<Vec<HandSums>, Overflow> {
        match &self.0 {
            Representation::List(list) => Ok(list.hand_sums()),
            Representation::Table(table) => table.hand_sums(),
        }
    }

    fn make_table(&mut self) -> &mut Table {
        if let Representation::List(list) = &self.0 {
            let mut table = Table::new(list.len() > 0);
            push_all(&mut table, list);
            self.0 = Representation::Table(table);
        }
        match &mut self.0 {
            Representation::Table(table) => table,
            #[expect(clippy::unreachable, reason = "it has just become a table")]
            Representation::List(_) => unreachable!(),
        }
    }
}

fn push_all(table: &mut Table, list: &List) {
    for Entry { hand, bid } in list.entries() {
        table.append(HandSums { hand, sums: Sums::of_bid(bid) });
    }
}

/// Tallies are equal if their bytes are equal, however they were made.
///
/// A tally with an [`Overflow`] equals no tally, like a NaN, because its sums are unknown.
impl PartialEq for Tally {
    fn eq(&self, other: &Tally) -> bool {
        self.to_bytes().is_ok_and(|bytes| other.to_bytes() == Ok(bytes))
    }
}

impl fmt::Debug for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tally")
            .field("entries", &self.entries())
            .field("score", &self.score(Ties::Ordinal))
            .finish()
    }
}

/// The main answer: how many entries there are, how many are tied, and their total winnings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Score {
    /// The number of entries.
    pub entries: u64,
    /// The number of entries that share a hand with another.
    pub tied: u64,
    /// The sum of rank × bid over all entries, under both rules.
    pub winnings: PerRules<u128>,
}

/// Returns the score of a whole input, with ordinal ties. This is the shortest and fastest way.
///
/// See [`entries`](crate::entries) for the format. If an input comes in chunks or has bad lines to
/// skip, use [`Builder`].
///
/// # Errors
///
/// The first bad line; or [`Overflow`], if either total is larger than 2¹²⁸ − 1.
///
/// ```
/// let score = camel_cards::score(b"32T3K 765\nT55J5 684\nKK677 28\nKTJJT 220\nQQQJA 483\n")?;
/// assert_eq!((score.entries, score.tied), (5, 0));
/// assert_eq!((score.winnings.standard, score.winnings.joker), (6440, 5905));
///
/// let error = camel_cards::score(b"32T3K 765\nT55J5\n").unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 6: expected a bid, found end of line");
/// # Ok::<(), camel_cards::ScoreError>(())
/// ```
///
/// # Source
///
/// Advent of Code 2023, day 7: part 1 asks for the total under [`Rules::Standard`](crate::Rules::Standard), part 2 for that
/// under [`Rules::Joker`](crate::Rules::Joker).
pub fn score(input: &[u8]) -> Result<Score, ScoreError> {
    let (mut reader, mut block) = (Reader::new(), Block::new());
    let mut builder = Builder::for_input(input.len() as u64);
    let mut rest = input;
    while !rest.is_empty() {
        reader.next_block(&mut rest, &mut block)?;
        builder.push_block(&block);
    }
    reader.finish(&mut block)?;
    builder.push_block(&block);
    Ok(builder.finish().score(Ties::Ordinal)?)
}

/// Why an input has no score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ScoreError {
    /// The first bad line.
    Input(Error),
    /// A total that is too large to be exact.
    Overflow(Overflow),
}

impl From<Error> for ScoreError {
    fn from(error: Error) -> ScoreError {
        ScoreError::Input(error)
    }
}

impl From<Overflow> for ScoreError {
    fn from(overflow: Overflow) -> ScoreError {
        ScoreError::Overflow(overflow)
    }
}

impl fmt::Display for ScoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScoreError::Input(error) => error.fmt(f),
            ScoreError::Overflow(overflow) => overflow.fmt(f),
        }
    }
}

impl error::Error for ScoreError {}
