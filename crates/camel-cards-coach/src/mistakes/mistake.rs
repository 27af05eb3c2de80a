use std::borrow::Cow;

use camel_cards::Rules;

use super::{
    change::Change,
    id::{MistakeId, MistakeName, Origin},
};
use crate::solution::Solution;

/// A named mistake as a table has it: its name and origin, what gives its change, its
/// summary and its hint.
pub(super) type Row<T> = (MistakeName, Origin, T, &'static str, &'static str);

/// A mistake: one change on one axis of the space of [solutions](Solution).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    id: MistakeId,
    origin: Origin,
    pub(crate) change: Change,
    summary: Cow<'static, str>,
    hint: &'static str,
}

impl Mistake {
    /// Returns the mistakes of a table.
    pub(super) fn of_table<T: Copy>(
        table: &[Row<T>],
        change: impl Fn(T) -> Change,
    ) -> impl Iterator<Item = Mistake> {
        table.iter().map(move |&(name, origin, what, summary, hint)| {
            Mistake::named(name, origin, change(what), summary, hint)
        })
    }

    pub(super) fn named(
        name: MistakeName,
        origin: Origin,
        change: Change,
        summary: impl Into<Cow<'static, str>>,
        hint: &'static str,
    ) -> Mistake {
        Mistake { id: name.into(), origin, change, summary: summary.into(), hint }
    }

    pub(super) fn generated(
        id: String,
        change: Change,
        summary: impl Into<Cow<'static, str>>,
        hint: &'static str,
    ) -> Mistake {
        let id = MistakeId::Generated(id);
        Mistake { id, origin: Origin::Generated, change, summary: summary.into(), hint }
    }

    /// Returns the id, such as `J1` or `type:xxJyz=full-house`.
    pub fn id(&self) -> &MistakeId {
        &self.id
    }

    /// Returns where the mistake comes from: [`Origin::Generated`] exactly if it
    /// has no name.
    pub fn origin(&self) -> Origin {
        self.origin
    }

    /// Returns what is wrong, in a sentence without a full stop.
    pub fn summary(&self) -> &str {
        &self.summary
    }

    /// Returns what to change in code, in a sentence without a full stop.
    pub fn hint(&self) -> &'static str {
        self.hint
    }

    /// Returns whether the mistake has a name.
    pub fn is_named(&self) -> bool {
        self.origin != Origin::Generated
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
