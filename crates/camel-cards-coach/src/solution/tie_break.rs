//! The axes of labels and of the tie-break: how hands of one type compare.
//!
//! A tie-break gives each hand a key, a number of 40 bits: greater is stronger.

use camel_cards::{Card, Hand, Rules};

/// The value of each card, by [`Card::index`]: greater is stronger.
pub(crate) type LabelValues = [u8; 13];

/// Returns the values that people write for the labels: 2 to 14, and 1 for a joker.
pub(crate) fn right_values(rules: Rules) -> LabelValues {
    std::array::from_fn(|i| match rules {
        Rules::Joker if i == Card::Jack.index() => 1,
        _ => i as u8 + 2,
    })
}

/// Returns the values with their places among themselves instead, from 0: only
/// the order of the labels is left.
pub(crate) fn order_of(values: &LabelValues) -> LabelValues {
    values.map(|value| values.iter().filter(|&&other| other < value).count() as u8)
}

/// How two hands of one type compare.
///
/// Hands that compare equal keep the order of the input, or with `later_first`
/// are in its reverse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TieBreak {
    pub(crate) key: TieBreakKey,
    /// The number of the hand's type is one more digit or value, in front of the cards: the weakest type's is this.
    /// Then all hands compare by the key, and not only those of one type.
    pub(crate) front: Option<u8>,
    /// The weaker key wins.
    pub(crate) reversed: bool,
    pub(crate) later_first: bool,
}

/// What hands of one type compare by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TieBreakKey {
    /// The cards at these positions from 0, in this order.
    Cards(&'static [usize]),
    SortedHighestFirst,
    SortedLowestFirst,
    /// As in poker: larger groups of a label first, then the label's value.
    Groups {
        jokers: JokersInGroups,
        then_dealt: bool,
    },
    /// The cards are digits of a number to `base`, each its value less `less`.
    Weights {
        base: u8,
        less: u8,
        consecutive: bool,
    },
    /// The values, less `less`, are written one after another without padding
    /// and compared as a number or as text.
    Written {
        less: u8,
        as_text: bool,
    },
    Sum {
        consecutive: bool,
    },
    Highest,
    /// First to last card, each joker with the value of the card it stands for.
    JokersAs(JokerInTies),
    /// The cards are digits of a number to `base`, each its value less `less`, and the
    /// numbers are compared as text.
    NumberAsText {
        base: u8,
        less: u8,
    },
    /// The first two labels that differ decide, by their places in a list in which digits are not found: two
    /// digits are then equal. This is no order, and has no key.
    DigitsMissed(Comparator),
}

/// How a comparator that is no order is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Comparator {
    /// Each type is sorted alone.
    pub(crate) by_type: bool,
    /// The strongest hand is sorted to the front, and ranks are counted from the back.
    pub(crate) descending: bool,
}

/// What poker's way makes of jokers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JokersInGroups {
    /// They belong to the largest group of another label.
    Join,
    /// They are a group like any other.
    OwnGroup,
    /// They come after all other groups.
    Last,
}

/// Which card a joker has the value of in ties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JokerInTies {
    /// The most frequent other label, the strongest of equally frequent ones.
    Strongest,
    /// The same, but `JJJJJ` stays.
    StrongestUnlessFive,
    /// The most frequent other label, the first in the hand of equally frequent ones.
    FirstSeen,
}

impl TieBreak {
    pub(crate) const DEALT: TieBreak = TieBreak::by(TieBreakKey::Cards(&[0, 1, 2, 3, 4]));

    /// The bits of a key: five values of eight, or eleven decimal digits and their number.
    pub(crate) const KEY_BITS: u32 = 41;

    pub(crate) const fn by(key: TieBreakKey) -> TieBreak {
        TieBreak { key, front: None, reversed: false, later_first: false }
    }

    pub(crate) const fn with_type_in_front(self, weakest_type: u8) -> TieBreak {
        TieBreak { front: Some(weakest_type), ..self }
    }

    /// Whether it is none among hands of one type: the types decide what entries compare by, or the comparison is
    /// no order.
    pub(crate) const fn sorts_alone(self) -> bool {
        self.front.is_some() || matches!(self.key, TieBreakKey::DigitsMissed(_))
    }

    pub(crate) const fn reversed(self) -> TieBreak {
        TieBreak { reversed: !self.reversed, ..self }
    }

    pub(crate) const fn later_first(self) -> TieBreak {
        TieBreak { later_first: true, ..self }
    }

    /// Returns the function from a hand, and the number in front of it, to its key, which is below
    /// 2^[`TieBreak::KEY_BITS`].
    pub(crate) fn keys(self, labels: &LabelValues) -> impl Fn(&DealtHand, u8) -> u64 {
        let values = self.key.values(labels);
        move |hand, front| {
            let key = self.key.of(hand, front.into(), &values);
            if self.reversed { (1 << TieBreak::KEY_BITS) - 1 - key } else { key }
        }
    }
}

/// A hand, and what some keys need of it, worked out once for all keys.
pub(crate) struct DealtHand {
    cards: [Card; 5],
    /// The most frequent label other than `J`: the strongest of equally frequent
    /// ones, and the first in the hand.
    strongest: Card,
    first_seen: Card,
}

/// Returns the most frequent label other than `J`, the strongest of equally frequent ones; `A` for `JJJJJ`. Where
/// a hand has jokers, that is what they stand for.
pub(super) fn joker_stands_for(hand: Hand) -> Card {
    let counts = hand.label_counts();
    let others = hand.cards().into_iter().filter(|&card| card != Card::Jack);
    others.max_by_key(|card| (counts[card.index()], card.index())).unwrap_or(Card::Ace)
}

impl DealtHand {
    pub(crate) fn new(hand: Hand) -> DealtHand {
        let (cards, counts) = (hand.cards(), hand.label_counts());
        let others = cards.into_iter().filter(|&card| card != Card::Jack);
        let most = others.clone().map(|card| counts[card.index()]).max();
        let mut frequent = others.filter(|card| Some(counts[card.index()]) == most);
        DealtHand {
            cards,
            strongest: joker_stands_for(hand),
            first_seen: frequent.next().unwrap_or(Card::Ace),
        }
    }

    pub(crate) fn cards(&self) -> [Card; 5] {
        self.cards
    }

    fn with_jokers_as(&self, card: Card) -> [Card; 5] {
        self.cards.map(|dealt| if dealt == Card::Jack { card } else { dealt })
    }
}

impl TieBreakKey {
    /// The values to compare by: `labels`, or their places from 0 or from 2.
    fn values(self, labels: &LabelValues) -> LabelValues {
        match self {
            TieBreakKey::Groups { .. } => order_of(labels),
            TieBreakKey::Weights { consecutive: true, .. }
            | TieBreakKey::Sum { consecutive: true } => order_of(labels).map(|place| place + 2),
            _ => *labels,
        }
    }

    fn of(self, hand: &DealtHand, front: u64, labels: &LabelValues) -> u64 {
        let value = |card: Card| labels[card.index()];
        let values = hand.cards.map(value);
        let bytes = |key: u64, value: u8| key << 8 | u64::from(value);
        match self {
            TieBreakKey::Cards(positions) => positions.iter().map(|&i| values[i]).fold(0, bytes),
            TieBreakKey::SortedHighestFirst | TieBreakKey::SortedLowestFirst => {
                let mut values = values;
                values.sort_unstable();
                if self == TieBreakKey::SortedHighestFirst {
                    values.reverse();
                }
                values.into_iter().fold(0, bytes)
            }
            TieBreakKey::Groups { jokers, then_dealt } => {
                let cards = match jokers {
                    JokersInGroups::Join => hand.with_jokers_as(hand.strongest),
                    JokersInGroups::OwnGroup | JokersInGroups::Last => hand.cards,
                };
                // Sorted by count and then by value, the cards of a group stand
                // together, and the largest group is first.
                let mut groups = cards.map(|card| {
                    let count = cards.iter().filter(|&&other| other == card).count() as u8;
                    match jokers == JokersInGroups::Last && card == Card::Jack {
                        true => value(card),
                        false => count << 4 | value(card),
                    }
                });
                groups.sort_unstable_by_key(|&group| std::cmp::Reverse(group));
                let nibbles = |key: u64, value: u8| key << 4 | u64::from(value & 15);
                let groups = groups.into_iter().fold(0, nibbles);
                groups << 20 | if then_dealt { values.into_iter().fold(0, nibbles) } else { 0 }
            }
            TieBreakKey::Weights { base, less, .. } => number(front, values, base, less),
            TieBreakKey::Written { less, as_text } => {
                // A number has the digits 0 to 9 to base 10. A text has the digits 1
                // to 10 to base 11 and is padded with 0, so that a text sorts before
                // a longer one that begins with it.
                let (radix, least) = if as_text { (11, 1) } else { (10, 0) };
                let (mut key, mut digits) = (front, 0);
                for value in values.map(|value| value.saturating_sub(less)) {
                    let tens = (value >= 10).then_some(value / 10 % 10);
                    for digit in tens.into_iter().chain([value % 10]) {
                        key = key * radix + u64::from(digit + least);
                        digits += 1;
                    }
                }
                if as_text { key * 11u64.pow(10 - digits) } else { key }
            }
            TieBreakKey::NumberAsText { base, less } => {
                text_order(number(front, values, base, less))
            }
            // Entries are sorted by the comparator instead.
            TieBreakKey::DigitsMissed(_) => 0,
            TieBreakKey::Sum { .. } => values.iter().map(|&value| u64::from(value)).sum(),
            TieBreakKey::Highest => values.into_iter().max().unwrap_or(0).into(),
            TieBreakKey::JokersAs(joker) => {
                let cards = match joker {
                    JokerInTies::StrongestUnlessFive if hand.cards == [Card::Jack; 5] => hand.cards,
                    JokerInTies::Strongest | JokerInTies::StrongestUnlessFive => {
                        hand.with_jokers_as(hand.strongest)
                    }
                    JokerInTies::FirstSeen => hand.with_jokers_as(hand.first_seen),
                };
                cards.map(value).into_iter().fold(0, bytes)
            }
        }
    }
}

/// Returns the number to `base` with `front` and then the values, each less `less`, as its digits.
pub(crate) fn number(front: u64, values: [u8; 5], base: u8, less: u8) -> u64 {
    values.into_iter().fold(front, |number, value| {
        number * u64::from(base) + u64::from(value.saturating_sub(less))
    })
}

/// Returns the place of a number below 10¹¹ among all of them as decimal text: its digits followed by blanks, then
/// its number of digits, as a text sorts before a longer one that begins with it.
fn text_order(number: u64) -> u64 {
    let digits = number.checked_ilog10().unwrap_or(0);
    (number * 10u64.pow(10 - digits)) << 4 | u64::from(digits)
}

/// Returns the values if no digit is found in the list of labels: each is one below the first in the list.
pub(super) fn digits_missed(labels: &LabelValues) -> LabelValues {
    let mut values = order_of(labels).map(|place| place + 1);
    values[..Card::Ten.index()].fill(0);
    values
}

/// Whether the first two labels that differ make `a` the weaker.
#[inline]
pub(super) fn first_difference_is_less(values: &LabelValues, a: [Card; 5], b: [Card; 5]) -> bool {
    let differ = a.into_iter().zip(b).find(|(a, b)| a != b);
    differ.is_some_and(|(a, b)| values[a.index()] < values[b.index()])
}

#[cfg(test)]
mod tests {
    use camel_cards::Explanation;

    use super::*;

    #[test]
    fn a_joker_stands_for_what_the_core_explains() {
        for hand in Hand::all() {
            let explained = Explanation::of(hand, Rules::Joker).jokers_stand_for;
            assert!(explained.is_none_or(|card| card == joker_stands_for(hand)), "{hand}");
        }
    }
}
