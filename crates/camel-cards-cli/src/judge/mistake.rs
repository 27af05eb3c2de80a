//! The name of a mistake, from many answers: one finding may be chance, but not
//! one that gives all of them.

use std::cmp::Reverse;

use camel_cards::{Entry, Rules, Ties};
use camel_cards_coach::{Cause, Confidence, Finding, Question, Solution, Tried, diagnose};

use super::{outcome::tally, trials::Answered};

/// How many wrong answers are diagnosed at most.
const DIAGNOSED_MAX: usize = 6;

/// What gives the program's answers.
pub(crate) struct NamedMistake {
    /// Each of them does; none if nothing does that is known.
    pub(crate) findings: Vec<Finding>,
    /// They give so many of so many answers.
    pub(crate) given: usize,
    pub(crate) answers: usize,
    /// Only answers to inputs in which no hand repeats were looked at.
    pub(crate) without_ties: bool,
}

/// Looks for what gives as many as possible of the answers at a position, and two
/// wrong ones at least, if there are two, to the largest inputs: there, chance
/// gives hardly one. `None` tries both rules.
///
/// Who ranks identical hands in another way as well may do so in many; if there
/// are wrong answers without any, those with them do not matter.
pub(crate) fn find(answered: &[Answered], position: usize, rules: Option<Rules>) -> NamedMistake {
    let is_wrong = |&(entries, answer): &(&[Entry], i128)| {
        let tally = tally(entries);
        let right = |rules| tally.total_winnings(rules, Ties::Ordinal).ok();
        let rules = rules.map_or(Rules::ALL.to_vec(), |rules| vec![rules]);
        rules.into_iter().all(|rules| right(rules).map(|total| total as i128) != Some(answer))
    };
    let all: Vec<(&[Entry], i128)> = (answered.iter())
        .filter_map(|one| Some((&one.entries[..], one.answers.get(position)?.parse().ok()?)))
        .collect();
    let distinct: Vec<(&[Entry], i128)> =
        all.iter().copied().filter(|(entries, _)| tally(entries).tied() == 0).collect();
    let without_ties = distinct.iter().filter(|one| is_wrong(one)).count() > 2;
    let answered = if without_ties { &distinct } else { &all };
    let (mut wrong, right): (Vec<_>, Vec<_>) = answered.iter().copied().partition(is_wrong);
    wrong.sort_by_key(|(entries, _)| Reverse(entries.len()));
    let gives = |finding: &Finding, answered: &[(&[Entry], i128)]| {
        let Some(solution) = solution(finding) else { return 0 };
        answered
            .iter()
            .filter(|&&(entries, answer)| solution.total(entries) == Some(answer))
            .count()
    };

    let largest = &wrong[..wrong.len().min(DIAGNOSED_MAX)];
    let mut best =
        NamedMistake { findings: Vec::new(), given: 0, answers: answered.len(), without_ties };
    for &(entries, answer) in largest {
        let tried = answer.try_into().map(|answer| Tried::new(answer, None));
        let mut question = Question::new(entries, tried.into_iter().collect());
        question.rules = rules;
        let Ok(diagnosis) = diagnose(&question) else { continue };
        let mut found: Vec<(usize, Finding)> = (diagnosis.findings().iter())
            .filter(|finding| gives(finding, largest) >= largest.len().min(2))
            .map(|finding| (gives(finding, &wrong) + gives(finding, &right), finding.clone()))
            .collect();
        // More mistakes than it takes are no better a reason.
        let worth = |(given, finding): &(usize, Finding)| (*given, Reverse(finding.ids().len()));
        let Some(most_worth) = found.iter().map(worth).max() else { continue };
        // A program that does this gives the same answers, or nearly all of them.
        if most_worth.0 * 2 < answered.len() {
            continue;
        }
        found.retain(|one| worth(one) == most_worth);
        let (most, _) = most_worth;
        if most > best.given {
            let mut findings: Vec<Finding> =
                found.into_iter().map(|(_, finding)| finding).collect();
            for finding in &mut findings {
                finding.forget_input();
                if most < answered.len() {
                    finding.confidence = Confidence::Likely;
                } else if wrong.len() > 2 {
                    finding.confidence = Confidence::Certain;
                }
            }
            best = NamedMistake { findings, given: most, ..best };
        }
        if most == answered.len() {
            break;
        }
    }
    if best.findings.first().is_some_and(|finding| gives(finding, &all) == all.len()) {
        best = NamedMistake { given: all.len(), answers: all.len(), without_ties: false, ..best };
    }
    best
}

/// What gives a finding's answers to any input; nothing for the answer of an example.
fn solution(finding: &Finding) -> Option<Solution> {
    match &finding.cause {
        Cause::Mistakes(made) => Some(made.solution.clone()),
        Cause::OtherRules(rules) => Some(Solution::right(*rules)),
        _ => None,
    }
}
