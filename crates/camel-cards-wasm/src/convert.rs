//! Values between JavaScript and Rust: arguments checked, records as objects, errors to throw.

use std::{fmt, str::FromStr};

use camel_cards::{Hand, Rules, Ties};
use js_sys::{Error, Number, Reflect, Uint8Array};
use serde::{Serialize, Serializer as _};
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

use crate::{read::SkippedLines, records::JsBadLine};

/// Results go to JavaScript as objects or, thrown, as errors.
pub(crate) type Result<T> = std::result::Result<T, JsValue>;

/// How many bad lines an exception has.
const THROWN_MAX: usize = 20;

// What TypeScript calls an argument. Whoever has no types may pass anything.
#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(typescript_type = "string | Uint8Array")]
    pub type InputArg;
    #[wasm_bindgen(typescript_type = "string")]
    pub type TextArg;
    #[wasm_bindgen(typescript_type = "number")]
    pub type NumberArg;
    #[wasm_bindgen(typescript_type = "bigint")]
    pub type BigIntArg;
    #[wasm_bindgen(typescript_type = "Rules")]
    pub type RulesArg;
    #[wasm_bindgen(typescript_type = "Ties")]
    pub type TiesArg;
    #[wasm_bindgen(typescript_type = "Tried[]")]
    pub type TriedArg;
}

pub(crate) fn rules(value: &JsValue) -> Result<Rules> {
    named(value, "rules, standard or joker")
}

pub(crate) fn optional_rules(value: Option<RulesArg>) -> Result<Option<Rules>> {
    value.map(|value| rules(&value)).transpose()
}

/// Returns the ties that are named, or the ordinal ones.
pub(crate) fn ties(value: Option<TiesArg>) -> Result<Ties> {
    let named = |value: TiesArg| named(&value, "ties, one of ordinal, min, max, dense");
    Ok(value.map(named).transpose()?.unwrap_or_default())
}

/// Returns the value that has this name. Only strings are parsed, so that nothing else is taken for a name.
pub(crate) fn named<T: FromStr<Err: fmt::Display>>(value: &JsValue, expected: &str) -> Result<T> {
    text(value, expected)?.parse().map_err(thrown)
}

pub(crate) fn text(value: &JsValue, expected: &str) -> Result<String> {
    value.as_string().ok_or_else(|| unexpected(expected, value))
}

/// Makes the error that says what was expected and what was found.
pub(crate) fn unexpected(expected: &str, value: &JsValue) -> JsValue {
    let found = match (value.as_string(), value.as_f64()) {
        (Some(text), _) => format!("'{text}'"),
        // By JavaScript, because Rust's formatting of floats takes 5 KB.
        (_, Some(number)) => Number::from(number)
            .to_string_with_radix(10)
            .map_or_else(|_| "a number".to_owned(), String::from),
        _ if value.is_undefined() => "nothing".to_owned(),
        _ => format!("a value of type {}", value.js_typeof().as_string().unwrap_or_default()),
    };
    thrown(format!("expected {expected}, found {found}"))
}

pub(crate) fn hand(value: &JsValue) -> Result<Hand> {
    let text = text(value, "a hand of five labels")?;
    text.parse().map_err(|error: camel_cards::Error| {
        let hint = error.kind().hint().map(|hint| format!(" ({hint})")).unwrap_or_default();
        let column = error.position().column;
        thrown(format!("hand '{text}', column {column}: {}{hint}", error.kind()))
    })
}

/// Returns a whole number from 0 to `most`.
pub(crate) fn whole(value: &JsValue, most: u32, expected: &str) -> Result<u32> {
    let number = value.as_f64().filter(|number| number.fract() == 0.0 && *number >= 0.0);
    let number = number.filter(|number| *number <= f64::from(most)).map(|number| number as u32);
    number.ok_or_else(|| unexpected(&format!("{expected}, a whole number from 0 to {most}"), value))
}

/// Returns a number of 64 bits, which may pass 2⁵³.
pub(crate) fn u64_of(value: &JsValue, expected: &str) -> Result<u64> {
    let wrong = |_| thrown(format!("expected {expected} as a BigInt from 0n to 2n ** 64n - 1n"));
    u64::try_from(value.clone()).map_err(wrong)
}

/// Returns a string's bytes as UTF-8, or an array's.
pub(crate) fn bytes(input: &JsValue) -> Result<Vec<u8>> {
    match (input.as_string(), input.dyn_ref::<Uint8Array>()) {
        (Some(text), _) => Ok(text.into_bytes()),
        (_, Some(bytes)) => Ok(bytes.to_vec()),
        _ => Err(unexpected("an input as a string or a Uint8Array", input)),
    }
}

/// As `types.d.ts` has them: what there is none of is null.
const OBJECTS: Serializer =
    Serializer::new().serialize_missing_as_null(true).serialize_maps_as_objects(true);

pub(crate) fn object(record: &impl Serialize) -> Result<JsValue> {
    record.serialize(&OBJECTS).map_err(thrown)
}

pub(crate) fn objects(records: impl IntoIterator<Item: Serialize>) -> Result<JsValue> {
    OBJECTS.collect_seq(records).map_err(thrown)
}

pub(crate) fn named_error(name: &str, message: &str) -> Error {
    let error = Error::new(message);
    error.set_name(name);
    error
}

/// Makes an error of JavaScript's of one of ours.
pub(crate) fn thrown(error: impl fmt::Display) -> JsValue {
    Error::new(&error.to_string()).into()
}

/// Makes an error with the messages of the first bad lines, and the lines as data.
pub(crate) fn bad_lines_error(skipped: &SkippedLines) -> Result<JsValue> {
    let first = skipped.first.iter().take(THROWN_MAX);
    let messages: Vec<String> = first.clone().map(ToString::to_string).collect();
    let more = match skipped.count - messages.len() as u64 {
        0 => String::new(),
        1 => "\nand 1 more bad line".to_owned(),
        more => format!("\nand {more} more bad lines"),
    };
    let error = named_error("BadLinesError", &(messages.join("\n") + &more));
    Reflect::set(&error, &"lines".into(), &objects(first.map(JsBadLine::from))?)?;
    Reflect::set(&error, &"count".into(), &(skipped.count as f64).into())?;
    Ok(error.into())
}
