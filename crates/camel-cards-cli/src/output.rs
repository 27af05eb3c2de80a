//! The output, for people and for programs, and where it goes.

pub(crate) mod bad_lines;
mod files;
pub(crate) mod progress;
pub(crate) mod rows;

use std::io::{self, Write};

use camel_cards::Rules;
pub(crate) use camel_cards_coach::text::{STRONG, grouped, paint};
use serde::Serialize;
use serde_json::ser::Formatter;

use crate::failure::Result;
pub(crate) use crate::terminal::{columns, fitted, width, wrapped};
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

/// "1 entry", "2,000 entries".
pub(crate) fn counted(count: u64, one: &str, more: &str) -> String {
    format!("{} {}", grouped(count.into()), if count == 1 { one } else { more })
}

/// Returns `part` of `whole` in units of 1/`scale`, rounded down, so that only the whole gives
/// `scale`; 0 of 0 is 0.
///
/// Requires `part` ≤ `whole` and `scale` ≤ 2³².
pub(crate) fn share(part: u128, whole: u128, scale: u32) -> u32 {
    if whole == 0 {
        return 0;
    }
    // Past 2⁹⁵ the low bits are dropped: they cannot be seen in the share.
    let shift = (128 - whole.leading_zeros()).saturating_sub(95);
    let (part, whole) = (part >> shift, whole >> shift);
    (part * u128::from(scale) / whole) as u32
}

/// Writes a share in per cent with some decimals: `93.98 %`.
pub(crate) fn per_cent(part: u128, whole: u128, decimals: u32) -> String {
    let unit = 10u32.pow(decimals);
    let share = share(part, whole, 100 * unit);
    format!("{}.{:0width$} %", share / unit, share % unit, width = decimals as usize)
}

/// Draws a bar; the length is in eighths of a column.
pub(crate) fn blocks(eighths: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

/// Rules, with their part of the puzzle.
pub(crate) fn rules_and_part(rules: Rules) -> String {
    format!("{rules:<8} (part {})", rules.part())
}

/// A line with the total winnings under these rules.
pub(crate) fn total_line(rules: Rules, total: u128) -> String {
    format!("{}  {total}\n", rules_and_part(rules))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(per_cent(0, 0, 1), "0.0 %");
        assert_eq!(per_cent(1, 3, 1), "33.3 %");
        assert_eq!(per_cent(1999, 2000, 1), "99.9 %");
        assert_eq!(per_cent(u128::MAX, u128::MAX, 2), "100.00 %");
        assert_eq!([0, 7, 8, 13].map(blocks), ["", "▉", "█", "█▋"]);
        assert_eq!(share(u128::MAX / 2, u128::MAX, 1000), 499);
    }
}
