use std::{cmp::Ordering, fmt};

use camel_cards::{Entry, Overflow, PerRules, Rules, Tally, Ties};

/// What somebody wants to know about their answers.
#[derive(Clone)]
#[non_exhaustive]
pub struct Question<'a> {
    /// Their input.
    pub entries: &'a [Entry],
    /// Whether their input begins with a UTF-8 byte-order mark; `false` at first.
    pub byte_order_mark: bool,
    /// The rules that they mean; `None`, as at first, tries both.
    pub rules: Option<Rules>,
    /// The answers that they tried, at least one; none where an order is asked about.
    pub answers: Vec<UserAnswer>,
    /// Called with the progress in thousandths; by default it does nothing. Returning `false` cancels the search:
    /// ignore its result.
    pub progress: &'a dyn Fn(usize) -> bool,
}

impl<'a> Question<'a> {
    /// Asks about the answers that were tried for an input, under either rules.
    pub fn new(entries: &'a [Entry], answers: Vec<UserAnswer>) -> Question<'a> {
        Question { entries, byte_order_mark: false, rules: None, answers, progress: &|_| true }
    }

    /// Returns the right total winnings under each of the rules, if no sum of the search passes
    /// 2¹²⁷ − 1.
    pub(crate) fn right_totals(&self) -> Result<PerRules<u128>, Overflow> {
        let bound =
            self.sum_of_bids().checked_mul(self.entries.len() as u128 + 2).ok_or(Overflow)?;
        i128::try_from(bound).map_err(|_| Overflow)?;
        Ok(Tally::from_iter(self.entries.iter().copied()).score(Ties::Ordinal)?.winnings)
    }

    /// Returns the rules that come into question.
    pub(crate) fn rules_asked(&self) -> Vec<Rules> {
        self.rules.map_or(Rules::ALL.to_vec(), |rules| vec![rules])
    }

    pub(crate) fn sum_of_bids(&self) -> u128 {
        self.entries.iter().map(|entry| u128::from(entry.bid)).sum()
    }
}

impl fmt::Debug for Question<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Question").field("answers", &self.answers).finish_non_exhaustive()
    }
}

/// An answer that somebody tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct UserAnswer {
    /// The answer.
    pub answer: u128,
    /// What the puzzle's site told them about it, if known.
    pub deviation: Option<Deviation>,
}

impl UserAnswer {
    /// An answer, and what somebody was told about it.
    pub fn new(answer: u128, deviation: Option<Deviation>) -> UserAnswer {
        UserAnswer { answer, deviation }
    }
}

/// How a wrong answer differs from the right one, as the puzzle's site tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deviation {
    /// The answer is too low.
    TooLow,
    /// The answer is too high.
    TooHigh,
}

impl Deviation {
    /// Returns how an answer differs where `right` is right; `None` if it does not.
    pub(crate) fn of(answer: u128, right: u128) -> Option<Deviation> {
        match answer.cmp(&right) {
            Ordering::Less => Some(Deviation::TooLow),
            Ordering::Equal => None,
            Ordering::Greater => Some(Deviation::TooHigh),
        }
    }
}
