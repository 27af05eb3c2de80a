//! What goes to JavaScript as plain objects, where that is more than the records of the command.
//!
//! A type `JsSomething` is `Something` in TypeScript.

use camel_cards::{Card, Comparison, Error, Explanation, Hand, Overflow, Rules, Strength, Tally};
use camel_cards_coach::{AssignedType, Diagnosis, Finding, OrderDiagnosis};
use camel_cards_records::{
    ComparisonRecord, DiagnosisRecord, ExplanationRecord, FindingRecord, OrderRecord, StatsRecord,
};
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** `standard` is part 1 of the puzzle, `joker` part 2. */
export type Rules = "standard" | "joker";

/** How entries that hold the same hand rank; `ordinal`, the earlier lower, unless told. */
export type Ties = "ordinal" | "min" | "max" | "dense";

/** From weakest to strongest. */
export type HandType = "high card" | "one pair" | "two pair" | "three of a kind" | "full house"
    | "four of a kind" | "five of a kind";

/** An answer, and what the puzzle's site said of it. */
export interface Tried {
    answer: bigint;
    told?: "too low" | "too high";
}

/** What is thrown for an input with bad lines. */
export interface BadLinesError extends Error {
    name: "BadLinesError";
    /** The first of them, at most 20. */
    lines: BadLine[];
    /** How many there are. */
    count: number;
}
"#;

/// Why a hand stands where it stands among all 371,293 hands.
#[derive(Serialize, Tsify)]
#[tsify(rename = "Explained", missing_as_null, hashmap_as_object)]
pub struct JsExplained {
    hand: String,
    #[tsify(type = "Rules")]
    rules: &'static str,
    /// What makes the type: `T ×2 + J ×2 as T, K ×1`.
    made_of: String,
    #[serde(flatten)]
    record: ExplanationRecord,
}

impl JsExplained {
    pub(crate) fn of(hand: Hand, rules: Rules) -> JsExplained {
        let explanation = Explanation::of(hand, rules);
        JsExplained {
            hand: hand.to_string(),
            rules: rules.name(),
            made_of: explanation.to_string(),
            record: ExplanationRecord::from(&explanation),
        }
    }
}

/// Which of two hands wins, and what decides it.
#[derive(Serialize, Tsify)]
#[tsify(rename = "Compared", missing_as_null, hashmap_as_object)]
pub struct JsCompared {
    /// The labels that their jokers stand for, if there are any.
    #[tsify(type = "[string | null, string | null]")]
    jokers_stand_for: [Option<char>; 2],
    /// All of it in a sentence.
    sentence: String,
    #[serde(flatten)]
    record: ComparisonRecord,
}

impl From<&Comparison> for JsCompared {
    fn from(comparison: &Comparison) -> JsCompared {
        let joker_choice = |strength: Strength| {
            let explanation = Explanation::of(strength.hand(), strength.rules());
            explanation.jokers_stand_for.map(Card::label)
        };
        JsCompared {
            jokers_stand_for: comparison.strengths.map(joker_choice),
            sentence: comparison.to_string(),
            record: ComparisonRecord::from(comparison),
        }
    }
}

/// What an input looks like.
#[derive(Serialize, Tsify)]
#[tsify(rename = "Stats", missing_as_null, hashmap_as_object)]
pub struct JsStats {
    #[serde(flatten)]
    record: StatsRecord,
    /// How many entries have a type under standard rules (the index) and one under joker rules
    /// (the index within), weakest first.
    joined: Vec<Vec<u64>>,
}

impl JsStats {
    pub(crate) fn of(tally: &Tally, bids: Option<(u64, u64)>) -> Result<JsStats, Overflow> {
        let summary = tally.summary()?;
        let joined = summary.joined.iter();
        Ok(JsStats {
            record: StatsRecord::of(tally, &summary, bids),
            joined: joined.map(|(_, row)| row.iter().map(|(_, &count)| count).collect()).collect(),
        })
    }
}

/// A line that is no entry.
#[derive(Serialize, Tsify)]
#[tsify(rename = "BadLine", missing_as_null)]
pub struct JsBadLine {
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
#[derive(Serialize, Tsify)]
#[tsify(rename = "Ranked")]
pub struct JsRanked {
    pub(crate) rank: u32,
    pub(crate) hand: String,
    #[serde(rename = "type")]
    #[tsify(type = "HandType")]
    pub(crate) hand_type: &'static str,
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
#[derive(Serialize, Tsify)]
#[tsify(rename = "Row")]
pub struct JsRow {
    /// Its place in the input, from 0.
    pub(crate) place: u32,
    pub(crate) hand: String,
    pub(crate) bid: u128,
    #[tsify(type = "Standing")]
    pub(crate) standard: JsStanding,
    #[tsify(type = "Standing")]
    pub(crate) joker: JsStanding,
}

/// Where an entry stands.
#[derive(Serialize, Tsify)]
#[tsify(rename = "Standing")]
pub struct JsStanding {
    pub(crate) rank: u32,
    #[serde(rename = "type")]
    #[tsify(type = "HandType")]
    pub(crate) hand_type: &'static str,
    pub(crate) winnings: u128,
}

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
    chance: String,
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
                places: pair.places,
                bids: pair.entries.map(|entry| entry.bid.into()),
                taken_for: pair.taken_for.map(AssignedType::name),
                right: JsCompared::from(&pair.right),
            }),
            chance: finding.chance().map(|chance| chance.to_string()).unwrap_or_default(),
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
