//! The answers in what a program printed.
//!
//! ```text
//! output ──▶ numbers: lines, shapes, numbers ──▶ places where one may stand
//!                       ──▶ parts: which of them is the answer to which part ──▶ the reader, for good
//! ```

pub(crate) mod numbers;
pub(crate) mod parts;
pub(crate) mod place;
