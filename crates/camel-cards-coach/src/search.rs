//! The search: the totals of single mistakes and of mistakes made together, on one input.

mod level_totals;
mod plan;

use std::{
    panic,
    sync::{
        OnceLock,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    thread,
};

use camel_cards::{Entry, Hand, Rules};

use crate::{
    hand_class::HandClass,
    mistakes::{
        change::{Axis, Change},
        contradictions::Contradictions,
        mistake::{Mistake, Simplicity},
    },
    solution::{
        Solution,
        procedure::Procedure,
        tie_break::{DealtHand, TieBreak},
        types::TypeAssignment,
    },
};
use level_totals::{LevelTotals, by_digit, by_level};
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
    /// Found out when the first pair is tried, as it takes a while.
    contradictions: OnceLock<Contradictions>,
    /// The wanted totals, sorted.
    pub(crate) wanted: Vec<i128>,
    dealt: Vec<DealtHand>,
    /// The hand class of each entry.
    classes: Vec<u8>,
    /// For each mistake that assigns types without hand classes, the type of each entry.
    by_hand: Vec<Option<Vec<u8>>>,
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
        let groups = |group: &dyn Fn(Hand) -> usize| -> Vec<u8> {
            entries.iter().map(|entry| group(entry.hand) as u8).collect()
        };
        let by_hand = |mistake: &Mistake| match mistake.solution(rules).types {
            TypeAssignment::ByClass(_) => None,
            types @ TypeAssignment::ByHand(_) => Some(groups(&|hand| types.assign(hand).index())),
        };
        Search {
            dealt: entries.iter().map(|entry| DealtHand::new(entry.hand)).collect(),
            classes: groups(&|hand| HandClass::of(hand).index()),
            by_hand: mistakes.iter().map(by_hand).collect(),
            contradictions: OnceLock::new(),
            rules,
            entries,
            mistakes,
            wanted,
        }
    }

    /// Tries every single mistake and, if they are wanted, pairs; then, if no candidate whose
    /// mistakes all have names gives a wanted total, J1 with any two mistakes on the types, too.
    /// Tells `progress` how much is done, in thousandths, and ends where it returns `false`.
    pub(crate) fn all(&self, pairs: bool, progress: &dyn Fn(usize) -> bool) -> SearchOutcome {
        let pairs = pairs && self.entries.len() <= ENTRIES_MAX_PAIRS;
        let contradict = |i, j| !self.is_possible(&[i], j);
        let mut planned = planned(&self.mistakes, contradict, self.entries, pairs);
        let sorts = (WORK_MAX / self.entries.len().max(1)).max(1);
        let left_out = planned.len().saturating_sub(sorts);
        planned.truncate(sorts);
        let procedures = self.procedures();
        let next = AtomicUsize::new(if progress(0) { 0 } else { planned.len() });
        let search = |progress: &dyn Fn(usize) -> bool| {
            let mut found = SearchOutcome::default();
            while let Some((done, made)) = taken(&next, &planned) {
                if !progress(1000 * done / planned.len()) {
                    next.store(planned.len(), Relaxed);
                }
                self.try_extended(made, if pairs { 2 } else { 1 }, &procedures, &mut found);
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
            self.try_extended(&[jack], 3, &procedures, &mut found);
            let is_kept = |one: &Match| !is_matched || one.mistakes.len() < 3 || is_named(one);
            found.matches.retain(is_kept);
        }
        found.totals.sort_unstable();
        found
    }

    /// Tries each mistake on top of those of `assumed`, which are made together.
    pub(crate) fn one_more_than(&self, assumed: &[usize]) -> SearchOutcome {
        let mut found = SearchOutcome::default();
        for i in (0..self.mistakes.len()).filter(|&i| self.is_possible(assumed, i)) {
            self.try_sorted(&[assumed, &[i]].concat(), &mut found);
        }
        found.totals.sort_unstable();
        found
    }

    /// Whether mistake `i` can be made together with all of `made`.
    fn is_possible(&self, made: &[usize], i: usize) -> bool {
        let among = || Contradictions::among(&self.mistakes, self.rules);
        made.iter().all(|&other| !self.contradictions.get_or_init(among).between(other, i))
    }

    /// Returns the right procedure, and the wrong ones that share its order. One that does not change the right total
    /// here (32 bits where the total fits) is not combined with other mistakes.
    fn procedures(&self) -> Vec<SharedProcedure> {
        let shared = |(i, mistake): (usize, &Mistake)| match mistake.change {
            Change::Procedure(procedure) if procedure.shares_order() => {
                Some(SharedProcedure::new(Some(i), procedure, self.entries))
            }
            _ => None,
        };
        let right = SharedProcedure::new(None, Procedure::Right, self.entries);
        let order = self.order(&Solution::right(self.rules));
        let total = right.total(&order);
        let wrong = self.mistakes.iter().enumerate().filter_map(shared);
        [right].into_iter().chain(wrong.filter(|wrong| wrong.total(&order) != total)).collect()
    }

    /// Returns the solution that makes these mistakes.
    fn solution_of(&self, made: &[usize]) -> Solution {
        Mistake::solution_of(made.iter().map(|&i| &self.mistakes[i]), self.rules)
    }

    fn with_one_more(&self, base: &Solution, i: usize) -> Solution {
        let mut solution = base.clone();
        self.mistakes[i].change.apply(&mut solution);
        solution
    }

    /// Returns the order of a solution, weakest first.
    fn order(&self, solution: &Solution) -> Vec<usize> {
        solution.sorted(&self.dealt, |place| solution.types.assign(self.entries[place].hand))
    }

    /// Returns the order by the tie-break alone, weakest first.
    fn order_of_ties(&self, solution: &Solution) -> Vec<usize> {
        let key = solution.tie_break.key_function(&solution.labels);
        let keys: Vec<u64> = self.dealt.iter().map(|hand| key(hand, 0)).collect();
        let mut order: Vec<usize> = (0..keys.len()).collect();
        if solution.tie_break.later_first {
            order.reverse();
        }
        // A radix sort: by digits of eleven bits, the last one first.
        for shift in (0..TieBreak::KEY_BITS).step_by(11) {
            order = by_digit::<2048>(&order, |i| keys[i] >> shift & 2047);
        }
        order
    }

    /// Tries the solution that makes these mistakes, and really sorts.
    fn try_sorted(&self, made: &[usize], found: &mut SearchOutcome) {
        let solution = self.solution_of(made);
        let total = if solution.procedure.replaces() {
            solution.total(self.entries)
        } else {
            SharedProcedure::new(None, solution.procedure, self.entries)
                .total(&self.order(&solution))
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
    fn try_extended(
        &self,
        made: &[usize],
        mistakes_max: usize,
        procedures: &[SharedProcedure],
        found: &mut SearchOutcome,
    ) {
        let base = self.solution_of(made);
        let by_procedures = |order: &[usize], made: &[usize], found: &mut SearchOutcome| {
            for procedure in procedures {
                let all = [made, procedure.mistake.as_slice()].concat();
                let is_possible = || procedure.mistake.is_none_or(|i| self.is_possible(made, i));
                if (1..=mistakes_max).contains(&all.len()) && is_possible() {
                    self.record(procedure.total(order), &all, found);
                }
            }
        };
        if base.procedure != Procedure::Right {
            return self.try_sorted(made, found);
        }
        if made.iter().any(|&i| self.mistakes[i].change.needs_own_sort()) {
            return by_procedures(&self.order(&base), made, found);
        }
        let order = self.order_of_ties(&base);
        by_procedures(&by_level(&order, &self.classes, &base.levels()), made, found);
        if made.len() == mistakes_max {
            return;
        }
        let totals = LevelTotals::new(self.entries, &order, &self.classes);
        let on = |axis| {
            (0..self.mistakes.len()).filter(move |&i| {
                let change = &self.mistakes[i].change;
                change.axis() == axis && !change.needs_own_sort() && self.is_possible(made, i)
            })
        };
        let on_types: Vec<usize> = on(Axis::Types).chain(on(Axis::TypeOrder)).collect();
        for (n, &i) in on_types.iter().enumerate() {
            let (solution, made) = (self.with_one_more(&base, i), [made, &[i]].concat());
            let by_hand = self.by_hand[i].as_ref();
            if made.len() == mistakes_max && by_hand.is_none() {
                self.record(Some(totals.total(&solution.levels())), &made, found);
                continue;
            }
            let groups = by_hand.unwrap_or(&self.classes);
            by_procedures(&by_level(&order, groups, &solution.levels()), &made, found);
            if made.len() == mistakes_max {
                continue;
            }
            let of_hands = by_hand.map(|types| LevelTotals::new(self.entries, &order, types));
            let totals = of_hands.as_ref().unwrap_or(&totals);
            for &j in on_types[n + 1..].iter().filter(|&&j| self.is_possible(&[i], j)) {
                let both = self.with_one_more(&solution, j);
                self.record(Some(totals.total(&both.levels())), &[&made[..], &[j]].concat(), found);
            }
        }
    }
}

/// Takes the next of the planned searches, and its index.
fn taken<'a>(next: &AtomicUsize, planned: &'a [Vec<usize>]) -> Option<(usize, &'a [usize])> {
    let index = next.fetch_add(1, Relaxed);
    Some((index, planned.get(index)?))
}

/// A procedure whose total follows from an order of all entries.
struct SharedProcedure {
    /// The mistake of which it is; `None` for the right one.
    mistake: Option<usize>,
    procedure: Procedure,
    /// The bid that is read for each entry, if one is.
    bids: Vec<Option<u64>>,
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
