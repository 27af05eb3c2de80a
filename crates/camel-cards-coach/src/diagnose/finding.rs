//! What a finding consists of: values only. The `wording` module makes sentences of them.

use camel_cards::{Hand, Rules};

use super::{
    evidence::{Certainty, Chance},
    misplaced::{MisplacedPair, PuzzleRule},
    totals::Example,
};
use crate::{
    mistakes::{
        id::{MistakeId, MistakeName, Origin},
        mistake::Mistake,
    },
    solution::Solution,
};

/// What gives exactly one of the answers.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Finding {
    /// The rules under which it does.
    pub rules: Rules,
    /// The answer that it gives.
    pub answer: u128,
    /// Its certainty.
    pub certainty: Certainty,
    /// What it is.
    pub cause: Cause,
}

/// What gives an answer.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Cause {
    /// It is the right answer under the other rules, which are these (S9).
    OtherRules(Rules),
    /// It is the answer for a published example (S10).
    Example(Example),
    /// One mistake, or several together.
    Mistakes(Box<MistakeSet>),
}

/// Mistakes that together give an answer, and the evidence for them.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MistakeSet {
    /// One to four mistakes.
    pub mistakes: Vec<Mistake>,
    /// The solution that makes them.
    pub solution: Solution,
    /// For each pattern that they are about, such as `xxJyz`, a hand of the input that has it.
    pub examples: Vec<(&'static str, Hand)>,
    /// The ids of other mistakes that order this input identically, those that are
    /// made together in one list.
    pub also: Vec<Vec<MistakeId>>,
    /// How often a candidate as simple as this matches by chance.
    pub chance: Chance,
    /// The first two entries that are put in the wrong order, if any are.
    pub misplaced: Option<MisplacedPair>,
    /// The rule of the puzzle that settles it.
    pub rule: PuzzleRule,
}

impl MistakeSet {
    /// Returns the origin of the least likely of the mistakes.
    pub(crate) fn origin(&self) -> Origin {
        self.mistakes.iter().map(Mistake::origin).max().unwrap_or(Origin::Observed)
    }
}

impl Finding {
    /// Returns the mistakes and their evidence, unless the answer comes from
    /// elsewhere.
    pub fn mistakes_made(&self) -> Option<&MistakeSet> {
        match &self.cause {
            Cause::Mistakes(made) => Some(made),
            Cause::OtherRules(_) | Cause::Example(_) => None,
        }
    }

    /// Returns the ids of the mistakes, one to four of them.
    pub fn ids(&self) -> Vec<MistakeId> {
        match &self.cause {
            Cause::OtherRules(_) => vec![MistakeName::S9.into()],
            Cause::Example(_) => vec![MistakeName::S10.into()],
            Cause::Mistakes(made) => made.mistakes.iter().map(|one| one.id().clone()).collect(),
        }
    }

    /// Returns the first two entries that are put in the wrong order, if any are.
    pub fn misplaced(&self) -> Option<&MisplacedPair> {
        self.mistakes_made()?.misplaced.as_ref()
    }

    /// Returns the rule of the puzzle that settles it, unless the answer comes from
    /// elsewhere.
    pub fn rule(&self) -> Option<PuzzleRule> {
        self.mistakes_made().map(|made| made.rule)
    }

    /// Returns how often chance alone would match, unless the answer comes from
    /// elsewhere.
    pub fn chance(&self) -> Option<Chance> {
        self.mistakes_made().map(|made| made.chance)
    }

    /// Forgets what holds for the one input only: the two hands in the wrong order
    /// and the other names. For a finding that explains the answers to several inputs.
    pub(crate) fn forget_input(&mut self) {
        if let Cause::Mistakes(made) = &mut self.cause {
            made.misplaced = None;
            made.also.clear();
        }
    }
}
