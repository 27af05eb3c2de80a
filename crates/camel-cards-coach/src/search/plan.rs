use camel_cards::Entry;

use crate::{
    mistakes::{
        change::{Axis, Change},
        mistake::Mistake,
        mistake::Origin,
    },
    solution::{
        procedure::Procedure,
        tie_break::{TieBreak, TieBreakKey},
    },
};

/// Families of values, and not one mistake each: no named mistake was ever seen beside one.
const FAMILIES: [&str; 3] = ["K7", "K8", "K21"];

/// Returns the mistakes to sort with, made together: first an empty list, then singles, the likelier ones first, then the pairs
/// that need a sort of their own, if `pairs` are wanted. The totals of all other combinations are computed from these.
pub(super) fn planned(
    mistakes: &[Mistake],
    is_possible: impl Fn(usize, usize) -> bool,
    entries: &[Entry],
    pairs: bool,
) -> Vec<Vec<usize>> {
    // A dictionary without repeats loses nothing.
    let loses_nothing = |&i: &usize| {
        matches!(mistakes[i].change, Change::Procedure(procedure)
            if procedure.replaces() && procedure.read(entries).len() == entries.len())
    };
    let (mut alone, others): (Vec<usize>, Vec<usize>) =
        (0..mistakes.len()).partition(|&i| mistakes[i].change.needs_own_sort());
    alone.retain(|i| !loses_nothing(i));
    let on = |axis| others.iter().copied().filter(move |&i| mistakes[i].change.axis() == axis);
    let (labels, tie_breaks): (Vec<usize>, Vec<usize>) =
        (on(Axis::Labels).collect(), on(Axis::TieBreak).collect());
    let mut singles = [&labels[..], &tie_breaks, &alone].concat();
    singles.sort_by_key(|&i| mistakes[i].origin);
    let mut planned = vec![Vec::new()];
    planned.extend(singles.into_iter().map(|i| vec![i]));
    if !pairs {
        return planned;
    }
    for &i in &labels {
        let is_likely = |j: usize| {
            let one = &mistakes[j];
            one.origin == Origin::Observed && !FAMILIES.contains(&&*one.id)
        };
        let others = tie_breaks.iter().filter(|&&j| mistakes[i].is_named() || is_likely(j));
        planned.extend(others.map(|&j| vec![i, j]));
    }
    for &i in &alone {
        // What people were seen to make is tried with all that was seen; a comparator that is no order with anything
        // named, if people were seen to make at least one of the two.
        let most = match (mistakes[i].origin, is_no_order(&mistakes[i])) {
            _ if mistakes[i].change == Change::Procedure(Procedure::StrongestFirst) => continue,
            (Origin::Observed, true) => Origin::Variant,
            (Origin::Observed, false) | (Origin::Variant, true) => Origin::Observed,
            _ => continue,
        };
        let is_likely = |&j: &usize| {
            mistakes[j].origin <= most
                && mistakes[j].change.axis() != Axis::Procedure
                && !FAMILIES.contains(&&*mistakes[j].id)
        };
        planned.extend(others.iter().copied().filter(is_likely).map(|j| vec![i, j]));
    }
    planned.retain(|made| match made[..] {
        [i, j] => is_possible(i, j),
        _ => true,
    });
    planned
}

/// Whether it is a comparator that is no order.
pub(crate) fn is_no_order(mistake: &Mistake) -> bool {
    matches!(mistake.change, Change::TieBreak(TieBreak { key: TieBreakKey::DigitsMissed(_), .. }))
}
