//! Errors as JavaScript throws them.

use std::fmt;

use js_sys::Error;
use wasm_bindgen::JsValue;

/// Results go to JavaScript as objects or, thrown, as errors.
pub(crate) type Result<T> = std::result::Result<T, JsValue>;

pub(crate) fn named_error(name: &str, message: &str) -> Error {
    let error = Error::new(message);
    error.set_name(name);
    error
}

/// Makes an error of JavaScript's of one of ours.
pub(crate) fn thrown(error: impl fmt::Display) -> JsValue {
    Error::new(&error.to_string()).into()
}
