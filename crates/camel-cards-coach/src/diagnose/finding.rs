//! What a finding consists of: values only. The `wording` module makes sentences of them.

use camel_cards::{Comparison, Decision, Entry, Rules, compare};

use super::{
    evidence::{Chance, Confidence},
    totals::Example,
};
use crate::{
    mistakes::{
        id::{MistakeId, MistakeName, Origin},
        mistake::Mistake,
    },
    solution::{Solution, types::AssignedType},
};

/// What gives exactly one of the answers.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Finding {
    /// The rules under which it does.
    pub rules: Rules,
    /// The answer that it gives.
    pub answer: u128,
    /// How sure it is.
    pub confidence: Confidence,
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
    Mistakes(Box<MistakesMade>),
}

/// Mistakes that together give an answer, and the evidence for them.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MistakesMade {
    /// One to three mistakes.
    pub mistakes: Vec<Mistake>,
    /// The solution that makes them.
    pub solution: Solution,
    /// The ids of other mistakes that order this input identically, those that are
    /// made together in one list.
    pub also: Vec<Vec<MistakeId>>,
    /// The chance that a candidate as simple as this matches by chance.
    pub chance: Chance,
    /// The first two entries that are put in the wrong order, if any are.
    pub misplaced: Option<Misplaced>,
    /// The rule of the puzzle that settles it.
    pub rule: PuzzleRule,
}

impl MistakesMade {
    /// Returns the origin of the least likely of the mistakes.
    pub fn origin(&self) -> Origin {
        self.mistakes.iter().map(Mistake::origin).max().unwrap_or(Origin::Observed)
    }
}

impl Finding {
    /// Returns the mistakes and their evidence, unless the answer comes from
    /// elsewhere.
    pub fn mistakes_made(&self) -> Option<&MistakesMade> {
        match &self.cause {
            Cause::Mistakes(made) => Some(made),
            Cause::OtherRules(_) | Cause::Example(_) => None,
        }
    }

    /// Returns the ids of the mistakes, one to three of them.
    pub fn ids(&self) -> Vec<MistakeId> {
        match &self.cause {
            Cause::OtherRules(_) => vec![MistakeName::S9.into()],
            Cause::Example(_) => vec![MistakeName::S10.into()],
            Cause::Mistakes(made) => made.mistakes.iter().map(|one| one.id().clone()).collect(),
        }
    }

    /// Returns the first two entries that are put in the wrong order, if any are.
    pub fn misplaced(&self) -> Option<&Misplaced> {
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
    pub fn forget_input(&mut self) {
        if let Cause::Mistakes(made) = &mut self.cause {
            made.misplaced = None;
            made.also.clear();
        }
    }
}

/// Two entries in the wrong order.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Misplaced {
    /// The two, in input order.
    pub entries: [Entry; 2],
    /// Their indices among the entries, from 0.
    pub places: [usize; 2],
    /// The types that the mistakes assign to them.
    pub taken_for: [AssignedType; 2],
    /// Which wins, and what decides it.
    pub right: Comparison,
}

impl Misplaced {
    /// Returns the first two entries that `solution` puts in the wrong order, from
    /// the places in its order of the entries that it keeps.
    pub(crate) fn first(
        solution: &Solution,
        entries: &[Entry],
        places: &[Option<usize>],
    ) -> Option<Misplaced> {
        let rules = solution.rules();
        let right = places_in_order(&Solution::right(rules), entries);
        let kept: Vec<usize> = (0..entries.len()).filter(|&i| places[i].is_some()).collect();
        let sorted_by = |places: &[Option<usize>]| {
            let mut sorted = kept.clone();
            sorted.sort_by_key(|&i| places[i]);
            sorted
        };
        if sorted_by(places) == sorted_by(&right) {
            return None;
        }
        let (i, j) = (kept.iter().enumerate())
            .flat_map(|(n, &i)| kept[n + 1..].iter().map(move |&j| (i, j)))
            .find(|&(i, j)| (places[i] < places[j]) != (right[i] < right[j]))?;
        let pair = [entries[i], entries[j]];
        Some(Misplaced {
            entries: pair,
            places: [i, j],
            taken_for: pair.map(|entry| solution.types.assign(entry.hand)),
            right: compare(pair[0].hand, pair[1].hand, rules),
        })
    }
}

/// Returns the place of each entry in the order of `solution`; `None` if it loses
/// the entry.
pub(crate) fn places_in_order(solution: &Solution, entries: &[Entry]) -> Vec<Option<usize>> {
    let mut places = vec![None; entries.len()];
    for (place, i) in solution.order(entries).into_iter().enumerate() {
        places[i] = Some(place);
    }
    places
}

/// The rule of the puzzle that settles which of two hands wins, or that all hands
/// count. Its `Display` says it in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PuzzleRule {
    /// Jokers make the strongest type, and the stronger type wins.
    JokersAndType,
    /// The stronger type wins.
    Type,
    /// Hands of one type compare card by card, where `J` is the weakest label.
    WeakestJoker,
    /// Hands of one type compare card by card, by the labels of these rules.
    Labels(Rules),
    /// Of identical hands the earlier one ranks lower.
    InputOrder,
    /// The weakest hand has rank 1, and all hands count.
    AllHandsCount,
}

impl PuzzleRule {
    /// Returns the rule that settles which of two hands wins.
    pub(crate) fn of(comparison: &Comparison) -> PuzzleRule {
        let [a, b] = comparison.strengths;
        let joker = a.rules().joker();
        let hands = [a, b].map(|strength| strength.hand().cards());
        let is_joker = |card| Some(card) == joker;
        match comparison.decision {
            Decision::Type if hands.as_flattened().iter().copied().any(is_joker) => {
                PuzzleRule::JokersAndType
            }
            Decision::Type => PuzzleRule::Type,
            Decision::Card { position }
                if hands.iter().any(|hand| is_joker(hand[position - 1])) =>
            {
                PuzzleRule::WeakestJoker
            }
            Decision::Card { .. } => PuzzleRule::Labels(a.rules()),
            Decision::Identical => PuzzleRule::InputOrder,
        }
    }
}
