//! TimSort, comparison for comparison as CPython and V8 have it.
//!
//! With a comparator that is no order, the result is whatever the algorithm makes of it. So
//! which elements are compared matters here, and the standard library's sort would not do.
//! The algorithm is described in CPython's `Objects/listsort.txt`: natural runs, short
//! ones lengthened by binary insertion, merged so that lengths stay balanced, by galloping
//! where one run wins many times in a row.

/// A run wins so many times in a row before a merge begins to gallop.
const MIN_GALLOP: usize = 7;

/// Sorts by `less`, which need not be an order.
pub(crate) fn tim_sort<T: Copy>(values: &mut [T], less: impl Fn(T, T) -> bool) {
    let mut sort = TimSort { less, runs: Vec::new(), min_gallop: MIN_GALLOP, values };
    sort.run();
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
            self.merge_unbalanced();
            start += run;
        }
        while self.runs.len() > 1 {
            let last = self.runs.len() - 2;
            let is_smaller = last > 0 && self.runs[last - 1].1 < self.runs[last + 1].1;
            self.merge(last - usize::from(is_smaller));
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

    /// Merges until each run is longer than the two after it together, and than the one after it.
    fn merge_unbalanced(&mut self) {
        let length = |runs: &[(usize, usize)], i: usize| runs[i].1;
        while self.runs.len() > 1 {
            let (runs, last) = (&self.runs, self.runs.len() - 2);
            let unbalanced =
                |i: usize| length(runs, i - 1) <= length(runs, i) + length(runs, i + 1);
            if last > 0 && unbalanced(last) || last > 1 && unbalanced(last - 1) {
                let is_smaller = length(runs, last - 1) < length(runs, last + 1);
                self.merge(last - usize::from(is_smaller));
            } else if length(runs, last) <= length(runs, last + 1) {
                self.merge(last);
            } else {
                break;
            }
        }
    }

    /// Merges runs `i` and `i + 1`.
    fn merge(&mut self, i: usize) {
        let ((start, first), (middle, second)) = (self.runs[i], self.runs[i + 1]);
        self.runs[i].1 = first + second;
        self.runs.remove(i + 1);
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
        match middle - start <= end - middle {
            true => self.merge_low(start, middle, end),
            false => self.merge_high(start, middle, end),
        }
    }

    /// Merges from the left, with the left run, the shorter one, set aside.
    fn merge_low(&mut self, start: usize, middle: usize, end: usize) {
        let (less, values) = (&self.less, &mut *self.values);
        let left = values[start..middle].to_vec();
        // What is left of both runs is `left[a..]` and `values[b..end]`; `to` is where the next goes.
        let (mut a, mut b, mut to) = (0, middle + 1, start + 1);
        values[start] = values[middle];
        // The last of the left run is known to be the greatest of all.
        'merge: while b < end && a + 1 < left.len() {
            let (mut a_wins, mut b_wins) = (0, 0);
            while a_wins < self.min_gallop && b_wins < self.min_gallop {
                if less(values[b], left[a]) {
                    values[to] = values[b];
                    (b, b_wins, a_wins) = (b + 1, b_wins + 1, 0);
                } else {
                    values[to] = left[a];
                    (a, a_wins, b_wins) = (a + 1, a_wins + 1, 0);
                }
                to += 1;
                if b == end || a + 1 == left.len() {
                    break 'merge;
                }
            }
            self.min_gallop += 1;
            loop {
                self.min_gallop -= usize::from(self.min_gallop > 1);
                let a_run = gallop_right(less, values[b], &left[a..], 0);
                values[to..to + a_run].copy_from_slice(&left[a..a + a_run]);
                (a, to) = (a + a_run, to + a_run);
                if a_run > 0 && a + 1 >= left.len() {
                    break 'merge;
                }
                values[to] = values[b];
                (b, to) = (b + 1, to + 1);
                if b == end {
                    break 'merge;
                }
                let b_run = gallop_left(less, left[a], &values[b..end], 0);
                values.copy_within(b..b + b_run, to);
                (b, to) = (b + b_run, to + b_run);
                if b_run > 0 && b == end {
                    break 'merge;
                }
                values[to] = left[a];
                (a, to) = (a + 1, to + 1);
                if a + 1 == left.len() {
                    break 'merge;
                }
                if a_run < MIN_GALLOP && b_run < MIN_GALLOP {
                    break;
                }
            }
            self.min_gallop += 1;
        }
        if a + 1 == left.len() {
            values.copy_within(b..end, to);
            to += end - b;
        }
        values[to..to + left.len() - a].copy_from_slice(&left[a..]);
    }

    /// Merges from the right, with the right run, the shorter one, set aside.
    fn merge_high(&mut self, start: usize, middle: usize, end: usize) {
        let (less, values) = (&self.less, &mut *self.values);
        let right = values[middle..end].to_vec();
        // What is left of both runs is `values[start..a]` and `right[..b]`; the next goes before `to`.
        let (mut a, mut b, mut to) = (middle - 1, right.len(), end - 1);
        values[to] = values[a];
        // The first of the right run is known to be the least of all.
        'merge: while a > start && b > 1 {
            let (mut a_wins, mut b_wins) = (0, 0);
            while a_wins < self.min_gallop && b_wins < self.min_gallop {
                to -= 1;
                if less(right[b - 1], values[a - 1]) {
                    values[to] = values[a - 1];
                    (a, a_wins, b_wins) = (a - 1, a_wins + 1, 0);
                } else {
                    values[to] = right[b - 1];
                    (b, b_wins, a_wins) = (b - 1, b_wins + 1, 0);
                }
                if a == start || b == 1 {
                    break 'merge;
                }
            }
            self.min_gallop += 1;
            loop {
                self.min_gallop -= usize::from(self.min_gallop > 1);
                let kept = gallop_right(less, right[b - 1], &values[start..a], a - start - 1);
                let a_run = a - start - kept;
                values.copy_within(a - a_run..a, to - a_run);
                (a, to) = (a - a_run, to - a_run);
                if a_run > 0 && a == start {
                    break 'merge;
                }
                to -= 1;
                b -= 1;
                values[to] = right[b];
                if b == 1 {
                    break 'merge;
                }
                let b_run = b - gallop_left(less, values[a - 1], &right[..b], b - 1);
                values[to - b_run..to].copy_from_slice(&right[b - b_run..b]);
                (b, to) = (b - b_run, to - b_run);
                if b_run > 0 && b <= 1 {
                    break 'merge;
                }
                to -= 1;
                a -= 1;
                values[to] = values[a];
                if a == start {
                    break 'merge;
                }
                if a_run < MIN_GALLOP && b_run < MIN_GALLOP {
                    break;
                }
            }
            self.min_gallop += 1;
        }
        if b == 1 {
            let rest = a - start;
            values.copy_within(start..a, to - rest);
            to -= rest;
        }
        values[to - b..to].copy_from_slice(&right[..b]);
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
            sorting::Comparator,
            tie_break::{TieBreak, TieBreakKey},
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
