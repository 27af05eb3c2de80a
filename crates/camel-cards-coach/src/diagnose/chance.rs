//! How certain a finding is: how often candidates would match an answer by chance.

use std::fmt;

use camel_cards::Entry;
use serde::Serialize;

use crate::{
    mistakes::{Mistake, Simplicity},
    text::grouped,
};

/// How certain a finding is, the least certain first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Certainty {
    /// The match may well be chance.
    Lead,
    /// A random total nearby would match less than once in 200 times, if every mistake has a name. Or less than once in
    /// 1,000 times, if an unnamed mistake only moves digits, because most programs have the digits in order.
    Likely,
    /// Less than once in 1,000 times, or other answers prove the finding, or the answer is right elsewhere.
    Certain,
}

impl Certainty {
    /// Returns the name: `certain`, `likely` or `lead`.
    pub fn name(self) -> &'static str {
        match self {
            Certainty::Certain => "certain",
            Certainty::Likely => "likely",
            Certainty::Lead => "lead",
        }
    }
}

/// The chance that a candidate at least as simple as the finding matches a random answer: `matched` in `nearby`.
/// `Display` writes it as a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Chance {
    /// What the candidates match.
    #[serde(skip)]
    pub of: ChanceOf,
    /// The number of candidates tried that are at least as simple as the finding; 1 or more.
    pub candidates: usize,
    /// The number of different wrong totals near the right one that these candidates give. For an order, the number of
    /// candidates.
    pub matched: usize,
    /// At most this many totals are near the right one, or this many orders have as many hands out of place; 1 or more.
    pub nearby: u128,
}

/// What a candidate matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ChanceOf {
    /// A total.
    Totals,
    /// A total. The candidates add one change to another answer's mistakes.
    TotalsFromAnother,
    /// An order of this number of hands.
    Orders(usize),
}

/// The least and the greatest total of all rankings of some entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TotalRange {
    pub(crate) least: i128,
    pub(crate) most: i128,
}

impl TotalRange {
    pub(crate) fn of(entries: &[Entry]) -> TotalRange {
        TotalRange::of_bids(&sorted_bids(entries))
    }

    fn of_bids(bids: &[i128]) -> TotalRange {
        let most = (1..).zip(bids).map(|(rank, bid)| rank * bid).sum();
        let least = (1..).zip(bids.iter().rev()).map(|(rank, bid)| rank * bid).sum();
        TotalRange { least, most }
    }

    pub(crate) fn has(self, total: u128) -> bool {
        (self.least as u128..=self.most as u128).contains(&total)
    }

    /// Returns the totals near the right one: at most as far from it as the answer or as recorded wrong answers.
    pub(crate) fn near(self, right: i128, answer: i128) -> TotalRange {
        // Recorded wrong answers for inputs of 1,000 hands are within 0.6 % of the right one. On small inputs no
        // ranking is that far from it.
        let usual = right / 1000 * 6 + right % 1000 * 6 / 1000;
        let spread = usual.max(answer - right).max(right - answer);
        TotalRange {
            least: (right - spread).max(self.least.min(answer)),
            most: (right + spread).min(self.most.max(answer)),
        }
    }

    /// Returns an upper bound on how many wrong totals in this range come from a ranking. If one bid is far greater
    /// than the others, all totals are near multiples of it.
    pub(crate) fn wrong_totals_max(self, entries: &[Entry]) -> i128 {
        let bids = sorted_bids(entries);
        let width = self.most - self.least;
        let Some((greatest @ 1.., others)) = bids.split_last() else { return width };
        let TotalRange { least, most } = TotalRange::of_bids(others);
        // Entries above the greatest bid rank one higher than without it. So in an interval as long as the greatest
        // bid, rankings give at most this many totals.
        let near_each = most - least + others.iter().sum::<i128>() + 1;
        width.min((width / greatest + 1).saturating_mul(near_each))
    }
}

fn sorted_bids(entries: &[Entry]) -> Vec<i128> {
    let mut bids: Vec<i128> = entries.iter().map(|entry| entry.bid.into()).collect();
    bids.sort_unstable();
    bids
}

impl Chance {
    /// Returns the chance of a match with a wrong total in the range `near`.
    pub(crate) fn of_total(
        near: TotalRange,
        entries: &[Entry],
        right: i128,
        of: ChanceOf,
        simplicity: Simplicity,
        totals: &[(i128, Simplicity)],
    ) -> Chance {
        let is_as_simple = |&&(_, other): &&(i128, Simplicity)| other <= simplicity;
        let others = &totals[totals.partition_point(|&(total, _)| total < near.least)..];
        let others = &others[..others.partition_point(|&(total, _)| total <= near.most)];
        // The first candidate of each total is the simplest.
        let simplest = others.chunk_by(|a, b| a.0 == b.0).filter_map(<[_]>::first);
        let matched = simplest.filter(is_as_simple).filter(|&&(total, _)| total != right).count();
        Chance {
            of,
            candidates: totals.iter().filter(is_as_simple).count(),
            matched,
            nearby: near.wrong_totals_max(entries).max(1) as u128,
        }
    }

    /// Returns the chance of a match with an order of `hands` hands, `out_of_place` of them out of place.
    pub(crate) fn of_order(hands: usize, out_of_place: usize, candidates: usize) -> Chance {
        Chance {
            of: ChanceOf::Orders(hands),
            candidates,
            matched: candidates,
            // Each hand out of place may be anywhere.
            nearby: (hands as u128).saturating_pow(out_of_place.max(1) as u32).max(1),
        }
    }

    /// Whether a match and another one with chance `other` are so rare together that neither is chance.
    pub(crate) fn is_rare_beside(&self, other: &Chance) -> bool {
        let matched = (self.matched as u128).saturating_mul(other.matched as u128);
        let nearby = self.nearby.saturating_mul(other.nearby);
        // Twice, because either of the two may be the one that was assumed.
        self.is_rarer_than(1000) && matched.saturating_mul(2 * 1000) < nearby
    }

    /// Whether a match by chance is rarer than one in `often`.
    fn is_rarer_than(&self, often: u128) -> bool {
        (self.matched as u128).saturating_mul(often) < self.nearby
    }

    /// Returns the certainty of a finding with this chance and these mistakes.
    pub(crate) fn certainty(&self, made: &[&Mistake]) -> Certainty {
        let is_named = made.iter().all(|one| one.is_named());
        let only_moves_digits = made.iter().any(|one| one.only_moves_digits());
        match (self.is_rarer_than(1000), only_moves_digits) {
            (true, false) => Certainty::Certain,
            (true, true) => Certainty::Likely,
            _ if is_named && self.is_rarer_than(200) => Certainty::Likely,
            _ => Certainty::Lead,
        }
    }
}

/// Writes how often candidates match by chance.
impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let candidates = grouped(self.candidates as u128);
        let often = match self.nearby.checked_div(self.matched as u128) {
            None | Some(0..2) => "on so small an input, they give nearly any total".to_owned(),
            Some(once_in) => {
                let once_in = grouped(once_in);
                format!("they give 1 in {once_in} possible totals near the right one")
            }
        };
        match self.of {
            ChanceOf::Totals => {
                write!(f, "{candidates} wrong programs as simple as this one were tried; {often}")
            }
            ChanceOf::TotalsFromAnother => write!(
                f,
                "{candidates} mistakes were added to those behind another of your answers; {often}"
            ),
            ChanceOf::Orders(hands) => write!(
                f,
                "it gives exactly your order of {} hands; {candidates} wrong programs as simple as this one were tried",
                grouped(hands as u128)
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn totals_nearby_are_as_far_as_the_answer_or_recorded_ones_and_possible() {
        const RIGHT: i128 = 250_000_500;
        let near = |(least, most), answer: i128| {
            let TotalRange { least, most } =
                TotalRange { least: RIGHT + least, most: RIGHT + most }.near(RIGHT, RIGHT + answer);
            (least - RIGHT, most - RIGHT)
        };
        let any = (-RIGHT, RIGHT);
        // 0.6 % of the right total.
        assert_eq!(near(any, 1), (-1_500_003, 1_500_003));
        assert_eq!(near(any, 1_600_000), (-1_600_000, 1_600_000));
        assert_eq!(near(any, -1_700_000), (-1_700_000, 1_700_000));
        // Totals that no ranking gives do not count, except the answer.
        assert_eq!(near((-10, 20), 5), (-10, 20));
        assert_eq!(near((-10, 20), 100), (-10, 100));
        assert_eq!(near((-10, 20), -100), (-100, 20));
    }

    /// Tries every order of four hands, one with a far greater bid.
    #[test]
    fn rankings_give_no_more_totals_than_are_counted() {
        let bids = [1, 2, 3, 1000];
        let entries =
            bids.map(|bid| Entry { hand: camel_cards::Hand::from_index(0).unwrap(), bid });
        let mut totals = BTreeSet::new();
        for order in 0..256 {
            let ranks = [0, 2, 4, 6].map(|shift| order >> shift & 3);
            if BTreeSet::from(ranks).len() == 4 {
                let winnings = |(rank, bid)| (rank as i128 + 1) * bid as i128;
                totals.insert(ranks.into_iter().zip(bids).map(winnings).sum::<i128>());
            }
        }
        let range = TotalRange::of(&entries);
        assert_eq!((range.least, range.most), (1016, 4014));
        assert_eq!((totals.first(), totals.last()), (Some(&range.least), Some(&range.most)));
        // Rankings give at most 11 of 1,000 totals in a row, and less than 3,000 are in the range.
        assert_eq!(range.wrong_totals_max(&entries), 3 * 11);
        assert!(totals.len() <= 3 * 11);
    }

    #[test]
    fn matches_of_two_answers_are_rare_together() {
        let chance = |nearby| Chance { of: ChanceOf::Totals, candidates: 1, matched: 1, nearby };
        let are_rare = |own, other| chance(own).is_rare_beside(&chance(other));
        // One in 1,000 is not rarer than one in 1,000; either may be the one that was assumed.
        assert!(!are_rare(1000, 1_000_000));
        assert!(are_rare(1001, 2));
        assert!(!are_rare(1001, 1));
        assert!(!are_rare(2000, 1));
        assert!(are_rare(2001, 1));
    }
}
