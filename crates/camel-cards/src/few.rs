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

use std::ops::{AddAssign, Range};

use crate::{
    Card, Entry, LESS_CODE, Rules,
    hand::{RUN, RUNS},
    hand_type::HandType,
    machine::begins_of_eights,
    parts::{First, Kind, ORDERS},
};

/// More entries than this are better tallied in cells.
pub(crate) const FEW: usize = 1 << 17;

/// How many types and first two cards there are, and how many bits those take.
const HIGHS: usize = HandType::ALL.len() * RUNS;
const HIGH_BITS: u32 = 11;
const _: () = assert!(
    HIGHS <= 1 << HIGH_BITS
        && FEW.is_power_of_two()
        && Entry::PACKED_BID_BITS + 2 * HIGH_BITS == 64
);

/// Two high digits in one, so that both are looked up and added at once.
type Both = u32;

const fn both(highs: [usize; 2]) -> Both {
    (highs[1] << HIGH_BITS | highs[0]) as u32
}

#[inline]
fn high(both: Both, rules: Rules) -> usize {
    (both >> (HIGH_BITS * rules as u32)) as usize % (1 << HIGH_BITS)
}

/// A number of entries, of 16 bits where those are enough: then eight are summed up at once.
trait Before: Copy + Default + AddAssign + Into<u32> {
    const ONE: Self;
    /// Turns counts into the sums of all before each in its column. Columns alternate; the length is a
    /// multiple of eight.
    fn sum_up<const COLUMNS: usize>(counts: &mut [Self]);
}

impl Before for u32 {
    const ONE: u32 = 1;

    fn sum_up<const COLUMNS: usize>(counts: &mut [u32]) {
        begins::<COLUMNS>(counts.as_chunks_mut().0);
    }
}

impl Before for u16 {
    const ONE: u16 = 1;

    fn sum_up<const COLUMNS: usize>(counts: &mut [u16]) {
        begins_of_eights::<COLUMNS>(counts.as_chunks_mut().0);
    }
}

/// For each high digit where its next entry goes, by rules.
type HighEnds<T> = [[T; 2]; 1 << HIGH_BITS];

/// What each kind, and each run, adds to the high digits. One table, as two take one register more
/// than there are.
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

/// Writes an entry to where its low digit says, and counts its high ones.
#[inline]
fn place<T: Before>(
    entry: u64,
    low_ends: &mut [T; 1 << 12],
    high_ends: &mut HighEnds<T>,
    by_low: &mut [u64],
) {
    let Entry { hand, bid } = Entry::unpack(entry);
    let kind = First::of_run(hand.run()).kind(hand.low());
    let both = HIGHS_OF.0[kind.index()] + HIGHS_OF.1[hand.run()];
    for rules in Rules::ALL {
        high_ends[high(both, rules)][rules as usize] += T::ONE;
    }
    let end = &mut low_ends[hand.low()];
    let place: u32 = (*end).into();
    by_low[place as usize] = bid << (2 * HIGH_BITS) | u64::from(both);
    *end += T::ONE;
}

/// Returns the sums of rank × bid under both rules, ties in the order given.
///
/// Entries are packed, and at most [`FEW`].
pub(crate) fn total_winnings(entries: &[u64]) -> [u128; 2] {
    match entries.len() <= u16::MAX.into() && !LESS_CODE {
        true => both_winnings::<u16>(entries),
        false => both_winnings::<u32>(entries),
    }
}

fn both_winnings<T: Before>(entries: &[u64]) -> [u128; 2] {
    // Room for every number of the bits that a digit has: then no place is out of bounds.
    let mut low_ends = [T::default(); 1 << 12];
    let mut high_ends: HighEnds<T> = [[T::default(); 2]; 1 << HIGH_BITS];
    for &entry in entries {
        low_ends[Entry::unpack(entry).hand.low()] += T::ONE;
    }
    T::sum_up::<1>(&mut low_ends[..RUN.next_multiple_of(8)]);
    // With as many more as are copied at once.
    let mut by_low = vec![0; entries.len() + SHORT[1]];
    // Unrolled, as in `Batch`.
    let (twos, rest) = entries.as_chunks();
    for &[one, two] in twos {
        place(one, &mut low_ends, &mut high_ends, &mut by_low);
        place(two, &mut low_ends, &mut high_ends, &mut by_low);
    }
    if let &[last] = rest {
        place(last, &mut low_ends, &mut high_ends, &mut by_low);
    }
    T::sum_up::<2>(high_ends[..HIGHS.next_multiple_of(8)].as_flattened_mut());
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
fn joker_winnings<T: Before>(by_low: &[u64], low_ends: &[T], high_ends: &mut HighEnds<T>) -> u128 {
    let begin = |low: usize| {
        let end: Option<u32> = low.checked_sub(1).map(|before| low_ends[before].into());
        end.unwrap_or(0) as usize
    };
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
#[inline]
fn copy<const MOST: usize>(from: &[u64], stretch: Range<usize>, to: &mut [u64], count: &mut usize) {
    to[*count..][..MOST].copy_from_slice(&from[stretch.start..][..MOST]);
    *count += stretch.len();
}

/// Returns the winnings of entries that are next, weakest low part first.
#[inline]
fn winnings<T: Before>(entries: &[u64], rules: Rules, high_ends: &mut HighEnds<T>) -> u128 {
    // So many of the greatest bids, times the greatest rank, fit 64 bits.
    const AT_ONCE: usize = 1 << (2 * HIGH_BITS) >> FEW.ilog2();
    let mut sum = 0;
    for entries in entries.chunks(AT_ONCE) {
        let mut some = 0;
        for &entry in entries {
            let end = &mut high_ends[high(entry as Both, rules)][rules as usize];
            *end += T::ONE;
            let rank: u32 = (*end).into();
            some += u64::from(rank) * (entry >> (2 * HIGH_BITS));
        }
        sum += u128::from(some);
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
