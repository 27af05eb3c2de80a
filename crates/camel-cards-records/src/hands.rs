//! One hand, or two.

use camel_cards::{Card, Comparison, Decision, Explanation, Hand, Strength};
use serde::Serialize;

/// Why a hand stands where it stands among all 371,293 hands.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ExplanationRecord {
    /// The name of its hand type.
    #[serde(rename = "type")]
    #[cfg_attr(feature = "tsify", tsify(type = "HandType"))]
    pub hand_type: &'static str,
    /// The labels and how often each occurs, most frequent first.
    pub label_counts: Vec<LabelCount>,
    /// The label that jokers stand for, if there are any.
    pub jokers_stand_for: Option<char>,
    /// Among all hands, 1 the weakest.
    pub strength: u32,
    /// How many hands are weaker.
    pub beats: u32,
    /// How many hands there are.
    pub hands: u32,
    /// None for the strongest hand.
    pub next_stronger: Option<String>,
    /// None for the weakest hand.
    pub next_weaker: Option<String>,
}

/// A label and how often it occurs in a hand.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify))]
pub struct LabelCount {
    /// One of `23456789TJQKA`.
    pub label: char,
    /// From 1 to 5.
    pub count: u8,
}

impl From<&Explanation> for ExplanationRecord {
    fn from(explanation: &Explanation) -> ExplanationRecord {
        let (stronger, weaker) = explanation.neighbours();
        let hand = |strength: Strength| strength.hand().to_string();
        let count = |&(card, count): &(Card, u8)| LabelCount { label: card.label(), count };
        let strength = explanation.strength.number();
        ExplanationRecord {
            hand_type: explanation.hand_type().name(),
            label_counts: explanation.label_counts.iter().map(count).collect(),
            jokers_stand_for: explanation.jokers_stand_for.map(Card::label),
            strength,
            beats: strength - 1,
            hands: Hand::COUNT as u32,
            next_stronger: stronger.map(hand),
            next_weaker: weaker.map(hand),
        }
    }
}

/// Which of two hands wins, and what decides it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "tsify", derive(tsify::Tsify), tsify(missing_as_null))]
pub struct ComparisonRecord {
    /// The rules that the hands are compared under.
    #[cfg_attr(feature = "tsify", tsify(type = "Rules"))]
    pub rules: &'static str,
    /// As they were given.
    pub hands: [String; 2],
    /// Their hand types.
    #[cfg_attr(feature = "tsify", tsify(type = "[HandType, HandType]"))]
    pub types: [&'static str; 2],
    /// Their strengths among all hands, 1 the weakest.
    pub strengths: [u32; 2],
    /// The stronger hand; none if they are identical.
    pub winner: Option<String>,
    /// `type`, `card`, or `nothing` if they are identical.
    #[cfg_attr(feature = "tsify", tsify(type = r#""type" | "card" | "nothing""#))]
    pub decided_by: &'static str,
    /// The place from 1 to 5 of the card that decides, if one does.
    pub card: Option<usize>,
}

impl From<&Comparison> for ComparisonRecord {
    fn from(comparison: &Comparison) -> ComparisonRecord {
        let (decided_by, card) = match comparison.decision {
            Decision::Type => ("type", None),
            Decision::Card { position } => ("card", Some(position)),
            Decision::Identical => ("nothing", None),
        };
        let strengths = comparison.strengths;
        ComparisonRecord {
            rules: strengths[0].rules().name(),
            hands: strengths.map(|strength| strength.hand().to_string()),
            types: strengths.map(|strength| strength.hand_type().name()),
            strengths: strengths.map(Strength::number),
            winner: comparison.winner().map(|hand| hand.to_string()),
            decided_by,
            card,
        }
    }
}
