//! What goes to JavaScript as plain objects, where that is more than the core and the coach publish.
//!
//! A type `JsSomething` is `Something` in `types.d.ts`.

use camel_cards::{Comparison, Error, Hand, HandType, Rules};
use camel_cards_coach::{AssignedType, Finding, OrderDiagnosis};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");

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

/// What is to be said of answers or of an order.
#[derive(Serialize)]
pub(crate) struct JsDiagnosed<'a, D> {
    #[serde(flatten)]
    diagnosis: &'a D,
    /// In place of the diagnosis's own.
    findings: Vec<JsFinding<'a>>,
}

impl<'a, D> JsDiagnosed<'a, D> {
    pub(crate) fn new(diagnosis: &'a D, findings: &'a [Finding]) -> JsDiagnosed<'a, D> {
        JsDiagnosed { diagnosis, findings: findings.iter().map(JsFinding::from).collect() }
    }
}

/// One mistake, or several together, that give exactly an answer.
#[derive(Serialize)]
struct JsFinding<'a> {
    /// The first two entries in the wrong order, if any are.
    misplaced: Option<JsMisplaced>,
    /// How often chance alone would match.
    chance: String,
    #[serde(flatten)]
    finding: &'a Finding,
}

/// Two entries in the wrong order, in input order.
#[derive(Serialize)]
struct JsMisplaced {
    /// Their places among the entries, from 1.
    places: [usize; 2],
    bids: [u128; 2],
    /// What the mistake takes each for.
    taken_for: [&'static str; 2],
    /// Which wins, and what decides it.
    right: Comparison,
}

impl<'a> From<&'a Finding> for JsFinding<'a> {
    fn from(finding: &'a Finding) -> JsFinding<'a> {
        JsFinding {
            misplaced: finding.misplaced.as_ref().map(|pair| JsMisplaced {
                places: pair.places,
                bids: pair.entries.map(|entry| entry.bid.into()),
                taken_for: pair.taken_for.map(AssignedType::name),
                right: pair.right,
            }),
            chance: finding.chance.map(|chance| chance.to_string()).unwrap_or_default(),
            finding,
        }
    }
}

/// What is to be said of an order.
#[derive(Serialize)]
pub(crate) struct JsOrderDiagnosed<'a> {
    /// The first two neighbours in the wrong order.
    first: Option<JsWrongPair>,
    #[serde(flatten)]
    diagnosed: JsDiagnosed<'a, OrderDiagnosis>,
}

/// Two neighbours in an order, of which the first should be behind the second.
#[derive(Serialize)]
struct JsWrongPair {
    /// The place of the first of them, from 1.
    place: usize,
    right: Comparison,
    /// The rule that settles it.
    rule: String,
}

impl<'a> From<&'a OrderDiagnosis> for JsOrderDiagnosed<'a> {
    fn from(diagnosis: &'a OrderDiagnosis) -> JsOrderDiagnosed<'a> {
        JsOrderDiagnosed {
            first: diagnosis.first.as_ref().map(|first| JsWrongPair {
                place: first.place,
                right: first.right,
                rule: first.rule.to_string(),
            }),
            diagnosed: JsDiagnosed::new(diagnosis, &diagnosis.findings),
        }
    }
}
