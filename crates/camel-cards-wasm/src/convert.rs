//! Values between JavaScript and Rust.

pub(crate) mod arguments;
pub(crate) mod errors;
pub(crate) mod objects;

use wasm_bindgen::JsValue;

/// Results go to JavaScript as objects or, thrown, as errors.
pub(crate) type Result<T> = std::result::Result<T, JsValue>;
