//! Mistakes that people make, as data: a table for each axis of the space of
//! solutions. To add a named mistake, add a row to the table of
//! its axis.

pub(crate) mod change;
pub(crate) mod contradictions;
mod count_rule;
pub(crate) mod elsewhere;
mod labels;
pub(crate) mod mistake;
mod procedures;
mod tie_breaks;
mod type_order;
mod types;

use camel_cards::Rules;

use crate::solution::{Levels, Solution};
use mistake::Mistake;

/// What the tables of mistakes are written in.
mod vocabulary {
    pub(super) use super::{
        change::*,
        mistake::{Mistake, MistakeRow, Origin, Origin::*},
    };
}

/// Returns every mistake under `rules` that is one change on one axis: first those
/// with names, then all others.
///
/// None of them leaves the right solution as it is. Two names for one thing are
/// both there; otherwise no mistake repeats an earlier one.
///
/// ```
/// use camel_cards::Rules;
/// use camel_cards_coach::mistakes;
///
/// let mistakes = mistakes(Rules::Joker);
/// let named = mistakes.iter().filter(|mistake| mistake.is_named()).count();
/// assert_eq!((named, mistakes.len()), (262, 934));
/// ```
pub fn mistakes(rules: Rules) -> Vec<Mistake> {
    let mut candidates = [
        types::all(rules),
        type_order::all(),
        labels::all(rules),
        tie_breaks::all(rules),
        procedures::all(),
    ]
    .concat();
    candidates.retain(|mistake| mistake.is_of(rules));
    candidates.sort_by_key(|mistake| !mistake.is_named());
    let right = Solution::right(rules).normalized();
    let mut mistakes: Vec<Mistake> = Vec::new();
    let mut solutions: Vec<(Levels, Solution)> = Vec::new();
    for mistake in candidates {
        let solution = mistake.solution(rules).normalized();
        let repeats = solutions.iter().zip(&mistakes).any(|(other, earlier)| {
            (!mistake.is_named() || mistake.id == earlier.id) && solution == *other
        });
        if !repeats && solution != right {
            mistakes.push(mistake);
            solutions.push(solution);
        }
    }
    mistakes
}

#[cfg(test)]
mod tests {
    mod agreement;
    mod program;
    mod ties;
    mod words;
}
