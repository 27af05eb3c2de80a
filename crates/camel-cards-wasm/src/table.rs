//! All entries with their ranks under both rules: sorted, filtered, a few rows at a time.

use camel_cards::{Entry, Hand, HandType, Rules, Strength, Ties};
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use crate::{RULES, Result, input::Input, named, objects, optional, text, thrown};

/// An entry and where it stands under both rules.
#[derive(Serialize, Tsify)]
pub struct Row {
    /// Its place in the input, from 0.
    place: u32,
    hand: String,
    bid: u128,
    standard: Standing,
    joker: Standing,
}

/// Where an entry stands.
#[derive(Serialize, Tsify)]
pub struct Standing {
    rank: u32,
    #[serde(rename = "type")]
    #[tsify(type = "HandType")]
    hand_type: &'static str,
    winnings: u128,
}

/// Entries are known by their places in the input.
pub(crate) struct Table {
    /// The places, weakest first, under each rules.
    sorted: [Vec<u32>; 2],
    /// The rank of each entry.
    ranks: [Vec<u32>; 2],
    /// The places that are shown, in their order.
    shown: Vec<u32>,
}

impl Table {
    pub(crate) fn new(entries: &[Entry], ties: Ties) -> Table {
        let mut counts = vec![0u32; Hand::COUNT];
        for entry in entries {
            counts[entry.hand.index()] += 1;
        }
        let [standard, joker] = Rules::ALL.map(|rules| sort(entries, &counts, rules, ties));
        let shown = (0..entries.len() as u32).collect();
        Table { sorted: [standard.0, joker.0], ranks: [standard.1, joker.1], shown }
    }

    pub(crate) fn rows(&self) -> usize {
        self.shown.len()
    }

    /// Returns the places by how many ranks jokers add: that depends on the hand alone.
    fn by_change(&self, entries: &[Entry]) -> Vec<u32> {
        let [standard, joker] = &self.ranks;
        let mut counts = vec![0u32; Hand::COUNT];
        let mut hands: Vec<(i64, Hand)> = Vec::new();
        for ((entry, &standard), &joker) in entries.iter().zip(standard).zip(joker) {
            let count = &mut counts[entry.hand.index()];
            if *count == 0 {
                hands.push((i64::from(joker) - i64::from(standard), entry.hand));
            }
            *count += 1;
        }
        hands.sort_by_key(|&(change, _)| change);
        by_hand(entries, &counts, hands.into_iter().map(|(_, hand)| hand))
    }

    fn row(&self, entries: &[Entry], place: u32) -> Row {
        let Entry { hand, bid } = entries[place as usize];
        let [standard, joker] = Rules::ALL.map(|rules| {
            let rank = self.ranks[rules as usize][place as usize];
            Standing {
                rank,
                hand_type: hand.hand_type(rules).name(),
                winnings: u128::from(rank) * u128::from(bid),
            }
        });
        Row { place, hand: hand.to_string(), bid: bid.into(), standard, joker }
    }
}

/// Returns the places, weakest first, and the rank of each entry.
fn sort(entries: &[Entry], counts: &[u32], rules: Rules, ties: Ties) -> (Vec<u32>, Vec<u32>) {
    let mut hands: Vec<Strength> = (Hand::all())
        .filter(|hand| counts[hand.index()] > 0)
        .map(|hand| hand.strength(rules))
        .collect();
    hands.sort_unstable();
    let mut rank_of_first = vec![0u32; Hand::COUNT];
    let mut below = 0;
    for (hands_below, strength) in (0..).zip(&hands) {
        let hand = strength.hand().index();
        rank_of_first[hand] = match ties {
            Ties::Ordinal | Ties::Min => below + 1,
            Ties::Max => below + counts[hand],
            Ties::Dense => hands_below + 1,
        };
        below += counts[hand];
    }
    let hands = hands.iter().map(|strength| strength.hand());
    let sorted = by_hand(entries, counts, hands);
    let next = &mut rank_of_first;
    let ranks = entries.iter().map(|entry| {
        let rank = &mut next[entry.hand.index()];
        *rank += u32::from(ties == Ties::Ordinal);
        *rank - u32::from(ties == Ties::Ordinal)
    });
    (sorted, ranks.collect())
}

/// Returns the places of the entries in the order of their hands: a counting sort.
fn by_hand(entries: &[Entry], counts: &[u32], hands: impl Iterator<Item = Hand>) -> Vec<u32> {
    let mut next = vec![0u32; Hand::COUNT];
    let mut below = 0;
    for hand in hands {
        next[hand.index()] = below;
        below += counts[hand.index()];
    }
    let mut sorted = vec![0; entries.len()];
    for (place, entry) in (0..).zip(entries) {
        let next = &mut next[entry.hand.index()];
        sorted[*next as usize] = place;
        *next += 1;
    }
    sorted
}

/// Returns the places of the entries, lowest bid first: a radix sort.
fn by_bid(entries: &[Entry]) -> Vec<u32> {
    let mut sorted: Vec<u32> = (0..entries.len() as u32).collect();
    let most = entries.iter().map(|entry| entry.bid).max().unwrap_or(0);
    for shift in (0..u64::BITS).step_by(8).take_while(|shift| most >> shift > 0) {
        let digit = |place: u32| (entries[place as usize].bid >> shift) as u8 as usize;
        let mut next = [0u32; 257];
        for place in &sorted {
            next[digit(*place) + 1] += 1;
        }
        for i in 0..256 {
            next[i + 1] += next[i];
        }
        let mut by_digit = vec![0; sorted.len()];
        for place in sorted {
            let next = &mut next[digit(place)];
            by_digit[*next as usize] = place;
            *next += 1;
        }
        sorted = by_digit;
    }
    sorted
}

/// Which hands contain these labels one after the other, `?` being any.
fn matches(hand: Hand, pattern: &[u8]) -> bool {
    let labels = hand.cards().map(|card| card.label() as u8);
    pattern.is_empty()
        || labels.windows(pattern.len()).any(|part| {
            part.iter().zip(pattern).all(|(label, wanted)| *wanted == b'?' || label == wanted)
        })
}

#[wasm_bindgen]
impl Input {
    /// Chooses the rows that are shown, and their order; returns how many there are.
    ///
    /// `order` is what they are sorted by; `descending` turns that round. `pattern` is labels
    /// that a hand has one after the other, `?` being any. `hand_type` is a type under `rules`.
    #[wasm_bindgen(js_name = selectRows)]
    pub fn select_rows(
        &mut self,
        #[wasm_bindgen(
            unchecked_param_type = r#""input" | "standard" | "joker" | "change" | "bid""#
        )]
        order: &JsValue,
        descending: bool,
        #[wasm_bindgen(unchecked_param_type = "string")] pattern: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "HandType | null | undefined")] hand_type: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Rules")] rules: &JsValue,
    ) -> Result<usize> {
        let (order, pattern) = (text(order, "an order")?, text(pattern, "labels")?);
        let hand_type: Option<HandType> =
            optional(hand_type).map(|name| named(name, "a hand type")).transpose()?;
        let rules: Rules = named(rules, RULES)?;
        let (table, entries) = self.table_and_entries()?;
        let shown: Vec<bool> = Hand::all()
            .map(|hand| {
                matches(hand, pattern.as_bytes())
                    && hand_type.is_none_or(|wanted| hand.hand_type(rules) == wanted)
            })
            .collect();
        let is_shown = |&place: &u32| shown[entries[place as usize].hand.index()];
        table.shown.clear();
        let shown_of = |places: &[u32]| places.iter().copied().filter(is_shown).collect();
        let all: Vec<u32>;
        table.shown = match order.as_str() {
            "standard" => shown_of(&table.sorted[0]),
            "joker" => shown_of(&table.sorted[1]),
            "input" => (0..entries.len() as u32).filter(is_shown).collect(),
            "bid" => {
                all = by_bid(entries);
                shown_of(&all)
            }
            "change" => {
                all = table.by_change(entries);
                shown_of(&all)
            }
            other => {
                let expected = "input, standard, joker, change, bid";
                return Err(thrown(format!("expected one of {expected}, found '{other}'")));
            }
        };
        if descending {
            table.shown.reverse();
        }
        Ok(table.shown.len())
    }

    /// Returns the rows that are shown, from one of them to before another.
    #[wasm_bindgen(unchecked_return_type = "Row[]")]
    pub fn rows(&self, from: usize, to: usize) -> Result<JsValue> {
        let (table, entries) = (self.table()?, self.entries()?);
        let to = to.min(table.shown.len());
        let places = &table.shown[from.min(to)..to];
        let rows: Vec<Row> = places.iter().map(|&place| table.row(entries, place)).collect();
        objects(&rows)
    }

    /// Returns rows as lines of CSV, as the command prints them, without the header.
    pub fn csv(
        &self,
        from: usize,
        to: usize,
        #[wasm_bindgen(unchecked_param_type = "Rules")] rules: &JsValue,
    ) -> Result<String> {
        let rules: Rules = named(rules, RULES)?;
        let (table, entries) = (self.table()?, self.entries()?);
        let to = to.min(table.shown.len());
        let line = |&place: &u32| {
            let Row { hand, bid, standard, joker, .. } = table.row(entries, place);
            let Standing { rank, hand_type, winnings } =
                if rules == Rules::Standard { standard } else { joker };
            format!("{rank},{hand},{hand_type},{bid},{winnings}\n")
        };
        Ok(table.shown[from.min(to)..to].iter().map(line).collect())
    }
}
