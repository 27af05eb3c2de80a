//! Camel Cards, the card game of Advent of Code 2023, day 7: hands of five
//! cards, each with a bid.
//!
//! A **strength** is a type, then labels; a **rank** is one more than the number of weaker entries,
//! so a **tally** of counts and sums is enough. An **entry** is a hand and its bid; a **label** is
//! the character of a card; **winnings** are rank × bid; entries are **tied** if they hold the same
//! hand. *Standard* and *joker* rules are those of the puzzle's parts 1 and 2. Bytes flow one way:
//!
//! ```text
//! bytes ──Reader──▶ Block ──Builder──▶ Tally ──▶ Score, Summary
//!                     │
//!                     └─ Hand ─▶ Strength ──ranks──▶ rank of each entry
//! ```
//!
//! ```
//! let score = camel_cards::score(b"32T3K 765\nT55J5 684\nKK677 28\nKTJJT 220\nQQQJA 483\n")?;
//! assert_eq!((score.winnings.standard, score.winnings.joker), (6440, 5905));
//! # Ok::<(), camel_cards::ScoreError>(())
//! ```
//!
//! - A whole input in memory: [`score`]. Its entries one by one: [`entries`].
//! - An input in chunks: [`Reader`], [`Block`], [`Builder`]. Its sums: [`Tally`].
//! - Hands that a database has counted: [`Counts`].
//! - One hand: [`Hand`], [`Strength`], [`Explanation`], [`compare`]. Many: [`ranks`].
//!
//! Totals are exact or an error: no float, no wrapping. This crate does no I/O, starts no threads
//! and has no dependencies. To read files, streams and any [`std::io::Read`], use
//! `camel-cards-input`.
//!
//! # Features
//!
//! - `serde`: results implement `Serialize` and become the JSON that the command prints. They do not implement
//!   `Deserialize`, because only this crate computes them. Hands, entries, rules and ties are read with
//!   [`FromStr`](std::str::FromStr).

#![cfg_attr(docsrs, feature(doc_cfg))]
#![expect(
    clippy::indexing_slicing,
    reason = "tables have a place for every hand, and slices are cut at what was found in them"
)]

mod game;
mod ranking;
mod read;
mod sys;
mod tally;

pub use game::{
    Card, Comparison, Decision, Entry, Explanation, Hand, HandType, PerRules, PerType, Rules,
    Strength, UnknownName, compare,
};
pub use ranking::{Ranking, TiedRanks, Ties, ranks};
#[doc(hidden)]
pub use ranking::{ranks_by_counting, sort_by_digits};
#[doc(hidden)]
pub use read::Engine;
pub use read::{Block, Error, ErrorKind, Position, Reader, entries};
pub use tally::{
    Bids, Builder, Counts, CountsError, LabelSummary, Overflow, Score, ScoreError, Summary, Tally,
    TallyError, TypeSummary, score,
};

/// The README's example runs too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
