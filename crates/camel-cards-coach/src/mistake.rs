use camel_cards::{Card, HandType, Rules};

use crate::{
    Cell,
    solution::{
        Chosen, Labels, Ranking, Reading, Slot, Solution, TYPE_ORDER, TieBreak, TypeOrder, Types,
    },
};

/// One change on one axis of the space of [solutions](Solution).
///
/// Its id is that of the list of mistakes that people really make (`J1`), or
/// made of its axis (`type:xxJyz=full-house`).
#[derive(Clone, Debug, PartialEq)]
pub struct Mistake {
    pub(crate) id: String,
    pub(crate) origin: Origin,
    pub(crate) effect: Effect,
    pub(crate) summary: String,
    pub(crate) hint: &'static str,
}

impl Mistake {
    /// Returns the id: `J1`, or `type:xxJyz=full-house`.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns what is wrong, in a sentence without a full stop.
    pub fn summary(&self) -> &str {
        &self.summary
    }

    /// Returns what to change in code, in words.
    pub fn hint(&self) -> &'static str {
        self.hint
    }

    /// Returns where the mistake is known from.
    pub fn origin(&self) -> Origin {
        self.origin
    }

    /// Returns the solution that makes only this mistake.
    pub fn solution(&self, rules: Rules) -> Solution {
        let mut solution = Solution::right(rules);
        self.effect.apply(&mut solution);
        solution
    }
}

/// Where a mistake is known from; the likelier ones first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// Somebody's code, or a wrong answer that somebody recorded.
    Real,
    /// A named relative of those.
    Near,
    /// A point of the space without a name.
    Unnamed,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Effect {
    Cells(Vec<(Cell, Slot)>),
    JokersBecome(Chosen),
    TypeOrder(TypeOrder),
    Labels(LabelChange),
    TieBreak(TieBreak),
    OnePass,
    Ranking(Ranking),
    Reading(Reading),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Axis {
    Types,
    TypeOrder,
    Labels,
    TieBreak,
    Ranking,
    Reading,
}

impl Effect {
    pub(crate) fn axis(&self) -> Axis {
        match self {
            Effect::Cells(_) | Effect::JokersBecome(_) => Axis::Types,
            Effect::TypeOrder(_) => Axis::TypeOrder,
            Effect::Labels(_) => Axis::Labels,
            Effect::TieBreak(_) => Axis::TieBreak,
            Effect::OnePass | Effect::Ranking(_) => Axis::Ranking,
            Effect::Reading(_) => Axis::Reading,
        }
    }

    /// Whether both change the same cell or level, so that they do not go together.
    pub(crate) fn meets(&self, other: &Effect) -> bool {
        match (self, other) {
            (Effect::Cells(a), Effect::Cells(b)) => {
                a.iter().any(|(cell, _)| b.iter().any(|(other, _)| cell == other))
            }
            (Effect::TypeOrder(a), Effect::TypeOrder(b)) => {
                (0..a.len()).any(|i| a[i] != TYPE_ORDER[i] && b[i] != TYPE_ORDER[i])
            }
            _ => self.axis() == other.axis(),
        }
    }

    pub(crate) fn apply(&self, solution: &mut Solution) {
        match self {
            Effect::Cells(cells) => {
                if let Types::Table(table) = &mut solution.types {
                    for &(cell, slot) in cells {
                        table[cell.index()] = slot;
                    }
                }
            }
            Effect::JokersBecome(chosen) => solution.types = Types::JokersBecome(*chosen),
            Effect::TypeOrder(order) => {
                for (slot, &level) in order.iter().enumerate() {
                    if level != TYPE_ORDER[slot] {
                        solution.type_order[slot] = level;
                    }
                }
            }
            Effect::Labels(change) => change.apply(&mut solution.labels),
            Effect::TieBreak(tie_break) => solution.tie_break = *tie_break,
            Effect::OnePass => solution.one_pass = true,
            Effect::Ranking(ranking) => solution.ranking = *ranking,
            Effect::Reading(reading) => solution.reading = *reading,
        }
    }
}

/// A change of the values of labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LabelChange {
    Value(Card, u8),
    /// The value of another label.
    Equal(Card, Card),
    Above(Card, Card),
    Below(Card, Card),
    Swapped(Card, Card),
    /// Labels in order of their character codes; J too, or as weak as it was.
    Codes {
        joker_too: bool,
    },
    /// All digits have this value.
    Digits(u8),
    AceBelowTwo,
    Reversed,
    /// Values compared as text: 10 to 14 before 2.
    AsText,
}

impl LabelChange {
    fn apply(self, labels: &mut Labels) {
        match self {
            LabelChange::Value(card, value) => labels[card.index()] = value,
            LabelChange::Equal(card, other) => labels[card.index()] = labels[other.index()],
            LabelChange::Above(card, other) => insert(labels, card, other, 1),
            LabelChange::Below(card, other) => insert(labels, card, other, 0),
            LabelChange::Swapped(a, b) => labels.swap(a.index(), b.index()),
            LabelChange::Codes { joker_too } => {
                let joker = labels[Card::Jack.index()];
                *labels = Card::ALL.map(|card| card.label() as u8);
                if !joker_too && joker < 2 {
                    labels[Card::Jack.index()] = joker;
                }
            }
            LabelChange::Digits(value) => labels[..Card::Ten.index()].fill(value),
            LabelChange::AceBelowTwo => insert(labels, Card::Ace, Card::Two, 0),
            LabelChange::AsText => {
                let text = |value: u8| value.to_string();
                let values = *labels;
                *labels = values.map(|value| {
                    values.iter().filter(|&&other| text(other) < text(value)).count() as u8
                });
            }
            LabelChange::Reversed => *labels = labels.map(|value| 100 - value),
        }
    }
}

/// Puts `card` next to `other` in the order of labels: 0 before it, 1 after it.
fn insert(labels: &mut Labels, card: Card, other: Card, after: usize) {
    let mut order: Vec<Card> = Card::ALL.into_iter().filter(|&there| there != card).collect();
    order.sort_by_key(|there| labels[there.index()]);
    let place = order.iter().position(|&there| there == other).unwrap_or(0);
    order.insert(place + after, card);
    for (value, there) in (1..).zip(order) {
        labels[there.index()] = value;
    }
}

/// The order of types with some of them at other levels.
pub(crate) fn type_order(levels: &[(HandType, u8)]) -> TypeOrder {
    let mut order = TYPE_ORDER;
    for &(hand_type, level) in levels {
        order[Slot::Type(hand_type).index()] = level;
    }
    order
}
