//! Records as JavaScript's objects.

use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::JsValue;

use super::errors::{Result, thrown};

pub(crate) fn object<T: Tsify + Serialize>(record: &T) -> Result<T::JsType> {
    record.into_js().map_err(thrown)
}

pub(crate) fn objects<T: Tsify<JsType: Into<JsValue>> + Serialize>(
    records: &[T],
) -> Result<JsValue> {
    let objects = records.iter().map(|record| Ok(object(record)?.into()));
    Ok(objects.collect::<Result<js_sys::Array>>()?.into())
}
