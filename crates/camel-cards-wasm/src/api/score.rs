//! Questions about a whole input.

use camel_cards::UnknownName;
use wasm_bindgen::prelude::*;

use super::input::JsInput;
use crate::{
    convert::{InputArg, Result, RulesArg, TiesArg, objects, rules, text, thrown, ties},
    ranked_entries::{RankedEntries, TableOrder},
    records::JsRanked,
};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(typescript_type = r#""weakest" | "strongest" | "input""#)]
    pub type OrderArg;
}

/// Returns the total winnings of an input under both rules.
///
/// Throws `BadLinesError` if there are bad lines.
#[wasm_bindgen(unchecked_return_type = "Score")]
pub fn score(input: &InputArg, ties: Option<TiesArg>) -> Result<JsValue> {
    JsInput::of(input, 0)?.score(ties)
}

/// Returns every entry with its rank, weakest first unless told.
///
/// Throws `BadLinesError` if there are bad lines.
#[wasm_bindgen(unchecked_return_type = "Ranked[]")]
pub fn rank(
    input: &InputArg,
    #[wasm_bindgen(js_name = rules)] under: &RulesArg,
    #[wasm_bindgen(js_name = ties)] method: Option<TiesArg>,
    order: Option<OrderArg>,
) -> Result<JsValue> {
    let (rules, ties) = (rules(under)?, ties(method)?);
    let input = JsInput::of(input, usize::MAX)?;
    let orders = [
        ("weakest", TableOrder::Strength(rules), false),
        ("strongest", TableOrder::Strength(rules), true),
        ("input", TableOrder::Input, false),
    ];
    let order = order.map(|order| text(&order, "an order")).transpose()?;
    let order = order.as_deref().unwrap_or("weakest");
    let (_, order, descending) =
        UnknownName::find(order, &orders, |(name, ..)| name).map_err(thrown)?;
    let entries = input.entries()?;
    let mut ranked = RankedEntries::new(entries, ties);
    ranked.show(entries, order, descending, |_| true);
    objects(ranked.shown(entries, 0, usize::MAX).map(|row| JsRanked::of(row, rules)))
}
