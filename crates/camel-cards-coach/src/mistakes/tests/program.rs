//! A plain program for the puzzle, right until words of a mistake change it. It shares no code with the coach's
//! solutions, and has neither hand classes nor bit keys.

use std::{cmp::Ordering, collections::BTreeMap, rc::Rc};

use super::words::stands_for;

/// A hand's type: 1 is high card, 7 five of a kind; 0 is no type, below all, and 8 no type, above all. Greater kinds are
/// counts that no type has: see `counted`.
pub(super) type Kind = usize;

/// The sorted counts of each type as a number of five digits.
pub(super) const COUNTS: [usize; 7] = [11111, 21110, 22100, 31100, 32000, 41000, 50000];

/// Returns the kind of counts that are compared one after the other.
pub(super) fn counted(counts: &[usize]) -> Kind {
    let number = (0..5).fold(0, |number, i| 10 * number + counts.get(i).unwrap_or(&0));
    match COUNTS.iter().position(|&of_type| of_type == number) {
        Some(below) => below + 1,
        None if number == 0 => 0,
        None => number,
    }
}

pub(super) const KINDS: [&str; 9] = [
    "no type, below all other hands",
    "high card",
    "one pair",
    "two pair",
    "three of a kind",
    "full house",
    "four of a kind",
    "five of a kind",
    "no type, above all other hands",
];

/// The key by which a program compares hands.
pub(super) type Key = Rc<dyn Fn(&Program, &str) -> Vec<u64>>;

#[derive(Clone)]
pub(super) struct Program {
    pub(super) joker: bool,
    pub(super) kind: Rc<dyn Fn(&str) -> Kind>,
    /// The types, weakest first. Types that count as one are in one list.
    pub(super) order: Vec<Vec<Kind>>,
    pub(super) values: BTreeMap<char, u64>,
    /// The key by which hands of one type compare.
    pub(super) key: Key,
    /// Whether the key includes the type.
    pub(super) key_is_all: bool,
    pub(super) weaker_key_wins: bool,
    pub(super) later_first: bool,
    pub(super) bid_breaks_ties: bool,
    /// Labels are looked up in a list without digits: whether each type is sorted alone, and whether the strongest hand
    /// to the front.
    pub(super) misses_digits: Option<(bool, bool)>,
    pub(super) procedure: String,
}

pub(super) fn count(hand: &str, label: char) -> usize {
    hand.chars().filter(|&other| other == label).count()
}

/// How often each label other than `J` occurs, most often first.
pub(super) fn others(hand: &str) -> Vec<usize> {
    let labels = "23456789TQKA".chars().map(|label| count(hand, label));
    let mut counts: Vec<usize> = labels.filter(|&count| count > 0).collect();
    counts.sort_unstable_by(|a, b| b.cmp(a));
    counts
}

pub(super) fn kind_of_counts(counts: &[usize]) -> Kind {
    let mut counts = counts.to_vec();
    counts.sort_unstable_by(|a, b| b.cmp(a));
    counts.resize(5, 0);
    match (counts[0], counts[1]) {
        (5.., _) => 7,
        (4, _) => 6,
        (3, 2..) => 5,
        (3, _) => 4,
        (2, 2..) => 3,
        (2, _) => 2,
        _ => 1,
    }
}

/// The type as dealt.
pub(super) fn as_dealt(hand: &str) -> Kind {
    let mut counts = others(hand);
    counts.push(count(hand, 'J'));
    kind_of_counts(&counts)
}

/// The type if the jokers join the most common other label.
pub(super) fn with_jokers(hand: &str) -> Kind {
    let mut counts = others(hand);
    counts.resize(counts.len().max(1), 0);
    counts[0] += count(hand, 'J');
    kind_of_counts(&counts)
}

impl Program {
    pub(super) fn right(joker: bool) -> Program {
        let weakest_first = if joker { "J23456789T_QKA" } else { "_23456789TJQKA" };
        Program {
            joker,
            kind: Rc::new(if joker { with_jokers } else { as_dealt }),
            order: (0..9).map(|kind| vec![kind]).collect(),
            values: weakest_first.chars().zip(1..).filter(|&(label, _)| label != '_').collect(),
            key: Rc::new(Program::values_of),
            key_is_all: false,
            weaker_key_wins: false,
            later_first: false,
            bid_breaks_ties: false,
            misses_digits: None,
            procedure: String::new(),
        }
    }

    pub(super) fn values_of(&self, hand: &str) -> Vec<u64> {
        hand.chars().map(|label| self.values[&label]).collect()
    }

    /// Returns the number of weaker labels.
    pub(super) fn place(&self, label: char) -> u64 {
        self.values.values().filter(|&&other| other < self.values[&label]).count() as u64
    }

    /// Returns the place of a hand's type, or of the next type below its counts.
    pub(super) fn place_of_type(&self, hand: &str) -> usize {
        let kind = (self.kind)(hand);
        let below = COUNTS.iter().filter(|&&of_type| of_type < kind).count();
        let of_type = if kind > 8 { below } else { kind };
        self.order.iter().position(|group| group.contains(&of_type)).unwrap()
    }

    fn level(&self, hand: &str) -> (usize, usize) {
        let kind = (self.kind)(hand);
        (self.place_of_type(hand), if kind > 8 { kind } else { 0 })
    }

    /// Returns the entries whose bids are taken, rank 1 first, and the total winnings.
    pub(super) fn play(&self, entries: &[(String, u64)]) -> (Vec<usize>, i128) {
        let hands: Vec<&str> = entries.iter().map(|(hand, _)| &hand[..]).collect();
        let bids: Vec<u64> = entries.iter().map(|&(_, bid)| bid).collect();
        let all: Vec<usize> = (0..entries.len()).collect();
        let levels: Vec<(usize, usize)> = hands.iter().map(|hand| self.level(hand)).collect();
        let keys: Vec<Vec<u64>> = hands.iter().map(|hand| (self.key)(self, hand)).collect();
        let compare = |i: usize, j: usize| {
            let of_keys = keys[i].cmp(&keys[j]);
            let of_keys = if self.weaker_key_wins { of_keys.reverse() } else { of_keys };
            let of_levels = levels[i].cmp(&levels[j]);
            let of_hands = if self.key_is_all { of_keys } else { of_levels.then(of_keys) };
            if self.bid_breaks_ties { of_hands.then(bids[i].cmp(&bids[j])) } else { of_hands }
        };
        // Equal hands stay in the order of the input, or are reversed.
        let or_input = |order: Ordering, i: usize, j: usize| {
            order.then(if self.later_first { j.cmp(&i) } else { i.cmp(&j) })
        };
        let compare_entries = |i: usize, j: usize| or_input(compare(i, j), i, j);
        let place = |label| if char::is_ascii_digit(&label) { 0 } else { 1 + self.place(label) };
        let is_less_without_digits = |i: usize, j: usize| {
            let differ = hands[i].chars().zip(hands[j].chars()).find(|(a, b)| a != b);
            let is_less = differ.is_some_and(|(a, b)| place(a) < place(b));
            levels[i] < levels[j] || levels[i] == levels[j] && is_less
        };
        let by_level = |order: &[usize]| -> Vec<Vec<usize>> {
            let mut of_levels: BTreeMap<_, Vec<usize>> = BTreeMap::new();
            order.iter().for_each(|&i| of_levels.entry(levels[i]).or_default().push(i));
            of_levels.into_values().collect()
        };
        let sorted = |mut order: Vec<usize>| {
            let Some((each_type_alone, strongest_to_front)) = self.misses_digits else {
                order.sort_by(|&i, &j| compare_entries(i, j));
                return order;
            };
            let sort = |mut order: Vec<usize>| {
                tim_sort(&mut order, |i, j| match strongest_to_front {
                    true => is_less_without_digits(j, i),
                    false => is_less_without_digits(i, j),
                });
                if strongest_to_front {
                    order.reverse();
                }
                order
            };
            match each_type_alone {
                true => by_level(&order).into_iter().flat_map(sort).collect(),
                false => sort(order),
            }
        };
        let sum = |first: u64, order: &[usize]| -> i128 {
            let ranks = (first..).zip(order);
            ranks.map(|(rank, &i)| i128::from(rank) * i128::from(bids[i])).sum()
        };
        let from_one = |order: Vec<usize>| {
            let total = sum(1, &order);
            (order, total)
        };
        let with_total = |total: fn(i128) -> i128| {
            let (order, exact) = from_one(sorted(all.clone()));
            (order, total(exact))
        };
        // In a dictionary a later entry takes the place of an earlier one.
        let replaced = |is_same: &dyn Fn(usize, usize) -> bool| {
            let mut kept: Vec<usize> = Vec::new();
            for i in 0..entries.len() {
                match kept.iter_mut().find(|other| is_same(**other, i)) {
                    Some(earlier) => *earlier = i,
                    None => kept.push(i),
                }
            }
            // Equal hands are in the order of the dictionary.
            let mut order: Vec<usize> = (0..kept.len()).collect();
            order.sort_by(|&a, &b| or_input(compare(kept[a], kept[b]), a, b));
            from_one(order.into_iter().map(|place| kept[place]).collect())
        };
        // Entries of each type in the order of the input, two by two.
        let in_pairs = |odd_is_lost: bool| {
            let of_levels = by_level(&all).into_iter().flat_map(|of_level| {
                let pairs = of_level.chunks(2).filter(|pair| pair.len() == 2 || !odd_is_lost);
                pairs.flat_map(|pair| sorted(pair.to_vec())).collect::<Vec<usize>>()
            });
            from_one(of_levels.collect())
        };
        let cut = |cut: &dyn Fn(u64) -> u64| {
            let order = sorted(all.clone());
            let cut = order.iter().map(|&i| i128::from(cut(bids[i])));
            let total = (1..).zip(cut).map(|(rank, bid)| rank * bid).sum();
            (order, total)
        };
        let first_digits =
            |digits: usize, bid: u64| bid.to_string().chars().take(digits).collect::<String>();
        match &self.procedure[..] {
            "" => from_one(sorted(all)),
            "the hands are never sorted: they are in the order of the input" => from_one(all),
            "the hands are never sorted: they are in the reverse order of the input" => {
                from_one(all.into_iter().rev().collect())
            }
            "neighbours are compared once and never really sorted" => {
                let mut order = all;
                for i in 1..order.len() {
                    if compare_entries(order[i - 1], order[i]) == Ordering::Greater {
                        order.swap(i - 1, i);
                    }
                }
                from_one(order)
            }
            "rank 1 is the strongest hand" => from_one(sorted(all).into_iter().rev().collect()),
            "rank 1 is the strongest hand, and the earlier one of identical hands" => {
                let mut order = all;
                order.sort_by(|&i, &j| or_input(compare(j, i), i, j));
                from_one(order)
            }
            "the strongest hand ranks lowest, and ranks begin at 0" => {
                let order: Vec<usize> = sorted(all).into_iter().rev().collect();
                let total = sum(0, &order);
                (order, total)
            }
            "every hand is in the list twice: part 2 adds the hands to those of part 1" => {
                let order = sorted(all);
                let twice: Vec<usize> = order.iter().flat_map(|&i| [i, i]).collect();
                let total = sum(1, &twice);
                (order, total)
            }
            "the total of part 1 is added to that of part 2" => {
                let (order, total) = from_one(sorted(all));
                (order, total + Program::right(false).play(entries).1)
            }
            "ranks of part 2 go on where those of part 1 end" => {
                let order = sorted(all);
                let total = sum(1 + order.len() as u64, &order);
                (order, total)
            }
            "the indices that sort the hands are taken for their ranks" => {
                let order = sorted(all);
                let mut taken = vec![0; order.len()];
                order.iter().enumerate().for_each(|(place, &i)| taken[i] = place);
                from_one(taken)
            }
            "ranks begin at 1 again in each type" => {
                let order = sorted(all);
                let total = by_level(&order).iter().map(|of_level| sum(1, of_level)).sum();
                (order, total)
            }
            "ranks begin at 0" => {
                let order = sorted(all);
                let total = sum(0, &order);
                (order, total)
            }
            "the bids are added up without ranks" => {
                (sorted(all), bids.iter().copied().map(i128::from).sum())
            }
            "the strongest hand is left out of the sum" => {
                let order = sorted(all);
                let total = sum(1, &order[..order.len() - 1]);
                (order, total)
            }
            "the weakest hand is left out of the sum" => {
                let order = sorted(all);
                let total = sum(2, &order[1..]);
                (order, total)
            }
            "the total overflows 32 bits" => with_total(|total| i128::from(total as u32)),
            "the total overflows 32 bits with a sign" => {
                with_total(|total| i128::from(total as i32))
            }
            "the total overflows 16 bits" => with_total(|total| i128::from(total as u16)),
            "the total is summed in 32-bit floats, which round it" => {
                let order = sorted(all);
                let bids = order.iter().map(|&i| bids[i]);
                let total = float_sum(bids);
                (order, total as i128)
            }
            "the last line is lost" => from_one(sorted(all[..all.len() - 1].to_vec())),
            "entries are kept in a dictionary by hand with its jokers replaced: of hands that are then the same, the last overwrites" => {
                replaced(&|i, j| stands_for(hands[i]) == stands_for(hands[j]))
            }
            "the bid is looked up by the hand with its jokers replaced: hands that are then the same get the first one's bid" =>
            {
                let order = sorted(all);
                let first = |i: usize| {
                    bids[hands
                        .iter()
                        .position(|one| stands_for(one) == stands_for(hands[i]))
                        .unwrap()]
                };
                let total = (1..).zip(&order).map(|(rank, &i)| rank * i128::from(first(i))).sum();
                (order, total)
            }
            "only the first line is read" => from_one(vec![all[0]]),
            "the first line is lost" => from_one(sorted(all[1..].to_vec())),
            "JJJJJ is lost, by an error that is caught or skipped" => {
                from_one(sorted(all.into_iter().filter(|&i| hands[i] != "JJJJJ").collect()))
            }
            "entries are kept in a dictionary by hand: a repeated hand overwrites" => {
                replaced(&|i, j| hands[i] == hands[j])
            }
            "entries are kept in a dictionary by bid: a repeated bid overwrites" => {
                replaced(&|i, j| bids[i] == bids[j])
            }
            "a byte-order mark spoils the first hand" => {
                let others = sorted(all).into_iter().filter(|&i| i > 0);
                from_one(std::iter::once(0).chain(others).collect())
            }
            "only the first digit of each bid is read" => {
                cut(&|bid| first_digits(1, bid).parse().unwrap())
            }
            "only the first two digits of each bid are read" => {
                cut(&|bid| first_digits(2, bid).parse().unwrap())
            }
            "only the first three digits of each bid are read" => {
                cut(&|bid| first_digits(3, bid).parse().unwrap())
            }
            "only the last digit of each bid is read" => cut(&|bid| bid % 10),
            "only the last two digits of each bid are read" => cut(&|bid| bid % 100),
            "only the last three digits of each bid are read" => cut(&|bid| bid % 1000),
            "within a type, only neighbours in the input are compared, two by two" => {
                in_pairs(false)
            }
            "within a type, only neighbours in the input are compared, two by two, and an odd hand is lost" => {
                in_pairs(true)
            }
            other => panic!("no program is written after {other:?}"),
        }
    }
}

#[allow(clippy::float_arithmetic, reason = "the rounding of 32-bit floats is the mistake")]
fn float_sum(bids: impl Iterator<Item = u64>) -> f32 {
    (1u8..).zip(bids).fold(0.0, |total, (rank, bid)| total + f32::from(rank) * bid as f32)
}

/// TimSort of fewer than 64 entries: a run, and binary insertion.
fn tim_sort(order: &mut Vec<usize>, less: impl Fn(usize, usize) -> bool) {
    let descends = order.len() > 1 && less(order[1], order[0]);
    let pairs = order.windows(2).take_while(|pair| less(pair[1], pair[0]) == descends);
    let run = order.len().min(1 + pairs.count());
    let mut sorted = order[..run].to_vec();
    if descends {
        sorted.reverse();
    }
    for &entry in &order[run..] {
        let (mut low, mut high) = (0, sorted.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if less(entry, sorted[middle]) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        sorted.insert(low, entry);
    }
    *order = sorted;
}
