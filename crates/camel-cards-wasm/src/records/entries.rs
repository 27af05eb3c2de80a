//! The entries of an input, one by one and all together.

use camel_cards::{Error, Overflow, Tally};
use camel_cards_records::StatsRecord;
use serde::Serialize;
use tsify::Tsify;

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
    pub(crate) message: String,
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
    pub(crate) rank: u64,
    pub(crate) hand: String,
    #[serde(rename = "type")]
    #[tsify(type = "HandType")]
    pub(crate) hand_type: &'static str,
    pub(crate) bid: u128,
    pub(crate) winnings: u128,
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
