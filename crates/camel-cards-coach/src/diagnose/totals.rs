//! Totals that answers are compared with: the right ones, and the range of all rankings.

use camel_cards::{Entry, Overflow, PerRules, Tally, Ties};

/// Returns the right total winnings under each of the rules, if no sum of the search passes
/// 2¹²⁷ − 1.
pub(crate) fn right_totals(entries: &[Entry]) -> Result<PerRules<u128>, Overflow> {
    let bids: u128 = entries.iter().map(|entry| u128::from(entry.bid)).sum();
    let bound = bids.checked_mul(entries.len() as u128 + 2).ok_or(Overflow)?;
    i128::try_from(bound).map_err(|_| Overflow)?;
    Ok(Tally::from_iter(entries.iter().copied()).score(Ties::Ordinal)?.winnings)
}

/// The least and the greatest total that any ranking of some entries gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TotalRange {
    pub(crate) least: i128,
    pub(crate) most: i128,
}

impl TotalRange {
    pub(crate) fn of(entries: &[Entry]) -> TotalRange {
        TotalRange::of_bids(&sorted_bids(entries))
    }

    fn of_bids(bids: &[i128]) -> TotalRange {
        let most = (1..).zip(bids).map(|(rank, bid)| rank * bid).sum();
        let least = (1..).zip(bids.iter().rev()).map(|(rank, bid)| rank * bid).sum();
        TotalRange { least, most }
    }

    /// Returns how many of its totals rankings give, at the most. Where one bid is far greater than
    /// the others, all are near its multiples.
    pub(crate) fn totals_max(self, entries: &[Entry]) -> i128 {
        let bids = sorted_bids(entries);
        let width = self.most - self.least;
        let Some((greatest @ 1.., others)) = bids.split_last() else { return width };
        let TotalRange { least, most } = TotalRange::of_bids(others);
        // Those above the greatest bid rank one higher than without it.
        let near_each = most - least + others.iter().sum::<i128>() + 1;
        width.min((width / greatest + 1).saturating_mul(near_each))
    }
}

fn sorted_bids(entries: &[Entry]) -> Vec<i128> {
    let mut bids: Vec<i128> = entries.iter().map(|entry| entry.bid.into()).collect();
    bids.sort_unstable();
    bids
}
