use camel_cards::{Entry, Tally};
use camel_cards_records::ScoreRecord;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::coach;
use crate::{
    convert::{
        Result, arguments,
        errors::thrown,
        objects::{object, objects},
    },
    ranked_entries::RankedEntries,
    read::{Reading, Unpacker},
    records::{JsBadLine, JsDiagnosed, JsOrderDiagnosed, JsStats},
};

/// An input that comes in chunks, split anywhere, gzipped or not, and all that can be asked
/// of it.
///
/// Bad lines are left out and counted; whoever shows a total is to say so.
#[wasm_bindgen(js_name = Input)]
pub struct JsInput {
    unpacker: Unpacker,
    reading: Reading,
    /// The tally of all entries, once the input has ended.
    tally: Option<Tally>,
    pub(super) ranked: Option<RankedEntries>,
}

#[wasm_bindgen(js_class = Input)]
impl JsInput {
    /// Makes an empty input. Of more than `listed_max` entries, 2 ** 24 unless told, only the
    /// tally is kept: then there is no table, and nothing for the coach.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_optional_param_type = "number")] listed_max: &JsValue,
    ) -> Result<JsInput> {
        let whole = |most| arguments::whole(most, u32::MAX, "how many entries to list");
        let listed_max = arguments::optional(listed_max).map(whole).transpose()?;
        let reading = Reading::new(listed_max.unwrap_or(1 << 24) as usize);
        Ok(JsInput { unpacker: Unpacker::new(), reading, tally: None, ranked: None })
    }

    /// Reads the next chunk. The last one is to be followed by `finish()`.
    pub fn push(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string | Uint8Array")] chunk: &JsValue,
    ) -> Result<()> {
        if self.tally.is_some() {
            return Err(thrown("the input has ended: nothing can follow finish()"));
        }
        let reading = &mut self.reading;
        let chunk = arguments::bytes(chunk)?;
        self.unpacker.push(&chunk, &mut |unpacked| reading.push(unpacked)).map_err(thrown)
    }

    /// Ends the input.
    pub fn finish(&mut self) -> Result<()> {
        if self.tally.is_none() {
            let reading = &mut self.reading;
            self.unpacker.finish(&mut |unpacked| reading.push(unpacked)).map_err(thrown)?;
            self.tally = Some(reading.finish());
        }
        Ok(())
    }

    /// How many bytes have been read, unpacked.
    #[wasm_bindgen(getter)]
    pub fn bytes(&self) -> f64 {
        self.reading.bytes() as f64
    }

    /// Whether the input was gzipped.
    #[wasm_bindgen(getter)]
    pub fn gzipped(&self) -> bool {
        self.unpacker.is_gzip()
    }

    /// Whether all entries are there, for a table or the coach.
    #[wasm_bindgen(getter)]
    pub fn listed(&self) -> bool {
        self.reading.entries().is_some()
    }

    /// How many lines were no entries.
    #[wasm_bindgen(getter, js_name = badCount)]
    pub fn bad_count(&self) -> f64 {
        self.reading.skipped().count() as f64
    }

    /// The first bad lines, at most 1,000.
    #[wasm_bindgen(js_name = badLines, unchecked_return_type = "BadLine[]")]
    pub fn bad_lines(&self) -> Result<JsValue> {
        let lines: Vec<JsBadLine> = self.reading.skipped().first().map(JsBadLine::from).collect();
        objects(&lines)
    }

    /// Where bad lines begin and end, in bytes, one after the other; of the unpacked input.
    ///
    /// Throws if there are more than 2 ** 20 ranges of them.
    pub fn rejects(&self) -> Result<Vec<f64>> {
        let ranges = self.reading.skipped().ranges().ok_or_else(too_many_ranges)?;
        let bytes = self.reading.bytes();
        Ok(ranges
            .iter()
            .flat_map(|range| [range.start as f64, range.end.min(bytes) as f64])
            .collect())
    }

    /// The total winnings of the entries.
    pub fn score(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "Ties")] ties: &JsValue,
    ) -> Result<<ScoreRecord as Tsify>::JsType> {
        let ties = arguments::ties(ties)?;
        let score = self.tally()?.score(ties).map_err(thrown)?;
        object(&ScoreRecord::from(score))
    }

    /// What the entries look like.
    pub fn stats(&self) -> Result<<JsStats as Tsify>::JsType> {
        object(&JsStats::of(self.tally()?, self.reading.bids()).map_err(thrown)?)
    }

    /// The bytes of the tally.
    #[wasm_bindgen(js_name = toBytes)]
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        self.tally()?.to_bytes().map_err(thrown)
    }

    /// Finds out what is wrong with answers.
    pub fn diagnose(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Tried[]")] tried: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "Rules")] rules: &JsValue,
    ) -> Result<<JsDiagnosed as Tsify>::JsType> {
        coach::answers(self.entries()?, self.reading.byte_order_mark(), tried, rules)
    }

    /// Finds the first two of somebody's hands that are out of place.
    #[wasm_bindgen(js_name = diagnoseOrder)]
    pub fn diagnose_order(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] order: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "Rules")] rules: &JsValue,
    ) -> Result<<JsOrderDiagnosed as Tsify>::JsType> {
        coach::order(self.entries()?, order, rules)
    }
}

impl JsInput {
    /// Returns the tally once all has been read.
    fn tally(&self) -> Result<&Tally> {
        let early = || thrown("the input has not ended: call finish() first");
        self.tally.as_ref().ok_or_else(early)
    }

    /// Returns the entries once all have been read.
    pub(super) fn entries(&self) -> Result<&[Entry]> {
        self.tally()?;
        self.reading.entries().ok_or_else(|| thrown("too many entries to list them"))
    }
}

fn too_many_ranges() -> JsValue {
    thrown("too many bad lines to keep where they are; the command camel-cards has --rejects")
}
