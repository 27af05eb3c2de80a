//! Camel Cards for JavaScript: conversions and errors, and what only a browser needs.
//!
//! Names of fields and of values are those of the command's JSON. Counts, ranks and
//! strengths are numbers; bids, winnings and totals are `BigInt`, because they pass 2⁵³.

#![expect(clippy::needless_pass_by_value, reason = "values come from JavaScript by value")]
#![expect(unreachable_pub, reason = "JavaScript reaches it")]

mod answers;
mod gzip;
mod input;
mod records;
mod stats;
mod table;
mod tally;

use std::{fmt, panic, str::FromStr};

use js_sys::{Error, Reflect, Uint8Array};
use records::BadLine;
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

/// Results go to JavaScript as objects or, thrown, as errors.
type Result<T> = std::result::Result<T, JsValue>;

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
    name: "BadLines";
    /** The first of them, at most 20. */
    lines: BadLine[];
    /** How many there are. */
    count: number;
}
"#;

/// A panic becomes an exception with its message, by the name of `Panic`. The engine is
/// not to be used after it.
#[wasm_bindgen(start)]
fn start() {
    panic::set_hook(Box::new(|panic| {
        wasm_bindgen::throw_val(named_error("Panic", &panic.to_string()).into())
    }));
}

/// Panics, so that whoever uses the engine can see what happens then.
#[wasm_bindgen(skip_typescript)]
pub fn fail(message: &str) {
    panic!("{message}");
}

fn named_error(name: &str, message: &str) -> Error {
    let error = Error::new(message);
    error.set_name(name);
    error
}

/// An error of ours as one of JavaScript's.
fn thrown(error: impl fmt::Display) -> JsValue {
    Error::new(&error.to_string()).into()
}

/// What is thrown for bad lines: all messages, and the lines as data.
fn bad_lines(lines: &[BadLine], count: u64) -> JsValue {
    let shown: Vec<&str> = lines.iter().map(|line| line.message.as_str()).collect();
    let more = match count - shown.len() as u64 {
        0 => String::new(),
        more => format!("\nand {more} more bad lines"),
    };
    let error = named_error("BadLines", &(shown.join("\n") + &more));
    let set = |name: &str, value: Result<JsValue>| {
        value.and_then(|value| Reflect::set(&error, &name.into(), &value))
    };
    let set = set("lines", objects(lines)).and(set("count", Ok((count as f64).into())));
    set.map_or_else(|error| error, |_| error.into())
}

/// A record as an object.
fn object<T: Tsify + Serialize>(record: &T) -> Result<T::JsType> {
    record.into_js().map_err(thrown)
}

fn objects<T: Tsify<JsType: Into<JsValue>> + Serialize>(records: &[T]) -> Result<JsValue> {
    let objects = records.iter().map(|record| Ok(object(record)?.into()));
    Ok(objects.collect::<Result<js_sys::Array>>()?.into())
}

fn named<T: FromStr<Err: fmt::Display>>(name: &str) -> Result<T> {
    name.parse().map_err(thrown)
}

fn named_or_default<T: FromStr<Err: fmt::Display> + Default>(name: Option<&str>) -> Result<T> {
    name.map_or_else(|| Ok(T::default()), named)
}

/// A string's bytes as UTF-8, or an array's.
fn bytes(input: &JsValue) -> Result<Vec<u8>> {
    match (input.as_string(), input.dyn_ref::<Uint8Array>()) {
        (Some(text), _) => Ok(text.into_bytes()),
        (_, Some(bytes)) => Ok(bytes.to_vec()),
        _ => Err(thrown("expected an input as a string or a Uint8Array")),
    }
}
