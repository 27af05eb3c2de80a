//! Questions about a whole input.

use std::cmp::Reverse;

use camel_cards::{Entry, Strength, Tally, ranks};
use camel_cards_records::ScoreRecord;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use crate::{
    convert::{
        Result, arguments,
        bad_lines::bad_lines_error,
        errors::thrown,
        objects::{object, objects},
    },
    read::Reading,
    records::JsRanked,
};

/// Returns the total winnings of an input under both rules.
///
/// Throws `BadLinesError` if there are bad lines.
#[wasm_bindgen]
pub fn score(
    #[wasm_bindgen(unchecked_param_type = "string | Uint8Array")] input: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "Ties")] ties: &JsValue,
) -> Result<<ScoreRecord as Tsify>::JsType> {
    let ties = arguments::ties(ties)?;
    let score = tally(input)?.score(ties).map_err(thrown)?;
    object(&ScoreRecord::from(score))
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
    let (rules, ties) = (arguments::rules(rules)?, arguments::ties(ties)?);
    let (entries, _) = entries(input)?;
    let strengths: Vec<Strength> = entries.iter().map(|entry| entry.hand.strength(rules)).collect();
    let ranks = ranks(&strengths, ties);
    let mut places: Vec<usize> = (0..entries.len()).collect();
    let text = |order| arguments::text(order, "an order");
    let order = arguments::optional(order).map(text).transpose()?;
    match order.as_deref() {
        None | Some("weakest") => places.sort_by_key(|&i| strengths[i]),
        // The reverse of weakest first, so that ties are reversed too.
        Some("strongest") => places.sort_by_key(|&i| Reverse((strengths[i], i))),
        Some("input") => {}
        Some(other) => {
            let message = format!("expected one of weakest, strongest, input, found '{other}'");
            return Err(thrown(message));
        }
    }
    let ranked = |i: usize| JsRanked {
        rank: ranks[i],
        hand: entries[i].hand.to_string(),
        hand_type: strengths[i].hand_type().name(),
        bid: entries[i].bid.into(),
        winnings: u128::from(ranks[i]) * u128::from(entries[i].bid),
    };
    let ranked: Vec<JsRanked> = places.into_iter().map(ranked).collect();
    objects(&ranked)
}

/// Tallies a whole input.
pub(super) fn tally(input: &JsValue) -> Result<Tally> {
    let input = arguments::bytes(input)?;
    let mut reading = Reading::new(0);
    read(&mut reading, &input)
}

/// Returns the entries of a whole input, and whether it begins with a byte-order mark.
pub(super) fn entries(input: &JsValue) -> Result<(Vec<Entry>, bool)> {
    let input = arguments::bytes(input)?;
    let mut reading = Reading::new(usize::MAX);
    read(&mut reading, &input)?;
    let byte_order_mark = reading.byte_order_mark();
    Ok((reading.into_entries(), byte_order_mark))
}

fn read(reading: &mut Reading, input: &[u8]) -> Result<Tally> {
    reading.push(input);
    let tally = reading.finish();
    match reading.skipped().count() {
        0 => Ok(tally),
        _ => Err(bad_lines_error(reading.skipped())),
    }
}
