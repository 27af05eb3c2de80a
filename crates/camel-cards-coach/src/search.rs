//! The search: the totals of single mistakes and of mistakes made together, on one input.

mod candidate_totals;
mod level_totals;
mod plan;
mod prepared;

use camel_cards::{Entry, Rules};

use crate::{
    mistakes::{
        change::{Axis, Change},
        id::MistakeName,
        mistake::Mistake,
    },
    solution::{
        Solution,
        procedure::Procedure,
        types::{TypeAssignment, TypeOrder, TypeTable},
    },
};
pub(crate) use candidate_totals::{CandidateTotals, Simplicity};
use level_totals::Levels;
#[cfg(test)]
pub(crate) use plan::is_no_order;
pub use plan::{Omissions, OmittedPairs};
use plan::{SearchPlan, Step, on};
use prepared::{PreparedEntries, SharedProcedure};

/// What a search has tried and found.
#[derive(Debug, Default)]
pub(crate) struct SearchOutcome {
    pub(crate) matches: Vec<Match>,
    pub(crate) totals: CandidateTotals,
    pub(crate) omissions: Omissions,
}

/// Above this many entries no pairs are tried.
const ENTRIES_MAX_PAIRS: usize = 50_000;

/// Mistakes that give one of the wanted totals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Match {
    pub(crate) total: i128,
    /// Their indices, from 1 to 4 of them, in the order in which they apply.
    pub(crate) mistakes: Vec<usize>,
}

/// How far a search is: how many of its sorts are done, and how many there are. It goes on as long as this
/// returns `true`.
pub(crate) type Watch<'a> = dyn FnMut(usize, usize) -> bool + 'a;

/// The search was stopped by its [`Watch`].
#[derive(Debug)]
pub(crate) struct SearchStop;

/// What to search.
#[derive(Clone, Copy)]
pub(crate) struct SearchSpace<'a> {
    pub(crate) rules: Rules,
    pub(crate) entries: &'a [Entry],
    pub(crate) mistakes: &'a [Mistake],
    /// The wanted totals, sorted.
    pub(crate) wanted: &'a [i128],
    /// Whether mistakes made together are tried, too, unless there are too many entries.
    pub(crate) pairs: bool,
}

/// Tries every single mistake and pairs, as many as the size of the input allows. If no
/// candidate whose mistakes all have names gives a wanted total, J1 is also tried with any
/// two mistakes on the types.
///
/// `entries.len()` × the sum of bids must be below 2¹²⁷.
pub(crate) fn search(
    space: SearchSpace<'_>,
    watch: &mut Watch<'_>,
) -> Result<SearchOutcome, SearchStop> {
    let mut search = Search::new(space);
    search.singles_and_pairs(watch)?;
    let mistakes = space.mistakes;
    let jack = mistakes.iter().position(|mistake| *mistake.id() == MistakeName::J1);
    let is_named = |matched: &Match| matched.mistakes.iter().all(|&i| mistakes[i].is_named());
    if let Some(jack) = jack
        && search.mistakes_max > 1
        && !search.outcome.matches.iter().any(is_named)
    {
        let is_matched = !search.outcome.matches.is_empty();
        search.two_types_with(jack);
        if is_matched {
            let matches = &mut search.outcome.matches;
            matches.retain(|matched| matched.mistakes.len() < 3 || is_named(matched));
        }
    }
    search.outcome.totals.sort();
    Ok(search.outcome)
}

/// Tries each mistake on top of those of `assumed`, which are made together.
pub(crate) fn search_from(
    space: SearchSpace<'_>,
    assumed: &[usize],
    watch: &mut Watch<'_>,
) -> Result<SearchOutcome, SearchStop> {
    let mut search = Search::new(space);
    let all = space.mistakes.len();
    for i in 0..all {
        if !watch(i, all) {
            return Err(SearchStop);
        }
        if search.is_possible(assumed, i) {
            let path = [assumed, &[i]].concat();
            let solution = search.with(&path);
            let order = search.prepared.sorted_as(&solution, &path);
            if let Some(total) = search.total(&solution, &order) {
                search.record(total, &path);
            }
        }
    }
    search.outcome.totals.sort();
    Ok(search.outcome)
}

struct Search<'a> {
    space: SearchSpace<'a>,
    prepared: PreparedEntries<'a>,
    /// How many mistakes a candidate has at most.
    mistakes_max: usize,
    /// The mistakes whose totals follow from sums.
    on_types: Vec<usize>,
    procedures: Vec<SharedProcedure>,
    /// Whether two mistakes contradict each other.
    contradict: Vec<bool>,
    outcome: SearchOutcome,
}

impl<'a> Search<'a> {
    fn new(space: SearchSpace<'a>) -> Search<'a> {
        let SearchSpace { mistakes, entries, pairs, .. } = space;
        let contradict =
            (mistakes.iter()).flat_map(|a| mistakes.iter().map(move |b| a.contradicts(b)));
        let mut on_types = [on(mistakes, Axis::Types), on(mistakes, Axis::TypeOrder)].concat();
        on_types.retain(|&i| !mistakes[i].change.sorts_alone());
        let shared = |(i, mistake): (usize, &Mistake)| match mistake.change {
            Change::Procedure(procedure) if procedure.shares_order() => {
                Some(SharedProcedure::new(i, procedure, entries))
            }
            _ => None,
        };
        Search {
            space,
            prepared: PreparedEntries::new(mistakes, entries),
            mistakes_max: if pairs && entries.len() <= ENTRIES_MAX_PAIRS { 2 } else { 1 },
            on_types,
            procedures: mistakes.iter().enumerate().filter_map(shared).collect(),
            contradict: contradict.collect(),
            outcome: SearchOutcome::default(),
        }
    }

    /// Whether mistake `i` can be made together with all of `path`.
    fn is_possible(&self, path: &[usize], i: usize) -> bool {
        let count = self.space.mistakes.len();
        path.iter().all(|&other| !self.contradict[other * count + i])
    }

    fn singles_and_pairs(&mut self, watch: &mut Watch<'_>) -> Result<(), SearchStop> {
        let SearchSpace { mistakes, entries, .. } = self.space;
        let mut plan = SearchPlan::new(mistakes, entries, |path, i| self.is_possible(path, i));
        if self.mistakes_max == 1 {
            plan.steps.retain(|step| step.path().len() < 2);
            plan.omissions.pairs = OmittedPairs::All;
        }
        self.outcome.omissions = plan.omissions;
        // What changes nothing alone, as a total that fits, is no candidate on top of others.
        let right = self.prepared.sorted_as(&self.with(&[]), &[]);
        let total = self.prepared.total(Procedure::Right, &right);
        self.procedures.retain(|shared| shared.total(&right) != total);
        for (done, step) in plan.steps.iter().enumerate() {
            if !watch(done, plan.steps.len()) {
                return Err(SearchStop);
            }
            match step {
                Step::Levels(path) => self.types(path),
                Step::Sorted(path) => self.sorted(path),
            }
        }
        Ok(())
    }

    /// Tries two mistakes on the types on top of mistake `first`.
    fn two_types_with(&mut self, first: usize) {
        self.mistakes_max = 3;
        self.types(&[first]);
    }

    fn with(&self, path: &[usize]) -> Solution {
        Mistake::solution_of(path.iter().map(|&i| &self.space.mistakes[i]), self.space.rules)
    }

    fn with_one_more(&self, base: &Solution, i: usize) -> Solution {
        let mut solution = base.clone();
        self.space.mistakes[i].change.apply(&mut solution);
        solution
    }

    /// Returns the total of a solution that sorts all entries into this order.
    fn total(&self, solution: &Solution, order: &[u32]) -> Option<i128> {
        let is_it = |shared: &&SharedProcedure| shared.procedure == solution.procedure;
        match self.procedures.iter().find(is_it) {
            Some(shared) => shared.total(order),
            None if solution.procedure.replaces() => solution.total(self.space.entries),
            None => self.prepared.total(solution.procedure, order),
        }
    }

    fn record(&mut self, total: i128, path: &[usize]) {
        let made = path.iter().map(|&i| &self.space.mistakes[i]);
        self.outcome.totals.add(total, Simplicity::of(made));
        if self.space.wanted.binary_search(&total).is_ok() {
            self.outcome.matches.push(Match { total, mistakes: path.to_vec() });
        }
    }

    /// Tries a solution that sorts alone, and procedures on top of it.
    fn sorted(&mut self, path: &[usize]) {
        let solution = self.with(path);
        let order = self.prepared.sorted_as(&solution, path);
        if let Some(total) = self.total(&solution, &order) {
            self.record(total, path);
        }
        self.procedures(&order, path);
    }

    /// Tries types and type orders, and procedures, on top of the mistakes of `path`.
    fn types(&mut self, path: &[usize]) {
        let base = self.with(path);
        let TypeAssignment::ByClass(table) = &base.types else { return };
        let right_levels = class_levels(table, &base.type_order);
        let order = self.prepared.sorted(base.tie_break, &base.labels);
        self.levels(&order, None, &right_levels, path);
        if path.len() == self.mistakes_max {
            return;
        }
        let totals = self.prepared.totals(&order, &self.prepared.classes);
        let on_types: Vec<usize> =
            self.on_types.iter().copied().filter(|&i| self.is_possible(path, i)).collect();
        for (n, &i) in on_types.iter().enumerate() {
            let (solution, path) = (self.with_one_more(&base, i), [path, &[i]].concat());
            let levels_of = |solution: &Solution| match &solution.types {
                TypeAssignment::ByClass(table) => class_levels(table, &solution.type_order),
                TypeAssignment::ByHand(_) => type_levels(&solution.type_order),
            };
            let levels = levels_of(&solution);
            let by_hand = self.prepared.assigned(i);
            if path.len() == self.mistakes_max {
                match by_hand {
                    None => self.record(totals.total(&levels), &path),
                    Some(_) => self.levels(&order, Some(i), &levels, &path),
                }
                continue;
            }
            let of_hands = by_hand.map(|assigned| self.prepared.totals(&order, assigned));
            self.levels(&order, Some(i), &levels, &path);
            for &j in &on_types[n + 1..] {
                if self.is_possible(&[i], j) {
                    let both = levels_of(&self.with_one_more(&solution, j));
                    let total = of_hands.as_ref().unwrap_or(&totals).total(&both);
                    self.record(total, &[&path[..], &[j]].concat());
                }
            }
        }
    }

    /// Tries the order that levels make of an order by tie-break, and procedures on top of it. The levels are those
    /// of hand classes, or of the types that mistake `of_types` assigns by hand.
    fn levels(&mut self, order: &[u32], of_types: Option<usize>, levels: &Levels, path: &[usize]) {
        let groups = of_types.and_then(|i| self.prepared.assigned(i));
        let groups = groups.unwrap_or(&self.prepared.classes);
        let order = self.prepared.by_level(order, groups, levels);
        if !path.is_empty()
            && let Some(total) = self.prepared.total(Procedure::Right, &order)
        {
            self.record(total, path);
        }
        self.procedures(&order, path);
    }

    /// Tries all procedures that share the order of entries, on top of the mistakes of `path`.
    fn procedures(&mut self, order: &[u32], path: &[usize]) {
        if path.len() == self.mistakes_max {
            return;
        }
        let procedures = std::mem::take(&mut self.procedures);
        for shared in &procedures {
            if self.is_possible(path, shared.mistake)
                && let Some(total) = shared.total(order)
            {
                self.record(total, &[path, &[shared.mistake]].concat());
            }
        }
        self.procedures = procedures;
    }
}

/// The level of each hand class.
fn class_levels(table: &TypeTable, order: &TypeOrder) -> Levels {
    table.map(|assigned| order[assigned.index()])
}

/// The level of each assigned type, by group.
fn type_levels(order: &TypeOrder) -> Levels {
    std::array::from_fn(|assigned| order.get(assigned).copied().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use camel_cards::{Card, Hand};

    use super::*;
    use crate::{
        inputs::{Shape, generate},
        mistakes::mistakes,
    };

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
                let right = Solution::right(rules).total(&entries);
                let single: Vec<i128> = mistakes
                    .iter()
                    .map(|mistake| mistake.solution(rules).total(&entries).unwrap())
                    .collect();
                let mut wanted = single.clone();
                wanted.sort_unstable();
                let (entries, mistakes) = (&entries[..], &mistakes[..]);
                let space = SearchSpace { rules, entries, mistakes, wanted: &wanted, pairs: true };
                let mut search = Search::new(space);
                search.singles_and_pairs(&mut |_, _| true).unwrap();
                let matches = std::mem::take(&mut search.outcome.matches);
                for (i, &total) in single.iter().enumerate() {
                    let found = Match { total, mistakes: vec![i] };
                    let id = mistakes[i].id();
                    assert!(Some(total) == right || matches.contains(&found), "{id}");
                }
                assert!(matches.len() > 2 * single.len());
                for Match { total, mistakes } in &matches {
                    let solution = search.with(mistakes);
                    let ids: Vec<_> =
                        mistakes.iter().map(|&i| search.space.mistakes[i].id()).collect();
                    assert_eq!(solution.total(entries), Some(*total), "{ids:?}");
                }
            }
        }
    }

    /// Neither of two mistakes that are made together undoes the other: it does not matter which is made first, and
    /// on hands of all kinds both show, but for few that say less than the other.
    #[test]
    fn no_pair_contradicts_itself() {
        let entries: Vec<Entry> = generate(Shape::Edges, Some(400), 1).unwrap().collect();
        let (mut pairs, mut hidden) = (0, 0);
        for rules in Rules::ALL {
            let mut named = mistakes(rules);
            named.retain(Mistake::is_named);
            let fingerprint =
                |solution: &Solution| (solution.order(&entries), solution.total(&entries));
            let right = fingerprint(&Solution::right(rules));
            let alone: Vec<_> = named.iter().map(|one| fingerprint(&one.solution(rules))).collect();
            for (i, a) in named.iter().enumerate() {
                for (j, b) in named.iter().enumerate().skip(i + 1) {
                    if !a.contradicts(b) && alone[i] != right && alone[j] != right {
                        let both = Mistake::solution_of([a, b], rules);
                        // J29 gives J the value of 2, and K16 moves A below 2: the later one stands.
                        let are_both_labels =
                            [a, b].map(Mistake::id).contains(&&MistakeName::J29.into());
                        assert!(
                            are_both_labels || both == Mistake::solution_of([b, a], rules),
                            "{a:?}, {b:?}"
                        );
                        let both = fingerprint(&both);
                        pairs += 1;
                        hidden += usize::from(both == alone[i] || both == alone[j]);
                    }
                }
            }
        }
        println!("one of the two does not show in {hidden} of {pairs} pairs");
        assert!(100 * hidden < pairs, "{hidden} of {pairs}");
    }
}
