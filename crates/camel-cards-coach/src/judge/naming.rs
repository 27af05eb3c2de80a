//! The name of a mistake, from the answers to several inputs: one finding may be chance, but not
//! one that gives all of them.

use camel_cards::Rules;

use super::{
    answers::AnswerReader,
    plan::{Sample, TestInput},
    verdict::JudgedFinding,
};
use crate::{Certainty, Finding, Question, UserAnswer, diagnose};

/// Looks for what gives all answers to inputs of full size under `rules`: findings that take equally
/// many mistakes, if there are any.
pub(crate) fn name(reader: &AnswerReader, samples: &[Sample], rules: Rules) -> Vec<JudgedFinding> {
    let of = if reader.rules_are_open { reader.rules()[0] } else { rules };
    let answer = |sample: &Sample| {
        reader.answer(of, sample).filter(|one| !one.value.contains('.')).and_then(|one| one.whole())
    };
    let answered = samples.iter().filter(|sample| !sample.run.printed.is_empty());
    let answers = answered.map(|sample| (&sample.input, answer(sample)));
    let answers: Vec<(&TestInput, Option<u128>)> = answers.collect();
    // What gives all answers gives the first wrong one.
    let first_wrong = answers.iter().find_map(|&(input, answer)| {
        answer.filter(|answer| *answer != input.totals[rules]).map(|answer| (input, answer))
    });
    let Some((input, answer)) = first_wrong else { return Vec::new() };
    let gives_all = |finding: &Finding| {
        let total =
            |input: &TestInput| u128::try_from(finding.solution.total(&input.entries)?).ok();
        answers.iter().all(|(input, answer)| answer.is_some() && total(input) == *answer)
    };
    let found = |pairs| {
        let mut question = Question::new(&input.entries, vec![UserAnswer::new(answer, None)]);
        (question.rules, question.all_leads, question.pairs) = (Some(rules), true, pairs);
        let mut found = diagnose(&question).map_or_else(|_| Vec::new(), |one| one.findings);
        found.retain(gives_all);
        found
    };
    // Single mistakes first: they are most of what people make, and quick to try.
    let mut named = found(false);
    if named.is_empty() {
        named = found(true);
    }
    // More mistakes than it takes are no better a reason.
    let least = named.iter().map(|finding| finding.ids().len()).min();
    named.retain(|finding| Some(finding.ids().len()) == least);
    let answers_judged = answers.len();
    let judged = |mut finding: Finding| {
        // What holds for one input only is left out. Several answers make it certain.
        finding.forget_input();
        finding.certainty = Certainty::Certain;
        JudgedFinding { finding, explains_all: true, answers_judged }
    };
    named.into_iter().map(judged).collect()
}
