//! Bytes to a tally, entries and bad lines. Nothing here knows of JavaScript.

mod gzip;
mod reading;
mod skipped;
mod unpacker;

pub(crate) use reading::Reading;
pub(crate) use skipped::SkippedLines;
pub(crate) use unpacker::Unpacker;
