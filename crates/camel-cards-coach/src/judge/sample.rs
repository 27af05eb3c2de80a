//! An input, and the program's run on it.

use std::collections::HashSet;

use anstream::adapter::strip_str;
use camel_cards::Rules;

use super::{
    Run, RunEnd,
    numbers::{Number, Printed},
    plan::TestInput,
};

/// An input, and the program's run on it.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    pub(crate) input: TestInput,
    pub(crate) run: Run,
    /// Its standard error and its standard output, because some programs answer on standard error.
    pub(crate) printed: Printed,
    /// Where standard output begins, if the run failed: the numbers of an error message are no answers.
    pub(crate) start: usize,
    /// The numbers that all runs on this input printed, if there are several.
    pub(crate) stable: Option<HashSet<i128>>,
}

impl Sample {
    pub(crate) fn new(input: TestInput, run: Run) -> Sample {
        let [errors, printed] = [&run.stderr, &run.printed].map(|text| strip_str(text).to_string());
        let start = if run.end == RunEnd::Ended { 0 } else { errors.len() };
        let printed = Printed::new(format!("{errors}\n{printed}"), &input.range);
        Sample { input, run, printed, start, stable: None }
    }

    /// Whether a number may be an answer although it is no possible total: it is not part of an error message or of a name,
    /// and stands beside no hand.
    pub(crate) fn is_away_from_hands(&self, number: Number) -> bool {
        let has = |hand| self.input.entries.iter().any(|one| one.hand == hand);
        number.at >= self.start && self.printed.is_away_from_hands(number, has)
    }

    /// Whether it has a number that may be an answer.
    pub(crate) fn has_number(&self) -> bool {
        self.has_total()
            || self.printed.numbers.iter().any(|number| self.is_away_from_hands(*number))
    }

    /// Whether it has a right total, or a possible one that is not part of an error message.
    pub(crate) fn has_total(&self) -> bool {
        let is_possible = |one: &Number| one.at >= self.start && one.is_in(&self.input.range);
        self.has_right_total() || self.printed.numbers.iter().any(is_possible)
    }

    pub(crate) fn has_right_total(&self) -> bool {
        let is_printed = |rules: &Rules| self.printed.find(self.input.totals[*rules]).is_some();
        Rules::ALL.iter().any(is_printed)
    }

    /// The line of the last possible total, or else of the last other number that may be an answer.
    pub(crate) fn last_line(&self) -> Option<String> {
        let mut numbers = self.printed.numbers.iter();
        let total = numbers.clone().rfind(|one| one.is_in(&self.input.range));
        let last = total.or_else(|| numbers.rfind(|one| self.is_away_from_hands(**one)));
        last.map(|one| self.printed.line(*one))
    }

    /// Compares it with another run on the same input.
    pub(crate) fn pair(&mut self, other: &mut Sample) {
        let known = self.stable.as_ref().unwrap_or_else(|| self.printed.values());
        self.stable = Some(known & other.printed.values());
        other.stable.clone_from(&self.stable);
    }
}
