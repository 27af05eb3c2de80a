use camel_cards::{PerRules, Score};
use serde::Serialize;

/// The total winnings of an input.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(rename = "Score"))]
pub struct ScoreRecord {
    /// How many entries there are.
    pub entries: u64,
    /// How many entries hold a hand that another holds too.
    pub tied: u64,
    /// Under each of the rules that were asked for.
    pub winnings: Winnings,
}

/// Total winnings under both rules, or under one.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct Winnings {
    /// Under standard rules.
    #[serde(skip_serializing_if = "is_not_asked_for")]
    #[cfg_attr(feature = "tsify", tsify(type = "bigint"))]
    pub standard: Option<u128>,
    /// Under joker rules.
    #[serde(skip_serializing_if = "is_not_asked_for")]
    #[cfg_attr(feature = "tsify", tsify(type = "bigint"))]
    pub joker: Option<u128>,
}

/// A function of our own, because tsify would make the field optional for `Option::is_none`. The page always
/// asks for both rules.
fn is_not_asked_for(total: &Option<u128>) -> bool {
    total.is_none()
}

impl From<Score> for ScoreRecord {
    fn from(score: Score) -> ScoreRecord {
        let PerRules { standard, joker } = score.winnings;
        let winnings = Winnings { standard: Some(standard), joker: Some(joker) };
        ScoreRecord { entries: score.entries, tied: score.tied, winnings }
    }
}
