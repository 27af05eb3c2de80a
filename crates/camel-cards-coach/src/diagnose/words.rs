//! Sentences on diagnoses, which all fronts share. A clue already contains its sentence. Sentences have no full stop.

use std::fmt;

use camel_cards::{Card, Decision, PerRules, Rules};
use serde::Serialize;

use super::{
    Deviation, Question,
    finding::{Chance, ChanceOf, Finding, MisplacedPair, TotalRange},
};
use crate::{mistakes::Mistake, solution::hands::HandClass, text::grouped};

/// Returns `right` or `wrong`.
pub(crate) const fn right_or_wrong(is_right: bool) -> &'static str {
    if is_right { "right" } else { "wrong" }
}

impl Finding {
    /// Returns what is wrong, as a sentence.
    pub fn summary(&self) -> String {
        let mut summary = joined(self.mistakes.iter().map(|one| &*one.summary));
        // The last pattern, `JJJJJ`, is a hand itself and needs no example.
        for class in HandClass::all().take(HandClass::COUNT - 1) {
            let pattern = class.pattern();
            summary = summary.replace(pattern, &format!("{pattern} (such as {})", class.example()));
        }
        summary
    }

    /// Returns what to change in the code, as a sentence.
    pub fn hint(&self) -> String {
        let mut hints: Vec<&str> = self.mistakes.iter().map(|one| one.hint).collect();
        hints.dedup();
        joined(hints.into_iter())
    }

    /// Returns the ids of other mistakes that order this input identically. `+` joins mistakes that are made together.
    pub fn also(&self) -> Vec<String> {
        let id = |one: &&Mistake| one.id.to_string();
        self.others.iter().map(|made| made.iter().map(id).collect::<Vec<_>>().join("+")).collect()
    }
}

fn joined<'a>(sentences: impl Iterator<Item = &'a str>) -> String {
    sentences.collect::<Vec<_>>().join("; and ")
}

/// Writes how often candidates match by chance.
impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let candidates = grouped(self.candidates as u128);
        let often = match self.nearby.checked_div(self.matched) {
            None | Some(0..2) => "on so small an input, they give nearly any total".to_owned(),
            Some(once_in) => {
                let once_in = grouped(once_in);
                format!(
                    "1 of {once_in} possible totals near the right one is the total of such a program"
                )
            }
        };
        match self.of {
            ChanceOf::Totals => {
                write!(f, "{candidates} wrong programs as simple as this one were tried; {often}")
            }
            ChanceOf::TotalsFromAnother => write!(
                f,
                "{candidates} mistakes were tried together with those of another of your answers; {often}"
            ),
            ChanceOf::Orders(hands) => write!(
                f,
                "it gives exactly your order of {} hands; {candidates} wrong programs as simple as this one were tried",
                grouped(hands as u128)
            ),
        }
    }
}

/// Says that the search left something out.
pub(crate) const NOT_TRIED: &str =
    "only the likelier mistakes were tried, because there are so many hands";

/// Returns, for example, `part 2 (joker rules)`.
pub(crate) fn part(rules: Rules) -> String {
    format!("part {} ({rules} rules)", rules.part())
}

/// Returns a sentence that says for each wrong answer whether it is too low or too high under its rules.
pub(crate) fn wrong_answers(answers: &[(u128, Deviation, Rules)]) -> String {
    let under_same = answers.chunk_by(|(.., rules), (.., other)| rules == other).map(|answers| {
        let each = answers.iter().map(|(answer, how, _)| format!("{answer} is too {how}"));
        format!("{} for {}", each.collect::<Vec<_>>().join(", "), part(answers[0].2))
    });
    under_same.collect::<Vec<_>>().join("; ")
}

/// The rule that mistakes in reading, ranks and sums break.
pub(crate) const ALL_HANDS_COUNT: &str =
    "the weakest hand has rank 1, and every hand's winnings count";

impl MisplacedPair {
    /// Returns the rule of the puzzle that decides between the two hands, as a sentence.
    pub fn rule(&self) -> String {
        let rules = self.right.strengths[0].rules();
        let hands = self.right.strengths.map(|strength| strength.hand().cards());
        let have_joker = |cards: &[Card]| rules.joker().is_some_and(|card| cards.contains(&card));
        let rule = match self.right.decision {
            Decision::Type if have_joker(hands.as_flattened()) => {
                "a joker stands for whatever card makes the strongest type; the stronger type wins"
            }
            Decision::Type => {
                "the stronger type wins: five of a kind, four of a kind, full house, three of \
                 a kind, two pair, one pair, high card"
            }
            Decision::Card { position } if have_joker(&hands.map(|hand| hand[position - 1])) => {
                "hands of one type compare card by card in the order dealt, and there J is the weakest label"
            }
            Decision::Card { .. } => {
                let labels: String = rules.labels().iter().map(|card| card.label()).collect();
                return format!(
                    "hands of one type compare card by card in the order dealt; labels, weakest first: {labels}"
                );
            }
            Decision::Identical => "of identical hands the earlier one ranks lower",
        };
        rule.to_owned()
    }
}

/// Something that is known about an answer, besides findings.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
#[non_exhaustive]
pub struct Clue {
    /// The answer.
    #[serde(skip)]
    pub answer: u128,
    /// What is known about it, as a sentence.
    pub sentence: String,
}

/// Returns clues for the answers. `right` has the rules under which an answer is right, if one is. Wrong answers without
/// a finding get the most clues.
pub(crate) fn clues(
    question: &Question<'_>,
    right: Option<Rules>,
    rules: Rules,
    totals: PerRules<u128>,
    findings: &[Finding],
    candidates: usize,
) -> Vec<Clue> {
    let mut clues = Vec::new();
    let TotalRange { least, most } = TotalRange::of(question.entries);
    for given in &question.answers {
        let answer = given.answer;
        let mut add = |sentence| clues.push(Clue { answer, sentence });
        let found = findings.iter().find(|finding| finding.answer == answer);
        let known = right.or(found.map(|finding| finding.rules));
        let deviates = |rules: Rules| Deviation::of(answer, totals[rules]);
        let mut under = known.map_or(question.rules_asked(), |rules| vec![rules]).into_iter();
        let is_consistent = under.any(|rules| given.is_consistent_with(totals[rules]));
        if let Some(told) = given.deviation.filter(|_| !is_consistent) {
            add(match deviates(known.unwrap_or(rules)) {
                None => format!(
                    "but {answer} was called too {told}: was it given for part {}, and is this the input that \
                     the site gave you?",
                    rules.part()
                ),
                Some(is) => format!(
                    "{answer} cannot be too {told} for this input: it is too {is}. Did you mix up low and high, \
                     or was the answer for another part or another input?"
                ),
            });
        }
        let Some(deviation) = deviates(rules).filter(|_| known.is_none()) else { continue };
        if !(least as u128..=most as u128).contains(&answer) {
            add(format!(
                "no order of your hands gives {answer}: it is too {deviation} for any of them, so look at how you read bids \
                 and add up winnings (S8 in docs/mistakes.md)"
            ));
        }
        add(format!(
            "none of the {} wrong programs that were tried gives {answer}",
            grouped(candidates as u128)
        ));
    }
    clues
}
