use camel_cards::{Card, HandType};

use crate::{
    hand_class::HandClass,
    solution::{
        Solution,
        jokers::JokerChoice,
        procedure::Procedure,
        tie_break::{LabelValues, TieBreak, TieBreakKey},
        types::{AssignedType, HandRule, TypeAssignment, moved},
    },
};

/// The change that a mistake makes to a solution, on one axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// The types that the mistake assigns to some hand classes, by [`HandClass::index`].
    Types([Option<AssignedType>; HandClass::COUNT]),
    TypesByHand(HandRule),
    /// `J` is a 2, in types and in ties.
    JackIsTwo,
    /// For each type, by [`HandType::index`], the one whose place it takes in the order of types.
    TypeOrder([HandType; 7]),
    Labels(LabelValues),
    TieBreak(TieBreak),
    Procedure(Procedure),
    /// The right solution under the other rules.
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

    /// Whether all hands of one type compare equal.
    pub(crate) fn compares_no_cards(&self) -> bool {
        matches!(self, Change::TieBreak(TieBreak { key: TieBreakKey::Cards([]), .. }))
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
            Change::Labels(values) => solution.labels = *values,
            Change::TieBreak(tie_break) => solution.tie_break = *tie_break,
            Change::Procedure(procedure) => solution.procedure = *procedure,
            Change::OtherRules => *solution = Solution::right(solution.rules.other()),
        }
    }
}
