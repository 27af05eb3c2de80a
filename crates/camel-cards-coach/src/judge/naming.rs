//! The name of a mistake, from the answers to several inputs: one finding may be chance, but not
//! one that gives all of them.

use camel_cards::Rules;

use super::{
    answers::AnswerReader,
    plan::{Sample, TestInput},
};
use crate::{Certainty, Finding, MistakeName, Question, Solution, UserAnswer, diagnose};

/// What gives all answers of a solution: findings that take equally many mistakes, if there are any.
#[derive(Clone, Debug, Default)]
pub(crate) struct NamedMistake {
    pub(crate) findings: Vec<Finding>,
    pub(crate) answers: usize,
}

impl NamedMistake {
    /// How many mistakes it takes.
    pub(crate) fn mistakes(&self) -> Option<usize> {
        self.findings.first().map(|finding| finding.ids().len())
    }
}

/// Looks for what gives all answers to inputs of full size under `rules`.
pub(crate) fn name(reader: &AnswerReader, samples: &[Sample], rules: Rules) -> NamedMistake {
    let of = if reader.rules_are_open { reader.rules()[0] } else { rules };
    let answer = |sample: &Sample| {
        reader.answer(of, sample).filter(|one| !one.has_fraction()).and_then(|one| one.whole())
    };
    let printing = samples.iter().filter(|sample| !sample.run.printed.is_empty());
    let answers: Vec<(&TestInput, Option<u128>)> =
        printing.map(|sample| (&sample.input, answer(sample))).collect();
    let gives_all = |finding: &Finding| {
        let Some(solution) = solution_of(finding) else { return false };
        let total = |input: &TestInput| u128::try_from(solution.total(&input.entries)?).ok();
        answers.iter().all(|(input, answer)| answer.is_some() && total(input) == *answer)
    };
    let mut named = NamedMistake { findings: Vec::new(), answers: answers.len() };
    // What gives all answers gives the first wrong one.
    let first_wrong = answers.iter().find_map(|&(input, answer)| {
        answer.filter(|answer| *answer != input.totals[rules]).map(|answer| (input, answer))
    });
    let Some((input, answer)) = first_wrong else { return named };
    // Single mistakes first: they are most of what people make, and quick to try.
    for pairs in [false, true] {
        let mut question = Question::new(&input.entries, vec![UserAnswer::new(answer, None)]);
        (question.rules, question.all_leads, question.pairs) = (Some(rules), true, pairs);
        let Ok(mut diagnosis) = diagnose(&question) else { continue };
        diagnosis.findings.retain(gives_all);
        // More mistakes than it takes are no better a reason.
        let least = diagnosis.findings.iter().map(|finding| finding.ids().len()).min();
        diagnosis.findings.retain(|finding| Some(finding.ids().len()) == least);
        named.findings = diagnosis.findings;
        if !named.findings.is_empty() {
            break;
        }
    }
    // What holds for one input only is left out. Several answers make it certain.
    for finding in &mut named.findings {
        finding.forget_input();
        finding.certainty = Certainty::Certain;
    }
    named
}

/// What gives a finding's answers to any input; nothing for the answer of an example.
pub(crate) fn solution_of(finding: &Finding) -> Option<Solution> {
    (*finding.mistakes[0].id() != MistakeName::S10).then(|| finding.solution.clone())
}
