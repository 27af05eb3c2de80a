//! Runs of the program, and what it answered in them.

use std::{result, time::Duration};

use camel_cards::Entry;

use super::{answers::Answers, inputs, outcome::Outcome};
use crate::{failure::Result, os::program::Program};

/// How many answers are kept, the last ones, to know a mistake by.
const ANSWERS_KEPT: usize = 1000;

/// A run, as far as answers go.
pub(crate) struct Attempt {
    /// The answers it should print, in digits, or what became of them.
    pub(crate) answers: result::Result<Vec<String>, Outcome>,
    pub(crate) time: Duration,
    pub(crate) stderr: Vec<u8>,
}

/// What the program answered to one input.
#[derive(Clone)]
pub(crate) struct Answered {
    pub(crate) entries: Vec<Entry>,
    pub(crate) answers: Vec<String>,
}

/// A program to try, and its last answers.
pub(crate) struct Trials {
    program: Program,
    answers: Answers,
    pub(crate) answered: Vec<Answered>,
}

impl Trials {
    pub(crate) fn new(program: Program, answers: Answers) -> Trials {
        Trials { program, answers, answered: Vec::new() }
    }

    pub(crate) fn run(&mut self, entries: &[Entry], limit: Duration) -> Result<Attempt> {
        let attempt = self.run_on_text(&inputs::text(entries), limit)?;
        if let Ok(answers) = &attempt.answers {
            if self.answered.len() == ANSWERS_KEPT {
                self.answered.remove(0);
            }
            self.answered.push(Answered { entries: entries.to_vec(), answers: answers.clone() });
        }
        Ok(attempt)
    }

    /// Runs the program, and does not keep its answers.
    pub(crate) fn run_on_text(&self, text: &str, limit: Duration) -> Result<Attempt> {
        let run = self.program.run(text.as_bytes(), limit)?;
        Ok(Attempt { answers: self.answers.read(&run), time: run.time, stderr: run.stderr })
    }

    /// What it answers to everything, if it does.
    pub(crate) fn only_answer(&self) -> Option<String> {
        let [first, rest @ ..] = &self.answered[..] else { return None };
        let is_same = rest.iter().all(|other| other.answers == first.answers);
        (rest.len() > 5 && is_same).then(|| first.answers.join(" and "))
    }
}
