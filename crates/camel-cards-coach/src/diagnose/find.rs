//! From the matches of a search to findings under one of the rules.

use camel_cards::{Entry, PerRules, Rules};

use super::{
    evidence::{Certainty, Chance, ChanceOf},
    finding::Finding,
    misplaced::{MisplacedPair, places_in_order},
    question::{Question, UserAnswer},
    totals::TotalRange,
};
use crate::{
    hand_class::HandClass,
    mistakes::{change::Change, elsewhere::answers_from_elsewhere, mistake::Mistake, mistakes},
    search::{
        CandidateTotals, Match, Omissions, SearchSpace, SearchStop, Simplicity, Watch, search,
        search_from,
    },
    solution::procedure::Procedure,
};

/// A question under one of the rules.
pub(crate) struct RulesQuestion<'a> {
    question: &'a Question<'a>,
    rules: Rules,
    totals: PerRules<u128>,
    mistakes: Vec<Mistake>,
    wanted: Vec<i128>,
}

/// What gives an answer under some rules, and what was tried.
pub(crate) struct RulesFindings {
    pub(crate) findings: Vec<Finding>,
    pub(crate) candidates: usize,
    pub(crate) omissions: Omissions,
}

impl<'a> RulesQuestion<'a> {
    pub(crate) fn new(
        question: &'a Question<'a>,
        rules: Rules,
        totals: PerRules<u128>,
    ) -> RulesQuestion<'a> {
        let mut mistakes = mistakes(rules);
        if !question.byte_order_mark {
            mistakes
                .retain(|mistake| mistake.change != Change::Procedure(Procedure::ByteOrderMark));
        }
        let given = question.answers.iter();
        let mut wanted: Vec<i128> =
            given.filter_map(|given| given.answer.try_into().ok()).collect();
        wanted.sort_unstable();
        wanted.dedup();
        RulesQuestion { question, rules, totals, mistakes, wanted }
    }

    /// Returns how many different answers were given.
    pub(crate) fn answers(&self) -> usize {
        self.wanted.len()
    }

    /// Whether an answer was given that is less than this one by the sum of all bids.
    pub(crate) fn has_answer_from_zero(&self, answer: u128) -> bool {
        let bids: u128 = self.question.entries.iter().map(|entry| u128::from(entry.bid)).sum();
        let from_zero = answer.checked_sub(bids);
        self.question.answers.iter().any(|given| Some(given.answer) == from_zero)
    }

    fn space(&self) -> SearchSpace<'_> {
        SearchSpace {
            rules: self.rules,
            entries: self.question.entries,
            mistakes: &self.mistakes,
            wanted: &self.wanted,
            pairs: self.question.pairs,
        }
    }

    /// Returns what gives an answer, simplest first.
    pub(crate) fn findings(&self, watch: &mut Watch<'_>) -> Result<RulesFindings, SearchStop> {
        let outcome = search(self.space(), watch)?;
        let mut findings = self.answered_elsewhere();
        findings.extend(self.merged(outcome.matches, ChanceOf::Totals, &outcome.totals));
        let (candidates, omissions) = (outcome.totals.count(), outcome.omissions);
        Ok(RulesFindings { findings, candidates, omissions })
    }

    /// Returns what gives an answer with one change more than `assumed`.
    pub(crate) fn findings_from(
        &self,
        assumed: &[Mistake],
        watch: &mut Watch<'_>,
    ) -> Result<Vec<Finding>, SearchStop> {
        let index = |one: &Mistake| self.mistakes.iter().position(|mistake| mistake == one);
        let Some(assumed) = assumed.iter().map(index).collect::<Option<Vec<usize>>>() else {
            return Ok(Vec::new());
        };
        let outcome = search_from(self.space(), &assumed, watch)?;
        Ok(self.merged(outcome.matches, ChanceOf::TotalsFromAnother, &outcome.totals))
    }

    /// Returns the findings that an answer is that of the other rules, or of a
    /// published example.
    fn answered_elsewhere(&self) -> Vec<Finding> {
        let rules = self.rules;
        let elsewhere = answers_from_elsewhere(rules, self.totals[rules.other()]);
        let of_answer = |given: &UserAnswer| {
            let (answer, mistake) = elsewhere.iter().find(|(answer, _)| *answer == given.answer)?;
            Some(Finding {
                rules,
                answer: *answer,
                certainty: Certainty::Certain,
                solution: mistake.solution(rules),
                mistakes: vec![mistake.clone()],
                examples: Vec::new(),
                also: Vec::new(),
                chance: None,
                misplaced: None,
                rule: None,
            })
        };
        self.question.answers.iter().filter_map(of_answer).collect()
    }

    /// Merges the matches that order and rank the entries identically, under the name
    /// of the simplest.
    fn merged(
        &self,
        mut matches: Vec<Match>,
        of: ChanceOf,
        totals: &CandidateTotals,
    ) -> Vec<Finding> {
        let (entries, rules, mistakes) = (self.question.entries, self.rules, &self.mistakes);
        matches.sort_by_key(|matched| {
            let origins = matched.mistakes.iter().map(|&i| mistakes[i].origin());
            (matched.mistakes.len(), origins.clone().max(), origins.min(), matched.mistakes.clone())
        });
        matches.dedup();
        let (range, right) = (TotalRange::of(entries), self.totals[rules] as i128);
        // Each with the place of each entry in its order.
        let mut merged: Vec<(Vec<Option<usize>>, Finding)> = Vec::new();
        for Match { total, mistakes: indices } in matches {
            let made: Vec<&Mistake> = indices.iter().map(|&i| &mistakes[i]).collect();
            let solution = Mistake::solution_of(made.iter().copied(), rules);
            let places = places_in_order(&solution, entries);
            let answer = total as u128;
            let same =
                merged.iter_mut().find(|(known, one)| one.answer == answer && *known == places);
            if let Some((_, same)) = same {
                same.add_name(&made);
                continue;
            }
            let simplicity = match of {
                // Here the last of them alone is a candidate.
                ChanceOf::TotalsFromAnother => Simplicity::Triple,
                _ => Simplicity::of(made.iter().copied()),
            };
            let near = match solution.procedure {
                // What wraps so soon may be any total that does.
                Procedure::Unsigned16 => TotalRange { least: 0, most: u16::MAX.into() },
                _ => range.near(right, total),
            };
            let (misplaced, rule) = MisplacedPair::by(&made, &solution, entries, &places);
            let chance = Chance::of_total(near, entries, right, of, simplicity, totals);
            let is_named = made.iter().all(|mistake| mistake.is_named());
            let finding = Finding {
                rules,
                answer,
                certainty: chance.certainty(is_named),
                examples: examples(&made, entries),
                mistakes: made.into_iter().cloned().collect(),
                solution,
                also: Vec::new(),
                chance: Some(chance),
                misplaced,
                rule: Some(rule),
            };
            merged.push((places, finding));
        }
        merged.into_iter().map(|(_, finding)| finding).collect()
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
