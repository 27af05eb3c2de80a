//! Computes the totals of all orders of types from one sorted list of entries.
//!
//! Once entries are sorted by the tie-break alone, types decide only which groups of entries rank below which. A group
//! is a hand class, or an assigned type if the assignment depends on more than the class. For each tie-break and each
//! two groups we keep three sums: what the groups add to each other's ranks, times the bids, if the first is lower, if
//! both are one level, and if the first is higher. The total for any levels is then a sum over pairs of groups: at most
//! 171 additions, without another look at the entries.

use camel_cards::Entry;

use crate::{hand_class::HandClass, solution::Levels};

/// The number of hand classes; there are fewer assigned types.
const GROUPS: usize = HandClass::COUNT;

/// Sums that give the total for any levels, for one order of the entries.
pub(super) struct LevelTotals {
    /// The part that does not depend on levels: each bid once, and ranks within each group.
    within: i128,
    /// Each two groups that occur, with what they add to each other's ranks, times the bids: if the first is lower, if
    /// they are one level, and if the first is higher.
    pairs: Vec<([usize; 2], [i128; 3])>,
}

impl LevelTotals {
    /// Computes the sums for entries in this order, each with its group. Requires that no sum exceeds 127 bits.
    pub(super) fn new(entries: &[Entry], order: &[usize], groups: &[u8]) -> LevelTotals {
        let mut count = [0i128; GROUPS];
        let mut bids = [0i128; GROUPS];
        // For each two groups: summed over entries of the first, the bids of the second's entries that come later.
        let mut later = [[0i128; GROUPS]; GROUPS];
        for &i in order.iter().rev() {
            let group = usize::from(groups[i]);
            for (sum, bids) in later[group].iter_mut().zip(&bids) {
                *sum += bids;
            }
            count[group] += 1;
            bids[group] += i128::from(entries[i].bid);
        }
        let mut totals = LevelTotals { within: bids.iter().sum(), pairs: Vec::new() };
        for a in (0..GROUPS).filter(|&group| count[group] > 0) {
            totals.within += later[a][a];
            for b in (0..a).filter(|&group| count[group] > 0) {
                let sums = [count[a] * bids[b], later[a][b] + later[b][a], count[b] * bids[a]];
                totals.pairs.push(([a, b], sums));
            }
        }
        totals
    }

    /// Returns the total if groups have these levels and the weakest entry ranks 1.
    pub(super) fn total(&self, levels: &Levels) -> i128 {
        let added = self.pairs.iter().map(|&([a, b], sums)| {
            // No branch, because it would be hard to predict.
            sums[usize::from(levels[a] >= levels[b]) + usize::from(levels[a] > levels[b])]
        });
        self.within + added.sum::<i128>()
    }
}
