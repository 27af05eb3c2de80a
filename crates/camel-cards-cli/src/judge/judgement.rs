use std::{process::ExitStatus, time::Duration};

use camel_cards::Rules;

use super::{
    answer::place::Answer,
    beyond::{BeyondFailure, BeyondKind},
    failing::Failing,
    inputs::InputKind,
    reader::ends,
    timings::Timings,
    ways::OwnFile,
};

/// How many lines of an output are shown, the last ones.
const LINES_SHOWN: usize = 8;

/// What is known of a program.
pub(crate) struct Judgement {
    /// Whose answers it prints, in this order; none if it prints no number.
    pub(crate) rules: Vec<Rules>,
    /// Whether nobody said, and no answer tells, whose answer it prints: it is nearest to this.
    pub(crate) rules_are_guessed: bool,
    /// How a program ends, if it answers and then always fails.
    pub(crate) usual_end: Option<ExitStatus>,
    /// The time that it has for an input.
    pub(crate) timeout: Duration,
    /// How many inputs there are.
    pub(crate) inputs: usize,
    /// The inputs that it was run on and did not fail in all its answers.
    pub(crate) passed: Vec<InputKind>,
    /// How many runs failed, and then worked on the same input.
    pub(crate) not_counted: usize,
    /// What it answered to the example.
    pub(crate) example: Option<Sample>,
    /// In the order in which they were found; not more than one for each of the rules.
    pub(crate) failures: Vec<Failing>,
    /// What it answers to everything, if it does.
    pub(crate) only_answer: Option<String>,
    /// A file that it seems to read instead of its input.
    pub(crate) own_file: Option<OwnFile>,
    pub(crate) beyond: Vec<(BeyondKind, Vec<BeyondFailure>)>,
    pub(crate) timings: Timings,
}

/// A run, for those who want to see it.
pub(crate) struct Sample {
    pub(crate) answers: Vec<Answer>,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
}

impl Judgement {
    /// Whether the program is right.
    pub(crate) fn is_right(&self) -> bool {
        self.failures.is_empty()
    }

    /// The failure of the answers under `rules`, if they fail.
    pub(crate) fn failure_under(&self, rules: Rules) -> Option<&Failing> {
        self.failures.iter().find(|failing| failing.rules.contains(&rules))
    }

    /// What fails beyond the puzzle, each in a few words, once.
    pub(crate) fn symptoms(&self) -> Vec<String> {
        let mut symptoms: Vec<String> = Vec::new();
        let end = self.usual_end.map(ends);
        let failures = self.beyond.iter().flat_map(|(_, failures)| failures);
        for symptom in end.into_iter().chain(failures.map(|failure| failure.symptom.clone())) {
            if !symptoms.contains(&symptom) {
                symptoms.push(symptom);
            }
        }
        symptoms
    }

    /// The line that the answer under `rules` was read from, in the run that is told of.
    pub(crate) fn line_read(&self, rules: Rules) -> Option<&str> {
        let answer = match self.failure_under(rules) {
            Some(failing) => failing.outcome.answer(),
            None => {
                let position = self.rules.iter().position(|&of| of == rules)?;
                self.example.as_ref()?.answers.get(position)
            }
        };
        answer.map(|answer| answer.line.as_str())
    }
}

/// The last lines of an output, without what would do more than print.
pub(crate) fn last_lines(output: &[u8]) -> Vec<String> {
    let mut lines = lines_of(output);
    lines.drain(..lines.len().saturating_sub(LINES_SHOWN));
    lines
}

/// What tells the line of standard error that says what is wrong.
const ERRORS: [&str; 6] =
    ["Error:", "error:", "Exception", "panicked", "SyntaxError", "Cannot find module"];

/// The lines of standard error that say what is wrong; the last ones if none is known to.
pub(crate) fn error_lines(stderr: &[u8]) -> Vec<String> {
    const BEFORE: usize = 3;
    const AFTER: usize = 2;
    let lines = lines_of(stderr);
    let is_error = |line: &String| ERRORS.iter().any(|error| line.contains(error));
    match lines.iter().rposition(is_error) {
        Some(at) if lines.len() - at > AFTER + 1 => {
            lines[at.saturating_sub(BEFORE)..lines.len().min(at + AFTER + 1)].to_vec()
        }
        _ => last_lines(stderr),
    }
}

/// The lines that are not empty, without what would do more than print.
fn lines_of(output: &[u8]) -> Vec<String> {
    let printed = anstream::adapter::strip_bytes(output).into_vec();
    let lines = String::from_utf8_lossy(&printed);
    (lines.lines().filter(|line| !line.trim().is_empty()))
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
        let lines = error_lines(said.as_bytes());
        assert_eq!(lines[..4], ["x.js:3", "let a = ;", "        ^", "SyntaxError: no"]);
        assert_eq!(lines.len(), 6);
        let said = "Traceback:\n  File x\nValueError: no\n";
        assert_eq!(error_lines(said.as_bytes()), ["Traceback:", "  File x", "ValueError: no"]);
    }
}
