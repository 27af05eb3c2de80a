//! Candidates: the total of every single mistake and of every pair on one input.

mod level_totals;
mod read_entries;

use camel_cards::{Card, Entry, Rules};

use crate::{
    mistakes::{
        change::{Axis, Change, LabelChange},
        id::{MistakeName, Origin},
        mistake::Mistake,
    },
    solution::{
        Solution,
        reading::ReadRule,
        types::{AssignedType, TypeAssignment, TypeOrder, TypeTable},
    },
};
use level_totals::{LevelTotals, Levels};
use read_entries::ReadEntries;

/// Above this many entries labels are not tried together with tie-breaks.
const ENTRIES_MAX_ALL_PAIRS: usize = 5_000;
/// Above this many entries no pairs are tried.
const ENTRIES_MAX_PAIRS: usize = 50_000;

/// What a search has tried and found.
#[derive(Debug, Default)]
pub(crate) struct Candidates {
    pub(crate) matches: Vec<Match>,
    /// The totals of the candidates of one, of two and of three mistakes.
    totals: [TriedTotals; 3],
}

/// Sorted totals of candidates.
#[derive(Debug, Default)]
struct TriedTotals {
    all: Vec<i128>,
    /// Those of candidates whose mistakes all have names.
    named: Vec<i128>,
}

impl Candidates {
    /// Returns the sorted totals of the candidates of so many mistakes, from 1 to 3:
    /// of all, or of those whose mistakes all have names.
    pub(crate) fn totals(&self, mistakes: usize, named: bool) -> &[i128] {
        let totals = &self.totals[mistakes - 1];
        if named { &totals.named } else { &totals.all }
    }

    /// Returns how many candidates were tried.
    pub(crate) fn count(&self) -> usize {
        self.totals.iter().map(|totals| totals.all.len()).sum()
    }
}

/// Mistakes that give one of the wanted totals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Match {
    pub(crate) total: i128,
    /// Their indices, from 1 to 3 of them, in the order in which they apply.
    pub(crate) mistakes: Vec<usize>,
}

/// Tries every single mistake and, if the input is not too large, pairs. If no
/// candidate whose mistakes all have names gives a wanted total, J1 is also tried with any
/// two mistakes on the types.
///
/// `entries.len()` × the sum of bids must be below 2¹²⁷, and `wanted` sorted.
pub(crate) fn search(
    rules: Rules,
    entries: &[Entry],
    mistakes: &[Mistake],
    wanted: &[i128],
) -> Candidates {
    let mut search = CandidateSearch::new(rules, entries, mistakes, wanted);
    search.singles_and_pairs();
    let jack = mistakes.iter().position(|mistake| *mistake.id() == MistakeName::J1);
    let is_named = |matched: &Match| matched.mistakes.iter().all(|&i| mistakes[i].is_named());
    if let Some(jack) = jack
        && !search.candidates.matches.iter().any(is_named)
    {
        let is_matched = !search.candidates.matches.is_empty();
        search.two_types_with(jack);
        if is_matched {
            search
                .candidates
                .matches
                .retain(|matched| matched.mistakes.len() < 3 || is_named(matched));
        }
    }
    let mut candidates = search.candidates;
    for totals in &mut candidates.totals {
        totals.all.sort_unstable();
        totals.named.sort_unstable();
    }
    candidates
}

struct CandidateSearch<'a> {
    rules: Rules,
    entries: &'a [Entry],
    mistakes: &'a [Mistake],
    wanted: &'a [i128],
    /// How many mistakes a candidate has at most.
    mistakes_max: usize,
    candidates: Candidates,
}

impl<'a> CandidateSearch<'a> {
    fn new(
        rules: Rules,
        entries: &'a [Entry],
        mistakes: &'a [Mistake],
        wanted: &'a [i128],
    ) -> CandidateSearch<'a> {
        let mistakes_max = if entries.len() > ENTRIES_MAX_PAIRS { 1 } else { 2 };
        let candidates = Candidates::default();
        CandidateSearch { rules, entries, mistakes, wanted, mistakes_max, candidates }
    }

    fn singles_and_pairs(&mut self) {
        let right = Solution::right(self.rules);
        self.tie_breaks(&right, &[]);
        for i in self.on(Axis::Reading) {
            let solution = self.with(&right, &[i]);
            let loses = solution.reading.read(self.entries).len() < self.entries.len();
            // A dictionary without repeats loses nothing.
            if loses || solution.reading == ReadRule::ByteOrderMark {
                self.tie_breaks(&solution, &[i]);
            }
        }
        for i in self.on(Axis::Ranking) {
            let mistake = &self.mistakes[i];
            if matches!(mistake.change, Change::Ranking(ranking) if ranking.sorts_otherwise())
                && let Some(total) = mistake.solution(self.rules).total(self.entries)
            {
                self.record(total, &[i]);
            }
        }
    }

    /// Tries two mistakes on the types on top of mistake `first`.
    fn two_types_with(&mut self, first: usize) {
        let base = self.with(&Solution::right(self.rules), &[first]);
        self.mistakes_max = 3;
        self.types(&base, &self.read(&base), &[first]);
    }

    fn on(&self, axis: Axis) -> Vec<usize> {
        (0..self.mistakes.len()).filter(|&i| self.mistakes[i].change.axis() == axis).collect()
    }

    fn with(&self, base: &Solution, mistakes: &[usize]) -> Solution {
        let mut solution = base.clone();
        for &i in mistakes {
            self.mistakes[i].change.apply(&mut solution);
        }
        solution
    }

    fn read(&self, solution: &Solution) -> ReadEntries {
        ReadEntries::new(solution.reading, self.mistakes, self.entries)
    }

    fn record(&mut self, total: i128, mistakes: &[usize]) {
        let totals = &mut self.candidates.totals[mistakes.len() - 1];
        totals.all.push(total);
        if mistakes.iter().all(|&i| self.mistakes[i].is_named()) {
            totals.named.push(total);
        }
        if self.wanted.binary_search(&total).is_ok() {
            self.candidates.matches.push(Match { total, mistakes: mistakes.to_vec() });
        }
    }

    /// Tries the axes of labels and tie-breaks, and the axes below them, on top of
    /// the mistakes of `path`, which `base` makes.
    fn tie_breaks(&mut self, base: &Solution, path: &[usize]) {
        let read = self.read(base);
        self.types(base, &read, path);
        if path.len() == self.mistakes_max {
            return;
        }
        let (labels, tie_breaks) = (self.on(Axis::Labels), self.on(Axis::TieBreak));
        for &i in labels.iter().chain(&tie_breaks) {
            self.types(&self.with(base, &[i]), &read, &[path, &[i]].concat());
        }
        if !path.is_empty() || self.entries.len() > ENTRIES_MAX_ALL_PAIRS {
            return;
        }
        for pair in self.label_pairs(&labels, &tie_breaks) {
            self.types(&self.with(base, &pair), &read, &pair);
        }
    }

    /// Returns the pairs of labels with tie-breaks of which one has a name, and of
    /// J's value with another label's.
    fn label_pairs(&self, labels: &[usize], tie_breaks: &[usize]) -> Vec<[usize; 2]> {
        // K7 is a family of values and not one mistake.
        let is_likely = |i: usize| {
            let mistake = &self.mistakes[i];
            mistake.origin() == Origin::Observed && *mistake.id() != MistakeName::K7
        };
        let is_joker = |i: usize| {
            let change = self.mistakes[i].change;
            matches!(change, Change::Labels(LabelChange::Value(Card::Jack, _)))
        };
        let mut pairs = Vec::new();
        for &i in labels {
            let with_ties =
                tie_breaks.iter().filter(|&&j| self.mistakes[i].is_named() || is_likely(j));
            pairs.extend(with_ties.map(|&j| [i, j]));
            if is_joker(i) {
                pairs.extend(labels.iter().filter(|&&j| !is_joker(j)).map(|&j| [i, j]));
            }
        }
        pairs
    }

    /// Tries the axes of types and type orders, and rankings on top of them.
    fn types(&mut self, base: &Solution, read: &ReadEntries, path: &[usize]) {
        let TypeAssignment::ByClass(table) = &base.types else { return };
        let right_levels = class_levels(table, &base.type_order);
        if path.len() == self.mistakes_max {
            self.record(read.total(base, &right_levels), path);
            return;
        }
        let order = read.sorted(base.tie_break, &base.labels);
        let totals = read.totals_by_class(&order);
        self.rankings(&totals, &right_levels, path);
        let on_types = [self.on(Axis::Types), self.on(Axis::TypeOrder)].concat();
        for (n, &i) in on_types.iter().enumerate() {
            let (solution, path) = (self.with(base, &[i]), [path, &[i]].concat());
            let is_full = path.len() == self.mistakes_max;
            match &solution.types {
                TypeAssignment::ByClass(table) => {
                    self.rankings(&totals, &class_levels(table, &solution.type_order), &path);
                    for &j in on_types[n + 1..].iter().filter(|_| !is_full) {
                        if self.mistakes[i].change.excludes(&self.mistakes[j].change) {
                            continue;
                        }
                        let both = self.with(&solution, &[j]);
                        if let TypeAssignment::ByClass(table) = &both.types {
                            let total = totals.total(&class_levels(table, &both.type_order));
                            self.record(total, &[&path[..], &[j]].concat());
                        }
                    }
                }
                TypeAssignment::JokersBecome(_) => {
                    let totals = read.totals_by_type(&order, i);
                    self.rankings(&totals, &type_levels(&solution.type_order), &path);
                    for j in self.on(Axis::TypeOrder).into_iter().filter(|_| !is_full) {
                        let levels = type_levels(&self.with(&solution, &[j]).type_order);
                        self.record(totals.total(&levels), &[&path[..], &[j]].concat());
                    }
                }
            }
        }
    }

    fn rankings(&mut self, totals: &LevelTotals, levels: &Levels, path: &[usize]) {
        let total = totals.total(levels);
        if !path.is_empty() {
            self.record(total, path);
        }
        if path.len() == self.mistakes_max {
            return;
        }
        for i in self.on(Axis::Ranking) {
            if let Change::Ranking(ranking) = self.mistakes[i].change
                && let Some(total) = totals.ranked(ranking, total, levels)
            {
                self.record(total, &[path, &[i]].concat());
            }
        }
    }
}

/// The level of each hand class; 0 for a hand that a byte-order mark spoiled.
fn class_levels(table: &TypeTable, order: &TypeOrder) -> Levels {
    std::array::from_fn(|class| {
        table.get(class).map_or(0, |assigned: &AssignedType| order[assigned.index()])
    })
}

/// The level of each assigned type; 0 for a hand that a byte-order mark spoiled.
fn type_levels(order: &TypeOrder) -> Levels {
    std::array::from_fn(|assigned| order.get(assigned).copied().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use camel_cards::Hand;

    use super::*;
    use crate::mistakes::mistakes;

    /// Few labels and few bids, so that there are ties and repeats of all kinds.
    fn input(seed: u64) -> Vec<Entry> {
        let mut state = seed;
        let mut below = move |n: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % n
        };
        (0..60)
            .map(|_| {
                let cards =
                    std::array::from_fn(|_| Card::ALL[[9, 9, 0, 8, 12, 11, 5][below(7) as usize]]);
                Entry { hand: Hand::new(cards), bid: below(40) + (below(4) << 30) }
            })
            .collect()
    }

    /// Each total of the search is that of the solution, which really sorts.
    #[test]
    fn sums_agree_with_sorting() {
        for rules in Rules::ALL {
            for seed in 0..3 {
                let entries = input(seed);
                let mistakes = mistakes(rules);
                let single: Vec<i128> = mistakes
                    .iter()
                    .map(|mistake| mistake.solution(rules).total(&entries).unwrap())
                    .collect();
                let mut wanted = single.clone();
                wanted.sort_unstable();
                let mut search = CandidateSearch::new(rules, &entries, &mistakes, &wanted);
                search.singles_and_pairs();
                let matches = std::mem::take(&mut search.candidates.matches);
                for (i, &total) in single.iter().enumerate() {
                    let same_as_right = match &mistakes[i].change {
                        Change::Reading(reading) => {
                            reading.read(&entries).len() == entries.len()
                                && *reading != ReadRule::ByteOrderMark
                        }
                        _ => false,
                    };
                    let found = Match { total, mistakes: vec![i] };
                    assert!(same_as_right || matches.contains(&found), "{}", mistakes[i].id());
                }
                assert!(matches.len() > 2 * single.len());
                for Match { total, mistakes } in &matches {
                    let solution = search.with(&Solution::right(rules), mistakes);
                    let ids: Vec<_> = mistakes.iter().map(|&i| search.mistakes[i].id()).collect();
                    assert_eq!(solution.total(&entries), Some(*total), "{ids:?}");
                }
            }
        }
    }
}
