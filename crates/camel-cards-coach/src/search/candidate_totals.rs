use std::ops::RangeInclusive;

use crate::mistakes::{id::Origin, mistake::Mistake};

/// How simple a candidate is, the simplest first: the likelier a person makes it, and the fewer there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Simplicity {
    Named,
    Single,
    /// Two mistakes with names, at least one of which people were seen to make.
    NamedPair,
    /// Two or three mistakes with names.
    NamedTogether,
    Pair,
    Triple,
}

impl Simplicity {
    pub(crate) fn of<'a>(mistakes: impl IntoIterator<Item = &'a Mistake>) -> Simplicity {
        let (mut count, mut observed, mut origin) = (0, 0, Origin::Observed);
        for mistake in mistakes {
            count += 1;
            observed += usize::from(mistake.origin() == Origin::Observed);
            origin = origin.max(mistake.origin());
        }
        match (count, origin) {
            (0 | 1, Origin::Generated) => Simplicity::Single,
            (0 | 1, _) => Simplicity::Named,
            (2, Origin::Generated) => Simplicity::Pair,
            (_, Origin::Generated) => Simplicity::Triple,
            (2, _) if observed > 0 => Simplicity::NamedPair,
            _ => Simplicity::NamedTogether,
        }
    }
}

/// The totals of all candidates, each with the simplest that gives it.
#[derive(Debug, Default)]
pub(crate) struct CandidateTotals(Vec<(i128, Simplicity)>);

impl CandidateTotals {
    pub(super) fn add(&mut self, total: i128, simplicity: Simplicity) {
        self.0.push((total, simplicity));
    }

    pub(super) fn sort(&mut self) {
        self.0.sort_unstable();
    }

    /// Returns how many candidates were tried.
    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns how many candidates were tried that are at most so simple.
    pub(crate) fn count_up_to(&self, simplicity: Simplicity) -> usize {
        self.0.iter().filter(|&&(_, other)| other <= simplicity).count()
    }

    /// Returns how many different totals in `range`, other than `right`, such candidates give.
    pub(crate) fn totals_up_to(
        &self,
        simplicity: Simplicity,
        range: &RangeInclusive<i128>,
        right: i128,
    ) -> usize {
        let near = &self.0[self.0.partition_point(|&(total, _)| total < *range.start())..];
        let near = &near[..near.partition_point(|&(total, _)| total <= *range.end())];
        // The simplest of each total is its first.
        let simplest = near.chunk_by(|a, b| a.0 == b.0).map(|same| same[0]);
        simplest.filter(|&(total, other)| other <= simplicity && total != right).count()
    }
}
