//! What judging comes to: values only. `wording/verdict.rs` makes sentences of them.

use camel_cards::{Entry, Hand, HandType, PerRules, Rules};
use serde::Serialize;

use super::{
    numbers::numbers,
    plan::Sample,
    run::{LineEnds, Run, last_lines},
};
use crate::diagnose::finding::Finding;

/// What a solution is, in one word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum VerdictKind {
    /// It is right on twelve inputs like the puzzle's.
    #[default]
    Right,
    /// It gives a wrong total for one.
    Wrong,
    /// It answers some inputs and fails on others.
    Crash,
    /// It takes too long.
    Timeout,
    /// It never prints a number.
    #[serde(rename = "no answer")]
    NoAnswer,
    /// It prints the same whatever its input is: nothing was judged.
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

/// What is known of a solution.
#[derive(Clone, Default, Serialize)]
#[non_exhaustive]
pub struct Verdict {
    /// The verdict on the first part that fails; if none does, on all.
    #[serde(flatten)]
    pub part: PartVerdict,
    /// The verdict on the other part, where it differs.
    pub other: Option<PartVerdict>,
    /// How many times the solution was run.
    pub runs: usize,
    /// How many runs failed and then worked on the same input.
    pub not_counted: usize,
    /// The line ends of the inputs: no newline at the end if it reads the empty text after that as a hand, and `\r\n` if
    /// it splits only there.
    #[serde(flatten)]
    pub line_ends: LineEnds,
    /// Whether its answers are on standard error, as no number is on standard output.
    pub is_on_stderr: bool,
    /// Whether every run ends with a failed assertion: it compares its answers with some that are written in it.
    pub asserts: bool,
    /// The most bytes of output that were left unread in one run.
    pub cut: u64,
    /// Whether a sort said that its comparison is no order.
    pub has_no_order: bool,
    /// Failures on unusual inputs, in a few words each. They count only if judging is strict.
    pub beyond: Vec<String>,
    /// Whether nothing tells for sure which part a wrong answer is for: it is a guess.
    pub rules_are_guessed: bool,
    /// Whether the solution answers one part, and nobody asked for that one.
    #[serde(skip)]
    pub only_part: bool,
}

impl Verdict {
    /// Whether a run on an input with these totals shows them, wherever they stand, for the rules that were judged.
    pub fn has_totals(&self, run: &Run, totals: PerRules<u128>) -> bool {
        let text = if self.is_on_stderr { &run.said } else { &run.printed };
        self.part.rules.iter().all(|&rules| {
            let total = totals[rules];
            numbers(text, &(total..=total)).iter().any(|one| one.is(total))
        })
    }
}

/// What is known of one part, or of both where it is the same.
#[derive(Clone, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct PartVerdict {
    /// What came of it.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// Whose answers it is about, part 1 first; none if it gives no answer.
    pub rules: Vec<Rules>,
    /// An input that it fails on, as it read it.
    pub input: Option<String>,
    /// False if shrinking stopped before leaving out each line was tried.
    pub is_smallest: bool,
    /// The right total there; two with a blank between if it is about both parts.
    pub expected: Option<String>,
    /// What it said of the error there: the last lines, without the stack.
    pub stderr: Vec<String>,
    /// What gives all answers that were compared, simplest first.
    pub findings: Vec<Finding>,
    /// How many answers they were compared with.
    pub answers_compared: usize,
    /// Where no mistake is named: hands that do not rank among those of their type.
    pub misjudged: Vec<Misjudged>,
    /// The entries of the input.
    #[serde(skip)]
    pub entries: Vec<Entry>,
    /// What it printed there.
    #[serde(skip)]
    pub printed: String,
}

impl PartVerdict {
    pub(super) fn new(rules: &[Rules], sample: &Sample, outcome: Outcome) -> PartVerdict {
        let Sample { input, run } = sample.clone();
        let totals = rules.iter().map(|&rules| input.totals[rules].to_string());
        PartVerdict {
            outcome,
            rules: rules.to_vec(),
            input: Some(input.text),
            expected: (!rules.is_empty()).then(|| totals.collect::<Vec<_>>().join(" ")),
            stderr: last_lines(&run.said),
            entries: input.entries,
            printed: run.printed,
            ..PartVerdict::default()
        }
    }
}

/// What came of one input, or of judging a part.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Outcome {
    /// In one word.
    #[serde(rename = "verdict")]
    pub kind: VerdictKind,
    /// The line that the answer was read from. If it is right, for the example, a line for each part;
    /// if it was not read, what it prints each time.
    pub read: Option<String>,
    /// The wrong answer.
    pub answered: Option<String>,
    /// What it answered to the same input at another time, if that differs.
    pub answered_another_time: Option<String>,
    /// How it failed instead of answering.
    pub failure: Option<String>,
}

/// A hand that the solution ranks elsewhere than among the hands of its type, by its own answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Misjudged {
    /// The hand.
    pub hand: Hand,
    /// The type it ranks as; `None` if it is between types.
    pub plays_as: Option<HandType>,
    /// A hand that it ranks above: the strongest that was tried.
    pub above: Option<Hand>,
    /// Its type.
    #[serde(rename = "type")]
    pub right: HandType,
}
