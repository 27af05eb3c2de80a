use std::collections::BTreeMap;

use camel_cards::Card;
use serde::{Deserialize, Deserializer, de::Error};

use crate::{
    hand_class::HandClass,
    solution::{
        Solution,
        jokers::JokerChoice,
        procedure::Procedure,
        tie_break::{TieBreak, TieBreakKey, right_values},
        types::{AssignedType, HandRule, TypeAssignment, moved},
    },
};

type SomeTypes = [Option<AssignedType>; HandClass::COUNT];
type SomeValues = [Option<u8>; 13];

/// The change that a mistake makes to a solution, on one axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Change {
    /// The types that the mistake assigns to some hand classes, by [`HandClass::index`].
    #[serde(deserialize_with = "types")]
    Types(SomeTypes),
    TypesByHand(HandRule),
    /// `J` is a 2, in types and in ties.
    JackIsTwo,
    /// For each of the seven types, the one whose place it takes in the order of types, by [`AssignedType::index`].
    TypeOrder([u8; 7]),
    /// The values of some labels, by [`Card::index`]. The others have the right ones.
    #[serde(deserialize_with = "labels")]
    Labels(SomeValues),
    TieBreak(TieBreak),
    Procedure(Procedure),
    /// The right solution under the other rules.
    #[serde(skip)]
    OtherRules,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Axis {
    Types,
    TypeOrder,
    Labels,
    TieBreak,
    Procedure,
}

impl Change {
    pub(crate) fn axis(&self) -> Axis {
        match self {
            Change::Types(_) | Change::TypesByHand(_) | Change::JackIsTwo => Axis::Types,
            Change::TypeOrder(_) => Axis::TypeOrder,
            Change::Labels(_) => Axis::Labels,
            Change::TieBreak(_) => Axis::TieBreak,
            Change::Procedure(_) | Change::OtherRules => Axis::Procedure,
        }
    }

    /// Whether it needs its own sort, because its total does not follow from sums over levels and keys.
    pub(crate) fn needs_own_sort(&self) -> bool {
        match self {
            Change::JackIsTwo => true,
            Change::TieBreak(tie_break) => tie_break.needs_own_sort(),
            Change::Procedure(procedure) => !procedure.shares_order(),
            _ => false,
        }
    }

    /// Whether it is an inconsistent comparator, which defines no order.
    pub(crate) fn has_no_order(&self) -> bool {
        matches!(self, Change::TieBreak(TieBreak { key: TieBreakKey::DigitsMissed(_), .. }))
    }

    /// Whether all hands of one type compare equal.
    pub(crate) fn compares_no_cards(&self) -> bool {
        matches!(self, Change::TieBreak(tie_break) if tie_break.key == TieBreak::NOTHING.key)
    }

    pub(crate) fn apply(&self, solution: &mut Solution) {
        match self {
            Change::Types(types) => {
                if let TypeAssignment::ByClass(table) = &mut solution.types {
                    for (assigned, change) in table.iter_mut().zip(types) {
                        *assigned = change.unwrap_or(*assigned);
                    }
                }
            }
            Change::TypesByHand(rule) => solution.types = TypeAssignment::ByHand(*rule),
            Change::JackIsTwo => {
                Change::TypesByHand(HandRule::JokersBecome(JokerChoice::Two)).apply(solution);
                solution.labels[Card::Jack.index()] = solution.labels[Card::Two.index()];
            }
            Change::TypeOrder(places) => solution.type_order = moved(&solution.type_order, places),
            Change::Labels(values) => {
                let right = right_values(solution.rules);
                solution.labels = std::array::from_fn(|i| values[i].unwrap_or(right[i]));
            }
            Change::TieBreak(tie_break) => solution.tie_break = *tie_break,
            Change::Procedure(procedure) => solution.procedure = *procedure,
            Change::OtherRules => *solution = Solution::right(solution.rules.other()),
        }
    }
}

/// Reads a digit for each hand class, or a dot if it keeps its type.
fn types<'de, D: Deserializer<'de>>(column: D) -> Result<SomeTypes, D::Error> {
    let read = |digit: char| match digit {
        '.' => Some(None),
        _ => Some(Some(AssignedType::ALL[digit.to_digit(9)? as usize])),
    };
    let types: Option<Vec<_>> = String::deserialize(column)?.chars().map(read).collect();
    types.and_then(|types| types.try_into().ok()).ok_or_else(|| {
        D::Error::custom("types are a digit from 0 to 8, or a dot, for each hand class")
    })
}

/// Reads the values of labels, such as `{"T":0}`.
fn labels<'de, D: Deserializer<'de>>(column: D) -> Result<SomeValues, D::Error> {
    let mut values = [None; 13];
    for (label, value) in BTreeMap::<char, u8>::deserialize(column)? {
        let card = Card::ALL.into_iter().find(|card| card.label() == label);
        let card = card.ok_or_else(|| D::Error::custom("not a label"))?;
        values[card.index()] = Some(value);
    }
    Ok(values)
}
