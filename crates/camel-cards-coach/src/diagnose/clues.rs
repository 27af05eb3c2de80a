//! What is known of an answer besides findings: what it cannot be, and what it
//! looks like.

use camel_cards::{Entry, PerRules, Rules};

use super::{
    finding::Finding,
    question::{Deviation, Question, UserAnswer},
    totals::TotalRange,
};
use crate::solution::Solution;

/// Something that is known of an answer. Its `Display` says it in a sentence.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Clue {
    /// The answer.
    pub answer: u128,
    /// What is known of it.
    pub kind: ClueKind,
}

/// What is known of an answer.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ClueKind {
    /// The answer is right under these rules and was called wrong.
    RightButRejected(Deviation, Rules),
    /// What was told is not true under any of the rules asked about, or under those
    /// of an answer that is right; the right total is this.
    CannotBe(Deviation, u128),
    /// The answer is wrong by so much.
    OffBy(Deviation, u128),
    /// No ranking of the entries gives the answer (S8): any gives a total from
    /// `least` to `most`.
    OutOfRange {
        /// The least total of any ranking.
        least: i128,
        /// The greatest total of any ranking.
        most: i128,
    },
    /// The answer is off by a multiple of the sum of all bids.
    EveryRankOff {
        /// The direction.
        deviation: Deviation,
        /// By how many ranks.
        ranks: u128,
        /// The sum of all bids.
        bids: u128,
    },
    /// The answer is less than another one that was tried, which is this, by the sum of all bids, which is the second.
    FromZero(u128, u128),
    /// The answer is off by the winnings of one entry, with its place in the input from 1.
    WinningsOf(Deviation, usize, Entry),
    /// The answer is the total without one entry, with its place in the input from 1.
    Without(usize, Entry),
    /// The answer is the right total, mistyped.
    Mistyped(Slip),
    /// The answer is neither that of the other rules, which is this, nor a published example's, nor off by one
    /// entry's winnings or a multiple of the sum of bids.
    Unknown(u128),
}

/// How a number was mistyped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Slip {
    /// A digit is missing.
    DigitMissing,
    /// There is a digit too many.
    DigitTooMany,
    /// One digit is wrong.
    DigitWrong,
    /// Two neighbouring digits are swapped.
    DigitsSwapped,
}

/// Returns a clue for each answer of which something was told that is not true.
pub(crate) fn for_right_answer(
    question: &Question<'_>,
    rules: Rules,
    totals: PerRules<u128>,
) -> Vec<Clue> {
    let total = totals[rules];
    let clue = |&UserAnswer { answer, deviation }: &UserAnswer| {
        let deviation = deviation.filter(|told| !told.is_true(answer, total))?;
        let kind = match answer == total {
            true => ClueKind::RightButRejected(deviation, rules),
            false => ClueKind::CannotBe(deviation, total),
        };
        Some(Clue { answer, kind })
    };
    question.answers.iter().filter_map(clue).collect()
}

/// Returns the clues for wrong answers. Those without a finding have the most.
pub(crate) fn for_wrong_answers(
    question: &Question<'_>,
    rules: Rules,
    totals: PerRules<u128>,
    findings: &[Finding],
) -> Vec<Clue> {
    let expected = totals[rules];
    let mut clues = Vec::new();
    for given in &question.answers {
        let answer = given.answer;
        if let Some(deviation) = given.deviation {
            let opposite = deviation.opposite();
            let contradicted = |rules| opposite.is_true(answer, totals[rules]);
            if question.rules_asked().into_iter().all(contradicted) {
                clues.push(Clue { answer, kind: ClueKind::CannotBe(deviation, expected) });
            }
        }
        if !findings.iter().any(|finding| finding.answer == answer) {
            let bids: u128 = question.entries.iter().map(|entry| u128::from(entry.bid)).sum();
            let from_one =
                |given: &&UserAnswer| bids > 0 && given.answer.checked_sub(bids) == Some(answer);
            if let Some(other) = question.answers.iter().find(from_one) {
                clues.push(Clue { answer, kind: ClueKind::FromZero(other.answer, bids) });
            }
            let kinds = unexplained(answer, question.entries, rules, totals);
            clues.extend(kinds.into_iter().map(|kind| Clue { answer, kind }));
        }
    }
    clues
}

fn unexplained(
    answer: u128,
    entries: &[Entry],
    rules: Rules,
    totals: PerRules<u128>,
) -> Vec<ClueKind> {
    let expected = totals[rules];
    let distance = answer.abs_diff(expected);
    let deviation = if answer < expected { Deviation::TooLow } else { Deviation::TooHigh };
    let mut clues = vec![ClueKind::OffBy(deviation, distance)];
    let TotalRange { least, most } = TotalRange::of(entries);
    if !i128::try_from(answer).is_ok_and(|answer| least <= answer && answer <= most) {
        clues.push(ClueKind::OutOfRange { least, most });
    }

    let certain = clues.len();
    let bids: u128 = entries.iter().map(|entry| u128::from(entry.bid)).sum();
    if bids > 0 && distance.is_multiple_of(bids) {
        clues.push(ClueKind::EveryRankOff { deviation, ranks: distance / bids, bids });
    }
    // The bids of all that are stronger, which each would rank one lower without an entry.
    let mut above = 0;
    for (place, i) in Solution::right(rules).order(entries).into_iter().enumerate().rev() {
        let bid = u128::from(entries[i].bid);
        let own = (place as u128 + 1) * bid;
        if distance == own {
            clues.push(ClueKind::WinningsOf(deviation, i + 1, entries[i]));
        } else if deviation == Deviation::TooLow && distance == own + above {
            clues.push(ClueKind::Without(i + 1, entries[i]));
        }
        above += bid;
    }
    clues.extend(slip(&answer.to_string(), &expected.to_string()).map(ClueKind::Mistyped));
    if clues.len() == certain {
        clues.push(ClueKind::Unknown(totals[rules.other()]));
    }
    clues
}

/// How one number was mistyped as another.
fn slip(typed: &str, right: &str) -> Option<Slip> {
    let without = |digits: &str, i: usize| format!("{}{}", &digits[..i], &digits[i + 1..]);
    if typed.len() + 1 == right.len() && (0..right.len()).any(|i| without(right, i) == typed) {
        return Some(Slip::DigitMissing);
    }
    if right.len() + 1 == typed.len() && (0..typed.len()).any(|i| without(typed, i) == right) {
        return Some(Slip::DigitTooMany);
    }
    if typed.len() != right.len() {
        return None;
    }
    let (typed, right) = (typed.as_bytes(), right.as_bytes());
    let differ: Vec<usize> = (0..right.len()).filter(|&i| typed[i] != right[i]).collect();
    match differ[..] {
        [_] => Some(Slip::DigitWrong),
        [i, j] if j == i + 1 && typed[i] == right[j] && typed[j] == right[i] => {
            Some(Slip::DigitsSwapped)
        }
        _ => None,
    }
}
