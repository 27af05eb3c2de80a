//! The totals of all orders of types, from one sorted list of entries.
//!
//! Once the entries are sorted by their tie-break alone, the axes of types decide
//! only which groups of entries are below which. A group is a hand class, or an
//! assigned type where the assignment does not go by classes. So for each tie-break
//! and each two groups a few sums are kept: what both add to each other's ranks, if
//! one is below the other or if they are one level. The total of any assignment of
//! levels is a sum over pairs of groups, at most 171 additions: no entry is looked at
//! again.

use camel_cards::Entry;

use crate::{hand_class::HandClass, solution::Levels};

/// The hand classes, or the assigned types, of which there are fewer.
const GROUPS: usize = HandClass::COUNT;

/// What gives the total for any levels, for one order of the entries.
pub(super) struct LevelTotals {
    /// What does not depend on levels: each bid once, and ranks within each group.
    within: i128,
    /// Each two groups that occur, and what they add to each other's ranks, times the bids,
    /// if the first is the lower, if they are one level, and if the first is the higher.
    pairs: Vec<([usize; 2], [i128; 3])>,
}

impl LevelTotals {
    /// Takes the entries in the order of `order`, each with its group. No sum passes 127 bits.
    pub(super) fn new(entries: &[Entry], order: &[usize], groups: &[u8]) -> LevelTotals {
        let mut count = [0i128; GROUPS];
        let mut bids = [0i128; GROUPS];
        // For each entry of the first group, the bids of those of the second that come later.
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

    /// Returns the total if each group has this level and the weakest ranks 1.
    pub(super) fn total(&self, levels: &Levels) -> i128 {
        let added = self.pairs.iter().map(|&([a, b], sums)| {
            // No branch: which of the two is lower is hard to predict.
            sums[usize::from(levels[a] >= levels[b]) + usize::from(levels[a] > levels[b])]
        });
        self.within + added.sum::<i128>()
    }
}
