//! Rows as they are printed, made without a look at those before or after.

use std::io::{self, StdoutLock, Write};

use camel_cards::Strength;
use clap::ValueEnum;

use crate::failure::Result;

#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub(crate) enum RowFormat {
    Table,
    Csv,
    Jsonl,
}

/// How many bytes are written at a time.
const FLUSH_BYTES: usize = 1 << 16;

/// How many digits 2¹²⁸ − 1 has.
const DIGITS: usize = 39;

/// Rows on standard output.
pub(crate) struct Rows {
    format: RowFormat,
    /// Of rank, bid and winnings: as wide as the widest.
    widths: [usize; 3],
    buffer: Vec<u8>,
    out: StdoutLock<'static>,
}

impl Rows {
    pub(crate) fn new(format: RowFormat) -> Rows {
        let widths = ["rank".len(), "bid".len(), "winnings".len()];
        Rows {
            format,
            widths,
            buffer: Vec::with_capacity(2 * FLUSH_BYTES),
            out: io::stdout().lock(),
        }
    }

    /// Whether [`Rows::widen`] is to have every row before the first is written.
    pub(crate) fn need_widths(&self) -> bool {
        self.format == RowFormat::Table
    }

    pub(crate) fn widen(&mut self, rank: u64, bid: u64) {
        let digits = |number: u128| number.checked_ilog10().unwrap_or(0) as usize + 1;
        let numbers = [rank.into(), bid.into(), winnings(rank, bid)];
        for (width, number) in self.widths.iter_mut().zip(numbers) {
            *width = (*width).max(digits(number));
        }
    }

    /// Writes what comes before the first row.
    pub(crate) fn begin(&mut self) -> Result<()> {
        let [rank_width, bid_width, winnings_width] = self.widths;
        match self.format {
            RowFormat::Table => writeln!(
                self.buffer,
                "{:>rank_width$}  hand   {:<15}  {:>bid_width$}  {:>winnings_width$}",
                "rank", "type", "bid", "winnings"
            )?,
            RowFormat::Csv => self.buffer.extend_from_slice(b"rank,hand,type,bid,winnings\n"),
            RowFormat::Jsonl => {}
        }
        Ok(())
    }

    pub(crate) fn write(&mut self, strength: Strength, rank: u64, bid: u64) -> Result<()> {
        let hand = strength.hand().cards().map(|card| card.label() as u8);
        let hand_type = strength.hand_type().name().as_bytes();
        let winnings = winnings(rank, bid);
        let [rank_width, bid_width, winnings_width] = match self.format {
            RowFormat::Table => self.widths,
            RowFormat::Csv | RowFormat::Jsonl => [0; 3],
        };
        let [before_rank, before_hand, before_type, before_bid, before_winnings, end]: [&[u8]; 6] =
            match self.format {
                RowFormat::Table => {
                    [b"", b"  ", b"  ", &b"                 "[hand_type.len()..], b"  ", b"\n"]
                }
                RowFormat::Csv => [b"", b",", b",", b",", b",", b"\n"],
                RowFormat::Jsonl => [
                    b"{\"rank\": ",
                    b", \"hand\": \"",
                    b"\", \"type\": \"",
                    b"\", \"bid\": \"",
                    b"\", \"winnings\": \"",
                    b"\"}\n",
                ],
            };
        let row = &mut self.buffer;
        row.extend_from_slice(before_rank);
        push_number(row, rank.into(), rank_width);
        row.extend_from_slice(before_hand);
        row.extend_from_slice(&hand);
        row.extend_from_slice(before_type);
        row.extend_from_slice(hand_type);
        row.extend_from_slice(before_bid);
        push_number(row, bid.into(), bid_width);
        row.extend_from_slice(before_winnings);
        push_number(row, winnings, winnings_width);
        row.extend_from_slice(end);
        if self.buffer.len() >= FLUSH_BYTES { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<()> {
        self.out.write_all(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }

    pub(crate) fn finish(mut self) -> Result<()> {
        self.flush()?;
        Ok(self.out.flush()?)
    }
}

fn winnings(rank: u64, bid: u64) -> u128 {
    // Both factors have 64 bits.
    u128::from(rank) * u128::from(bid)
}

/// Appends the digits of a number, after blanks if they are fewer than `width`.
fn push_number(to: &mut Vec<u8>, number: u128, width: usize) {
    let mut digits = [b' '; DIGITS];
    let mut at = DIGITS;
    let mut push = |digit| {
        at -= 1;
        digits[at] = b'0' + digit;
    };
    // Numbers of 128 bits, of which there are few, are slow to divide.
    let mut high = number;
    let mut number = loop {
        match u64::try_from(high) {
            Ok(low) => break low,
            Err(_) => push((high % 10) as u8),
        }
        high /= 10;
    };
    loop {
        push((number % 10) as u8);
        number /= 10;
        if number == 0 {
            break;
        }
    }
    to.extend_from_slice(&digits[at.min(DIGITS - width)..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_printed_as_the_standard_library_does() {
        let powers = (0..128).map(|shift| 1u128 << shift);
        for number in powers.flat_map(|power| [power - 1, power, u128::MAX - power]) {
            for width in [0, 1, 7, 20, DIGITS] {
                let mut pushed = Vec::new();
                push_number(&mut pushed, number, width);
                assert_eq!(str::from_utf8(&pushed), Ok(&*format!("{number:>width$}")));
            }
        }
    }
}
