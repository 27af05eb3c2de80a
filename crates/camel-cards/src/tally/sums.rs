//! The sums of the entries that hold one hand, in full width, in 64 bits each and packed in one word; and total winnings,
//! the position-weighted sum of all entries, the weakest first.
//!
//! A rank is a position among all entries. So [`Sums::followed_by`], applied to the
//! [ranked](Sums::ranked) sums of all hands, weakest first, gives the total winnings. It is
//! associative, so any grouping works: first the hands of each type are joined, and then the types.

use std::{error, fmt};

use crate::{
    game::{Hand, PerRules, PerType, Rules, Strength},
    ranking::{TiedRanks, Ties},
};

/// The three sums of one hand's entries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(Rust, packed(8))]
pub(super) struct Sums {
    pub(super) count: u64,
    /// Below 2¹²⁸, as the count and each bid are below 2⁶⁴.
    pub(super) bids: u128,
    /// The position-weighted sum, which is at least `bids`; 0 if it is unknown.
    weighted: u128,
}

impl Sums {
    /// Makes the sums of entries. The position-weighted sum is `None` if it is larger than 128
    /// bits, or if the entries have no order.
    pub(super) fn new(count: u64, bids: u128, weighted: Option<u128>) -> Sums {
        Sums { count, bids, weighted: weighted.unwrap_or(0) }
    }

    /// Returns the position-weighted sum, Σ position × bid with positions from 1, if it is known.
    pub(super) fn weighted(self) -> Option<u128> {
        // No bid counts less than once.
        (self.weighted >= self.bids).then_some(self.weighted)
    }

    #[inline]
    pub(super) fn of_bid(bid: u64) -> Sums {
        Sums { count: 1, bids: bid.into(), weighted: bid.into() }
    }

    /// Appends later entries of the same hand: each moves up by as many positions as there are here.
    ///
    /// Requires that their counts add up to less than 2⁶⁴.
    #[inline]
    pub(super) fn followed_by(self, later: Sums) -> Sums {
        let weighted = || {
            let moved_up = match u64::try_from(later.bids) {
                // Nearly always. Two factors of 64 bits need no check, which takes most of the time.
                Ok(bids) => u128::from(self.count) * u128::from(bids),
                Err(_) => u128::from(self.count).checked_mul(later.bids)?,
            };
            self.weighted()?.checked_add(later.weighted()?)?.checked_add(moved_up)
        };
        Sums::new(self.count + later.count, self.bids + later.bids, weighted())
    }

    /// Returns the sums as if these entries of one hand were the weakest: `count` becomes the number of ranks that they
    /// take, and the position-weighted sum Σ rank × bid.
    ///
    /// Such sums of all hands, appended by [`Sums::followed_by`] weakest first, give the total winnings.
    pub(super) fn ranked(self, ties: Ties) -> Sums {
        let (ranks, taken) = TiedRanks::lowest(self.count, ties);
        let winnings = match ranks.step() {
            0 => self.bids.checked_mul(ranks.first().into()),
            // Ordinal: the ranks are the positions.
            _ => self.weighted(),
        };
        Sums::new(taken, self.bids, winnings)
    }
}

/// A hand that occurs, and the sums of its entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HandSums {
    pub(super) hand: Hand,
    pub(super) sums: Sums,
}

/// The sums from which the total winnings of hands are computed.
#[derive(Clone, Default)]
pub(super) struct Totals {
    /// The ranked sums of the entries of each type.
    pub(super) types: PerRules<PerType<Sums>>,
    /// The number of entries that share a hand with another.
    pub(super) tied: u64,
}

impl Totals {
    /// Returns the total winnings of the entries of all types.
    pub(super) fn winnings(&self) -> Result<PerRules<u128>, Overflow> {
        let winnings = |rules| {
            let types = self.types[rules].iter();
            let all = types.fold(Sums::default(), |weaker, (_, &sums)| weaker.followed_by(sums));
            all.weighted().ok_or(Overflow::Total)
        };
        Ok(PerRules { standard: winnings(Rules::Standard)?, joker: winnings(Rules::Joker)? })
    }
}

/// Returns how many of the entries of one hand are tied: all, unless there is only one.
#[inline]
pub(super) fn tied(count: u64) -> u64 {
    if count > 1 { count } else { 0 }
}

/// Sums up hands that are all different.
pub(super) fn totals(hands: &[HandSums], ties: Ties) -> Totals {
    let types = PerRules::from_fn(|rules| {
        let mut weakest_first: Vec<(Strength, Sums)> =
            hands.iter().map(|&HandSums { hand, sums }| (hand.strength(rules), sums)).collect();
        weakest_first.sort_unstable_by_key(|&(strength, _)| strength);
        let mut types = PerType::<Sums>::default();
        for (strength, sums) in weakest_first {
            let of_type = &mut types[strength.hand_type()];
            *of_type = of_type.followed_by(sums.ranked(ties));
        }
        types
    });
    Totals { types, tied: hands.iter().map(|hand| tied(hand.sums.count)).sum() }
}

/// The three sums, if none can pass 64 bits.
#[derive(Clone, Copy, Default)]
pub(super) struct SmallSums {
    pub(super) count: u64,
    bids: u64,
    weighted: u64,
}

impl SmallSums {
    /// As [`Sums::followed_by`].
    #[inline]
    pub(super) fn append(&mut self, later: SmallSums) {
        self.weighted += later.weighted + self.count * later.bids;
        self.count += later.count;
        self.bids += later.bids;
    }
}

impl From<SmallSums> for Sums {
    fn from(SmallSums { count, bids, weighted }: SmallSums) -> Sums {
        Sums::new(count, bids.into(), Some(weighted.into()))
    }
}

/// The most bits of a bid that can be [pushed](PackedSums::push).
pub(super) const SMALL_BID_BITS: u32 = 20;

/// The sums of one hand's entries in one word, as long as they are few with small bids:
///
/// ```text
/// bit 63    55 54     30 29          0
///     count       bids      weighted
/// ```
///
/// They are full after 511 entries, or once the highest bit of the other fields is set, which takes 17 of the largest bids:
/// all three sums are still exact, but no more can be pushed.
#[derive(Clone, Copy, Default)]
pub(super) struct PackedSums(pub(super) u64);

impl PackedSums {
    const WEIGHTED_BITS: u32 = 30;
    const BIDS_BITS: u32 = 25;
    const COUNT_SHIFT: u32 = PackedSums::WEIGHTED_BITS + PackedSums::BIDS_BITS;

    const COUNT_MAX: u64 = u64::MAX >> PackedSums::COUNT_SHIFT;
    const GUARDS: u64 = 1 << (PackedSums::WEIGHTED_BITS - 1) | 1 << (PackedSums::COUNT_SHIFT - 1);

    /// Packs sums, or returns `None` if a field has no room for them or they would be full.
    pub(super) fn pack(sums: Sums) -> Option<PackedSums> {
        let (bids, weighted) = (sums.bids as u64, sums.weighted()? as u64);
        let packed = PackedSums(
            sums.count << PackedSums::COUNT_SHIFT | bids << PackedSums::WEIGHTED_BITS | weighted,
        );
        (!packed.is_full() && Sums::from(packed.unpack()) == sums).then_some(packed)
    }

    #[inline]
    pub(super) fn unpack(self) -> SmallSums {
        let PackedSums(word) = self;
        SmallSums {
            count: word >> PackedSums::COUNT_SHIFT,
            bids: word >> PackedSums::WEIGHTED_BITS & ((1 << PackedSums::BIDS_BITS) - 1),
            weighted: word & ((1 << PackedSums::WEIGHTED_BITS) - 1),
        }
    }

    /// Appends one entry to sums that are not full.
    #[inline]
    pub(super) fn push(&mut self, bid: u32) {
        let position = (self.0 >> PackedSums::COUNT_SHIFT) + 1;
        self.0 += (1 << PackedSums::COUNT_SHIFT)
            + u64::from(bid) * ((1 << PackedSums::WEIGHTED_BITS) + position);
    }

    #[inline]
    pub(super) fn is_full(self) -> bool {
        self.0 & PackedSums::GUARDS != 0
            || self.0 >> PackedSums::COUNT_SHIFT == PackedSums::COUNT_MAX
    }
}

/// No push to sums that are not full carries into another field.
const _: () = {
    let (position_max, bid_max) = (PackedSums::COUNT_MAX, (1 << SMALL_BID_BITS) - 1);
    assert!(bid_max < 1 << (PackedSums::BIDS_BITS - 1));
    assert!(position_max * bid_max < 1 << (PackedSums::WEIGHTED_BITS - 1));
};

/// The error for what could not be exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Overflow {
    /// A sum past 2¹²⁸ − 1. It takes more than 6 billion entries with the largest bids to reach that.
    Total,
    /// More than 2⁶⁴ − 1 entries in all.
    Entries,
}

impl fmt::Display for Overflow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Overflow::Total => {
                write!(f, "total winnings are larger than {} (2^128 - 1)", u128::MAX)
            }
            Overflow::Entries => write!(f, "there are more than {} entries (2^64 - 1)", u64::MAX),
        }
    }
}

impl error::Error for Overflow {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_sums_are_exact_until_they_are_full_and_once_more() {
        for (bids, entries) in [
            (&[0][..], 511),
            (&[1], 511),
            (&[1000, 1, 4_000], 511),
            (&[100_000], 104),
            (&[1 << 19], 32),
            (&[(1 << 20) - 1], 17),
        ] {
            let (mut packed, mut expected) = (PackedSums::default(), Sums::default());
            for (i, &bid) in (1..).zip(bids.iter().cycle()) {
                packed.push(bid);
                expected = expected.followed_by(Sums::of_bid(bid.into()));
                assert_eq!(Sums::from(packed.unpack()), expected, "{bids:?} {i}");
                let again = PackedSums::pack(expected);
                assert_eq!(again.is_none(), packed.is_full(), "{bids:?} {i}");
                if packed.is_full() {
                    assert_eq!(i, entries, "{bids:?}");
                    break;
                }
                assert_eq!(again.unwrap().0, packed.0);
            }
        }
    }

    #[test]
    fn sums_with_a_large_one_or_one_that_is_not_known_are_not_packed() {
        assert!(PackedSums::pack(Sums::new(2, 3, Some(4))).is_some());
        let max = u128::from(u64::MAX);
        for (count, bids, weighted) in [
            (511, 0, Some(0)),
            (2, 1 << 24, Some(1 << 24)),
            (2, 3, Some(1 << 29)),
            (2, 3, Some(max + 1)),
            (2, max + 1, Some(max + 1)),
            (2, 3, None),
        ] {
            assert!(PackedSums::pack(Sums::new(count, bids, weighted)).is_none());
        }
    }
}
