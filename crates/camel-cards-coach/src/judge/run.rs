//! Inputs to run a solution on, and what a run of it comes to.

use std::time::Duration;

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
    /// Whether that was returned, and the front wrote it: then a pair is part 1 and part 2 in this order, and both are
    /// promised. What is printed may name or order them otherwise, or have a 0 for a part that is not done.
    pub returned: bool,
    /// What it said of an error, such as its standard error.
    pub said: String,
    /// How it ended.
    pub end: RunEnd,
    /// How long it took.
    pub time: Duration,
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

/// How many lines are shown.
const LINES: usize = 8;

/// What tells the line of an error message that says what is wrong.
const ERRORS: [&str; 6] =
    ["Error:", "error:", "Exception", "panicked", "SyntaxError", "Cannot find module"];

/// The lines of an error message that say what is wrong; the last ones if none is known to.
pub(crate) fn error_lines(said: &str) -> Vec<String> {
    const BEFORE: usize = 3;
    const AFTER: usize = 2;
    let lines = printed_lines(said);
    let is_error = |line: &String| ERRORS.iter().any(|error| line.contains(error));
    match lines.iter().rposition(is_error) {
        Some(at) if lines.len() - at > AFTER + 1 => {
            lines[at.saturating_sub(BEFORE)..lines.len().min(at + AFTER + 1)].to_vec()
        }
        _ => last_lines(said),
    }
}

/// The last lines of an output.
pub(crate) fn last_lines(printed: &str) -> Vec<String> {
    let mut lines = printed_lines(printed);
    lines.drain(..lines.len().saturating_sub(LINES));
    lines
}

/// The lines that are not empty, without what would do more than print.
fn printed_lines(printed: &str) -> Vec<String> {
    (printed.lines().filter(|line| !line.trim().is_empty()))
        .map(|line| line.chars().filter(|char| !char.is_control()).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_with_the_error_is_shown_and_not_the_stack_behind_it() {
        let stack = "    at run (node:internal)\n".repeat(9);
        let said =
            format!("x.js:3\nlet a = ;\n        ^\n\nSyntaxError: no\n{stack}\nNode.js v22\n");
        let lines = error_lines(&said);
        assert_eq!(lines[..4], ["x.js:3", "let a = ;", "        ^", "SyntaxError: no"]);
        assert_eq!(lines.len(), 6);
        let said = "Traceback:\n  File x\nValueError: no\n";
        assert_eq!(error_lines(said), ["Traceback:", "  File x", "ValueError: no"]);
    }
}
