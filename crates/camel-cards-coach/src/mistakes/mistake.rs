use std::{borrow::Cow, collections::BTreeMap};

use camel_cards::{Card, Rules};
use serde::{Deserialize, Deserializer, de::Error};

use crate::solution::{
    Solution,
    hands::{HandClass, HandRule, JokerChoice, moved, order_of},
    procedure::Procedure,
    tie_break::{TieBreak, TieBreakKey, right_values},
};

/// Where a mistake comes from, the likelier origins first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// Observed in a real program, or behind a recorded wrong answer.
    Observed,
    /// A variant of an observed mistake.
    Variant,
    /// Any other change. The mistake has no name; most are generated, a few are rows of the table.
    Generated,
}

/// A mistake: one change on one axis of the space of [solutions](Solution), with few exceptions.
///
/// ```
/// use camel_cards::Rules;
/// use camel_cards_coach::mistakes;
///
/// let mistakes = mistakes(Rules::Joker);
/// let jack = mistakes.iter().find(|mistake| mistake.id == "J1").unwrap();
/// assert_eq!(jack.summary, "J is wild but still ranks as a jack in ties");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mistake {
    /// A name from `docs/mistakes.md`, which variants of one mistake share: `T…` for types, `K…` for ties, `S…` for
    /// ranking and reading, `J…` for jokers, `P1` for the other part's rules. An unnamed mistake has an id of axis and
    /// change, such as `type:xxJyz=full-house`.
    pub id: Cow<'static, str>,
    /// Where the mistake comes from.
    pub origin: Origin,
    pub(crate) change: Change,
    /// What is wrong, in a sentence without a full stop.
    pub summary: Cow<'static, str>,
    /// What to change in code, in a sentence without a full stop.
    pub hint: &'static str,
}

impl Mistake {
    pub(super) fn new(
        id: impl Into<Cow<'static, str>>,
        origin: Origin,
        change: Change,
        summary: impl Into<Cow<'static, str>>,
        hint: &'static str,
    ) -> Mistake {
        Mistake { id: id.into(), origin, change, summary: summary.into(), hint }
    }

    /// Returns whether the mistake has a name.
    pub fn is_named(&self) -> bool {
        self.origin != Origin::Generated
    }

    /// Whether the mistake has no name and changes only the order of digits.
    pub(crate) fn only_moves_digits(&self) -> bool {
        let Change::Labels(labels) = self.change else { return false };
        let labels = order_of(&labels.map(Option::unwrap_or_default));
        let are_right = |rules| labels[8..] == order_of(&right_values(rules))[8..];
        !self.is_named() && Rules::ALL.into_iter().any(are_right)
    }

    /// Whether its totals are the same under both rules, because it compares no hands.
    pub(crate) fn is_the_same_under_either_rules(&self) -> bool {
        matches!(self.change, Change::Procedure(procedure) if procedure.compares_nothing())
    }

    /// Whether the answer is right elsewhere: under the other rules, or for a published example.
    pub(crate) fn is_from_elsewhere(&self) -> bool {
        matches!(self.change, Change::OtherRules | Change::Procedure(Procedure::Constant(_)))
    }

    /// Returns the solution that makes only this mistake.
    pub fn solution(&self, rules: Rules) -> Solution {
        Mistake::solution_of(&[self], rules)
    }

    /// Returns the solution that makes these mistakes together. The order of types changes last, because it moves hands of
    /// the types that other mistakes assign.
    pub(crate) fn solution_of(made: &[&Mistake], rules: Rules) -> Solution {
        let mut solution = Solution::right(rules);
        for is_last in [false, true] {
            let is_now = |one: &&&Mistake| (one.change.axis() == Axis::TypeOrder) == is_last;
            made.iter().filter(is_now).for_each(|one| one.change.apply(&mut solution));
        }
        solution
    }
}

/// How simple a candidate is, the simplest first: likelier mistakes, and kinds with fewer candidates, are simpler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Simplicity {
    Named,
    Single,
    /// Two mistakes with names, at least one of them observed.
    NamedPair,
    /// Two or more mistakes with names.
    NamedTogether,
    Pair,
    /// Three or more mistakes, not all of them with names.
    More,
}

impl Simplicity {
    pub(crate) fn of(made: &[&Mistake]) -> Simplicity {
        let has = |origin| made.iter().any(|one| one.origin == origin);
        match (made.len(), has(Origin::Generated)) {
            (0 | 1, true) => Simplicity::Single,
            (0 | 1, false) => Simplicity::Named,
            (2, true) => Simplicity::Pair,
            (_, true) => Simplicity::More,
            (2, false) if has(Origin::Observed) => Simplicity::NamedPair,
            _ => Simplicity::NamedTogether,
        }
    }
}

type SomeLevels = [Option<u8>; HandClass::COUNT];
type SomeValues = [Option<u8>; 13];

/// The change that a mistake makes to a solution, on one axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Change {
    /// The levels of the types that the mistake assigns to some hand classes, by [`HandClass::index`].
    #[serde(deserialize_with = "levels")]
    Types(SomeLevels),
    TypesByHand(HandRule),
    /// `J` is a 2, in types and in ties.
    JackIsTwo,
    /// For each of the seven types, the place that it takes in the order of types, from 1.
    TypeOrder([u8; 7]),
    /// The values of some labels, by [`Card::index`]. The others have the right ones.
    #[serde(deserialize_with = "labels")]
    Labels(SomeValues),
    TieBreak(TieBreak),
    Procedure(Procedure),
    /// The right solution under the other rules.
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
            Change::JackIsTwo | Change::OtherRules => true,
            Change::TieBreak(tie_break) => tie_break.needs_own_sort(),
            Change::Procedure(procedure) => !procedure.shares_order(),
            _ => false,
        }
    }

    /// Whether it is an inconsistent comparator, which defines no order.
    pub(crate) fn has_no_order(&self) -> bool {
        matches!(self, Change::TieBreak(TieBreak { key: TieBreakKey::Inconsistent(_), .. }))
    }

    /// Whether all hands of one type compare equal.
    pub(crate) fn compares_no_cards(&self) -> bool {
        matches!(self, Change::TieBreak(tie_break) if tie_break.key == TieBreakKey::NOTHING)
    }

    pub(crate) fn apply(&self, solution: &mut Solution) {
        match self {
            Change::Types(types) => {
                for (level, change) in solution.levels.iter_mut().zip(types) {
                    *level = change.unwrap_or(*level);
                }
            }
            Change::TypesByHand(rule) => solution.hand_rule = Some(*rule),
            Change::JackIsTwo => {
                Change::TypesByHand(HandRule::JokersBecome(JokerChoice::Two)).apply(solution);
                solution.labels[Card::Jack.index()] = solution.labels[Card::Two.index()];
            }
            Change::TypeOrder(places) => solution.levels = moved(&solution.levels, places),
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
fn levels<'de, D: Deserializer<'de>>(column: D) -> Result<SomeLevels, D::Error> {
    let read = |digit: char| match digit {
        '.' => Some(None),
        _ => Some(Some(digit.to_digit(9)? as u8)),
    };
    let levels: Option<Vec<_>> = String::deserialize(column)?.chars().map(read).collect();
    levels.and_then(|levels| levels.try_into().ok()).ok_or_else(|| {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mistakes::mistakes;

    #[test]
    fn what_has_names_is_simpler_and_so_is_less() {
        let known = mistakes(Rules::Joker);
        let of = |origin| known.iter().find(|one| one.origin == origin).unwrap();
        let origins = [Origin::Observed, Origin::Variant, Origin::Generated];
        let [observed, variant, generated] = origins.map(of);
        for (made, expected) in [
            (&[observed][..], Simplicity::Named),
            (&[variant], Simplicity::Named),
            (&[generated], Simplicity::Single),
            (&[observed, variant], Simplicity::NamedPair),
            (&[variant, variant], Simplicity::NamedTogether),
            (&[observed, observed, variant], Simplicity::NamedTogether),
            (&[observed, generated], Simplicity::Pair),
            (&[observed, variant, generated], Simplicity::More),
        ] {
            assert_eq!(Simplicity::of(made), expected, "{made:?}");
        }
    }
}
