//! The axis of ranking: from sorted entries to a total.

/// How sorted entries are ranked and summed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RankRule {
    WeakestIsOne,
    StrongestIsOne,
    /// As `StrongestIsOne`, by a stable sort with the strongest first: of identical
    /// hands the earlier one has the lower rank.
    StrongestFirst,
    FromZero,
    FromTwo,
    WithoutStrongest,
    /// The total wraps at 2³².
    Unsigned32,
    /// The total wraps at 2³¹, to negative numbers.
    Signed32,
}

impl RankRule {
    /// Returns the total of bids, the weakest entry's first; `None` if it passes 2¹²⁷ − 1.
    pub(crate) fn total(self, bids: impl DoubleEndedIterator<Item = u64>) -> Option<i128> {
        let sum = |first: i128, bids: &mut dyn Iterator<Item = u64>| {
            let mut ranked = (first..).zip(bids);
            ranked.try_fold(0i128, |total, (rank, bid)| {
                total.checked_add(i128::from(bid).checked_mul(rank)?)
            })
        };
        let mut bids = bids;
        Some(match self {
            RankRule::WeakestIsOne => sum(1, &mut bids)?,
            RankRule::StrongestIsOne | RankRule::StrongestFirst => sum(1, &mut bids.rev())?,
            RankRule::FromZero => sum(0, &mut bids)?,
            RankRule::FromTwo => sum(2, &mut bids)?,
            RankRule::WithoutStrongest => {
                bids.next_back();
                sum(1, &mut bids)?
            }
            RankRule::Unsigned32 => i128::from(sum(1, &mut bids)? as u32),
            RankRule::Signed32 => i128::from(sum(1, &mut bids)? as i32),
        })
    }
}
