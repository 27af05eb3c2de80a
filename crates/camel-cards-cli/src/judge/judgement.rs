use std::time::Duration;

use camel_cards::{Entry, PerRules, Rules};

use super::{
    answers::Answers,
    inputs::{InputKind, InputVariant},
    mistake::NamedMistake,
    outcome::Outcome,
    timings::Timings,
};

/// How many lines of standard error are shown, the last ones.
const STDERR_LINES: usize = 8;

/// What is known of a program.
pub(crate) struct Judgement {
    pub(crate) answers: Answers,
    /// Whose answers it prints, in this order. Both, too, if it prints one and nobody knows which.
    pub(crate) rules: Vec<Rules>,
    /// The time that it has for an input.
    pub(crate) timeout: Duration,
    /// How many inputs there are.
    pub(crate) inputs: usize,
    /// The inputs it was right on.
    pub(crate) passed: Vec<InputKind>,
    pub(crate) failing: Option<Failing>,
    /// What it answers to everything, if it does.
    pub(crate) only_answer: Option<String>,
    pub(crate) mistake: Option<NamedMistake>,
    pub(crate) variants: Vec<(InputVariant, Outcome)>,
    pub(crate) timings: Timings,
}

/// An input that the program fails on.
#[derive(Clone)]
pub(crate) struct Failing {
    pub(crate) entries: Vec<Entry>,
    pub(crate) totals: PerRules<u128>,
    pub(crate) outcome: Outcome,
    pub(crate) stderr: Vec<u8>,
    /// There was no interrupt while it was made smaller.
    pub(crate) is_smallest: bool,
}

impl Judgement {
    /// Whether it prints one answer, and nobody knows yet under which of the rules.
    pub(crate) fn rules_are_open(&self) -> bool {
        self.rules.len() > self.answers.count()
    }

    /// Whose answers an outcome is about; none if nobody knows.
    pub(crate) fn rules_of(&self, outcome: &Outcome) -> Vec<Rules> {
        match outcome {
            Outcome::Wrong { rules, .. } => vec![*rules],
            _ if self.rules_are_open() => Vec::new(),
            _ => self.rules.clone(),
        }
    }
}

impl Failing {
    /// The last lines on standard error, without what would do more than print.
    pub(crate) fn last_lines(&self) -> Vec<String> {
        let printed = anstream::adapter::strip_bytes(&self.stderr).into_vec();
        let lines = String::from_utf8_lossy(&printed);
        let lines: Vec<&str> = lines.lines().filter(|line| !line.trim().is_empty()).collect();
        (lines[lines.len().saturating_sub(STDERR_LINES)..].iter())
            .map(|line| line.chars().filter(|char| !char.is_control()).collect())
            .collect()
    }
}
