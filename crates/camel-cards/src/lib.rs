//! Camel Cards, the card game of Advent of Code 2023, day 7: hands of five
//! cards, each with a bid.
//!
//! A **strength** is a type, then labels; a **rank** is how many lie below, so a
//! **tally** is enough. Bytes flow one way:
//!
//! ```text
//! bytes ──Reader──▶ Entry ──Batch──▶ Tally ──▶ total winnings
//!                      │
//!                      └─ Hand ─▶ Strength ──ranks──▶ rank of each entry
//! ```
//!
//! ```
//! use camel_cards::{Rules, Tally, Ties};
//!
//! let input = b"32T3K 765\nT55J5 684\nKK677 28\nKTJJT 220\nQQQJA 483\n";
//! let tally = Tally::read(input)?;
//! assert_eq!(tally.total_winnings(Rules::Standard, Ties::Ordinal)?, 6440);
//! assert_eq!(tally.total_winnings(Rules::Joker, Ties::Ordinal)?, 5905);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Totals are exact or an error: no float, no wrapping. This crate does no I/O
//! and has no dependencies.

mod batch;
mod card;
mod entry;
mod error;
mod explain;
mod few;
mod hand;
mod hand_type;
mod lines;
mod machine;
mod parts;
mod rank;
mod reader;
mod rules;
mod shim;
mod strength;
mod summary;
mod tally;
mod tally_bytes;
mod ties;

pub use batch::Batch;
pub use card::Card;
pub use entry::Entry;
pub use error::{Error, ErrorKind, Overflow, Position, UnknownName};
pub use explain::{Comparison, Decision, Explanation, compare};
pub use hand::Hand;
pub use hand_type::HandType;
pub use lines::Engine;
pub use rank::ranks;
pub use reader::{Reader, entries};
pub use rules::Rules;
pub use shim::{Block, Builder, Mergeable, PerRules, PerType, Ranking, Score, TiedRanks, Totals};
pub use strength::Strength;
pub use summary::{OfType, Summary};
pub use tally::{Standing, Tally};
pub use tally_bytes::{TallyError, TallyErrorKind};
pub use ties::Ties;

/// In a page, what is loaded counts for more than some microseconds.
const LESS_CODE: bool = cfg!(target_arch = "wasm32");

/// The README's example runs too.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
