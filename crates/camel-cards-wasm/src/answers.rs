//! Questions about a whole input, a hand or two.

use std::cmp::Reverse;

use camel_cards::{Entry, Rules, Strength, Ties, compare as compare_hands, ranks};
use camel_cards_coach::{
    Ordered, Question, Told, Tried, diagnose as diagnose_answers, diagnose_order,
    inputs::{Shape, generate as generate_entries},
};
use js_sys::{Array, Reflect};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use crate::{
    RULES, Result, TIES, bytes, hand, input, named, named_or_default, object, objects, optional,
    records::{Compared, Diagnosed, Explained, OrderDiagnosed, Ranked, Score},
    shown, text, thrown, whole,
};

/// More than this are for the command: here an input is a string.
const HANDS_MAX: u32 = 10_000_000;

/// Returns the total winnings of an input under both rules.
///
/// Throws `BadLinesError` if there are bad lines.
#[wasm_bindgen]
pub fn score(
    #[wasm_bindgen(unchecked_param_type = "string | Uint8Array")] input: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "Ties")] ties: &JsValue,
) -> Result<<Score as Tsify>::JsType> {
    let ties = named_or_default(ties, TIES)?;
    let tally = input::tally(&bytes(input)?)?;
    object(&Score::of(&tally, ties).map_err(thrown)?)
}

/// Returns every entry with its rank, weakest first unless told.
///
/// Throws `BadLinesError` if there are bad lines.
#[wasm_bindgen(unchecked_return_type = "Ranked[]")]
pub fn rank(
    #[wasm_bindgen(unchecked_param_type = "string | Uint8Array")] input: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Rules")] rules: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "Ties")] ties: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = r#""weakest" | "strongest" | "input""#)]
    order: &JsValue,
) -> Result<JsValue> {
    let (rules, ties): (Rules, Ties) = (named(rules, RULES)?, named_or_default(ties, TIES)?);
    let entries = input::entries(&bytes(input)?)?;
    let strengths: Vec<Strength> = entries.iter().map(|entry| entry.hand.strength(rules)).collect();
    let ranks = ranks(&strengths, ties);
    let mut places: Vec<usize> = (0..entries.len()).collect();
    let order = optional(order).map(|order| text(order, "an order")).transpose()?;
    match order.as_deref() {
        None | Some("weakest") => places.sort_by_key(|&i| strengths[i]),
        // Strongest first is weakest first, backwards.
        Some("strongest") => places.sort_by_key(|&i| Reverse((strengths[i], i))),
        Some("input") => {}
        Some(other) => {
            let message = format!("expected one of weakest, strongest, input, found '{other}'");
            return Err(thrown(message));
        }
    }
    let ranked: Vec<Ranked> = places
        .into_iter()
        .map(|i| Ranked {
            rank: ranks[i],
            hand: entries[i].hand.to_string(),
            hand_type: strengths[i].hand_type().name(),
            bid: entries[i].bid.into(),
            winnings: u128::from(ranks[i]) * u128::from(entries[i].bid),
        })
        .collect();
    objects(&ranked)
}

/// Says why a hand stands where it stands among all 371,293 hands.
#[wasm_bindgen]
pub fn explain(
    #[wasm_bindgen(unchecked_param_type = "string")] of: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Rules")] rules: &JsValue,
) -> Result<<Explained as Tsify>::JsType> {
    object(&Explained::of(hand(of)?, named(rules, RULES)?))
}

/// Says which of two hands wins, and what decides it.
#[wasm_bindgen]
pub fn compare(
    #[wasm_bindgen(unchecked_param_type = "string")] a: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] b: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Rules")] rules: &JsValue,
) -> Result<<Compared as Tsify>::JsType> {
    object(&Compared::of(&compare_hands(hand(a)?, hand(b)?, named(rules, RULES)?)))
}

/// Returns the hand that has this strength among all hands, from 1, the weakest, to 371,293;
/// nothing past them.
#[wasm_bindgen(js_name = handOfStrength)]
pub fn hand_of_strength(
    #[wasm_bindgen(unchecked_param_type = "number")] strength: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Rules")] rules: &JsValue,
) -> Result<Option<String>> {
    let strength = whole(strength, u32::MAX, "a strength")?;
    let strength = Strength::from_number(strength, named(rules, RULES)?);
    Ok(strength.map(|strength| strength.hand().to_string()))
}

/// Finds out what is wrong with answers; with both rules tried unless told which were meant.
///
/// Throws `BadLinesError` if the input has bad lines.
#[wasm_bindgen]
pub fn diagnose(
    #[wasm_bindgen(unchecked_param_type = "string | Uint8Array")] input: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Tried[]")] tried: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "Rules")] rules: &JsValue,
) -> Result<<Diagnosed as Tsify>::JsType> {
    let bytes = bytes(input)?;
    let byte_order_mark = bytes.starts_with(input::BYTE_ORDER_MARK);
    answer(&input::entries(&bytes)?, byte_order_mark, tried, rules)
}

pub(crate) fn answer(
    entries: &[Entry],
    byte_order_mark: bool,
    tried: &JsValue,
    rules: &JsValue,
) -> Result<<Diagnosed as Tsify>::JsType> {
    let expected = || thrown(format!("expected answers as an array, found {}", shown(tried)));
    let list = tried.dyn_ref::<Array>().ok_or_else(expected)?;
    let tried: Vec<Tried> = list.iter().map(|tried| read_tried(&tried)).collect::<Result<_>>()?;
    if tried.is_empty() {
        return Err(thrown("nothing to diagnose: expected at least one answer"));
    }
    let rules = optional(rules).map(|rules| named(rules, RULES)).transpose()?;
    let mut question = Question::new(entries, tried);
    (question.rules, question.byte_order_mark) = (rules, byte_order_mark);
    object(&Diagnosed::of(&diagnose_answers(&question).map_err(thrown)?))
}

/// Finds the first two of somebody's hands that are out of place.
///
/// `order` has the hands of the input, weakest first, one a line, with or without their bids.
/// Throws `BadLinesError` if the input has bad lines.
#[wasm_bindgen(js_name = diagnoseOrder)]
pub fn order(
    #[wasm_bindgen(unchecked_param_type = "string | Uint8Array")] input: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] order: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "Rules")] rules: &JsValue,
) -> Result<<OrderDiagnosed as Tsify>::JsType> {
    judge_order(&input::entries(&bytes(input)?)?, order, rules)
}

pub(crate) fn judge_order(
    entries: &[Entry],
    order: &JsValue,
    rules: &JsValue,
) -> Result<<OrderDiagnosed as Tsify>::JsType> {
    let order = Ordered::read(&text(order, "an order as a string")?).map_err(thrown)?;
    let rules = optional(rules).map(|rules| named(rules, RULES)).transpose()?;
    object(&OrderDiagnosed::of(&diagnose_order(entries, &order, rules).map_err(thrown)?))
}

/// Generates an input, the same from the same seed for ever; `hands` of them, or the shape's
/// own number.
#[wasm_bindgen]
pub fn generate(
    #[wasm_bindgen(
        unchecked_param_type = r#""puzzle" | "uniform" | "ties" | "edges" | "separating""#
    )]
    shape: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "bigint")] seed: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "number")] hands: &JsValue,
) -> Result<String> {
    let shape: Shape = named(shape, "a shape as a string")?;
    let seed = u64::try_from(seed)
        .map_err(|_| thrown("expected a seed as a BigInt from 0n to 2n ** 64n - 1n"))?;
    let hands =
        optional(hands).map(|hands| whole(hands, HANDS_MAX, "how many hands")).transpose()?;
    let entries = generate_entries(shape, hands.map(u64::from), seed).map_err(thrown)?;
    Ok(entries.map(|entry| format!("{entry}\n")).collect())
}

fn read_tried(tried: &JsValue) -> Result<Tried> {
    let wrong =
        || thrown("expected { answer, told? }, the answer as a BigInt from 0n to 2n ** 128n - 1n");
    let answer = Reflect::get(tried, &"answer".into()).map_err(|_| wrong())?;
    let answer = u128::try_from(answer).map_err(|_| wrong())?;
    let told = Reflect::get(tried, &"told".into())?;
    let told = match told.as_string().as_deref() {
        Some("too low") => Some(Told::TooLow),
        Some("too high") => Some(Told::TooHigh),
        None if optional(&told).is_none() => None,
        _ => return Err(thrown("expected told as one of \"too low\", \"too high\"")),
    };
    Ok(Tried::new(answer, told))
}
