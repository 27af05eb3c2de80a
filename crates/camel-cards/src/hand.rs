//! A hand is one number below 13⁵.
//!
//! ```text
//! hand    3   2   T   3   K      index = ((((1·13 + 0)·13 + 8)·13 + 1)·13 + 11
//! digit   1   0   8   1  11            = 29,978, of 371,293
//! ```
//!
//! Four bytes hold any hand and no more values exist than hands, so the index
//! is also a hand's place in any table of one cell a hand: see `tally.rs`.

use std::{fmt, str::FromStr};

use crate::{Card, Error, HandType, Rules, Strength, reader};

/// Five cards, in the order dealt.
///
/// A hand has no order of its own; under given rules its
/// [strength](Hand::strength) has.
///
/// ```
/// use camel_cards::{Card, Hand};
///
/// let hand: Hand = "32T3K".parse()?;
/// assert_eq!(hand.cards()[2], Card::Ten);
/// assert_eq!(hand.to_string(), "32T3K");
/// assert_eq!(Hand::all().count(), 371_293);
/// # Ok::<(), camel_cards::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hand(u32);

impl Hand {
    /// How many hands there are: 13⁵ = 371,293.
    pub const COUNT: usize = 13usize.pow(5);

    /// Makes a hand of five cards in the order dealt.
    pub fn new(cards: [Card; 5]) -> Hand {
        Hand(cards.iter().fold(0, |index, card| index * 13 + card.index() as u32))
    }

    /// Returns the five cards in the order dealt.
    pub fn cards(self) -> [Card; 5] {
        let mut rest = self.0 as usize;
        let mut cards = [Card::Two; 5];
        for card in cards.iter_mut().rev() {
            *card = Card::ALL[rest % 13];
            rest /= 13;
        }
        cards
    }

    /// Returns the hand's place in [`Hand::all`], below [`Hand::COUNT`]: the
    /// cards' [indices](Card::index) as digits of base 13.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the hand that has this index, or `None` from [`Hand::COUNT`] on.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Hand> {
        if index < Hand::COUNT { Some(Hand(index as u32)) } else { None }
    }

    /// Returns every hand once, by [`Hand::index`].
    pub fn all() -> impl ExactSizeIterator<Item = Hand> + DoubleEndedIterator + Clone {
        (0..Hand::COUNT as u32).map(Hand)
    }

    /// Returns how often each label occurs, by [`Card::index`].
    pub fn label_counts(self) -> [u8; 13] {
        let mut counts = [0; 13];
        for card in self.cards() {
            counts[card.index()] += 1;
        }
        counts
    }

    /// Returns the hand's type under `rules`.
    ///
    /// # Source
    ///
    /// Advent of Code 2023, day 7. Under joker rules every joker acts "like
    /// whatever card would make the hand the strongest type possible", which
    /// is always a card of the most frequent other label.
    pub fn hand_type(self, rules: Rules) -> HandType {
        hand_type(self.cards(), rules)
    }

    /// Returns what orders this hand among all hands under `rules`.
    pub fn strength(self, rules: Rules) -> Strength {
        Strength::new(self, rules)
    }
}

/// The type of five cards, from how many pairs of them are equal: every
/// partition of five or fewer has a number of its own.
///
/// ```text
/// partition    1…   2 1…   2 2 …   3 1…   3 2   4 …   5
/// equal pairs   0    1      2       3      4     6   10
/// ```
#[inline]
pub(crate) fn hand_type(cards: [Card; 5], rules: Rules) -> HandType {
    let jokers = match rules.joker() {
        Some(joker) => cards.iter().filter(|&&card| card == joker).count(),
        None => 0,
    };
    let mut equal_pairs = 0;
    for (i, a) in cards.iter().enumerate() {
        equal_pairs += cards[..i].iter().filter(|&b| a == b).count();
    }
    // The two largest counts of labels other than jokers.
    let (first, second) = match equal_pairs - jokers * jokers.saturating_sub(1) / 2 {
        0 => (usize::from(jokers < 5), 1),
        1 => (2, 1),
        2 => (2, 2),
        3 => (3, 1),
        4 => (3, 2),
        6 => (4, 1),
        _ => (5, 0),
    };
    match (first + jokers, second) {
        (5, _) => HandType::FiveOfAKind,
        (4, _) => HandType::FourOfAKind,
        (3, 2) => HandType::FullHouse,
        (3, _) => HandType::ThreeOfAKind,
        (2, 2) => HandType::TwoPair,
        (2, _) => HandType::OnePair,
        _ => HandType::HighCard,
    }
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let labels = self.cards().map(|card| card.label() as u8);
        f.pad(str::from_utf8(&labels).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hand({self})")
    }
}

impl FromStr for Hand {
    type Err = Error;

    /// Reads five labels and nothing else; the error's position is in `text`.
    fn from_str(text: &str) -> Result<Hand, Error> {
        reader::hand(text.as_bytes())
    }
}
