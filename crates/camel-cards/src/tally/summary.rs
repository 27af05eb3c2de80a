use super::{Overflow, Tally};
use crate::game::{Card, PerRules, PerType, Rules, Ties};

/// What an input looks like: hand types, labels, and where the winnings come from.
///
/// ```
/// use camel_cards::{Card, HandType, Tally, entries};
///
/// let input = b"32T3K 765\nT55J5 684\nKK677 28\nKTJJT 220\nQQQJA 483\n";
/// let tally: Tally = entries(input).collect::<Result<_, _>>()?;
/// let summary = tally.summary()?;
/// assert_eq!((summary.hands, summary.bids), (5, 2180));
/// assert_eq!(summary.labels[Card::Jack.index()], 4);
/// let four_of_a_kind = summary.types.joker[HandType::FourOfAKind];
/// assert_eq!((four_of_a_kind.entries, four_of_a_kind.winnings), (3, 5084));
/// assert_eq!(summary.joined[HandType::ThreeOfAKind][HandType::FourOfAKind], 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Summary {
    /// How many different hands there are.
    pub hands: u64,
    /// The sum of all bids.
    pub bids: u128,
    /// How many cards have each label, by [`Card::index`].
    pub labels: [u128; Card::ALL.len()],
    /// The entries of each type, under both rules.
    pub types: PerRules<PerType<TypeSummary>>,
    /// `joined[s][j]` is how many entries have type `s` under standard rules and `j` under joker rules.
    pub joined: PerType<PerType<u64>>,
}

/// The entries of one hand type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TypeSummary {
    /// How many there are.
    pub entries: u64,
    /// What they win, under ordinal ties.
    pub winnings: u128,
}

impl Tally {
    /// Returns what the entries look like.
    ///
    /// # Errors
    ///
    /// [`Overflow`] as for [`Tally::total_winnings`].
    pub fn summary(&self) -> Result<Summary, Overflow> {
        let mut summary = Summary::default();
        for rules in Rules::ALL {
            let mut total = 0u128;
            for standing in self.standings(rules, Ties::Ordinal) {
                let standing = standing?;
                let of_type = &mut summary.types[rules][standing.strength.hand_type()];
                of_type.entries += standing.entries;
                total = total.checked_add(standing.winnings).ok_or(Overflow)?;
                of_type.winnings += standing.winnings;
            }
        }
        for hand_sums in self.hand_sums()? {
            let (hand, count) = (hand_sums.hand, hand_sums.sums.count);
            summary.hands += 1;
            // The sum of all bids fits: it is at most the winnings.
            summary.bids += hand_sums.sums.bids;
            for (cards, of_hand) in summary.labels.iter_mut().zip(hand.label_counts()) {
                *cards += u128::from(count) * u128::from(of_hand);
            }
            let [standard, joker] = Rules::ALL.map(|rules| hand.hand_type(rules));
            summary.joined[standard][joker] += count;
        }
        Ok(summary)
    }
}
