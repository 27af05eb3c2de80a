use std::{fmt, str::FromStr};

use crate::error::UnknownName;

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

impl fmt::Display for HandType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for HandType {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<HandType, UnknownName> {
        UnknownName::find(name, &HandType::ALL, HandType::name)
    }
}
