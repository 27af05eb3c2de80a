//! A hand is one number below 13⁵, kept as a prefix (the first two cards) and a suffix (the last three).
//!
//! ```text
//! hand    3   2   T   3   K      index = ((((1·13 + 0)·13 + 8)·13 + 1)·13 + 11
//! digit   1   0   8   1  11            = 29,937, of 371,293
//!         └─┬─┘   └───┬───┘
//!       prefix 13  suffix 1,417   bit  19     8 7      0
//!                                      suffix   prefix
//! ```
//!
//! A tally is partitioned by prefix, so it needs prefix and suffix; the index is one
//! multiplication away.

use std::fmt;

use super::Card;

/// How many prefixes there are: the first two cards of a hand.
pub(crate) const PREFIXES: usize = 13usize.pow(2);
/// How many suffixes there are: the last three cards of a hand.
pub(crate) const SUFFIXES: usize = 13usize.pow(3);

/// How many bits a suffix takes.
pub(crate) const SUFFIX_BITS: u32 = 12;
/// How many bits a hand takes, with 8 for its prefix.
pub(crate) const HAND_BITS: u32 = 8 + SUFFIX_BITS;
const _: () = assert!(PREFIXES < 1 << 8 && SUFFIXES < 1 << SUFFIX_BITS);

/// Five cards, in the order dealt.
///
/// A hand has no order of its own. Compare its [`Strength`](crate::Strength) under given rules.
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
        let number = |cards: &[Card]| cards.iter().fold(0, |n, card| n * 13 + card.index());
        Hand::from_parts(number(&cards[..2]), number(&cards[2..]))
    }

    /// Returns the five cards in the order dealt.
    pub fn cards(self) -> [Card; 5] {
        let (prefix, suffix) = (self.prefix(), self.suffix());
        [prefix / 13, prefix % 13, suffix / 169, suffix / 13 % 13, suffix % 13]
            .map(|card| Card::ALL[card])
    }

    /// Returns the hand's place in [`Hand::all`], below [`Hand::COUNT`]: the
    /// cards' [indices](Card::index) as digits of base 13.
    #[inline]
    pub const fn index(self) -> usize {
        self.prefix() * SUFFIXES + self.suffix()
    }

    /// Returns the number of the first two cards, below [`PREFIXES`].
    #[inline]
    pub(crate) const fn prefix(self) -> usize {
        (self.0 & 0xFF) as usize
    }

    /// Returns the number of the last three cards, below [`SUFFIXES`].
    #[inline]
    pub(crate) const fn suffix(self) -> usize {
        (self.0 >> 8) as usize
    }

    /// Builds a hand from its prefix and suffix. Requires `prefix < PREFIXES` and
    /// `suffix < SUFFIXES`.
    #[inline]
    pub(crate) const fn from_parts(prefix: usize, suffix: usize) -> Hand {
        debug_assert!(prefix < PREFIXES && suffix < SUFFIXES);
        Hand((suffix << 8 | prefix) as u32)
    }

    /// Returns the hand in the low 20 bits of a number made with
    /// [`Hand::bits`].
    #[inline]
    pub(crate) const fn from_bits(bits: u64) -> Hand {
        Hand(bits as u32 & ((1 << HAND_BITS) - 1))
    }

    #[inline]
    pub(crate) const fn bits(self) -> u64 {
        self.0 as u64
    }

    /// Returns the hand that has this index, or `None` if `index` is not below [`Hand::COUNT`].
    #[inline]
    pub const fn from_index(index: usize) -> Option<Hand> {
        if index >= Hand::COUNT {
            return None;
        }
        Some(Hand::from_parts(index / SUFFIXES, index % SUFFIXES))
    }

    /// Returns every hand once, in the order of [`Hand::index`].
    pub fn all() -> impl ExactSizeIterator<Item = Hand> + DoubleEndedIterator + Clone {
        (0..Hand::COUNT).map(|index| Hand::from_parts(index / SUFFIXES, index % SUFFIXES))
    }

    /// Returns how often each label occurs, by [`Card::index`].
    pub fn label_counts(self) -> [u8; 13] {
        let mut counts = [0; 13];
        for card in self.cards() {
            counts[card.index()] += 1;
        }
        counts
    }
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let labels = self.cards().map(|card| card.label() as u8);
        f.pad(std::str::from_utf8(&labels).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hand({self})")
    }
}

/// A hand and its bid.
///
/// Read entries with [`entries`](crate::entries); `Display` writes one line of them.
///
/// ```
/// use camel_cards::Entry;
///
/// let entry = Entry { hand: "32T3K".parse()?, bid: 765 };
/// assert_eq!(entry.to_string(), "32T3K 765");
/// # Ok::<(), camel_cards::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The hand.
    pub hand: Hand,
    /// The bid. The entry's winnings are its rank × its bid.
    pub bid: u64,
}

/// The packed form, `bid << 20 | hand`, which engines write and tallies sort.
impl Entry {
    /// The number of bits for a bid in the packed form, the same as in a word of `tally/list.rs`.
    pub(crate) const PACKED_BID_BITS: u32 = 30;

    /// Packs the entry, or returns `None` if its bid does not fit.
    #[inline]
    pub(crate) fn packed(self) -> Option<u64> {
        (self.bid >> Entry::PACKED_BID_BITS == 0)
            .then_some(self.bid << HAND_BITS | self.hand.bits())
    }

    #[inline]
    pub(crate) fn unpack(packed: u64) -> Entry {
        Entry { hand: Hand::from_bits(packed), bid: packed >> HAND_BITS }
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.hand, self.bid)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_entries_are_what_they_were_up_to_the_largest_bid() {
        let largest = (1 << Entry::PACKED_BID_BITS) - 1;
        for (hand, bid) in Hand::all().zip([0, 1, 765, largest].into_iter().cycle()) {
            let entry = Entry { hand, bid };
            assert_eq!(entry.packed().map(Entry::unpack), Some(entry));
            assert_eq!(Entry { hand, bid: bid + largest + 1 }.packed(), None);
        }
    }
}
