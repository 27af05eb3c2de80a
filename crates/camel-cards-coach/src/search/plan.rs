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

/// Ids of families of values, not of single mistakes. No named mistake was ever observed together with one.
const FAMILIES: [&str; 3] = ["K7", "K8", "K21"];

/// Returns the sorts for single mistakes: one without a mistake, then one for each mistake that changes how hands of
/// one type compare or that needs its own sort, likelier origins first. The first sort gives the totals of all other
/// single mistakes.
pub(super) fn singles(mistakes: &[Mistake]) -> Vec<Vec<usize>> {
    let changes_order = |&i: &usize| {
        let change = &mistakes[i].change;
        matches!(change.axis(), Axis::Labels | Axis::TieBreak) || change.needs_own_sort()
    };
    let mut singles: Vec<usize> = (0..mistakes.len()).filter(changes_order).collect();
    singles.sort_by_key(|&i| mistakes[i].origin);
    [vec![]].into_iter().chain(singles.into_iter().map(|i| vec![i])).collect()
}

/// Returns the pairs of mistakes that need their own sort. The sorts of single mistakes give the totals of all other
/// pairs.
pub(super) fn pairs(
    mistakes: &[Mistake],
    is_possible: impl Fn(usize, usize) -> bool,
) -> Vec<Vec<usize>> {
    let (alone, others): (Vec<usize>, Vec<usize>) =
        (0..mistakes.len()).partition(|&i| mistakes[i].change.needs_own_sort());
    let on = |axis| others.iter().copied().filter(move |&i| mistakes[i].change.axis() == axis);
    let is_likely = |j: usize, most: Origin| {
        mistakes[j].origin <= most && !FAMILIES.contains(&&*mistakes[j].id)
    };
    let mut pairs = Vec::new();
    // Both must have names: no answer that somebody recorded needed another such pair, and they would be most sorts.
    for i in on(Axis::Labels).filter(|&i| mistakes[i].is_named()) {
        let tie_breaks = on(Axis::TieBreak).filter(|&j| mistakes[j].is_named());
        pairs.extend(tie_breaks.map(|j| vec![i, j]));
    }
    for &i in &alone {
        // Observed mistakes are tried with observed ones. An inconsistent comparator is tried with any named mistake if
        // at least one of the two is observed.
        let most = match (mistakes[i].origin, is_no_order(&mistakes[i])) {
            _ if mistakes[i].change == Change::Procedure(Procedure::StrongestFirst) => continue,
            (Origin::Observed, true) => Origin::Variant,
            (Origin::Observed, false) | (Origin::Variant, true) => Origin::Observed,
            _ => continue,
        };
        let others = others
            .iter()
            .filter(|&&j| is_likely(j, most) && mistakes[j].change.axis() != Axis::Procedure);
        pairs.extend(others.map(|&j| vec![i, j]));
    }
    pairs.retain(|made| is_possible(made[0], made[1]));
    pairs
}

/// Whether the mistake is an inconsistent comparator, which defines no order.
pub(crate) fn is_no_order(mistake: &Mistake) -> bool {
    matches!(mistake.change, Change::TieBreak(TieBreak { key: TieBreakKey::DigitsMissed(_), .. }))
}
