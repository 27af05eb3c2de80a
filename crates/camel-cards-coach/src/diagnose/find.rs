//! From the matches of a search to findings under one of the rules.

use camel_cards::{Entry, Rules};

use super::{
    evidence::{Chance, ChanceOf, Confidence, WrongTotal},
    finding::{Cause, Finding, MistakesMade, places_in_order},
    misplaced::Misplaced,
    question::Question,
    totals::{Example, RightTotals, TotalRange, other},
};
use crate::{
    hand_class::HandClass,
    mistakes::{
        change::Change,
        id::{MistakeId, Origin},
        mistake::Mistake,
        mistakes,
    },
    search::{
        Match, Searched, Simplicity, Stopped, TriedTotals, Untried, Watch, search, search_from,
    },
    solution::reading::ReadRule,
};

/// A question under one of the rules.
pub(crate) struct Asked<'a> {
    question: &'a Question<'a>,
    rules: Rules,
    totals: RightTotals,
    mistakes: Vec<Mistake>,
    wanted: Vec<i128>,
}

/// What gives an answer under some rules, and what was tried.
pub(crate) struct Found {
    pub(crate) findings: Vec<Finding>,
    pub(crate) candidates: usize,
    pub(crate) untried: Untried,
}

impl<'a> Asked<'a> {
    pub(crate) fn new(question: &'a Question<'a>, rules: Rules, totals: RightTotals) -> Asked<'a> {
        let mut mistakes = mistakes(rules);
        if !question.byte_order_mark {
            mistakes.retain(|mistake| mistake.change != Change::Reading(ReadRule::ByteOrderMark));
        }
        let tried = question.tried.iter();
        let mut wanted: Vec<i128> =
            tried.filter_map(|tried| tried.answer.try_into().ok()).collect();
        wanted.sort_unstable();
        wanted.dedup();
        Asked { question, rules, totals, mistakes, wanted }
    }

    /// Returns how many different answers were given.
    pub(crate) fn answers(&self) -> usize {
        self.wanted.len()
    }

    /// Whether an answer was given that is less than this one by the sum of all bids.
    pub(crate) fn has_answer_from_zero(&self, answer: u128) -> bool {
        let bids: u128 = self.question.entries.iter().map(|entry| u128::from(entry.bid)).sum();
        let from_zero = answer.checked_sub(bids);
        self.question.tried.iter().any(|tried| Some(tried.answer) == from_zero)
    }

    fn searched(&self) -> Searched<'_> {
        Searched {
            rules: self.rules,
            entries: self.question.entries,
            mistakes: &self.mistakes,
            wanted: &self.wanted,
        }
    }

    /// Returns what gives an answer, simplest first.
    pub(crate) fn findings(&self, watch: &mut Watch<'_>) -> Result<Found, Stopped> {
        let candidates = search(self.searched(), watch)?;
        let mut findings = from_elsewhere(self.question, self.rules, self.totals);
        findings.extend(self.merged(candidates.matches, ChanceOf::Totals, &candidates.tried));
        let (candidates, untried) = (candidates.tried.count(), candidates.untried);
        Ok(Found { findings, candidates, untried })
    }

    /// Returns what gives an answer with one change more than `assumed`.
    pub(crate) fn findings_from(
        &self,
        assumed: &[Mistake],
        watch: &mut Watch<'_>,
    ) -> Result<Vec<Finding>, Stopped> {
        let index = |one: &Mistake| self.mistakes.iter().position(|mistake| mistake == one);
        let Some(assumed) = assumed.iter().map(index).collect::<Option<Vec<usize>>>() else {
            return Ok(Vec::new());
        };
        let candidates = search_from(self.searched(), &assumed, watch)?;
        Ok(self.merged(candidates.matches, ChanceOf::TotalsFromAnother, &candidates.tried))
    }

    /// Merges the matches that order and rank the entries identically, under the name
    /// of the simplest.
    fn merged(&self, mut matches: Vec<Match>, of: ChanceOf, tried: &TriedTotals) -> Vec<Finding> {
        let (entries, rules, mistakes) = (self.question.entries, self.rules, &self.mistakes);
        matches.sort_by_key(|matched| {
            let origins = matched.mistakes.iter().map(|&i| mistakes[i].origin());
            (matched.mistakes.len(), origins.clone().max(), origins.min(), matched.mistakes.clone())
        });
        matches.dedup();
        let (range, right) = (TotalRange::of(entries), self.totals.under(rules) as i128);
        let mut merged: Vec<Merged> = Vec::new();
        for Match { total, mistakes: indices } in matches {
            let made: Vec<&Mistake> = indices.iter().map(|&i| &mistakes[i]).collect();
            let solution = Mistake::solution_of(made.iter().copied(), rules);
            let places = places_in_order(&solution, entries);
            let same = merged.iter_mut().find(|one| one.total == total && one.places == places);
            if let Some(same) = same {
                same.add_name(&made);
                continue;
            }
            let simplicity = match of {
                // Here the last of them alone is a candidate.
                ChanceOf::TotalsFromAnother => Simplicity::Triple,
                _ => Simplicity::of(made.iter().copied()),
            };
            let (misplaced, rule) = Misplaced::by(&made, &solution, entries, &places);
            let made = MistakesMade {
                chance: Chance::of_total(WrongTotal { total, right, range }, of, simplicity, tried),
                rule,
                examples: examples(&made, entries),
                mistakes: made.into_iter().cloned().collect(),
                solution,
                also: Vec::new(),
                misplaced,
            };
            merged.push(Merged { total, places, made });
        }
        let finding = |Merged { total, made, .. }: Merged| Finding {
            rules,
            answer: total as u128,
            confidence: made.chance.confidence(made.origin() != Origin::Generated),
            cause: Cause::Mistakes(Box::new(made)),
        };
        merged.into_iter().map(finding).collect()
    }
}

/// Returns a hand of the input for each pattern of a hand class that the mistakes are about.
fn examples(made: &[&Mistake], entries: &[Entry]) -> Vec<(&'static str, camel_cards::Hand)> {
    let is_concerned = |class: &HandClass| {
        made.iter().any(|mistake| match mistake.change {
            Change::Types(types) => types[class.index()].is_some(),
            _ => false,
        })
    };
    let example = |class: HandClass| {
        let entry = entries.iter().find(|entry| HandClass::of(entry.hand) == class)?;
        Some((class.pattern(), entry.hand))
    };
    HandClass::all().filter(is_concerned).filter_map(example).collect()
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

/// What gives a total, and the place of each entry in its order.
struct Merged {
    total: i128,
    places: Vec<Option<usize>>,
    made: MistakesMade,
}

impl Merged {
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
