use camel_cards::{Entry, Rules};

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
    /// The answers that they tried, at least one.
    pub tried: Vec<Tried>,
    /// Whether all that gives an answer is wanted, however unsure: for somebody who has other evidence;
    /// `false` at first.
    pub all_leads: bool,
}

impl<'a> Question<'a> {
    /// Asks about the answers that were tried for an input, under either rules.
    pub fn new(entries: &'a [Entry], tried: Vec<Tried>) -> Question<'a> {
        Question { entries, byte_order_mark: false, rules: None, tried, all_leads: false }
    }

    /// Returns the rules that come into question.
    pub(crate) fn rules_asked(&self) -> Vec<Rules> {
        self.rules.map_or(Rules::ALL.to_vec(), |rules| vec![rules])
    }
}

/// An answer that somebody tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tried {
    /// The answer.
    pub answer: u128,
    /// What the puzzle's site told them about it, if known.
    pub told: Option<Told>,
}

impl Tried {
    /// An answer, and what somebody was told about it.
    pub fn new(answer: u128, told: Option<Told>) -> Tried {
        Tried { answer, told }
    }
}

/// What the puzzle's site tells about a wrong answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// The answer is too low.
    TooLow,
    /// The answer is too high.
    TooHigh,
}

impl Told {
    pub(crate) fn opposite(self) -> Told {
        match self {
            Told::TooLow => Told::TooHigh,
            Told::TooHigh => Told::TooLow,
        }
    }

    /// Whether it is true of an answer where `right` is right.
    pub(crate) fn is_true(self, answer: u128, right: u128) -> bool {
        match self {
            Told::TooLow => answer < right,
            Told::TooHigh => answer > right,
        }
    }
}
