//! Tries the space: every single mistake and every pair, on one input.
//!
//! The idea is that of the tally, one step further. Once the entries are sorted
//! by their tie-break alone, all that a solution's types decide is which classes
//! of hands are below which. So for each tie-break a few sums are kept:
//!
//! ```text
//! count[c]     entries of class c          bids[c]   the sum of their bids
//! mixed[c][d]  Σ bid × rank, over both, of classes c and d as if they were one
//!              level: what each adds to the other's ranks
//! ```
//!
//! and any assignment of classes to levels, of which there are tens of thousands,
//! is a sum over pairs of classes: no entry is looked at again.

use camel_cards::{Card, Entry, Hand, Rules};

use crate::{
    Cell, Mistake, Origin, Solution,
    mistake::{Axis, Effect, LabelChange},
    solution::{Dealt, Labels, Ranking, Reading, Slot, TieBreak, Types},
};

/// The cells, or slots, and one for a spoiled first hand.
const CLASSES: usize = Cell::COUNT + 1;
const SPOILED: u8 = Cell::COUNT as u8;

/// A level for each class.
type Levels = [u8; CLASSES];

/// Past this many entries labels are not tried together with tie-breaks.
const ENTRIES_MAX_ALL_PAIRS: usize = 5_000;
/// Past this many entries no pairs are tried.
const ENTRIES_MAX_PAIRS: usize = 50_000;

/// Mistakes that give one of the totals asked for, by their places in the list,
/// in the order in which they are to be applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Match {
    pub(crate) total: i128,
    pub(crate) mistakes: Vec<usize>,
}

pub(crate) struct Search<'a> {
    rules: Rules,
    mistakes: &'a [Mistake],
    wanted: &'a [i128],
    /// How many mistakes make a candidate at most.
    mistakes_max: usize,
    pub(crate) matches: Vec<Match>,
    /// The totals tried with one, two and three mistakes: all of them, and those
    /// of mistakes that all have names.
    pub(crate) totals: [[Vec<i128>; 2]; 3],
}

impl<'a> Search<'a> {
    /// Tries every single mistake and, if the input is not too large for that,
    /// pairs. `entries.len()` × the sum of bids must be below 2¹²⁷; `wanted` is
    /// sorted.
    pub(crate) fn run(
        rules: Rules,
        entries: &[Entry],
        mistakes: &'a [Mistake],
        wanted: &'a [i128],
    ) -> Search<'a> {
        let mistakes_max = if entries.len() > ENTRIES_MAX_PAIRS { 1 } else { 2 };
        let mut search = Search {
            rules,
            mistakes,
            wanted,
            mistakes_max,
            matches: Vec::new(),
            totals: Default::default(),
        };
        let right = Solution::right(rules);
        search.tie_breaks(&right, entries, &[]);
        for i in search.on(Axis::Reading) {
            let solution = search.with(&right, &[i]);
            let loses = solution.reading.read(entries).len() < entries.len();
            // A dictionary without repeats loses nothing.
            if loses || solution.reading == Reading::FirstSpoiled {
                search.tie_breaks(&solution, entries, &[i]);
            }
        }
        for i in search.on(Axis::Ranking) {
            let by_itself = matches!(
                mistakes[i].effect,
                Effect::OnePass | Effect::Ranking(Ranking::StrongestFirst)
            );
            if by_itself && let Some(total) = mistakes[i].solution(rules).total(entries) {
                search.record(total, &[i]);
            }
        }
        search
    }

    fn on(&self, axis: Axis) -> Vec<usize> {
        (0..self.mistakes.len()).filter(|&i| self.mistakes[i].effect.axis() == axis).collect()
    }

    fn with(&self, base: &Solution, mistakes: &[usize]) -> Solution {
        let mut solution = base.clone();
        for &i in mistakes {
            self.mistakes[i].effect.apply(&mut solution);
        }
        solution
    }

    fn record(&mut self, total: i128, mistakes: &[usize]) {
        let named = mistakes.iter().all(|&i| self.mistakes[i].origin != Origin::Unnamed);
        let [all, of_named] = &mut self.totals[mistakes.len() - 1];
        all.push(total);
        if named {
            of_named.push(total);
        }
        if self.wanted.binary_search(&total).is_ok() {
            self.matches.push(Match { total, mistakes: mistakes.to_vec() });
        }
    }

    /// Tries the axes of labels and tie-breaks, and all that follows them, on top
    /// of the mistakes of `path`, which `base` makes.
    fn tie_breaks(&mut self, base: &Solution, entries: &[Entry], path: &[usize]) {
        let read = self.read(base, entries);
        self.types(base, &read, path);
        if path.len() == self.mistakes_max {
            return;
        }
        let (labels, tie_breaks) = (self.on(Axis::Labels), self.on(Axis::TieBreak));
        for &i in labels.iter().chain(&tie_breaks) {
            self.types(&self.with(base, &[i]), &read, &[path, &[i]].concat());
        }
        if !path.is_empty() || entries.len() > ENTRIES_MAX_ALL_PAIRS {
            return;
        }
        // Labels with a tie-break if one of the two has a name, and with J's value.
        let origin = |i: usize| self.mistakes[i].origin;
        let is_joker = |i: usize| {
            matches!(self.mistakes[i].effect, Effect::Labels(LabelChange::Value(Card::Jack, _)))
        };
        let mut pairs = Vec::new();
        for &i in &labels {
            let with_ties = tie_breaks.iter().filter(|&&j| {
                origin(i) != Origin::Unnamed
                    || origin(j) == Origin::Real && self.mistakes[j].id != "K7"
            });
            pairs.extend(with_ties.map(|&j| [i, j]));
            if is_joker(i) {
                pairs.extend(labels.iter().filter(|&&j| !is_joker(j)).map(|&j| [i, j]));
            }
        }
        for pair in pairs {
            self.types(&self.with(base, &pair), &read, &pair);
        }
    }

    /// Tries the axes of types and type orders, and rankings after them.
    fn types(&mut self, base: &Solution, read: &Read, path: &[usize]) {
        let Types::Table(table) = base.types else { return };
        let levels_of_cells = levels(&table, &base.type_order);
        if path.len() == self.mistakes_max {
            // Nothing more is tried on this order: it is not worth its sums.
            self.record(read.total(base.tie_break, &base.labels, &levels_of_cells), path);
            return;
        }
        let order = read.sorted(base.tie_break, &base.labels);
        let sums = Sums::new(read, &order, &read.cells);
        self.rankings(&sums, &levels_of_cells, path);
        let on_types = [self.on(Axis::Types), self.on(Axis::TypeOrder)].concat();
        for (n, &i) in on_types.iter().enumerate() {
            let (solution, path) = (self.with(base, &[i]), [path, &[i]].concat());
            match &solution.types {
                Types::Table(table) => {
                    self.rankings(&sums, &levels(table, &solution.type_order), &path);
                    if path.len() == self.mistakes_max {
                        continue;
                    }
                    for &j in &on_types[n + 1..] {
                        if self.mistakes[i].effect.meets(&self.mistakes[j].effect) {
                            continue;
                        }
                        let both = self.with(&solution, &[j]);
                        if let Types::Table(table) = &both.types {
                            let total = sums.total(&levels(table, &both.type_order));
                            self.record(total, &[&path[..], &[j]].concat());
                        }
                    }
                }
                Types::JokersBecome(_) => {
                    let sums = Sums::new(read, &order, &read.slots[i]);
                    self.rankings(&sums, &slot_levels(&solution.type_order), &path);
                    if path.len() == self.mistakes_max {
                        continue;
                    }
                    for j in self.on(Axis::TypeOrder) {
                        let levels = slot_levels(&self.with(&solution, &[j]).type_order);
                        self.record(sums.total(&levels), &[&path[..], &[j]].concat());
                    }
                }
            }
        }
    }

    fn rankings(&mut self, sums: &Sums, levels: &Levels, path: &[usize]) {
        let total = sums.total(levels);
        if !path.is_empty() {
            self.record(total, path);
        }
        if path.len() == self.mistakes_max {
            return;
        }
        for i in self.on(Axis::Ranking) {
            let Effect::Ranking(ranking) = self.mistakes[i].effect else { continue };
            if ranking == Ranking::StrongestFirst {
                continue;
            }
            let path = [path, &[i]].concat();
            self.record(sums.ranked(ranking, total, levels), &path);
        }
    }

    /// Tries two mistakes on the types on top of mistake `first`.
    pub(crate) fn two_types_with(&mut self, entries: &[Entry], first: usize) {
        let base = self.with(&Solution::right(self.rules), &[first]);
        self.mistakes_max = 3;
        self.types(&base, &self.read(&base, entries), &[first]);
    }
}

fn levels(table: &[Slot; Cell::COUNT], order: &[u8; Slot::COUNT]) -> Levels {
    std::array::from_fn(|class| table.get(class).map_or(0, |slot| order[slot.index()]))
}

fn slot_levels(order: &[u8; Slot::COUNT]) -> Levels {
    std::array::from_fn(|class| order.get(class).copied().unwrap_or(0))
}

/// The entries that a solution has read, and what is asked of them again and again.
struct Read {
    entries: Vec<Entry>,
    times: Times,
    dealt: Vec<Dealt>,
    /// The cell of each, as its class.
    cells: Vec<u8>,
    /// The slot of each, for every mistake that does not go by cells.
    slots: Vec<Vec<u8>>,
}

impl Search<'_> {
    fn read(&self, solution: &Solution, entries: &[Entry]) -> Read {
        let entries: Vec<Entry> =
            solution.reading.read(entries).into_iter().map(|(_, entry)| entry).collect();
        let classes = |class: &dyn Fn(Hand) -> usize| {
            let mut classes: Vec<u8> =
                entries.iter().map(|entry| class(entry.hand) as u8).collect();
            if solution.reading == Reading::FirstSpoiled
                && let Some(first) = classes.first_mut()
            {
                *first = SPOILED;
            }
            classes
        };
        let mut slots = vec![Vec::new(); self.mistakes.len()];
        for (i, mistake) in self.mistakes.iter().enumerate() {
            if let Effect::JokersBecome(_) = mistake.effect {
                let solution = self.with(solution, &[i]);
                slots[i] = classes(&|hand| solution.slot(hand).index());
            }
        }
        let dealt = entries.iter().map(|entry| Dealt::new(entry.hand)).collect();
        let times = Times::of(&entries);
        Read { dealt, cells: classes(&|hand| Cell::of(hand).index()), slots, times, entries }
    }
}

impl Read {
    /// The entries by their tie-break alone, weakest first.
    fn sorted(&self, tie_break: TieBreak, labels: &Labels) -> Vec<u32> {
        let key = tie_break.keys(labels);
        self.sorted_by(tie_break, |i| key(&self.dealt[i]))
    }

    fn total(&self, tie_break: TieBreak, labels: &Labels, levels: &Levels) -> i128 {
        let key = tie_break.keys(labels);
        let order = self.sorted_by(tie_break, |i| {
            let level = u64::from(levels[usize::from(self.cells[i])]);
            level << TieBreak::KEY_BITS | key(&self.dealt[i])
        });
        let bid = |i: u32| i128::from(self.entries[i as usize].bid);
        (1..).zip(order).map(|(rank, i)| rank * bid(i)).sum()
    }

    fn sorted_by(&self, tie_break: TieBreak, key: impl Fn(usize) -> u64) -> Vec<u32> {
        let last = self.entries.len() as u32;
        let turned = |i: u32| if tie_break.later_first { last - i } else { i };
        if last < 1 << PLACE_BITS {
            // Half as long to sort: key and place in one number.
            let mut keyed: Vec<u64> =
                (0..last).map(|i| key(i as usize) << PLACE_BITS | u64::from(turned(i))).collect();
            keyed.sort_unstable();
            let place = |keyed: u64| (keyed & ((1 << PLACE_BITS) - 1)) as u32;
            return keyed.into_iter().map(|keyed| turned(place(keyed))).collect();
        }
        let mut keyed: Vec<(u64, u32)> = (0..last).map(|i| (key(i as usize), turned(i))).collect();
        keyed.sort_unstable();
        keyed.into_iter().map(|(_, i)| turned(i)).collect()
    }
}

/// Beside a key and a level there is room for places below 2¹⁶.
const PLACE_BITS: u32 = 16;
const _: () = assert!(TieBreak::KEY_BITS + 8 + PLACE_BITS <= 64);

/// What any assignment of classes to levels is worth, for one tie-break.
struct Sums {
    entries: i128,
    bids: i128,
    times: Times,
    /// What every assignment has: each bid once, and ranks within each class.
    within: i128,
    /// The classes that occur, their counts and sums of bids, and the place and
    /// bid of the last of each.
    classes: Vec<Class>,
    /// For each two of them, by their places in `classes`: what both add to the
    /// other's ranks if they are one level.
    mixed: Vec<[i128; CLASSES]>,
}

#[derive(Clone, Copy)]
struct Class {
    class: usize,
    count: i128,
    bids: i128,
    last: (usize, i128),
}

/// How a count and a sum of bids are multiplied.
#[derive(Clone, Copy)]
enum Times {
    /// No product passes 64 bits: nearly always. In WebAssembly the others take several times
    /// as long.
    Narrow,
    Wide,
}

impl Times {
    fn of(entries: &[Entry]) -> Times {
        let bids: u128 = entries.iter().map(|entry| u128::from(entry.bid)).sum();
        let fits = bids.checked_mul(entries.len() as u128).is_some_and(|most| most >> 63 == 0);
        if fits { Times::Narrow } else { Times::Wide }
    }

    #[inline]
    fn times(self, count: i128, bids: i128) -> i128 {
        match self {
            Times::Narrow => i128::from(count as i64 * bids as i64),
            Times::Wide => Times::wide(count, bids),
        }
    }

    /// Not inlined, or it would be worked out in any case and chosen after that.
    #[cold]
    #[inline(never)]
    fn wide(count: i128, bids: i128) -> i128 {
        count * bids
    }
}

impl Sums {
    fn new(read: &Read, order: &[u32], classes: &[u8]) -> Sums {
        let mut count = [0i128; CLASSES];
        let mut bids = [0i128; CLASSES];
        let mut last = [(0, 0); CLASSES];
        let mut below = [[0i128; CLASSES]; CLASSES];
        for (place, &i) in order.iter().enumerate() {
            let (class, bid) =
                (usize::from(classes[i as usize]), read.entries[i as usize].bid.into());
            for (sum, &count) in below[class].iter_mut().zip(&count) {
                *sum += read.times.times(count, bid);
            }
            count[class] += 1;
            bids[class] += bid;
            last[class] = (place, bid);
        }
        let occurring: Vec<usize> = (0..CLASSES).filter(|&class| count[class] > 0).collect();
        let all_bids: i128 = bids.iter().sum();
        Sums {
            entries: order.len() as i128,
            bids: all_bids,
            times: read.times,
            within: all_bids + (0..CLASSES).map(|class| below[class][class]).sum::<i128>(),
            mixed: (occurring.iter())
                .map(|&a| std::array::from_fn(|b| below[a][b] + below[b][a]))
                .collect(),
            classes: (occurring.into_iter())
                .map(|class| Class {
                    class,
                    count: count[class],
                    bids: bids[class],
                    last: last[class],
                })
                .collect(),
        }
    }

    fn total(&self, levels: &Levels) -> i128 {
        let mut total = self.within;
        for (i, a) in self.classes.iter().enumerate() {
            let level = levels[a.class];
            for b in &self.classes[..i] {
                total += match level.cmp(&levels[b.class]) {
                    std::cmp::Ordering::Less => self.times.times(a.count, b.bids),
                    std::cmp::Ordering::Greater => self.times.times(b.count, a.bids),
                    std::cmp::Ordering::Equal => self.mixed[i][b.class],
                };
            }
        }
        total
    }

    /// What another ranking makes of a total.
    fn ranked(&self, ranking: Ranking, total: i128, levels: &Levels) -> i128 {
        match ranking {
            Ranking::WeakestIsOne => total,
            Ranking::StrongestIsOne | Ranking::StrongestFirst => {
                (self.entries + 1) * self.bids - total
            }
            Ranking::FromZero => total - self.bids,
            Ranking::FromTwo => total + self.bids,
            Ranking::WithoutStrongest => {
                let strongest = self.classes.iter().max_by_key(|a| (levels[a.class], a.last.0));
                total - strongest.map_or(0, |a| self.entries * a.last.1)
            }
            Ranking::Unsigned32 => i128::from(total as u32),
            Ranking::Signed32 => i128::from(total as i32),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mistakes;

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

    /// Every total that the sums give is what the solution gives that really sorts.
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
                let search = Search::run(rules, &entries, &mistakes, &wanted);
                for (i, &total) in single.iter().enumerate() {
                    let same_as_right = match &mistakes[i].effect {
                        Effect::Reading(reading) => {
                            reading.read(&entries).len() == entries.len()
                                && *reading != Reading::FirstSpoiled
                        }
                        _ => false,
                    };
                    let found = Match { total, mistakes: vec![i] };
                    assert!(
                        same_as_right || search.matches.contains(&found),
                        "{}",
                        mistakes[i].id()
                    );
                }
                assert!(search.matches.len() > 2 * single.len());
                for Match { total, mistakes } in &search.matches {
                    let solution = search.with(&Solution::right(rules), mistakes);
                    let ids: Vec<&str> =
                        mistakes.iter().map(|&i| search.mistakes[i].id()).collect();
                    assert_eq!(solution.total(&entries), Some(*total), "{ids:?}");
                }
            }
        }
    }
}
