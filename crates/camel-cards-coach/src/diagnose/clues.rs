//! What is known of an answer besides findings: what it cannot be, and what it
//! looks like. No clue tells the right total, nor how far from it an answer is.

use camel_cards::{PerRules, Rules};
use serde::Serialize;

use super::{
    evidence::TotalRange,
    finding::Finding,
    question::{Deviation, Question, UserAnswer},
};
use crate::wording::grouped;

/// Something that is known of an answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
#[non_exhaustive]
pub struct Clue {
    /// The answer.
    #[serde(skip)]
    pub answer: u128,
    /// What is known of it, in a sentence.
    pub sentence: String,
}

/// Returns the clues for the answers, one of which may be right under the rules of `right`. Wrong ones without a
/// finding have the most.
pub(crate) fn clues(
    question: &Question<'_>,
    right: Option<Rules>,
    rules: Rules,
    totals: PerRules<u128>,
    findings: &[Finding],
    candidates: usize,
) -> Vec<Clue> {
    let mut clues = Vec::new();
    for &UserAnswer { answer, deviation } in &question.answers {
        let found = findings.iter().filter(|finding| finding.answer == answer);
        let mut told_under: Vec<Rules> =
            right.into_iter().chain(found.map(|finding| finding.rules)).collect();
        let expected = totals[*told_under.first().unwrap_or(&rules)];
        if told_under.is_empty() {
            told_under = question.rules_asked();
        }
        let mut sentences = Vec::new();
        let is_false = |told: &Deviation| {
            told_under.iter().all(|&rules| Deviation::of(answer, totals[rules]) != Some(*told))
        };
        if let Some(told) = deviation.filter(is_false) {
            sentences.push(match Deviation::of(answer, expected) {
                None => format!(
                    "but {answer} was called too {told}: was it given for part {}, and is this the input that \
                     the site gave you?",
                    rules.part()
                ),
                Some(deviation) => format!(
                    "{answer} cannot be too {told} for this input: it is too {deviation}. Did you mix up low and high, \
                     or was the answer for another input?"
                ),
            });
        }
        if right.is_none() && !findings.iter().any(|finding| finding.answer == answer) {
            let bids = question.sum_of_bids();
            let from_one =
                |given: &&UserAnswer| bids > 0 && given.answer.checked_sub(bids) == Some(answer);
            sentences.extend(question.answers.iter().find(from_one).map(|other| {
                format!(
                    "{answer} is less than {} by the sum of all bids: the ranks of one begin at 0, those of the other \
                     at 1",
                    other.answer
                )
            }));
            sentences.extend(unexplained(answer, question, rules, totals));
            let candidates = grouped(candidates as u128);
            sentences.push(format!("none of {candidates} wrong solutions gives {answer}"));
        }
        clues.extend(sentences.into_iter().map(|sentence| Clue { answer, sentence }));
    }
    clues
}

fn unexplained(
    answer: u128,
    question: &Question<'_>,
    rules: Rules,
    totals: PerRules<u128>,
) -> Vec<String> {
    let Some(deviation) = Deviation::of(answer, totals[rules]) else { return Vec::new() };
    let distance = answer.abs_diff(totals[rules]);
    let mut clues = Vec::new();
    let TotalRange { least, most } = TotalRange::of(question.entries);
    if !i128::try_from(answer).is_ok_and(|answer| least <= answer && answer <= most) {
        clues.push(format!(
            "no ranking of these entries gives {answer}, which is too {deviation} for any: it is not a matter of order \
             alone (S8)"
        ));
    }

    clues.push(if distance.is_multiple_of(question.sum_of_bids()) {
        format!("you get {answer} if every rank is too {deviation} by the same number: the weakest hand has rank 1")
    } else {
        format!(
            "{answer} is neither the answer under the other rules, nor a published example's, nor off by a multiple \
             of the sum of bids"
        )
    });
    clues
}

#[cfg(test)]
mod tests {
    use camel_cards::Entry;

    use super::*;

    #[test]
    fn answers_whose_ranks_begin_at_0_and_at_1_are_told() {
        let entries: Vec<_> =
            camel_cards::entries(b"QQQJA 10\nKTJJT 20\n").collect::<Result<_, _>>().unwrap();
        let told = |entries: &[_], answers: [u128; 2]| {
            let answers = answers.map(|answer| UserAnswer::new(answer, None)).into();
            let question = Question::new(entries, answers);
            let totals = question.right_totals().unwrap();
            let clues = clues(&question, None, Rules::Standard, totals, &[], 0);
            let begin = clues.into_iter().filter(|one| one.sentence.contains("begin at 0"));
            begin.map(|clue| (clue.answer, clue.sentence)).collect::<Vec<_>>()
        };
        let sentence = "77 is less than 107 by the sum of all bids: the ranks of one begin at 0, those of the other \
                        at 1";
        assert_eq!(told(&entries, [107, 77]), [(77, sentence.to_owned())]);
        assert_eq!(told(&entries, [107, 78]), []);
        let without_bids: Vec<_> = entries.iter().map(|one| Entry { bid: 0, ..*one }).collect();
        assert_eq!(told(&without_bids, [77, 77]), []);
    }
}
