use camel_cards::{Entry, Ties};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use crate::{Result, TIES, bytes, hand, input, named_or_default, object, records::Score, thrown};

/// What is needed of any number of entries to know their total winnings. Tallies of parts of
/// an input merge, in order, to the tally of all of it.
#[wasm_bindgen]
#[derive(Default)]
pub struct Tally(camel_cards::Tally);

#[wasm_bindgen]
impl Tally {
    /// Makes the tally of no entries.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Tally {
        Tally::default()
    }

    /// Tallies an input. Throws `BadLinesError` if there are bad lines.
    pub fn read(
        #[wasm_bindgen(unchecked_param_type = "string | Uint8Array")] input: &JsValue,
    ) -> Result<Tally> {
        Ok(Tally(input::tally(&bytes(input)?)?))
    }

    /// Reads the bytes of a tally, which any front writes.
    #[wasm_bindgen(js_name = fromBytes)]
    pub fn from_bytes(
        #[wasm_bindgen(unchecked_param_type = "Uint8Array")] written: &JsValue,
    ) -> Result<Tally> {
        Ok(Tally(camel_cards::Tally::from_bytes(&bytes(written)?).map_err(thrown)?))
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
        let hand = hand(of)?;
        let bid = u64::try_from(bid)
            .map_err(|_| thrown("expected a bid as a BigInt from 0n to 2n ** 64n - 1n"))?;
        self.0.add(Entry { hand, bid });
        Ok(())
    }

    /// Counts all entries of a later tally.
    pub fn merge(&mut self, later: &Tally) {
        self.0.merge(&later.0);
    }

    /// Returns the total winnings under both rules.
    pub fn score(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "Ties")] ties: &JsValue,
    ) -> Result<<Score as Tsify>::JsType> {
        let ties: Ties = named_or_default(ties, TIES)?;
        object(&Score::of(&self.0, ties).map_err(thrown)?)
    }
}
