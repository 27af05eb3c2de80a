//! Clues: what is known about an answer besides findings. No clue reveals the right total or the distance from it.

use camel_cards::{PerRules, Rules};
use serde::Serialize;

use super::{
    evidence::TotalRange,
    finding::Finding,
    question::{Deviation, Question, UserAnswer},
};
use crate::text::grouped;

/// Something that is known about an answer, besides findings.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
#[non_exhaustive]
pub struct Clue {
    /// The answer.
    #[serde(skip)]
    pub answer: u128,
    /// What is known about it, as a sentence.
    pub sentence: String,
}

/// Returns clues for the answers. One of them may be right, under the rules `right`. Wrong answers without a finding
/// get the most clues.
pub(crate) fn clues(
    question: &Question<'_>,
    right: Option<Rules>,
    rules: Rules,
    totals: PerRules<u128>,
    findings: &[Finding],
    candidates: usize,
) -> Vec<Clue> {
    let mut clues = Vec::new();
    let bids = question.sum_of_bids();
    let TotalRange { least, most } = TotalRange::of(question.entries);
    for &UserAnswer { answer, deviation } in &question.answers {
        let mut add = |sentence| clues.push(Clue { answer, sentence });
        let found = findings.iter().find(|finding| finding.answer == answer);
        let known = right.or(found.map(|finding| finding.rules));
        let deviates = |rules: Rules| Deviation::of(answer, totals[rules]);
        let under = known.map_or(question.rules_asked(), |rules| vec![rules]);
        let is_false = |told: &Deviation| under.iter().all(|&rules| deviates(rules) != Some(*told));
        if let Some(told) = deviation.filter(is_false) {
            add(match deviates(known.unwrap_or(rules)) {
                None => format!(
                    "but {answer} was called too {told}: was it given for part {}, and is this the input that \
                     the site gave you?",
                    rules.part()
                ),
                Some(is) => format!(
                    "{answer} cannot be too {told} for this input: it is too {is}. Did you mix up low and high, \
                     or was the answer for another input?"
                ),
            });
        }
        let Some(deviation) = deviates(rules).filter(|_| known.is_none()) else { continue };
        if !(least as u128..=most as u128).contains(&answer) {
            add(format!(
                "no order of your hands gives {answer}: it is too {deviation} for any of them, so look at how you read bids \
                 and add up winnings (S8 in docs/mistakes.md)"
            ));
        } else if answer.abs_diff(totals[rules]).checked_rem(bids) == Some(0) {
            add(format!(
                "you get {answer} if every rank is too {deviation} by the same number: the weakest hand has rank 1"
            ));
        }
        add(format!(
            "none of the {} wrong programs tried gives {answer}",
            grouped(candidates as u128)
        ));
    }
    clues
}
