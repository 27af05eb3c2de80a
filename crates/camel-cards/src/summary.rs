use crate::{Card, HandType, Overflow, Rules, Tally, Ties};

/// What an input looks like: hand types, labels, and where the winnings come from.
///
/// ```
/// use camel_cards::{Card, HandType, Rules, Tally};
///
/// let summary = Tally::read(b"32T3K 765\nT55J5 684\nKK677 28\nKTJJT 220\nQQQJA 483\n")?.summary()?;
/// assert_eq!((summary.hands, summary.bids), (5, 2180));
/// assert_eq!(summary.labels[Card::Jack.index()], 4);
/// let four_of_a_kind = summary.types[Rules::Joker as usize][HandType::FourOfAKind.index()];
/// assert_eq!((four_of_a_kind.entries, four_of_a_kind.winnings), (3, 5084));
/// let three_of_a_kind = summary.joined[HandType::ThreeOfAKind.index()];
/// assert_eq!(three_of_a_kind[HandType::FourOfAKind.index()], 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// How many different hands there are.
    pub hands: u64,
    /// The sum of all bids.
    pub bids: u128,
    /// How many cards have each label, by [`Card::index`].
    pub labels: [u128; Card::ALL.len()],
    /// The entries of each type, by [`HandType::index`], under each of [`Rules::ALL`].
    pub types: [[OfType; HandType::ALL.len()]; 2],
    /// How many entries have a type under standard rules and a type under joker rules, by
    /// both their [indices](HandType::index).
    pub joined: [[u64; HandType::ALL.len()]; HandType::ALL.len()],
}

/// The entries of one hand type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OfType {
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
    ///
    /// # Panics
    ///
    /// If the tally is [for totals](Tally::for_totals).
    pub fn summary(&self) -> Result<Summary, Overflow> {
        let mut summary = Summary::default();
        for rules in Rules::ALL {
            let mut total = 0u128;
            for standing in self.standings(rules, Ties::Ordinal) {
                let standing = standing?;
                let of_type =
                    &mut summary.types[rules as usize][standing.strength.hand_type().index()];
                of_type.entries += standing.entries;
                total = total.checked_add(standing.winnings).ok_or(Overflow)?;
                of_type.winnings += standing.winnings;
            }
        }
        for cell in self.cells() {
            summary.hands += 1;
            // The sum of all bids fits: it is at most the winnings.
            summary.bids += cell.bids;
            for (cards, count) in summary.labels.iter_mut().zip(cell.hand.label_counts()) {
                *cards += u128::from(cell.count) * u128::from(count);
            }
            let [standard, joker] = Rules::ALL.map(|rules| cell.hand.hand_type(rules).index());
            summary.joined[standard][joker] += cell.count;
        }
        Ok(summary)
    }
}
