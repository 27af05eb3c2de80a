//! What goes to JavaScript as plain objects, where that is more than the records of the command.
//!
//! A type `JsSomething` is `Something` in TypeScript.

mod coach;
mod entries;
mod hands;

pub(crate) use coach::{JsDiagnosed, JsOrderDiagnosed};
pub(crate) use entries::{JsBadLine, JsRanked, JsRow, JsStanding, JsStats};
pub(crate) use hands::{JsCompared, JsExplained};
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
