//! What the coach is asked: what is wrong with answers or an order, and for inputs.

use camel_cards::Entry;
use camel_cards_coach::{
    Ordered, Question, Told, Tried, diagnose as diagnose_answers, diagnose_order as judge_order,
    inputs::{Shape, generate as generate_entries},
};
use js_sys::{Array, Reflect};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::score::entries;
use crate::{
    convert::{Result, arguments, errors::thrown, objects::object},
    records::{JsDiagnosed, JsOrderDiagnosed},
};

/// More than this are for the command: here an input is a string.
const HANDS_MAX: u32 = 10_000_000;

/// Finds out what is wrong with answers; with both rules tried unless told which were meant.
///
/// Throws `BadLinesError` if the input has bad lines.
#[wasm_bindgen]
pub fn diagnose(
    #[wasm_bindgen(unchecked_param_type = "string | Uint8Array")] input: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "Tried[]")] tried: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "Rules")] rules: &JsValue,
) -> Result<<JsDiagnosed as Tsify>::JsType> {
    let (entries, byte_order_mark) = entries(input)?;
    answers(&entries, byte_order_mark, tried, rules)
}

/// Finds the first two of somebody's hands that are out of place.
///
/// `order` has the hands of the input, weakest first, one a line, with or without their bids.
/// Throws `BadLinesError` if the input has bad lines.
#[wasm_bindgen(js_name = diagnoseOrder)]
pub fn diagnose_order(
    #[wasm_bindgen(unchecked_param_type = "string | Uint8Array")] input: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] order: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "Rules")] rules: &JsValue,
) -> Result<<JsOrderDiagnosed as Tsify>::JsType> {
    self::order(&entries(input)?.0, order, rules)
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
    let shape: Shape = arguments::named(shape, "a shape as a string")?;
    let seed = u64::try_from(seed)
        .map_err(|_| thrown("expected a seed as a BigInt from 0n to 2n ** 64n - 1n"))?;
    let whole = |hands| arguments::whole(hands, HANDS_MAX, "how many hands");
    let hands = arguments::optional(hands).map(whole).transpose()?;
    let entries = generate_entries(shape, hands.map(u64::from), seed).map_err(thrown)?;
    Ok(entries.map(|entry| format!("{entry}\n")).collect())
}

pub(super) fn answers(
    entries: &[Entry],
    byte_order_mark: bool,
    tried: &JsValue,
    rules: &JsValue,
) -> Result<<JsDiagnosed as Tsify>::JsType> {
    let expected =
        || thrown(format!("expected answers as an array, found {}", arguments::shown(tried)));
    let list = tried.dyn_ref::<Array>().ok_or_else(expected)?;
    let tried: Vec<Tried> = list.iter().map(|tried| read_tried(&tried)).collect::<Result<_>>()?;
    if tried.is_empty() {
        return Err(thrown("nothing to diagnose: expected at least one answer"));
    }
    let mut question = Question::new(entries, tried);
    question.rules = arguments::optional_rules(rules)?;
    question.byte_order_mark = byte_order_mark;
    object(&JsDiagnosed::from(&diagnose_answers(&question).map_err(thrown)?))
}

pub(super) fn order(
    entries: &[Entry],
    order: &JsValue,
    rules: &JsValue,
) -> Result<<JsOrderDiagnosed as Tsify>::JsType> {
    let order = arguments::text(order, "an order as a string")?;
    let order = Ordered::read(&order).map_err(thrown)?;
    let rules = arguments::optional_rules(rules)?;
    let diagnosis = judge_order(entries, &order, rules).map_err(thrown)?;
    object(&JsOrderDiagnosed::from(&diagnosis))
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
        None if arguments::optional(&told).is_none() => None,
        _ => return Err(thrown("expected told as one of \"too low\", \"too high\"")),
    };
    Ok(Tried::new(answer, told))
}
