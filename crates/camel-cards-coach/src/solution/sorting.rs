//! The axis of sorting: how entries with levels and keys are brought into order.

use super::{
    tie_break::{Comparator, TieBreak},
    tim_sort::tim_sort,
};

/// How a solution sorts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SortRule {
    /// A stable sort, as every language has one.
    Stable,
    /// No sort: the order of the input stays.
    Input,
    /// No sort: the last line of the input ranks first.
    InputReversed,
    /// Neighbours are compared and swapped in one pass, which sorts nothing.
    OnePass,
    /// Within a type, neighbours are put in order two by two. The last of an odd number has no neighbour.
    Pairs { odd_is_lost: bool },
    /// The hand is one number, to this base and with the type in front, and the numbers are compared as text.
    NumbersAsText { base: u8, less: u8, weakest_type: u8 },
}

/// What an entry is sorted by, in one word: its level, its key and its place, from the highest bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SortWord(u128);

impl SortWord {
    const PLACE_BITS: u32 = 32;

    pub(super) fn new(level: u8, key: u64, place: usize) -> SortWord {
        let level_and_key = u128::from(level) << TieBreak::KEY_BITS | u128::from(key);
        SortWord(level_and_key << SortWord::PLACE_BITS | place as u128)
    }

    pub(super) fn place(self) -> usize {
        self.0 as u32 as usize
    }

    fn level_and_key(self) -> u128 {
        self.0 >> SortWord::PLACE_BITS
    }

    fn level(self) -> u128 {
        self.level_and_key() >> TieBreak::KEY_BITS
    }
}

impl SortRule {
    /// Brings entries, which are in the order of their places, into this order.
    pub(super) fn sort(self, keyed: &mut Vec<SortWord>) {
        match self {
            SortRule::Stable | SortRule::NumbersAsText { .. } => keyed.sort_unstable(),
            SortRule::Input => {}
            SortRule::InputReversed => keyed.reverse(),
            SortRule::OnePass => {
                for i in 1..keyed.len() {
                    if keyed[i - 1].level_and_key() > keyed[i].level_and_key() {
                        keyed.swap(i - 1, i);
                    }
                }
            }
            SortRule::Pairs { odd_is_lost } => {
                keyed.sort_by_key(|keyed| keyed.level());
                let mut kept = Vec::new();
                for of_type in keyed.chunk_by_mut(|a, b| a.level() == b.level()) {
                    for pair in of_type.chunks_mut(2) {
                        pair.sort_unstable();
                        if pair.len() == 2 || !odd_is_lost {
                            kept.extend_from_slice(pair);
                        }
                    }
                }
                *keyed = kept;
            }
        }
    }
}

impl Comparator {
    /// Sorts entries, each with its level, as TimSort does with `less` for hands of one type.
    pub(super) fn sort<T: Copy>(self, keyed: &mut [(u8, T, usize)], less: impl Fn(T, T) -> bool) {
        let less = |a: (u8, T, usize), b: (u8, T, usize)| {
            let (a, b) = if self.descending { (b, a) } else { (a, b) };
            a.0 < b.0 || a.0 == b.0 && less(a.1, b.1)
        };
        if self.by_type {
            keyed.sort_by_key(|&(level, ..)| level);
            for of_type in keyed.chunk_by_mut(|a, b| a.0 == b.0) {
                tim_sort(of_type, less);
                if self.descending {
                    of_type.reverse();
                }
            }
        } else {
            tim_sort(keyed, less);
            if self.descending {
                keyed.reverse();
            }
        }
    }
}
