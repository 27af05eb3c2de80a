//! What to read, as the user says it, and what a person is told while it is read.

mod args;
mod checkpoint;
mod counts;
mod entries;
mod rejects;
mod session;
mod tally;
mod tally_file;
mod whole;

pub(crate) use args::{InputArgs, WorkArgs};
pub(crate) use checkpoint::Checkpoint;
pub(crate) use counts::read_counted;
pub(crate) use tally_file::{OutputArgs, entries_of, read_merged, write_tally};
pub(crate) use whole::read_whole;
