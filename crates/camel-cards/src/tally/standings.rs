use super::sums::{HandSums, Overflow, Sums};
use crate::{
    game::{PerRules, Rules, Strength, Ties},
    ranking::Ranking,
};

/// Where the entries that hold one hand stand among all entries.
pub(super) struct Standing {
    /// The strength of the hand.
    pub(super) strength: Strength,
    /// How many entries hold the hand.
    pub(super) entries: u64,
    /// The sum of their winnings.
    pub(super) winnings: u128,
}

/// Returns where each hand stands, weakest first.
pub(super) fn standings(
    hands: &[HandSums],
    rules: Rules,
    ties: Ties,
) -> impl Iterator<Item = Result<Standing, Overflow>> {
    let mut weakest_first: Vec<(Strength, Sums)> =
        hands.iter().map(|&HandSums { hand, sums }| (hand.strength(rules), sums)).collect();
    weakest_first.sort_unstable_by_key(|&(strength, _)| strength);
    let mut ranking = Ranking::new(ties);
    weakest_first.into_iter().map(move |(strength, sums)| {
        let Sums { count, bids, .. } = sums;
        let winnings = ranking.next(count).winnings(bids, sums.weighted()).ok_or(Overflow)?;
        Ok(Standing { strength, entries: count, winnings })
    })
}

/// Returns the winnings of all hands together, under both rules.
pub(super) fn total_winnings(hands: &[HandSums], ties: Ties) -> Result<PerRules<u128>, Overflow> {
    PerRules::try_from_fn(|rules| {
        standings(hands, rules, ties).try_fold(0u128, |total, standing| {
            total.checked_add(standing?.winnings).ok_or(Overflow)
        })
    })
}
