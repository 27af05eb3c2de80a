//! The procedure axis: a plain list of ways to read, sort and rank entries.

use std::{cmp::Reverse, collections::HashMap};

use camel_cards::{Card, Entry, Hand};
use serde::Deserialize;

use super::hands::JokerChoice;

/// How entries are read, sorted and ranked, independent of how hands compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub(crate) enum Procedure {
    /// Every line is read, a stable sort puts the weakest first, the weakest has rank 1, and the total is exact.
    Right,

    /// The last line is not read.
    WithoutLast,
    WithoutFirst,
    OnlyFirst,
    /// Entries are in a dictionary by hand: a later entry replaces the first and keeps its place.
    OnePerHand,
    /// Entries are in a dictionary by bid: a later entry replaces the first and keeps its place.
    OnePerBid,
    /// Entries are in a dictionary by hand with its jokers replaced: a later entry replaces the first and keeps its place.
    OnePerReplaced,
    /// The bid is looked up by the hand with its jokers replaced: hands that are then the same get the first one's.
    BidOfFirstReplaced,
    /// `JJJJJ` raises an error, and the entry is left out.
    WithoutFiveJokers,
    /// A byte-order mark is read as a part of the first hand, which therefore ranks below all others.
    ByteOrderMark,
    /// Only the first or last `digits` digits of each bid are read.
    BidsCut {
        digits: u8,
        #[serde(default)]
        last: bool,
    },

    /// No sort: entries stay in the order of the input.
    InputOrder,
    /// No sort: the last line of the input ranks first.
    InputReversed,
    /// Neighbours are compared and swapped in one pass, which does not sort.
    OnePass,
    /// Within a type, only pairs of neighbours are put in order. The last of an odd number has no neighbour.
    Pairs {
        #[serde(default)]
        odd_is_lost: bool,
    },

    /// The indices that would sort the entries are taken for the ranks of the entries.
    IndicesAsRanks,

    /// The strongest hand has this rank.
    StrongestIs(u64),
    /// Like `StrongestIs(1)`, but with a stable sort, strongest first: of identical hands the earlier one has the lower
    /// rank.
    StrongestFirst,
    /// The weakest hand has this rank.
    RanksFrom(u64),
    /// Ranks begin at 1 in each type.
    RanksOfEachType,
    WithoutStrongest,
    /// The others have their right ranks.
    WithoutWeakest,
    /// Bids are summed without ranks.
    SumOfBids,
    /// The total wraps at 2³².
    Unsigned32,
    /// The total wraps at 2³¹, to negative numbers.
    Signed32,
    /// The total wraps at 2¹⁶.
    Unsigned16,
    /// The total is summed in 32-bit floats, the weakest entry first.
    Float32,
    /// Every entry is in the list twice.
    EntriesTwice,
    /// The rank is not set back to 1 before part 2.
    RanksGoOn,
    /// The total of part 1 is not set back to 0 before part 2.
    AfterPartOne,
    /// The total is always this.
    Constant(u64),
}

impl Procedure {
    /// Whether the total does not depend on how hands compare.
    pub(crate) fn compares_nothing(self) -> bool {
        use Procedure::{Constant, InputOrder, InputReversed, OnlyFirst, SumOfBids};
        matches!(self, InputOrder | InputReversed | OnlyFirst | SumOfBids | Constant(_))
    }

    /// Whether the total follows from the right procedure's order of all entries.
    pub(crate) fn shares_order(self) -> bool {
        use Procedure::*;
        !matches!(
            self,
            InputOrder
                | InputReversed
                | OnePass
                | Pairs { .. }
                | IndicesAsRanks
                | StrongestFirst
                | RanksOfEachType
                | ByteOrderMark
                | OnePerHand
                | OnePerBid
                | OnePerReplaced
        )
    }

    /// Returns the entries that are read, each with its index in the input.
    pub(crate) fn read(self, entries: &[Entry]) -> Vec<(usize, Entry)> {
        let all = entries.iter().copied().enumerate();
        match self {
            Procedure::WithoutLast => all.take(entries.len().saturating_sub(1)).collect(),
            Procedure::WithoutFirst => all.skip(1).collect(),
            Procedure::OnlyFirst => all.take(1).collect(),
            Procedure::WithoutFiveJokers => {
                all.filter(|(_, entry)| entry.hand.cards() != [Card::Jack; 5]).collect()
            }
            Procedure::OnePerHand => one_per_key(all, |entry| entry.hand.index() as u64),
            Procedure::OnePerBid => one_per_key(all, |entry| entry.bid),
            Procedure::OnePerReplaced => one_per_key(all, |entry| replaced(entry.hand)),
            Procedure::BidOfFirstReplaced => {
                let mut bids = HashMap::new();
                let mut first_bid = |one: Entry| *bids.entry(replaced(one.hand)).or_insert(one.bid);
                all.map(|(i, entry)| (i, Entry { bid: first_bid(entry), ..entry })).collect()
            }
            Procedure::BidsCut { digits, last } => all
                .map(|(i, entry)| (i, Entry { bid: cut(entry.bid, digits, last), ..entry }))
                .collect(),
            _ => all.collect(),
        }
    }

    /// Returns the indices of entries in the order that this procedure's sort gives. `sorted` is the right sort's order, in
    /// which entries of one level are neighbours.
    pub(super) fn order(self, mut sorted: Vec<usize>, level: impl Fn(usize) -> u64) -> Vec<usize> {
        match self {
            Procedure::InputOrder => sorted.sort_unstable(),
            Procedure::InputReversed => sorted.sort_unstable_by_key(|&i| Reverse(i)),
            Procedure::OnePass => {
                let places = places(&sorted);
                sorted.sort_unstable();
                for i in 1..sorted.len() {
                    if places[sorted[i - 1]] > places[sorted[i]] {
                        sorted.swap(i - 1, i);
                    }
                }
            }
            Procedure::Pairs { odd_is_lost } => {
                let places = places(&sorted);
                let mut kept = Vec::new();
                for of_type in sorted.chunk_by_mut(|&a, &b| level(a) == level(b)) {
                    of_type.sort_unstable();
                    for pair in of_type.chunks_mut(2) {
                        pair.sort_unstable_by_key(|&i| places[i]);
                        if pair.len() == 2 || !odd_is_lost {
                            kept.extend_from_slice(pair);
                        }
                    }
                }
                return kept;
            }
            Procedure::ByteOrderMark => sorted.sort_by_key(|&i| i != 0),
            Procedure::IndicesAsRanks => return places(&sorted),
            _ => {}
        }
        sorted
    }

    /// Returns the total of bids, which begin with the weakest entry's; `None` if it exceeds 2¹²⁷ − 1.
    pub(crate) fn total(self, mut bids: impl DoubleEndedIterator<Item = u64>) -> Option<i128> {
        Some(match self {
            Procedure::StrongestIs(first) => sum(first, bids.rev())?,
            Procedure::StrongestFirst => sum(1, bids.rev())?,
            Procedure::RanksFrom(first) => sum(first, bids)?,
            Procedure::WithoutStrongest => {
                bids.next_back();
                sum(1, bids)?
            }
            Procedure::WithoutWeakest => {
                bids.next();
                sum(2, bids)?
            }
            Procedure::RanksGoOn => {
                let bids: Vec<u64> = bids.collect();
                sum(1 + bids.len() as u64, bids.into_iter())?
            }
            Procedure::EntriesTwice => sum(1, bids.flat_map(|bid| [bid, bid]))?,
            Procedure::SumOfBids => bids.map(i128::from).sum(),
            Procedure::Unsigned32 => i128::from(sum(1, bids)? as u32),
            Procedure::Signed32 => i128::from(sum(1, bids)? as i32),
            Procedure::Unsigned16 => i128::from(sum(1, bids)? as u16),
            Procedure::Float32 => float_sum(bids),
            Procedure::Constant(total) => total.into(),
            _ => sum(1, bids)?,
        })
    }
}

/// Returns the place in `sorted` of each index.
fn places(sorted: &[usize]) -> Vec<usize> {
    let mut places = vec![0; sorted.len()];
    sorted.iter().enumerate().for_each(|(place, &i)| places[i] = place);
    places
}

fn sum(first: u64, bids: impl Iterator<Item = u64>) -> Option<i128> {
    (first..)
        .zip(bids)
        .try_fold(0i128, |total, (rank, bid)| total.checked_add(i128::from(bid) * i128::from(rank)))
}

#[allow(clippy::float_arithmetic, reason = "the rounding of 32-bit floats is the mistake")]
fn float_sum(bids: impl Iterator<Item = u64>) -> i128 {
    (1u32..).zip(bids).fold(0.0, |total, (rank, bid)| total + rank as f32 * bid as f32) as i128
}

/// Returns the first or the last `digits` digits of a bid.
fn cut(bid: u64, digits: u8, last: bool) -> u64 {
    let over = bid.checked_ilog10().map_or(0, |most| (most + 1).saturating_sub(digits.into()));
    if last { bid % 10u64.pow(digits.into()) } else { bid / 10u64.pow(over) }
}

/// Returns the index of a hand with its jokers replaced.
fn replaced(hand: Hand) -> u64 {
    JokerChoice::Strongest.replaced(hand).index() as u64
}

fn one_per_key(
    entries: impl Iterator<Item = (usize, Entry)>,
    key: fn(&Entry) -> u64,
) -> Vec<(usize, Entry)> {
    let (mut places, mut kept) = (HashMap::new(), Vec::new());
    for (i, entry) in entries {
        let place = *places.entry(key(&entry)).or_insert(kept.len());
        match kept.get_mut(place) {
            Some(earlier) => *earlier = (i, entry),
            None => kept.push((i, entry)),
        }
    }
    kept
}
