//! JSON in the form that the specification prints: one line, a space after `:`
//! and `,`. Numbers that can pass 2⁵³ are strings: records have them as `u128`.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::Formatter;

use crate::failure::Result;

/// Writes a value to standard output, as a line.
pub(crate) fn print(value: &impl Serialize) -> Result<()> {
    let mut line = Vec::new();
    let mut serializer = serde_json::Serializer::with_formatter(&mut line, Spaced);
    value.serialize(&mut serializer).map_err(io::Error::from)?;
    line.push(b'\n');
    super::print(&line)
}

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
