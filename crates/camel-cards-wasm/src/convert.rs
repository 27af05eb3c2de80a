//! Values between JavaScript and Rust.

pub(crate) mod arguments;
pub(crate) mod bad_lines;
pub(crate) mod errors;
pub(crate) mod objects;

pub(crate) use errors::Result;
