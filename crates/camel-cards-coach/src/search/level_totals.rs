//! The totals of all orders of types, from one sorted list of entries.
//!
//! Once the entries are sorted by their tie-break alone, the axes of types decide
//! only which groups of entries are below which. A group is a hand class, or an
//! assigned type where the assignment does not go by classes. So a few sums are
//! kept for each tie-break:
//!
//! ```text
//! count[a]     entries of group a          bids[a]   the sum of their bids
//! mixed[a][b]  Σ bid × rank, over both, of groups a and b as if they were one
//!              level: what each adds to the other's ranks
//! ```
//!
//! and the total of any assignment of levels is a sum over pairs of groups, about
//! 150 additions: no entry is looked at again.

use std::ops::{AddAssign, Mul};

use camel_cards::Entry;

use crate::hand_class::HandClass;

/// The hand classes, or the assigned types, of which there are fewer.
pub(super) const GROUPS: usize = HandClass::COUNT;

/// The level of each group.
pub(super) type Levels = [u8; GROUPS];

/// What gives the total for any levels, for one order of the entries.
pub(super) struct LevelTotals {
    width: ProductWidth,
    /// What does not depend on levels: each bid once, and ranks within each group.
    within: i128,
    /// The groups that occur.
    groups: Vec<LevelGroup>,
    /// For each of `groups` and each group: what both add to the other's ranks if
    /// they are one level.
    mixed: Vec<[i128; GROUPS]>,
}

#[derive(Clone, Copy)]
struct LevelGroup {
    group: usize,
    count: i128,
    bids: i128,
}

/// How a count and a sum of bids are multiplied.
#[derive(Clone, Copy)]
pub(super) enum ProductWidth {
    /// No product passes 63 bits, which is so for nearly every input. In WebAssembly
    /// products of 128 bits take several times as long.
    Narrow,
    Wide,
}

impl ProductWidth {
    pub(super) fn of(entries: &[Entry]) -> ProductWidth {
        let bids: u128 = entries.iter().map(|entry| u128::from(entry.bid)).sum();
        let fits = bids.checked_mul(entries.len() as u128).is_some_and(|most| most >> 63 == 0);
        if fits { ProductWidth::Narrow } else { ProductWidth::Wide }
    }

    #[inline]
    fn product(self, count: i128, bids: i128) -> i128 {
        match self {
            ProductWidth::Narrow => i128::from(count as i64 * bids as i64),
            ProductWidth::Wide => ProductWidth::wide(count, bids),
        }
    }

    /// Not inlined: the compiler would compute both products and choose one.
    #[cold]
    #[inline(never)]
    fn wide(count: i128, bids: i128) -> i128 {
        count * bids
    }
}

/// Returns for each two groups Σ bid × count, over the entries of the first: how many of the second are
/// before each.
fn bids_with_below<T>(entries: &[Entry], order: &[u32], groups: &[u8]) -> [[i128; GROUPS]; GROUPS]
where
    T: Copy + Default + From<u64> + AddAssign + Mul<Output = T> + TryInto<i128>,
{
    let mut count = [T::default(); GROUPS];
    let mut below = [[T::default(); GROUPS]; GROUPS];
    for &i in order {
        let (group, bid) = (usize::from(groups[i as usize]), T::from(entries[i as usize].bid));
        for (sum, &count) in below[group].iter_mut().zip(&count) {
            *sum += count * bid;
        }
        count[group] += T::from(1);
    }
    // No sum passes 127 bits.
    below.map(|of_group| of_group.map(|sum| sum.try_into().unwrap_or(i128::MAX)))
}

impl LevelTotals {
    /// Takes the entries in the order of `order`, each with its group.
    pub(super) fn new(
        entries: &[Entry],
        width: ProductWidth,
        order: &[u32],
        groups: &[u8],
    ) -> LevelTotals {
        let mut count = [0i128; GROUPS];
        let mut bids = [0i128; GROUPS];
        for &i in order {
            let (group, bid) = (usize::from(groups[i as usize]), entries[i as usize].bid);
            count[group] += 1;
            bids[group] += i128::from(bid);
        }
        let below = match width {
            ProductWidth::Narrow => bids_with_below::<u64>(entries, order, groups),
            ProductWidth::Wide => bids_with_below::<u128>(entries, order, groups),
        };
        let occurring: Vec<usize> = (0..GROUPS).filter(|&group| count[group] > 0).collect();
        LevelTotals {
            width,
            within: bids.iter().sum::<i128>()
                + (0..GROUPS).map(|group| below[group][group]).sum::<i128>(),
            mixed: (occurring.iter())
                .map(|&a| std::array::from_fn(|b| below[a][b] + below[b][a]))
                .collect(),
            groups: (occurring.into_iter())
                .map(|group| LevelGroup { group, count: count[group], bids: bids[group] })
                .collect(),
        }
    }

    /// Returns the total if each group has this level and the weakest ranks 1.
    pub(super) fn total(&self, levels: &Levels) -> i128 {
        let mut total = self.within;
        for (i, a) in self.groups.iter().enumerate() {
            let level = levels[a.group];
            for b in &self.groups[..i] {
                total += match level.cmp(&levels[b.group]) {
                    std::cmp::Ordering::Less => self.width.product(a.count, b.bids),
                    std::cmp::Ordering::Greater => self.width.product(b.count, a.bids),
                    std::cmp::Ordering::Equal => self.mixed[i][b.group],
                };
            }
        }
        total
    }
}
