//! All entries with their ranks under both rules: sorted, filtered, a few rows at a time.

use camel_cards::{Entry, Hand, HandType, Rules, Strength, Ties};
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use crate::{Result, input::Input, named, objects, thrown};

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

/// Returns the places, weakest first, and the rank of each entry: a counting sort by hand.
fn sort(entries: &[Entry], counts: &[u32], rules: Rules, ties: Ties) -> (Vec<u32>, Vec<u32>) {
    let mut hands: Vec<Strength> = (Hand::all())
        .filter(|hand| counts[hand.index()] > 0)
        .map(|hand| hand.strength(rules))
        .collect();
    hands.sort_unstable();
    // For each hand where its next entry goes, and what that is ranked less its place.
    let mut next = vec![0u32; Hand::COUNT];
    let mut rank_of_first = vec![0u32; Hand::COUNT];
    let mut below = 0;
    for (hands_below, strength) in (0..).zip(&hands) {
        let hand = strength.hand().index();
        next[hand] = below;
        rank_of_first[hand] = match ties {
            Ties::Ordinal | Ties::Min => below + 1,
            Ties::Max => below + counts[hand],
            Ties::Dense => hands_below + 1,
        };
        below += counts[hand];
    }
    let mut sorted = vec![0; entries.len()];
    let mut ranks = Vec::with_capacity(entries.len());
    for (place, entry) in (0..).zip(entries) {
        let hand = entry.hand.index();
        sorted[next[hand] as usize] = place;
        ranks.push(if ties == Ties::Ordinal { next[hand] + 1 } else { rank_of_first[hand] });
        next[hand] += 1;
    }
    (sorted, ranks)
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
        order: &str,
        descending: bool,
        pattern: &str,
        #[wasm_bindgen(unchecked_param_type = "HandType | null | undefined")] hand_type: Option<
            String,
        >,
        #[wasm_bindgen(unchecked_param_type = "Rules")] rules: &str,
    ) -> Result<usize> {
        let hand_type: Option<HandType> = hand_type.as_deref().map(named).transpose()?;
        let rules: Rules = named(rules)?;
        let (table, entries) = self.table_and_entries()?;
        let shown: Vec<bool> = Hand::all()
            .map(|hand| {
                matches(hand, pattern.as_bytes())
                    && hand_type.is_none_or(|wanted| hand.hand_type(rules) == wanted)
            })
            .collect();
        let is_shown = |&place: &u32| shown[entries[place as usize].hand.index()];
        table.shown.clear();
        match order {
            "standard" => {
                table.shown.extend(table.sorted[0].iter().filter(|place| is_shown(place)));
            }
            "joker" => table.shown.extend(table.sorted[1].iter().filter(|place| is_shown(place))),
            "input" | "change" | "bid" => {
                table.shown.extend((0..entries.len() as u32).filter(is_shown));
            }
            other => {
                let expected = "input, standard, joker, change, bid";
                return Err(thrown(format!("expected one of {expected}, found '{other}'")));
            }
        }
        let [standard, joker] = &table.ranks;
        match order {
            "change" => table.shown.sort_by_key(|&place| {
                i64::from(joker[place as usize]) - i64::from(standard[place as usize])
            }),
            "bid" => table.shown.sort_by_key(|&place| entries[place as usize].bid),
            _ => {}
        }
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

    /// Returns which of the rows that are shown is that of an entry, if it is among them.
    #[wasm_bindgen(js_name = findRow)]
    pub fn find_row(&self, place: u32) -> Result<Option<usize>> {
        Ok(self.table()?.shown.iter().position(|&shown| shown == place))
    }

    /// Returns rows as lines of CSV, as the command prints them, without the header.
    pub fn csv(
        &self,
        from: usize,
        to: usize,
        #[wasm_bindgen(unchecked_param_type = "Rules")] rules: &str,
    ) -> Result<String> {
        let rules: Rules = named(rules)?;
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
