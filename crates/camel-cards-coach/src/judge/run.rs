//! Inputs to run a solution on, and what a run of it comes to.

use std::time::Duration;

use anstream::adapter::strip_str;
use camel_cards::Rules;
use serde::Serialize;

/// What is known of a solution before it is judged.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct JudgeOptions {
    /// The rules that are judged; `None`, the default, finds out by its answers.
    pub rules: Option<Rules>,
    /// What the solution is called: `part2.py` tells which part it is, if the answers do not.
    pub name: String,
    /// Whether both parts are promised: then one that is not answered has failed. Else it is found
    /// out how many it answers.
    pub both: bool,
    /// Whether failures on unusual inputs count.
    pub strict: bool,
    /// Where the random numbers start; at 1 if nothing else is said.
    pub seed: Option<u64>,
    /// How long the first run may take; a minute if nothing else is said. Later ones may take several times as long as the
    /// slowest before, and no longer than this.
    pub timeout: Option<Duration>,
}

/// Inputs to run a solution on, in any order or side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Batch {
    /// The inputs, at least one.
    pub inputs: Vec<String>,
    /// How long each run may take. A front that cannot stop a run may ignore it.
    pub limit: Duration,
    /// What the runs are for, and what is known by now, in a few words.
    pub purpose: String,
}

/// One run of a solution on one input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// What it printed, or returned: its answers are found in this, whatever else it says. A front
    /// that has them apart writes `Part 1: 6440` and `Part 2: 5905`, a line each.
    pub printed: String,
    /// Whether the solution returned its answers instead of printing them. A returned pair is part 1, then part 2, and
    /// both count. Printed ones may be in another order, or have a 0 for a part that is not done.
    pub returned: bool,
    /// What it said of an error, such as its standard error.
    pub said: String,
    /// How many bytes were left out of the middle of what it printed.
    pub cut: u64,
    /// How it ended.
    pub end: RunEnd,
    /// How long it took.
    pub time: Duration,
}

impl Run {
    pub(crate) fn is_late(&self) -> bool {
        self.end == RunEnd::TimedOut
    }

    /// Whether it failed because two values are not equal, as its author says by an assertion or in a test.
    pub(crate) fn fails_assertion(&self) -> bool {
        let text = format!("{}{}", self.printed, self.said).to_lowercase();
        let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
        let is_compared =
            has(&["expected", "want"]) && has(&["actual", "received", "got", "but was"]);
        matches!(self.end, RunEnd::Failed(_)) && (has(&["assert"]) || is_compared)
    }

    /// Whether a sort noticed that the comparison it was given is no order. Rust's, Java's and .NET's do.
    pub(crate) fn has_no_order(&self) -> bool {
        let words = ["total order", "general contract", "IComparer"];
        words.iter().any(|words| self.said.contains(words))
    }
}

/// How a run ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum RunEnd {
    /// As it should.
    #[default]
    Ended,
    /// It failed: `ended with exit status 1`, `raised ValueError: …`.
    Failed(String),
    /// It took longer than the [`Batch`]'s limit.
    TimedOut,
}

/// How lines of an input end, where that is not as the puzzle's site writes them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LineEnds {
    /// Whether there is no newline behind the last line.
    pub without_last_newline: bool,
    /// Whether lines end with `\r\n`.
    pub with_carriage_returns: bool,
}

impl LineEnds {
    /// Returns how the lines of an input end.
    pub fn of(input: &[u8]) -> LineEnds {
        LineEnds {
            without_last_newline: !input.is_empty() && !input.ends_with(b"\n"),
            with_carriage_returns: input.windows(2).any(|end| end == b"\r\n"),
        }
    }

    /// Writes an input with lines that end so. An empty line at the end stays, and other line ends than `\n` do.
    pub fn written(self, input: &str) -> String {
        let is_cut = self.without_last_newline && !input.ends_with("\n\n");
        let input = if is_cut { input.trim_end_matches(['\r', '\n']) } else { input };
        let has_returns = self.with_carriage_returns && !input.contains('\r');
        input.replace('\n', if has_returns { "\r\n" } else { "\n" })
    }
}

/// How many lines are shown.
const LINES: usize = 8;

/// The last lines of what was printed that are not empty and no place of a stack, without what would
/// do more than print.
pub(crate) fn last_lines(printed: &str) -> Vec<String> {
    let is_place = |line: &str| line.starts_with("at ") || line.starts_with("from ");
    let printed = strip_str(printed).to_string();
    let lines = printed.lines().filter(|line| !line.trim().is_empty() && !is_place(line.trim()));
    let mut lines: Vec<String> =
        lines.map(|line| line.chars().filter(|char| !char.is_control()).collect()).collect();
    lines.drain(..lines.len().saturating_sub(LINES));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_with_the_error_is_shown_and_not_the_stack_behind_it() {
        let stack = "    at run (node:internal)\n".repeat(9);
        let said =
            format!("x.js:3\nlet a = ;\n        ^\n\nSyntaxError: no\n{stack}\nNode.js v22\n");
        let lines = ["x.js:3", "let a = ;", "        ^", "SyntaxError: no", "Node.js v22"];
        assert_eq!(last_lines(&said), lines);
        let said = "Traceback:\n  File x\nValueError: no\n";
        assert_eq!(last_lines(said), ["Traceback:", "  File x", "ValueError: no"]);
    }
}
