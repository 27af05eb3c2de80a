//! How sure a finding is: how often chance alone would match an answer.

use super::totals::TotalRange;
use crate::search::{Simplicity, TriedTotals};

/// How sure a finding is, the surer first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// A random total nearby would be matched less than once in a thousand times.
    Certain,
    /// The mistakes have names, and a random total nearby would be matched less than once in 200 times.
    Likely,
    /// It may well be chance.
    Lead,
}

impl Confidence {
    /// Returns the name: `certain`, `likely` or `lead`.
    pub fn name(self) -> &'static str {
        match self {
            Confidence::Certain => "certain",
            Confidence::Likely => "likely",
            Confidence::Lead => "lead",
        }
    }
}

/// The chance that a random answer is matched by a candidate that is at least as simple as the
/// finding: `matched` in `nearby`. Its `Display` says it in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Chance {
    /// What is matched.
    pub of: ChanceOf,
    /// How many candidates as simple as the finding were tried, at least 1.
    pub candidates: usize,
    /// How many different wrong totals near the right one, or how many orders, they give.
    pub matched: u128,
    /// How many totals are near the right one, or how many orders have as many hands out of place; at least 1.
    pub nearby: u128,
}

/// What a candidate matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChanceOf {
    /// A total.
    Totals,
    /// A total, where other mistakes are known from another answer, and one change more was tried.
    TotalsFromAnother,
    /// The order of so many hands.
    Orders(usize),
}

/// A wrong total and the right one, and between what the totals of all rankings are.
#[derive(Clone, Copy)]
pub(crate) struct WrongTotal {
    pub(crate) total: i128,
    pub(crate) right: i128,
    pub(crate) range: TotalRange,
}

impl Chance {
    /// Returns the chance for a wrong total. A total is near the right one if it is no farther
    /// from it than the answer, or than recorded wrong answers are.
    pub(crate) fn of_total(
        WrongTotal { total, right, range }: WrongTotal,
        of: ChanceOf,
        simplicity: Simplicity,
        tried: &TriedTotals,
    ) -> Chance {
        // Wrong answers that people recorded for inputs of 1,000 hands lie within
        // 0.6 % of the right one; on small inputs no ranking is that far from it.
        let usual = right / 1000 * 6 + right % 1000 * 6 / 1000;
        let spread = usual.max(total - right).max(right - total);
        let low = (right - spread).max(range.least.min(total));
        let high = (right + spread).min(range.most.max(total));
        Chance {
            of,
            candidates: tried.count_up_to(simplicity),
            matched: tried.totals_up_to(simplicity, low, high, right) as u128,
            nearby: (high - low).max(1) as u128,
        }
    }

    /// Returns the chance for an order of `hands` hands, so many of them out of place.
    pub(crate) fn of_order(hands: usize, out_of_place: usize, candidates: usize) -> Chance {
        // Each hand out of place may be anywhere.
        let orders =
            (0..out_of_place.max(1)).try_fold(1u128, |orders, _| orders.checked_mul(hands as u128));
        Chance {
            of: ChanceOf::Orders(hands),
            candidates,
            matched: candidates as u128,
            nearby: orders.unwrap_or(u128::MAX).max(1),
        }
    }

    /// Whether a match is certain that follows another match, of chance `other`: both together are rare.
    pub(crate) fn is_certain_after(&self, other: &Chance) -> bool {
        let rate = |chance: &Chance| chance.matched as f64 / chance.nearby as f64;
        rate(self) < 0.001 && 2.0 * rate(self) * rate(other) < 0.001
    }

    /// Whether a match by chance is rarer than one in `often`.
    fn is_rarer_than(&self, often: u128) -> bool {
        self.matched.saturating_mul(often) < self.nearby
    }

    pub(crate) fn confidence(&self, is_named: bool) -> Confidence {
        if self.is_rarer_than(1000) {
            Confidence::Certain
        } else if is_named && self.is_rarer_than(200) {
            Confidence::Likely
        } else {
            Confidence::Lead
        }
    }
}
