use camel_cards::{Card, HandType, Rules, Summary, Tally};
use serde::Serialize;

/// What an input looks like.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct StatsRecord {
    /// How many entries there are.
    pub entries: u64,
    /// How many different hands there are.
    pub hands: u64,
    /// How many entries hold a hand that another holds too.
    pub tied: u64,
    /// From the least to the greatest, and their sum.
    pub bids: Bids,
    /// How many cards have each label, weakest first.
    #[cfg_attr(feature = "tsify", tsify(type = "Label[]"))]
    pub labels: Vec<LabelRecord>,
    /// The entries of each hand type.
    pub types: Types,
}

/// The bids of an input.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct Bids {
    /// None if there are no entries.
    pub least: Option<u128>,
    /// None if there are no entries.
    pub greatest: Option<u128>,
    /// Of all entries.
    pub sum: u128,
}

/// How many cards have a label.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(rename = "Label"))]
pub struct LabelRecord {
    /// One of `23456789TJQKA`.
    pub label: char,
    /// At most five for each entry.
    pub cards: u64,
}

/// By hand type, weakest first, under standard and joker rules.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct Types {
    /// Under standard rules.
    #[cfg_attr(feature = "tsify", tsify(type = "TypeSummary[]"))]
    pub standard: Vec<TypeRecord>,
    /// Under joker rules.
    #[cfg_attr(feature = "tsify", tsify(type = "TypeSummary[]"))]
    pub joker: Vec<TypeRecord>,
}

/// The entries of one hand type.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(rename = "TypeSummary"))]
pub struct TypeRecord {
    /// The name of the hand type.
    #[serde(rename = "type")]
    #[cfg_attr(feature = "tsify", tsify(type = "HandType"))]
    pub hand_type: &'static str,
    /// How many there are.
    pub entries: u64,
    /// What they win, under ordinal ties.
    pub winnings: u128,
}

impl StatsRecord {
    /// Makes the record of a tally and its summary. `bids` are the least and the greatest, which a tally does
    /// not keep.
    pub fn of(tally: &Tally, summary: &Summary, bids: Option<(u64, u64)>) -> StatsRecord {
        let label = |card: Card| LabelRecord {
            label: card.label(),
            // An input that can be read has far fewer than 2⁶⁴ cards.
            cards: u64::try_from(summary.labels[card.index()]).unwrap_or(u64::MAX),
        };
        StatsRecord {
            entries: tally.entries(),
            hands: summary.hands,
            tied: tally.tied(),
            bids: Bids {
                least: bids.map(|(least, _)| least.into()),
                greatest: bids.map(|(_, greatest)| greatest.into()),
                sum: summary.bids,
            },
            labels: Card::ALL.into_iter().map(label).collect(),
            types: Types {
                standard: Types::under(Rules::Standard, summary),
                joker: Types::under(Rules::Joker, summary),
            },
        }
    }
}

impl Types {
    fn under(rules: Rules, summary: &Summary) -> Vec<TypeRecord> {
        let record = |hand_type: HandType| {
            let totals = summary.types[rules][hand_type];
            TypeRecord {
                hand_type: hand_type.name(),
                entries: totals.entries,
                winnings: totals.winnings,
            }
        };
        HandType::ALL.into_iter().map(record).collect()
    }
}
