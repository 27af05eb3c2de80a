//! Candidates: the totals of single mistakes and of mistakes made together, on one input.

mod level_totals;
mod plan;
mod read_entries;
mod tried;

use camel_cards::{Entry, Rules};

use crate::{
    mistakes::{
        change::{Axis, Change},
        id::MistakeName,
        mistake::Mistake,
    },
    solution::{
        Solution,
        ranking::RankRule,
        reading::ReadRule,
        types::{AssignedType, TypeAssignment, TypeOrder, TypeTable},
    },
};
use level_totals::{LevelTotals, Levels};
use plan::{SearchPlan, Step, on};
pub use plan::{Untried, UntriedPairs};
use read_entries::{KeptEntries, ReadEntries};
pub(crate) use tried::{Simplicity, TriedTotals};

/// What a search has tried and found.
#[derive(Debug, Default)]
pub(crate) struct Candidates {
    pub(crate) matches: Vec<Match>,
    pub(crate) tried: TriedTotals,
    pub(crate) untried: Untried,
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
pub(crate) struct Stopped;

/// What to search.
#[derive(Clone, Copy)]
pub(crate) struct Searched<'a> {
    pub(crate) rules: Rules,
    pub(crate) entries: &'a [Entry],
    pub(crate) mistakes: &'a [Mistake],
    /// The wanted totals, sorted.
    pub(crate) wanted: &'a [i128],
}

/// Tries every single mistake and pairs, as many as the size of the input allows. If no
/// candidate whose mistakes all have names gives a wanted total, J1 is also tried with any
/// two mistakes on the types.
///
/// `entries.len()` × the sum of bids must be below 2¹²⁷.
pub(crate) fn search(searched: Searched<'_>, watch: &mut Watch<'_>) -> Result<Candidates, Stopped> {
    let mut search = CandidateSearch::new(searched);
    search.singles_and_pairs(watch)?;
    let mistakes = searched.mistakes;
    let jack = mistakes.iter().position(|mistake| *mistake.id() == MistakeName::J1);
    let is_named = |matched: &Match| matched.mistakes.iter().all(|&i| mistakes[i].is_named());
    if let Some(jack) = jack
        && search.mistakes_max > 1
        && !search.candidates.matches.iter().any(is_named)
    {
        let is_matched = !search.candidates.matches.is_empty();
        search.two_types_with(jack);
        if is_matched {
            let matches = &mut search.candidates.matches;
            matches.retain(|matched| matched.mistakes.len() < 3 || is_named(matched));
        }
    }
    search.candidates.tried.sort();
    Ok(search.candidates)
}

/// Tries each mistake on top of those of `assumed`, which are made together.
pub(crate) fn search_from(
    searched: Searched<'_>,
    assumed: &[usize],
    watch: &mut Watch<'_>,
) -> Result<Candidates, Stopped> {
    let mut search = CandidateSearch::new(searched);
    let every = search.read(&Solution::right(searched.rules));
    let all = searched.mistakes.len();
    for i in 0..all {
        if !watch(i, all) {
            return Err(Stopped);
        }
        if search.is_possible(assumed, i) {
            let path = [assumed, &[i]].concat();
            let solution = search.with(&path);
            let total = match solution.reading {
                ReadRule::Every => {
                    let bids = every.bids_as_sorted(&solution, &path);
                    solution.ranking.total(bids.into_iter())
                }
                _ => solution.total(searched.entries),
            };
            if let Some(total) = total {
                search.record(total, &path);
            }
        }
    }
    search.candidates.tried.sort();
    Ok(search.candidates)
}

struct CandidateSearch<'a> {
    searched: Searched<'a>,
    /// How many mistakes a candidate has at most.
    mistakes_max: usize,
    on_types: Vec<usize>,
    on_ranking: Vec<usize>,
    /// Whether two mistakes contradict each other.
    contradict: Vec<bool>,
    /// The readings that keep hands and their order: they share the sort of all entries.
    kept: Vec<(usize, KeptEntries)>,
    candidates: Candidates,
}

impl<'a> CandidateSearch<'a> {
    fn new(searched: Searched<'a>) -> CandidateSearch<'a> {
        let Searched { rules, mistakes, .. } = searched;
        let contradict = (mistakes.iter())
            .flat_map(|a| mistakes.iter().map(move |b| a.contradicts(b, rules)))
            .collect();
        CandidateSearch {
            searched,
            mistakes_max: if searched.entries.len() > ENTRIES_MAX_PAIRS { 1 } else { 2 },
            on_types: [on(mistakes, Axis::Types), on(mistakes, Axis::TypeOrder)].concat(),
            on_ranking: on(mistakes, Axis::Ranking),
            contradict,
            kept: Vec::new(),
            candidates: Candidates::default(),
        }
    }

    /// Whether mistake `i` can be made together with all of `path`.
    fn is_possible(&self, path: &[usize], i: usize) -> bool {
        let count = self.searched.mistakes.len();
        path.iter().all(|&other| !self.contradict[other * count + i])
    }

    fn singles_and_pairs(&mut self, watch: &mut Watch<'_>) -> Result<(), Stopped> {
        let Searched { mistakes, entries, .. } = self.searched;
        for i in on(mistakes, Axis::Reading) {
            if let Change::Reading(reading) = mistakes[i].change
                && let Some(kept) = KeptEntries::new(reading, entries)
            {
                self.kept.push((i, kept));
            }
        }
        let is_kept = |i: usize| self.kept.iter().any(|&(kept, _)| kept == i);
        let mut plan =
            SearchPlan::new(mistakes, entries, is_kept, |path, i| self.is_possible(path, i));
        if self.mistakes_max == 1 {
            plan.steps.retain(|step| step.path().len() < 2);
            plan.untried.pairs = UntriedPairs::All;
        }
        self.candidates.untried = plan.untried;
        let every = self.read(&Solution::right(self.searched.rules));
        let mut read: Option<(ReadRule, ReadEntries)> = None;
        for (done, step) in plan.steps.iter().enumerate() {
            if !watch(done, plan.steps.len()) {
                return Err(Stopped);
            }
            let path = step.path();
            let solution = self.with(path);
            let of = match solution.reading {
                ReadRule::Every => &every,
                reading => {
                    let known = read.take().filter(|(known, _)| *known == reading);
                    &read.insert(known.unwrap_or_else(|| (reading, self.read(&solution)))).1
                }
            };
            match step {
                Step::Levels(_) => self.types(&solution, of, path),
                Step::Sorted(_) => self.sorted(&solution, of, path),
            }
        }
        Ok(())
    }

    /// Tries two mistakes on the types on top of mistake `first`.
    fn two_types_with(&mut self, first: usize) {
        let base = self.with(&[first]);
        self.mistakes_max = 3;
        self.types(&base, &self.read(&base), &[first]);
    }

    fn with(&self, path: &[usize]) -> Solution {
        Mistake::solution_of(path.iter().map(|&i| &self.searched.mistakes[i]), self.searched.rules)
    }

    fn with_one_more(&self, base: &Solution, i: usize) -> Solution {
        let mut solution = base.clone();
        self.searched.mistakes[i].change.apply(&mut solution);
        solution
    }

    fn read(&self, solution: &Solution) -> ReadEntries {
        ReadEntries::new(solution.reading, self.searched.mistakes, self.searched.entries)
    }

    fn record(&mut self, total: i128, path: &[usize]) {
        let made = path.iter().map(|&i| &self.searched.mistakes[i]);
        self.candidates.tried.add(total, Simplicity::of(made));
        if self.searched.wanted.binary_search(&total).is_ok() {
            self.candidates.matches.push(Match { total, mistakes: path.to_vec() });
        }
    }

    /// Tries a solution that sorts alone, and rankings on top of it.
    fn sorted(&mut self, solution: &Solution, read: &ReadEntries, path: &[usize]) {
        let bids = read.bids_as_sorted(solution, path);
        let total = |ranking: RankRule| ranking.total(bids.iter().copied());
        if let Some(total) = total(solution.ranking) {
            self.record(total, path);
        }
        for n in 0..self.on_ranking.len() {
            let i = self.on_ranking[n];
            if path.len() < self.mistakes_max
                && self.is_possible(path, i)
                && let Change::Ranking(ranking) = self.searched.mistakes[i].change
                && ranking != RankRule::StrongestFirst
                && let Some(total) = total(ranking)
            {
                self.record(total, &[path, &[i]].concat());
            }
        }
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
        if let &[one] = path
            && base.reading == ReadRule::Every
        {
            for (reading, kept) in std::mem::take(&mut self.kept) {
                if self.is_possible(&[reading], one) {
                    self.record(read.total_of(&kept, &order, &right_levels), &[reading, one]);
                }
                self.kept.push((reading, kept));
            }
        }
        let on_types: Vec<usize> =
            self.on_types.iter().copied().filter(|&i| self.is_possible(path, i)).collect();
        for (n, &i) in on_types.iter().enumerate() {
            let (solution, path) = (self.with_one_more(base, i), [path, &[i]].concat());
            let is_full = path.len() == self.mistakes_max;
            let levels_of = |solution: &Solution| match &solution.types {
                TypeAssignment::ByClass(table) => class_levels(table, &solution.type_order),
                TypeAssignment::ByHand(_) => type_levels(&solution.type_order),
            };
            let by_hand = match &solution.types {
                TypeAssignment::ByClass(_) => None,
                TypeAssignment::ByHand(_) if is_full => {
                    self.record(read.total_by_type(&order, i, &levels_of(&solution)), &path);
                    continue;
                }
                TypeAssignment::ByHand(_) => Some(read.totals_by_type(&order, i)),
            };
            let totals = by_hand.as_ref().unwrap_or(&totals);
            self.rankings(totals, &levels_of(&solution), &path);
            for &j in on_types[n + 1..].iter().filter(|_| !is_full) {
                if self.is_possible(&[i], j) {
                    let both = self.with_one_more(&solution, j);
                    self.record(totals.total(&levels_of(&both)), &[&path[..], &[j]].concat());
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
        for n in 0..self.on_ranking.len() {
            let i = self.on_ranking[n];
            if let Change::Ranking(ranking) = self.searched.mistakes[i].change
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
                let searched =
                    Searched { rules, entries: &entries, mistakes: &mistakes, wanted: &wanted };
                let mut search = CandidateSearch::new(searched);
                search.singles_and_pairs(&mut |_, _| true).unwrap();
                let matches = std::mem::take(&mut search.candidates.matches);
                for (i, &total) in single.iter().enumerate() {
                    let same_as_right = match &mistakes[i].change {
                        Change::Reading(reading) => {
                            reading
                                .read(&entries)
                                .into_iter()
                                .map(|(_, read)| read)
                                .eq(entries.iter().copied())
                                && *reading != ReadRule::ByteOrderMark
                        }
                        _ => false,
                    };
                    let found = Match { total, mistakes: vec![i] };
                    assert!(same_as_right || matches.contains(&found), "{}", mistakes[i].id());
                }
                assert!(matches.len() > 2 * single.len());
                for Match { total, mistakes } in &matches {
                    let solution = search.with(mistakes);
                    let ids: Vec<_> =
                        mistakes.iter().map(|&i| search.searched.mistakes[i].id()).collect();
                    assert_eq!(solution.total(&entries), Some(*total), "{ids:?}");
                }
            }
        }
    }

    /// Texts that no two mistakes of a pair have, one each.
    const OPPOSITES: [(&str, &str); 15] = [
        ("not wild", "is wild"),
        ("not wild", "jokers "),
        ("types are ignored", "kind"),
        ("types are ignored", "pair"),
        ("types are ignored", "full house"),
        ("types are ignored", "high card"),
        ("types are ignored", "type is"),
        ("nothing breaks ties", "types are ignored"),
        ("nothing breaks ties", "labels are compared"),
        ("nothing breaks ties", "lowest label"),
        ("nothing breaks ties", "digits are"),
        ("never sorted", "compared"),
        ("never sorted", "kind"),
        ("JJJJJ is lost", "JJJJJ is counted"),
        ("each other's place", "never sorted"),
    ];

    /// What a text says of `J` among the labels.
    fn is_about_j(text: &str) -> bool {
        [
            "J is equal",
            "equal to J",
            "J ranks",
            "above J",
            "below J",
            "J and ",
            "and J have",
            "J too",
        ]
        .iter()
        .chain(&["J is weakest in ties", "as a jack in ties", "card that a joker stands for"])
        .any(|part| text.contains(part))
            && !text.contains("group")
            && !text.contains("tested with")
    }

    #[test]
    fn no_pair_contradicts_itself() {
        for rules in Rules::ALL {
            let (entries, mistakes, mut opposites) = (input(1), mistakes(rules), Vec::new());
            let search = CandidateSearch::new(Searched {
                rules,
                entries: &entries,
                mistakes: &mistakes,
                wanted: &[],
            });
            for (i, a) in mistakes.iter().enumerate() {
                for (j, b) in mistakes.iter().enumerate().skip(i + 1) {
                    if !search.is_possible(&[i], j) {
                        continue;
                    }
                    let (a, b) = (a.summary(), b.summary());
                    let says = |(one, other): &(&str, &str)| {
                        a.contains(one) && b.contains(other) || b.contains(one) && a.contains(other)
                    };
                    // One label first, as in `T is the lowest label`.
                    let is_about_a_label = |text: &str| {
                        text.get(1..2) == Some(" ")
                            && !text.starts_with("a ")
                            && !text.starts_with("J is wild in part 1")
                    };
                    let ignores = |text: &str| text.starts_with("nothing breaks ties");
                    let mut is_opposite = ignores(a) && is_about_a_label(b)
                        || ignores(b) && is_about_a_label(a)
                        || a == b
                        || is_about_j(a) && is_about_j(b)
                        || OPPOSITES.iter().any(says);
                    // "A just above B" and "B just above A", and the like.
                    for relation in [" ranks just above ", " ranks just below ", " is counted as "]
                    {
                        let sides = |text: &str| {
                            text.split_once(relation).map(|(x, y)| [x.to_owned(), y.to_owned()])
                        };
                        if let (Some([a, b]), Some([c, d])) = (sides(a), sides(b)) {
                            is_opposite |= a == d && b == c;
                        }
                    }
                    if is_opposite {
                        opposites.push(format!("{a}; and {b}"));
                    }
                }
            }
            assert!(opposites.is_empty(), "{}", opposites.join("\n"));
        }
    }
}
