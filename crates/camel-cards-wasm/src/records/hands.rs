//! One hand, or two.

use camel_cards::{Card, Comparison, Explanation, Hand, Rules, Strength};
use camel_cards_records::{ComparisonRecord, ExplanationRecord};
use serde::Serialize;
use tsify::Tsify;

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
