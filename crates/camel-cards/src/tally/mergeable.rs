use super::{representation::FromRepresentation, sums::Overflow};
use crate::game::{PerRules, Ties};

/// The main answer: how many entries there are, how many are tied, and their total winnings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Score {
    /// How many entries there are.
    pub entries: u64,
    /// How many entries hold a hand that another entry holds too.
    pub tied: u64,
    /// The sum of rank × bid over all entries, under each rules.
    pub winnings: PerRules<u128>,
}

/// [`Tally`](crate::Tally) and [`Totals`](crate::Totals): what a [`Builder`](crate::Builder) makes, and what merges in the order of the input.
///
/// This trait is sealed: it is there to write code for both.
pub trait Mergeable: Clone + Default + Send + FromRepresentation {
    /// Counts all entries of `later` after these.
    fn merge(&mut self, later: &Self);

    /// Returns the number of entries.
    fn entries(&self) -> u64;

    /// Returns the number of entries, of tied ones, and the total winnings under each rules.
    ///
    /// # Errors
    ///
    /// [`Overflow`] if a total, or a sum that it is made of, passes 2¹²⁸ − 1.
    fn score(&self, ties: Ties) -> Result<Score, Overflow>;
}
