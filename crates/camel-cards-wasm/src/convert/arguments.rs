//! What JavaScript passes, checked: a wrong argument is an error that says what was found.

use std::{fmt, str::FromStr};

use camel_cards::{Hand, Rules, Ties};
use js_sys::{Number, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};

use super::errors::{Result, thrown};

pub(crate) fn rules(value: &JsValue) -> Result<Rules> {
    named(value, "rules, standard or joker")
}

pub(crate) fn optional_rules(value: &JsValue) -> Result<Option<Rules>> {
    optional(value).map(rules).transpose()
}

/// Returns the ties that are named, or the ordinal ones.
pub(crate) fn ties(value: &JsValue) -> Result<Ties> {
    let named = |value| named(value, "ties, one of ordinal, min, max, dense");
    Ok(optional(value).map(named).transpose()?.unwrap_or_default())
}

/// Returns the value that has this name. Only strings are parsed, so that nothing else is taken for a name.
pub(crate) fn named<T: FromStr<Err: fmt::Display>>(value: &JsValue, expected: &str) -> Result<T> {
    text(value, expected)?.parse().map_err(thrown)
}

pub(crate) fn optional(value: &JsValue) -> Option<&JsValue> {
    (!value.is_undefined() && !value.is_null()).then_some(value)
}

pub(crate) fn text(value: &JsValue, expected: &str) -> Result<String> {
    value.as_string().ok_or_else(|| thrown(format!("expected {expected}, found {}", shown(value))))
}

/// Returns a value as messages show it: what was found.
pub(crate) fn shown(value: &JsValue) -> String {
    match (value.as_string(), value.as_f64()) {
        (Some(text), _) => format!("'{text}'"),
        // By JavaScript, because Rust's formatting of floats takes 5 KB.
        (_, Some(number)) => Number::from(number)
            .to_string_with_radix(10)
            .map_or_else(|_| "a number".to_owned(), String::from),
        _ if value.is_undefined() => "nothing".to_owned(),
        _ => format!("a value of type {}", value.js_typeof().as_string().unwrap_or_default()),
    }
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
    let number = number.filter(|number| *number <= f64::from(most));
    let wrong = || {
        let found = shown(value);
        thrown(format!("expected {expected}, a whole number from 0 to {most}, found {found}"))
    };
    number.map(|number| number as u32).ok_or_else(wrong)
}

/// Returns a string's bytes as UTF-8, or an array's.
pub(crate) fn bytes(input: &JsValue) -> Result<Vec<u8>> {
    match (input.as_string(), input.dyn_ref::<Uint8Array>()) {
        (Some(text), _) => Ok(text.into_bytes()),
        (_, Some(bytes)) => Ok(bytes.to_vec()),
        _ => Err(thrown(format!(
            "expected an input as a string or a Uint8Array, found {}",
            shown(input)
        ))),
    }
}
