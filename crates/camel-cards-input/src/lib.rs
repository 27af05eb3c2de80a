//! Camel Cards entries and tallies from files, standard input or any reader: this is how to embed
//! [`camel_cards`] in a program.
//!
//! An [`Input`] says what to read, and becomes a tally or [`Entries`]. It undoes gzip and zstd,
//! reads long files on several threads, and puts bad lines in the order of the input. It prints
//! nothing, and what fails is an [`InputError`] with a whole message.
//!
//! ```
//! use camel_cards::{Ties, Totals};
//! use camel_cards_input::Input;
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("hands.txt");
//! # std::fs::write(&path, "32T3K 765\nT55J5 684\nKK677 28\nKTJJT 220\nQQQJA 483\n")?;
//! let totals: Totals = Input::new().path(path).threads(4).tally()?.tally;
//! let score = totals.score(Ties::Ordinal)?;
//! assert_eq!((score.entries, score.winnings.standard, score.winnings.joker), (5, 6440, 5905));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - Entries one by one, or some at a time: [`Input::entries`].
//! - Any reader: [`Input::reader`].
//! - Bad lines: [`Input::skip_bad_lines`], and [`Input::rejects`] to keep them.
//! - Several threads: [`Input::threads`].
//! - A loop of one's own, to show bad lines as they come: [`Tallying`].
//! - How far it is, and how to stop it: [`Progress`].
//! - To go on after an interruption: [`Input::start_resumable_tally`].
//! - Hands that a database has counted: [`read_counts`].
//! - Bytes that come in chunks, without a file system: [`Decoder`].
//!
//! ```text
//!                        ┌─ shares: byte ranges of files, a thread each ─┐
//! Input ──▶ plan ────────┤                                               ├──▶ tally, bad lines
//!                        └─ one input in order, maybe read ahead ────────┘
//!
//! in each: source (open, unpack) ──▶ chunk ──▶ blocks (Decoder) ──▶ Builder
//! ```
//!
//! # Features
//!
//! All are on unless told otherwise.
//!
//! - `fs`: all but the [`Decoder`] and [`Compression`], which need neither files nor threads.
//! - `gzip`, `zstd`: compressed inputs.
//! - `checkpoint`: [`Input::start_resumable_tally`].

mod compression;
mod decode;

#[cfg(feature = "fs")]
mod bad_lines;
#[cfg(feature = "fs")]
mod blocks;
#[cfg(feature = "checkpoint")]
mod checkpoint;
#[cfg(feature = "fs")]
mod chunk;
#[cfg(feature = "fs")]
mod counts_file;
#[cfg(feature = "fs")]
mod counts_line;
#[cfg(feature = "fs")]
mod entries;
#[cfg(feature = "fs")]
mod error;
#[cfg(feature = "fs")]
mod file_format;
#[cfg(feature = "fs")]
mod file_name;
#[cfg(feature = "fs")]
mod input;
#[cfg(feature = "fs")]
mod progress;
#[cfg(feature = "fs")]
mod read_ahead;
#[cfg(feature = "fs")]
mod rejects;
#[cfg(feature = "fs")]
mod shares;
#[cfg(feature = "fs")]
mod source;
#[cfg(feature = "fs")]
mod tally_file;
#[cfg(feature = "fs")]
mod tallying;

pub use compression::Compression;
pub use decode::{BadText, Decoded, Decoder};

#[cfg(feature = "fs")]
pub use {
    bad_lines::{BadLine, BadLines},
    counts_file::{read_counts, read_counts_from},
    counts_line::CountsFileError,
    entries::Entries,
    error::{InputError, InputErrorKind, Reason, Result},
    file_format::FileFormat,
    file_name::FileName,
    input::Input,
    progress::Progress,
    rejects::RejectSink,
    tally_file::{read_tally, read_tally_from},
    tallying::{Tallied, Tallying},
};
