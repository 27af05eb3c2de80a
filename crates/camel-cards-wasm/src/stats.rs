use camel_cards::{Card, HandType, Overflow, Rules, Tally};
use serde::Serialize;
use tsify::Tsify;

/// What an input looks like.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Stats {
    /// How many different hands there are.
    hands: u64,
    bids: Bids,
    /// How many cards have each label, weakest first.
    labels: Vec<Label>,
    types: Types,
    /// How many entries have a type under standard rules (the index) and one under joker rules
    /// (the index within), weakest first.
    joined: Vec<Vec<u64>>,
}

/// The bids of an input.
#[derive(Serialize, Tsify)]
#[tsify(missing_as_null)]
pub struct Bids {
    least: Option<u128>,
    greatest: Option<u128>,
    sum: u128,
}

/// How many cards have a label.
#[derive(Serialize, Tsify)]
pub struct Label {
    label: char,
    cards: u64,
}

/// By type, weakest first, under standard and joker rules.
#[derive(Serialize, Tsify)]
pub struct Types {
    standard: Vec<OfType>,
    joker: Vec<OfType>,
}

/// The entries of one hand type.
#[derive(Serialize, Tsify)]
pub struct OfType {
    #[serde(rename = "type")]
    #[tsify(type = "HandType")]
    hand_type: &'static str,
    entries: u64,
    winnings: u128,
}

impl Stats {
    pub(crate) fn of(tally: &Tally, bids: Option<(u64, u64)>) -> Result<Stats, Overflow> {
        let summary = tally.summary()?;
        let of_rules = |rules: Rules| {
            let of_type = |(hand_type, of_type): (HandType, camel_cards::OfType)| OfType {
                hand_type: hand_type.name(),
                entries: of_type.entries,
                winnings: of_type.winnings,
            };
            HandType::ALL.into_iter().zip(summary.types[rules as usize]).map(of_type).collect()
        };
        let label =
            |(card, cards): (Card, u128)| Label { label: card.label(), cards: cards as u64 };
        Ok(Stats {
            hands: summary.hands,
            bids: Bids {
                least: bids.map(|(least, _)| least.into()),
                greatest: bids.map(|(_, greatest)| greatest.into()),
                sum: summary.bids,
            },
            labels: Card::ALL.into_iter().zip(summary.labels).map(label).collect(),
            types: Types { standard: of_rules(Rules::Standard), joker: of_rules(Rules::Joker) },
            joined: summary.joined.map(Vec::from).to_vec(),
        })
    }
}
