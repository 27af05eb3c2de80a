//! Values between JavaScript and Rust: arguments checked, records as objects, errors to throw.

use std::{fmt, str::FromStr};

use camel_cards::{Hand, Rules, Ties};
use js_sys::{Error, Object, Reflect, Uint8Array};
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use wasm_bindgen::prelude::*;

/// A result for JavaScript: an object, or an error to throw.
pub(crate) type Result<T = JsValue> = std::result::Result<T, JsValue>;

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
    #[wasm_bindgen(typescript_type = r#""puzzle" | "uniform" | "ties" | "edges" | "separating""#)]
    pub type ShapeArg;
    #[wasm_bindgen(typescript_type = r#""weakest" | "strongest" | "input""#)]
    pub type OrderArg;
    #[wasm_bindgen(typescript_type = r#""input" | "standard" | "joker" | "change" | "bid""#)]
    pub type RowOrderArg;
    #[wasm_bindgen(typescript_type = "HandType")]
    pub type HandTypeArg;
}

pub(crate) fn rules(value: impl AsRef<JsValue>) -> Result<Rules> {
    named(value, "rules, standard or joker")
}

/// Returns the ties with this name; ordinal by default.
pub(crate) fn ties(value: Option<TiesArg>) -> Result<Ties> {
    let named = |value| named(value, "ties, one of ordinal, min, max, dense");
    Ok(value.map(named).transpose()?.unwrap_or_default())
}

/// Returns the value that has this name. Only strings are names.
pub(crate) fn named<T: FromStr<Err: fmt::Display>>(
    value: impl AsRef<JsValue>,
    expected: &str,
) -> Result<T> {
    text(value, expected)?.parse().map_err(thrown)
}

pub(crate) fn text(value: impl AsRef<JsValue>, expected: &str) -> Result<String> {
    let value = value.as_ref();
    value.as_string().ok_or_else(|| unexpected(expected, value))
}

/// Returns a field of an object; undefined if the field is missing or the value is not an object.
pub(crate) fn field(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap_or_default()
}

/// Makes the error that says what was expected and what was found.
pub(crate) fn unexpected(expected: &str, value: &JsValue) -> JsValue {
    let found = match (value.as_string(), value.as_f64()) {
        (Some(text), _) => format!("'{text}'"),
        // By JavaScript, because Rust's formatting of floats takes 5 KB.
        (_, Some(_)) => value.unchecked_ref::<Object>().to_string().into(),
        _ if value.is_undefined() => "nothing".to_owned(),
        _ => format!("a value of type {}", value.js_typeof().as_string().unwrap_or_default()),
    };
    thrown(format!("expected {expected}, found {found}"))
}

pub(crate) fn hand(value: &JsValue) -> Result<Hand> {
    let text = text(value, "a hand of five labels")?;
    text.parse().map_err(|error: camel_cards::Error| {
        let column = error.position().column;
        thrown(format!("hand '{text}', column {column}: {:#}", error.kind()))
    })
}

/// Returns a whole number from 0 to `most`.
pub(crate) fn whole(value: impl AsRef<JsValue>, most: u32, expected: &str) -> Result<u32> {
    let value = value.as_ref();
    let number = value.as_f64().map(|number| (number, number as u32));
    let whole = number.filter(|&(number, whole)| f64::from(whole) == number && whole <= most);
    let wrong = || unexpected(&format!("{expected}, a whole number from 0 to {most}"), value);
    Ok(whole.ok_or_else(wrong)?.1)
}

/// Returns a 64-bit number, which may be larger than 2⁵³.
pub(crate) fn u64_of(value: impl AsRef<JsValue>, expected: &str) -> Result<u64> {
    let wrong = |_| thrown(format!("expected {expected} as a BigInt from 0n to 2n ** 64n - 1n"));
    u64::try_from(value.as_ref().clone()).map_err(wrong)
}

/// Returns a string's bytes as UTF-8, or an array's.
pub(crate) fn bytes(input: &JsValue) -> Result<Vec<u8>> {
    match (input.as_string(), input.dyn_ref::<Uint8Array>()) {
        (Some(text), _) => Ok(text.into_bytes()),
        (_, Some(bytes)) => Ok(bytes.to_vec()),
        _ => Err(unexpected("an input as a string or a Uint8Array", input)),
    }
}

/// Objects as in `types.d.ts`: missing values are null.
const OBJECTS: Serializer =
    Serializer::new().serialize_missing_as_null(true).serialize_maps_as_objects(true);

pub(crate) fn object(record: &impl Serialize) -> Result {
    record.serialize(&OBJECTS).map_err(thrown)
}

pub(crate) fn named_error(name: &str, message: &str) -> Error {
    let error = Error::new(message);
    error.set_name(name);
    error
}

/// Converts one of our errors to a JavaScript error.
pub(crate) fn thrown(error: impl fmt::Display) -> JsValue {
    Error::new(&error.to_string()).into()
}
