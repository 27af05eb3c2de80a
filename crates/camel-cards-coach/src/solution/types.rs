//! The axes of types: which type a hand is assigned, and how types are ordered.

use camel_cards::{
    Card, Hand,
    HandType::{self, *},
    Rules,
};

use super::tie_break::order_of;
use crate::hand_class::HandClass;

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
    pub(crate) const COUNT: usize = 9;

    pub(crate) const fn index(self) -> usize {
        match self {
            AssignedType::Below => 0,
            AssignedType::Type(hand_type) => hand_type.index() + 1,
            AssignedType::Above => 8,
        }
    }

    /// Returns the type's name, or in words that there is none.
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

/// How a solution assigns a type to a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TypeAssignment {
    ByClass(TypeTable),
    /// By more than the hand class.
    ByHand(HandRule),
}

/// A rule from a hand to a type that looks at more than label counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HandRule {
    /// All jokers become one card, and the hand has the type that it has then.
    JokersBecome(JokerChoice),
    /// The same, but a group of four, or of three, is seen only if the card at `position` from 0 is in it.
    GroupWith { jokers: JokerChoice, position: usize, of_four: bool, of_three: bool },
    /// The most common label, which may be `J` and is the first seen of equally common ones, gets the jokers; then
    /// the group of `J` is deleted.
    Vanishing { five_jokers: HandType },
}

impl TypeAssignment {
    pub(crate) fn right(rules: Rules) -> TypeAssignment {
        let mut table = [AssignedType::Below; HandClass::COUNT];
        for class in HandClass::all() {
            table[class.index()] = AssignedType::Type(class.hand_type(rules));
        }
        TypeAssignment::ByClass(table)
    }

    pub(crate) fn assign(&self, hand: Hand) -> AssignedType {
        match self {
            TypeAssignment::ByClass(table) => table[HandClass::of(hand).index()],
            TypeAssignment::ByHand(rule) => AssignedType::Type(rule.hand_type(hand)),
        }
    }
}

impl HandRule {
    fn hand_type(self, hand: Hand) -> HandType {
        match self {
            HandRule::JokersBecome(choice) => choice.joined(hand).hand_type(Rules::Standard),
            HandRule::GroupWith { jokers, position, of_four, of_three } => {
                let joined = jokers.joined(hand);
                let group = joined.label_counts()[joined.cards()[position].index()];
                match joined.hand_type(Rules::Standard) {
                    FourOfAKind if of_four && group < 4 => FullHouse,
                    ThreeOfAKind if of_three && group < 3 => TwoPair,
                    seen => seen,
                }
            }
            HandRule::Vanishing { five_jokers } => {
                let mut counts = JokerChoice::MostFrequent.joined(hand).label_counts();
                match std::mem::take(&mut counts[Card::Jack.index()]) {
                    5 => five_jokers,
                    _ => by_number_of_labels(&counts),
                }
            }
        }
    }
}

/// Returns the type that hands with so many labels have, where the largest count decides between
/// two of them. Counts of 0 are no labels.
pub(crate) fn by_number_of_labels(counts: &[u8]) -> HandType {
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

/// The level of each assigned type, by [`AssignedType::index`]: a greater one is
/// stronger, equal ones are one type.
pub(crate) type TypeOrder = [u8; AssignedType::COUNT];

pub(crate) const RIGHT_TYPE_ORDER: TypeOrder = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/// Where a type moves in the order of types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TypePlace {
    JustBelow(HandType),
    /// To its level: the two are one type.
    With(HandType),
    JustAbove(HandType),
}

/// Moves types, by [`HandType::index`], each to where another one was before. Levels then count how many are below.
pub(crate) fn moved(order: &TypeOrder, places: &[Option<TypePlace>; 7]) -> TypeOrder {
    let level = |hand_type| 2 * order[AssignedType::Type(hand_type).index()] + 1;
    let mut levels = order.map(|level| 2 * level + 1);
    for (hand_type, place) in HandType::ALL.into_iter().zip(places) {
        let moved = &mut levels[AssignedType::Type(hand_type).index()];
        *moved = match place {
            None => continue,
            Some(TypePlace::JustBelow(other)) => level(*other) - 1,
            Some(TypePlace::With(other)) => level(*other),
            Some(TypePlace::JustAbove(other)) => level(*other) + 1,
        };
    }
    order_of(&levels)
}

/// Which card all jokers of a hand become, right or wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JokerChoice {
    /// They stay `J`.
    Jack,
    /// The most frequent other label, the strongest of equally frequent ones: what they stand for.
    Strongest,
    /// The same, but `JJJJJ` stays.
    StrongestUnlessFive,
    /// The most frequent other label, the first in the hand of equally frequent ones.
    FirstSeen,
    /// The most frequent label, which may be `J`; the first in the hand of equally frequent ones.
    MostFrequent,
    /// The strongest other label in the hand.
    Highest,
    Ace,
    Two,
    /// The first card, even if it is a `J`.
    First,
    /// The same, unless another label than `J` is commoner.
    FirstUnlessCommoner,
    /// The first card that is not a `J`.
    FirstOther,
}

impl JokerChoice {
    /// Returns the card that the jokers of `hand` become. Where there is no card to choose, it is an ace.
    pub(crate) fn card(self, hand: Hand) -> Card {
        let (cards, counts) = (hand.cards(), hand.label_counts());
        let mut others = cards.into_iter().filter(|&card| card != Card::Jack);
        let count = |card: &Card| counts[card.index()];
        let choice = match self {
            JokerChoice::Strongest | JokerChoice::StrongestUnlessFive => {
                others.max_by_key(|card| (count(card), card.index()))
            }
            // Of equal ones the last counts as the greatest.
            JokerChoice::FirstSeen => others.rev().max_by_key(count),
            JokerChoice::MostFrequent => cards.into_iter().rev().max_by_key(count),
            JokerChoice::Highest => others.max_by_key(|card| card.index()),
            JokerChoice::First => Some(cards[0]),
            JokerChoice::FirstUnlessCommoner => {
                let commonest = others.max_by_key(count);
                commonest.filter(|card| count(card) > count(&cards[0])).or(Some(cards[0]))
            }
            JokerChoice::FirstOther => others.next(),
            JokerChoice::Jack => Some(Card::Jack),
            JokerChoice::Two => Some(Card::Two),
            JokerChoice::Ace => None,
        };
        let is_five = self == JokerChoice::StrongestUnlessFive;
        choice.unwrap_or(if is_five { Card::Jack } else { Card::Ace })
    }

    /// Returns the hand with its jokers turned into that card.
    pub(crate) fn joined(self, hand: Hand) -> Hand {
        let cards = hand.cards();
        if !cards.contains(&Card::Jack) {
            return hand;
        }
        let choice = self.card(hand);
        Hand::new(cards.map(|card| if card == Card::Jack { choice } else { card }))
    }
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
