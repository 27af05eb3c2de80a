//! What goes to JavaScript as plain objects, where that is more than the core and the coach publish.
//!
//! A type `JsSomething` is `Something` in `types.d.ts`.

use camel_cards::{
    Card, Comparison, Error, Explanation, Hand, HandType, PerType, Rules, Strength, Summary,
};
use camel_cards_coach::{AssignedType, Diagnosis, Finding, OrderDiagnosis};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");

/// Why a hand stands where it stands among all 371,293 hands.
#[derive(Serialize)]
pub(crate) struct JsExplained {
    hand: Hand,
    rules: Rules,
    /// What makes the type: `T ×2 + J ×2 as T, K ×1`.
    made_of: String,
    #[serde(flatten)]
    explanation: Explanation,
}

impl JsExplained {
    pub(crate) fn of(hand: Hand, rules: Rules) -> JsExplained {
        let explanation = Explanation::of(hand, rules);
        JsExplained { hand, rules, made_of: explanation.to_string(), explanation }
    }
}

/// Which of two hands wins, and what decides it.
#[derive(Serialize)]
pub(crate) struct JsCompared {
    /// The labels that their jokers stand for, if there are any.
    jokers_stand_for: [Option<Card>; 2],
    /// All of it in a sentence.
    sentence: String,
    #[serde(flatten)]
    comparison: Comparison,
}

impl From<Comparison> for JsCompared {
    fn from(comparison: Comparison) -> JsCompared {
        let joker_choice = |strength: Strength| {
            Explanation::of(strength.hand(), strength.rules()).jokers_stand_for
        };
        JsCompared {
            jokers_stand_for: comparison.strengths.map(joker_choice),
            sentence: comparison.to_string(),
            comparison,
        }
    }
}

/// What an input looks like.
#[derive(Serialize)]
pub(crate) struct JsStats {
    #[serde(flatten)]
    pub(crate) summary: Summary,
    /// How many entries have a type under standard rules (the index) and one under joker rules
    /// (the index within), weakest first.
    pub(crate) joined: PerType<PerType<u64>>,
}

/// A line that is no entry.
#[derive(Serialize)]
pub(crate) struct JsBadLine {
    /// From 1.
    line: u64,
    /// The byte in the line, from 1.
    column: u64,
    /// Where, what was expected and what was found.
    message: String,
    /// The likely mend.
    hint: Option<&'static str>,
}

impl From<&Error> for JsBadLine {
    fn from(error: &Error) -> JsBadLine {
        JsBadLine {
            line: error.position().line,
            column: error.position().column,
            message: error.to_string(),
            hint: error.kind().hint(),
        }
    }
}

/// An entry and where it stands.
#[derive(Serialize)]
pub(crate) struct JsRanked {
    pub(crate) rank: u32,
    pub(crate) hand: Hand,
    #[serde(rename = "type")]
    pub(crate) hand_type: HandType,
    pub(crate) bid: u128,
    pub(crate) winnings: u128,
}

impl JsRanked {
    pub(crate) fn of(row: JsRow, rules: Rules) -> JsRanked {
        let JsRow { hand, bid, standard, joker, .. } = row;
        let JsStanding { rank, hand_type, winnings } =
            if rules == Rules::Standard { standard } else { joker };
        JsRanked { rank, hand, hand_type, bid, winnings }
    }
}

/// An entry and where it stands under both rules.
#[derive(Serialize)]
pub(crate) struct JsRow {
    /// Its place in the input, from 0.
    pub(crate) place: u32,
    pub(crate) hand: Hand,
    pub(crate) bid: u128,
    pub(crate) standard: JsStanding,
    pub(crate) joker: JsStanding,
}

/// Where an entry stands.
#[derive(Serialize)]
pub(crate) struct JsStanding {
    pub(crate) rank: u32,
    #[serde(rename = "type")]
    pub(crate) hand_type: HandType,
    pub(crate) winnings: u128,
}

/// What is to be said of answers.
#[derive(Serialize)]
pub(crate) struct JsDiagnosed {
    #[serde(flatten)]
    diagnosis: Diagnosis,
    /// In place of the diagnosis's own.
    findings: Vec<JsFinding>,
}

impl From<Diagnosis> for JsDiagnosed {
    fn from(diagnosis: Diagnosis) -> JsDiagnosed {
        let findings = diagnosis.findings.iter().map(JsFinding::from).collect();
        JsDiagnosed { diagnosis, findings }
    }
}

/// One mistake, or several together, that give exactly an answer.
#[derive(Serialize)]
pub(crate) struct JsFinding {
    /// The first two entries in the wrong order, if any are.
    misplaced: Option<JsMisplaced>,
    /// How often chance alone would match.
    chance: String,
    #[serde(flatten)]
    finding: Finding,
}

/// Two entries in the wrong order, in input order.
#[derive(Serialize)]
pub(crate) struct JsMisplaced {
    /// Their places among the entries, from 1.
    places: [usize; 2],
    bids: [u128; 2],
    /// What the mistake takes each for.
    taken_for: [&'static str; 2],
    /// Which wins, and what decides it.
    right: JsCompared,
}

impl From<&Finding> for JsFinding {
    fn from(finding: &Finding) -> JsFinding {
        JsFinding {
            misplaced: finding.misplaced.as_ref().map(|pair| JsMisplaced {
                places: pair.places,
                bids: pair.entries.map(|entry| entry.bid.into()),
                taken_for: pair.taken_for.map(AssignedType::name),
                right: JsCompared::from(pair.right),
            }),
            chance: finding.chance.map(|chance| chance.to_string()).unwrap_or_default(),
            finding: finding.clone(),
        }
    }
}

/// What is to be said of an order.
#[derive(Serialize)]
pub(crate) struct JsOrderDiagnosed {
    /// The first two neighbours in the wrong order.
    first: Option<JsWrongPair>,
    #[serde(flatten)]
    diagnosis: OrderDiagnosis,
    /// In place of the diagnosis's own.
    findings: Vec<JsFinding>,
}

/// Two neighbours in an order, of which the first should be behind the second.
#[derive(Serialize)]
struct JsWrongPair {
    /// The place of the first of them, from 1.
    place: usize,
    right: JsCompared,
    /// The rule that settles it.
    rule: String,
}

impl From<OrderDiagnosis> for JsOrderDiagnosed {
    fn from(diagnosis: OrderDiagnosis) -> JsOrderDiagnosed {
        JsOrderDiagnosed {
            first: diagnosis.first.as_ref().map(|first| JsWrongPair {
                place: first.place,
                right: JsCompared::from(first.right),
                rule: first.rule.to_string(),
            }),
            findings: diagnosis.findings.iter().map(JsFinding::from).collect(),
            diagnosis,
        }
    }
}
