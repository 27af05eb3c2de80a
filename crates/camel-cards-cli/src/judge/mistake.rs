//! The name of a mistake, from many answers: one finding may be chance, but not
//! one that gives all of them.

use std::cmp::Reverse;

use camel_cards::{Entry, Rules};
use camel_cards_coach::{Cause, Confidence, Finding, Origin, Question, Solution, Tried, diagnose};

use super::{outcome::totals, trials::Answered};

/// How many of the largest wrong answers are diagnosed at most, and if need be how many others.
const DIAGNOSED_MAX: usize = 6;

/// What gives the program's answers, or most of them.
#[derive(Clone)]
pub(crate) struct NamedMistake {
    /// Each of them gives so many; none if nothing does that is known. What does not give all
    /// answers is only the nearest, and alone.
    pub(crate) findings: Vec<Finding>,
    pub(crate) given: usize,
    pub(crate) answers: usize,
}

impl NamedMistake {
    /// Whether the findings give every answer. Then they are the mistake, and not only near it.
    pub(crate) fn explains_all(&self) -> bool {
        self.given == self.answers
    }
}

/// An answer to an input; `None` if it is no whole number, or larger than any that the coach has.
type Given<'a> = (&'a [Entry], Option<i128>);

/// Looks for what gives all of the answers at a position, or else most. `None` tries both rules.
///
/// Wrong answers to the largest inputs are diagnosed: there, chance gives hardly one.
pub(crate) fn find(answered: &[Answered], position: usize, rules: Option<Rules>) -> NamedMistake {
    let rules_tried = rules.map_or(Rules::ALL.to_vec(), |rules| vec![rules]);
    let is_wrong = |&(entries, answer): &Given<'_>| {
        let right = |rules| right_total(entries, rules);
        rules_tried.iter().all(|&rules| answer.is_none() || right(rules) != answer)
    };
    let all: Vec<Given<'_>> = (answered.iter())
        .filter_map(|one| Some((&one.entries[..], one.answers.get(position)?.value.parse().ok())))
        .collect();
    let (mut wrong, right): (Vec<Given<'_>>, Vec<Given<'_>>) =
        all.iter().copied().partition(is_wrong);
    wrong.sort_by_key(|(entries, _)| Reverse(entries.len()));
    let gives = |finding: &Finding, answered: &[Given<'_>]| {
        let Some(solution) = solution(finding) else { return 0 };
        let is_given = |&&(entries, answer): &&Given<'_>| {
            answer.is_some_and(|answer| solution.total(entries) == Some(answer))
        };
        answered.iter().filter(is_given).count()
    };

    // More mistakes than it takes are no better a reason: two may give an answer by chance.
    let worth = |(given, finding): &(usize, Finding)| {
        let mistakes = finding.ids().len();
        (*given == all.len(), given.saturating_sub(3 * (mistakes - 1)), Reverse(mistakes))
    };
    let mut best = NamedMistake { findings: Vec::new(), given: 0, answers: all.len() };
    let mut best_worth = None;
    // If something else spoils all large ones, what is nearest gives smaller ones.
    let spread = (1..=DIAGNOSED_MAX).map(|i| i * wrong.len() / (DIAGNOSED_MAX + 1));
    for (i, at) in (0..DIAGNOSED_MAX).chain(spread).enumerate() {
        if i >= DIAGNOSED_MAX && !best.findings.is_empty() {
            break;
        }
        let Some(&(entries, answer)) = wrong.get(at) else { continue };
        let Some(answer) = answer.and_then(|answer| answer.try_into().ok()) else { continue };
        let mut question = Question::new(entries, vec![Tried::new(answer, None)]);
        (question.rules, question.all_leads) = (rules, true);
        let Ok(diagnosis) = diagnose(&question) else { continue };
        let mut found: Vec<(usize, Finding)> = (diagnosis.findings().iter())
            .map(|finding| (gives(finding, &wrong), finding))
            // One wrong answer out of several may be chance, and so may a few of many.
            .filter(|(given, _)| given * 2 >= wrong.len())
            .map(|(given, finding)| (given + gives(finding, &right), finding.clone()))
            // What is not the mistake itself helps only if it has a name.
            .filter(|(given, finding)| {
                *given == all.len() || given * 2 > all.len() && is_named(finding)
            })
            .collect();
        let Some(most) = found.iter().map(worth).max() else { continue };
        found.retain(|one| worth(one) == most);
        if best_worth.is_none_or(|best| most > best) {
            let given = found[0].0;
            let findings = found.into_iter().map(|(_, finding)| finding).collect();
            best = NamedMistake { findings, given, ..best };
            best_worth = Some(most);
        }
        if best.explains_all() {
            break;
        }
    }
    let explains_all = best.explains_all();
    if !explains_all {
        best.findings.truncate(1);
    }
    for finding in &mut best.findings {
        finding.forget_input();
        if !explains_all {
            finding.confidence = Confidence::Lead;
        } else if wrong.len() > 2 {
            finding.confidence = Confidence::Certain;
        }
    }
    best
}

fn right_total(entries: &[Entry], rules: Rules) -> Option<i128> {
    totals(entries).ok()?[rules].try_into().ok()
}

fn is_named(finding: &Finding) -> bool {
    finding.mistakes_made().is_none_or(|made| made.origin() != Origin::Generated)
}

/// What gives a finding's answers to any input; nothing for the answer of an example.
fn solution(finding: &Finding) -> Option<Solution> {
    match &finding.cause {
        Cause::Mistakes(made) => Some(made.solution.clone()),
        Cause::OtherRules(rules) => Some(Solution::right(*rules)),
        _ => None,
    }
}
