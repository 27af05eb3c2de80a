use camel_cards::{Entry, Tally};
use wasm_bindgen::prelude::*;

use crate::{
    convert::{self, BigIntArg, InputArg, Result, TextArg, TiesArg, hand, object, thrown, u64_of},
    input::JsInput,
};

/// The sums from which total winnings are computed, for any number of entries. To get the tally of
/// an input, merge the tallies of its parts, in order.
#[wasm_bindgen(js_name = Tally)]
#[derive(Default)]
pub struct JsTally(pub(crate) Tally);

#[wasm_bindgen(js_class = Tally)]
impl JsTally {
    /// Makes an empty tally.
    #[wasm_bindgen(constructor)]
    pub fn new() -> JsTally {
        JsTally::default()
    }

    /// Tallies an input. Throws `BadLinesError` if there are bad lines.
    pub fn read(input: &InputArg) -> Result<JsTally> {
        Ok(JsTally(JsInput::of(input, 0)?.tally.unwrap_or_default()))
    }

    /// Reads the bytes of a tally, of this library or any other front.
    #[wasm_bindgen(js_name = fromBytes)]
    pub fn from_bytes(written: &[u8]) -> Result<JsTally> {
        Ok(JsTally(Tally::from_bytes(written).map_err(thrown)?))
    }

    /// Returns the tally as bytes, which any front can read.
    #[wasm_bindgen(js_name = toBytes)]
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        self.0.to_bytes().map_err(thrown)
    }

    /// Appends an entry. The bid is from 0n to 2n ** 64n - 1n.
    pub fn add(&mut self, of: &TextArg, bid: &BigIntArg) -> Result<()> {
        let entry = Entry { hand: hand(of)?, bid: u64_of(bid, "a bid")? };
        self.0.merge(&Tally::from_iter([entry]));
        Ok(())
    }

    /// Appends all entries of a later tally.
    pub fn merge(&mut self, later: &JsTally) {
        self.0.merge(&later.0);
    }

    /// Returns the total winnings under both rules.
    #[wasm_bindgen(unchecked_return_type = "Score")]
    pub fn score(&self, ties: Option<TiesArg>) -> Result {
        object(&self.0.score(convert::ties(ties)?).map_err(thrown)?)
    }
}
