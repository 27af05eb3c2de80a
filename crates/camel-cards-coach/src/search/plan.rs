use camel_cards::Entry;

use crate::{
    mistakes::{
        change::{Axis, Change},
        id::{MistakeName, Origin},
        mistake::Mistake,
    },
    solution::{
        procedure::Procedure,
        tie_break::{TieBreak, TieBreakKey},
    },
};

/// What a search has left out, because the input is large. Its `Display` says it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Omissions {
    /// How many single changes were not tried.
    pub single: usize,
    /// How many pairs that need a sort of their own were not tried.
    pub pairs: usize,
    /// Whether no pairs at all were tried.
    pub all_pairs: bool,
}

/// So many entries are sorted in all: some seconds.
const WORK_MAX: usize = 30_000_000;
/// To sort as a solution does costs as much as so many sorts by tie-break alone.
const SORTED_WORK: usize = 3;

/// Returns the mistakes to sort with, made together: none; then the singles, the likelier ones first; and then
/// the pairs that need a sort of their own, if `pairs` are wanted. What else there is follows from these.
pub(super) fn planned_paths(
    mistakes: &[Mistake],
    entries: &[Entry],
    pairs: bool,
) -> (Vec<Vec<usize>>, Omissions) {
    let sorts_alone = |&i: &usize| mistakes[i].change.sorts_alone();
    // A dictionary without repeats loses nothing.
    let loses_nothing = |i: usize| match mistakes[i].change {
        Change::Procedure(procedure) => {
            procedure.replaces() && procedure.read(entries).len() == entries.len()
        }
        _ => false,
    };
    let labels = on(mistakes, Axis::Labels);
    let mut tie_breaks = on(mistakes, Axis::TieBreak);
    tie_breaks.retain(|i| !sorts_alone(i));
    let alone: Vec<usize> =
        (0..mistakes.len()).filter(|i| sorts_alone(i) && !loses_nothing(*i)).collect();

    let mut singles = [&labels[..], &tie_breaks, &alone].concat();
    singles.sort_by_key(|&i| mistakes[i].origin());
    let mut paths = vec![Vec::new()];
    paths.extend(singles.into_iter().map(|i| vec![i]));
    for &i in &labels {
        let is_likely = |j: usize| {
            mistakes[j].origin() == Origin::Observed && *mistakes[j].id() != MistakeName::K7
        };
        let others = tie_breaks.iter().filter(|&&j| mistakes[i].is_named() || is_likely(j));
        paths.extend(others.map(|&j| vec![i, j]));
    }
    for &i in &alone {
        // What people were seen to make is tried with all that was seen; and a comparator that is no order
        // with all that has a name.
        let most = match (mistakes[i].origin(), is_no_order(&mistakes[i])) {
            _ if mistakes[i].change == Change::Procedure(Procedure::StrongestFirst) => continue,
            (Origin::Observed, true) => Origin::Variant,
            (Origin::Observed, false) | (Origin::Variant, true) => Origin::Observed,
            _ => continue,
        };
        let is_likely = |&j: &usize| {
            mistakes[j].origin() <= most
                && mistakes[j].change.axis() != Axis::Procedure
                && !sorts_alone(&j)
                && !is_family_of_values(&mistakes[j])
        };
        paths.extend((0..mistakes.len()).filter(is_likely).map(|j| vec![i, j]));
    }
    paths.retain(|path| match path[..] {
        [i, j] => !mistakes[i].contradicts(&mistakes[j]),
        _ => true,
    });

    let mut omissions = Omissions { all_pairs: !pairs, ..Omissions::default() };
    let mut work = WORK_MAX / entries.len().max(1);
    paths.retain(|path| {
        let cost = match path.iter().any(sorts_alone) {
            true => SORTED_WORK,
            false => path.len().min(1),
        };
        let is_planned = work >= cost && (pairs || path.len() < 2);
        work = work.saturating_sub(cost);
        match path.len() {
            _ if is_planned => {}
            1 => omissions.single += 1,
            _ => omissions.pairs += 1,
        }
        is_planned
    });
    (paths, omissions)
}

/// Returns the indices of the mistakes on an axis.
pub(super) fn on(mistakes: &[Mistake], axis: Axis) -> Vec<usize> {
    (0..mistakes.len()).filter(|&i| mistakes[i].change.axis() == axis).collect()
}

/// Whether it is a comparator that is no order.
pub(crate) fn is_no_order(mistake: &Mistake) -> bool {
    matches!(mistake.change, Change::TieBreak(TieBreak { key: TieBreakKey::DigitsMissed(_), .. }))
}

/// K7 and K8 are families of values and not one mistake each.
fn is_family_of_values(mistake: &Mistake) -> bool {
    [MistakeName::K7, MistakeName::K8].iter().any(|name| *mistake.id() == *name)
}
