//! The output, for people and for programs, and where it goes.

pub(crate) mod bad_lines;
mod files;
pub(crate) mod progress;
pub(crate) mod rows;
pub(crate) mod text;

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::Formatter;

use crate::failure::Result;
pub(crate) use files::{
    ForceArgs, OutputFile, TallyFileArgs, is_stdout, print, print_styled, stdout,
};

#[derive(Clone, Copy, clap::ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
}

impl Format {
    /// Prints a value as JSON, or as text for people.
    pub(crate) fn print(self, value: &impl Serialize, text: impl FnOnce() -> String) -> Result<()> {
        match self {
            Format::Text => print_styled(&text()),
            Format::Json => {
                let mut line = Vec::new();
                let mut serializer = serde_json::Serializer::with_formatter(&mut line, Spaced);
                value.serialize(&mut serializer).map_err(io::Error::from)?;
                line.push(b'\n');
                print(&line)
            }
        }
    }
}

/// JSON on one line, with a space after `:` and `,`. A `u128` in a record is a string, because it
/// may be larger than 2⁵³.
struct Spaced;

impl Formatter for Spaced {
    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        out.write_all(if first { b"" } else { b", " })
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        out.write_all(if first { b"" } else { b", " })
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b": ")
    }

    fn write_u128<W: ?Sized + Write>(&mut self, out: &mut W, number: u128) -> io::Result<()> {
        write!(out, "\"{number}\"")
    }
}
