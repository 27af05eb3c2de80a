//! Questions about one hand, or two.

use camel_cards::{Explanation, Strength, compare as compare_hands};
use wasm_bindgen::prelude::*;

use crate::convert::{self, NumberArg, Result, RulesArg, TextArg, hand, object, whole};

/// Explains a hand's type and its strength among all 371,293 hands.
#[wasm_bindgen(unchecked_return_type = "Explained")]
pub fn explain(of: &TextArg, rules: &RulesArg) -> Result {
    object(&Explanation::of(hand(of)?, convert::rules(rules)?))
}

/// Returns which of two hands wins, and what decides it.
#[wasm_bindgen(unchecked_return_type = "Compared")]
pub fn compare(a: &TextArg, b: &TextArg, rules: &RulesArg) -> Result {
    object(&compare_hands(hand(a)?, hand(b)?, convert::rules(rules)?))
}

/// Returns the hand that has this strength, from 1, the weakest, to 371,293; undefined for other
/// numbers.
#[wasm_bindgen(js_name = handOfStrength)]
pub fn hand_of_strength(strength: &NumberArg, rules: &RulesArg) -> Result<Option<String>> {
    let strength = whole(strength, u32::MAX, "a strength")?;
    let strength = Strength::from_number(strength, convert::rules(rules)?);
    Ok(strength.map(|strength| strength.hand().to_string()))
}
