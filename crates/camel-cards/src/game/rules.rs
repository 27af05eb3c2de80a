use std::ops::{Index, IndexMut};

use super::Card;

/// The rules of one part of the puzzle.
///
/// ```
/// use camel_cards::{Card, Rules};
///
/// assert_eq!(Rules::Joker.labels()[0], Card::Jack);
/// assert_eq!("joker".parse(), Ok(Rules::Joker));
/// assert_eq!(Rules::Standard.joker(), None);
/// ```
///
/// # Source
///
/// Advent of Code 2023, day 7: part 1 is `Standard`, part 2 is `Joker`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum Rules {
    /// `J` is a jack, between `T` and `Q`.
    Standard,
    /// `J` is a joker: the weakest label, which acts as whatever card makes the hand type
    /// strongest.
    Joker,
}

impl Rules {
    /// Both rules, `Standard` first.
    pub const ALL: [Rules; 2] = [Rules::Standard, Rules::Joker];

    /// Returns the thirteen cards, weakest label first.
    pub const fn labels(self) -> &'static [Card; 13] {
        const STANDARD: [Card; 13] = Card::ALL;
        const JOKER: [Card; 13] = {
            use Card::*;
            [Jack, Two, Three, Four, Five, Six, Seven, Eight, Nine, Ten, Queen, King, Ace]
        };
        match self {
            Rules::Standard => &STANDARD,
            Rules::Joker => &JOKER,
        }
    }

    /// Returns for each card, by [`Card::index`], how many labels are weaker.
    pub(crate) const fn places(self) -> &'static [u8; 13] {
        const PLACES: [[u8; 13]; 2] = {
            let (mut places, mut i) = ([[0; 13]; 2], 0);
            while i < 26 {
                let (rules, place) = (Rules::ALL[i / 13], i % 13);
                places[rules as usize][rules.labels()[place].index()] = place as u8;
                i += 1;
            }
            places
        };
        &PLACES[self as usize]
    }

    /// Returns the card that is a joker under these rules, if any.
    pub const fn joker(self) -> Option<Card> {
        match self {
            Rules::Standard => None,
            Rules::Joker => Some(Card::Jack),
        }
    }

    /// Returns the other rules.
    pub const fn other(self) -> Rules {
        match self {
            Rules::Standard => Rules::Joker,
            Rules::Joker => Rules::Standard,
        }
    }

    /// Returns the name: `standard` or `joker`.
    pub const fn name(self) -> &'static str {
        match self {
            Rules::Standard => "standard",
            Rules::Joker => "joker",
        }
    }

    /// Returns the part of the puzzle that has these rules: 1 or 2.
    pub const fn part(self) -> u8 {
        match self {
            Rules::Standard => 1,
            Rules::Joker => 2,
        }
    }
}

crate::by_name!(Rules);

/// A value for each of the two [`Rules`].
///
/// ```
/// use camel_cards::{PerRules, Rules};
///
/// let names = PerRules::from_fn(Rules::name);
/// assert_eq!((names.joker, names[Rules::Joker]), ("joker", "joker"));
/// assert_eq!(names.iter().count(), 2);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PerRules<T> {
    /// The value under [`Rules::Standard`].
    pub standard: T,
    /// The value under [`Rules::Joker`].
    pub joker: T,
}

impl<T> PerRules<T> {
    /// Makes the values from their rules.
    pub fn from_fn(mut value_of: impl FnMut(Rules) -> T) -> PerRules<T> {
        PerRules { standard: value_of(Rules::Standard), joker: value_of(Rules::Joker) }
    }

    /// Returns both rules with their values, `Standard` first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Rules, &T)> + ExactSizeIterator {
        Rules::ALL.map(|rules| (rules, &self[rules])).into_iter()
    }
}

impl<T> Index<Rules> for PerRules<T> {
    type Output = T;

    #[inline]
    fn index(&self, rules: Rules) -> &T {
        match rules {
            Rules::Standard => &self.standard,
            Rules::Joker => &self.joker,
        }
    }
}

impl<T> IndexMut<Rules> for PerRules<T> {
    #[inline]
    fn index_mut(&mut self, rules: Rules) -> &mut T {
        match rules {
            Rules::Standard => &mut self.standard,
            Rules::Joker => &mut self.joker,
        }
    }
}
