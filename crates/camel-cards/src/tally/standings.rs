use super::sums::{HandSums, Overflow, Sums};
use crate::{
    game::{Rules, Strength, Ties},
    ranking::Ranking,
};

/// Where the entries that hold one hand stand among all entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Standing {
    /// The strength of the hand.
    pub strength: Strength,
    /// How many entries hold the hand: at least 1.
    pub entries: u64,
    /// The rank of the first of them.
    pub rank: u64,
    /// The sum of their bids.
    pub bids: u128,
    /// The sum of their winnings.
    pub winnings: u128,
}

/// Returns where each hand stands, weakest first.
pub(super) fn standings(
    hands: Vec<HandSums>,
    rules: Rules,
    ties: Ties,
) -> impl Iterator<Item = Result<Standing, Overflow>> {
    let mut weakest_first: Vec<(Strength, Sums)> =
        hands.into_iter().map(|HandSums { hand, sums }| (hand.strength(rules), sums)).collect();
    weakest_first.sort_unstable_by_key(|&(strength, _)| strength);
    let mut ranking = Ranking::new(ties);
    weakest_first.into_iter().map(move |(strength, sums)| {
        let Sums { count, bids, .. } = sums;
        let ranks = ranking.next(count);
        let winnings = ranks.winnings(bids, sums.weighted()).ok_or(Overflow)?;
        Ok(Standing { strength, entries: count, rank: ranks.first(), bids, winnings })
    })
}

/// Returns the winnings of all hands together.
pub(super) fn total_winnings(
    hands: Vec<HandSums>,
    rules: Rules,
    ties: Ties,
) -> Result<u128, Overflow> {
    standings(hands, rules, ties)
        .try_fold(0u128, |total, standing| total.checked_add(standing?.winnings).ok_or(Overflow))
}
