use camel_cards::{Card, HandType};

use crate::{
    hand_class::HandClass,
    solution::{
        Solution,
        procedure::Procedure,
        tie_break::{LabelValues, TieBreak},
        types::{AssignedType, HandRule, JokerChoice, RIGHT_TYPE_ORDER, TypeAssignment, TypeOrder},
    },
};

/// What a mistake changes of a solution: one thing, on one axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// Other types for some hand classes, by [`HandClass::index`].
    Types([Option<AssignedType>; HandClass::COUNT]),
    TypesByHand(HandRule),
    /// `J` is a 2, in types and in ties.
    JackIsTwo,
    TypeOrder(TypeOrder),
    Labels(LabelChange),
    TieBreak(TieBreak),
    Procedure(Procedure),
    /// All is right, under the other rules.
    OtherRules,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Axis {
    Types,
    TypeOrder,
    Labels,
    TieBreak,
    Procedure,
}

impl Change {
    pub(crate) fn types(assigned: impl IntoIterator<Item = (HandClass, AssignedType)>) -> Change {
        let mut types = [None; HandClass::COUNT];
        for (class, assigned) in assigned {
            types[class.index()] = Some(assigned);
        }
        Change::Types(types)
    }

    pub(crate) fn type_order(levels: &[(HandType, Level)]) -> Change {
        let mut order = RIGHT_TYPE_ORDER;
        for &(hand_type, level) in levels {
            order[AssignedType::Type(hand_type).index()] = level.number();
        }
        Change::TypeOrder(order)
    }

    pub(crate) fn axis(&self) -> Axis {
        match self {
            Change::Types(_) | Change::TypesByHand(_) | Change::JackIsTwo => Axis::Types,
            Change::TypeOrder(_) => Axis::TypeOrder,
            Change::Labels(_) => Axis::Labels,
            Change::TieBreak(_) => Axis::TieBreak,
            Change::Procedure(_) | Change::OtherRules => Axis::Procedure,
        }
    }

    /// Whether entries must be sorted for it: its total does not follow from sums over
    /// levels and keys.
    pub(crate) fn sorts_alone(&self) -> bool {
        match self {
            Change::JackIsTwo => true,
            Change::TieBreak(tie_break) => tie_break.sorts_alone(),
            Change::Procedure(procedure) => !procedure.shares_order(),
            _ => false,
        }
    }

    /// Whether both change the same thing, so that they cannot be made together.
    pub(super) fn excludes(&self, other: &Change) -> bool {
        match (self, other) {
            (Change::Types(a), Change::Types(b)) => {
                a.iter().zip(b).any(|(a, b)| a.is_some() && b.is_some())
            }
            (Change::TypeOrder(a), Change::TypeOrder(b)) => (a.iter().zip(b).zip(RIGHT_TYPE_ORDER))
                .any(|((&a, &b), right)| a != right && b != right),
            _ => self.axis() == other.axis() || self.sorts_alone() && other.sorts_alone(),
        }
    }

    pub(crate) fn apply(&self, solution: &mut Solution) {
        match self {
            Change::Types(types) => {
                if let TypeAssignment::ByClass(table) = &mut solution.types {
                    for (right, assigned) in table.iter_mut().zip(types) {
                        *right = assigned.unwrap_or(*right);
                    }
                }
            }
            Change::TypesByHand(rule) => solution.types = TypeAssignment::ByHand(*rule),
            Change::JackIsTwo => {
                Change::TypesByHand(HandRule::JokersBecome(JokerChoice::Two)).apply(solution);
                Change::Labels(LabelChange::Value(Card::Jack, 2)).apply(solution);
            }
            Change::TypeOrder(order) => {
                for (i, &level) in order.iter().enumerate() {
                    if level != RIGHT_TYPE_ORDER[i] {
                        solution.type_order[i] = level;
                    }
                }
            }
            Change::Labels(change) => change.apply(&mut solution.labels),
            Change::TieBreak(tie_break) => solution.tie_break = *tie_break,
            Change::Procedure(procedure) => solution.procedure = *procedure,
            Change::OtherRules => *solution = Solution::right(solution.rules.other()),
        }
    }
}

/// A level in the order of types.
#[derive(Clone, Copy)]
pub(crate) enum Level {
    /// That of another type: both are one type.
    Of(HandType),
    JustAbove(HandType),
    JustBelow(HandType),
}

impl Level {
    fn number(self) -> u8 {
        let level = |hand_type| RIGHT_TYPE_ORDER[AssignedType::Type(hand_type).index()];
        match self {
            Level::Of(hand_type) => level(hand_type),
            Level::JustAbove(hand_type) => level(hand_type) + 5,
            Level::JustBelow(hand_type) => level(hand_type) - 5,
        }
    }
}

/// A change of the values of labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LabelChange {
    Value(Card, u8),
    /// The first has the value of the second.
    Equal(Card, Card),
    JustAbove(Card, Card),
    JustBelow(Card, Card),
    Swapped(Card, Card),
    /// Labels have the order of their character codes: J too, or it stays the weakest.
    CharacterCodes {
        joker_too: bool,
    },
    /// All digits have this value.
    Digits(u8),
    Reversed,
    /// Values are compared as text: 10 to 14 before 2.
    AsText,
}

impl LabelChange {
    fn apply(self, labels: &mut LabelValues) {
        match self {
            LabelChange::Value(card, value) => labels[card.index()] = value,
            LabelChange::Equal(card, other) => labels[card.index()] = labels[other.index()],
            LabelChange::JustAbove(card, other) => move_next_to(labels, card, other, 1),
            LabelChange::JustBelow(card, other) => move_next_to(labels, card, other, 0),
            LabelChange::Swapped(a, b) => labels.swap(a.index(), b.index()),
            LabelChange::CharacterCodes { joker_too } => {
                let joker = labels[Card::Jack.index()];
                *labels = Card::ALL.map(|card| card.label() as u8);
                if !joker_too && joker <= 2 {
                    labels[Card::Jack.index()] = joker;
                }
            }
            LabelChange::Digits(value) => labels[..Card::Ten.index()].fill(value),
            LabelChange::AsText => {
                let texts = labels.map(|value| value.to_string());
                for (label, text) in labels.iter_mut().zip(&texts) {
                    *label = texts.iter().filter(|&other| other < text).count() as u8;
                }
            }
            LabelChange::Reversed => *labels = labels.map(|value| 100 - value),
        }
    }
}

/// Moves `card` next to `other` in the order of labels: below it if `offset` is 0,
/// above it if 1.
fn move_next_to(labels: &mut LabelValues, card: Card, other: Card, offset: usize) {
    let mut order: Vec<Card> = Card::ALL.into_iter().filter(|&there| there != card).collect();
    order.sort_by_key(|there| labels[there.index()]);
    let place = order.iter().position(|&there| there == other).unwrap_or(0);
    order.insert(place + offset, card);
    for (value, there) in (1..).zip(order) {
        labels[there.index()] = value;
    }
}
