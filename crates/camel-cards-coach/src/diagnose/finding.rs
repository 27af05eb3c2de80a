//! Findings as values. `words.rs` writes them as sentences.

use camel_cards::{Hand, Rules};

use super::{
    evidence::{Certainty, Chance},
    misplaced::{MisplacedPair, PuzzleRule},
};
use crate::{
    mistakes::mistake::{Mistake, Origin},
    solution::Solution,
};

/// Mistakes that give one of the answers exactly.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Finding {
    /// The rules under which they give it.
    pub rules: Rules,
    /// The answer that they give.
    pub answer: u128,
    /// How certain the finding is.
    pub certainty: Certainty,
    /// The mistakes, one to four.
    pub mistakes: Vec<Mistake>,
    /// The solution with these mistakes.
    pub solution: Solution,
    /// For each pattern that the mistakes are about, such as `xxJyz`, an example from the input.
    pub examples: Vec<(&'static str, Hand)>,
    /// Other mistakes that order this input identically. Those of one inner list are made together.
    pub(crate) others: Vec<Vec<Mistake>>,
    /// How often a candidate as simple as this matches by chance; `None` for an answer from elsewhere (S9, S10).
    pub chance: Option<Chance>,
    /// The first two entries that the mistakes put in the wrong order, if any.
    pub misplaced: Option<MisplacedPair>,
    /// The rule of the puzzle that decides between the two misplaced hands, or that the mistakes break if they are only
    /// about reading, ranks and sums; `None` for an answer from elsewhere.
    pub rule: Option<PuzzleRule>,
}

impl Finding {
    /// Creates a certain finding from mistakes, without further details.
    pub(super) fn new(answer: u128, mistakes: Vec<Mistake>, rules: Rules) -> Finding {
        Finding {
            rules,
            answer,
            certainty: Certainty::Certain,
            solution: Mistake::solution_of(&mistakes, rules),
            mistakes,
            examples: Vec::new(),
            others: Vec::new(),
            chance: None,
            misplaced: None,
            rule: None,
        }
    }

    /// Returns the ids of the mistakes, one to four of them.
    pub fn ids(&self) -> Vec<String> {
        self.mistakes.iter().map(|mistake| mistake.id.to_string()).collect()
    }

    /// Whether the answer is right elsewhere: under the other rules, or for a published example.
    pub(crate) fn is_from_elsewhere(&self) -> bool {
        self.chance.is_none()
    }

    /// Returns the least likely origin of the mistakes.
    pub(crate) fn origin(&self) -> Origin {
        self.mistakes.iter().map(|one| one.origin).max().unwrap_or(Origin::Observed)
    }

    /// Adds mistakes that order this input identically. Ignores those that only add something without effect to known
    /// ones, and unnamed ones if this finding has a name.
    pub(super) fn add_others(&mut self, made: &[&Mistake]) {
        let adds_to =
            |known: &[Mistake]| known.iter().all(|known| made.iter().any(|one| one.id == known.id));
        let is_unnamed =
            self.origin() != Origin::Generated && made.iter().any(|mistake| !mistake.is_named());
        let is_known = adds_to(&self.mistakes) || self.others.iter().any(|known| adds_to(known));
        if !is_unnamed && !is_known {
            self.others.push(made.iter().copied().cloned().collect());
        }
    }

    /// Drops what is true for one input only: the misplaced pair, and other mistakes whose solution does not give all
    /// answers.
    pub(crate) fn forget_input(&mut self, gives_all: impl Fn(&Solution) -> bool) {
        self.misplaced = None;
        self.others.retain(|made| gives_all(&Mistake::solution_of(made, self.rules)));
    }
}

#[cfg(test)]
mod tests {
    use Certainty::{Certain, Lead, Likely};

    use super::*;
    use crate::{
        diagnose::{evidence::ChanceOf, keep_surest},
        mistakes::mistakes,
    };

    #[test]
    fn of_each_answer_the_surest_are_kept() {
        let known = mistakes(Rules::Standard);
        let made = |places: &[usize]| places.iter().map(|&i| known[i].clone()).collect();
        let finding = |answer, certainty, places: &[usize]| Finding {
            certainty,
            chance: Some(Chance { of: ChanceOf::Totals, candidates: 1, matched: 1, nearby: 1 }),
            ..Finding::new(answer, made(places), Rules::Standard)
        };
        let from_elsewhere = Finding::new(3, made(&[0]), Rules::Standard);
        let mut findings: Vec<Finding> = (0..5).map(|i| finding(1, Lead, &[i])).collect();
        findings.extend([finding(1, Likely, &[5]), finding(1, Likely, &[6])]);
        findings.extend([finding(2, Certain, &[0]), finding(2, Certain, &[0, 1])]);
        findings.extend([finding(2, Likely, &[2]), finding(2, Lead, &[3])]);
        findings.extend([from_elsewhere, finding(3, Certain, &[1])]);
        findings.push(finding(4, Lead, &[0]));
        findings.sort_by_key(|one| one.certainty == Lead);
        keep_surest(&mut findings);
        let kept = findings.iter().map(|one| (one.answer, one.certainty, one.ids().len()));
        let of_answer_1 = [(1, Lead, 1); 3];
        let surest = [(1, Likely, 1), (1, Likely, 1), (2, Certain, 1), (3, Certain, 1)];
        assert!(kept.eq(surest.into_iter().chain(of_answer_1).chain([(4, Lead, 1)])));
    }
}
