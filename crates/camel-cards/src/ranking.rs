//! How ties become ranks. No other file decides that.

use std::mem;

use crate::game::{Hand, Rules, Strength, by_number};

/// How entries that hold the same hand rank.
///
/// For bids 10, 20 and 30 on the weakest hand, and 40 on a stronger one:
///
/// | ties | ranks |
/// |---|---|
/// | `Ordinal` | 1 2 3 4 |
/// | `Min` | 1 1 1 4 |
/// | `Max` | 3 3 3 4 |
/// | `Dense` | 1 1 1 2 |
///
/// ```
/// use camel_cards::Ties;
///
/// assert_eq!(Ties::default(), Ties::Ordinal);
/// assert_eq!("dense".parse(), Ok(Ties::Dense));
/// ```
///
/// # Source
///
/// The names and meanings are those of Polars' and pandas' `rank` methods.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ties {
    /// The entry that is earlier in the input ranks lower, as in a stable sort.
    #[default]
    Ordinal,
    /// All get the lowest of the ranks they share.
    Min,
    /// All get the highest of the ranks they share.
    Max,
    /// All get one rank, and the next hand gets the next one.
    Dense,
}

impl Ties {
    /// All four ways, `Ordinal` first.
    pub const ALL: [Ties; 4] = [Ties::Ordinal, Ties::Min, Ties::Max, Ties::Dense];

    /// Returns the name: `ordinal`, `min`, `max` or `dense`.
    pub const fn name(self) -> &'static str {
        match self {
            Ties::Ordinal => "ordinal",
            Ties::Min => "min",
            Ties::Max => "max",
            Ties::Dense => "dense",
        }
    }
}

crate::by_name!(Ties);

/// Gives ranks to groups of tied entries, weakest group first.
///
/// A group is all entries that hold one hand.
///
/// ```
/// use camel_cards::{Ranking, Ties};
///
/// let mut ranking = Ranking::new(Ties::Ordinal);
/// let [pair, single] = [ranking.next(2), ranking.next(1)];
/// assert_eq!([pair.nth(0), pair.nth(1), single.first()], [1, 2, 3]);
/// let mut ranking = Ranking::new(Ties::Dense);
/// let [pair, single] = [ranking.next(2), ranking.next(1)];
/// assert_eq!([pair.nth(0), pair.nth(1), single.first()], [1, 1, 2]);
/// ```
#[derive(Clone, Debug)]
pub struct Ranking {
    ties: Ties,
    /// The number of ranks that weaker entries take.
    taken: u64,
}

impl Ranking {
    /// Makes the ranking of no entries.
    pub fn new(ties: Ties) -> Ranking {
        Ranking { ties, taken: 0 }
    }

    /// Returns the ranks of the `count` entries that hold the next stronger hand.
    ///
    /// Requires a `count` of at least 1. Ranks do not grow past [`u64::MAX`].
    pub fn next(&mut self, count: u64) -> TiedRanks {
        let (lowest, taken) = TiedRanks::lowest(count, self.ties);
        let first = self.taken.saturating_add(lowest.first);
        self.taken = self.taken.saturating_add(taken);
        TiedRanks { first, ..lowest }
    }
}

/// The ranks of entries that hold the same hand, in the order of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TiedRanks {
    first: u64,
    step: u64,
}

impl TiedRanks {
    /// Returns the ranks of `count` entries that hold the weakest hand, and how many ranks they take.
    #[inline]
    pub(crate) fn lowest(count: u64, ties: Ties) -> (TiedRanks, u64) {
        match ties {
            Ties::Ordinal => (TiedRanks { first: 1, step: 1 }, count),
            Ties::Min => (TiedRanks { first: 1, step: 0 }, count),
            Ties::Max => (TiedRanks { first: count, step: 0 }, count),
            Ties::Dense => (TiedRanks { first: 1, step: 0 }, count.min(1)),
        }
    }

    /// Returns the rank of the first entry, from 1.
    pub fn first(self) -> u64 {
        self.first
    }

    /// Returns by how much the rank rises from one entry to the next: 1 under [`Ties::Ordinal`],
    /// otherwise 0.
    pub fn step(self) -> u64 {
        self.step
    }

    /// Returns the rank of the entry at `position`, which counts from 0 and must be below the
    /// count.
    pub fn nth(self, position: u64) -> u64 {
        self.first.saturating_add(self.step * position)
    }
}

/// Returns the rank of each strength: 1 for the weakest.
///
/// The result has one rank for each strength, in the order given, from 1 to at most
/// `strengths.len()`. Only identical hands are equally strong. They rank as `ties` says: under
/// [`Ties::Ordinal`] the earlier one ranks lower.
///
/// If you need only total winnings, use a [`Tally`](crate::Tally), which needs no list.
///
/// ```
/// use camel_cards::{Hand, Rules, Ties, ranks};
///
/// let hands: [Hand; 3] = ["QQQJA".parse()?, "KTJJT".parse()?, "QQQJA".parse()?];
/// let strengths = hands.map(|hand| hand.strength(Rules::Standard));
/// assert_eq!(ranks(&strengths, Ties::Ordinal), [2, 1, 3]);
/// assert_eq!(ranks(&strengths, Ties::Dense), [2, 1, 2]);
/// # Ok::<(), camel_cards::Error>(())
/// ```
///
/// # Source
///
/// "Rank" is as in Advent of Code 2023, day 7; for the ties see [`Ties`].
pub fn ranks(strengths: &[Strength], ties: Ties) -> Vec<u64> {
    let mut order: Vec<usize> = (0..strengths.len()).collect();
    order.sort_by_key(|&i| strengths[i]);
    let mut ranks = vec![0; strengths.len()];
    let mut ranking = Ranking::new(ties);
    for tied in order.chunk_by(|&a, &b| strengths[a] == strengths[b]) {
        let tied_ranks = ranking.next(tied.len() as u64);
        for (position, &i) in (0..).zip(tied) {
            ranks[i] = tied_ranks.nth(position);
        }
    }
    ranks
}

/// Returns the rank of each hand, as [`ranks`] does of strengths. It counts, which is quicker for
/// many hands and takes some milliseconds for few.
#[doc(hidden)] // Shared by the fronts, which rank whole columns and tables.
pub fn ranks_by_counting(
    hands: impl Iterator<Item = Hand> + Clone,
    rules: Rules,
    ties: Ties,
) -> impl Iterator<Item = u64> {
    let mut next = vec![0; Hand::COUNT];
    hands.clone().for_each(|hand| next[hand.index()] += 1);
    // From here on, the rank of the hand's next entry, and by how much it rises.
    let (mut ranking, mut step) = (Ranking::new(ties), 0);
    for hand in by_number(rules).iter().map(|strength| strength.hand()) {
        let count = &mut next[hand.index()];
        if *count > 0 {
            let ranks = ranking.next(*count);
            (*count, step) = (ranks.first(), ranks.step());
        }
    }
    hands.map(move |hand| {
        let next = &mut next[hand.index()];
        *next += step;
        *next - step
    })
}

/// Sorts places by their keys, where `keys` has a key for each place. The sort is stable: an LSD radix sort with digits of
/// nine bits, for a thousand places twice as fast as the standard library's sort of pairs of key and place.
#[doc(hidden)] // Shared by the coach, which sorts thousands of times, and the page's table.
#[inline] // So that it is compiled for speed wherever the caller is.
pub fn sort_by_digits(places: &mut Vec<usize>, keys: &[u64]) {
    let mut sorted = places.clone();
    let greatest = keys.iter().max().map_or(0, |key| u64::BITS - key.leading_zeros());
    for shift in (0..greatest).step_by(9) {
        let digit = |place: usize| (keys[place] >> shift) as usize % 512;
        let mut ends = [0; 512];
        places.iter().for_each(|&place| ends[digit(place)] += 1);
        if ends.contains(&places.len()) {
            continue;
        }
        let mut below = 0;
        for end in &mut ends {
            below += mem::replace(end, below);
        }
        for &place in &*places {
            let end = &mut ends[digit(place)];
            sorted[*end] = place;
            *end += 1;
        }
        mem::swap(places, &mut sorted);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_of_a_group_rise_by_its_step() {
        for ties in Ties::ALL {
            let mut ranking = Ranking::new(ties);
            let groups = [3, 1, 2].map(|count| ranking.next(count));
            let ranks = groups.map(|group| [group.first(), group.nth(1)]);
            let (expected, step) = match ties {
                Ties::Ordinal => ([[1, 2], [4, 5], [5, 6]], 1),
                Ties::Min => ([[1, 1], [4, 4], [5, 5]], 0),
                Ties::Max => ([[3, 3], [4, 4], [6, 6]], 0),
                Ties::Dense => ([[1, 1], [2, 2], [3, 3]], 0),
            };
            assert_eq!((ranks, groups.map(TiedRanks::step)), (expected, [step; 3]), "{ties}");
        }
    }

    #[test]
    fn ranks_past_64_bits_stay_at_the_largest() {
        for ties in Ties::ALL {
            let mut ranking = Ranking::new(ties);
            let first = ranking.next(u64::MAX);
            assert!([1, u64::MAX].contains(&first.first()), "{ties}");
            let [second, third] = [ranking.next(1), ranking.next(u64::MAX)];
            let ranks =
                [second.first(), second.nth(0), third.first(), third.nth(1), third.nth(u64::MAX)];
            match ties {
                Ties::Dense => assert_eq!(ranks, [2, 2, 3, 3, 3]),
                _ => assert_eq!(ranks, [u64::MAX; 5], "{ties}"),
            }
        }
    }
}
