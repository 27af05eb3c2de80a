use camel_cards_coach::{AssignedType, ChanceOf, Finding, MistakeId};
use serde::Serialize;

/// One mistake, or several together, that give exactly an answer.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct FindingRecord {
    /// The rules that were meant.
    #[cfg_attr(feature = "tsify", tsify(type = "Rules"))]
    pub rules: &'static str,
    /// The ids of the mistakes.
    pub mistakes: Vec<String>,
    /// Its certainty.
    #[cfg_attr(feature = "tsify", tsify(type = r#""certain" | "likely" | "lead""#))]
    pub certainty: &'static str,
    /// What is wrong.
    pub summary: String,
    /// The answers that are explained.
    pub answers: Vec<u128>,
    /// The first two hands in the wrong order, in input order, if any are.
    pub pair: Option<[String; 2]>,
    /// Their places among the entries, from 1.
    pub places: Option<[usize; 2]>,
    /// Their hand types.
    #[cfg_attr(feature = "tsify", tsify(type = "[HandType, HandType] | null"))]
    pub types: Option<[&'static str; 2]>,
    /// What the mistake takes each for.
    pub taken_for: Option<[&'static str; 2]>,
    /// Which of the two wins, and what decides it.
    pub right: Option<String>,
    /// The rule that settles it.
    pub rule: String,
    /// What to change.
    pub hint: String,
    /// What gives the same order on this input.
    pub also: Vec<String>,
    /// How many candidates are as simple as this one; null if no mistake is made.
    pub candidates: Option<usize>,
    /// How many totals near the right one those candidates give; null for an order.
    pub totals_matched: Option<u64>,
    /// How many totals are near; null for an order.
    pub totals_nearby: Option<u128>,
}

impl From<&Finding> for FindingRecord {
    fn from(finding: &Finding) -> FindingRecord {
        let (misplaced, chance) = (finding.misplaced(), finding.chance());
        let of_totals = chance.filter(|chance| !matches!(chance.of, ChanceOf::Orders(_)));
        FindingRecord {
            rules: finding.rules.name(),
            mistakes: finding.ids().iter().map(MistakeId::to_string).collect(),
            certainty: finding.certainty.name(),
            summary: finding.summary(),
            answers: vec![finding.answer],
            pair: misplaced.map(|pair| pair.entries.map(|entry| entry.hand.to_string())),
            places: misplaced.map(|pair| pair.places),
            types: misplaced
                .map(|pair| pair.right.strengths.map(|strength| strength.hand_type().name())),
            taken_for: misplaced.map(|pair| pair.taken_for.map(AssignedType::name)),
            right: misplaced.map(|pair| pair.right.to_string()),
            rule: finding.rule().map(|rule| rule.to_string()).unwrap_or_default(),
            hint: finding.hint(),
            also: finding.also(),
            candidates: chance.map(|chance| chance.candidates),
            totals_matched: of_totals.map(|chance| chance.matched as u64),
            totals_nearby: of_totals.map(|chance| chance.nearby),
        }
    }
}
