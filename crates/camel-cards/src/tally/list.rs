//! The list of a tally: its entries, as long as they are few.
//!
//! Below some hundred thousand entries the memory of a table costs more than all else. So few entries stay
//! a list, and a radix sort of two digits gives their total winnings: first by suffix, then by hand
//! type and prefix. One first pass serves both rules, as the suffixes come in another
//! order under joker rules but are the same. The second pass writes nothing: where an entry
//! would go is its rank. In between an entry is one word:
//!
//! ```text
//! bit 63          22 21         11 10           0
//!     bid below 2⁴²  key, joker    key, standard     key: hand type × 169 + place of the prefix
//! ```

use std::ops::Range;

use super::sums::{HandSums, Sums};
use crate::game::{
    Card, Entry, HandType, PREFIXES, PerRules, Rules, SUFFIXES,
    lookup::{LABEL_ORDERS, TypeKey},
};

/// Entries packed as [`Entry::packed`] does, in the order of the input.
#[derive(Clone, Default)]
pub(super) struct List(Vec<u64>);

/// The keys of the second pass, and their number of bits.
const KEYS: usize = HandType::ALL.len() * PREFIXES;
const KEY_BITS: u32 = 11;
const _: () = assert!(
    KEYS <= 1 << KEY_BITS
        && List::ENTRIES_MAX <= u32::MAX as usize
        && Entry::PACKED_BID_BITS + 2 * KEY_BITS == 64
);

/// The keys of an entry under both rules, in one number.
const fn both_keys(standard: usize, joker: usize) -> u32 {
    (joker << KEY_BITS | standard) as u32
}

/// What the hand type and the prefix each add to both keys.
static KEYS_OF_TYPE: [u32; TypeKey::COUNT] = {
    let mut keys = [0; TypeKey::COUNT];
    let mut i = 0;
    while i < keys.len() {
        let types = TypeKey::TYPES;
        keys[i] =
            both_keys(types.standard[i].index() * PREFIXES, types.joker[i].index() * PREFIXES);
        i += 1;
    }
    keys
};
static KEYS_OF_PREFIX: [u32; 256] = {
    let mut keys = [0; 256];
    let mut prefix = 0;
    while prefix < PREFIXES {
        let PerRules { standard, joker } = &LABEL_ORDERS;
        keys[prefix] = both_keys(standard.places[prefix] as usize, joker.places[prefix] as usize);
        prefix += 1;
    }
    keys
};

/// An entry between the passes.
#[derive(Clone, Copy)]
struct Keyed(u64);

impl Keyed {
    #[inline]
    fn new(Entry { hand, bid }: Entry) -> Keyed {
        let keys = KEYS_OF_TYPE[TypeKey::of(hand).index()] + KEYS_OF_PREFIX[hand.prefix()];
        Keyed(bid << (2 * KEY_BITS) | u64::from(keys))
    }

    #[inline]
    fn key(self, rules: Rules) -> usize {
        (self.0 >> (KEY_BITS * rules as u32)) as usize % (1 << KEY_BITS)
    }

    #[inline]
    fn bid(self) -> u64 {
        self.0 >> (2 * KEY_BITS)
    }
}

/// For each key and rules: how many entries have a lower key or have been ranked. Under standard rules the bits
/// above [`RANK_BITS`] tell ties: twice the last suffix that was ranked with this key plus 2, and
/// 1 more if it was ranked twice.
type Counters = [[u32; 2]; 1 << KEY_BITS];

const RANK_BITS: u32 = 18;
const _: () =
    assert!(List::ENTRIES_MAX < 1 << RANK_BITS && 2 * SUFFIXES + 3 < 1 << (32 - RANK_BITS));

impl List {
    /// With more entries a table is quicker.
    pub(super) const ENTRIES_MAX: usize = 1 << 17;

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Appends packed entries. Returns whether there was room for them.
    pub(super) fn extend(&mut self, entries: &[u64], entries_max: usize) -> bool {
        let has_room = self.len() + entries.len() <= entries_max;
        if has_room {
            self.0.extend_from_slice(entries);
        }
        has_room
    }

    /// Returns the entries, packed.
    pub(super) fn packed(&self) -> &[u64] {
        &self.0
    }

    pub(super) fn entries(&self) -> impl Iterator<Item = Entry> {
        self.0.iter().copied().map(Entry::unpack)
    }

    /// Returns the total winnings under both rules, with ordinal ties, and how many entries are tied.
    pub(super) fn winnings_and_tied(&self) -> (PerRules<u128>, u64) {
        let mut suffix_counters = [0; SUFFIXES];
        for entry in self.entries() {
            suffix_counters[entry.hand.suffix()] += 1;
        }
        exclusive_prefix_sum::<1>(suffix_counters.as_chunks_mut().0);
        let mut counters: Counters = [[0; 2]; 1 << KEY_BITS];
        // Each is a `Keyed`, as plain words, which the allocator gives as zeros. Slack for the last copy.
        let mut by_suffix = vec![0; self.len() + COPIED[1]];
        let mut suffixes = vec![0; self.len()];
        for entry in self.entries() {
            let keyed = Keyed::new(entry);
            for rules in Rules::ALL {
                counters[keyed.key(rules)][rules as usize] += 1;
            }
            let counter = &mut suffix_counters[entry.hand.suffix()];
            by_suffix[*counter as usize] = keyed.0;
            suffixes[*counter as usize] = entry.hand.suffix() as u16;
            *counter += 1;
        }
        exclusive_prefix_sum(&mut counters[..KEYS]);
        let (standard, tied) = standard_winnings(&by_suffix, &suffixes, &mut counters);
        let joker = joker_winnings(&by_suffix, &suffix_counters, &mut counters);
        (PerRules { standard, joker }, tied)
    }

    /// Returns the sums of the hands that occur, by [`Hand::index`](crate::Hand::index).
    pub(super) fn hand_sums(&self) -> Vec<HandSums> {
        let mut entries: Vec<Entry> = self.entries().collect();
        entries.sort_by_key(|entry| entry.hand.index());
        let of_hand = |entries: &[Entry]| {
            let mut sums = Sums::default();
            // At most 2¹⁷ bids below 2⁴²: nothing overflows.
            for (position, entry) in (1..).zip(entries) {
                sums.count += 1;
                sums.bids += u128::from(entry.bid);
                sums.weighted += position * u128::from(entry.bid);
            }
            HandSums { hand: entries[0].hand, sums }
        };
        entries.chunk_by(|a, b| a.hand == b.hand).map(of_hand).collect()
    }
}

/// Returns the total winnings under standard rules of entries in suffix order, and how many are tied.
fn standard_winnings(by_suffix: &[u64], suffixes: &[u16], counters: &mut Counters) -> (u128, u64) {
    let (mut winnings, mut tied) = (0, 0);
    for (&entry, &suffix) in by_suffix.iter().zip(suffixes) {
        let entry = Keyed(entry);
        let [counter, _] = &mut counters[entry.key(Rules::Standard)];
        let rank = (*counter + 1) % (1 << RANK_BITS);
        winnings += u128::from(u64::from(rank) * entry.bid());
        // Of entries with the same suffix, those with the same key hold the same hand.
        let (once, last) = (2 * u32::from(suffix) + 2, *counter >> RANK_BITS);
        let (second, later) = (last == once, last == once + 1);
        tied += 2 * u64::from(second) + u64::from(later);
        *counter = (once + u32::from(second | later)) << RANK_BITS | rank;
    }
    (winnings, tied)
}

/// Under standard rules, suffixes are in the order of their numbers; under joker rules, `J` comes first and the
/// others stay in that order.
const _: () = {
    let [standard, joker] = [Rules::Standard.labels(), Rules::Joker.labels()];
    let mut i = 0;
    while i < 13 {
        let moved = match i {
            0 => Card::Jack.index(),
            _ => i - (i <= Card::Jack.index()) as usize,
        };
        assert!(standard[i].index() == i && joker[i].index() == moved);
        i += 1;
    }
};

/// How many entries are copied of each of three ranges, if none has more: suffixes whose third card is the joker, is
/// below the jack, is above.
const COPIED: [usize; 3] = [2, 12, 4];

/// Returns the total winnings under joker rules of entries in suffix order, each of which ends where the next begins.
///
/// The joker order takes them in 507 ranges, most of them short if the entries are few. A loop over each would
/// mispredict where it ends; to copy as much as any may have, and to rank many at once, takes a fifth less time
/// for a thousand entries.
fn joker_winnings(by_suffix: &[u64], ends: &[u32; SUFFIXES], counters: &mut Counters) -> u128 {
    let begin = |suffix: usize| suffix.checked_sub(1).map_or(0, |before| ends[before] as usize);
    let mut winnings = 0;
    let (mut copies, mut count) = ([0; 256], 0);
    for &first_two in &LABEL_ORDERS.joker.prefixes {
        let first = usize::from(first_two) * 13;
        let jack = first + Card::Jack.index();
        let ranges = [jack..jack + 1, first..jack, jack + 1..first + 13]
            .map(|suffixes| begin(suffixes.start)..begin(suffixes.end));
        let are_short = (ranges.iter().zip(COPIED))
            .fold(true, |all, (range, copied)| all & (range.len() <= copied));
        if !are_short || count > copies.len() - COPIED.iter().sum::<usize>() {
            winnings += rank_joker(&copies[..count], counters);
            count = 0;
        }
        if are_short {
            let [joker, below, above] = ranges;
            count += copy::<{ COPIED[0] }>(by_suffix, joker, &mut copies[count..]);
            count += copy::<{ COPIED[1] }>(by_suffix, below, &mut copies[count..]);
            count += copy::<{ COPIED[2] }>(by_suffix, above, &mut copies[count..]);
        } else {
            for range in ranges {
                winnings += rank_joker(&by_suffix[range], counters);
            }
        }
    }
    winnings + rank_joker(&copies[..count], counters)
}

/// Copies `COPIED` entries from the start of a range; returns how many of them are in the range.
#[inline]
fn copy<const COPIED: usize>(from: &[u64], range: Range<usize>, to: &mut [u64]) -> usize {
    to[..COPIED].copy_from_slice(&from[range.start..][..COPIED]);
    range.len()
}

/// Gives the next ranks under joker rules; returns Σ rank × bid.
#[inline]
fn rank_joker(entries: &[u64], counters: &mut Counters) -> u128 {
    let mut winnings = 0;
    for entry in entries.iter().copied().map(Keyed) {
        let [_, rank] = &mut counters[entry.key(Rules::Joker)];
        *rank += 1;
        winnings += u128::from(u64::from(*rank) * entry.bid());
    }
    winnings
}

/// Replaces each count with the sum of all counts before it, in `N` columns at once.
fn exclusive_prefix_sum<const N: usize>(counts: &mut [[u32; N]]) {
    let mut sums = [0; N];
    for counts in counts {
        for (count, sum) in counts.iter_mut().zip(&mut sums) {
            (*count, *sum) = (*sum, *sum + *count);
        }
    }
}
