//! JSON in the form that the specification prints: one line, a space after `:`
//! and `,`. Numbers that can pass 2⁵³ are strings: records have them as `u128`.

use std::io::{self, Write};

use camel_cards::Rules;
use serde::{Serialize, Serializer};
use serde_json::ser::Formatter;

pub(crate) fn write_line(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    let mut serializer = serde_json::Serializer::with_formatter(&mut *out, Spaced);
    value.serialize(&mut serializer)?;
    out.write_all(b"\n")
}

/// Writes values by the names of their rules.
pub(crate) fn by_rules<S: Serializer>(
    values: &[(Rules, impl Serialize)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(values.iter().map(|(rules, value)| (rules, value)))
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
