//! Camel Cards for JavaScript: conversions and errors, and what only a browser needs.
//!
//! What the command's JSON has too has the same name there. Counts, ranks and
//! strengths are numbers; bids, winnings and totals are `BigInt`, because they pass 2⁵³.

#![expect(unreachable_pub, reason = "JavaScript reaches it")]

mod answers;
mod gzip;
mod input;
mod records;
mod stats;
mod table;
mod tally;

use std::{fmt, panic, str::FromStr};

use camel_cards::Hand;
use js_sys::{Error, Number, Reflect, Uint8Array};
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
    name: "BadLinesError";
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
pub fn fail(message: &JsValue) {
    panic!("{}", message.as_string().unwrap_or_default());
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
        1 => "\nand 1 more bad line".to_owned(),
        more => format!("\nand {more} more bad lines"),
    };
    let error = named_error("BadLinesError", &(shown.join("\n") + &more));
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

/// A value known by its name. Only strings are: what is none must not get to the engine as one.
fn named<T: FromStr<Err: fmt::Display>>(name: &JsValue, expected: &str) -> Result<T> {
    text(name, expected)?.parse().map_err(thrown)
}

fn named_or_default<T: FromStr<Err: fmt::Display> + Default>(
    name: &JsValue,
    expected: &str,
) -> Result<T> {
    Ok(optional(name).map(|name| named(name, expected)).transpose()?.unwrap_or_default())
}

fn optional(value: &JsValue) -> Option<&JsValue> {
    (!value.is_undefined() && !value.is_null()).then_some(value)
}

const RULES: &str = "rules, standard or joker";
const TIES: &str = "ties, one of ordinal, min, max, dense";

fn text(value: &JsValue, expected: &str) -> Result<String> {
    value.as_string().ok_or_else(|| thrown(format!("expected {expected}, found {}", shown(value))))
}

/// A value in a message: what was found.
fn shown(value: &JsValue) -> String {
    match (value.as_string(), value.as_f64()) {
        (Some(text), _) => format!("'{text}'"),
        // JavaScript's own way to write it: Rust's takes 5 KB.
        (_, Some(number)) => Number::from(number)
            .to_string_with_radix(10)
            .map_or_else(|_| "a number".to_owned(), String::from),
        _ if value.is_undefined() => "nothing".to_owned(),
        _ => format!("a value of type {}", value.js_typeof().as_string().unwrap_or_default()),
    }
}

fn hand(value: &JsValue) -> Result<Hand> {
    let text = text(value, "a hand of five labels")?;
    text.parse().map_err(|error: camel_cards::Error| {
        let hint = error.kind().hint().map(|hint| format!(" ({hint})")).unwrap_or_default();
        let column = error.position().column;
        thrown(format!("hand '{text}', column {column}: {}{hint}", error.kind()))
    })
}

/// A whole number from 0 to `most`.
fn whole(value: &JsValue, most: u32, expected: &str) -> Result<u32> {
    let number = value.as_f64().filter(|number| number.fract() == 0.0 && *number >= 0.0);
    let number = number.filter(|number| *number <= f64::from(most));
    let wrong = || {
        thrown(format!(
            "expected {expected}, a whole number from 0 to {most}, found {}",
            shown(value)
        ))
    };
    number.map(|number| number as u32).ok_or_else(wrong)
}

/// A string's bytes as UTF-8, or an array's.
fn bytes(input: &JsValue) -> Result<Vec<u8>> {
    match (input.as_string(), input.dyn_ref::<Uint8Array>()) {
        (Some(text), _) => Ok(text.into_bytes()),
        (_, Some(bytes)) => Ok(bytes.to_vec()),
        _ => Err(thrown(format!(
            "expected an input as a string or a Uint8Array, found {}",
            shown(input)
        ))),
    }
}
