//! The sums of the entries that hold one hand, full-width and packed; and total winnings, the position-weighted
//! sum of all entries, the weakest first.
//!
//! A rank is a position among all entries. So the total winnings are what [`Sums::followed_by`] makes of the
//! [ranked](Sums::ranked) sums of all hands, weakest first; and as it is associative, in any grouping: first the
//! hands of each type follow each other, and then the types do.

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
    /// The position-weighted sum, which is at least `bids`; 0 if it is not known.
    weighted: u128,
}

impl Sums {
    /// Makes the sums of entries whose position-weighted sum is `None` if it is not known: it has
    /// passed 128 bits, or they have no order.
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
    pub(super) fn followed_by(self, later: Sums) -> Sums {
        let weighted = || {
            let moved_up = u128::from(self.count).checked_mul(later.bids)?;
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

/// What the total winnings of hands are made of.
#[derive(Clone, Default)]
pub(super) struct Totals {
    /// The ranked sums of the entries of each type.
    pub(super) types: PerRules<PerType<Sums>>,
    /// How many entries hold a hand that another holds too.
    pub(super) tied: u64,
}

impl Totals {
    /// Returns the total winnings of the entries of all types.
    pub(super) fn winnings(&self) -> Result<PerRules<u128>, Overflow> {
        let winnings = |rules| {
            let types = self.types[rules].iter();
            let all = types.fold(Sums::default(), |weaker, (_, &sums)| weaker.followed_by(sums));
            all.weighted().ok_or(Overflow)
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

/// How many bits a bid has at most that goes into packed sums.
pub(super) const SMALL_BID_BITS: u32 = 20;

/// The sums of one hand's entries in two words, as long as they are few with small bids: in the first the count
/// in the upper 22 bits, the sum of the bids in the lower 42; in the second the position-weighted sum.
#[derive(Clone, Copy, Default)]
pub(super) struct PackedSums(pub(super) [u64; 2]);

/// The fields fill the first word, and a position-weighted sum fits the second.
const _: () = assert!(PackedSums::BIDS_BITS + 22 == 64 && 2 * 22 - 1 + SMALL_BID_BITS < 64);

impl PackedSums {
    /// With so many entries no field overflows, even if all hold the same hand.
    pub(super) const ENTRIES_MAX: usize = (1 << 22) - 1;
    const BIDS_BITS: u32 = 22 + SMALL_BID_BITS;

    /// Packs sums of at most `entries_max` entries, or returns `None` if entries with small bids cannot sum to this.
    pub(super) fn pack(sums: Sums, entries_max: usize) -> Option<PackedSums> {
        const BID_MAX: u128 = (1 << SMALL_BID_BITS) - 1;
        let Sums { count, bids, .. } = sums;
        let weighted = sums.weighted()?;
        let entries = u128::from(count);
        let fits = entries <= entries_max as u128
            && bids <= entries * BID_MAX
            && weighted <= entries * (entries + 1) / 2 * BID_MAX;
        fits.then_some(PackedSums([count << PackedSums::BIDS_BITS | bids as u64, weighted as u64]))
    }

    #[inline]
    pub(super) fn unpack(self) -> Sums {
        Sums::new(self.count(), self.bids().into(), Some(self.0[1].into()))
    }

    /// Appends one entry.
    #[inline]
    pub(super) fn push(&mut self, bid: u32) {
        let bid = u64::from(bid);
        self.0[0] += (1 << PackedSums::BIDS_BITS) + bid;
        self.0[1] += self.count() * bid;
    }

    /// Appends later entries.
    #[inline]
    pub(super) fn append(&mut self, later: PackedSums) {
        self.0[1] += later.0[1] + self.count() * later.bids();
        self.0[0] += later.0[0];
    }

    /// As [`Sums::ranked`].
    #[inline]
    pub(super) fn ranked(self, ties: Ties) -> PackedSums {
        if ties == Ties::Ordinal {
            return self;
        }
        let (ranks, taken) = TiedRanks::lowest(self.count(), ties);
        let bids = self.bids();
        PackedSums([taken << PackedSums::BIDS_BITS | bids, ranks.first() * bids])
    }

    #[inline]
    pub(super) fn count(self) -> u64 {
        self.0[0] >> PackedSums::BIDS_BITS
    }

    #[inline]
    pub(super) fn bids(self) -> u64 {
        self.0[0] & ((1 << PackedSums::BIDS_BITS) - 1)
    }
}

/// A sum that passes 2¹²⁸ − 1, where it would no longer be exact.
///
/// It takes more than 6 billion entries with the largest bids to get there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overflow;

impl fmt::Display for Overflow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "total winnings are larger than {} (2^128 - 1)", u128::MAX)
    }
}

impl error::Error for Overflow {}
