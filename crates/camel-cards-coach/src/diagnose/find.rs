//! Turns the matches of a search under one of the rules into findings.

use camel_cards::{Entry, PerRules, Rules};

use super::{
    evidence::{Chance, ChanceOf, TotalRange},
    finding::{Finding, MisplacedPair, places_in_order},
    words::ALL_HANDS_COUNT,
};
use crate::{
    mistakes::{
        mistake::{Axis, Change, Mistake, Simplicity},
        mistakes,
    },
    search::{Match, Search, SearchOutcome},
    solution::procedure::Procedure,
};

/// Finds the mistakes behind answers to one input, under one of the rules.
pub(crate) struct Finder<'a> {
    entries: &'a [Entry],
    pub(super) answers: Vec<u128>,
    rules: Rules,
    /// The right totals.
    totals: PerRules<u128>,
    pub(crate) search: Search<'a>,
}

impl<'a> Finder<'a> {
    pub(crate) fn new(
        entries: &'a [Entry],
        answers: Vec<u128>,
        rules: Rules,
        totals: PerRules<u128>,
        has_byte_order_mark: bool,
    ) -> Finder<'a> {
        let mut mistakes = mistakes(rules);
        mistakes.retain(|mistake| match mistake.change {
            Change::Procedure(Procedure::ByteOrderMark) => has_byte_order_mark,
            // The input itself may be a published example.
            Change::Procedure(Procedure::Constant(total)) => {
                Rules::ALL.iter().all(|&rules| totals[rules] != total.into())
            }
            _ => true,
        });
        let mut wanted: Vec<i128> =
            answers.iter().filter_map(|&answer| answer.try_into().ok()).collect();
        wanted.sort_unstable();
        let search = Search::new(rules, entries, mistakes, wanted);
        Finder { entries, answers, rules, totals, search }
    }

    /// Returns the findings of an outcome, simplest first.
    pub(crate) fn findings(&self, outcome: &SearchOutcome) -> Vec<Finding> {
        self.merged(outcome, ChanceOf::Totals)
    }

    /// Returns the findings that make one change more than `assumed`.
    pub(crate) fn findings_from(&self, assumed: &[Mistake]) -> Vec<Finding> {
        let index = |one: &Mistake| self.search.mistakes.iter().position(|known| known == one);
        let assumed: Vec<usize> = assumed.iter().filter_map(index).collect();
        self.merged(&self.search.one_more_than(&assumed), ChanceOf::TotalsFromAnother)
    }

    /// Merges matches with the same total and the same order of entries into one finding, named after the simplest.
    fn merged(&self, outcome: &SearchOutcome, of: ChanceOf) -> Vec<Finding> {
        let (entries, rules, mistakes) = (self.entries, self.rules, &self.search.mistakes);
        let mut matches = outcome.matches.clone();
        matches.sort_by_key(|matched| {
            let made = matched.made.iter().map(|&i| &mistakes[i]);
            let origins = made.clone().map(|one| one.origin);
            let is_from_elsewhere = made.clone().any(Mistake::is_from_elsewhere);
            (
                !is_from_elsewhere,
                made.len(),
                origins.clone().max(),
                origins.min(),
                matched.made.clone(),
            )
        });
        let (range, right) = (TotalRange::of(entries), self.totals[rules] as i128);
        // Each finding with the place of each entry in its order.
        let mut merged: Vec<(Vec<Option<usize>>, Finding)> = Vec::new();
        for Match { total, made } in matches {
            let made = made.iter().map(|&i| mistakes[i].clone()).collect();
            let mut finding = Finding::new(total as u128, made, rules);
            let places = places_in_order(&finding.solution, entries);
            let mut known = merged.iter_mut();
            if let Some((_, same)) =
                known.find(|(known, one)| one.answer == finding.answer && *known == places)
            {
                same.add_others(finding.mistakes);
                continue;
            } else if finding.is_from_elsewhere() {
                merged.push((places, finding));
                continue;
            }
            let simplicity = match of {
                // All candidates add one change to what is known, so all count as equally simple.
                ChanceOf::TotalsFromAnother => Simplicity::More,
                _ => Simplicity::of(&finding.mistakes),
            };
            let near = match finding.solution.procedure {
                // A total that wraps at 2¹⁶ may be any number below.
                Procedure::Unsigned16 => TotalRange { least: 0, most: u16::MAX.into() },
                _ => range.near(right, total),
            };
            let chance = Chance::of_total(near, entries, right, of, simplicity, &outcome.totals);
            finding.certainty = chance.certainty(&finding.mistakes);
            finding.chance = Some(chance);
            finding.misplaced = MisplacedPair::by(&finding.mistakes, &finding.solution, entries);
            let is_of_order = |one: &Mistake| one.change.axis() != Axis::Procedure;
            let decides = finding.misplaced.as_ref();
            let decides = decides.filter(|_| finding.mistakes.iter().any(is_of_order));
            finding.rule = decides.map_or(ALL_HANDS_COUNT.to_owned(), MisplacedPair::rule);
            merged.push((places, finding));
        }
        merged.into_iter().map(|(_, finding)| finding).collect()
    }
}
