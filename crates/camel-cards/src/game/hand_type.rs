use std::ops::{Index, IndexMut};

/// The type of a hand, weakest first: later is stronger.
///
/// A type is a partition of five: how often the hand's labels occur, largest
/// count first. Under joker rules the jokers join the largest count.
///
/// ```
/// use camel_cards::{Hand, HandType, Rules};
///
/// let hand: Hand = "KTJJT".parse()?;
/// assert_eq!(hand.hand_type(Rules::Standard), HandType::TwoPair);
/// assert_eq!(hand.hand_type(Rules::Joker), HandType::FourOfAKind);
/// assert!(HandType::FourOfAKind > HandType::FullHouse);
/// # Ok::<(), camel_cards::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum HandType {
    /// Five different labels.
    HighCard,
    /// Two cards of one label, three others that differ.
    OnePair,
    /// Two cards of one label, two of another.
    TwoPair,
    /// Three cards of one label, two others that differ.
    ThreeOfAKind,
    /// Three cards of one label, two of another.
    FullHouse,
    /// Four cards of one label.
    FourOfAKind,
    /// Five cards of one label.
    FiveOfAKind,
}

impl HandType {
    /// All seven types, weakest first.
    pub const ALL: [HandType; 7] = {
        use HandType::*;
        [HighCard, OnePair, TwoPair, ThreeOfAKind, FullHouse, FourOfAKind, FiveOfAKind]
    };

    /// Returns the type's place in [`HandType::ALL`], from 0 to 6.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the name, such as `three of a kind`.
    pub const fn name(self) -> &'static str {
        match self {
            HandType::HighCard => "high card",
            HandType::OnePair => "one pair",
            HandType::TwoPair => "two pair",
            HandType::ThreeOfAKind => "three of a kind",
            HandType::FullHouse => "full house",
            HandType::FourOfAKind => "four of a kind",
            HandType::FiveOfAKind => "five of a kind",
        }
    }
}

crate::by_name!(HandType);

/// A value for each [`HandType`].
///
/// ```
/// use camel_cards::{HandType, PerType};
///
/// let mut counts: PerType<u64> = PerType::default();
/// counts[HandType::FullHouse] += 1;
/// assert_eq!(counts.iter().find(|&(_, &count)| count > 0), Some((HandType::FullHouse, &1)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct PerType<T>([T; HandType::ALL.len()]);

impl<T> PerType<T> {
    /// Makes the values from their types, weakest first.
    pub fn from_fn(mut value_of: impl FnMut(HandType) -> T) -> PerType<T> {
        PerType(HandType::ALL.map(&mut value_of))
    }

    /// Returns each type with its value, weakest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (HandType, &T)> + ExactSizeIterator {
        HandType::ALL.into_iter().zip(&self.0)
    }
}

impl<T> Index<HandType> for PerType<T> {
    type Output = T;

    #[inline]
    fn index(&self, hand_type: HandType) -> &T {
        &self.0[hand_type.index()]
    }
}

impl<T> IndexMut<HandType> for PerType<T> {
    #[inline]
    fn index_mut(&mut self, hand_type: HandType) -> &mut T {
        &mut self.0[hand_type.index()]
    }
}
