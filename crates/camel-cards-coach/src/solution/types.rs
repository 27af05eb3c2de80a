//! The axes of types: which type a hand is assigned, and how types are ordered.

use camel_cards::{Card, Hand, HandType, Rules};

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
            AssignedType::Below => "no type at all, below every hand",
            AssignedType::Type(hand_type) => hand_type.name(),
            AssignedType::Above => "no type at all, above every hand",
        }
    }
}

/// An assigned type for each hand class, by [`HandClass::index`].
pub(crate) type TypeTable = [AssignedType; HandClass::COUNT];

/// How a solution assigns a type to a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TypeAssignment {
    ByClass(TypeTable),
    /// All jokers become one card, and the hand has the type that it has then.
    JokersBecome(JokerChoice),
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
            TypeAssignment::JokersBecome(choice) => AssignedType::Type(choice.hand_type(hand)),
        }
    }
}

/// Which card all jokers of a hand become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum JokerChoice {
    /// The strongest other label in the hand.
    Highest,
    Ace,
    /// The first card, even if it is a `J`.
    First,
    /// The first card that is not a `J`.
    FirstOther,
    /// The most frequent label, which may be `J`; the first in the hand of
    /// equally frequent ones.
    MostFrequent,
}

impl JokerChoice {
    fn hand_type(self, hand: Hand) -> HandType {
        let cards = hand.cards();
        let counts = hand.label_counts();
        let mut others = cards.into_iter().filter(|&card| card != Card::Jack);
        let choice = match self {
            JokerChoice::Highest => others.max_by_key(|card| card.index()).unwrap_or(Card::Ace),
            JokerChoice::Ace => Card::Ace,
            JokerChoice::First => cards[0],
            JokerChoice::FirstOther => others.next().unwrap_or(Card::Ace),
            JokerChoice::MostFrequent => {
                let most = counts.into_iter().max().unwrap_or(0);
                let mut frequent = cards.into_iter().filter(|card| counts[card.index()] == most);
                frequent.next().unwrap_or(Card::Ace)
            }
        };
        let replaced = |card| if card == Card::Jack { choice } else { card };
        Hand::new(cards.map(replaced)).hand_type(Rules::Standard)
    }
}

/// The level of each assigned type, by [`AssignedType::index`]: a greater one is
/// stronger, equal ones are one type.
pub(crate) type TypeOrder = [u8; AssignedType::COUNT];

/// Steps of ten leave room to move a type between two others.
pub(crate) const RIGHT_TYPE_ORDER: TypeOrder = [0, 10, 20, 30, 40, 50, 60, 70, 80];
