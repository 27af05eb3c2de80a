//! The name of a mistake, from the answers to several inputs: one finding may be chance, but not
//! one that gives all of them.

use std::cmp::Reverse;

use camel_cards::Rules;

use super::{
    answers::AnswerReader,
    plan::{Sample, TestInput},
};
use crate::{Certainty, Finding, MistakeName, Question, Solution, UserAnswer, diagnose};

/// What gives a solution's answers.
#[derive(Clone, Debug, Default)]
pub(crate) struct NamedMistake {
    /// Each gives so many of the answers; what does not give all of them is alone, the nearest.
    pub(crate) findings: Vec<Finding>,
    pub(crate) given: usize,
    pub(crate) answers: usize,
}

impl NamedMistake {
    pub(crate) fn explains_all(&self) -> bool {
        !self.findings.is_empty() && self.given == self.answers
    }

    /// How many mistakes it takes to give all answers.
    pub(crate) fn mistakes(&self) -> usize {
        if self.explains_all() { self.findings[0].ids().len() } else { usize::MAX }
    }
}

/// Looks for what gives all answers to inputs of full size under `rules`, or nearly all.
pub(crate) fn name(reader: &AnswerReader, samples: &[Sample], rules: Rules) -> NamedMistake {
    let of = if reader.rules_are_open { reader.rules()[0] } else { rules };
    let answer = |sample: &Sample| {
        reader.answer(of, sample).filter(|one| !one.has_fraction()).and_then(|one| one.whole())
    };
    let printing = samples.iter().filter(|sample| !sample.run.printed.is_empty());
    let answers: Vec<(&TestInput, Option<u128>)> =
        printing.map(|sample| (&sample.input, answer(sample))).collect();
    let given = |finding: &Finding| {
        let Some(solution) = solution_of(finding) else { return 0 };
        let total = |input: &TestInput| u128::try_from(solution.total(&input.entries)?).ok();
        answers.iter().filter(|(input, answer)| answer.is_some() && total(input) == *answer).count()
    };
    // More mistakes than it takes are no better a reason.
    let order = |(given, finding): &(usize, Finding)| (Reverse(*given), finding.ids().len());
    let mut best: Vec<(usize, Finding)> = Vec::new();
    // What gives all answers gives the first wrong one.
    let first_wrong = answers.iter().find_map(|&(input, answer)| {
        answer.filter(|answer| *answer != input.totals[rules]).map(|answer| (input, answer))
    });
    // Single mistakes first: they are most of what people make, and quick to try.
    for pairs in [false, true] {
        let Some((input, answer)) = first_wrong else { break };
        let mut question = Question::new(&input.entries, vec![UserAnswer::new(answer, None)]);
        (question.rules, question.all_leads, question.pairs) = (Some(rules), true, pairs);
        let Ok(diagnosis) = diagnose(&question) else { continue };
        best.extend(diagnosis.findings.iter().map(|one| (given(one), general(one))));
        let Some(first) = best.iter().map(order).min() else { continue };
        best.retain(|one| order(one) == first);
        if best[0].0 == answers.len() {
            break;
        }
    }
    let given = best.first().map_or(0, |(given, _)| *given);
    let mut findings: Vec<Finding> = best.into_iter().map(|(_, finding)| finding).collect();
    if given < answers.len() {
        let is_near = given * 10 >= answers.len() * 9 && answers.len() >= 5;
        findings.truncate(usize::from(is_near));
        findings.iter_mut().for_each(|finding| finding.certainty = Certainty::Lead);
    }
    NamedMistake {
        given: if findings.is_empty() { 0 } else { given },
        findings,
        answers: answers.len(),
    }
}

/// The finding without what holds for one input only. Several answers make it certain.
fn general(finding: &Finding) -> Finding {
    let mut finding = finding.clone();
    finding.forget_input();
    finding.certainty = Certainty::Certain;
    finding
}

/// What gives a finding's answers to any input; nothing for the answer of an example.
pub(crate) fn solution_of(finding: &Finding) -> Option<Solution> {
    (*finding.mistakes[0].id() != MistakeName::S10).then(|| finding.solution.clone())
}
