//! The total winnings of few entries: sorted, not tallied.
//!
//! Below some hundred thousand entries, cells for all hands cost more than all else. So
//! few entries stay a list, and a total sorts it by two digits, least significant first:
//! the last three cards, then type and first two cards. The second pass writes nothing:
//! where an entry would go is its rank.

use crate::{
    Entry, Rules,
    hand::{RUN, RUNS},
    hand_type::HandType,
    parts::{First, Order},
};

/// Returns the sum of rank × bid, ties in the order given.
///
/// Entries are packed, and at most 2³², so the sum is below 2³² · 2³² · 2⁴⁴.
pub(crate) fn total_winnings(entries: &[u64], rules: Rules) -> u128 {
    let order = Order::of(rules);
    let mut low_ends = [0u32; RUN];
    let mut high_ends = [0u32; HandType::ALL.len() * RUNS];
    let keys: Vec<(u16, u16)> = entries
        .iter()
        .map(|&entry| {
            let hand = Entry::unpack(entry).hand;
            let hand_type = First::of_run(hand.run()).hand_type(hand.low(), rules);
            let high = hand_type.index() as u16 * RUNS as u16 + order.run_places[hand.run()];
            let low = order.low_places[hand.low()];
            low_ends[usize::from(low)] += 1;
            high_ends[usize::from(high)] += 1;
            (high, low)
        })
        .collect();
    begins(&mut low_ends);
    begins(&mut high_ends);

    let mut by_low = vec![0; entries.len()];
    for (&entry, &(high, low)) in entries.iter().zip(&keys) {
        let place = &mut low_ends[usize::from(low)];
        by_low[*place as usize] = entry >> 20 << 16 | u64::from(high);
        *place += 1;
    }
    let mut total = 0;
    for entry in by_low {
        let rank = &mut high_ends[usize::from(entry as u16)];
        *rank += 1;
        total += u128::from(*rank) * u128::from(entry >> 16);
    }
    total
}

/// Returns how many entries have a hand that another one has too.
pub(crate) fn tied(entries: &[u64]) -> u64 {
    let mut low_ends = [0u32; RUN];
    let hand = |entry| Entry::unpack(entry).hand;
    for &entry in entries {
        low_ends[hand(entry).low()] += 1;
    }
    begins(&mut low_ends);
    let mut runs = vec![0; entries.len()];
    for &entry in entries {
        let place = &mut low_ends[hand(entry).low()];
        runs[*place as usize] = hand(entry).run() as u8;
        *place += 1;
    }
    // Now every end is where the next begins.
    let mut tied = 0;
    let mut begin = 0;
    for end in low_ends {
        let same_low = &mut runs[begin..end as usize];
        same_low.sort_unstable();
        let counts = same_low.chunk_by(|a, b| a == b).map(|equal| equal.len() as u64);
        tied += counts.filter(|&count| count > 1).sum::<u64>();
        begin = end as usize;
    }
    tied
}

/// Turns counts into the sums of all counts before each.
fn begins(counts: &mut [u32]) {
    let mut sum = 0;
    for count in counts {
        (*count, sum) = (sum, sum + *count);
    }
}
