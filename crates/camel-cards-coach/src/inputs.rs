//! Generates inputs, and shrinks an input that fails.
//!
//! The same seed gives the same entries on every platform and in every version.
//! `docs/formats/generator.md` describes each step, so that any language can do the same. So never
//! change the random numbers of a shape: add a new [`Shape`] instead.

mod generate;
mod random;
mod shrink;

pub use generate::{Shape, TooManyHands, generate};
pub use random::Random;
pub(crate) use shrink::shrink;
