//! What judging comes to: values only. `report.rs` makes sentences of them.

use camel_cards::{Entry, Hand, HandType, PerRules, Rules};

use super::{
    plan::{Sample, TestInput},
    run::{Run, last_lines},
};
use crate::Finding;

/// What a solution is, in one word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum VerdictKind {
    /// It is right on all inputs that the puzzle's site can give.
    #[default]
    Right,
    /// It gives a wrong total for one.
    Wrong,
    /// It answers some inputs and fails on others.
    Crash,
    /// It takes too long.
    Timeout,
    /// It never prints a number.
    NoAnswer,
    /// It prints the same whatever its input is: nothing was judged.
    NotRead,
}

impl VerdictKind {
    /// Returns the name: `right`, `wrong`, `crash`, `timeout`, `no answer` or `not read`.
    pub const fn name(self) -> &'static str {
        match self {
            VerdictKind::Right => "right",
            VerdictKind::Wrong => "wrong",
            VerdictKind::Crash => "crash",
            VerdictKind::Timeout => "timeout",
            VerdictKind::NoAnswer => "no answer",
            VerdictKind::NotRead => "not read",
        }
    }
}

/// What is known of a solution.
#[derive(Clone, Default)]
#[non_exhaustive]
pub struct Verdict {
    /// In one word: that of the first part that fails.
    pub kind: VerdictKind,
    /// The rules whose answers were judged, part 1 first; none if it gives no answer.
    pub rules: Vec<Rules>,
    /// Whether nothing tells for sure which part a wrong answer is for: `rules` is a guess.
    pub rules_are_guessed: bool,
    /// The lines that the answers were read from, one for each of `rules`; for `not read`, what it
    /// prints each time.
    pub read: Vec<String>,
    /// The inputs that it fails on, one for each part that fails, or one for both.
    pub counterexamples: Vec<Counterexample>,
    /// What fails beyond the puzzle, each in a few words. Without this, it may still be right.
    pub beyond: Vec<Beyond>,
    /// Whether it was judged without the newline at the end of an input, because with it the empty
    /// piece behind is read as a hand.
    pub without_last_newline: bool,
    /// How many times it was run.
    pub runs: usize,
    /// How many runs failed and then worked on the same input.
    pub not_counted: usize,
    /// What it printed for the puzzle's example.
    pub example: Run,
}

/// An input that a solution fails on.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Counterexample {
    /// Whose answers it is about.
    pub rules: Vec<Rules>,
    /// The input.
    pub entries: Vec<Entry>,
    /// The input as the solution read it.
    pub text: String,
    /// The right totals.
    pub totals: PerRules<u128>,
    /// What came of it.
    pub outcome: Outcome,
    /// The run.
    pub run: Run,
    /// Whether no simpler input was found to fail in the same way, though all were tried.
    pub is_smallest: bool,
    /// What gives all answers that were compared, simplest first.
    pub findings: Vec<Finding>,
    /// How many answers were compared, if a mistake was looked for.
    pub answers: usize,
    /// Where no mistake is named: hands that play as another type than they are.
    pub misjudged: Vec<Misjudged>,
}

impl Counterexample {
    pub(super) fn new(rules: Vec<Rules>, sample: Sample, outcome: Outcome) -> Counterexample {
        let Sample { input: TestInput { entries, text, totals }, run } = sample;
        let rest = Counterexample::default();
        Counterexample { rules, entries, text, totals, outcome, run, ..rest }
    }

    /// Returns the last lines that were said of the error, without its stack.
    pub fn error_lines(&self) -> Vec<String> {
        last_lines(&self.run.said)
    }
}

/// What came of one input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Outcome {
    /// The right total.
    #[default]
    Right,
    /// Another.
    Wrong {
        /// What was answered.
        answer: String,
        /// The line that it was read from.
        line: String,
        /// What it answered to the same input at another time, if that differs.
        other_time: Option<String>,
    },
    /// It failed: how.
    Crash(String),
    /// It took too long.
    Timeout,
}

impl Outcome {
    /// Returns the verdict that it comes to.
    pub fn kind(&self) -> VerdictKind {
        match self {
            Outcome::Right => VerdictKind::Right,
            Outcome::Wrong { .. } => VerdictKind::Wrong,
            Outcome::Crash(_) => VerdictKind::Crash,
            Outcome::Timeout => VerdictKind::Timeout,
        }
    }
}

/// A hand that plays as another type than it is, by the solution's own answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Misjudged {
    /// The hand.
    pub hand: Hand,
    /// What it plays as.
    pub plays_as: HandType,
    /// What it is.
    #[cfg_attr(feature = "serde", serde(rename = "type"))]
    pub right: HandType,
}

/// A failure beyond what the puzzle's site gives.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Beyond {
    /// What fails, in a few words.
    pub symptom: String,
    /// The rules whose answers it is about.
    pub rules: Vec<Rules>,
}
