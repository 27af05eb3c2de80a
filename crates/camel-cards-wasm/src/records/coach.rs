//! What the coach finds.

use camel_cards_coach::{AssignedType, Diagnosis, Finding, OrderDiagnosis};
use camel_cards_records::{DiagnosisRecord, FindingRecord, OrderRecord};
use serde::Serialize;
use tsify::Tsify;

use super::JsCompared;

/// What is to be said of answers.
#[derive(Serialize, Tsify)]
#[tsify(rename = "Diagnosed", missing_as_null, hashmap_as_object)]
pub struct JsDiagnosed(#[tsify(type = "DiagnosisRecord<Finding>")] DiagnosisRecord<JsFinding>);

impl From<&Diagnosis> for JsDiagnosed {
    fn from(diagnosis: &Diagnosis) -> JsDiagnosed {
        JsDiagnosed(DiagnosisRecord::from(diagnosis))
    }
}

/// One mistake, or several together, that give exactly an answer.
#[derive(Serialize, Tsify)]
#[tsify(rename = "Finding", missing_as_null, hashmap_as_object)]
pub struct JsFinding {
    /// The first two entries in the wrong order, if any are.
    #[tsify(type = "Misplaced | null")]
    misplaced: Option<JsMisplaced>,
    /// How often chance alone would match.
    sureness: String,
    #[serde(flatten)]
    record: FindingRecord,
}

/// Two entries in the wrong order, in input order.
#[derive(Serialize, Tsify)]
#[tsify(rename = "Misplaced", missing_as_null, hashmap_as_object)]
pub struct JsMisplaced {
    /// Their places among the entries, from 1.
    places: [usize; 2],
    bids: [u128; 2],
    /// What the mistake takes each for.
    taken_for: [&'static str; 2],
    /// Which wins, and what decides it.
    #[tsify(type = "Compared")]
    right: JsCompared,
}

impl From<&Finding> for JsFinding {
    fn from(finding: &Finding) -> JsFinding {
        JsFinding {
            misplaced: finding.misplaced().map(|pair| JsMisplaced {
                places: pair.places.map(|place| place + 1),
                bids: pair.entries.map(|entry| entry.bid.into()),
                taken_for: pair.taken_for.map(AssignedType::name),
                right: JsCompared::from(&pair.right),
            }),
            sureness: finding.chance().map(|chance| chance.to_string()).unwrap_or_default(),
            record: FindingRecord::from(finding),
        }
    }
}

/// What is to be said of an order.
#[derive(Serialize, Tsify)]
#[tsify(rename = "OrderDiagnosed", missing_as_null, hashmap_as_object)]
pub struct JsOrderDiagnosed {
    /// The first two neighbours in the wrong order.
    #[tsify(type = "WrongPair | null")]
    first: Option<JsWrongPair>,
    #[serde(flatten)]
    #[tsify(type = "OrderRecord<Finding>")]
    record: OrderRecord<JsFinding>,
}

/// Two neighbours in an order, of which the first should be behind the second.
#[derive(Serialize, Tsify)]
#[tsify(rename = "WrongPair", missing_as_null, hashmap_as_object)]
pub struct JsWrongPair {
    /// The place of the first of them, from 1.
    place: usize,
    #[tsify(type = "Compared")]
    right: JsCompared,
    /// The rule that settles it.
    rule: String,
}

impl From<&OrderDiagnosis> for JsOrderDiagnosed {
    fn from(diagnosis: &OrderDiagnosis) -> JsOrderDiagnosed {
        JsOrderDiagnosed {
            first: diagnosis.first.as_ref().map(|first| JsWrongPair {
                place: first.place,
                right: JsCompared::from(&first.right),
                rule: first.rule.to_string(),
            }),
            record: OrderRecord::from(diagnosis),
        }
    }
}
