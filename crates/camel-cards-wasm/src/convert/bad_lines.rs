//! What is thrown for an input with bad lines.

use js_sys::Reflect;
use wasm_bindgen::JsValue;

use super::{
    errors::{Result, named_error},
    objects::objects,
};
use crate::{read::SkippedLines, records::JsBadLine};

/// How many bad lines an exception has.
const THROWN_MAX: usize = 20;

/// Makes an error with all messages, and the lines as data.
pub(crate) fn bad_lines_error(skipped: &SkippedLines) -> JsValue {
    let lines: Vec<JsBadLine> = skipped.first().take(THROWN_MAX).map(JsBadLine::from).collect();
    let messages: Vec<&str> = lines.iter().map(|line| line.message.as_str()).collect();
    let more = match skipped.count() - messages.len() as u64 {
        0 => String::new(),
        1 => "\nand 1 more bad line".to_owned(),
        more => format!("\nand {more} more bad lines"),
    };
    let error = named_error("BadLinesError", &(messages.join("\n") + &more));
    let set = |name: &str, value: Result<JsValue>| {
        value.and_then(|value| Reflect::set(&error, &name.into(), &value))
    };
    let set = set("lines", objects(&lines)).and(set("count", Ok((skipped.count() as f64).into())));
    set.map_or_else(|error| error, |_| error.into())
}
