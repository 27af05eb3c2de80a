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

/// An entry as it is printed.
pub(crate) struct Row {
    pub(crate) strength: Strength,
    pub(crate) rank: u64,
    pub(crate) bid: u64,
}

impl Row {
    fn winnings(&self) -> u128 {
        // Both factors have 64 bits.
        u128::from(self.rank) * u128::from(self.bid)
    }
}

const COLUMNS: [&str; 5] = ["rank", "hand", "type", "bid", "winnings"];

/// Rows on standard output.
pub(crate) struct RowWriter {
    format: RowFormat,
    /// How wide a table's columns are at least.
    widths: [usize; 5],
    buffer: Vec<u8>,
    out: StdoutLock<'static>,
}

impl RowWriter {
    pub(crate) fn new(format: RowFormat) -> RowWriter {
        let widths = match format {
            RowFormat::Table => [
                "rank".len(),
                "32T3K".len(),
                "three of a kind".len(),
                "bid".len(),
                "winnings".len(),
            ],
            RowFormat::Csv | RowFormat::Jsonl => [0; 5],
        };
        let buffer = Vec::with_capacity(2 * FLUSH_BYTES);
        RowWriter { format, widths, buffer, out: io::stdout().lock() }
    }

    /// Whether [`RowWriter::widen`] is to have every row before the first is written.
    pub(crate) fn need_widths(&self) -> bool {
        self.format == RowFormat::Table
    }

    pub(crate) fn widen(&mut self, row: &Row) {
        let digits = |number: u128| number.checked_ilog10().unwrap_or(0) as usize + 1;
        let [rank, _, _, bid, winnings] = &mut self.widths;
        *rank = digits(row.rank.into()).max(*rank);
        *bid = digits(row.bid.into()).max(*bid);
        *winnings = digits(row.winnings()).max(*winnings);
    }

    /// Writes what comes before the first row.
    pub(crate) fn begin(&mut self) -> Result<()> {
        match self.format {
            RowFormat::Table | RowFormat::Csv => self.push(COLUMNS.map(str::as_bytes)),
            RowFormat::Jsonl => {}
        }
        Ok(())
    }

    pub(crate) fn write(&mut self, row: &Row) -> Result<()> {
        let hand = row.strength.hand().cards().map(|card| card.label() as u8);
        let hand_type = row.strength.hand_type().name().as_bytes();
        let [mut rank, mut bid, mut winnings] = [itoa::Buffer::new(); 3];
        let [rank, bid, winnings] =
            [rank.format(row.rank), bid.format(row.bid), winnings.format(row.winnings())];
        self.push([rank.as_bytes(), &hand, hand_type, bid.as_bytes(), winnings.as_bytes()]);
        if self.buffer.len() >= FLUSH_BYTES { self.flush() } else { Ok(()) }
    }

    fn push(&mut self, columns: [&[u8]; 5]) {
        let (before, end): ([&[u8]; 5], &[u8]) = match self.format {
            RowFormat::Table => ([b"", b"  ", b"  ", b"  ", b"  "], b"\n"),
            RowFormat::Csv => ([b"", b",", b",", b",", b","], b"\n"),
            RowFormat::Jsonl => (
                [
                    b"{\"rank\": ",
                    b", \"hand\": \"",
                    b"\", \"type\": \"",
                    b"\", \"bid\": \"",
                    b"\", \"winnings\": \"",
                ],
                b"\"}\n",
            ),
        };
        let to = &mut self.buffer;
        for (i, column) in columns.into_iter().enumerate() {
            to.extend_from_slice(before[i]);
            let blanks = self.widths[i].saturating_sub(column.len());
            // Numbers stand at the right, the hand and its type at the left.
            let [left, right] = if matches!(i, 1 | 2) { [0, blanks] } else { [blanks, 0] };
            to.resize(to.len() + left, b' ');
            to.extend_from_slice(column);
            to.resize(to.len() + right, b' ');
        }
        to.extend_from_slice(end);
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
