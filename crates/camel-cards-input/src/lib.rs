//! Reads Camel Cards entries and tallies from files, standard input or any reader. Use it to embed
//! [`camel_cards`] in a program.
//!
//! An [`Input`] lists what to read, and makes a tally or [`Entries`] of it. It unpacks gzip and
//! zstd, reads long files on several threads, and reports bad lines in the order of the input. It
//! prints nothing. Errors are an [`InputError`] with a complete message.
//!
//! ```
//! use camel_cards::Ties;
//! use camel_cards_input::Input;
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("hands.txt");
//! # std::fs::write(&path, "32T3K 765\nT55J5 684\nKK677 28\nKTJJT 220\nQQQJA 483\n")?;
//! let tally = Input::new().path(path).threads(4).tally()?.tally;
//! let score = tally.score(Ties::Ordinal)?;
//! assert_eq!((score.entries, score.winnings.standard, score.winnings.joker), (5, 6440, 5905));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - Entries, a block at a time: [`Input::entries`].
//! - Any reader: [`Input::reader`].
//! - Bad lines: [`Input::skip_bad_lines`], and [`Input::rejects`] to keep them.
//! - Several threads: [`Input::threads`].
//! - Your own loop, to stop early or show progress: [`TallyRun`].
//! - Progress: [`Input::progress`].
//! - Hands that a database has counted: [`read_counts`].
//! - The input of a user of the Python library aocd: [`AocdUser`].
//! - Bytes that come in chunks, without a file system: [`Reader`](camel_cards::Reader).
//!
//! ```text
//!                        ┌─ shares: byte ranges of files, a thread each ─┐
//! Input ─────────────────┤                                               ├──▶ tally, bad lines
//!                        └─ one share in order, maybe read ahead ────────┘
//!
//! in each: source (open, unpack) ──▶ blocks (chunks, Reader) ──▶ Builder
//! ```
//!
//! # Features
//!
//! Both are on by default.
//!
//! - `gzip`, `zstd`: compressed inputs.

mod aocd;
mod bad_lines;
mod blocks;
mod counts;
mod entries;
mod error;
mod file_name;
mod input;
mod read_ahead;
#[expect(clippy::indexing_slicing, reason = "no more is read than the buffer holds")]
mod source;
mod tally_file;
mod tally_run;

pub use {
    aocd::{AocdError, AocdUser},
    bad_lines::{BadLine, BadLines},
    counts::{CountsFileError, read_counts, read_counts_from},
    entries::Entries,
    error::{InputError, InputErrorKind, Reason, Result},
    file_name::FileName,
    input::{Input, default_threads},
    source::Compression,
    tally_file::{read_tally, read_tally_from},
    tally_run::{InputTally, TallyRun},
};

/// The README's example runs too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
