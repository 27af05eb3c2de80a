use camel_cards::{Card, HandType, Rules};

use crate::{
    hand_class::HandClass,
    solution::{
        Solution,
        procedure::Procedure,
        tie_break::{LabelValues, TieBreak, right_values},
        types::{AssignedType, HandRule, JokerChoice, RIGHT_TYPE_ORDER, TypeAssignment},
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
    /// Other levels for some types, by [`AssignedType::index`].
    TypeOrder([Option<u8>; AssignedType::COUNT]),
    /// Other values for some labels, by [`Card::index`].
    Labels([Option<u8>; Card::ALL.len()]),
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

    /// The change of those types whose levels are not the right ones.
    pub(crate) fn type_order(levels: &[(HandType, u8)]) -> Change {
        let mut order = [None; AssignedType::COUNT];
        for &(hand_type, level) in levels {
            let index = AssignedType::Type(hand_type).index();
            order[index] = (level != RIGHT_TYPE_ORDER[index]).then_some(level);
        }
        Change::TypeOrder(order)
    }

    /// The change of those labels whose values are not the right ones under `rules`.
    pub(crate) fn labels(rules: Rules, values: &LabelValues) -> Change {
        let right = right_values(rules);
        let value = |i: usize| (values[i] != right[i]).then_some(values[i]);
        Change::Labels(std::array::from_fn(value))
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

    /// What it takes for granted.
    pub(super) fn needs(&self) -> Topic {
        match self {
            Change::Types(types) => {
                let changed = HandClass::all().filter(|class| types[class.index()].is_some());
                changed.fold(TYPES | SORTED, |topics, class| match class.counts().1 {
                    0 => topics,
                    5 => topics | WILD | JJJJJ,
                    _ => topics | WILD,
                })
            }
            Change::TypesByHand(HandRule::GroupWith { .. }) | Change::TypeOrder(_) => {
                TYPES | SORTED
            }
            Change::TypesByHand(_) | Change::JackIsTwo => TYPES | SORTED | WILD,
            Change::Labels(_) | Change::TieBreak(_) => CARDS | SORTED,
            Change::Procedure(_) | Change::OtherRules => 0,
        }
    }

    /// Whether entries must be sorted for it: its total does not follow from sums over
    /// levels and keys.
    pub(crate) fn needs_own_sort(&self) -> bool {
        match self {
            Change::JackIsTwo => true,
            Change::TieBreak(tie_break) => tie_break.needs_own_sort(),
            Change::Procedure(procedure) => !procedure.shares_order(),
            _ => false,
        }
    }

    /// Whether both change the same thing, so that they cannot be made together.
    pub(super) fn excludes(&self, other: &Change) -> bool {
        match (self, other) {
            (Change::Types(a), Change::Types(b)) => overlap(a, b),
            (Change::TypeOrder(a), Change::TypeOrder(b)) => overlap(a, b),
            _ => self.axis() == other.axis() || self.needs_own_sort() && other.needs_own_sort(),
        }
    }

    pub(crate) fn apply(&self, solution: &mut Solution) {
        match self {
            Change::Types(types) => {
                if let TypeAssignment::ByClass(table) = &mut solution.types {
                    change_some(table, types);
                }
            }
            Change::TypesByHand(rule) => solution.types = TypeAssignment::ByHand(*rule),
            Change::JackIsTwo => {
                Change::TypesByHand(HandRule::JokersBecome(JokerChoice::Two)).apply(solution);
                solution.labels[Card::Jack.index()] = 2;
            }
            Change::TypeOrder(levels) => change_some(&mut solution.type_order, levels),
            Change::Labels(values) => change_some(&mut solution.labels, values),
            Change::TieBreak(tie_break) => solution.tie_break = *tie_break,
            Change::Procedure(procedure) => solution.procedure = *procedure,
            Change::OtherRules => *solution = Solution::right(solution.rules.other()),
        }
    }
}

/// Whether both change one thing.
fn overlap<T>(a: &[Option<T>], b: &[Option<T>]) -> bool {
    a.iter().zip(b).any(|(a, b)| a.is_some() && b.is_some())
}

fn change_some<T: Copy>(table: &mut [T], changes: &[Option<T>]) {
    for (value, change) in table.iter_mut().zip(changes) {
        *value = change.unwrap_or(*value);
    }
}

/// A topic that some mistakes take for granted and others deny: one bit.
pub(super) type Topic = u8;

/// Jokers are wild.
pub(crate) const WILD: Topic = 1;
/// The types of hands count.
pub(crate) const TYPES: Topic = 1 << 1;
/// The cards of hands of one type are compared.
pub(crate) const CARDS: Topic = 1 << 2;
/// The hands are sorted.
pub(crate) const SORTED: Topic = 1 << 3;
/// `JJJJJ` is read.
pub(crate) const JJJJJ: Topic = 1 << 4;
/// Where `J` is among the labels: whoever changes it denies that another does.
pub(crate) const PLACE_OF_J: Topic = 1 << 5;
/// Full houses are found.
pub(crate) const FULL_HOUSE: Topic = 1 << 6;

/// What a mistake needs, by its change and by its row in a table, and what it denies: two sets of topics. Two mistakes
/// exclude each other if one needs what the other denies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Claims {
    needs: Topic,
    denies: Topic,
}

pub(crate) const NONE: Claims = Claims { needs: 0, denies: 0 };
/// Of a mistake about where `J` is among the labels.
pub(crate) const ABOUT_J: Claims = NONE.needs(PLACE_OF_J).denies(PLACE_OF_J);

impl Claims {
    pub(crate) const fn needs(self, topics: Topic) -> Claims {
        Claims { needs: self.needs | topics, ..self }
    }

    pub(crate) const fn denies(self, topics: Topic) -> Claims {
        Claims { denies: self.denies | topics, ..self }
    }

    pub(crate) fn contradict(self, other: Claims) -> bool {
        self.denies & other.needs != 0 || other.denies & self.needs != 0
    }

    pub(crate) fn does_need(self, topic: Topic) -> bool {
        self.needs & topic != 0
    }

    pub(crate) fn does_deny(self, topic: Topic) -> bool {
        self.denies & topic != 0
    }
}
