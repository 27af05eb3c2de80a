//! TimSort, comparison for comparison as CPython and V8 have it, where no run is much longer than the others.
//!
//! With a comparator that is no order, the result is whatever the algorithm makes of it. So
//! which elements are compared matters here, and the standard library's sort would not do.
//! The algorithm is described in CPython's `Objects/listsort.txt`: natural runs, short
//! ones lengthened by binary insertion, merged so that lengths stay balanced, by galloping
//! where one run wins many times in a row. When to merge is the one thing that CPython (since
//! 3.11) and V8 do each in its way; on runs of about one length, as those of shuffled hands
//! are, both merge as is done here.

use super::tie_break::Comparator;

/// A run wins so many times in a row before a merge begins to gallop.
const MIN_GALLOP: usize = 7;

/// Sorts by `less`, which need not be an order.
pub(crate) fn tim_sort<T: Copy>(values: &mut [T], less: impl Fn(T, T) -> bool) {
    let mut sort = TimSort { less, runs: Vec::new(), min_gallop: MIN_GALLOP, values };
    sort.run();
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

struct TimSort<'a, T, F> {
    values: &'a mut [T],
    less: F,
    /// Start and length of the runs that are not merged yet.
    runs: Vec<(usize, usize)>,
    min_gallop: usize,
}

/// Shorter runs are lengthened to this: half the least power of two that makes the number of
/// runs a power of two or little less.
fn min_run(mut length: usize) -> usize {
    let mut odd = 0;
    while length >= 64 {
        odd |= length & 1;
        length >>= 1;
    }
    length + odd
}

impl<T: Copy, F: Fn(T, T) -> bool> TimSort<'_, T, F> {
    fn run(&mut self) {
        let (length, min_run) = (self.values.len(), min_run(self.values.len()));
        let mut start = 0;
        while start < length {
            let natural = self.natural_run(start);
            let run = natural.max(min_run.min(length - start));
            self.insert(start, start + natural, start + run);
            self.runs.push((start, run));
            while let [.., (_, before), (_, last)] = self.runs[..]
                && before <= last
            {
                self.merge_last();
            }
            start += run;
        }
        while self.runs.len() > 1 {
            self.merge_last();
        }
    }

    /// Returns the length of the run that begins at `start`; turns it round if it descends.
    fn natural_run(&mut self, start: usize) -> usize {
        let rest = &mut self.values[start..];
        let less = &self.less;
        if rest.len() < 2 {
            return rest.len();
        }
        let descends = less(rest[1], rest[0]);
        let mut length = 2;
        while length < rest.len() && less(rest[length], rest[length - 1]) == descends {
            length += 1;
        }
        if descends {
            rest[..length].reverse();
        }
        length
    }

    /// Inserts what is from `sorted` to `end` into the run from `start`, by binary search.
    fn insert(&mut self, start: usize, sorted: usize, end: usize) {
        for i in sorted..end {
            let value = self.values[i];
            let (mut low, mut high) = (start, i);
            while low < high {
                let middle = low + (high - low) / 2;
                match (self.less)(value, self.values[middle]) {
                    true => high = middle,
                    false => low = middle + 1,
                }
            }
            self.values[low..=i].rotate_right(1);
        }
    }

    /// Merges the last two runs.
    fn merge_last(&mut self) {
        let [.., (start, first), (middle, second)] = self.runs[..] else { return };
        self.runs.truncate(self.runs.len() - 2);
        self.runs.push((start, first + second));
        let less = &self.less;
        let (a, b) = self.values[start..middle + second].split_at(first);
        // What of either run is in its place already takes no part.
        let skipped = gallop_right(less, b[0], a, 0);
        if skipped == first {
            return;
        }
        let end = middle + gallop_left(less, a[first - 1], b, second - 1);
        if end == middle {
            return;
        }
        let start = start + skipped;
        let runs = [self.values[start..middle].to_vec(), self.values[middle..end].to_vec()];
        let merged = self.merged([&runs[0], &runs[1]]);
        self.values[start..end].copy_from_slice(&merged);
    }

    /// Returns two runs as one, merged from the side of the shorter one: the head of a run is its first value, or its
    /// last. The far end of the shorter one is known to be the outermost of all.
    fn merged(&mut self, mut runs: [&[T]; 2]) -> Vec<T> {
        let less = &self.less;
        let from_end = runs[0].len() > runs[1].len();
        let (shorter, longer) = (usize::from(from_end), usize::from(!from_end));
        let is_done = |runs: [&[T]; 2]| runs[longer].is_empty() || runs[shorter].len() <= 1;
        let head_at = |run: &[T]| if from_end { run.len() - 1 } else { 0 };
        let mut merged = Vec::with_capacity(runs[0].len() + runs[1].len());
        let mut take = |run: &mut &[T], count: usize| match from_end {
            true => {
                let (rest, taken) = run.split_at(run.len() - count);
                merged.extend(taken.iter().rev());
                *run = rest;
            }
            false => {
                let (taken, rest) = run.split_at(count);
                merged.extend(taken);
                *run = rest;
            }
        };
        take(&mut runs[longer], 1);
        'merge: while !is_done(runs) {
            let mut wins = [0, 0];
            while wins.iter().all(|&wins| wins < self.min_gallop) {
                let [left, right] = runs.map(|run| run[head_at(run)]);
                let winner = usize::from(less(right, left) != from_end);
                take(&mut runs[winner], 1);
                (wins[winner], wins[1 - winner]) = (wins[winner] + 1, 0);
                if is_done(runs) {
                    break 'merge;
                }
            }
            self.min_gallop += 1;
            let mut longest = MIN_GALLOP;
            while longest >= MIN_GALLOP {
                self.min_gallop -= usize::from(self.min_gallop > 1);
                longest = 0;
                for (side, gallop) in [gallop_right, gallop_left].into_iter().enumerate() {
                    let (run, other) = (runs[side], runs[1 - side]);
                    let place = gallop(less, other[head_at(other)], run, head_at(run));
                    let count = if from_end { run.len() - place } else { place };
                    longest = longest.max(count);
                    for (run, count) in [(side, count), (1 - side, 1)] {
                        take(&mut runs[run], count);
                        if is_done(runs) {
                            break 'merge;
                        }
                    }
                }
            }
            self.min_gallop += 1;
        }
        for side in [longer, shorter] {
            let rest = runs[side].len();
            take(&mut runs[side], rest);
        }
        if from_end {
            merged.reverse();
        }
        merged
    }
}

/// Returns the place of `key` in a sorted run, before what is equal, searched from `hint`.
fn gallop_left<T: Copy>(less: &impl Fn(T, T) -> bool, key: T, run: &[T], hint: usize) -> usize {
    gallop(run.len(), hint, |i| less(run[i], key))
}

/// Returns the place of `key` in a sorted run, behind what is equal, searched from `hint`.
fn gallop_right<T: Copy>(less: &impl Fn(T, T) -> bool, key: T, run: &[T], hint: usize) -> usize {
    gallop(run.len(), hint, |i| !less(key, run[i]))
}

/// Returns the first place that is not before the wanted one: doubles the distance from `hint` until it is
/// passed, then searches in between.
fn gallop(length: usize, hint: usize, is_before: impl Fn(usize) -> bool) -> usize {
    let (mut last, mut offset) = (0, 1);
    let (mut low, mut high);
    if is_before(hint) {
        let most = length - hint;
        while offset < most && is_before(hint + offset) {
            (last, offset) = (offset, 2 * offset + 1);
        }
        (low, high) = (hint + last + 1, hint + offset.min(most));
    } else {
        let most = hint + 1;
        while offset < most && !is_before(hint - offset) {
            (last, offset) = (offset, 2 * offset + 1);
        }
        (low, high) = (hint + 1 - offset.min(most), hint - last);
    }
    while low < high {
        let middle = low + (high - low) / 2;
        match is_before(middle) {
            true => low = middle + 1,
            false => high = middle,
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use camel_cards::{Entry, Rules};

    use super::*;
    use crate::{
        inputs::{Random, Shape, generate},
        solution::{
            Solution,
            tie_break::{Comparator, TieBreak, TieBreakKey},
        },
    };

    /// The totals that Python 3.11 and Node 20 give for puzzles of these seeds, with labels looked up in a list
    /// that holds numbers for digits: sorted at once ascending and descending, then each type alone.
    const TOTALS: [(u64, Rules, [i128; 4]); 6] = [
        (1, Rules::Standard, [250354013, 249399203, 250356592, 249430474]),
        (1, Rules::Joker, [248397869, 247582481, 248374897, 247617893]),
        (2, Rules::Standard, [250235456, 250436766, 250212437, 250503655]),
        (2, Rules::Joker, [252415084, 252526921, 252431712, 252563255]),
        (3, Rules::Standard, [251784237, 250937888, 251800933, 250951815]),
        (3, Rules::Joker, [250604579, 249704971, 250598331, 249722461]),
    ];

    #[test]
    fn what_is_no_order_is_sorted_as_python_and_node_do() {
        for (seed, rules, totals) in TOTALS {
            let entries: Vec<Entry> = generate(Shape::Puzzle, None, seed).unwrap().collect();
            let sorts = [(false, false), (false, true), (true, false), (true, true)];
            for ((by_type, descending), total) in sorts.into_iter().zip(totals) {
                let mut solution = Solution::right(rules);
                solution.tie_break =
                    TieBreak::by(TieBreakKey::DigitsMissed(Comparator { by_type, descending }));
                assert_eq!(solution.total(&entries), Some(total), "{seed} {rules}");
            }
        }
    }

    #[test]
    fn what_is_an_order_is_sorted_stably() {
        let mut random = Random::new(1);
        for length in (0..200).chain([1_000, 5_000]) {
            for keys in [1, 3, 50, 1_000_000] {
                let mut values: Vec<(u64, usize)> =
                    (0..length).map(|i| (random.below(keys), i)).collect();
                // Runs, some of which descend.
                for run in values.chunks_mut(37).step_by(2) {
                    run.sort_by_key(|value| std::cmp::Reverse(value.0));
                }
                let mut sorted = values.clone();
                sorted.sort_by_key(|value| value.0);
                tim_sort(&mut values, |a, b| a.0 < b.0);
                assert_eq!(values, sorted);
            }
        }
    }
}
