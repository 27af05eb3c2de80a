use std::{error, fmt};

use super::{builder::Builder, sums::Overflow};
use crate::{
    game::{PerRules, Ties},
    read::{Block, Error, Reader},
};

/// The main answer: how many entries there are, how many are tied, and their total winnings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Score {
    /// How many entries there are.
    pub entries: u64,
    /// How many entries hold a hand that another entry holds too.
    pub tied: u64,
    /// The sum of rank × bid over all entries, under both rules.
    pub winnings: PerRules<u128>,
}

/// Returns the score of a whole input, with ordinal ties: the shortest way and the fastest.
///
/// See [`entries`](crate::entries) for what is read, and [`Builder`] for an input that comes in
/// chunks or has bad lines to skip.
///
/// # Errors
///
/// The first line that is no entry; or [`Overflow`], if either total passes 2¹²⁸ − 1.
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
        reader.next_block(&mut rest, &mut block).map_err(ScoreError::Input)?;
        builder.push_block(&block);
    }
    reader.finish(&mut block).map_err(ScoreError::Input)?;
    builder.push_block(&block);
    builder.finish().score(Ties::Ordinal).map_err(ScoreError::Overflow)
}

/// Why there is no score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ScoreError {
    /// The first line that is no entry.
    Input(Error),
    /// A total that is too large to be exact.
    Overflow(Overflow),
    /// Ordinal ties, asked of [`Counts`](crate::Counts), which do not know the order of the entries.
    NoOrder,
}

impl fmt::Display for ScoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScoreError::Input(error) => error.fmt(f),
            ScoreError::Overflow(overflow) => overflow.fmt(f),
            ScoreError::NoOrder => {
                f.write_str("ordinal ties need the order of the entries, which counts do not know")
            }
        }
    }
}

impl error::Error for ScoreError {}
