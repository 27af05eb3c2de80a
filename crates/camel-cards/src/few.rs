//! The total winnings of few entries: sorted, not tallied.
//!
//! Below some hundred thousand entries, cells for all hands cost more than all else. So
//! few entries stay a list, and are sorted by two digits, least significant first: the
//! last three cards, then type and first two cards. The first pass serves both rules, as
//! all that differs is where a `J` comes. The second writes nothing: where an entry would
//! go is its rank. In between an entry is one number:
//!
//! ```text
//! bit 63          22 21         11 10          0
//!     bid below 2⁴²  high, joker   high, standard     high: type and first two cards
//! ```

use crate::{
    Card, Entry, Rules,
    hand::{RUN, RUNS},
    hand_type::HandType,
    parts::{First, Kind, ORDERS},
};

/// More entries than this are better tallied in cells.
pub(crate) const FEW: usize = 1 << 17;

/// How many types and first two cards there are, and how many bits those take.
const HIGHS: usize = HandType::ALL.len() * RUNS;
const HIGH_BITS: u32 = 11;
const _: () = assert!(HIGHS <= 1 << HIGH_BITS && Entry::PACKED_BID_BITS + 2 * HIGH_BITS == 64);

/// Two high digits in one, so that both are looked up and added at once.
type Both = u32;

const fn both(highs: [usize; 2]) -> Both {
    (highs[1] << HIGH_BITS | highs[0]) as u32
}

#[inline]
fn high(both: Both, rules: Rules) -> usize {
    (both >> (HIGH_BITS * rules as u32)) as usize % (1 << HIGH_BITS)
}

/// Returns the sums of rank × bid under both rules, ties in the order given.
///
/// Entries are packed, and at most [`FEW`].
pub(crate) fn total_winnings(entries: &[u64]) -> [u128; 2] {
    static OF_KIND: [Both; Kind::COUNT] = {
        let mut table = [0; Kind::COUNT];
        let mut kind = 0;
        while kind < Kind::COUNT {
            let [standard, joker] = Kind::TYPES[kind];
            table[kind] = both([standard.index() * RUNS, joker.index() * RUNS]);
            kind += 1;
        }
        table
    };
    static OF_RUN: [Both; 256] = {
        let mut table = [0; 256];
        let mut run = 0;
        while run < RUNS {
            let [standard, joker] = [ORDERS[0].run_places[run], ORDERS[1].run_places[run]];
            table[run] = both([standard as usize, joker as usize]);
            run += 1;
        }
        table
    };

    // Room for every number of the bits that a digit has: then no place is out of bounds.
    let mut low_ends = [0u32; 1 << 12];
    let mut high_ends = [[0u32; 1 << HIGH_BITS]; 2];
    entries.iter().for_each(|&entry| low_ends[Entry::unpack(entry).hand.low()] += 1);
    begins(&mut low_ends[..RUN]);
    let mut by_low = vec![0; entries.len()];
    let mut push = |&entry: &u64| {
        let Entry { hand, bid } = Entry::unpack(entry);
        let kind = First::of_run(hand.run()).kind(hand.low());
        let both = OF_KIND[kind.index()] + OF_RUN[hand.run()];
        for rules in Rules::ALL {
            high_ends[rules as usize][high(both, rules)] += 1;
        }
        let place = &mut low_ends[hand.low()];
        by_low[*place as usize] = bid << (2 * HIGH_BITS) | u64::from(both);
        *place += 1;
    };
    // Unrolled, as in `Batch`.
    let (fours, rest) = entries.as_chunks::<4>();
    fours.iter().for_each(|four| four.iter().for_each(&mut push));
    rest.iter().for_each(push);

    high_ends.iter_mut().for_each(|ends| begins(&mut ends[..HIGHS]));
    // Now every end is where the next begins.
    let begin = |low: usize| low.checked_sub(1).map_or(0, |before| low_ends[before] as usize);
    let [standard_ends, joker_ends] = &mut high_ends;
    let standard = winnings(&by_low, Rules::Standard, standard_ends);
    let mut joker = 0;
    for first in ORDERS[Rules::Joker as usize].runs {
        // The joker, all before the jack, and all after.
        let twos = usize::from(first) * 13;
        let jack = twos + Card::Jack.index();
        for lows in [jack..jack + 1, twos..jack, jack + 1..twos + 13] {
            let entries = &by_low[begin(lows.start)..begin(lows.end)];
            joker += winnings(entries, Rules::Joker, joker_ends);
        }
    }
    [standard, joker]
}

/// Returns the winnings of entries that are next, weakest low part first.
#[inline]
fn winnings(entries: &[u64], rules: Rules, high_ends: &mut [u32; 1 << HIGH_BITS]) -> u128 {
    let mut sum = 0;
    for &entry in entries {
        let rank = &mut high_ends[high(entry as Both, rules)];
        *rank += 1;
        sum += u128::from(*rank) * u128::from(entry >> (2 * HIGH_BITS));
    }
    sum
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
