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

use std::ops::Range;

use crate::{
    Card, Entry, LESS_CODE, Rules,
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

/// For each high digit where its next entry goes, by rules.
type HighEnds = [[u32; 2]; 1 << HIGH_BITS];

/// Returns the sums of rank × bid under both rules, ties in the order given.
///
/// Entries are packed, and at most [`FEW`].
pub(crate) fn total_winnings(entries: &[u64]) -> [u128; 2] {
    // One table, as two take one register more than there are.
    static HIGHS_OF: ([Both; Kind::COUNT], [Both; 256]) = {
        let mut of = ([0; Kind::COUNT], [0; 256]);
        let mut kind = 0;
        while kind < Kind::COUNT {
            let [standard, joker] = Kind::TYPES[kind];
            of.0[kind] = both([standard.index() * RUNS, joker.index() * RUNS]);
            kind += 1;
        }
        let mut run = 0;
        while run < RUNS {
            let [standard, joker] = [ORDERS[0].run_places[run], ORDERS[1].run_places[run]];
            of.1[run] = both([standard as usize, joker as usize]);
            run += 1;
        }
        of
    };

    // Room for every number of the bits that a digit has: then no place is out of bounds.
    let mut low_ends = [0u32; 1 << 12];
    let mut high_ends: HighEnds = [[0; 2]; 1 << HIGH_BITS];
    entries.iter().for_each(|&entry| low_ends[Entry::unpack(entry).hand.low()] += 1);
    begins::<1>(low_ends[..RUN].as_chunks_mut().0);
    // With as many more as are copied at once.
    let mut by_low = vec![0; entries.len() + SHORT[1]];
    let mut push = |&entry: &u64| {
        let Entry { hand, bid } = Entry::unpack(entry);
        let kind = First::of_run(hand.run()).kind(hand.low());
        let both = HIGHS_OF.0[kind.index()] + HIGHS_OF.1[hand.run()];
        for rules in Rules::ALL {
            high_ends[high(both, rules)][rules as usize] += 1;
        }
        let place = &mut low_ends[hand.low()];
        by_low[*place as usize] = bid << (2 * HIGH_BITS) | u64::from(both);
        *place += 1;
    };
    // Unrolled, as in `Batch`.
    let (twos, rest) = entries.as_chunks::<2>();
    twos.iter().for_each(|two| two.iter().for_each(&mut push));
    rest.iter().for_each(push);

    begins(&mut high_ends[..HIGHS]);
    let standard = winnings(&by_low[..entries.len()], Rules::Standard, &mut high_ends);
    [standard, joker_winnings(&by_low, &low_ends, &mut high_ends)]
}

/// What is copied of stretches that have no more: those of the joker, of the nine labels before the
/// jack, of the three after.
const SHORT: [usize; 3] = [2, 12, 4];

/// Returns the winnings with jokers of entries by their low parts, each of which ends where
/// the next begins.
///
/// They come in 507 stretches, most of them short if entries are few. To guess where a short one
/// ends takes longer than to copy as much as any may have, so that many are worked through at once.
fn joker_winnings(by_low: &[u64], low_ends: &[u32], high_ends: &mut HighEnds) -> u128 {
    let begin = |low: usize| low.checked_sub(1).map_or(0, |before| low_ends[before] as usize);
    let mut joker = 0;
    let (mut waiting, mut count) = ([0; 256], 0);
    for first in ORDERS[Rules::Joker as usize].runs {
        // The joker, all before the jack, and all after.
        let twos = usize::from(first) * 13;
        let jack = twos + Card::Jack.index();
        let stretches = [jack..jack + 1, twos..jack, jack + 1..twos + 13]
            .map(|lows| begin(lows.start)..begin(lows.end));
        let all_fit = (stretches.iter().zip(SHORT))
            .fold(true, |all, (stretch, most)| all & (stretch.len() <= most));
        let short = all_fit && !LESS_CODE;
        if !short || count > waiting.len() - SHORT.iter().sum::<usize>() {
            joker += winnings(&waiting[..count], Rules::Joker, high_ends);
            count = 0;
        }
        if short {
            let [jack, before, after] = stretches;
            copy::<{ SHORT[0] }>(by_low, jack, &mut waiting, &mut count);
            copy::<{ SHORT[1] }>(by_low, before, &mut waiting, &mut count);
            copy::<{ SHORT[2] }>(by_low, after, &mut waiting, &mut count);
        } else {
            for stretch in stretches {
                joker += winnings(&by_low[stretch], Rules::Joker, high_ends);
            }
        }
    }
    joker + winnings(&waiting[..count], Rules::Joker, high_ends)
}

/// Copies as many entries as a stretch may have, which is known beforehand, and counts those it has.
fn copy<const MOST: usize>(from: &[u64], stretch: Range<usize>, to: &mut [u64], count: &mut usize) {
    to[*count..][..MOST].copy_from_slice(&from[stretch.start..][..MOST]);
    *count += stretch.len();
}

/// Returns the winnings of entries that are next, weakest low part first.
#[inline]
fn winnings(entries: &[u64], rules: Rules, high_ends: &mut HighEnds) -> u128 {
    let mut sum = 0;
    for &entry in entries {
        let rank = &mut high_ends[high(entry as Both, rules)][rules as usize];
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
    begins::<1>(low_ends.as_chunks_mut().0);
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

/// Turns counts into the sums of all counts before each. Several at once take no longer than one.
fn begins<const N: usize>(counts: &mut [[u32; N]]) {
    let mut sums = [0; N];
    for counts in counts {
        for (count, sum) in counts.iter_mut().zip(&mut sums) {
            (*count, *sum) = (*sum, *sum + *count);
        }
    }
}
