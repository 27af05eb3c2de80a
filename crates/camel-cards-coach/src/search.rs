//! The search: the totals of single mistakes and of mistakes made together, on one input.

mod level_totals;
mod plan;

use std::{
    panic,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
    thread,
};

use camel_cards::{Entry, Rules};

use crate::{
    mistakes::{
        change::{Axis, Change},
        contradict,
        mistake::{Mistake, Simplicity},
    },
    solution::{
        ONE_LEVEL, Solution, procedure::Procedure, tie_break::DealtHand, types::TypeAssignment,
    },
};
use level_totals::{LevelTotals, total_by_level};
#[cfg(test)]
pub(crate) use plan::is_no_order;
use plan::planned;

/// What a search has tried and found.
#[derive(Debug, Default)]
pub(crate) struct SearchOutcome {
    pub(crate) matches: Vec<Match>,
    /// The totals of all candidates, sorted, each with how simple the candidate is.
    pub(crate) totals: Vec<(i128, Simplicity)>,
    /// How many planned sorts were left out, because the input is large.
    pub(crate) left_out: usize,
}

/// Above this many entries no pairs are tried.
pub(crate) const ENTRIES_MAX_PAIRS: usize = 50_000;

/// So many entries are sorted in all: some seconds.
const WORK_MAX: usize = 25_000_000;

/// Mistakes that give one of the wanted totals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Match {
    pub(crate) total: i128,
    /// Their indices, from 1 to 4 of them, in the order in which they apply.
    pub(crate) mistakes: Vec<usize>,
}

/// Looks among wrong solutions for those that give the wanted totals.
pub(crate) struct Search<'a> {
    rules: Rules,
    entries: &'a [Entry],
    pub(crate) mistakes: Vec<Mistake>,
    /// The wanted totals, sorted.
    pub(crate) wanted: Vec<i128>,
    dealt: Vec<DealtHand>,
    /// The hand class of each entry.
    classes: Vec<u8>,
    /// For each mistake that assigns types by more than the hand class, the type of each entry.
    by_hand: Vec<Option<Vec<u8>>>,
    /// The right procedure, and the wrong ones whose totals follow from its order.
    procedures: Vec<SharedProcedure>,
}

impl<'a> Search<'a> {
    /// Prepares a search among `mistakes` for the `wanted` totals, which are sorted.
    ///
    /// `entries.len()` × the sum of bids must be below 2¹²⁷.
    pub(crate) fn new(
        rules: Rules,
        entries: &'a [Entry],
        mistakes: Vec<Mistake>,
        wanted: Vec<i128>,
    ) -> Search<'a> {
        let dealt: Vec<DealtHand> =
            entries.iter().map(|entry| DealtHand::new(entry.hand)).collect();
        let groups = |types: &TypeAssignment| -> Vec<u8> {
            dealt.iter().map(|hand| types.group(hand) as u8).collect()
        };
        let by_hand = |mistake: &Mistake| match mistake.change {
            Change::TypesByHand(rule) => Some(groups(&TypeAssignment::ByHand(rule))),
            _ => None,
        };
        Search {
            classes: groups(&TypeAssignment::right(rules)),
            by_hand: mistakes.iter().map(by_hand).collect(),
            procedures: shared_procedures(rules, entries, &dealt, &mistakes),
            rules,
            entries,
            mistakes,
            wanted,
            dealt,
        }
    }

    /// Tries every single mistake and, if they are wanted, pairs; then, if no candidate whose
    /// mistakes all have names gives a wanted total, J1 with any two mistakes on the types, too.
    /// Tells `progress` how much is done, in thousandths, and ends where it returns `false`.
    pub(crate) fn all(&self, pairs: bool, progress: &dyn Fn(usize) -> bool) -> SearchOutcome {
        let pairs = pairs && self.entries.len() <= ENTRIES_MAX_PAIRS;
        let mut planned = planned(&self.mistakes, |i, j| self.is_possible(&[i], j), pairs);
        let sorts = (WORK_MAX / self.entries.len().max(1)).max(1);
        let left_out = planned.len().saturating_sub(sorts);
        planned.truncate(sorts);
        let next = AtomicUsize::new(if progress(0) { 0 } else { planned.len() });
        let search = |progress: &dyn Fn(usize) -> bool| {
            let mut found = SearchOutcome::default();
            let taken = || Some(next.fetch_add(1, Relaxed)).filter(|&index| index < planned.len());
            while let Some(index) = taken() {
                if !progress(1000 * index / planned.len()) {
                    next.store(planned.len(), Relaxed);
                }
                self.try_extended(&planned[index], if pairs { 2 } else { 1 }, &mut found);
            }
            found
        };
        let mut found = thread::scope(|scope| {
            let threads = thread::available_parallelism().map_or(1, usize::from);
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(|| search(&|_| true))).collect();
            let mut found = search(progress);
            for other in others {
                let other = other.join().unwrap_or_else(|panic| panic::resume_unwind(panic));
                found.matches.extend(other.matches);
                found.totals.extend(other.totals);
            }
            found
        });
        found.left_out = left_out;
        let is_named = |one: &Match| one.mistakes.iter().all(|&i| self.mistakes[i].is_named());
        let jack = self.mistakes.iter().position(|mistake| mistake.id == "J1");
        if let Some(jack) = jack.filter(|_| pairs && !found.matches.iter().any(is_named)) {
            // Triples say more than what was found before only if all three have names.
            let is_matched = !found.matches.is_empty();
            self.try_extended(&[jack], 3, &mut found);
            let is_kept = |one: &Match| !is_matched || one.mistakes.len() < 3 || is_named(one);
            found.matches.retain(is_kept);
        }
        found.totals.sort_unstable();
        found
    }

    /// Tries each mistake on top of those of `assumed`, which are made together, as far as it changes their total.
    pub(crate) fn one_more_than(&self, assumed: &[usize]) -> SearchOutcome {
        let mut found = SearchOutcome::default();
        let known = self.solution_of(assumed).total(self.entries);
        for i in (0..self.mistakes.len()).filter(|&i| self.is_possible(assumed, i)) {
            self.try_sorted(&[assumed, &[i]].concat(), &mut found);
        }
        found.matches.retain(|one| Some(one.total) != known);
        found.totals.sort_unstable();
        found
    }

    /// Whether mistake `i` can be made together with all of `made`.
    fn is_possible(&self, made: &[usize], i: usize) -> bool {
        let mistakes = &self.mistakes;
        !made.iter().any(|&other| contradict(&mistakes[other], &mistakes[i], self.rules))
    }

    /// Returns the solution that makes these mistakes.
    fn solution_of(&self, made: &[usize]) -> Solution {
        Mistake::solution_of(made.iter().map(|&i| &self.mistakes[i]), self.rules)
    }

    /// Tries the solution that makes these mistakes.
    fn try_sorted(&self, made: &[usize], found: &mut SearchOutcome) {
        let solution = self.solution_of(made);
        let total = if solution.procedure.replaces() {
            solution.total(self.entries)
        } else {
            SharedProcedure::new(None, solution.procedure, self.entries)
                .total(&solution.sorted(&self.dealt))
        };
        self.record(total, made, found);
    }

    fn record(&self, total: Option<i128>, made: &[usize], found: &mut SearchOutcome) {
        let Some(total) = total else { return };
        let mistakes = made.iter().map(|&i| &self.mistakes[i]);
        found.totals.push((total, Simplicity::of(mistakes)));
        if self.wanted.binary_search(&total).is_ok() {
            found.matches.push(Match { total, mistakes: made.to_vec() });
        }
    }

    /// Tries these mistakes, and on top of them types, type orders and procedures, up to so many mistakes. If
    /// `made` is empty, each of those is tried alone.
    fn try_extended(&self, made: &[usize], mistakes_max: usize, found: &mut SearchOutcome) {
        let base = self.solution_of(made);
        if !base.procedure.shares_order() {
            return self.try_sorted(made, found);
        }
        self.try_procedures(&base, made, mistakes_max, found);
        let needs_own_sort = |i: usize| self.mistakes[i].change.needs_own_sort();
        if made.len() == mistakes_max || made.iter().any(|&i| needs_own_sort(i)) {
            return;
        }
        let by_ties = Solution { type_order: ONE_LEVEL, ..base.clone() }.sorted(&self.dealt);
        let totals = LevelTotals::new(self.entries, &by_ties, &self.classes);
        let is_on_types = |i: &usize| {
            matches!(self.mistakes[*i].change.axis(), Axis::Types | Axis::TypeOrder)
                && !needs_own_sort(*i)
                && self.is_possible(made, *i)
        };
        let on_types: Vec<usize> = (0..self.mistakes.len()).filter(is_on_types).collect();
        for (n, &i) in on_types.iter().enumerate() {
            let made = [made, &[i]].concat();
            let solution = self.solution_of(&made);
            let by_hand = self.by_hand[i].as_ref();
            if made.len() == mistakes_max {
                let levels = solution.levels();
                let total = match by_hand {
                    Some(types) => total_by_level(self.entries, &by_ties, types, &levels),
                    None => totals.total(&levels),
                };
                self.record(Some(total), &made, found);
                continue;
            }
            let by_hand = by_hand.map(|types| LevelTotals::new(self.entries, &by_ties, types));
            let totals = by_hand.as_ref().unwrap_or(&totals);
            self.try_procedures(&solution, &made, mistakes_max, found);
            for &j in on_types[n + 1..].iter().filter(|&&j| self.is_possible(&[i], j)) {
                let both = [&made[..], &[j]].concat();
                let levels = self.solution_of(&both).levels();
                self.record(Some(totals.total(&levels)), &both, found);
            }
        }
    }

    /// Tries these mistakes with each procedure that shares their order.
    fn try_procedures(
        &self,
        solution: &Solution,
        made: &[usize],
        mistakes_max: usize,
        found: &mut SearchOutcome,
    ) {
        let order = solution.sorted(&self.dealt);
        for procedure in &self.procedures {
            let all = [made, procedure.mistake.as_slice()].concat();
            let is_possible = || procedure.mistake.is_none_or(|i| self.is_possible(made, i));
            if (1..=mistakes_max).contains(&all.len()) && is_possible() {
                self.record(procedure.total(&order), &all, found);
            }
        }
    }
}

/// A procedure whose total follows from an order of all entries.
struct SharedProcedure {
    /// The mistake of which it is; `None` for the right one.
    mistake: Option<usize>,
    procedure: Procedure,
    /// The bid that is read for each entry, if one is.
    bids: Vec<Option<u64>>,
}

/// Returns the right procedure, and the wrong ones that share its order. One that does not change the right total
/// here (32 bits where the total fits) is not combined with other mistakes.
fn shared_procedures(
    rules: Rules,
    entries: &[Entry],
    dealt: &[DealtHand],
    mistakes: &[Mistake],
) -> Vec<SharedProcedure> {
    let right = SharedProcedure::new(None, Procedure::Right, entries);
    let order = Solution::right(rules).sorted(dealt);
    let total = right.total(&order);
    let wrong = mistakes.iter().enumerate().filter_map(|(i, mistake)| match mistake.change {
        Change::Procedure(procedure) if procedure.shares_order() => {
            Some(SharedProcedure::new(Some(i), procedure, entries))
        }
        _ => None,
    });
    [right].into_iter().chain(wrong.filter(|wrong| wrong.total(&order) != total)).collect()
}

impl SharedProcedure {
    fn new(mistake: Option<usize>, procedure: Procedure, entries: &[Entry]) -> SharedProcedure {
        let mut bids = vec![None; entries.len()];
        for (i, entry) in procedure.read(entries) {
            bids[i] = Some(entry.bid);
        }
        SharedProcedure { mistake, procedure, bids }
    }

    /// Returns the total of entries that the right procedure puts in this order.
    fn total(&self, order: &[usize]) -> Option<i128> {
        let mut order = order;
        let moved;
        if self.procedure == Procedure::ByteOrderMark {
            moved =
                [&[0], &order.iter().copied().filter(|&i| i > 0).collect::<Vec<_>>()[..]].concat();
            order = &moved;
        }
        self.procedure.total(order.iter().filter_map(|&i| self.bids[i]))
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

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
        sums_are_those_of_sorting(0..1);
    }

    #[test]
    #[ignore = "slow: half a minute"]
    fn sums_agree_with_sorting_on_more_inputs() {
        sums_are_those_of_sorting(1..10);
    }

    fn sums_are_those_of_sorting(seeds: Range<u64>) {
        for rules in Rules::ALL {
            for seed in seeds.clone() {
                let entries = input(seed);
                let mistakes = mistakes(rules);
                let right = Solution::right(rules).total(&entries);
                let single: Vec<i128> = mistakes
                    .iter()
                    .map(|mistake| mistake.solution(rules).total(&entries).unwrap())
                    .collect();
                let mut wanted = single.clone();
                wanted.sort_unstable();
                let search = Search::new(rules, &entries, mistakes, wanted);
                let matches = search.all(true, &|_| true).matches;
                for (i, &total) in single.iter().enumerate() {
                    let found = Match { total, mistakes: vec![i] };
                    let id = &search.mistakes[i].id;
                    assert!(Some(total) == right || matches.contains(&found), "{id}");
                }
                assert!(matches.len() > 2 * single.len());
                for Match { total, mistakes } in &matches {
                    let solution = search.solution_of(mistakes);
                    let ids: Vec<_> = mistakes.iter().map(|&i| &search.mistakes[i].id).collect();
                    assert_eq!(solution.total(&entries), Some(*total), "{ids:?}");
                }
            }
        }
    }

    /// Of equal hands, the one that comes again stands where the first was.
    #[test]
    fn what_is_replaced_in_a_dictionary_keeps_its_place() {
        let text = b"QQQQQ 5\nQQQQQ 7\nQQQQQ 5\n";
        let entries: Vec<Entry> = camel_cards::entries(text).collect::<Result<_, _>>().unwrap();
        let mistakes = mistakes(Rules::Standard);
        let is_it = |one: &Mistake| one.change == Change::Procedure(Procedure::OnePerBid);
        let made = mistakes.iter().position(is_it).unwrap();
        let search = Search::new(Rules::Standard, &entries, mistakes, vec![5 + 2 * 7]);
        let matches = search.all(false, &|_| true).matches;
        assert!(matches.contains(&Match { total: 5 + 2 * 7, mistakes: vec![made] }));
    }

    /// Four pairs without names give this total, and so do two triples.
    #[test]
    fn triples_without_names_are_not_told_beside_pairs() {
        let entries: Vec<Entry> = generate(Shape::Puzzle, Some(150), 1).unwrap().collect();
        let wanted = Solution::right(Rules::Joker).total(&entries).unwrap() - 1017;
        let search = Search::new(Rules::Joker, &entries, mistakes(Rules::Joker), vec![wanted]);
        assert_eq!(search.all(false, &|_| true).matches, []);
        let matches = search.all(true, &|_| true).matches;
        let made: Vec<usize> = matches.iter().map(|one| one.mistakes.len()).collect();
        assert_eq!(made, [2; 4]);
    }
}
