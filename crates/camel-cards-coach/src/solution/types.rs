//! The type axes: which type a hand is assigned, and how types are ordered.

use camel_cards::{
    Card, Hand,
    HandType::{self, *},
    Rules,
};
use serde::Deserialize;

use super::{
    hands::{HandClass, JokerChoice},
    tie_break::order_of,
};

/// The type that a solution assigns to a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AssignedType {
    /// No type: the hand sorts below all others.
    Below,
    /// One of the seven types.
    Type(HandType),
    /// No type: the hand sorts above all others.
    Above,
}

impl AssignedType {
    pub(crate) const ALL: [AssignedType; 9] = [
        AssignedType::Below,
        AssignedType::Type(HighCard),
        AssignedType::Type(OnePair),
        AssignedType::Type(TwoPair),
        AssignedType::Type(ThreeOfAKind),
        AssignedType::Type(FullHouse),
        AssignedType::Type(FourOfAKind),
        AssignedType::Type(FiveOfAKind),
        AssignedType::Above,
    ];

    pub(crate) const fn index(self) -> usize {
        match self {
            AssignedType::Below => 0,
            AssignedType::Type(hand_type) => hand_type.index() + 1,
            AssignedType::Above => 8,
        }
    }

    /// Returns the type's name, or a text that says there is no type.
    pub const fn name(self) -> &'static str {
        match self {
            AssignedType::Below => "no type, below all other hands",
            AssignedType::Type(hand_type) => hand_type.name(),
            AssignedType::Above => "no type, above all other hands",
        }
    }
}

/// An assigned type for each hand class, by [`HandClass::index`].
pub(crate) type TypeTable = [AssignedType; HandClass::COUNT];

/// Returns the type of each hand class under `rules`.
pub(crate) fn right_types(rules: Rules) -> TypeTable {
    let mut types = [AssignedType::Below; HandClass::COUNT];
    for class in HandClass::all() {
        types[class.index()] = AssignedType::Type(class.hand_type(rules));
    }
    types
}

/// A rule that decides the type by more than label counts: it takes a hand for one of another class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub(crate) enum HandRule {
    /// All jokers become one card, and the hand gets the type that it then has.
    JokersBecome(JokerChoice),
    /// The same, but a group of four, or of three, counts only if it includes the card at `position`, from 1.
    GroupWith {
        jokers: JokerChoice,
        position: usize,
        #[serde(default)]
        of_four: bool,
        #[serde(default)]
        of_three: bool,
    },
    /// The most common label (of equally common ones the first in the hand, and possibly `J`) gets the jokers. Then the
    /// group of `J` is deleted.
    Vanishing {
        /// `JJJJJ` is a high card, not five of a kind.
        #[serde(default)]
        five_jokers_are_high_card: bool,
    },
}

impl HandRule {
    /// Returns the class that a hand is taken for: that of hands without jokers that have the type.
    pub(crate) fn class_of(self, hand: Hand) -> HandClass {
        HandClass::without_jokers(self.hand_type(hand))
    }

    fn hand_type(self, hand: Hand) -> HandType {
        match self {
            HandRule::JokersBecome(choice) => choice.joined(hand).hand_type(Rules::Standard),
            HandRule::GroupWith { jokers, position, of_four, of_three } => {
                let joined = jokers.joined(hand);
                let group = joined.label_counts()[joined.cards()[position - 1].index()];
                match joined.hand_type(Rules::Standard) {
                    FourOfAKind if of_four && group < 4 => FullHouse,
                    ThreeOfAKind if of_three && group < 3 => TwoPair,
                    seen => seen,
                }
            }
            HandRule::Vanishing { five_jokers_are_high_card } => {
                let mut counts = JokerChoice::MostFrequent.joined(hand).label_counts();
                match std::mem::take(&mut counts[Card::Jack.index()]) {
                    5 if five_jokers_are_high_card => HighCard,
                    _ => by_number_of_labels(&counts),
                }
            }
        }
    }
}

/// Returns the type for the number of labels. If two types have this number, the largest count decides. Counts of 0 are
/// not labels.
fn by_number_of_labels(counts: &[u8]) -> HandType {
    match counts.iter().filter(|&&count| count > 0).count() {
        0 | 1 => FiveOfAKind,
        2 if counts.contains(&4) => FourOfAKind,
        2 => FullHouse,
        3 if counts.contains(&3) => ThreeOfAKind,
        3 => TwoPair,
        4 => OnePair,
        _ => HighCard,
    }
}

/// The level of each assigned type, by [`AssignedType::index`]: greater levels are stronger, and types with equal
/// levels are one type.
pub(crate) type TypeOrder = [u8; AssignedType::ALL.len()];

pub(crate) const RIGHT_TYPE_ORDER: TypeOrder = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/// Moves each of the seven types to the place that another one had, by [`AssignedType::index`]. New levels count the
/// types below.
pub(crate) fn moved(order: &TypeOrder, places: &[u8; 7]) -> TypeOrder {
    let mut levels = *order;
    for (level, place) in levels[1..].iter_mut().zip(places) {
        *level = order[usize::from(*place)];
    }
    order_of(&levels)
}

#[cfg(test)]
mod tests {
    use camel_cards::{Explanation, Rules};

    use super::*;

    #[test]
    fn a_joker_stands_for_what_the_core_explains() {
        for hand in Hand::all() {
            let explained = Explanation::of(hand, Rules::Joker).jokers_stand_for;
            let choice = JokerChoice::Strongest.card(hand);
            assert!(explained.is_none_or(|card| card == choice), "{hand}");
        }
    }
}
