use crate::{
    mistakes::{
        change::{Axis, Change},
        mistake::{Mistake, Origin},
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
    pairs: bool,
) -> Vec<Vec<usize>> {
    let (alone, others): (Vec<usize>, Vec<usize>) =
        (0..mistakes.len()).partition(|&i| mistakes[i].change.needs_own_sort());
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
    let is_likely = |j: usize, most: Origin| {
        mistakes[j].origin <= most && !FAMILIES.contains(&&*mistakes[j].id)
    };
    for &i in &labels {
        let is_named = mistakes[i].is_named();
        let others = tie_breaks.iter().filter(|&&j| is_named || is_likely(j, Origin::Observed));
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
        let others = others
            .iter()
            .filter(|&&j| is_likely(j, most) && mistakes[j].change.axis() != Axis::Procedure);
        planned.extend(others.map(|&j| vec![i, j]));
    }
    planned.retain(|made| made.len() < 2 || is_possible(made[0], made[1]));
    planned
}

/// Whether it is a comparator that is no order.
pub(crate) fn is_no_order(mistake: &Mistake) -> bool {
    matches!(mistake.change, Change::TieBreak(TieBreak { key: TieBreakKey::DigitsMissed(_), .. }))
}
