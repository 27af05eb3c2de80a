//! The axis of sorting: how entries with levels and keys are brought into order.

use super::tim_sort::tim_sort;

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

/// How a comparator that is no order is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Comparator {
    /// Each type is sorted alone.
    pub(crate) by_type: bool,
    /// The strongest hand is sorted to the front, and ranks are counted from the back.
    pub(crate) descending: bool,
}

/// What an entry is sorted by.
pub(crate) type SortKey = (u8, u64);

impl SortRule {
    /// Brings keyed entries, which are in the order of the input, into this order.
    pub(super) fn sort(self, keyed: &mut Vec<(SortKey, usize)>) {
        match self {
            SortRule::Stable | SortRule::NumbersAsText { .. } => keyed.sort_by_key(|&(key, _)| key),
            SortRule::Input => {}
            SortRule::InputReversed => keyed.reverse(),
            SortRule::OnePass => {
                for i in 1..keyed.len() {
                    if keyed[i - 1].0 > keyed[i].0 {
                        keyed.swap(i - 1, i);
                    }
                }
            }
            SortRule::Pairs { odd_is_lost } => {
                keyed.sort_by_key(|&((level, _), _)| level);
                let by_type = keyed.chunk_by_mut(|a, b| a.0.0 == b.0.0);
                let mut kept = Vec::new();
                for of_type in by_type {
                    for pair in of_type.chunks_mut(2) {
                        pair.sort_by_key(|&(key, _)| key);
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
        type Keyed<T> = (u8, T, usize);
        let less = |a: Keyed<T>, b: Keyed<T>| {
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
