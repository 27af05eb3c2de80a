//! The verdict on a program, as values.

use std::time::Duration;

use anstream::adapter::strip_str;
use camel_cards::{Entry, Rules};
use serde::Serialize;

use super::{LineEnds, sample::Sample};
use crate::diagnose::finding::Finding;

/// The number of lines shown.
const LINES: usize = 8;

/// The last lines of the output that are not empty and not part of a stack trace, without control
/// characters.
pub(crate) fn last_lines(printed: &str) -> Vec<String> {
    let printed = strip_str(printed).to_string();
    let is_shown = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("at ");
    let lines = printed.lines().filter(is_shown);
    let mut lines: Vec<String> =
        lines.map(|line| line.chars().filter(|char| !char.is_control()).collect()).collect();
    lines.drain(..lines.len().saturating_sub(LINES));
    lines
}

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
    /// It prints no number that depends on its input.
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
    /// The line ends of the inputs. They differ from the site's if the program does better with others.
    #[serde(flatten)]
    pub line_ends: LineEnds,
    /// Failures on unusual inputs, in a few words each. They count only if judging is strict.
    pub beyond: Vec<String>,
    /// Whether the part of a wrong answer is a guess.
    pub rules_are_guessed: bool,
    /// Whether the program answers one part, and the options do not name that part.
    #[serde(skip)]
    pub only_part: bool,
    /// Whether right answers are printed with words that name the other part.
    #[serde(skip)]
    pub names_other_part: bool,
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
    /// Whether only the answers for inputs of a few hands were compared.
    #[serde(skip)]
    pub is_named_by_few: bool,
    /// Whether it is about a function, which returns its answers.
    #[serde(skip)]
    pub returned: bool,
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
            stderr: last_lines(&run.stderr),
            entries: input.entries.clone(),
            printed: run.printed.clone(),
            ..PartVerdict::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::last_lines;

    #[test]
    fn line_with_the_error_is_shown_and_not_the_stack_behind_it() {
        let stack = "    at run (node:internal)\n".repeat(9);
        let said =
            format!("x.js:3\nlet a = ;\n        ^\n\nSyntaxError: no\n{stack}\nNode.js v22\n");
        let lines = ["x.js:3", "let a = ;", "        ^", "SyntaxError: no", "Node.js v22"];
        assert_eq!(last_lines(&said), lines);
        let said = "Traceback:\n  File x\n    from a import b\nImportError: no\n";
        let lines = ["Traceback:", "  File x", "    from a import b", "ImportError: no"];
        assert_eq!(last_lines(said), lines);
    }
}
