//! Camel Cards for JavaScript: conversions, errors, and functions that only a browser needs.
//!
//! Fields have the same names as in the command's JSON. Counts, ranks and strengths are numbers;
//! bids, winnings and totals are `BigInt`, because they can be larger than 2⁵³.
//!
//! ```text
//! input: chunks to a tally, entries and bad lines
//!  ├─▶ tally: totals, and bytes that any front reads
//!  ├─▶ table: ranks under both rules, rows sorted and filtered
//!  └─▶ coach: what is wrong with answers and orders
//! hands, judge: questions about hands and solutions
//! page: what only the page asks for, such as the reports of coach and judge
//! convert: what all need: arguments, objects, errors
//! ```

#![expect(unreachable_pub, reason = "JavaScript reaches it")]

mod coach;
mod convert;
mod hands;
mod input;
mod judge;
mod page;
#[expect(clippy::indexing_slicing, reason = "places are those of the entries that it holds")]
mod table;
mod tally;

use std::panic;

use convert::named_error;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("types.d.ts");

/// Turns a panic into an exception named `Panic`, with its message. Do not use the engine after it.
#[wasm_bindgen(start)]
fn start() {
    panic::set_hook(Box::new(|panic| {
        wasm_bindgen::throw_val(named_error("Panic", &panic.to_string()).into())
    }));
}
