//! A plain program for the puzzle, right until a mistake is written into it. It shares no code with the coach's
//! solutions, and has neither hand classes nor bit keys.

use std::{cmp::Reverse, collections::BTreeMap, rc::Rc};

pub(super) type Hand = [char; 5];

pub(super) const JJJJJ: Hand = ['J'; 5];

/// The labels, weakest first, as in part 1.
pub(super) const LABELS: &str = "23456789TJQKA";

/// A hand's type: its label counts as a number, most first. Other counts than those of the seven types rank between these.
pub(super) type Kind = u64;

pub(super) const BELOW_ALL: Kind = 0;
pub(super) const HIGH: Kind = 11111;
pub(super) const PAIR: Kind = 21110;
pub(super) const TWO_PAIR: Kind = 22100;
pub(super) const THREE: Kind = 31100;
pub(super) const HOUSE: Kind = 32000;
pub(super) const FOUR: Kind = 41000;
pub(super) const FIVE: Kind = 50000;
pub(super) const ABOVE_ALL: Kind = Kind::MAX;

pub(super) const TYPES: [Kind; 7] = [HIGH, PAIR, TWO_PAIR, THREE, HOUSE, FOUR, FIVE];

pub(super) fn count(hand: Hand, label: char) -> usize {
    hand.into_iter().filter(|&other| other == label).count()
}

/// How often each label other than `J` occurs, most often first.
pub(super) fn others(hand: Hand) -> Vec<usize> {
    let is_new = |&i: &usize| hand[i] != 'J' && !hand[..i].contains(&hand[i]);
    let mut counts: Vec<usize> = (0..5).filter(is_new).map(|i| count(hand, hand[i])).collect();
    counts.sort_unstable_by_key(|&count| Reverse(count));
    counts
}

/// The same for all labels.
pub(super) fn with_j(hand: Hand) -> Vec<usize> {
    let mut counts = others(hand);
    counts.push(count(hand, 'J'));
    counts.sort_unstable_by_key(|&count| Reverse(count));
    counts
}

/// The counts of other labels, with so many jokers added to the count at a place, or to the last one.
pub(super) fn joined(hand: Hand, place: usize, jokers: usize) -> Vec<usize> {
    let mut counts = others(hand);
    counts.resize(counts.len().max(1), 0);
    let place = place.min(counts.len() - 1);
    counts[place] += jokers;
    counts
}

/// Returns the type that the two largest counts make.
pub(super) fn kind_of(mut counts: Vec<usize>) -> Kind {
    counts.extend([0; 2]);
    counts.sort_unstable_by_key(|&count| Reverse(count));
    match (counts[0], counts[1]) {
        (5.., _) => FIVE,
        (4, _) => FOUR,
        (3, 2..) => HOUSE,
        (3, _) => THREE,
        (2, 2..) => TWO_PAIR,
        (2, _) => PAIR,
        _ => HIGH,
    }
}

/// The type in part 1.
pub(super) fn as_dealt(hand: Hand) -> Kind {
    kind_of(with_j(hand))
}

/// The type in part 2.
pub(super) fn with_jokers(hand: Hand) -> Kind {
    kind_of(joined(hand, 0, count(hand, 'J')))
}

#[expect(clippy::type_complexity, reason = "each function is of another type")]
pub(super) struct Program {
    pub(super) joker: bool,
    pub(super) kind: Rc<dyn Fn(Hand) -> Kind>,
    /// The place of each type: greater is stronger, and there is room between two.
    pub(super) places: BTreeMap<Kind, u64>,
    /// The value of each label, by its character code.
    values: [u64; 128],
    /// The key by which hands of one type compare.
    pub(super) key: Rc<dyn Fn(&Program, Hand) -> Vec<u64>>,
    /// Whether the key compares hands of any type.
    pub(super) key_is_all: bool,
    pub(super) bid_breaks_ties: bool,
    pub(super) later_first: bool,
    pub(super) sort: Rc<dyn Fn(&Game<'_>, Vec<usize>) -> Vec<usize>>,
    /// Returns the entries that count, rank 1 first.
    pub(super) order: Rc<dyn Fn(&Game<'_>) -> Vec<usize>>,
    /// Returns the total of bids, rank 1 first.
    pub(super) total: Rc<dyn Fn(&Game<'_>, Vec<u64>) -> i128>,
}

impl Program {
    pub(super) fn right(joker: bool) -> Program {
        let kinds = [&[BELOW_ALL], &TYPES[..], &[ABOVE_ALL]].concat();
        let mut program = Program {
            joker,
            kind: Rc::new(if joker { with_jokers } else { as_dealt }),
            places: kinds.into_iter().zip((10..).step_by(10)).collect(),
            values: [0; 128],
            key: Rc::new(Program::values),
            key_is_all: false,
            bid_breaks_ties: false,
            later_first: false,
            sort: Rc::new(stable_sort),
            order: Rc::new(|game| game.sort(game.all())),
            total: Rc::new(|_, bids| total(1, bids)),
        };
        program.set(LABELS, 2..);
        program.set("J", [if joker { 1 } else { 11 }]);
        program
    }

    /// Gives labels these values.
    pub(super) fn set(&mut self, labels: &str, values: impl IntoIterator<Item = u64>) {
        labels.chars().zip(values).for_each(|(label, value)| self.values[label as usize] = value);
    }

    pub(super) fn value(&self, label: char) -> u64 {
        self.values[label as usize]
    }

    pub(super) fn values(&self, cards: impl IntoIterator<Item = char>) -> Vec<u64> {
        cards.into_iter().map(|label| self.value(label)).collect()
    }

    /// Returns the number of weaker labels.
    pub(super) fn weaker_labels(&self, label: char) -> u64 {
        LABELS.chars().filter(|&other| self.value(other) < self.value(label)).count() as u64
    }

    /// Returns the place of a hand's type, or of the next one below, and what the counts are more than that type's.
    fn level(&self, hand: Hand) -> [u64; 2] {
        let kind = (self.kind)(hand);
        let (of_type, &place) = self.places.range(..=kind).next_back().unwrap();
        [place, kind - of_type]
    }

    pub(super) fn weaker_types(&self, hand: Hand) -> u64 {
        let [own, _] = self.level(hand);
        self.places.range(HIGH..=FIVE).filter(|&(_, &place)| place < own).count() as u64
    }

    /// Returns the entries that count, rank 1 first, and the total winnings.
    pub(super) fn play(&self, entries: &[(Hand, u64)]) -> (Vec<usize>, i128) {
        let levels: Vec<_> = entries.iter().map(|&(hand, _)| self.level(hand)).collect();
        let key = |(&(hand, bid), level): (&(Hand, u64), &[u64; 2])| {
            let level = if self.key_is_all { &[] } else { &level[..] };
            let bid = if self.bid_breaks_ties { &[bid][..] } else { &[] };
            [level, &(self.key)(self, hand), bid].concat()
        };
        let keys = entries.iter().zip(&levels).map(key).collect();
        let game = Game { program: self, entries, levels, keys };
        let order = (self.order)(&game);
        let total = (self.total)(&game, game.bids(&order));
        (order, total)
    }
}

/// What a program knows of entries before it sorts them. They are known by their indices.
pub(super) struct Game<'a> {
    pub(super) program: &'a Program,
    pub(super) entries: &'a [(Hand, u64)],
    pub(super) levels: Vec<[u64; 2]>,
    keys: Vec<Vec<u64>>,
}

impl Game<'_> {
    pub(super) fn hand(&self, i: usize) -> Hand {
        self.entries[i].0
    }

    pub(super) fn bids(&self, order: &[usize]) -> Vec<u64> {
        order.iter().map(|&i| self.entries[i].1).collect()
    }

    pub(super) fn sort(&self, order: impl IntoIterator<Item = usize>) -> Vec<usize> {
        (self.program.sort)(self, order.into_iter().collect())
    }

    /// Returns all entries in the order of the input.
    pub(super) fn all(&self) -> Vec<usize> {
        (0..self.entries.len()).collect()
    }

    /// Returns all entries, weakest first.
    pub(super) fn sorted(&self) -> Vec<usize> {
        self.sort(self.all())
    }

    /// Returns the entries of each type, the weakest type first, each in the order given.
    pub(super) fn by_type(&self, order: &[usize]) -> Vec<Vec<usize>> {
        let mut of_levels: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        order.iter().for_each(|&i| of_levels.entry(self.levels[i]).or_default().push(i));
        of_levels.into_values().collect()
    }
}

fn stable_sort(game: &Game<'_>, mut order: Vec<usize>) -> Vec<usize> {
    if game.program.later_first {
        order.reverse();
    }
    order.sort_by(|&i, &j| game.keys[i].cmp(&game.keys[j]));
    order
}

/// Returns the total of bids whose ranks begin at `first`.
pub(super) fn total(first: u64, bids: impl IntoIterator<Item = u64>) -> i128 {
    (first..).zip(bids).map(|(rank, bid)| i128::from(rank) * i128::from(bid)).sum()
}
