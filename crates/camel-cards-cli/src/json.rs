//! JSON in the form that the specification prints: one line, a space after `:`
//! and `,`. Numbers that can pass 2⁵³ are strings.

use std::io::{self, Write};

use serde::{Serialize, Serializer};
use serde_json::ser::Formatter;

pub(crate) fn write_line(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    let mut serializer = serde_json::Serializer::with_formatter(&mut *out, Spaced);
    value.serialize(&mut serializer)?;
    out.write_all(b"\n")
}

/// For `#[serde(serialize_with)]`: a number as a decimal string.
pub(crate) fn decimal<S: Serializer>(number: &impl ToString, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&number.to_string())
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
}
