use std::{
    cmp::Ordering,
    sync::atomic::{self, AtomicU64},
};

use camel_cards::{Entry, Overflow, PerRules, Rules, Tally, Ties};

/// What somebody wants to know about their answers.
#[derive(Clone, Debug)]
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
    /// Where the search keeps how much of it is done, in thousandths; `None` at first.
    pub progress: Option<&'a AtomicU64>,
    /// Whether all that gives an answer is wanted, however unsure: for somebody who has other evidence;
    /// `false` at first.
    pub(crate) all_leads: bool,
    /// Whether mistakes made together are tried, too.
    pub(crate) pairs: bool,
}

/// Above this many entries no pairs of mistakes are tried.
const ENTRIES_MAX_PAIRS: usize = 10_000;

/// Above this many entries only mistakes are tried that people were seen to make.
const ENTRIES_MAX_UNSEEN: usize = 100_000;

impl<'a> Question<'a> {
    /// Asks about the answers that were tried for an input, under either rules.
    pub fn new(entries: &'a [Entry], answers: Vec<UserAnswer>) -> Question<'a> {
        Question {
            entries,
            byte_order_mark: false,
            rules: None,
            answers,
            progress: None,
            all_leads: false,
            pairs: true,
        }
    }

    /// Whether the input is small enough for mistakes that nobody was seen to make.
    pub(crate) fn has_unseen(&self) -> bool {
        self.entries.len() <= ENTRIES_MAX_UNSEEN
    }

    /// Whether mistakes made together are tried.
    pub(crate) fn has_pairs(&self) -> bool {
        self.pairs && self.entries.len() <= ENTRIES_MAX_PAIRS
    }

    /// Says what is not tried because the input is large.
    pub(crate) fn not_tried(&self) -> &'static str {
        if !self.has_unseen() {
            "not tried, because there are so many hands: changes that nobody was seen to make, and any two together"
        } else if self.entries.len() > ENTRIES_MAX_PAIRS {
            "not tried, because there are so many hands: any two changes together"
        } else {
            ""
        }
    }

    /// Returns the right total winnings under each of the rules, if no sum of the search passes
    /// 2¹²⁷ − 1.
    pub(crate) fn right_totals(&self) -> Result<PerRules<u128>, Overflow> {
        let bound =
            self.sum_of_bids().checked_mul(self.entries.len() as u128 + 2).ok_or(Overflow)?;
        i128::try_from(bound).map_err(|_| Overflow)?;
        Ok(Tally::from_iter(self.entries.iter().copied()).score(Ties::Ordinal)?.winnings)
    }

    pub(crate) fn report(&self, done: usize) {
        if let Some(progress) = self.progress {
            progress.store(done as u64, atomic::Ordering::Relaxed);
        }
    }

    /// Returns the rules that come into question.
    pub(crate) fn rules_asked(&self) -> Vec<Rules> {
        self.rules.map_or(Rules::ALL.to_vec(), |rules| vec![rules])
    }

    pub(crate) fn sum_of_bids(&self) -> u128 {
        self.entries.iter().map(|entry| u128::from(entry.bid)).sum()
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
