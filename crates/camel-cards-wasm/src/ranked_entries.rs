//! All entries with their ranks under both rules, and those that a table shows: sorted and filtered.

use camel_cards::{Entry, Hand, PerRules, Rules, Ties, ranks_by_counting};

use crate::records::{JsRow, JsStanding};

/// What rows are sorted by.
#[derive(Clone, Copy)]
pub(crate) enum TableOrder {
    Input,
    Strength(Rules),
    /// How many ranks jokers add.
    Change,
    Bid,
}

/// The ranks of entries, which are known by their places in the input.
pub(crate) struct RankedEntries {
    ranks: PerRules<Vec<u32>>,
    /// The places that are shown, in their order.
    shown: Vec<u32>,
}

impl RankedEntries {
    /// Ranks entries, and shows all of them.
    pub(crate) fn new(entries: &[Entry], ties: Ties) -> RankedEntries {
        let ranks = PerRules::from_fn(|rules| {
            let ranks = ranks_by_counting(entries.iter().map(|entry| entry.hand), rules, ties);
            ranks.map(|rank| rank as u32).collect()
        });
        RankedEntries { ranks, shown: (0..entries.len() as u32).collect() }
    }

    /// Returns how many rows are shown.
    pub(crate) fn rows(&self) -> usize {
        self.shown.len()
    }

    /// Shows the entries whose hands are wanted, in this order; those that compare equal stay in the order of
    /// the input.
    pub(crate) fn show(
        &mut self,
        entries: &[Entry],
        order: TableOrder,
        descending: bool,
        is_wanted: impl Fn(Hand) -> bool,
    ) {
        let wanted: Vec<bool> = Hand::all().map(is_wanted).collect();
        let entry = |place: u32| entries[place as usize];
        let rank = |rules: Rules, place: u32| self.ranks[rules][place as usize] as usize;
        let mut shown: Vec<u32> = (0..entries.len() as u32).collect();
        shown.retain(|&place| wanted[entry(place).hand.index()]);
        self.shown = match order {
            TableOrder::Input => shown,
            TableOrder::Strength(rules) => {
                counting_sort(&shown, entries.len() + 1, |place| rank(rules, place))
            }
            // Moved so that none is negative.
            TableOrder::Change => counting_sort(&shown, 2 * entries.len(), |place| {
                entries.len() + rank(Rules::Joker, place) - rank(Rules::Standard, place)
            }),
            TableOrder::Bid => {
                let most = entries.iter().map(|entry| entry.bid).max().unwrap_or(0);
                for shift in (0..u64::BITS).step_by(16).take_while(|shift| most >> shift > 0) {
                    let digit = |place| usize::from((entry(place).bid >> shift) as u16);
                    shown = counting_sort(&shown, 1 << 16, digit);
                }
                shown
            }
        };
        if descending {
            self.shown.reverse();
        }
    }

    /// Returns the rows that are shown, from one of them to before another.
    pub(crate) fn shown(
        &self,
        entries: &[Entry],
        from: usize,
        to: usize,
    ) -> impl Iterator<Item = JsRow> {
        let to = to.min(self.shown.len());
        self.shown[from.min(to)..to].iter().map(|&place| {
            let Entry { hand, bid } = entries[place as usize];
            let PerRules { standard, joker } = PerRules::from_fn(|rules| {
                let rank = self.ranks[rules][place as usize];
                let winnings = u128::from(rank) * u128::from(bid);
                JsStanding { rank, hand_type: hand.hand_type(rules), winnings }
            });
            JsRow { place, hand, bid: bid.into(), standard, joker }
        })
    }
}

/// Returns the places sorted by keys below `keys`; equal ones stay in their order.
///
/// The standard library's sorts are built for size here, and take 20 s where this takes one.
fn counting_sort(places: &[u32], keys: usize, key: impl Fn(u32) -> usize) -> Vec<u32> {
    let mut counters = vec![0u32; keys + 1];
    for &place in places {
        counters[key(place) + 1] += 1;
    }
    for i in 0..keys {
        counters[i + 1] += counters[i];
    }
    let mut sorted = vec![0; places.len()];
    for &place in places {
        let counter = &mut counters[key(place)];
        sorted[*counter as usize] = place;
        *counter += 1;
    }
    sorted
}
