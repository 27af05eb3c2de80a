use std::{collections::BTreeMap, error, fmt};

use super::{
    Overflow, Score,
    sums::{HandSums, Sums, totals},
};
use crate::{game::Hand, ranking::Ties};

/// How many entries hold each hand, and the sum of their bids: a table that any database makes with
/// one `GROUP BY`.
///
/// It is a [`Tally`](crate::Tally) without the order of the entries. That is enough for total winnings with
/// [`Ties::Min`], [`Ties::Max`] and [`Ties::Dense`], under which all entries of a hand have one rank.
///
/// ```
/// use camel_cards::{Counts, Ties};
///
/// let mut counts = Counts::new();
/// counts.insert("QQQJA".parse()?, 2, 483 + 20)?;
/// counts.insert("KTJJT".parse()?, 1, 220)?;
/// let score = counts.score(Ties::Min)?;
/// assert_eq!((score.entries, score.tied), (3, 2));
/// assert_eq!(score.winnings.standard, 220 + 2 * (483 + 20));
/// assert_eq!(
///     counts.score(Ties::Ordinal).unwrap_err().to_string(),
///     "ordinal ties need the order of the entries, but counts have no order",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Counts {
    /// By [`Hand::index`], with hands of no entries, and with no position-weighted sums.
    hands: BTreeMap<usize, HandSums>,
    entries: u64,
}

impl Counts {
    /// Makes the counts of no entries.
    pub fn new() -> Counts {
        Counts::default()
    }

    /// Adds all entries of a hand: `count` of them, whose bids sum to `bids`.
    ///
    /// # Errors
    ///
    /// [`CountsError`] for a repeated hand, and for sums that no entries could have. Then nothing
    /// changes.
    ///
    /// ```
    /// use camel_cards::{Counts, CountsError};
    ///
    /// let mut counts = Counts::new();
    /// let hand = "32T3K".parse()?;
    /// assert_eq!(counts.insert(hand, 0, 5), Err(CountsError::Bids { count: 0, found: 5 }));
    /// counts.insert(hand, 1, 5)?;
    /// assert_eq!(counts.insert(hand, 1, 5), Err(CountsError::Repeated { hand }));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn insert(&mut self, hand: Hand, count: u64, bids: u128) -> Result<(), CountsError> {
        if self.hands.contains_key(&hand.index()) {
            return Err(CountsError::Repeated { hand });
        }
        if bids > bids_max(count) {
            return Err(CountsError::Bids { count, found: bids });
        }
        self.entries = self.entries.checked_add(count).ok_or(CountsError::Entries)?;
        let sums = Sums::new(count, bids, None);
        self.hands.insert(hand.index(), HandSums { hand, sums });
        Ok(())
    }

    /// Returns the number of entries, the number of tied entries, and the total winnings under both
    /// rules.
    ///
    /// # Errors
    ///
    /// [`CountsError::NoOrder`] for [`Ties::Ordinal`]; [`CountsError::Overflow`] if a total, or a
    /// sum that it is computed from, is larger than 2¹²⁸ − 1.
    pub fn score(&self, ties: Ties) -> Result<Score, CountsError> {
        if ties == Ties::Ordinal {
            return Err(CountsError::NoOrder);
        }
        let hands: Vec<HandSums> = self.hands.values().copied().collect();
        let totals = totals(&hands, ties);
        let winnings = totals.winnings().map_err(CountsError::Overflow)?;
        Ok(Score { entries: self.entries, tied: totals.tied, winnings })
    }
}

/// The greatest sum of this number of bids.
fn bids_max(count: u64) -> u128 {
    u128::from(count) * u128::from(u64::MAX)
}

/// Why [`Counts`] refuse a hand, or have no score. Its `Display` is the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CountsError {
    /// The hand was inserted before.
    Repeated {
        /// The hand.
        hand: Hand,
    },
    /// A sum that is too large for so many bids.
    Bids {
        /// The number of entries that hold the hand.
        count: u64,
        /// The sum of their bids.
        found: u128,
    },
    /// More than 2⁶⁴ − 1 entries in all.
    Entries,
    /// Ordinal ties need the order of the entries, which counts do not have.
    NoOrder,
    /// A total that is too large to be exact.
    Overflow(Overflow),
}

const NO_ORDER: &str = "ordinal ties need the order of the entries, but counts have no order";

impl CountsError {
    /// Returns what was expected, and what was found.
    pub fn expected_and_found(self) -> (String, String) {
        match self {
            CountsError::Repeated { hand } => {
                ("each hand once, as `GROUP BY hand` gives it".to_owned(), format!("{hand} again"))
            }
            CountsError::Bids { count, found } => {
                let most = if count == 0 { "" } else { "at most " };
                let expected =
                    format!("a bid sum of {most}{} for a count of {count}", bids_max(count));
                (expected, found.to_string())
            }
            CountsError::Entries => {
                (format!("counts that add up to at most {}", u64::MAX), "more".to_owned())
            }
            CountsError::NoOrder | CountsError::Overflow(_) => ("a score".into(), self.to_string()),
        }
    }
}

impl fmt::Display for CountsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CountsError::NoOrder => f.write_str(NO_ORDER),
            CountsError::Overflow(overflow) => overflow.fmt(f),
            _ => {
                let (expected, found) = self.expected_and_found();
                write!(f, "expected {expected}, found {found}")
            }
        }
    }
}

impl error::Error for CountsError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Tally, read::entries};

    fn hand(index: usize) -> Hand {
        Hand::from_index(index).unwrap()
    }

    /// Every count from none up, on hands all over the order, as entries and as counts.
    #[test]
    fn counts_score_as_the_tally_of_their_entries() {
        let (mut counts, mut text) = (Counts::new(), String::new());
        for i in 0..400 {
            let (hand, count, bid) =
                (hand(i * 925 % Hand::COUNT), i as u64 % 4, u64::MAX - i as u64);
            counts.insert(hand, count, u128::from(count) * u128::from(bid)).unwrap();
            text += &format!("{hand} {bid}\n").repeat(count as usize);
        }
        let tally: Tally = entries(text.as_bytes()).map(Result::unwrap).collect();
        for ties in [Ties::Min, Ties::Max, Ties::Dense] {
            assert_eq!(counts.score(ties), Ok(tally.score(ties).unwrap()), "{ties}");
        }
        assert_eq!(counts.score(Ties::Ordinal), Err(CountsError::NoOrder));
    }

    #[test]
    fn largest_counts_and_sums_are_exact_or_an_error() {
        let mut counts = Counts::new();
        let most = bids_max(u64::MAX - 1);
        let too_large = CountsError::Bids { count: u64::MAX - 1, found: most + 1 };
        assert_eq!(counts.insert(hand(0), u64::MAX - 1, most + 1), Err(too_large));
        counts.insert("23457".parse().unwrap(), u64::MAX - 1, most).unwrap();
        counts.insert("AAAAA".parse().unwrap(), 1, 0).unwrap();
        assert_eq!(counts.insert(hand(2), 1, 0), Err(CountsError::Entries));
        counts.insert(hand(2), 0, 0).unwrap();
        assert_eq!(counts.entries, u64::MAX);
        for (ties, total) in [(Ties::Min, Some(most)), (Ties::Max, None), (Ties::Dense, Some(most))]
        {
            let score = counts.score(ties);
            assert_eq!(score.ok().map(|score| score.winnings.standard), total, "{ties}");
        }
    }

    #[test]
    fn what_counts_do_not_take_is_said() {
        let mut counts = Counts::new();
        counts.insert(hand(0), u64::MAX, 0).unwrap();
        for (hand, count, bids, expected) in [
            (
                hand(0),
                1,
                1,
                "expected each hand once, as `GROUP BY hand` gives it, found 22222 again",
            ),
            (hand(1), 0, 7, "expected a bid sum of 0 for a count of 0, found 7"),
            (
                hand(1),
                1,
                1 << 64,
                "expected a bid sum of at most 18446744073709551615 for a count of 1, found 18446744073709551616",
            ),
            (
                hand(1),
                1,
                7,
                "expected counts that add up to at most 18446744073709551615, found more",
            ),
        ] {
            assert_eq!(counts.insert(hand, count, bids).unwrap_err().to_string(), expected);
        }
    }
}
