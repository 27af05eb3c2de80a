use std::mem;

use camel_cards::{Block, Builder, Entry, Error, PerRules, Position, Reader, Tally};
use camel_cards_input::Compression;
use js_sys::{Reflect, Uint8Array};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::convert::{
    self, InputArg, NumberArg, Result, TiesArg, bytes, named_error, object, thrown, whole,
};

/// The number of bad lines that are kept; the others are only counted.
const BAD_LINES_MAX: usize = 1000;
/// The number of bad lines in an exception.
const THROWN_MAX: usize = 20;
/// The number of bytes of bad lines that are kept.
const REJECTS_MAX: usize = 1 << 27;

/// An input that comes in chunks, which may end anywhere, and its results.
///
/// Bad lines are skipped and counted. If you show a total, show their number, too.
#[wasm_bindgen(js_name = Input)]
#[derive(Default)]
pub struct JsInput {
    pub(crate) reader: Reader,
    block: Block,
    builder: Builder,
    /// The tally of all entries, once the input has ended.
    pub(crate) tally: Option<Tally>,
    /// All entries, unless there are too many.
    entries: Option<Vec<Entry>>,
    listed_max: usize,
    /// The least and the greatest bid.
    bids: Option<(u64, u64)>,
    /// The first bad lines.
    bad_lines: Vec<JsBadLine>,
    bad_count: u64,
    /// All bad lines, unchanged, unless there are too many.
    rejects: Vec<u8>,
    /// The ranks of the entries, once there is a table.
    pub(crate) ranks: Option<PerRules<Vec<u32>>>,
    /// The positions in the input of the rows that are shown, in the order shown.
    pub(crate) shown: Vec<usize>,
}

/// A line that is not an entry.
#[derive(Serialize)]
struct JsBadLine {
    line: u64,
    column: u64,
    message: String,
    hint: Option<&'static str>,
}

#[wasm_bindgen(js_class = Input)]
impl JsInput {
    /// Makes an empty input. If it gets more than `listed_max` entries (default: 2 ** 24), only the
    /// tally is kept, so there is no table and no diagnosis.
    #[wasm_bindgen(constructor)]
    pub fn new(listed_max: Option<NumberArg>) -> Result<JsInput> {
        let listed_max = listed_max.map(|most| whole(most, u32::MAX, "how many entries to list"));
        let listed_max = listed_max.transpose()?.unwrap_or(1 << 24) as usize;
        Ok(JsInput { entries: Some(Vec::new()), listed_max, ..JsInput::default() })
    }

    /// Reads the next chunk, which must not be compressed: see `unpacked()`. Call `finish()` after
    /// the last chunk.
    pub fn push(&mut self, chunk: &InputArg) -> Result<()> {
        if self.tally.is_some() {
            return Err(thrown("the input has ended: nothing can follow finish()"));
        }
        let chunk = bytes(chunk)?;
        let is_start = self.reader.bytes() == 0;
        if let Some(compression) = Compression::of(&chunk).filter(|_| is_start) {
            return Err(thrown(match compression {
                Compression::Gzip => "this is a gzip file: unpack it first, with unpacked()",
                _ => {
                    "this is a zstd file, which is not read here: unpack it first, or use the command camel-cards"
                }
            }));
        }
        let mut rest = &chunk[..];
        while !rest.is_empty() {
            let rest_of_line = self.reader.skip_long_line(&mut rest);
            if self.rejects.len() <= REJECTS_MAX {
                self.rejects.extend_from_slice(rest_of_line);
            }
            let read = self.reader.next_block(&mut rest, &mut self.block);
            self.add(read.err());
        }
        Ok(())
    }

    /// Ends the input.
    pub fn finish(&mut self) {
        if self.tally.is_none() {
            let read = self.reader.finish(&mut self.block);
            self.add(read.err());
            self.tally = Some(mem::take(&mut self.builder).finish());
        }
    }

    /// The number of bytes read.
    #[wasm_bindgen(getter)]
    pub fn bytes(&self) -> f64 {
        self.reader.bytes() as f64
    }

    /// Whether all entries are kept, for a table or a diagnosis.
    #[wasm_bindgen(getter)]
    pub fn listed(&self) -> bool {
        self.entries.is_some()
    }

    /// The number of bad lines.
    #[wasm_bindgen(getter, js_name = badCount)]
    pub fn bad_count(&self) -> f64 {
        self.bad_count as f64
    }

    /// The first bad lines, at most 1,000.
    #[wasm_bindgen(js_name = badLines, unchecked_return_type = "BadLine[]")]
    pub fn bad_lines(&self) -> Result {
        object(&self.bad_lines)
    }

    /// All bad lines, unchanged.
    ///
    /// Throws if they have more than 2 ** 27 bytes.
    pub fn rejects(&self) -> Result<Uint8Array> {
        if self.rejects.len() > REJECTS_MAX {
            return Err(thrown(
                "too many bad lines to keep them; the command camel-cards has --rejects",
            ));
        }
        Ok(self.rejects.as_slice().into())
    }

    /// The total winnings of the entries.
    #[wasm_bindgen(unchecked_return_type = "Score")]
    pub fn score(&self, ties: Option<TiesArg>) -> Result {
        object(&self.tally()?.score(convert::ties(ties)?).map_err(thrown)?)
    }

    /// Statistics of the entries.
    #[wasm_bindgen(unchecked_return_type = "Stats")]
    pub fn stats(&self) -> Result {
        let bids = self.bids.map(|(least, greatest)| least..=greatest);
        object(&self.tally()?.summary(bids).map_err(thrown)?)
    }

    /// The bytes of the tally.
    #[wasm_bindgen(js_name = toBytes)]
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        self.tally()?.to_bytes().map_err(thrown)
    }
}

impl JsInput {
    /// Reads a whole input without bad lines. Its entries are listed unless there are more than `listed_max`.
    pub(crate) fn of(input: &InputArg, listed_max: usize) -> Result<JsInput> {
        let mut all = JsInput { listed_max, ..JsInput::new(None)? };
        all.push(input)?;
        all.finish();
        if all.bad_count == 0 { Ok(all) } else { Err(all.bad_lines_error()?) }
    }

    /// Returns the tally after everything has been read.
    fn tally(&self) -> Result<&Tally> {
        let early = || thrown("the input has not ended: call finish() first");
        self.tally.as_ref().ok_or_else(early)
    }

    /// Returns the entries after everything has been read.
    pub(crate) fn entries(&self) -> Result<&[Entry]> {
        self.tally()?;
        self.entries.as_deref().ok_or_else(|| thrown("too many entries to list them"))
    }

    /// Adds the entries of the block, and the bad line after them, if there is one.
    fn add(&mut self, error: Option<Error>) {
        self.builder.push_block(&self.block);
        // By `for_each`, which goes through a block in one loop; `extend` asks for each entry.
        self.block.entries().for_each(|Entry { bid, .. }| {
            let (least, greatest) = self.bids.unwrap_or((bid, bid));
            self.bids = Some((least.min(bid), greatest.max(bid)));
        });
        if let Some(entries) = &mut self.entries {
            self.block.entries().for_each(|entry| entries.push(entry));
        }
        self.entries.take_if(|entries| entries.len() > self.listed_max);
        if let Some(error) = error {
            if self.rejects.len() <= REJECTS_MAX {
                self.rejects.extend_from_slice(self.reader.bad_line());
            }
            self.bad_count += 1;
            if self.bad_lines.len() < BAD_LINES_MAX {
                let Position { line, column, .. } = error.position();
                let (message, hint) = (error.to_string(), error.kind().hint());
                self.bad_lines.push(JsBadLine { line, column, message, hint });
            }
        }
    }

    /// Makes an error with the messages of the first bad lines, and the lines as data.
    fn bad_lines_error(&self) -> Result {
        let first: Vec<&JsBadLine> = self.bad_lines.iter().take(THROWN_MAX).collect();
        let mut messages: Vec<String> = first.iter().map(|line| line.message.clone()).collect();
        match self.bad_count - messages.len() as u64 {
            0 => {}
            1 => messages.push("and 1 more bad line".to_owned()),
            more => messages.push(format!("and {more} more bad lines")),
        }
        let error = named_error("BadLinesError", &messages.join("\n"));
        Reflect::set(&error, &"lines".into(), &object(&first)?)?;
        Reflect::set(&error, &"count".into(), &self.bad_count().into())?;
        Ok(error.into())
    }
}

/// Returns the total winnings of an input under both rules.
///
/// Throws `BadLinesError` if there are bad lines.
#[wasm_bindgen(unchecked_return_type = "Score")]
pub fn score(input: &InputArg, ties: Option<TiesArg>) -> Result {
    JsInput::of(input, 0)?.score(ties)
}
