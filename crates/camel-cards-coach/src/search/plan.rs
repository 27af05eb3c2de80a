use crate::mistakes::{
    change::Axis,
    mistake::{Mistake, Origin},
};

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

/// Returns the likely pairs that need their own sort; the sorts of single mistakes give the totals of all other pairs.
/// The unlikely ones are left out because each sort takes time, and each candidate makes a match by chance likelier.
pub(super) fn pairs(
    mistakes: &[Mistake],
    is_possible: impl Fn(usize, usize) -> bool,
) -> Vec<Vec<usize>> {
    let is_likely = |a: &Mistake, b: &Mistake| {
        let axes = [a, b].map(|one| one.change.axis());
        let observed = [a, b].map(|one| one.origin == Origin::Observed);
        match [a, b].map(|one| one.change.needs_own_sort()) {
            [false, false] => axes == [Axis::Labels, Axis::TieBreak],
            // The sort for `a` alone also gives the totals with each procedure that shares its order.
            [true, false] if axes[1] == Axis::Procedure => false,
            _ if a.change.has_no_order() || b.change.has_no_order() => observed.contains(&true),
            _ => observed == [true; 2],
        }
    };
    // Labels that are equal by mistake may leave the order to the bids.
    let by_bid = mistakes.iter().position(|one| one.id == "tie-break:by-bid");
    // Those with names come first, by axis.
    let named = mistakes.partition_point(Mistake::is_named);
    let pairs = (0..named).flat_map(|i| (i + 1..named).chain(by_bid).map(move |j| [i, j]));
    let pairs = pairs.filter(|&[i, j]| is_likely(&mistakes[i], &mistakes[j]) && is_possible(i, j));
    pairs.map(Vec::from).collect()
}
