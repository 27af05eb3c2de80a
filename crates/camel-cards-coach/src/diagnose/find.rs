//! Turns the matches of a search under one of the rules into findings.

use camel_cards::{Entry, Hand, PerRules, Rules};

use super::{
    evidence::{Chance, ChanceOf, TotalRange},
    finding::{Finding, MisplacedPair, places_in_order},
    question::{Question, UserAnswer},
    words::ALL_HANDS_COUNT,
};
use crate::{
    mistakes::{
        answers_from_elsewhere,
        mistake::{Axis, Change, Mistake, Simplicity},
        mistakes,
    },
    search::{Match, Search, SearchOutcome},
    solution::{hands::HandClass, procedure::Procedure, types::AssignedType},
};

/// A question under one of the rules.
pub(crate) struct RulesQuestion<'a> {
    pub(super) question: &'a Question<'a>,
    rules: Rules,
    totals: PerRules<u128>,
    pub(crate) search: Search<'a>,
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
        let mut wanted: Vec<i128> = given.filter_map(|one| one.answer.try_into().ok()).collect();
        wanted.sort_unstable();
        let search = Search::new(rules, question.entries, mistakes, wanted);
        RulesQuestion { question, rules, totals, search }
    }

    /// Returns the findings of an outcome, simplest first.
    pub(crate) fn findings(&self, outcome: &SearchOutcome) -> Vec<Finding> {
        let elsewhere = self.answered_elsewhere().into_iter();
        elsewhere.chain(self.merged(outcome, ChanceOf::Totals)).collect()
    }

    /// Returns the findings that make one change more than `assumed`.
    pub(crate) fn findings_from(&self, assumed: &[Mistake]) -> Vec<Finding> {
        let index = |one: &Mistake| self.search.mistakes.iter().position(|known| known == one);
        // The search does not have the mistakes of answers from elsewhere.
        let Some(assumed) = assumed.iter().map(index).collect::<Option<Vec<usize>>>() else {
            return Vec::new();
        };
        self.merged(&self.search.one_more_than(&assumed), ChanceOf::TotalsFromAnother)
    }

    /// Returns a finding for each answer that is right under the other rules or for a published example.
    fn answered_elsewhere(&self) -> Vec<Finding> {
        let elsewhere = answers_from_elsewhere(self.rules, self.totals[self.rules.other()]);
        let of_answer = |given: &UserAnswer| {
            let (answer, mistake) = elsewhere.iter().find(|(answer, _)| *answer == given.answer)?;
            Some(Finding::new(*answer, vec![mistake.clone()], self.rules))
        };
        self.question.answers.iter().filter_map(of_answer).collect()
    }

    /// Merges matches with the same total and the same order of entries into one finding, named after the simplest.
    fn merged(&self, outcome: &SearchOutcome, of: ChanceOf) -> Vec<Finding> {
        let (entries, rules, mistakes) = (self.question.entries, self.rules, &self.search.mistakes);
        let mut matches = outcome.matches.clone();
        matches.sort_by_key(|matched| {
            let origins = matched.made.iter().map(|&i| mistakes[i].origin);
            (matched.made.len(), origins.clone().max(), origins.min(), matched.made.clone())
        });
        let (range, right) = (TotalRange::of(entries), self.totals[rules] as i128);
        // Each finding with the place of each entry in its order.
        let mut merged: Vec<(Vec<Option<usize>>, Finding)> = Vec::new();
        for Match { total, made: indices } in matches {
            let made: Vec<&Mistake> = indices.iter().map(|&i| &mistakes[i]).collect();
            let own = made.iter().copied().cloned().collect();
            let finding = Finding::new(total as u128, own, rules);
            let places = places_in_order(&finding.solution, entries);
            let same = merged
                .iter_mut()
                .find(|(known, one)| one.answer == finding.answer && *known == places);
            if let Some((_, same)) = same {
                same.add_others(&made);
                continue;
            }
            let simplicity = match of {
                // All candidates add one change to what is known, so all count as equally simple.
                ChanceOf::TotalsFromAnother => Simplicity::Triple,
                _ => Simplicity::of(made.iter().copied()),
            };
            let near = match finding.solution.procedure {
                // A total that wraps at 2¹⁶ may be any number below.
                Procedure::Unsigned16 => TotalRange { least: 0, most: u16::MAX.into() },
                _ => range.near(right, total),
            };
            let misplaced = MisplacedPair::by(&made, &finding.solution, entries, &places);
            let is_of_order = made.iter().any(|one| one.change.axis() != Axis::Procedure);
            let decides = misplaced.as_ref().filter(|_| is_of_order);
            let rule = decides.map_or(ALL_HANDS_COUNT.to_owned(), MisplacedPair::rule);
            let chance = Chance::of_total(near, entries, right, of, simplicity, &outcome.totals);
            let finding = Finding {
                certainty: chance.certainty(made.iter().copied()),
                examples: examples(&made, entries, rules),
                chance: Some(chance),
                misplaced,
                rule,
                ..finding
            };
            merged.push((places, finding));
        }
        merged.into_iter().map(|(_, finding)| finding).collect()
    }
}

/// Returns the pattern of each hand class to which the mistakes assign a wrong type, with an example from the input.
fn examples(made: &[&Mistake], entries: &[Entry], rules: Rules) -> Vec<(&'static str, Hand)> {
    let is_wrong = |mistake: &&Mistake, class: HandClass| {
        let right = AssignedType::Type(class.hand_type(rules));
        let Change::Types(types) = mistake.change else { return false };
        types[class.index()].is_some_and(|assigned| assigned != right)
    };
    let example = |class: HandClass| {
        made.iter().find(|mistake| is_wrong(mistake, class))?;
        let entry = entries.iter().find(|entry| HandClass::of(entry.hand) == class)?;
        Some((class.pattern(), entry.hand))
    };
    HandClass::all().filter_map(example).collect()
}
