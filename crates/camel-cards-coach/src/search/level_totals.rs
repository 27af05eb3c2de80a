//! Computes the totals of all orders of types from one sorted list of entries.
//!
//! Once entries are sorted by the tie-break alone, types decide only which classes of hands rank below which. For each
//! two classes we keep three sums: what they add to each other's ranks, times the bids, if the first is lower, if both
//! are one level, and if the first is higher. The total for any levels differs from a known one only by the sums of the
//! classes whose level changes, so it takes a few additions, without another look at the entries.

use std::array;

use camel_cards::Entry;

use crate::solution::hands::{HandClass, Levels};

const CLASSES: usize = HandClass::COUNT;

/// Sums that give the total for any levels, for one order of the entries.
pub(super) struct LevelTotals {
    /// The levels of the known total.
    levels: Levels,
    total: i128,
    /// What each two classes add to each other's ranks, times the bids: if the first is lower, if they are one level, and
    /// if the first is higher.
    sums: [[[i128; 3]; CLASSES]; CLASSES],
}

impl LevelTotals {
    /// Computes the sums for entries in this order, each with its class, and their total at these levels. Requires that
    /// no sum exceeds 127 bits.
    pub(super) fn new(
        entries: &[Entry],
        order: &[usize],
        classes: &[u8],
        levels: Levels,
    ) -> LevelTotals {
        let mut count = [0i128; CLASSES];
        let mut bids = [0i128; CLASSES];
        // For each two classes: summed over entries of the first, the bids of the second's entries that come later.
        let mut later = [[0i128; CLASSES]; CLASSES];
        for &i in order.iter().rev() {
            let class = usize::from(classes[i]);
            for (sum, bids) in later[class].iter_mut().zip(&bids) {
                *sum += bids;
            }
            count[class] += 1;
            bids[class] += i128::from(entries[i].bid);
        }
        let pair = |a: usize, b: usize| {
            [count[a] * bids[b], later[a][b] + later[b][a], count[b] * bids[a]]
        };
        let sums = array::from_fn(|a| array::from_fn(|b| if a == b { [0; 3] } else { pair(a, b) }));
        let mut totals = LevelTotals { levels, total: 0, sums };
        let pairs = (0..CLASSES).flat_map(|a| (0..a).map(move |b| [a, b]));
        let of_pairs: i128 = pairs.map(|[a, b]| totals.of_pair(a, b, &levels)).sum();
        let within = (0..CLASSES).map(|class| later[class][class] + bids[class]);
        totals.total = within.sum::<i128>() + of_pairs;
        totals
    }

    /// Returns what two classes add to each other's ranks at these levels, times the bids.
    fn of_pair(&self, a: usize, b: usize, levels: &Levels) -> i128 {
        // No branch, because it would be hard to predict.
        self.sums[a][b][usize::from(levels[a] >= levels[b]) + usize::from(levels[a] > levels[b])]
    }

    /// Returns the same for one class and all others.
    fn of_class(&self, class: usize, levels: &Levels) -> i128 {
        (0..CLASSES).map(|other| self.of_pair(class, other, levels)).sum()
    }

    /// Returns the total if classes have these levels and the weakest entry ranks 1.
    pub(super) fn total(&self, levels: &Levels) -> i128 {
        let (mut total, mut known) = (self.total, self.levels);
        for class in 0..CLASSES {
            if levels[class] != known[class] {
                total -= self.of_class(class, &known);
                known[class] = levels[class];
                total += self.of_class(class, &known);
            }
        }
        total
    }
}
