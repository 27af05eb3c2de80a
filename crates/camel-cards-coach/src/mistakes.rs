//! Mistakes that people make. Those written by hand are rows of `mistakes/mistakes.tsv`, and families of others are
//! generated. To add a mistake, add a row; `ARCHITECTURE.md` says what else to change.

mod generated;
pub(crate) mod mistake;

use std::sync::LazyLock;

use camel_cards::{PerRules, Rules};

use crate::solution::Solution;
use mistake::{Axis, Change, Mistake, Origin};

const TABLE: &str = include_str!("mistakes/mistakes.tsv");

/// Returns every mistake under `rules`, each one change on one axis, with few exceptions: first those with names, then all others.
///
/// Every mistake differs from the right solution. Duplicates occur only among named mistakes, under different names.
///
/// ```
/// use camel_cards::Rules;
/// use camel_cards_coach::mistakes;
///
/// let mistakes = mistakes(Rules::Joker);
/// let named = mistakes.iter().filter(|mistake| mistake.is_named()).count();
/// assert_eq!((named, mistakes.len()), (298, 1045));
/// ```
pub fn mistakes(rules: Rules) -> &'static [Mistake] {
    static ALL: PerRules<LazyLock<Vec<Mistake>>> = PerRules {
        standard: LazyLock::new(|| all(Rules::Standard)),
        joker: LazyLock::new(|| all(Rules::Joker)),
    };
    &ALL[rules]
}

fn all(rules: Rules) -> Vec<Mistake> {
    // A test reads every row.
    let rows =
        TABLE.lines().filter_map(|line| read(line).ok()).filter(|(of, _)| of.contains(&rules));
    let mut candidates: Vec<Mistake> = rows.map(|(_, mistake)| mistake).collect();
    candidates.extend(generated::all(rules, &candidates));
    candidates.sort_by_key(|mistake| (!mistake.is_named(), mistake.change.axis()));
    let right = Solution::right(rules).normalized();
    let mut mistakes: Vec<Mistake> = Vec::new();
    let mut solutions: Vec<Solution> = Vec::new();
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

/// Reads a row of the table: the rules that it is for, and its mistake.
fn read(row: &'static str) -> Result<(&'static [Rules], Mistake), String> {
    let columns: Vec<&str> = row.split('\t').collect();
    let [id, origin, rules, change, summary, hint] = columns[..] else {
        return Err(format!("expected 6 columns, found {}", columns.len()));
    };
    let origin = match origin {
        "observed" => Origin::Observed,
        "variant" => Origin::Variant,
        "generated" => Origin::Generated,
        _ => return Err(format!("unknown origin '{origin}'")),
    };
    let rules: &[Rules] = match rules {
        "standard" => &[Rules::Standard],
        "joker" => &[Rules::Joker],
        "both" => &Rules::ALL,
        _ => return Err(format!("unknown rules '{rules}'")),
    };
    let change = serde_json::from_str(change).map_err(|error| error.to_string())?;
    Ok((rules, Mistake::new(id, origin, change, summary, hint)))
}

/// Returns whether two mistakes are never tried together: one undoes or hides the other, the words of one are true only
/// if it is made first, or both together are a solution that is tried anyway.
pub(crate) fn contradict(a: &Mistake, b: &Mistake, rules: Rules) -> bool {
    let changes = [&a.change, &b.change];
    let (axes, own_sorts) = (changes.map(Change::axis), changes.map(Change::needs_own_sort));
    let is_one_axis = axes[0] == axes[1];
    let is_whole = |one: &Change| !matches!(one, Change::Types(_) | Change::TypeOrder(_));
    let is_replaced = is_one_axis && changes.into_iter().any(is_whole);
    // If no cards are compared, a change of labels is not seen, and without types nothing is left to compare.
    let needs_cards = axes.contains(&Axis::Labels) || changes.contains(&&Change::TypeOrder([1; 7]));
    let is_without_cards = needs_cards && changes.iter().any(|one| one.compares_no_cards());
    let is_unseen = [a, b]
        .iter()
        .any(|one| one.is_the_same_under_either_rules() || one.change == Change::OtherRules);
    if is_replaced || own_sorts == [true; 2] || is_without_cards || is_unseen {
        return true;
    }
    // The other pairs are not compared, to save time: changes on different axes give the same in either order, and few of
    // these pairs are equal to one of their mistakes.
    let are_named = a.is_named() && b.is_named();
    (is_one_axis || own_sorts != [false; 2] || are_named) && {
        let made = |mistakes: &[&Mistake]| {
            Mistake::solution_of(mistakes.iter().copied(), rules).normalized()
        };
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
    mod program;
    mod table;
    mod ties;
    mod words;
}
