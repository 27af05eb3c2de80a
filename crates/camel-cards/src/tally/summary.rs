use std::ops::RangeInclusive;

use super::{Overflow, Tally, sums::Sums};
use crate::{
    game::{Card, HandType, PerRules, PerType, Rules},
    ranking::Ties,
};

/// Statistics of an input: hand types, labels, and where the winnings come from.
///
/// ```
/// use camel_cards::{Card, HandType, Tally, entries};
///
/// let input = b"32T3K 765\nT55J5 684\nKK677 28\nKTJJT 220\nQQQJA 483\n";
/// let tally: Tally = entries(input).collect::<Result<_, _>>()?;
/// let summary = tally.summary(Some(28..=765))?;
/// assert_eq!((summary.hands, summary.bids.sum, summary.bids.least), (5, 2180, Some(28)));
/// assert_eq!(summary.labels[Card::Jack.index()].cards, 4);
/// let four_of_a_kind = summary.types.joker[HandType::FourOfAKind];
/// assert_eq!((four_of_a_kind.entries, four_of_a_kind.winnings), (3, 5084));
/// assert_eq!(summary.joined[HandType::ThreeOfAKind][HandType::FourOfAKind], 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Summary {
    /// The number of entries.
    pub entries: u64,
    /// The number of different hands.
    pub hands: u64,
    /// The number of entries that share a hand with another.
    pub tied: u64,
    /// The bids.
    pub bids: Bids,
    /// The number of cards of each label, by [`Card::index`].
    pub labels: [LabelSummary; Card::ALL.len()],
    /// The entries of each type, under both rules.
    pub types: PerRules<PerType<TypeSummary>>,
    /// `joined[s][j]` is the number of entries that have type `s` under standard rules and `j`
    /// under joker rules.
    pub joined: PerType<PerType<u64>>,
}

/// The bids of an input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Bids {
    /// The least bid; `None` if it is unknown, or if there are no entries.
    pub least: Option<u128>,
    /// The greatest bid; `None` in the same cases.
    pub greatest: Option<u128>,
    /// The sum of all bids.
    pub sum: u128,
}

/// The number of cards of a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct LabelSummary {
    /// The card with this label.
    pub label: Card,
    /// The number of these cards. It stays at 2⁶⁴ − 1 if there are more.
    pub cards: u64,
}

/// The entries of one hand type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct TypeSummary {
    /// The type.
    #[cfg_attr(feature = "serde", serde(rename = "type"))]
    pub hand_type: HandType,
    /// The number of these entries.
    pub entries: u64,
    /// Their winnings, under ordinal ties.
    pub winnings: u128,
}

impl Tally {
    /// Returns statistics of the entries.
    ///
    /// A tally does not keep single bids: pass the least and the greatest one if you know them.
    ///
    /// # Errors
    ///
    /// [`Overflow`] as for [`Tally::score`].
    pub fn summary(&self, bids: Option<RangeInclusive<u64>>) -> Result<Summary, Overflow> {
        let (hands, totals) = (self.hand_sums()?, self.totals(Ties::Ordinal)?);
        let range = bids.map(|bids| [*bids.start(), *bids.end()].map(u128::from));
        let no_entries = |hand_type| TypeSummary { hand_type, entries: 0, winnings: 0 };
        let mut summary = Summary {
            entries: self.entries(),
            hands: hands.len() as u64,
            tied: totals.tied,
            bids: Bids { least: range.map(|it| it[0]), greatest: range.map(|it| it[1]), sum: 0 },
            labels: Card::ALL.map(|label| LabelSummary { label, cards: 0 }),
            types: PerRules::from_fn(|_| PerType::from_fn(no_entries)),
            joined: PerType::default(),
        };
        for (rules, types) in totals.types.iter() {
            let (mut weaker, mut total) = (Sums::default(), 0);
            for (hand_type, &sums) in types.iter() {
                weaker = weaker.followed_by(sums);
                let winnings = weaker.weighted().ok_or(Overflow::Total)? - total;
                total += winnings;
                let entries = sums.count;
                summary.types[rules][hand_type] = TypeSummary { hand_type, entries, winnings };
            }
        }
        for hand_sums in hands {
            let (hand, count) = (hand_sums.hand, hand_sums.sums.count);
            // The sum of all bids fits: it is at most the winnings.
            summary.bids.sum += hand_sums.sums.bids;
            for (of_label, of_hand) in summary.labels.iter_mut().zip(hand.label_counts()) {
                let cards = count.saturating_mul(of_hand.into());
                of_label.cards = of_label.cards.saturating_add(cards);
            }
            let [standard, joker] = Rules::ALL.map(|rules| hand.hand_type(rules));
            summary.joined[standard][joker] += count;
        }
        Ok(summary)
    }
}
