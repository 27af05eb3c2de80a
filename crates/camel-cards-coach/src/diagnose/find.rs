//! From the matches of a search to findings under one of the rules.

use camel_cards::{Entry, Rules};

use super::{
    evidence::{Chance, Confidence},
    finding::{Cause, Finding, Misplaced, MistakesMade, PuzzleRule, places_in_order},
    question::Question,
    totals::{Example, RightTotals, TotalRange, other},
};
use crate::{
    mistakes::{
        change::Change,
        id::{MistakeId, Origin},
        mistake::Mistake,
        mistakes,
    },
    search::{Candidates, Match, search},
    solution::reading::ReadRule,
};

/// Returns what gives an answer under `rules`, simplest first, and how many
/// candidates were tried.
pub(crate) fn findings(
    question: &Question<'_>,
    rules: Rules,
    totals: RightTotals,
) -> (Vec<Finding>, usize) {
    let mut mistakes = mistakes(rules);
    if !question.byte_order_mark {
        mistakes.retain(|mistake| mistake.change != Change::Reading(ReadRule::ByteOrderMark));
    }
    let mut wanted: Vec<i128> =
        question.tried.iter().filter_map(|tried| tried.answer.try_into().ok()).collect();
    wanted.sort_unstable();
    let candidates = search(rules, question.entries, &mistakes, &wanted);
    let count = candidates.count();
    let mut findings = from_elsewhere(question, rules, totals);
    findings.extend(merged(question.entries, rules, totals, &mistakes, candidates));
    (findings, count)
}

/// Returns the findings that an answer is that of the other rules, or of a
/// published example.
fn from_elsewhere(question: &Question<'_>, rules: Rules, totals: RightTotals) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut add = |answer, cause| {
        findings.push(Finding { rules, answer, confidence: Confidence::Certain, cause });
    };
    for tried in &question.tried {
        let answer = tried.answer;
        if question.rules.is_some() && answer == totals.under(other(rules)) {
            add(answer, Cause::OtherRules(other(rules)));
        }
        if let Some(example) = Example::with_total(answer)
            && !totals.contains(answer)
        {
            add(answer, Cause::Example(example));
        }
    }
    findings
}

/// Merges the matches that order and rank the entries identically, under the name
/// of the simplest.
fn merged(
    entries: &[Entry],
    rules: Rules,
    totals: RightTotals,
    mistakes: &[Mistake],
    mut candidates: Candidates,
) -> Vec<Finding> {
    let mut matches = std::mem::take(&mut candidates.matches);
    matches.sort_by_key(|matched| {
        let origins = matched.mistakes.iter().map(|&i| mistakes[i].origin());
        (matched.mistakes.len(), origins.clone().max(), origins.min(), matched.mistakes.clone())
    });
    matches.dedup();
    let range = TotalRange::of(entries);
    let mut found: Vec<Found> = Vec::new();
    for Match { total, mistakes: indices } in matches {
        let made: Vec<&Mistake> = indices.iter().map(|&i| &mistakes[i]).collect();
        let solution = Mistake::solution_of(made.iter().copied(), rules);
        let places = places_in_order(&solution, entries);
        let same = found.iter_mut().find(|found| found.total == total && found.places == places);
        if let Some(same) = same {
            same.add_name(&made);
            continue;
        }
        let is_named = made.iter().all(|mistake| mistake.is_named());
        let tried = candidates.totals(made.len(), is_named);
        let right = totals.under(rules) as i128;
        let misplaced = Misplaced::first(&solution, entries, &places);
        let made = MistakesMade {
            chance: Chance::of(total, right, range, made.len(), is_named, tried),
            rule: match &misplaced {
                Some(misplaced) => PuzzleRule::of(&misplaced.right),
                None => PuzzleRule::AllHandsCount,
            },
            mistakes: made.into_iter().cloned().collect(),
            solution,
            also: Vec::new(),
            misplaced,
        };
        found.push(Found { total, places, made });
    }
    let finding = |Found { total, made, .. }: Found| Finding {
        rules,
        answer: total as u128,
        confidence: made.chance.confidence(),
        cause: Cause::Mistakes(Box::new(made)),
    };
    found.into_iter().map(finding).collect()
}

/// What gives a total, and the place of each entry in its order.
struct Found {
    total: i128,
    places: Vec<Option<usize>>,
    made: MistakesMade,
}

impl Found {
    /// Adds the ids of mistakes that do the same, unless they only add to a known
    /// name what changes nothing here, or have no name where this has one.
    fn add_name(&mut self, made: &[&Mistake]) {
        let ids: Vec<MistakeId> = made.iter().map(|mistake| mistake.id().clone()).collect();
        let adds_to = |known: &[MistakeId]| known.iter().all(|id| ids.contains(id));
        let own: Vec<MistakeId> =
            self.made.mistakes.iter().map(|mistake| mistake.id().clone()).collect();
        let is_unnamed = self.made.origin() != Origin::Generated
            && made.iter().any(|mistake| !mistake.is_named());
        if !is_unnamed && !adds_to(&own) && !self.made.also.iter().any(|known| adds_to(known)) {
            self.made.also.push(ids);
        }
    }
}
