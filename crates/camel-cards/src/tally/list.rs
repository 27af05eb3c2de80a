//! The list of a tally: its entries, if they are few.
//!
//! Below some hundred thousand entries, allocating a table costs more than everything else. So a
//! few entries stay a list, and a radix sort of two digits gives their total winnings: first by
//! suffix, then by hand type and prefix. The first pass serves both rules: both have the same
//! groups of equal suffixes, only in another order. The second pass writes nothing: where an entry
//! would go is its rank. In between an entry is one word:
//!
//! ```text
//! bit 63    34 33          22 21         11 10           0
//!     bid      suffix + 1     key, joker    key, standard     key: hand type × 169 + place of the prefix
//! ```
//!
//! Its fields are together 64 bits wide, so a list has no bid of more than 30 bits.

use super::sums::{HandSums, Sums};
use crate::game::{
    Card, Entry, HandType, PREFIXES, PerRules, Rules, SUFFIX_BITS, SUFFIXES,
    lookup::{PREFIX_ORDERS, TypeKey},
};

/// Entries packed as [`Entry::packed`] does, in the order of the input.
#[derive(Clone, Default)]
pub(super) struct List(Vec<u64>);

/// The number of keys of the second pass.
const KEYS: usize = HandType::ALL.len() * PREFIXES;

const KEY_BITS: u32 = 11;
const SUFFIX_SHIFT: u32 = 2 * KEY_BITS;
const BID_SHIFT: u32 = SUFFIX_SHIFT + SUFFIX_BITS;
const _: () = assert!(KEYS <= 1 << KEY_BITS && BID_SHIFT + Entry::PACKED_BID_BITS == u64::BITS);

/// The keys of an entry under both rules, in one number.
const fn both_keys(standard: usize, joker: usize) -> u32 {
    (joker << KEY_BITS | standard) as u32
}

/// What the hand type and the prefix each add to both keys.
struct KeyParts {
    of_type: [u32; TypeKey::COUNT],
    of_prefix: [u32; 256],
}

static KEY_PARTS: KeyParts = {
    let mut parts = KeyParts { of_type: [0; TypeKey::COUNT], of_prefix: [0; 256] };
    let mut i = 0;
    while i < TypeKey::COUNT {
        let PerRules { standard, joker } = TypeKey::TYPES;
        parts.of_type[i] = both_keys(standard[i].index() * PREFIXES, joker[i].index() * PREFIXES);
        i += 1;
    }
    let mut place = 0;
    while place < PREFIXES {
        let PerRules { standard, joker } = &PREFIX_ORDERS;
        parts.of_prefix[standard[place] as usize] += both_keys(place, 0);
        parts.of_prefix[joker[place] as usize] += both_keys(0, place);
        place += 1;
    }
    parts
};

/// An entry between the passes.
#[derive(Clone, Copy)]
struct Keyed(u64);

impl Keyed {
    #[inline]
    fn new(Entry { hand, bid }: Entry) -> Keyed {
        let (type_key, suffix) = (TypeKey::of(hand), hand.suffix() as u64);
        let keys = KEY_PARTS.of_type[type_key.index()] + KEY_PARTS.of_prefix[hand.prefix()];
        Keyed(bid << BID_SHIFT | (suffix + 1) << SUFFIX_SHIFT | u64::from(keys))
    }

    #[inline]
    fn key(self, rules: Rules) -> usize {
        (self.0 >> (KEY_BITS * rules as u32)) as usize % (1 << KEY_BITS)
    }

    #[inline]
    fn suffix_plus_1(self) -> u32 {
        (self.0 >> SUFFIX_SHIFT) as u32 % (1 << SUFFIX_BITS)
    }

    #[inline]
    fn bid(self) -> u64 {
        self.0 >> BID_SHIFT
    }
}

/// For each key and rules, the last rank given with this key; before the first, the number of
/// entries with lower keys. Under standard rules, it also shows whether the next entry with this
/// key is tied with the last:
///
/// ```text
/// bit 30         19         18         17        0
///     its suffix + 1     is it tied?    its rank
/// ```
type Counters = [[u32; 2]; 1 << KEY_BITS];

const RANK_BITS: u32 = 18;
const _: () =
    assert!(List::ENTRIES_MAX < 1 << RANK_BITS && RANK_BITS + 1 + SUFFIX_BITS <= u32::BITS);

/// Item `suffix + 1` is where the next entry with this suffix goes. After all have been placed,
/// item `suffix` is where those with this suffix begin. The items above [`SUFFIXES`] avoid bounds
/// checks.
type SuffixCounters = [u32; (1 << SUFFIX_BITS) + 1];

impl List {
    /// With more entries, a table is quicker.
    pub(super) const ENTRIES_MAX: usize = 1 << 17;

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Appends packed entries if there is room for all of them, and returns whether there is.
    pub(super) fn try_extend(&mut self, entries: &[u64]) -> bool {
        let has_room = self.len() + entries.len() <= List::ENTRIES_MAX;
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
        let mut suffix_counters: SuffixCounters = [0; (1 << SUFFIX_BITS) + 1];
        for entry in self.entries() {
            suffix_counters[entry.hand.suffix() + 1] += 1;
        }
        exclusive_prefix_sum(suffix_counters[1..=SUFFIXES].iter_mut().map(std::array::from_mut));
        let mut counters: Counters = [[0; 2]; 1 << KEY_BITS];
        // Each is a `Keyed`, as plain words, which the allocator gives as zeros. Slack for the last copy.
        let mut by_suffix = vec![0; self.len() + COPIED];
        for entry in self.entries() {
            let keyed = Keyed::new(entry);
            for rules in Rules::ALL {
                counters[keyed.key(rules)][rules as usize] += 1;
            }
            let counter = &mut suffix_counters[entry.hand.suffix() + 1];
            by_suffix[*counter as usize] = keyed.0;
            *counter += 1;
        }
        exclusive_prefix_sum(&mut counters[..KEYS]);
        let (standard, tied) = standard_winnings(&by_suffix[..self.len()], &mut counters);
        let joker = joker_winnings(&by_suffix, &suffix_counters, &mut counters);
        (PerRules { standard: standard.into(), joker: joker.into() }, tied)
    }

    /// Returns the sums of the hands that occur, by [`Hand::index`](crate::Hand::index).
    pub(super) fn hand_sums(&self) -> Vec<HandSums> {
        let mut entries: Vec<Entry> = self.entries().collect();
        entries.sort_by_key(|entry| entry.hand.index());
        let of_hand = |entries: &[Entry]| {
            let sums = entries.iter().map(|entry| Sums::of_bid(entry.bid));
            HandSums { hand: entries[0].hand, sums: sums.fold(Sums::default(), Sums::followed_by) }
        };
        entries.chunk_by(|a, b| a.hand == b.hand).map(of_hand).collect()
    }
}

/// No total winnings of a list pass 64 bits: the sum of all ranks times the highest bid.
const _: () = {
    let ranks = List::ENTRIES_MAX as u128 * (List::ENTRIES_MAX as u128 + 1) / 2;
    assert!((ranks << Entry::PACKED_BID_BITS) <= u64::MAX as u128);
};

/// Returns the total winnings under standard rules of entries in suffix order, and how many are tied.
fn standard_winnings(by_suffix: &[u64], counters: &mut Counters) -> (u64, u64) {
    let (mut winnings, mut tied) = (0, 0);
    for entry in by_suffix.iter().copied().map(Keyed) {
        let [counter, _] = &mut counters[entry.key(Rules::Standard)];
        let rank = (*counter + 1) % (1 << RANK_BITS);
        winnings += u64::from(rank) * entry.bid();
        // The key and the suffix are the hand. So if the counter has this entry's suffix, the last entry with this key
        // held the same hand, and the lowest bit tells whether that one was counted as tied already.
        let suffix = entry.suffix_plus_1() << (RANK_BITS + 1);
        let difference = (*counter ^ suffix) >> RANK_BITS;
        let is_tied = difference <= 1;
        if is_tied {
            tied += u64::from(2 - difference);
        }
        *counter = suffix | u32::from(is_tied) << RANK_BITS | rank;
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

/// The most entries of a short range, and the number that is copied from one.
const COPIED: usize = 8;

/// Returns the total winnings under joker rules of entries in suffix order.
///
/// The joker order takes them in 507 ranges, most of them short if the entries are few. A loop over
/// each range would mispredict its end. Copying the greatest number of entries from each, and
/// ranking many ranges at once, takes a fifth less time for a thousand entries.
fn joker_winnings(by_suffix: &[u64], begin: &SuffixCounters, counters: &mut Counters) -> u64 {
    let (mut winnings, mut copies, mut count) = (0, [0; 256], 0);
    for &first_two in &PREFIX_ORDERS.joker {
        let first = usize::from(first_two) * 13;
        let jack = first + Card::Jack.index();
        for [from, to] in [[jack, jack + 1], [first, jack], [jack + 1, first + 13]] {
            let range = begin[from] as usize..begin[to] as usize;
            if range.len() > COPIED || count > copies.len() - COPIED {
                winnings += rank_joker(&copies[..count], counters);
                winnings += rank_joker(&by_suffix[range], counters);
                count = 0;
            } else {
                let copied = &by_suffix[range.start..][..COPIED];
                copies[count..][..COPIED].copy_from_slice(copied);
                count += range.len();
            }
        }
    }
    winnings + rank_joker(&copies[..count], counters)
}

/// Gives the next ranks under joker rules; returns Σ rank × bid.
#[inline]
fn rank_joker(entries: &[u64], counters: &mut Counters) -> u64 {
    let mut winnings = 0;
    for entry in entries.iter().copied().map(Keyed) {
        let [_, rank] = &mut counters[entry.key(Rules::Joker)];
        *rank += 1;
        winnings += u64::from(*rank) * entry.bid();
    }
    winnings
}

/// Replaces each count with the sum of all counts before it, in `N` columns at once.
fn exclusive_prefix_sum<'a, const N: usize>(counts: impl IntoIterator<Item = &'a mut [u32; N]>) {
    let mut sums = [0; N];
    for counts in counts {
        for (count, sum) in counts.iter_mut().zip(&mut sums) {
            (*count, *sum) = (*sum, *sum + *count);
        }
    }
}
