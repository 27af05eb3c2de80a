//! A strength is a type, then labels, packed so that integers compare as
//! strengths do:
//!
//! ```text
//! bit  23      22..20      19..16   15..12   11..8    7..4     3..0
//!      rules   hand type   card 1   card 2   card 3   card 4   card 5
//! ```
//!
//! A card is its label's place in the rules' order, 0 the weakest. Nothing of
//! the hand is lost: only identical hands are equally strong.

use std::{fmt, sync::OnceLock};

use super::{Hand, HandType, PerRules, Rules};

/// The strength of a hand under some rules. The stronger hand has the greater strength.
///
/// The order is by hand type, then by label from left to right. Strengths under different rules can
/// be compared, but the result means nothing.
///
/// ```
/// use camel_cards::{Hand, Rules};
///
/// let [a, b]: [Hand; 2] = ["KK677".parse()?, "KTJJT".parse()?];
/// assert!(a.strength(Rules::Standard) > b.strength(Rules::Standard));
/// assert!(a.strength(Rules::Joker) < b.strength(Rules::Joker));
/// assert_eq!(a.strength(Rules::Standard).number(), 349_425);
/// # Ok::<(), camel_cards::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strength(u32);

impl Hand {
    /// Returns the hand's strength under `rules`.
    pub fn strength(self, rules: Rules) -> Strength {
        let (cards, places) = (self.cards(), rules.places());
        let head = (rules as u32) << 3 | self.hand_type(rules) as u32;
        Strength(cards.iter().fold(head, |bits, card| bits << 4 | u32::from(places[card.index()])))
    }
}

impl Strength {
    /// Returns the rules that this strength is under.
    pub const fn rules(self) -> Rules {
        Rules::ALL[(self.0 >> 23) as usize]
    }

    /// Returns the type of the hand.
    pub const fn hand_type(self) -> HandType {
        HandType::ALL[(self.0 >> 20 & 7) as usize]
    }

    /// Returns the hand. No other hand has this strength.
    pub fn hand(self) -> Hand {
        let labels = self.rules().labels();
        Hand::new([16, 12, 8, 4, 0].map(|shift| labels[(self.0 >> shift & 15) as usize]))
    }

    /// Returns the place among all hands under the same rules, from 1, the
    /// weakest, to [`Hand::COUNT`].
    ///
    /// The first call for each of the rules sorts all hands, which takes some milliseconds.
    pub fn number(self) -> u32 {
        by_number(self.rules()).partition_point(|&other| other <= self) as u32
    }

    /// Returns the strength that has this number under `rules`, or `None` if
    /// it is not 1 to [`Hand::COUNT`].
    ///
    /// ```
    /// use camel_cards::{Rules, Strength};
    ///
    /// let weakest = Strength::from_number(1, Rules::Joker).unwrap();
    /// assert_eq!(weakest.hand().to_string(), "23456");
    /// ```
    pub fn from_number(number: u32, rules: Rules) -> Option<Strength> {
        by_number(rules).get((number as usize).checked_sub(1)?).copied()
    }
}

/// Returns the strengths of all hands, the weakest first.
pub(crate) fn by_number(rules: Rules) -> &'static [Strength] {
    static ALL: PerRules<OnceLock<Vec<Strength>>> =
        PerRules { standard: OnceLock::new(), joker: OnceLock::new() };
    ALL[rules].get_or_init(|| {
        let mut all: Vec<Strength> = Hand::all().map(|hand| hand.strength(rules)).collect();
        all.sort_unstable();
        all
    })
}

impl fmt::Debug for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Strength({}, {}, {})", self.hand(), self.hand_type(), self.rules())
    }
}
