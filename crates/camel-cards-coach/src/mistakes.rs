//! Mistakes that people make. Those written by hand are rows of `mistakes/mistakes.tsv`, and families of others are
//! generated. To add a mistake, add a row; `ARCHITECTURE.md` says what else to change.

mod generated;

use std::{array, borrow::Cow, collections::BTreeMap, error::Error, sync::LazyLock};

use camel_cards::{Card, PerRules, Rules};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::solution::{
    Solution,
    hands::{
        HandClass, HandRule, STEP, SomeLevels, counts_of_smaller, level_name, moved, read_levels,
        right_levels,
    },
    procedure::Procedure,
    tie_break::{TieBreak, TieBreakKey, right_values},
};

/// Where a mistake comes from, the likelier origins first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
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

/// In JSON, a mistake is its id.
impl Serialize for Mistake {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.id)
    }
}

impl Mistake {
    fn generated(id: String, change: Change, summary: String, hint: &'static str) -> Mistake {
        let (id, summary) = (id.into(), summary.into());
        Mistake { id, origin: Origin::Generated, change, summary, hint }
    }

    /// Returns whether the mistake has a name.
    pub fn is_named(&self) -> bool {
        self.origin != Origin::Generated
    }

    /// Whether the mistake has no name and changes only the order of digits.
    pub(crate) fn only_moves_digits(&self) -> bool {
        let Change::Labels(labels) = self.change else { return false };
        let ten = Card::Ten.index();
        let labels = counts_of_smaller(&labels.map(Option::unwrap_or_default));
        let are_right = |rules| labels[ten..] == counts_of_smaller(&right_values(rules))[ten..];
        !self.is_named() && Rules::ALL.into_iter().any(are_right)
    }

    /// Whether it compares no hands, so that its totals are the same under both rules.
    pub(crate) fn compares_nothing(&self) -> bool {
        matches!(self.change, Change::Procedure(procedure) if procedure.compares_nothing())
    }

    pub(crate) fn is_of_types(&self) -> bool {
        self.change.axis() == Axis::Types
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
    /// One mistake without a name.
    Unnamed,
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
            (0 | 1, true) => Simplicity::Unnamed,
            (0 | 1, false) => Simplicity::Named,
            (2, true) => Simplicity::Pair,
            (_, true) => Simplicity::More,
            (2, false) if has(Origin::Observed) => Simplicity::NamedPair,
            _ => Simplicity::NamedTogether,
        }
    }
}

type SomeValues = [Option<u8>; 13];

/// The change that a mistake makes to a solution, on one axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Change {
    /// The levels of the types that the mistake assigns to some hand classes, by [`HandClass::index`].
    #[serde(deserialize_with = "read_levels")]
    Types(SomeLevels),
    TypesByHand(HandRule),
    /// For each of the seven types, the place that it takes in the order of types, from 1.
    TypeOrder([u8; 7]),
    /// The values of some labels, by [`Card::index`]. The others have the right ones.
    #[serde(deserialize_with = "read_labels")]
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
            Change::Types(_) | Change::TypesByHand(_) => Axis::Types,
            Change::TypeOrder(_) => Axis::TypeOrder,
            Change::Labels(_) => Axis::Labels,
            Change::TieBreak(_) => Axis::TieBreak,
            Change::Procedure(_) | Change::OtherRules => Axis::Procedure,
        }
    }

    /// Whether all entries must be sorted for its total, because no sums over levels and no shared order give it.
    pub(crate) fn needs_whole_sort(&self) -> bool {
        match self {
            Change::OtherRules => true,
            Change::TypesByHand(rule) => rule.ties.is_some(),
            Change::TieBreak(tie_break) => tie_break.needs_whole_sort(),
            Change::Procedure(procedure) => !procedure.shares_order(),
            _ => false,
        }
    }

    /// Returns the sentence of a change to one hand class, or to all classes of one type.
    fn sentence(&self) -> String {
        let Change::Types(levels) = self else { return String::new() };
        let mut changed = HandClass::all().zip(levels).filter_map(|(class, level)| {
            Some(format!("{} is counted as {}", class.pattern(), level_name((*level)?)))
        });
        changed.next().unwrap_or_default()
    }

    /// Whether it gives hands a level between two types, which has no place in another order of the types.
    fn has_level_between(&self) -> bool {
        let (Change::Types(levels) | Change::TypesByHand(HandRule { levels, .. })) = self else {
            return false;
        };
        levels.iter().flatten().any(|level| level % STEP > 0)
    }

    /// Whether it is an inconsistent comparator, which defines no order.
    pub(crate) fn has_no_order(&self) -> bool {
        matches!(self, Change::TieBreak(TieBreak { key: TieBreakKey::Inconsistent(_), .. }))
    }

    pub(crate) fn apply(&self, solution: &mut Solution) {
        match self {
            Change::Types(types) => {
                solution.levels = array::from_fn(|i| types[i].unwrap_or(solution.levels[i]));
            }
            Change::TypesByHand(rule) => {
                (solution.hand_rule, solution.levels) =
                    (Some(*rule), right_levels(Rules::Standard));
                Change::Types(rule.levels).apply(solution);
                if let Some(value) = rule.ties {
                    solution.labels[Card::Jack.index()] = value;
                    solution.tie_break.key = TieBreakKey::Replaced(rule.jokers);
                }
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

/// Reads the values of labels, such as `{"T":0}`.
fn read_labels<'de, D: Deserializer<'de>>(column: D) -> Result<SomeValues, D::Error> {
    let mut values = [None; 13];
    for (label, value) in BTreeMap::<char, u8>::deserialize(column)? {
        let card = Card::ALL.into_iter().find(|card| card.label() == label);
        let card = card.ok_or_else(|| de::Error::custom("not a label"))?;
        values[card.index()] = Some(value);
    }
    Ok(values)
}

/// The table of mistakes written by hand.
const TABLE: &str = include_str!("mistakes/mistakes.tsv");

/// Returns every mistake under `rules`, each one change on one axis, with few exceptions: first those with names, then all others.
///
/// Every mistake differs from the right solution and from all others: what is the same has one name.
///
/// ```
/// use camel_cards::Rules;
/// use camel_cards_coach::mistakes;
///
/// let mistakes = mistakes(Rules::Joker);
/// let named = mistakes.iter().filter(|mistake| mistake.is_named()).count();
/// assert_eq!((named, mistakes.len()), (340, 1098));
/// ```
pub fn mistakes(rules: Rules) -> &'static [Mistake] {
    static ALL: PerRules<LazyLock<Vec<Mistake>>> = PerRules {
        standard: LazyLock::new(|| all(Rules::Standard)),
        joker: LazyLock::new(|| all(Rules::Joker)),
    };
    &ALL[rules]
}

#[expect(clippy::panic, reason = "the table is part of the program, and a test reads every row")]
fn all(rules: Rules) -> Vec<Mistake> {
    let rows = (1..).zip(TABLE.lines()).filter(|(_, line)| !line.starts_with('#'));
    let rows = rows.map(|(number, line)| {
        read(line).unwrap_or_else(|error| panic!("mistakes.tsv, line {number}: {error}"))
    });
    let rows = rows.filter(|(of, _)| of.contains(&rules));
    let mut candidates: Vec<Mistake> = rows.map(|(_, mistake)| mistake).collect();
    let families = generated::families(rules, &candidates);
    candidates.extend(families);
    candidates.sort_by_key(|mistake| (!mistake.is_named(), mistake.change.axis()));
    let mut solutions = vec![Solution::right(rules).normalized()];
    candidates.retain(|mistake| {
        solutions.push(mistake.solution(rules).normalized());
        solutions.iter().position(|one| Some(one) == solutions.last()) == Some(solutions.len() - 1)
    });
    candidates
}

/// Reads a row of the table: the rules that it is for, and its mistake.
fn read(row: &'static str) -> Result<(&'static [Rules], Mistake), Box<dyn Error>> {
    let columns: Vec<&str> = row.split('\t').collect();
    let [id, origin, rules, change, summary, hint] = columns[..] else {
        return Err(format!("expected 6 columns, found {}", columns.len()).into());
    };
    let rules: &[Rules] = match rules {
        "standard" => &[Rules::Standard],
        "joker" => &[Rules::Joker],
        "both" => &Rules::ALL,
        _ => return Err(format!("unknown rules '{rules}'").into()),
    };
    let (origin, change): (_, Change) = serde_json::from_str(&format!("[\"{origin}\", {change}]"))?;
    let summary = if summary.is_empty() { change.sentence().into() } else { summary.into() };
    Ok((rules, Mistake { id: id.into(), origin, change, summary, hint }))
}

/// Returns whether two mistakes are never tried together: one undoes or hides the other, the words of one are true only
/// if it is made first, or both together are a solution that is tried anyway.
pub(crate) fn contradict(a: &Mistake, b: &Mistake, rules: Rules) -> bool {
    let changes = [&a.change, &b.change];
    let (axes, own_sorts) = (changes.map(Change::axis), changes.map(Change::needs_whole_sort));
    let is_one_axis = axes[0] == axes[1];
    let is_unseen =
        [a, b].iter().any(|one| one.compares_nothing() || one.change == Change::OtherRules);
    let has_no_place = axes.contains(&Axis::TypeOrder)
        && [a, b].iter().any(|one| one.is_named() && one.change.has_level_between());
    if own_sorts == [true; 2] || is_unseen || has_no_place {
        return true;
    }
    // The other pairs are not compared, to save time: changes on different axes give the same in either order, and few of
    // these pairs are equal to one of their mistakes.
    let are_named = a.is_named() && b.is_named();
    (is_one_axis || own_sorts != [false; 2] || are_named) && {
        let made = |mistakes: &[&Mistake]| Mistake::solution_of(mistakes, rules).normalized();
        let both = made(&[a, b]);
        let other = Solution { rules, ..Solution::right(rules.other()) }.normalized();
        both.lacks_number()
            || both != made(&[b, a])
            || [made(&[]), made(&[a]), made(&[b]), other].contains(&both)
    }
}

#[cfg(test)]
mod tests {
    mod agreement;
    mod generated;
    mod program;
    mod solutions;
    mod table;

    use camel_cards::Rules;

    use super::{Origin, Simplicity, mistakes};

    #[test]
    fn what_has_names_is_simpler_and_so_is_less() {
        let known = mistakes(Rules::Joker);
        let of = |origin| known.iter().find(|one| one.origin == origin).unwrap();
        let origins = [Origin::Observed, Origin::Variant, Origin::Generated];
        let [observed, variant, generated] = origins.map(of);
        for (made, expected) in [
            (&[observed][..], Simplicity::Named),
            (&[variant], Simplicity::Named),
            (&[generated], Simplicity::Unnamed),
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
