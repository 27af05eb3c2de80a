//! The total winnings of few entries: sorted, not tallied.
//!
//! Below some hundred thousand entries, cells for all hands cost more than all else. So
//! few entries stay a list, and a total sorts it by two digits, least significant first:
//! the last three cards, then type and first two cards. The second pass writes nothing:
//! where an entry would go is its rank.

use crate::{
    Entry,
    hand::{RUN, RUNS},
    hand_type::HandType,
    parts::{First, Kind, ORDERS},
};

/// More entries than this are better tallied in cells.
pub(crate) const FEW: usize = 1 << 17;

/// Two 16-bit numbers in one, for standard rules the lower, so that both are looked up
/// and added at once.
type Both = u32;

const fn both(numbers: [u16; 2]) -> Both {
    (numbers[1] as u32) << 16 | numbers[0] as u32
}

#[inline]
fn of_rules(both: Both, rules: usize) -> usize {
    usize::from((both >> (16 * rules)) as u16)
}

/// How many types and first two cards there are.
const HIGHS: usize = HandType::ALL.len() * RUNS;

/// Returns the sums of rank × bid under both rules, ties in the order given.
///
/// Entries are packed, and at most 2³², so the sums are below 2³² · 2³² · 2⁴⁴.
pub(crate) fn total_winnings(entries: &[u64]) -> [u128; 2] {
    static OF_KIND: [Both; Kind::COUNT] = {
        let mut table = [0; Kind::COUNT];
        let mut kind = 0;
        while kind < Kind::COUNT {
            let [standard, joker] = Kind::TYPES[kind];
            let runs = RUNS as u16;
            table[kind] = both([standard.index() as u16 * runs, joker.index() as u16 * runs]);
            kind += 1;
        }
        table
    };
    static OF_RUN: [Both; RUNS] = {
        let mut table = [0; RUNS];
        let mut run = 0;
        while run < RUNS {
            table[run] = both([ORDERS[0].run_places[run], ORDERS[1].run_places[run]]);
            run += 1;
        }
        table
    };
    static OF_LOW: [Both; RUN] = {
        let mut table = [0; RUN];
        let mut low = 0;
        while low < RUN {
            table[low] = both([ORDERS[0].low_places[low], ORDERS[1].low_places[low]]);
            low += 1;
        }
        table
    };

    let mut low_ends = [[0u32; RUN]; 2];
    let mut high_ends = [[0u32; HIGHS]; 2];
    let keys: Vec<[Both; 2]> = entries
        .iter()
        .map(|&entry| {
            let hand = Entry::unpack(entry).hand;
            let kind = First::of_run(hand.run()).kind(hand.low());
            let high = OF_KIND[kind.index()] + OF_RUN[hand.run()];
            let low = OF_LOW[hand.low()];
            for rules in 0..2 {
                low_ends[rules][of_rules(low, rules)] += 1;
                high_ends[rules][of_rules(high, rules)] += 1;
            }
            [high, low]
        })
        .collect();

    let mut by_low = vec![0; entries.len()];
    [0, 1].map(|rules| {
        let (low_ends, high_ends) = (&mut low_ends[rules], &mut high_ends[rules]);
        begins(low_ends);
        begins(high_ends);
        for (&entry, &[high, low]) in entries.iter().zip(&keys) {
            let place = &mut low_ends[of_rules(low, rules)];
            // A bid has at most 44 bits, and a high digit 11.
            let bid = Entry::unpack(entry).bid;
            by_low[*place as usize] = bid << 16 | of_rules(high, rules) as u64;
            *place += 1;
        }
        let winnings = by_low.iter().map(|&entry| {
            let rank = &mut high_ends[usize::from(entry as u16)];
            *rank += 1;
            u128::from(*rank) * u128::from(entry >> 16)
        });
        winnings.sum()
    })
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
    // Now every end is where the next begins, and a hand is a run within a low part. For each run,
    // the last low part it was found in, and whether more than once there.
    let mut found = [0u32; 256];
    let (mut tied, mut begin) = (0, 0);
    for (once, end) in (1..).step_by(2).zip(low_ends) {
        for &run in &runs[begin..end as usize] {
            let found = &mut found[usize::from(run)];
            (*found, tied) = match *found {
                last if last == once => (once + 1, tied + 2),
                last if last == once + 1 => (last, tied + 1),
                _ => (once, tied),
            };
        }
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
