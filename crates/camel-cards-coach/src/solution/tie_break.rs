//! The label and tie-break axes: how hands of one type compare.
//!
//! A tie-break gives each hand a key. Greater keys are stronger. A key has at most 55 bits, so a level fits above it.

use std::iter;

use camel_cards::{Card, Rules};
use serde::Deserialize;

use super::{
    hands::{DealtHand, JokerChoice, counts_of_smaller},
    tim_sort::tim_sort,
};

/// The value of each card, by [`Card::index`]: greater is stronger.
pub(crate) type LabelValues = [u8; 13];

/// Returns the values that people usually give labels: 2 to 14, and 1 for a joker.
pub(crate) fn right_values(rules: Rules) -> LabelValues {
    std::array::from_fn(|i| match rules {
        Rules::Joker if i == Card::Jack.index() => 1,
        _ => i as u8 + 2,
    })
}

/// How two hands of one type compare.
///
/// Hands that compare equal are in the order that `equals` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct TieBreak {
    pub(crate) key: TieBreakKey,
    /// If set, the key begins with a number for the hand's type, which is this for the weakest type. The key alone then
    /// compares all hands.
    #[serde(default)]
    pub(crate) weakest_type: Option<u8>,
    /// The weaker key wins.
    #[serde(default)]
    pub(crate) reversed: bool,
    #[serde(default)]
    pub(crate) equals: Equals,
}

/// The order of hands that compare equal, the weakest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Equals {
    /// As in the input.
    #[default]
    Earlier,
    /// The reverse.
    Later,
    /// By their bids, as in a sorted list of tuples that end with the bid.
    LowerBid,
}

/// Positions of cards, from 1. A 0 ends the list.
pub(crate) type Positions = [u8; 5];

/// The key by which hands of one type compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub(crate) enum TieBreakKey {
    /// The cards at these positions, in this order.
    Cards(Positions),
    /// The same for the cards sorted by value, lowest first.
    Sorted(Positions),
    /// The same for the cards sorted by character code.
    SortedByCode(Positions),
    /// The strongest card, in hands of this many classes from the first, and then first to last card.
    Strongest(u8),
    /// First to last card. Each joker has the value of the card that it becomes.
    Replaced(JokerChoice),
    /// As in poker, by groups of equal cards. If jokers do not become a card, they come after all groups.
    Groups {
        by: Groups,
        jokers: Option<JokerChoice>,
        #[serde(default)]
        then_dealt: bool,
    },
    /// A number whose digits are the values of the cards.
    Number(CardNumber),
    /// A comparator that is inconsistent, so that there is no key.
    Inconsistent(Comparator),
}

/// What is compared in groups of equal cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Groups {
    /// The label of each card: those of larger groups first, then the stronger ones.
    Cards,
    /// The size and then the label of each group, in the same order.
    Sizes,
    /// The label of each group, in the same order.
    Labels,
    /// The label of each group: those of larger groups first, then those with greater character codes.
    LabelsByCode,
    /// The label of each group, the strongest first, regardless of size.
    LabelsAlone,
}

/// A number whose digits are the values of the cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", default, deny_unknown_fields)]
pub(crate) struct CardNumber {
    /// The base: values that reach it carry. Without one, values are written one after another in decimal.
    pub(crate) base: Option<u8>,
    /// Subtracted from each value, down to 0.
    pub(crate) minus: u8,
    /// Each label's value is its place in the order of labels, from 2.
    pub(crate) consecutive: bool,
    /// Numbers are compared as text.
    pub(crate) as_text: bool,
}

/// How a program sorts with an inconsistent comparator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Comparator {
    pub(crate) less: Less,
    /// Each type is sorted alone.
    #[serde(default)]
    pub(crate) by_type: bool,
    /// The strongest hand is sorted to the front, and ranks are counted from the back.
    #[serde(default)]
    pub(crate) descending: bool,
}

/// When an inconsistent comparator takes one hand for less than another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Less {
    /// If its first label that differs is, by the index in a list in which digits are not found, so all digits are equal.
    DigitsMissed,
    /// If any of its cards is weaker than the card at the same place.
    AnyWeaker,
    /// If none of its cards is stronger than the card at the same place.
    NoneStronger,
    /// If its type is weaker, or the first label that differs, even if its type is stronger.
    AnyType,
}

impl TieBreak {
    /// The right tie-break.
    pub(super) const RIGHT: TieBreak = TieBreak {
        key: TieBreakKey::Cards([1, 2, 3, 4, 5]),
        weakest_type: None,
        reversed: false,
        equals: Equals::Earlier,
    };

    /// Whether it needs its own sort: the type is part of the key, or the comparator is inconsistent.
    pub(crate) const fn needs_whole_sort(self) -> bool {
        self.weakest_type.is_some() || matches!(self.key, TieBreakKey::Inconsistent(_))
    }
}

impl Equals {
    /// Returns all indices in this order. If `is_turned`, for a sort that puts the strongest first, the order of the input
    /// is reversed; that of the bids is not, because a program that sorts by the bid reverses the whole list.
    pub(super) fn order(self, dealt: &[DealtHand], is_turned: bool) -> Vec<usize> {
        let mut order: Vec<usize> = (0..dealt.len()).collect();
        if is_turned != (self == Equals::Later) {
            order.reverse();
        }
        if self == Equals::LowerBid {
            order.sort_by_key(|&i| dealt[i].bid);
        }
        order
    }
}

impl TieBreakKey {
    /// All hands of one type compare equal.
    pub(crate) const NOTHING: TieBreakKey = TieBreakKey::Cards([0; 5]);

    /// Returns the values to compare by. Labels that order all hands identically have equal values, except for numbers.
    pub(super) fn values(self, labels: &LabelValues) -> LabelValues {
        match self {
            TieBreakKey::NOTHING => [0; 13],
            TieBreakKey::Number(number) if number.consecutive => {
                counts_of_smaller(labels).map(|place| place + 2)
            }
            TieBreakKey::Number(_) => *labels,
            TieBreakKey::Inconsistent(Comparator { less: Less::DigitsMissed, .. }) => {
                digits_missed(labels)
            }
            _ => counts_of_smaller(labels),
        }
    }

    /// Returns the key of a hand, given the number for its type that the key may begin with, and the values of labels.
    pub(super) fn of(self, hand: &DealtHand, type_digit: u8, labels: &LabelValues) -> u64 {
        let value = |card: Card| labels[card.index()];
        let values = || hand.cards.map(value);
        let digits = |key: u64, value: u8| key << 4 | u64::from(value);
        let at = |positions: Positions, values: [u8; 5]| {
            let cards = positions.iter().take_while(|&&i| i > 0);
            cards.map(|&i| values[usize::from(i) - 1]).fold(0, digits)
        };
        match self {
            TieBreakKey::Cards(positions) => at(positions, values()),
            TieBreakKey::Sorted(positions) => at(positions, sorted(values())),
            TieBreakKey::SortedByCode(positions) => {
                let sorted = sorted(hand.cards.map(|card| (card.label(), value(card))));
                at(positions, sorted.map(|(_, value)| value))
            }
            TieBreakKey::Strongest(classes) => {
                let is_first = hand.class.index() < classes.into();
                let strongest = values().into_iter().max().filter(|_| is_first);
                values().into_iter().fold(strongest.unwrap_or(0).into(), digits)
            }
            TieBreakKey::Replaced(choice) => {
                hand.replaced(choice).into_iter().map(|(card, _)| value(card)).fold(0, digits)
            }
            TieBreakKey::Groups { by, jokers, then_dealt } => {
                let mut cards = hand.replaced(jokers.unwrap_or(JokerChoice::Jack));
                if jokers.is_none() {
                    cards =
                        cards.map(|(card, size)| (card, if card == Card::Jack { 0 } else { size }));
                }
                let groups = by.key(cards, value);
                if then_dealt { values().into_iter().fold(groups, digits) } else { groups }
            }
            TieBreakKey::Number(number) => number.of(type_digit, values()),
            // Entries are sorted by the comparator instead.
            TieBreakKey::Inconsistent(_) => 0,
        }
    }
}

impl Groups {
    /// Returns the key of cards, each with the size of its group. Requires label values below 13.
    fn key(self, cards: [(Card, u8); 5], label: impl Fn(Card) -> u8) -> u64 {
        // From the top: the size, the character code in seven bits if it goes before the value, then four bits each for
        // value and card. With the card, a group stays together even if another card has the same value.
        let mut cards = sorted(cards.map(|(card, size)| {
            let first = match self {
                Groups::LabelsAlone => 0,
                Groups::LabelsByCode => u32::from(size) << 7 | u32::from(card.label()),
                _ => size.into(),
            };
            first << 8 | u32::from(label(card)) << 4 | card.index() as u32
        }));
        cards.reverse();
        let is_compared = |i: &usize| self == Groups::Cards || *i == 0 || cards[i - 1] != cards[*i];
        let bits = if self == Groups::Sizes { 7 } else { 4 };
        let digits = (0..5).filter(is_compared).map(|i| 1 + (cards[i] >> 4) % (1 << bits));
        // Zeros follow if there are fewer than five, so that more groups are greater than fewer.
        let digits = digits.chain(iter::repeat(0)).take(5);
        digits.fold(0, |key, digit| key << bits | u64::from(digit))
    }
}

/// Sorts five values, least first, with a sorting network, because branches would be hard to predict.
fn sorted<T: Copy + Ord>(mut values: [T; 5]) -> [T; 5] {
    for (i, j) in [(0, 3), (1, 4), (0, 2), (1, 3), (0, 1), (2, 4), (1, 2), (3, 4), (2, 3)] {
        (values[i], values[j]) = (values[i].min(values[j]), values[i].max(values[j]));
    }
    values
}

impl CardNumber {
    /// Returns the number with the digit of its type and then the values; as text, its place among all such numbers.
    pub(crate) fn of(self, type_digit: u8, values: [u8; 5]) -> u64 {
        // A leading 1 keeps the zeros that a text begins with.
        let type_digit = if self.as_text && self.base.is_none() { 1 } else { type_digit };
        let number = values.into_iter().fold(u64::from(type_digit), |number, value| {
            let digit = value.saturating_sub(self.minus);
            let base = self.base.unwrap_or(if digit < 10 { 10 } else { 100 });
            number * u64::from(base) + u64::from(digit)
        });
        if self.as_text { text_order(number) } else { number }
    }
}

/// Returns the place of a number below 10¹¹ among all as decimal text. The digits are padded on the right, and their
/// number follows, because a text sorts before a longer one that begins with it.
fn text_order(number: u64) -> u64 {
    let digits = number.checked_ilog10().unwrap_or(0);
    (number * 10u64.pow(10 - digits)) << 4 | u64::from(digits)
}

impl Comparator {
    /// Sorts entries, each with its level, cards and index, with TimSort.
    pub(super) fn sort(self, keyed: &mut [(u8, [Card; 5], usize)], values: &LabelValues) {
        let sort = |keyed: &mut [(u8, [Card; 5], usize)]| {
            tim_sort(keyed, |a, b| {
                let (a, b) = if self.descending { (b, a) } else { (a, b) };
                let has_same_type = a.0 == b.0 || self.less == Less::AnyType;
                a.0 < b.0 || has_same_type && self.less.of_cards(values, a.1, b.1)
            });
            if self.descending {
                keyed.reverse();
            }
        };
        if self.by_type {
            keyed.sort_by_key(|&(level, ..)| level);
            keyed.chunk_by_mut(|a, b| a.0 == b.0).for_each(sort);
        } else {
            sort(keyed);
        }
    }
}

/// Returns the values if the list of labels has no digits: all digits are equal, below the first label in the list.
fn digits_missed(labels: &LabelValues) -> LabelValues {
    let mut values = counts_of_smaller(labels).map(|place| place + 1);
    values[..Card::Ten.index()].fill(0);
    values
}

impl Less {
    #[inline]
    fn of_cards(self, values: &LabelValues, a: [Card; 5], b: [Card; 5]) -> bool {
        let mut differ = iter::zip(a, b).filter(|(a, b)| a != b);
        let is_weaker = |(a, b): (Card, Card)| values[a.index()] < values[b.index()];
        match self {
            Less::DigitsMissed | Less::AnyType => differ.next().is_some_and(is_weaker),
            Less::AnyWeaker => differ.any(is_weaker),
            Less::NoneStronger => !differ.any(|(a, b)| is_weaker((b, a))),
        }
    }
}
