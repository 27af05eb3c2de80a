//! TimSort with the same comparisons as in CPython and V8, as long as no run is much longer than the others.
//!
//! With an inconsistent comparator, the result depends on which elements the algorithm compares, so the standard
//! library's sort would give other results. CPython's `Objects/listsort.txt` describes the algorithm: natural runs,
//! short ones extended by binary insertion, are merged so that lengths stay balanced, by galloping if one run wins many
//! times in a row. CPython (since 3.11) and V8 differ only in when they merge. On runs of about equal length, as in
//! shuffled hands, both merge as this code does.
//!
//! Where they merge from the ends of runs, this code mirrors the runs and merges from their fronts.

/// The number of wins in a row after which a merge begins to gallop.
const MIN_GALLOP: usize = 7;

/// Sorts by `less`, which need not be an order.
pub(crate) fn tim_sort<T: Copy>(values: &mut [T], less: impl Fn(T, T) -> bool) {
    let mut sort = TimSort { less, runs: Vec::new(), min_gallop: MIN_GALLOP };
    let min_run = min_run(values.len());
    let mut rest = &values[..];
    while !rest.is_empty() {
        let run = sort.next_run(rest, min_run);
        rest = &rest[run.len()..];
        sort.runs.push(run);
        while matches!(&sort.runs[..], [.., before, last] if before.len() <= last.len()) {
            sort.merge_last();
        }
    }
    while sort.runs.len() > 1 {
        sort.merge_last();
    }
    values.copy_from_slice(&sort.runs.concat());
}

struct TimSort<T, F> {
    less: F,
    /// The runs that are not merged yet.
    runs: Vec<Vec<T>>,
    min_gallop: usize,
}

/// Returns the length to which shorter runs are extended: 32 to 64, chosen so that the number of runs is a power of two
/// or a little less. If `length` is less than 64, it is `length`.
fn min_run(mut length: usize) -> usize {
    let mut odd = 0;
    while length >= 64 {
        odd |= length & 1;
        length >>= 1;
    }
    length + odd
}

impl<T: Copy, F: Fn(T, T) -> bool> TimSort<T, F> {
    /// Returns the run at the start of `rest`, reversed if it descends. Extends a run shorter than `min_run` by binary
    /// insertion.
    fn next_run(&self, rest: &[T], min_run: usize) -> Vec<T> {
        let less = &self.less;
        let descends = rest.len() > 1 && less(rest[1], rest[0]);
        let pairs = rest.windows(2).take_while(|pair| less(pair[1], pair[0]) == descends);
        let natural = 1 + pairs.count();
        let mut run = rest[..natural].to_vec();
        if descends {
            run.reverse();
        }
        for &value in &rest[natural..natural.max(min_run.min(rest.len()))] {
            let place = search(0, run.len(), false, |i| !less(value, run[i]));
            run.insert(place, value);
        }
        run
    }

    /// Merges the last two runs.
    fn merge_last(&mut self) {
        let (Some(b), Some(a)) = (self.runs.pop(), self.runs.pop()) else { return };
        let less = &self.less;
        // Leave out the elements of both runs that are already in place.
        let (last, end) = (a[a.len() - 1], b.len() - 1);
        let start = gallop(a.len(), false, |i| !less(b[0], a[i]));
        let end = b.len() - gallop(b.len(), true, |i| !less(b[end - i], last));
        let merged = self.merged(&a[start..], &b[..end]);
        self.runs.push([&a[..start], &merged, &b[end..]].concat());
    }

    /// Merges two runs, from the side of the shorter one, whose last value is known to be the outermost of all.
    fn merged(&mut self, a: &[T], b: &[T]) -> Vec<T> {
        if a.is_empty() || b.is_empty() {
            return [a, b].concat();
        }
        let is_mirrored = a.len() > b.len();
        let mirrored = |run: &[T]| run.iter().rev().copied().collect::<Vec<T>>();
        let [short, long] = match is_mirrored {
            true => [mirrored(b), mirrored(a)],
            false => [a.to_vec(), b.to_vec()],
        };
        let less = |a, b| if is_mirrored { (self.less)(b, a) } else { (self.less)(a, b) };
        let mut runs = [&short[..], &long[..]];
        let mut merged = Vec::with_capacity(short.len() + long.len());
        // Moves the first values of a run, and returns whether there is more to merge.
        let mut take = |runs: &mut [&[T]; 2], side: usize, count: usize| {
            let (taken, rest) = runs[side].split_at(count);
            merged.extend(taken);
            runs[side] = rest;
            runs[0].len() > 1 && !runs[1].is_empty()
        };
        let mut is_more = take(&mut runs, 1, 1);
        'merge: while is_more {
            let mut wins = [0, 0];
            while wins[0].max(wins[1]) < self.min_gallop {
                let winner = usize::from(less(runs[1][0], runs[0][0]));
                (wins[winner], wins[1 - winner]) = (wins[winner] + 1, 0);
                is_more = take(&mut runs, winner, 1);
                if !is_more {
                    break 'merge;
                }
            }
            self.min_gallop += 1;
            let mut longest = MIN_GALLOP;
            while longest >= MIN_GALLOP {
                self.min_gallop -= usize::from(self.min_gallop > 1);
                longest = 0;
                for side in if is_mirrored { [1, 0] } else { [0, 1] } {
                    let (run, other) = (runs[side], runs[1 - side][0]);
                    let count = gallop(run.len(), is_mirrored, |i| match side {
                        0 => !less(other, run[i]),
                        _ => less(run[i], other),
                    });
                    longest = longest.max(count);
                    is_more = take(&mut runs, side, count) && take(&mut runs, 1 - side, 1);
                    if !is_more {
                        break 'merge;
                    }
                }
            }
            self.min_gallop += 1;
        }
        merged.extend(runs[1]);
        merged.extend(runs[0]);
        if is_mirrored { mirrored(&merged) } else { merged }
    }
}

/// Returns the number of values before the wanted place: doubles the distance until it passes the place, then uses
/// binary search.
fn gallop(length: usize, is_mirrored: bool, is_before: impl Fn(usize) -> bool) -> usize {
    if !is_before(0) {
        return 0;
    }
    let (mut last, mut offset) = (0, 1);
    while offset < length && is_before(offset) {
        (last, offset) = (offset, 2 * offset + 1);
    }
    search(last + 1, offset.min(length), is_mirrored, is_before)
}

/// Binary search for the first place from `low` to `high` that is not before the wanted one. Of two places in the
/// middle, tries the later one, or the earlier one in a mirrored run.
fn search(
    mut low: usize,
    mut high: usize,
    is_mirrored: bool,
    is_before: impl Fn(usize) -> bool,
) -> usize {
    while low < high {
        let middle = low + (high - low - usize::from(is_mirrored)) / 2;
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
            tie_break::{Comparator, Less, TieBreakKey},
        },
    };

    /// The totals that Python 3.11 and Node 20 give for puzzles of these seeds, if labels are looked up in a list that
    /// has numbers for digits: all hands sorted ascending and descending, then each type alone.
    const TOTALS: [(u64, Rules, [i128; 4]); 10] = [
        (1, Rules::Standard, [250354013, 249399203, 250356592, 249430474]),
        (1, Rules::Joker, [248397869, 247582481, 248374897, 247617893]),
        (2, Rules::Standard, [250235456, 250436766, 250212437, 250503655]),
        (2, Rules::Joker, [252415084, 252526921, 252431712, 252563255]),
        (3, Rules::Standard, [251784237, 250937888, 251800933, 250951815]),
        (3, Rules::Joker, [250604579, 249704971, 250598331, 249722461]),
        (8, Rules::Standard, [255580649, 255568066, 255579791, 255552387]),
        (8, Rules::Joker, [254745090, 254784822, 254691970, 254694263]),
        (92, Rules::Standard, [252478193, 251677047, 252497147, 251659894]),
        (92, Rules::Joker, [251973185, 251175964, 252000211, 251166563]),
    ];

    /// The totals that Python 3.11 gives if any weaker card decides, if no stronger card does, and if cards are compared
    /// whatever the types: all hands sorted ascending and descending for each.
    const OTHER_TOTALS: [(u64, Rules, [i128; 6]); 6] = [
        (1, Rules::Standard, [249941694, 251726775, 251752809, 249841365, 248177387, 253993967]),
        (1, Rules::Joker, [248447699, 249517603, 249882981, 248365998, 250977388, 253328823]),
        (2, Rules::Standard, [250544812, 250181864, 250119475, 250366450, 249441871, 247775643]),
        (2, Rules::Joker, [252728377, 252246793, 252287365, 252631049, 249263120, 249522228]),
        (3, Rules::Standard, [250212584, 251207197, 251268216, 250640160, 248837607, 253759442]),
        (3, Rules::Joker, [249099904, 250273565, 249991110, 249074834, 252263095, 253563411]),
    ];

    fn assert_total(seed: u64, rules: Rules, comparator: Comparator, total: i128) {
        let entries: Vec<Entry> = generate(Shape::Puzzle, None, seed).unwrap().collect();
        let mut solution = Solution::right(rules);
        solution.tie_break.key = TieBreakKey::Inconsistent(comparator);
        assert_eq!(solution.total(&entries), Some(total), "{seed} {rules} {comparator:?}");
    }

    #[test]
    fn what_is_no_order_is_sorted_as_python_and_node_do() {
        for (seed, rules, totals) in TOTALS {
            let sorts = [(false, false), (false, true), (true, false), (true, true)];
            for ((by_type, descending), total) in sorts.into_iter().zip(totals) {
                let comparator = Comparator { less: Less::DigitsMissed, by_type, descending };
                assert_total(seed, rules, comparator, total);
            }
        }
        for (seed, rules, totals) in OTHER_TOTALS {
            let each = [Less::AnyWeaker, Less::NoneStronger, Less::AnyType];
            let each = each.into_iter().flat_map(|less| [(less, false), (less, true)]);
            for ((less, descending), total) in each.zip(totals) {
                assert_total(seed, rules, Comparator { less, by_type: false, descending }, total);
            }
        }
    }

    /// Numbers sorted by a relation that is far from an order: the sums of value × place that both give.
    const SUMS: [(i128, [i128; 6]); 3] = [
        (65, [64418, 66213, 65604, 65283, 70610, 67805]),
        (500, [31246389, 30314392, 30932304, 31219959, 30113321, 30043814]),
        (2000, [1990083342, 1997144903, 1999834434, 1991173114, 1994038969, 1993386627]),
    ];

    #[test]
    fn what_is_far_from_an_order_is_sorted_as_python_and_node_do() {
        for (length, sums) in SUMS {
            let relations = [(3, 2), (3, 3), (3, 4), (5, 2), (5, 3), (5, 4)];
            for ((factor, below), sum) in relations.into_iter().zip(sums) {
                let mut values: Vec<i128> = (0..length).map(|i| i * 7919 % length).collect();
                tim_sort(&mut values, |a, b| (a * a + factor * b) % 7 < below);
                let found: i128 = values.iter().zip(1..).map(|(value, place)| value * place).sum();
                assert_eq!(found, sum, "{length} {factor} {below}");
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
