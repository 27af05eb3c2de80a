//! Inputs made to order, and an input that fails made as small as it can be.
//!
//! The same seed gives the same entries on every platform and in every version.
//! `docs/formats/generator.md` says how, number by number, so that any language can do
//! the same. Every random number drawn here is a promise: a new kind of input is a new
//! [`Shape`] and not a change to an old one.

mod edges;
mod generate;
mod random;
mod shrink;

pub use generate::{Shape, TooManyHands, generate};
pub use random::Random;
pub use shrink::shrink;
pub(crate) use shrink::shrink_in_batches;
