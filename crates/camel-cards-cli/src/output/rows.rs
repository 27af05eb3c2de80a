//! Rows of the output. Each is made without the others: the columns of a table are wide enough for
//! the largest possible rank and bid.

use std::{
    array,
    io::{self, Write},
};

use camel_cards::Strength;
use clap::ValueEnum;

use super::{columns, stdout};
use crate::failure::Result;

#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub(crate) enum RowFormat {
    Table,
    Csv,
    Jsonl,
}

/// The number of bytes in one write.
const FLUSH_BYTES: usize = 1 << 16;

const COLUMNS: [&str; 5] = ["rank", "hand", "type", "bid", "winnings"];

/// Rows on standard output.
pub(crate) struct RowWriter {
    format: RowFormat,
    /// The widths of a table's columns.
    widths: [usize; 5],
    buffer: Vec<u8>,
    out: Box<dyn Write>,
}

impl RowWriter {
    /// Starts rows whose ranks and bids are at most these.
    pub(crate) fn new(format: RowFormat, rank_max: u64, bid_max: u64) -> Result<RowWriter> {
        let buffer = Vec::with_capacity(2 * FLUSH_BYTES);
        let mut rows = RowWriter { format, widths: [0; 5], buffer, out: Box::new(stdout()?) };
        if format == RowFormat::Table {
            let winnings_max = u128::from(rank_max) * u128::from(bid_max);
            let [rank, bid, winnings] =
                [rank_max.into(), bid_max.into(), winnings_max].map(|max: u128| max.to_string());
            let widest = [&*rank, "32T3K", "three of a kind", &bid, &winnings];
            rows.widths = array::from_fn(|i| widest[i].len().max(COLUMNS[i].len()));
            // On a narrow terminal types are cut, down to what tells them apart.
            let width: usize = rows.widths.iter().sum::<usize>() + 2 * (COLUMNS.len() - 1);
            let too_wide = width.saturating_sub(columns(&io::stdout()));
            rows.widths[2] = rows.widths[2].saturating_sub(too_wide).max(5);
        }
        if format != RowFormat::Jsonl {
            rows.push(COLUMNS.map(str::as_bytes));
        }
        Ok(rows)
    }

    /// Writes the row of an entry.
    pub(crate) fn write(&mut self, rank: u64, strength: Strength, bid: u64) -> Result<()> {
        let hand = strength.hand().cards().map(|card| card.label() as u8);
        let hand_type = strength.hand_type().name().as_bytes();
        let mut digits = [itoa::Buffer::new(); 3];
        let [of_rank, of_bid, of_winnings] = &mut digits;
        let winnings = of_winnings.format(u128::from(rank) * u128::from(bid)).as_bytes();
        let (rank, bid) = (of_rank.format(rank).as_bytes(), of_bid.format(bid).as_bytes());
        self.push([rank, &hand, hand_type, bid, winnings]);
        if self.buffer.len() >= FLUSH_BYTES { self.flush() } else { Ok(()) }
    }

    fn push(&mut self, columns: [&[u8]; 5]) {
        let [before @ .., end] = match self.format {
            RowFormat::Table => ["", "  ", "  ", "  ", "  ", "\n"],
            RowFormat::Csv => ["", ",", ",", ",", ",", "\n"],
            RowFormat::Jsonl => [
                r#"{"rank": "#,
                r#", "hand": ""#,
                r#"", "type": ""#,
                r#"", "bid": ""#,
                r#"", "winnings": ""#,
                "\"}\n",
            ],
        };
        let to = &mut self.buffer;
        for (i, column) in columns.into_iter().enumerate() {
            to.extend_from_slice(before[i].as_bytes());
            let width = self.widths[i];
            let column = if width > 0 { &column[..column.len().min(width)] } else { column };
            let blanks = width.saturating_sub(column.len());
            // Numbers stand at the right, the hand and its type at the left.
            let [left, right] = if matches!(i, 1 | 2) { [0, blanks] } else { [blanks, 0] };
            to.resize(to.len() + left, b' ');
            to.extend_from_slice(column);
            to.resize(to.len() + right, b' ');
        }
        to.extend_from_slice(end.as_bytes());
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
