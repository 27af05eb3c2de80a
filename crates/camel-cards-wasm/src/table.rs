//! All entries with their ranks under both rules, and those that a table shows: sorted and filtered.

use camel_cards::{
    Entry, Hand, HandType, PerRules, UnknownName, ranks_by_counting, sort_by_digits,
};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::{
    convert::{
        self, HandTypeArg, InputArg, OrderArg, Result, RowOrderArg, RulesArg, TextArg, TiesArg,
        named, object, text, thrown,
    },
    input::JsInput,
};

/// A row that is shown: an entry, its position in the input from 0, and its ranks under both rules.
#[derive(Serialize)]
struct JsRow {
    place: u32,
    hand: Hand,
    bid: u128,
    #[serde(flatten)]
    standings: PerRules<JsStanding>,
}

/// The rank, type and winnings of an entry under one of the rules.
#[derive(Serialize, Clone, Copy)]
struct JsStanding {
    rank: u32,
    #[serde(rename = "type")]
    hand_type: HandType,
    winnings: u128,
}

/// A row of `rank`.
#[derive(Serialize)]
struct JsRanked {
    hand: Hand,
    bid: u128,
    #[serde(flatten)]
    standing: JsStanding,
}

/// The sort key of a row, from its bid and ranks.
type Key = fn(u64, PerRules<u64>) -> u64;

const KEYS: [(&str, Key); 5] = [
    ("input", |_, _| 0),
    ("standard", |_, ranks| ranks.standard),
    ("joker", |_, ranks| ranks.joker),
    // How many ranks jokers add, moved so that none is negative.
    ("change", |_, ranks| (1 << 31) + ranks.joker - ranks.standard),
    ("bid", |bid, _| bid),
];

/// Returns every entry with its rank, by default the weakest first.
///
/// Throws `BadLinesError` if there are bad lines.
#[wasm_bindgen(unchecked_return_type = "Ranked[]")]
pub fn rank(
    input: &InputArg,
    rules: &RulesArg,
    ties: Option<TiesArg>,
    order: Option<OrderArg>,
) -> Result {
    let rules = convert::rules(rules)?;
    let mut input = JsInput::of(input, usize::MAX)?;
    input.make_table(ties)?;
    let orders = [
        ("weakest", (rules.name(), false)),
        ("strongest", (rules.name(), true)),
        ("input", ("input", false)),
    ];
    let order = order.map(|order| text(order, "an order")).transpose()?;
    let (key, descending) = chosen(order.as_deref().unwrap_or("weakest"), &orders)?;
    input.show(chosen(key, &KEYS)?, descending, |_| true)?;
    let ranked = |JsRow { hand, bid, standings, .. }: JsRow| {
        let standing = standings[rules];
        JsRanked { hand, bid, standing }
    };
    object(&input.shown(0, usize::MAX)?.map(ranked).collect::<Vec<_>>())
}

#[wasm_bindgen(js_class = Input)]
impl JsInput {
    /// Ranks all entries for a table; returns the number of rows.
    ///
    /// Throws if there are too many entries to list them.
    #[wasm_bindgen(js_name = makeTable)]
    pub fn make_table(&mut self, ties: Option<TiesArg>) -> Result<usize> {
        let ties = convert::ties(ties)?;
        let hands = self.entries()?.iter().map(|entry| entry.hand);
        self.ranks = Some(PerRules::from_fn(|rules| {
            let ranks = ranks_by_counting(hands.clone(), rules, ties);
            ranks.map(|rank| rank as u32).collect()
        }));
        self.shown = (0..self.entries()?.len()).collect();
        Ok(self.shown.len())
    }

    /// Chooses the rows that are shown, and their order; returns their number.
    ///
    /// `order` is the sort key; `descending` reverses the order. `pattern` is labels that must
    /// follow each other in a hand; `?` matches any label. `hand_type` is a type under `rules`.
    #[wasm_bindgen(js_name = selectRows)]
    pub fn select_rows(
        &mut self,
        order: &RowOrderArg,
        descending: bool,
        pattern: &TextArg,
        hand_type: Option<HandTypeArg>,
        rules: &RulesArg,
    ) -> Result<usize> {
        let key = chosen(&text(order, "an order")?, &KEYS)?;
        let pattern = text(pattern, "labels")?;
        let hand_type = hand_type.map(|name| named(name, "a hand type")).transpose()?;
        let rules = convert::rules(rules)?;
        self.show(key, descending, |hand| {
            matches(hand, pattern.as_bytes())
                && hand_type.is_none_or(|wanted| hand.hand_type(rules) == wanted)
        })
    }

    /// Returns the rows that are shown, from one of them to before another.
    #[wasm_bindgen(unchecked_return_type = "Row[]")]
    pub fn rows(&self, from: usize, to: usize) -> Result {
        object(&self.shown(from, to)?.collect::<Vec<_>>())
    }

    /// Returns rows as lines of CSV, as the command prints them, without the header.
    pub fn csv(&self, from: usize, to: usize, rules: &RulesArg) -> Result<String> {
        let rules = convert::rules(rules)?;
        let line = |JsRow { hand, bid, standings, .. }: JsRow| {
            let JsStanding { rank, hand_type, winnings } = standings[rules];
            format!("{rank},{hand},{hand_type},{bid},{winnings}\n")
        };
        Ok(self.shown(from, to)?.map(line).collect())
    }
}

impl JsInput {
    /// Returns all entries and their ranks.
    fn table(&self) -> Result<(&[Entry], &PerRules<Vec<u32>>)> {
        let early = || thrown("expected makeTable to be called first");
        Ok((self.entries()?, self.ranks.as_ref().ok_or_else(early)?))
    }

    /// Shows the entries whose hands match, sorted by their keys; those with equal keys stay in the
    /// order of the input. Returns their number.
    fn show(
        &mut self,
        key: Key,
        descending: bool,
        is_wanted: impl Fn(Hand) -> bool,
    ) -> Result<usize> {
        let (entries, ranks) = self.table()?;
        let wanted: Vec<bool> = Hand::all().map(is_wanted).collect();
        let is_wanted = |&place: &usize| wanted[entries[place].hand.index()];
        let mut shown: Vec<usize> = (0..entries.len()).filter(is_wanted).collect();
        let ranks_of = |place: usize| PerRules::from_fn(|rules| u64::from(ranks[rules][place]));
        let keys = (0..entries.len()).map(|place| key(entries[place].bid, ranks_of(place)));
        sort_by_digits(&mut shown, &keys.collect::<Vec<_>>());
        self.shown = shown;
        if descending {
            self.shown.reverse();
        }
        Ok(self.shown.len())
    }

    /// Returns the rows that are shown, from one of them to before another.
    fn shown(&self, from: usize, to: usize) -> Result<impl Iterator<Item = JsRow>> {
        let (entries, ranks) = self.table()?;
        let to = to.min(self.shown.len());
        Ok(self.shown[from.min(to)..to].iter().map(move |&place| {
            let Entry { hand, bid } = entries[place];
            let standings = PerRules::from_fn(|rules| {
                let rank = ranks[rules][place];
                let winnings = u128::from(rank) * u128::from(bid);
                JsStanding { rank, hand_type: hand.hand_type(rules), winnings }
            });
            JsRow { place: place as u32, hand, bid: bid.into(), standings }
        }))
    }
}

/// Returns the value with this name.
fn chosen<T: Copy>(name: &str, all: &[(&'static str, T)]) -> Result<T> {
    Ok(UnknownName::find(name, all, |(name, _)| name).map_err(thrown)?.1)
}

/// Returns whether these labels follow each other in a hand; `?` matches any label.
fn matches(hand: Hand, pattern: &[u8]) -> bool {
    let labels = hand.cards().map(|card| card.label() as u8);
    pattern.is_empty()
        || labels.windows(pattern.len()).any(|part| {
            part.iter().zip(pattern).all(|(label, wanted)| *wanted == b'?' || label == wanted)
        })
}
