use std::result;

use camel_cards::{Builder, Entry, PerRules, Rules, Ties, Totals};

use super::answer::place::Answer;
use crate::failure::Result;

/// What came of one input.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Outcome {
    Right,
    Wrong {
        rules: Rules,
        answer: Answer,
    },
    /// It gave no answer: what it did instead.
    Crash(String),
    Timeout,
    /// It gives no answer to any input: what it does instead.
    NoAnswer(String),
}

impl Outcome {
    /// Compares the answers of a program, `printed` under which rules, with the right totals under
    /// each of `rules`.
    pub(crate) fn of(
        answers: &result::Result<Vec<Answer>, Outcome>,
        printed: &[Rules],
        rules: &[Rules],
        totals: PerRules<u128>,
    ) -> Outcome {
        let answers = match answers {
            Ok(answers) => answers,
            Err(outcome) => return outcome.clone(),
        };
        let judged = printed.iter().zip(answers).filter(|(of, _)| rules.contains(of));
        let mut wrong = judged.filter(|&(&of, answer)| answer.value != totals[of].to_string());
        wrong.next().map_or(Outcome::Right, |(&rules, answer)| Outcome::Wrong {
            rules,
            answer: answer.clone(),
        })
    }

    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Outcome::Right => "right",
            Outcome::Wrong { .. } => "wrong",
            Outcome::Crash(_) => "crash",
            Outcome::Timeout => "timeout",
            Outcome::NoAnswer(_) => "no answer",
        }
    }

    /// The wrong answer.
    pub(crate) fn answer(&self) -> Option<&Answer> {
        match self {
            Outcome::Wrong { answer, .. } => Some(answer),
            _ => None,
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

fn tally(entries: &[Entry]) -> Totals {
    let mut builder = Builder::new();
    entries.iter().for_each(|&entry| builder.push(entry));
    builder.finish()
}
