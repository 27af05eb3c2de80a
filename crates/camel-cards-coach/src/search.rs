//! Searches one input for single mistakes, and mistakes made together, that give a wanted total.

use std::{
    array,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    thread,
};

use camel_cards::{Entry, PerRules, Rules, sort_by_digits};

use crate::{
    mistakes::{Axis, Change, Mistake, Origin, Simplicity, contradict, mistakes},
    solution::{
        Solution,
        hands::{DealtHand, HandClass, HandRule, Levels},
        procedure::Procedure,
    },
};

/// The result of a search.
#[derive(Debug, Default)]
pub(crate) struct SearchOutcome {
    pub(crate) matches: Vec<Match>,
    /// The totals of all candidates, each with the simplicity of its candidate.
    pub(crate) totals: Vec<(i128, Simplicity)>,
    /// Whether candidates were left out because the input is large.
    pub(crate) is_partial: bool,
}

/// With more entries than this, no pairs are tried, but for those with the mistakes of another answer.
const ENTRIES_MAX_PAIRS: usize = 50_000;

/// The maximum number of entries that are sorted for single mistakes, summed over the sorts, and the maximum for pairs:
/// some seconds of work each.
const WORK_MAX: usize = 25_000_000;

/// Mistakes that give one of the wanted totals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Match {
    pub(crate) total: i128,
    /// One or two, or one more than were assumed.
    pub(crate) made: Vec<&'static Mistake>,
}

/// Searches wrong solutions for those that give the wanted totals.
pub(crate) struct Search<'a> {
    pub(crate) rules: Rules,
    pub(crate) entries: &'a [Entry],
    pub(crate) mistakes: Vec<&'static Mistake>,
    /// The right total.
    pub(crate) right: i128,
    /// The wanted totals, sorted.
    pub(crate) wanted: Vec<i128>,
    dealt: Vec<DealtHand>,
    /// The hand class of each entry.
    classes: Vec<u8>,
    on_types: Vec<OnTypes>,
    procedures: Vec<SharedProcedure>,
}

impl<'a> Search<'a> {
    /// Prepares a search for totals that are among `answers`. `totals` has the right ones, under both rules.
    ///
    /// Requires that `entries.len()` × the sum of bids is below 2¹²⁷.
    pub(crate) fn new(
        entries: &'a [Entry],
        answers: &[u128],
        rules: Rules,
        totals: PerRules<u128>,
        has_byte_order_mark: bool,
    ) -> Search<'a> {
        let applies = |mistake: &&Mistake| match mistake.change {
            Change::Procedure(Procedure::ByteOrderMark) => has_byte_order_mark,
            // The input itself may be a published example.
            Change::Procedure(Procedure::Constant(total)) => {
                Rules::ALL.iter().all(|&rules| totals[rules] != total.into())
            }
            _ => true,
        };
        let mistakes: Vec<&Mistake> = mistakes(rules).iter().filter(applies).collect();
        let dealt = DealtHand::of_all(entries);
        let class_of = |rule: HandRule, one: &DealtHand| rule.class_of(one.hand).index() as u8;
        let on_types = |&mistake: &&'static Mistake| {
            let classes = match mistake.change {
                Change::Types(_) | Change::TypeOrder(_) => None,
                Change::TypesByHand(rule) if rule.ties.is_none() => {
                    Some(dealt.iter().map(|one| class_of(rule, one)).collect())
                }
                _ => return None,
            };
            Some(OnTypes { mistake, classes })
        };
        let right = totals[rules] as i128;
        let order = Solution::right(rules).sorted(&dealt);
        let shared = mistakes.iter().filter_map(|mistake| SharedProcedure::of(mistake, entries));
        // Those that do not change the right total here, such as 32 bits if the total fits, are left out.
        let procedures = shared.filter(|wrong| wrong.total(&order) != Some(right)).collect();
        let mut wanted: Vec<i128> =
            answers.iter().filter_map(|&answer| answer.try_into().ok()).collect();
        wanted.sort_unstable();
        wanted.dedup();
        Search {
            classes: dealt.iter().map(|hand| hand.class.index() as u8).collect(),
            on_types: mistakes.iter().filter_map(on_types).collect(),
            procedures,
            rules,
            entries,
            mistakes,
            right,
            wanted,
            dealt,
        }
    }

    /// Tries every single mistake. Calls `progress` with thousandths, and stops when it returns `false`.
    pub(crate) fn singles(&self, progress: &dyn Fn(usize) -> bool) -> SearchOutcome {
        let mut found = SearchOutcome::default();
        self.try_planned(&planned_singles(&self.mistakes), 1, progress, &mut found);
        found
    }

    /// Adds likely pairs, but not on large inputs.
    pub(crate) fn add_pairs(&self, found: &mut SearchOutcome, progress: &dyn Fn(usize) -> bool) {
        if self.entries.len() > ENTRIES_MAX_PAIRS {
            found.is_partial = true;
            return;
        }
        // The sorts of single mistakes give their pairs with types and procedures.
        let planned = [
            planned_singles(&self.mistakes),
            planned_pairs(&self.mistakes, |a, b| self.can_add(&[a], b)),
        ];
        self.try_planned(&planned.concat(), 2, progress, found);
    }

    /// Each item of `planned` is the mistakes of one sort; each is extended to `count` mistakes, on all cores, up to the
    /// limit on sorted entries.
    fn try_planned(
        &self,
        planned: &[Vec<&'static Mistake>],
        count: usize,
        progress: &dyn Fn(usize) -> bool,
        found: &mut SearchOutcome,
    ) {
        let sorts = (WORK_MAX / self.entries.len().max(1)).max(1).min(planned.len());
        let next = AtomicUsize::new(if progress(0) { 0 } else { sorts });
        let all = Mutex::new(&mut *found);
        let search = |progress: &dyn Fn(usize) -> bool| {
            let mut found = SearchOutcome::default();
            let taken = || Some(next.fetch_add(1, Relaxed)).filter(|&index| index < sorts);
            while let Some(index) = taken() {
                if !progress(1000 * index / sorts) {
                    next.store(sorts, Relaxed);
                }
                self.try_extended(&planned[index], count, &mut found);
            }
            let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
            all.matches.extend(found.matches);
            all.totals.extend(found.totals);
        };
        thread::scope(|scope| {
            for _ in 1..thread::available_parallelism().map_or(1, usize::from) {
                // Where the system refuses threads, this one does it all.
                let _ = thread::Builder::new().spawn_scoped(scope, || search(&|_| true));
            }
            search(progress);
        });
        found.is_partial |= sorts < planned.len();
    }

    /// Tries each mistake together with those of `assumed`. Drops matches that do not change the total of `assumed`.
    pub(crate) fn one_more_than(&self, assumed: &[&'static Mistake]) -> SearchOutcome {
        let mut found = SearchOutcome::default();
        let more = self.mistakes.iter().filter(|one| self.can_add(assumed, one));
        let planned: Vec<_> = more.map(|&one| [assumed, &[one]].concat()).collect();
        self.try_planned(&planned, assumed.len() + 1, &|_| true, &mut found);
        let known = Mistake::solution_of(assumed, self.rules).total(self.entries);
        found.matches.retain(|one| Some(one.total) != known);
        found
    }

    /// Returns whether a mistake can be made together with all of `made`.
    fn can_add(&self, made: &[&Mistake], one: &Mistake) -> bool {
        !made.iter().any(|other| contradict(other, one, self.rules))
    }

    fn record(&self, total: Option<i128>, made: &[&'static Mistake], found: &mut SearchOutcome) {
        let Some(total) = total else { return };
        found.totals.push((total, Simplicity::of(made)));
        if self.wanted.binary_search(&total).is_ok() {
            found.matches.push(Match { total, made: made.to_vec() });
        }
    }

    /// Tries combinations of `count` mistakes: `made`, with as many others on types, type order and procedure as are left.
    fn try_extended(&self, made: &[&'static Mistake], count: usize, found: &mut SearchOutcome) {
        let solution = Mistake::solution_of(made, self.rules);
        if made.len() == count {
            self.record(solution.total_of(self.entries, &self.dealt), made, found);
        } else if !made.iter().any(|one| one.change.needs_whole_sort()) {
            let by_ties = Solution { levels: [0; HandClass::COUNT], ..solution };
            let sums = LevelSums::new(self.entries, by_ties.sorted(&self.dealt), &self.classes);
            self.try_types_and_procedures(&sums, made, None, &self.on_types, count, found);
        } else if solution.procedure.shares_order() {
            self.try_procedures(&solution.sorted(&self.dealt), made, found);
        }
    }

    /// Tries `made`, whose order within a level is that of `sums`, and extends it up to `count` mistakes: with those on
    /// types that are in `rest`, and with a procedure as the last one. `classes` are the classes that a mistake in `made`
    /// takes the entries for, if it is a `HandRule`.
    fn try_types_and_procedures(
        &self,
        sums: &LevelSums,
        made: &[&'static Mistake],
        classes: Option<&[u8]>,
        rest: &[OnTypes],
        count: usize,
        found: &mut SearchOutcome,
    ) {
        let levels = Mistake::solution_of(made, self.rules).levels;
        let order = || by_level(&sums.order, classes.unwrap_or(&self.classes), &levels);
        if made.len() == count {
            let bid = |i: usize| self.entries[i].bid;
            let total = match classes {
                Some(_) => Procedure::Right.total(order().into_iter().map(bid)),
                None => Some(sums.total(&levels)),
            };
            return self.record(total, made, found);
        } else if made.len() + 1 == count {
            self.try_procedures(&order(), made, found);
        }
        // A `HandRule` takes a sort, so it is not tried after an unnamed mistake. No two can be made together, so at most one
        // of the two `classes` is set.
        let are_named = made.iter().all(|one| one.is_named());
        for (n, one) in rest.iter().enumerate() {
            if (are_named || one.classes.is_none()) && self.can_add(made, one.mistake) {
                let made = [made, &[one.mistake]].concat();
                let classes = one.classes.as_deref().or(classes);
                self.try_types_and_procedures(sums, &made, classes, &rest[n + 1..], count, found);
            }
        }
    }

    /// Tries these mistakes, which order the entries as `order`, with each procedure that shares this order.
    fn try_procedures(
        &self,
        order: &[usize],
        made: &[&'static Mistake],
        found: &mut SearchOutcome,
    ) {
        for wrong in self.procedures.iter().filter(|wrong| self.can_add(made, wrong.mistake)) {
            self.record(wrong.total(order), &[made, &[wrong.mistake]].concat(), found);
        }
    }
}

/// Sorts entries by the level of their classes. The sort is stable.
fn by_level(order: &[usize], classes: &[u8], levels: &Levels) -> Vec<usize> {
    let levels: Vec<u64> = classes.iter().map(|&class| levels[usize::from(class)].into()).collect();
    let mut order = order.to_vec();
    sort_by_digits(&mut order, &levels);
    order
}

/// Sums that give the total for any levels, for one order of the entries.
///
/// Once entries are sorted by the tie-break alone, types decide only which classes of hands rank below which. So the total
/// for any levels takes a few additions, without another look at the entries.
struct LevelSums {
    order: Vec<usize>,
    /// The total winnings within each class, as if there were no other, summed over the classes.
    within: i128,
    /// What each two classes add to each other's ranks, times the bids: if the first is lower, if they are one level, and
    /// if the first is higher.
    between: [[[i128; 3]; HandClass::COUNT]; HandClass::COUNT],
}

impl LevelSums {
    /// Computes the sums for entries in this order, each with its class. Requires that no sum exceeds 127 bits.
    fn new(entries: &[Entry], order: Vec<usize>, classes: &[u8]) -> LevelSums {
        let mut count = [0i128; HandClass::COUNT];
        let mut bids = [0i128; HandClass::COUNT];
        // For each two classes: summed over entries of the first, the bids of the second's entries that come later.
        let mut later = [[0i128; HandClass::COUNT]; HandClass::COUNT];
        for &i in order.iter().rev() {
            let class = usize::from(classes[i]);
            for (sum, bids) in later[class].iter_mut().zip(&bids) {
                *sum += bids;
            }
            count[class] += 1;
            bids[class] += i128::from(entries[i].bid);
        }
        let between = |a: usize, b: usize| {
            [count[a] * bids[b], later[a][b] + later[b][a], count[b] * bids[a]]
        };
        LevelSums {
            order,
            within: (0..HandClass::COUNT).map(|class| later[class][class] + bids[class]).sum(),
            between: array::from_fn(|a| array::from_fn(|b| between(a, b))),
        }
    }

    /// Returns the total if classes have these levels and the weakest entry ranks 1.
    fn total(&self, levels: &Levels) -> i128 {
        let mut total = self.within;
        for (a, level) in levels.iter().enumerate() {
            for (between, other) in self.between[a].iter().zip(&levels[..a]) {
                // No branch, because it would be hard to predict.
                total += between[usize::from(level >= other) + usize::from(level > other)];
            }
        }
        total
    }
}

/// A mistake on types or their order that leaves the order within a level.
struct OnTypes {
    mistake: &'static Mistake,
    /// The class that it takes each entry for, if it is a `HandRule`.
    classes: Option<Vec<u8>>,
}

/// A wrong procedure whose total follows from the right procedure's order of all entries.
struct SharedProcedure {
    mistake: &'static Mistake,
    procedure: Procedure,
    /// The bid that the procedure reads for each entry, if any.
    bids: Vec<Option<u64>>,
    /// The total that it begins with.
    before: i128,
}

impl SharedProcedure {
    fn of(mistake: &'static Mistake, entries: &[Entry]) -> Option<SharedProcedure> {
        let Change::Procedure(procedure) = mistake.change else { return None };
        if !procedure.shares_order() {
            return None;
        }
        let mut bids = vec![None; entries.len()];
        for (i, entry) in procedure.read(entries) {
            bids[i] = Some(entry.bid);
        }
        let is_after = procedure == Procedure::AfterPartOne;
        let before = if is_after { Solution::right(Rules::Standard).total(entries)? } else { 0 };
        Some(SharedProcedure { mistake, procedure, bids, before })
    }

    /// Returns the total, given the right procedure's order of the entries.
    fn total(&self, order: &[usize]) -> Option<i128> {
        let total = self.procedure.total(order.iter().filter_map(|&i| self.bids[i]))?;
        total.checked_add(self.before)
    }
}

/// Returns the sorts for single mistakes: one without a mistake, then one for each mistake that changes how hands of
/// one type compare or that needs its own sort, likelier origins first. The first sort gives the totals of all other
/// single mistakes.
fn planned_singles(mistakes: &[&'static Mistake]) -> Vec<Vec<&'static Mistake>> {
    let changes_order = |one: &&&Mistake| {
        matches!(one.change.axis(), Axis::Labels | Axis::TieBreak) || one.change.needs_whole_sort()
    };
    let mut singles: Vec<&Mistake> = mistakes.iter().filter(changes_order).copied().collect();
    singles.sort_by_key(|one| one.origin);
    [vec![]].into_iter().chain(singles.into_iter().map(|one| vec![one])).collect()
}

/// Returns the likely pairs that need their own sort; the sorts of single mistakes give the totals of all other pairs.
/// The unlikely ones are left out because each sort takes time, and each candidate makes a match by chance likelier.
fn planned_pairs(
    mistakes: &[&'static Mistake],
    can_add: impl Fn(&'static Mistake, &Mistake) -> bool,
) -> Vec<Vec<&'static Mistake>> {
    let is_likely = |a: &Mistake, b: &Mistake| {
        let changes = [&a.change, &b.change];
        let axes = changes.map(Change::axis);
        let observed = [a, b].map(|one| one.origin == Origin::Observed);
        match changes.map(Change::needs_whole_sort) {
            [false, false] => axes == [Axis::Labels, Axis::TieBreak],
            // The sort for `a` alone also gives the totals with each procedure that shares its order.
            [true, false] if axes[1] == Axis::Procedure => false,
            _ if changes.iter().any(|change| change.has_no_order()) => observed.contains(&true),
            _ => observed == [true; 2],
        }
    };
    // Those with names come first, by axis.
    let named = &mistakes[..mistakes.partition_point(|one| one.is_named())];
    let pairs = named.iter().enumerate();
    let pairs = pairs.flat_map(|(i, &a)| named[i + 1..].iter().map(move |&b| [a, b]));
    pairs.filter(|&[a, b]| is_likely(a, b) && can_add(a, b)).map(Vec::from).collect()
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use camel_cards::{Card, Hand};

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

    /// Each total of the search equals that of the solution, which really sorts.
    #[test]
    fn sums_agree_with_sorting() {
        sums_are_those_of_sorting(0..1);
    }

    #[test]
    #[ignore = "slow: half a minute"]
    fn slow_sums_agree_with_sorting_on_more_inputs() {
        sums_are_those_of_sorting(1..10);
    }

    fn sums_are_those_of_sorting(seeds: Range<u64>) {
        for rules in Rules::ALL {
            for seed in seeds.clone() {
                let entries = input(seed);
                let right = PerRules::from_fn(|rules| total(&Solution::right(rules), &entries));
                let known: Vec<(&Mistake, u128)> = mistakes(rules)
                    .iter()
                    .map(|mistake| (mistake, total(&mistake.solution(rules), &entries)))
                    .filter(|(_, total)| i128::try_from(*total).is_ok())
                    .collect();
                let wanted: Vec<u128> = known.iter().map(|(_, total)| *total).collect();
                let search = Search::new(&entries, &wanted, rules, right, true);
                let mut found = search.singles(&|_| true);
                search.add_pairs(&mut found, &|_| true);
                let matches = found.matches;
                for (mistake, total) in known {
                    let found = Match { total: total as i128, made: vec![mistake] };
                    assert!(total == right[rules] || matches.contains(&found), "{}", mistake.id);
                }
                assert!(matches.len() > 2 * wanted.len());
                for Match { total, made } in &matches {
                    let ids: Vec<_> = made.iter().map(|one| &one.id).collect();
                    assert_eq!(
                        Mistake::solution_of(made, search.rules).total(&entries),
                        Some(*total),
                        "{ids:?}"
                    );
                }
            }
        }
    }

    fn total(solution: &Solution, entries: &[Entry]) -> u128 {
        solution.total(entries).unwrap() as u128
    }

    /// A later entry with the same bid takes the place of the first.
    #[test]
    fn what_is_replaced_in_a_dictionary_keeps_its_place() {
        let text = b"QQQQQ 5\nQQQQQ 7\nQQQQQ 5\n";
        let entries: Vec<Entry> = camel_cards::entries(text).collect::<Result<_, _>>().unwrap();
        let is_it = |one: &&Mistake| one.change == Change::Procedure(Procedure::OnePerBid);
        let mistake = mistakes(Rules::Standard).iter().find(is_it).unwrap();
        let right = PerRules::from_fn(|rules| total(&Solution::right(rules), &entries));
        let search = Search::new(&entries, &[5 + 2 * 7], Rules::Standard, right, false);
        let matches = search.singles(&|_| true).matches;
        assert!(matches.contains(&Match { total: 5 + 2 * 7, made: vec![mistake] }));
    }
}
