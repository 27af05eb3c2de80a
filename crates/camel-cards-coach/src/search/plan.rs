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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Omissions {
    /// How many single changes were not tried.
    pub single: usize,
    /// Which pairs of changes were not tried.
    pub pairs: OmittedPairs,
}

/// Pairs of changes that were not tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum OmittedPairs {
    /// All were tried.
    #[default]
    None,
    /// So many that need a sort of their own were not tried.
    Some(usize),
    /// No pairs were tried.
    All,
}

/// What to sort for, in this order.
pub(super) struct SearchPlan {
    pub(super) steps: Vec<Step>,
    pub(super) omissions: Omissions,
}

/// One sort of the entries.
pub(super) enum Step {
    /// By tie-break alone, with the mistakes of this path; all types and rankings follow from sums.
    Levels(Vec<usize>),
    /// As the solution that makes these mistakes sorts.
    Sorted(Vec<usize>),
}

impl Step {
    pub(super) fn path(&self) -> &[usize] {
        match self {
            Step::Levels(path) | Step::Sorted(path) => path,
        }
    }
}

/// So many entries are sorted in all: some seconds.
const WORK_MAX: usize = 30_000_000;
/// A step that sorts as a solution does costs as much as so many others.
const SORTED_WORK: usize = 3;

impl SearchPlan {
    /// Plans the singles, the likelier ones first, and then the pairs that need a sort of their own.
    pub(super) fn new(
        mistakes: &[Mistake],
        entries: &[Entry],
        is_possible: impl Fn(&[usize], usize) -> bool,
    ) -> SearchPlan {
        let sorts_alone = |&i: &usize| mistakes[i].change.sorts_alone();
        // A dictionary without repeats loses nothing.
        let loses_nothing = |change: Change| match change {
            Change::Procedure(procedure) if procedure.replaces() => {
                procedure.read(entries).len() == entries.len()
            }
            _ => false,
        };
        let labels = on(mistakes, Axis::Labels);
        let mut tie_breaks = on(mistakes, Axis::TieBreak);
        tie_breaks.retain(|i| !sorts_alone(i));
        let alone: Vec<usize> = (0..mistakes.len())
            .filter(|i| sorts_alone(i) && !loses_nothing(mistakes[*i].change))
            .collect();

        let singles = (labels.iter().chain(&tie_breaks))
            .map(|&i| Step::Levels(vec![i]))
            .chain(alone.iter().map(|&i| Step::Sorted(vec![i])));
        let mut singles: Vec<Step> = singles.collect();
        singles.sort_by_key(|step| mistakes[step.path()[0]].origin());

        let mut pairs: Vec<Step> =
            label_pairs(mistakes, &labels, &tie_breaks).map(Step::Levels).collect();
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
                    && is_possible(&[i], j)
            };
            let others = (0..mistakes.len()).filter(is_likely);
            pairs.extend(others.map(|j| Step::Sorted(vec![i, j])));
        }
        pairs.retain(|pair| is_possible(&pair.path()[..1], pair.path()[1]));

        let mut work = WORK_MAX / entries.len().max(1);
        let mut affordable = |step: &Step| {
            let cost = if let Step::Sorted(_) = step { SORTED_WORK } else { 1 };
            let is_affordable = work >= cost;
            work = work.saturating_sub(cost);
            is_affordable
        };
        let mut steps = vec![Step::Levels(Vec::new())];
        let planned = [singles.len(), pairs.len()];
        steps.extend(singles.into_iter().filter(&mut affordable));
        let single = planned[0] + 1 - steps.len();
        let before = steps.len();
        steps.extend(pairs.into_iter().filter(&mut affordable));
        let pairs = match planned[1] + before - steps.len() {
            0 => OmittedPairs::None,
            untried => OmittedPairs::Some(untried),
        };
        SearchPlan { steps, omissions: Omissions { single, pairs } }
    }
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

/// Returns the pairs of labels with tie-breaks of which one has a name.
fn label_pairs<'a>(
    mistakes: &'a [Mistake],
    labels: &'a [usize],
    tie_breaks: &'a [usize],
) -> impl Iterator<Item = Vec<usize>> + 'a {
    let is_likely =
        |i: usize| mistakes[i].origin() == Origin::Observed && *mistakes[i].id() != MistakeName::K7;
    labels.iter().flat_map(move |&i| {
        let ties = tie_breaks.iter().filter(move |&&j| mistakes[i].is_named() || is_likely(j));
        ties.map(move |&j| vec![i, j])
    })
}
