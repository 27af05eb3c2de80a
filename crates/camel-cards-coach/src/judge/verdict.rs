//! The result of judging, as values. `wording/verdict.rs` writes them as text.

use std::time::Duration;

use camel_cards::{Entry, Rules};
use serde::Serialize;

use super::{
    plan::Sample,
    run::{LineEnds, last_lines},
};
use crate::diagnose::finding::Finding;

/// The verdict in one word, best first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum VerdictKind {
    /// It is right on twelve inputs like the puzzle's.
    #[default]
    Right,
    /// It gives a wrong total for one of them.
    Wrong,
    /// It answers some inputs and fails on others.
    Crash,
    /// It takes too long.
    Timeout,
    /// It never prints a number.
    #[serde(rename = "no answer")]
    NoAnswer,
    /// It prints the same for every input, so nothing was judged.
    #[serde(rename = "not read")]
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

/// The verdict on a program.
#[derive(Clone, Default, Serialize)]
#[non_exhaustive]
pub struct Verdict {
    /// The verdict on the first part that fails, or on all parts if none fails.
    #[serde(flatten)]
    pub part: PartVerdict,
    /// The verdict on the other part, if it differs.
    pub other: Option<PartVerdict>,
    /// The number of runs.
    pub runs: usize,
    /// The line ends of the inputs. There is no newline at the end if the program takes the empty
    /// text after it for a hand.
    #[serde(flatten)]
    pub line_ends: LineEnds,
    /// Failures on unusual inputs, in a few words each. They count only if judging is strict.
    pub beyond: Vec<String>,
    /// Whether the part of a wrong answer is a guess.
    pub rules_are_guessed: bool,
    /// Whether the program answers one part, and the options do not name that part.
    #[serde(skip)]
    pub only_part: bool,
    /// The time of the slowest run that ended.
    #[serde(skip)]
    pub slowest_run: Duration,
}

/// The verdict on one part, or on both if it is the same.
#[derive(Clone, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct PartVerdict {
    /// The verdict in one word.
    #[serde(rename = "verdict")]
    pub kind: VerdictKind,
    /// The line that the answer was read from. For a right program, one line per part, for the puzzle's example. For a
    /// program that does not read its input, what it prints each time.
    pub read: Option<String>,
    /// Its answer. A verdict has only wrong ones.
    pub answered: Option<String>,
    /// A different answer to the same input in another run.
    pub answered_another_time: Option<String>,
    /// How it failed instead of answering.
    pub failure: Option<String>,
    /// The rules that it is about, part 1 first; empty if the program gives no answer.
    pub rules: Vec<Rules>,
    /// An input that the program fails on, as it was given.
    pub input: Option<String>,
    /// False if shrinking stopped before it tried to leave out each line.
    pub is_smallest: bool,
    /// The right total of this input, or two separated by a blank if it is about both parts.
    pub expected: Option<String>,
    /// The last lines of its error message for this input, without the stack trace.
    pub stderr: Vec<String>,
    /// The mistakes that give all answers that were compared, simplest first.
    pub findings: Vec<Finding>,
    /// The entries of the input.
    #[serde(skip)]
    pub entries: Vec<Entry>,
    /// What it printed for this input.
    #[serde(skip)]
    pub printed: String,
}

impl PartVerdict {
    /// Returns what is known of a run before its answers are compared.
    pub(super) fn new(rules: &[Rules], sample: &Sample) -> PartVerdict {
        let Sample { input, run, .. } = sample;
        let totals = rules.iter().map(|&rules| input.totals[rules].to_string());
        PartVerdict {
            rules: rules.to_vec(),
            input: Some(input.text.clone()),
            expected: (!rules.is_empty()).then(|| totals.collect::<Vec<_>>().join(" ")),
            stderr: last_lines(&run.said),
            entries: input.entries.clone(),
            printed: run.printed.clone(),
            ..PartVerdict::default()
        }
    }
}
