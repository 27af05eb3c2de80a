//! Turns the matches of a search under one of the rules into findings.

use std::ptr;

use super::{
    evidence::{Chance, ChanceOf, TotalRange},
    finding::{Finding, MisplacedPair, places_in_order},
    words::ALL_HANDS_COUNT,
};
use crate::{
    mistakes::mistake::{Axis, Mistake, Simplicity},
    search::{Match, Search, SearchOutcome},
    solution::procedure::Procedure,
};

/// Returns the findings of a search, simplest first: matches with the same total and the same order of entries are one
/// finding, named after the simplest.
pub(crate) fn findings(search: &Search<'_>, outcome: &SearchOutcome) -> Vec<Finding> {
    merged(search, outcome, ChanceOf::Totals)
}

/// Returns the findings that make one change more than `assumed`.
pub(crate) fn findings_from(search: &Search<'_>, assumed: &[&'static Mistake]) -> Vec<Finding> {
    merged(search, &search.one_more_than(assumed), ChanceOf::TotalsFromAnother)
}

fn merged(search: &Search<'_>, outcome: &SearchOutcome, of: ChanceOf) -> Vec<Finding> {
    let &Search { entries, rules, right, .. } = search;
    let mut matches = outcome.matches.clone();
    matches.sort_by_key(|Match { made, .. }| {
        let origins = made.iter().map(|one| one.origin);
        let is_from_elsewhere = made.iter().any(|one| one.is_from_elsewhere());
        // All mistakes are in one list, so their addresses have its order.
        let places: Vec<*const Mistake> = made.iter().map(|one| ptr::from_ref(*one)).collect();
        (!is_from_elsewhere, made.len(), origins.clone().max(), origins.min(), places)
    });
    let range = TotalRange::of(entries);
    // Each finding with the place of each entry in its order.
    let mut merged: Vec<(Vec<Option<usize>>, Finding)> = Vec::new();
    for Match { total, made } in matches {
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
            _ => Simplicity::of(finding.mistakes.iter().copied()),
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
        let is_of_order = |one: &&Mistake| one.change.axis() != Axis::Procedure;
        let decides = finding.misplaced.as_ref();
        let decides = decides.filter(|_| finding.mistakes.iter().any(is_of_order));
        finding.rule = decides.map_or(ALL_HANDS_COUNT.to_owned(), MisplacedPair::rule);
        merged.push((places, finding));
    }
    merged.into_iter().map(|(_, finding)| finding).collect()
}
