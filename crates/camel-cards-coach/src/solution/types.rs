//! The type axes: which type a hand is assigned, and how types are ordered. Both are a level for each hand class.

use camel_cards::{
    Card, Hand,
    HandType::{self, *},
    Rules,
};
use serde::Deserialize;

use super::{
    hands::{HandClass, JokerChoice, Levels},
    tie_break::order_of,
};

/// Returns the name of the type that has this level if the types are in the right order, or a text that says there is no
/// type.
pub(crate) fn level_name(level: u8) -> &'static str {
    match level {
        0 => "no type, below all other hands",
        1..=7 => HandType::ALL[usize::from(level) - 1].name(),
        _ => "no type, above all other hands",
    }
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

/// Moves each of the seven types to the place that another one had, from 1. New levels count the types below.
pub(crate) fn moved(levels: &Levels, places: &[u8; 7]) -> Levels {
    let mut moved = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    moved[1..8].copy_from_slice(places);
    let moved = order_of(&moved);
    levels.map(|level| moved[usize::from(level)])
}
