use camel_cards::{Entry, Tally};
use camel_cards_records::ScoreRecord;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::score;
use crate::convert::{Result, arguments, errors::thrown, objects::object};

/// What is needed of any number of entries to know their total winnings. Tallies of parts of
/// an input merge, in order, to the tally of all of it.
#[wasm_bindgen(js_name = Tally)]
#[derive(Default)]
pub struct JsTally(Tally);

#[wasm_bindgen(js_class = Tally)]
impl JsTally {
    /// Makes the tally of no entries.
    #[wasm_bindgen(constructor)]
    pub fn new() -> JsTally {
        JsTally::default()
    }

    /// Tallies an input. Throws `BadLinesError` if there are bad lines.
    pub fn read(
        #[wasm_bindgen(unchecked_param_type = "string | Uint8Array")] input: &JsValue,
    ) -> Result<JsTally> {
        Ok(JsTally(score::tally(input)?))
    }

    /// Reads the bytes of a tally, which any front writes.
    #[wasm_bindgen(js_name = fromBytes)]
    pub fn from_bytes(
        #[wasm_bindgen(unchecked_param_type = "Uint8Array")] written: &JsValue,
    ) -> Result<JsTally> {
        Ok(JsTally(Tally::from_bytes(&arguments::bytes(written)?).map_err(thrown)?))
    }

    /// Returns the tally as bytes, which any front reads.
    #[wasm_bindgen(js_name = toBytes)]
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        self.0.to_bytes().map_err(thrown)
    }

    /// Counts one more entry, the last so far. The bid is from 0n to 2n ** 64n - 1n.
    pub fn add(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] of: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "bigint")] bid: JsValue,
    ) -> Result<()> {
        let hand = arguments::hand(of)?;
        let bid = u64::try_from(bid)
            .map_err(|_| thrown("expected a bid as a BigInt from 0n to 2n ** 64n - 1n"))?;
        self.0.merge(&Tally::from_iter([Entry { hand, bid }]));
        Ok(())
    }

    /// Counts all entries of a later tally.
    pub fn merge(&mut self, later: &JsTally) {
        self.0.merge(&later.0);
    }

    /// Returns the total winnings under both rules.
    pub fn score(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "Ties")] ties: &JsValue,
    ) -> Result<<ScoreRecord as Tsify>::JsType> {
        let score = self.0.score(arguments::ties(ties)?).map_err(thrown)?;
        object(&ScoreRecord::from(score))
    }
}
