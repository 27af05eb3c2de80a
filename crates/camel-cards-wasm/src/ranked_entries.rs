//! All entries with their ranks under both rules, and those that a table shows: sorted and filtered.

use camel_cards::{Entry, Hand, PerRules, Ranking, Rules, Strength, Ties};

use crate::{
    records::{JsRow, JsStanding},
    sort::{by_bid, by_hand, hand_counts},
};

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
    ranks: PerRules<EntryRanks>,
    /// The places that are shown, in their order.
    shown: Vec<u32>,
}

struct EntryRanks {
    /// The places, weakest first.
    weakest_first: Vec<u32>,
    /// The rank of each entry, by its place.
    of_place: Vec<u32>,
}

impl RankedEntries {
    /// Ranks entries, and shows all of them.
    pub(crate) fn new(entries: &[Entry], ties: Ties) -> RankedEntries {
        let counts = hand_counts(entries);
        RankedEntries {
            ranks: PerRules::from_fn(|rules| EntryRanks::new(entries, &counts, rules, ties)),
            shown: (0..entries.len() as u32).collect(),
        }
    }

    /// Returns how many rows are shown.
    pub(crate) fn rows(&self) -> usize {
        self.shown.len()
    }

    /// Shows the entries whose hands are wanted, in this order.
    pub(crate) fn show(
        &mut self,
        entries: &[Entry],
        order: TableOrder,
        descending: bool,
        is_wanted: impl Fn(Hand) -> bool,
    ) {
        let wanted: Vec<bool> = Hand::all().map(is_wanted).collect();
        let is_shown = |&place: &u32| wanted[entries[place as usize].hand.index()];
        let shown_of = |places: &[u32]| places.iter().copied().filter(is_shown).collect();
        // Before the new list is made, so that there is one at a time.
        self.shown = Vec::new();
        self.shown = match order {
            TableOrder::Input => (0..entries.len() as u32).filter(is_shown).collect(),
            TableOrder::Strength(rules) => shown_of(&self.ranks[rules].weakest_first),
            TableOrder::Change => shown_of(&self.by_change(entries)),
            TableOrder::Bid => shown_of(&by_bid(entries)),
        };
        if descending {
            self.shown.reverse();
        }
    }

    /// Returns the places by how many ranks jokers add: that depends on the hand alone.
    fn by_change(&self, entries: &[Entry]) -> Vec<u32> {
        let PerRules { standard, joker } = &self.ranks;
        let mut counts = vec![0u32; Hand::COUNT];
        let mut hands: Vec<(i64, Hand)> = Vec::new();
        for ((entry, &standard), &joker) in
            entries.iter().zip(&standard.of_place).zip(&joker.of_place)
        {
            let count = &mut counts[entry.hand.index()];
            if *count == 0 {
                hands.push((i64::from(joker) - i64::from(standard), entry.hand));
            }
            *count += 1;
        }
        hands.sort_by_key(|&(change, _)| change);
        by_hand(entries, &counts, hands.into_iter().map(|(_, hand)| hand))
    }

    /// Returns the rows that are shown, from one of them to before another.
    pub(crate) fn shown(
        &self,
        entries: &[Entry],
        from: usize,
        to: usize,
    ) -> impl Iterator<Item = JsRow> {
        let to = to.min(self.shown.len());
        self.shown[from.min(to)..to].iter().map(|&place| self.row(entries, place))
    }

    fn row(&self, entries: &[Entry], place: u32) -> JsRow {
        let Entry { hand, bid } = entries[place as usize];
        let PerRules { standard, joker } = PerRules::from_fn(|rules| {
            let rank = self.ranks[rules].of_place[place as usize];
            JsStanding {
                rank,
                hand_type: hand.hand_type(rules).name(),
                winnings: u128::from(rank) * u128::from(bid),
            }
        });
        JsRow { place, hand: hand.to_string(), bid: bid.into(), standard, joker }
    }
}

impl EntryRanks {
    fn new(entries: &[Entry], counts: &[u32], rules: Rules, ties: Ties) -> EntryRanks {
        let mut strengths: Vec<Strength> = (Hand::all())
            .filter(|hand| counts[hand.index()] > 0)
            .map(|hand| hand.strength(rules))
            .collect();
        strengths.sort_unstable();
        let hands = strengths.iter().map(|strength| strength.hand());
        let weakest_first = by_hand(entries, counts, hands.clone());

        let mut next_rank = vec![0u32; Hand::COUNT];
        let mut ranking = Ranking::new(ties);
        // The same for all hands.
        let mut step = 0;
        for hand in hands {
            let ranks = ranking.next(counts[hand.index()].into());
            next_rank[hand.index()] = ranks.first() as u32;
            step = ranks.step() as u32;
        }
        let rank = |entry: &Entry| {
            let next = &mut next_rank[entry.hand.index()];
            *next += step;
            *next - step
        };
        let of_place = entries.iter().map(rank).collect();
        EntryRanks { weakest_first, of_place }
    }
}
