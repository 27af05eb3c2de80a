use std::result;

use camel_cards::{Builder, Entry, PerRules, Rules, Ties, Totals};

use crate::failure::Result;

/// What came of one input.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Outcome {
    Right,
    Wrong {
        rules: Rules,
        answered: String,
    },
    /// It gave no answer: what it did instead.
    Crash(String),
    Timeout,
}

impl Outcome {
    /// Compares what a program answered, under each of `rules`, with the right totals.
    pub(crate) fn of(
        answers: &result::Result<Vec<String>, Outcome>,
        rules: &[Rules],
        totals: PerRules<u128>,
    ) -> Outcome {
        let answers = match answers {
            Ok(answers) => answers,
            Err(outcome) => return outcome.clone(),
        };
        let wrong = rules
            .iter()
            .zip(answers)
            .find(|&(&rules, answer)| *answer != totals[rules].to_string());
        wrong.map_or(Outcome::Right, |(&rules, answered)| Outcome::Wrong {
            rules,
            answered: answered.clone(),
        })
    }

    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Outcome::Right => "right",
            Outcome::Wrong { .. } => "wrong",
            Outcome::Crash(_) => "crash",
            Outcome::Timeout => "timeout",
        }
    }

    /// Whether two inputs fail in the same manner.
    pub(crate) fn is_like(&self, other: &Outcome) -> bool {
        match (self, other) {
            (Outcome::Wrong { rules, .. }, Outcome::Wrong { rules: other, .. }) => rules == other,
            _ => self == other,
        }
    }
}

/// The total winnings that are right.
pub(crate) fn totals(entries: &[Entry]) -> Result<PerRules<u128>> {
    Ok(tally(entries).score(Ties::Ordinal)?.winnings)
}

pub(crate) fn tally(entries: &[Entry]) -> Totals {
    let mut builder = Builder::new();
    entries.iter().for_each(|&entry| builder.push(entry));
    builder.finish()
}
