//! Runs of the program, and what it answered in them.

use std::{io, path::PathBuf, result, time::Duration};

use camel_cards::{Entry, PerRules, Rules};

use super::{
    answer::{parts::digit_hands, place::Answer},
    inputs,
    outcome::{Outcome, totals},
    reader::AnswerReader,
};
use crate::{
    failure::Result,
    os::program::{Program, ProgramRun},
};

/// How many answers are kept, the last ones, to know a mistake by.
const ANSWERS_KEPT: usize = 1000;

/// What is judged: a program, or a function in tests.
pub(crate) trait Judged {
    /// Runs it on `input`, for no longer than `limit`.
    fn run(&self, input: &[u8], limit: Duration) -> Result<ProgramRun>;

    /// The folder that it runs in.
    fn folder(&self) -> io::Result<PathBuf>;
}

impl Judged for Program {
    fn run(&self, input: &[u8], limit: Duration) -> Result<ProgramRun> {
        self.run(input, limit)
    }

    fn folder(&self) -> io::Result<PathBuf> {
        self.folder()
    }
}

/// A run, as far as answers go.
pub(crate) struct Attempt {
    /// The right totals of its input.
    pub(crate) totals: PerRules<u128>,
    /// Its answers, or what became of them.
    pub(crate) answers: result::Result<Vec<Answer>, Outcome>,
    pub(crate) time: Duration,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
}

impl Attempt {
    pub(crate) fn is_timeout(&self) -> bool {
        matches!(self.answers, Err(Outcome::Timeout))
    }
}

/// What the program answered to one input.
#[derive(Clone)]
pub(crate) struct Answered {
    pub(crate) entries: Vec<Entry>,
    pub(crate) answers: Vec<Answer>,
}

/// A program to try, what reads its answers, and the last of them.
pub(crate) struct Trials {
    program: Box<dyn Judged>,
    /// Reads nothing as long as it is not known where answers stand.
    pub(crate) reader: AnswerReader,
    pub(crate) answered: Vec<Answered>,
}

impl Trials {
    pub(crate) fn new(program: impl Judged + 'static) -> Trials {
        Trials { program: Box::new(program), reader: AnswerReader::default(), answered: Vec::new() }
    }

    /// The folder that it runs in.
    pub(crate) fn folder(&self) -> io::Result<PathBuf> {
        self.program.folder()
    }

    /// Runs the program, and reads nothing.
    pub(crate) fn run_only(&self, entries: &[Entry], limit: Duration) -> Result<ProgramRun> {
        self.program.run(inputs::text(entries).as_bytes(), limit)
    }

    pub(crate) fn run(&mut self, entries: &[Entry], limit: Duration) -> Result<Attempt> {
        let run = self.run_only(entries, limit)?;
        self.take(entries, run)
    }

    /// Runs the program once more on an input, and forgets what it answered to it before.
    pub(crate) fn run_again(&mut self, entries: &[Entry], limit: Duration) -> Result<Attempt> {
        self.answered.retain(|answered| answered.entries != entries);
        self.run(entries, limit)
    }

    /// Takes a run that has been made, and keeps its answers.
    pub(crate) fn take(&mut self, entries: &[Entry], run: ProgramRun) -> Result<Attempt> {
        let attempt = self.read(entries, run)?;
        if let Ok(answers) = &attempt.answers {
            if self.answered.len() == ANSWERS_KEPT {
                self.answered.remove(0);
            }
            self.answered.push(Answered { entries: entries.to_vec(), answers: answers.clone() });
        }
        Ok(attempt)
    }

    /// Runs the program on a text that has these entries, and does not keep its answers.
    pub(crate) fn run_on_text(
        &self,
        text: &str,
        entries: &[Entry],
        limit: Duration,
    ) -> Result<Attempt> {
        self.read(entries, self.program.run(text.as_bytes(), limit)?)
    }

    fn read(&self, entries: &[Entry], run: ProgramRun) -> Result<Attempt> {
        let totals = totals(entries)?;
        let answers = self.reader.read(&run, &digit_hands(entries, &totals));
        Ok(Attempt { totals, answers, time: run.time, stdout: run.stdout, stderr: run.stderr })
    }

    /// Which of its answers is the one under `rules`.
    pub(crate) fn position(&self, rules: Rules) -> usize {
        self.reader.rules().iter().position(|&of| of == rules).unwrap_or(0)
    }

    /// What it answers to everything, if it does.
    pub(crate) fn only_answer(&self) -> Option<String> {
        let values = |answered: &Answered| {
            answered.answers.iter().map(|answer| answer.value.clone()).collect::<Vec<_>>()
        };
        let (first, rest) = self.answered.split_first()?;
        let first = values(first);
        let is_same = rest.iter().all(|other| values(other) == first);
        (rest.len() > 5 && is_same).then(|| first.join(" and "))
    }
}
