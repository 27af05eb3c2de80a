use camel_cards::{Entry, Tally};
use camel_cards_input::Compression;
use wasm_bindgen::prelude::*;

use super::coach;
use crate::{
    convert::{
        InputArg, NumberArg, Result, RulesArg, TextArg, TiesArg, TriedArg, bad_lines_error, bytes,
        object, objects, thrown, ties, whole,
    },
    ranked_entries::RankedEntries,
    read::Reading,
    records::JsBadLine,
};

/// An input that comes in chunks, split anywhere, and all that can be asked of it.
///
/// Bad lines are left out and counted; whoever shows a total is to say so.
#[wasm_bindgen(js_name = Input)]
pub struct JsInput {
    pub(super) reading: Reading,
    pub(super) ranked: Option<RankedEntries>,
}

#[wasm_bindgen(js_class = Input)]
impl JsInput {
    /// Makes an empty input. Of more than `listed_max` entries, 2 ** 24 unless told, only the
    /// tally is kept: then there is no table, and nothing for the coach.
    #[wasm_bindgen(constructor)]
    pub fn new(listed_max: Option<NumberArg>) -> Result<JsInput> {
        let listed_max = listed_max
            .map(|most| whole(&most, u32::MAX, "how many entries to list"))
            .transpose()?;
        Ok(JsInput { reading: Reading::new(listed_max.unwrap_or(1 << 24) as usize), ranked: None })
    }

    /// Reads the next chunk, which is not compressed: see `unpacked()`. The last one is to be followed by `finish()`.
    pub fn push(&mut self, chunk: &InputArg) -> Result<()> {
        if self.reading.tally.is_some() {
            return Err(thrown("the input has ended: nothing can follow finish()"));
        }
        let chunk = bytes(chunk)?;
        if self.reading.reader.bytes() == 0 {
            match Compression::of(&chunk) {
                None => {}
                Some(Compression::Gzip) => {
                    return Err(thrown("this is a gzip file: unpack it first, with unpacked()"));
                }
                Some(_) => {
                    return Err(thrown(
                        "this is a zstd file, which is not read here: unpack it first, or use the command camel-cards",
                    ));
                }
            }
        }
        self.reading.push(&chunk);
        Ok(())
    }

    /// Ends the input.
    pub fn finish(&mut self) {
        self.reading.finish();
    }

    /// How many bytes have been read.
    #[wasm_bindgen(getter)]
    pub fn bytes(&self) -> f64 {
        self.reading.reader.bytes() as f64
    }

    /// Whether all entries are there, for a table or the coach.
    #[wasm_bindgen(getter)]
    pub fn listed(&self) -> bool {
        self.reading.entries.is_some()
    }

    /// How many lines were no entries.
    #[wasm_bindgen(getter, js_name = badCount)]
    pub fn bad_count(&self) -> f64 {
        self.reading.skipped.count as f64
    }

    /// The first bad lines, at most 1,000.
    #[wasm_bindgen(js_name = badLines, unchecked_return_type = "BadLine[]")]
    pub fn bad_lines(&self) -> Result<JsValue> {
        objects(self.reading.skipped.first.iter().map(JsBadLine::from))
    }

    /// Where bad lines begin and end, in bytes, one after the other.
    ///
    /// Throws if there are more than 2 ** 20 ranges of them.
    pub fn rejects(&self) -> Result<Vec<f64>> {
        let too_many =
            "too many bad lines to keep where they are; the command camel-cards has --rejects";
        let ranges = self.reading.skipped.ranges.as_ref().ok_or_else(|| thrown(too_many))?;
        let bytes = self.reading.reader.bytes();
        let ends = ranges.iter().flat_map(|range| [range.start, range.end.min(bytes)]);
        Ok(ends.map(|end| end as f64).collect())
    }

    /// The total winnings of the entries.
    #[wasm_bindgen(unchecked_return_type = "Score")]
    pub fn score(&self, ties: Option<TiesArg>) -> Result<JsValue> {
        score(self.tally()?, ties)
    }

    /// What the entries look like.
    #[wasm_bindgen(unchecked_return_type = "Stats")]
    pub fn stats(&self) -> Result<JsValue> {
        let mut summary = self.tally()?.summary().map_err(thrown)?;
        summary.bids.least = self.reading.bids.map(|(least, _)| least.into());
        summary.bids.greatest = self.reading.bids.map(|(_, greatest)| greatest.into());
        object(&summary)
    }

    /// The bytes of the tally.
    #[wasm_bindgen(js_name = toBytes)]
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        self.tally()?.to_bytes().map_err(thrown)
    }

    /// Finds out what is wrong with answers.
    #[wasm_bindgen(unchecked_return_type = "Diagnosed")]
    pub fn diagnose(&self, tried: &TriedArg, rules: Option<RulesArg>) -> Result<JsValue> {
        coach::answers(self.entries()?, self.reading.reader.has_byte_order_mark(), tried, rules)
    }

    /// Finds the first two of somebody's hands that are out of place.
    #[wasm_bindgen(js_name = diagnoseOrder, unchecked_return_type = "OrderDiagnosed")]
    pub fn diagnose_order(&self, order: &TextArg, rules: Option<RulesArg>) -> Result<JsValue> {
        coach::order(self.entries()?, order, rules)
    }
}

impl JsInput {
    /// Reads a whole input without bad lines. Its entries are listed unless there are more than `listed_max`.
    pub(super) fn of(input: &InputArg, listed_max: usize) -> Result<JsInput> {
        let mut all = JsInput { reading: Reading::new(listed_max), ranked: None };
        all.push(input)?;
        all.finish();
        match all.reading.skipped.count {
            0 => Ok(all),
            _ => Err(bad_lines_error(&all.reading.skipped)?),
        }
    }

    /// Returns the tally once all has been read.
    fn tally(&self) -> Result<&Tally> {
        let early = || thrown("the input has not ended: call finish() first");
        self.reading.tally.as_ref().ok_or_else(early)
    }

    /// Returns the entries once all have been read.
    pub(super) fn entries(&self) -> Result<&[Entry]> {
        self.tally()?;
        self.reading.entries.as_deref().ok_or_else(|| thrown("too many entries to list them"))
    }
}

pub(super) fn score(tally: &Tally, method: Option<TiesArg>) -> Result<JsValue> {
    object(&tally.score(ties(method)?).map_err(thrown)?)
}
