//! An input's entries as the rows of a table.

use camel_cards::{Hand, HandType, Rules, UnknownName};
use wasm_bindgen::prelude::*;

use super::input::JsInput;
use crate::{
    convert::{self, Result, RulesArg, TextArg, TiesArg, named, objects, text, thrown, ties},
    ranked_entries::{RankedEntries, TableOrder},
    records::{JsRanked, JsRow},
};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(typescript_type = r#""input" | "standard" | "joker" | "change" | "bid""#)]
    pub type RowOrderArg;
    #[wasm_bindgen(typescript_type = "HandType")]
    pub type HandTypeArg;
}

#[wasm_bindgen(js_class = Input)]
impl JsInput {
    /// Ranks all entries for a table; returns how many rows it has.
    ///
    /// Throws if there are too many entries to list them.
    #[wasm_bindgen(js_name = makeTable)]
    pub fn make_table(
        &mut self,
        #[wasm_bindgen(js_name = ties)] method: Option<TiesArg>,
    ) -> Result<usize> {
        let ranked = RankedEntries::new(self.entries()?, ties(method)?);
        Ok(self.ranked.insert(ranked).rows())
    }

    /// Chooses the rows that are shown, and their order; returns how many there are.
    ///
    /// `order` is what they are sorted by; `descending` turns that round. `pattern` is labels
    /// that a hand has one after the other, `?` being any. `hand_type` is a type under `rules`.
    #[wasm_bindgen(js_name = selectRows)]
    pub fn select_rows(
        &mut self,
        order: &RowOrderArg,
        descending: bool,
        pattern: &TextArg,
        hand_type: Option<HandTypeArg>,
        rules: &RulesArg,
    ) -> Result<usize> {
        let order = row_order(order)?;
        let pattern = text(pattern, "labels")?;
        let named = |name: HandTypeArg| named::<HandType>(&name, "a hand type");
        let hand_type = hand_type.map(named).transpose()?;
        let rules = convert::rules(rules)?;
        let is_wanted = |hand: Hand| {
            matches(hand, pattern.as_bytes())
                && hand_type.is_none_or(|wanted| hand.hand_type(rules) == wanted)
        };
        let mut ranked = self.ranked.take().ok_or_else(no_table)?;
        let entries = self.entries()?;
        ranked.show(entries, order, descending, is_wanted);
        Ok(self.ranked.insert(ranked).rows())
    }

    /// Returns the rows that are shown, from one of them to before another.
    #[wasm_bindgen(unchecked_return_type = "Row[]")]
    pub fn rows(&self, from: usize, to: usize) -> Result<JsValue> {
        objects(self.shown(from, to)?)
    }

    /// Returns rows as lines of CSV, as the command prints them, without the header.
    pub fn csv(&self, from: usize, to: usize, rules: &RulesArg) -> Result<String> {
        let rules = convert::rules(rules)?;
        let line = |row| {
            let JsRanked { rank, hand, hand_type, bid, winnings } = JsRanked::of(row, rules);
            format!("{rank},{hand},{hand_type},{bid},{winnings}\n")
        };
        Ok(self.shown(from, to)?.map(line).collect())
    }
}

impl JsInput {
    fn shown(&self, from: usize, to: usize) -> Result<impl Iterator<Item = JsRow>> {
        let ranked = self.ranked.as_ref().ok_or_else(no_table)?;
        Ok(ranked.shown(self.entries()?, from, to))
    }
}

fn no_table() -> JsValue {
    thrown("expected makeTable to be called first")
}

fn row_order(order: &RowOrderArg) -> Result<TableOrder> {
    const ORDERS: [(&str, TableOrder); 5] = [
        ("input", TableOrder::Input),
        ("standard", TableOrder::Strength(Rules::Standard)),
        ("joker", TableOrder::Strength(Rules::Joker)),
        ("change", TableOrder::Change),
        ("bid", TableOrder::Bid),
    ];
    let found = UnknownName::find(&text(order, "an order")?, &ORDERS, |(name, _)| name);
    Ok(found.map_err(thrown)?.1)
}

/// Returns whether a hand has these labels one after the other, `?` being any.
fn matches(hand: Hand, pattern: &[u8]) -> bool {
    let labels = hand.cards().map(|card| card.label() as u8);
    pattern.is_empty()
        || labels.windows(pattern.len()).any(|part| {
            part.iter().zip(pattern).all(|(label, wanted)| *wanted == b'?' || label == wanted)
        })
}
