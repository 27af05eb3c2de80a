//! Inputs to run a program on, and the result of a run.

use std::time::Duration;

use anstream::adapter::strip_str;
use camel_cards::Rules;
use serde::Serialize;

/// Options for judging a program.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct JudgeOptions {
    /// The rules that are judged; by default (`None`), the judge finds out from the answers.
    pub rules: Option<Rules>,
    /// The name of the program: `part2.py` shows which part it solves, if the answers do not.
    pub name: String,
    /// Whether both parts are required, so that a missing answer is a failure. By default, the
    /// judge finds out how many parts it answers.
    pub both: bool,
    /// Whether failures on unusual inputs count.
    pub strict: bool,
    /// The seed of the random numbers, by default 1.
    pub seed: Option<u64>,
    /// The time limit of the first runs, by default a minute. Later runs may take several times as
    /// long as the slowest run so far, but no longer than this.
    pub timeout: Option<Duration>,
}

/// Inputs to run a program on, in any order or in parallel.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Batch {
    /// The inputs, at least one.
    pub inputs: Vec<String>,
    /// The time limit of each run. A front that cannot stop a run may ignore it.
    pub limit: Duration,
    /// The purpose of the runs, in a few words.
    pub purpose: String,
}

/// One run of a program on one input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// What the program printed or returned. The judge finds the answers in this text. A front
    /// that has them separately writes two lines, `Part 1: 6440` and `Part 2: 5905`.
    pub printed: String,
    /// Whether the program returned its answers instead of printing them. A returned pair is part
    /// 1, then part 2, and both count. Printed answers may be in another order, or contain a 0 for
    /// an unsolved part.
    pub returned: bool,
    /// Its error messages, such as its standard error.
    pub said: String,
    /// How it ended.
    pub end: RunEnd,
    /// The time that it took.
    pub time: Duration,
}

impl Run {
    pub(crate) fn is_late(&self) -> bool {
        self.end == RunEnd::TimedOut
    }
}

/// How a run ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum RunEnd {
    /// Normally.
    #[default]
    Ended,
    /// It failed: `ended with exit status 1`, `raised ValueError: …`.
    Failed(String),
    /// It took longer than the [`Batch`]'s limit.
    TimedOut,
}

/// How the lines of an input end, if not as in the site's inputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LineEnds {
    /// Whether there is no newline after the last line.
    pub without_last_newline: bool,
    /// Whether lines end with `\r\n`, as in a file that the program reads.
    #[serde(skip)]
    pub with_carriage_returns: bool,
}

impl LineEnds {
    /// Returns the line ends of an input.
    pub fn of(input: &[u8]) -> LineEnds {
        LineEnds {
            without_last_newline: !input.is_empty() && !input.ends_with(b"\n"),
            with_carriage_returns: input.windows(2).any(|end| end == b"\r\n"),
        }
    }

    /// Writes an input with these line ends. An empty line at the end stays, and so do line ends
    /// other than `\n`.
    pub fn written(self, input: &str) -> String {
        let is_cut = self.without_last_newline && !input.ends_with("\n\n");
        let input = if is_cut { input.trim_end_matches(['\r', '\n']) } else { input };
        let has_returns = self.with_carriage_returns && !input.contains('\r');
        input.replace('\n', if has_returns { "\r\n" } else { "\n" })
    }
}

/// The number of lines shown.
const LINES: usize = 8;

/// The last lines of the output that are not empty and not part of a stack trace, without control
/// characters.
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
