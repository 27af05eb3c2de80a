use std::borrow::Cow;

use camel_cards::Rules;

use super::change::Change;
use crate::solution::{
    Solution,
    tie_break::{order_of, right_values},
};

/// Where a mistake comes from, the likelier origins first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// Observed in a real program, or behind a recorded wrong answer.
    Observed,
    /// A variant of an observed mistake.
    Variant,
    /// Any other change on one axis. The mistake has no name.
    Generated,
}

/// A mistake: one change on one axis of the space of [solutions](Solution).
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

    /// Returns the solution that makes only this mistake.
    pub fn solution(&self, rules: Rules) -> Solution {
        Mistake::solution_of([self], rules)
    }

    /// Returns the solution that makes these mistakes together.
    pub(crate) fn solution_of<'a>(
        mistakes: impl IntoIterator<Item = &'a Mistake>,
        rules: Rules,
    ) -> Solution {
        let mut solution = Solution::right(rules);
        for mistake in mistakes {
            mistake.change.apply(&mut solution);
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
    Triple,
}

impl Simplicity {
    pub(crate) fn of<'a>(mistakes: impl IntoIterator<Item = &'a Mistake>) -> Simplicity {
        let (mut count, mut observed, mut origin) = (0, 0, Origin::Observed);
        for mistake in mistakes {
            count += 1;
            observed += usize::from(mistake.origin == Origin::Observed);
            origin = origin.max(mistake.origin);
        }
        match (count, origin) {
            (0 | 1, Origin::Generated) => Simplicity::Single,
            (0 | 1, _) => Simplicity::Named,
            (2, Origin::Generated) => Simplicity::Pair,
            (_, Origin::Generated) => Simplicity::Triple,
            (2, _) if observed > 0 => Simplicity::NamedPair,
            _ => Simplicity::NamedTogether,
        }
    }
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
            (&[observed, variant, generated], Simplicity::Triple),
        ] {
            assert_eq!(Simplicity::of(made.iter().copied()), expected, "{made:?}");
        }
    }
}
