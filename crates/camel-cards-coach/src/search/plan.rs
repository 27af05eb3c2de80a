use camel_cards::{Card, Entry};

use crate::{
    mistakes::{
        change::{Axis, Change, LabelChange},
        id::{MistakeName, Origin},
        mistake::Mistake,
    },
    solution::{ranking::RankRule, reading::ReadRule},
};

/// What a search has left out, because the input is large. Its `Display` says it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Untried {
    /// How many single changes were not tried.
    pub single: usize,
    /// Which pairs of changes were not tried.
    pub pairs: UntriedPairs,
}

/// Pairs of changes that were not tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum UntriedPairs {
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
    pub(super) untried: Untried,
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
    /// `is_kept` are readings that need none.
    pub(super) fn new(
        mistakes: &[Mistake],
        entries: &[Entry],
        is_kept: impl Fn(usize) -> bool,
        is_possible: impl Fn(&[usize], usize) -> bool,
    ) -> SearchPlan {
        let sorts_alone = |&i: &usize| mistakes[i].change.sorts_alone();
        let loses = |&i: &usize| match mistakes[i].change {
            Change::Reading(ReadRule::ByteOrderMark) => true,
            // A dictionary without repeats loses nothing.
            Change::Reading(reading) => {
                let read = reading.read(entries);
                read.len() < entries.len()
                    || read.iter().zip(entries).any(|((_, read), entry)| read != entry)
            }
            _ => true,
        };
        let readings: Vec<usize> = on(mistakes, Axis::Reading).into_iter().filter(loses).collect();
        let labels = on(mistakes, Axis::Labels);
        let (alone_ties, tie_breaks): (Vec<usize>, Vec<usize>) =
            on(mistakes, Axis::TieBreak).into_iter().partition(sorts_alone);
        let alone: Vec<usize> = on(mistakes, Axis::Sorting).into_iter().chain(alone_ties).collect();
        let strongest_first = on(mistakes, Axis::Ranking)
            .into_iter()
            .filter(|&i| matches!(mistakes[i].change, Change::Ranking(RankRule::StrongestFirst)));

        let singles = (readings.iter().chain(&labels).chain(&tie_breaks))
            .map(|&i| Step::Levels(vec![i]))
            .chain(alone.iter().copied().chain(strongest_first).map(|i| Step::Sorted(vec![i])));
        let mut singles: Vec<Step> = singles.collect();
        singles.sort_by_key(|step| mistakes[step.path()[0]].origin());

        let mut pairs = Vec::new();
        for &i in &readings {
            for &j in labels.iter().chain(&tie_breaks).filter(|_| !is_kept(i)) {
                pairs.push(Step::Levels(vec![i, j]));
            }
        }
        pairs.extend(label_pairs(mistakes, &labels, &tie_breaks).map(Step::Levels));
        for &i in &alone {
            // What people were seen to make is tried with all that was seen; and a comparator that is no order
            // with all that has a name.
            let most = match (mistakes[i].origin(), sorts_alone_by_ties(&mistakes[i])) {
                (Origin::Observed, true) => Origin::Variant,
                (Origin::Observed, false) | (Origin::Variant, true) => Origin::Observed,
                _ => continue,
            };
            let is_likely = |&j: &usize| {
                mistakes[j].origin() <= most
                    && mistakes[j].change.axis() != Axis::Ranking
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
            0 => UntriedPairs::None,
            untried => UntriedPairs::Some(untried),
        };
        SearchPlan { steps, untried: Untried { single, pairs } }
    }
}

/// Returns the indices of the mistakes on an axis.
pub(super) fn on(mistakes: &[Mistake], axis: Axis) -> Vec<usize> {
    (0..mistakes.len()).filter(|&i| mistakes[i].change.axis() == axis).collect()
}

/// Whether it is a comparator that is no order.
fn sorts_alone_by_ties(mistake: &Mistake) -> bool {
    mistake.change.sorts_alone() && mistake.change.axis() == Axis::TieBreak
}

/// K7 and K8 are families of values and not one mistake each.
fn is_family_of_values(mistake: &Mistake) -> bool {
    [MistakeName::K7, MistakeName::K8].iter().any(|name| *mistake.id() == *name)
}

/// Returns the pairs of labels with tie-breaks of which one has a name, and of
/// J's value with another label's.
fn label_pairs<'a>(
    mistakes: &'a [Mistake],
    labels: &'a [usize],
    tie_breaks: &'a [usize],
) -> impl Iterator<Item = Vec<usize>> + 'a {
    let is_likely =
        |i: usize| mistakes[i].origin() == Origin::Observed && *mistakes[i].id() != MistakeName::K7;
    let is_joker =
        |i: usize| matches!(mistakes[i].change, Change::Labels(LabelChange::Value(Card::Jack, _)));
    labels.iter().flat_map(move |&i| {
        let ties = tie_breaks.iter().filter(move |&&j| mistakes[i].is_named() || is_likely(j));
        let others = labels.iter().filter(move |&&j| is_joker(i) && !is_joker(j));
        ties.chain(others).map(move |&j| vec![i, j])
    })
}
