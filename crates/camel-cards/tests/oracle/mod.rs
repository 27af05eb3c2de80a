//! The puzzle, transcribed sentence by sentence and as slow as that is. It
//! shares nothing with the library but the names of rules and ties.

use std::collections::{BTreeSet, HashMap};

use camel_cards::{Rules, Ties};

/// The type of a hand, 0 the weakest.
fn hand_type(hand: &str, rules: Rules) -> usize {
    match rules {
        Rules::Standard => natural_type(hand),
        // "J cards can pretend to be whatever card is best": try every one.
        Rules::Joker => match hand.find('J') {
            None => natural_type(hand),
            Some(_) => "23456789TQKA"
                .chars()
                .map(|label| hand_type(&hand.replacen('J', &label.to_string(), 1), rules))
                .max()
                .unwrap(),
        },
    }
}

fn natural_type(hand: &str) -> usize {
    let mut counts: Vec<usize> =
        "23456789TJQKA".chars().map(|label| hand.matches(label).count()).collect();
    counts.retain(|&count| count > 0);
    counts.sort();
    match counts[..] {
        [1, 1, 1, 1, 1] => 0,
        [1, 1, 1, 2] => 1,
        [1, 2, 2] => 2,
        [1, 1, 3] => 3,
        [2, 3] => 4,
        [1, 4] => 5,
        [5] => 6,
        _ => panic!("{hand}: {counts:?}"),
    }
}

/// Finds what to sort hands by: the type, then each label from left to right.
pub(crate) struct SortKeys {
    rules: Rules,
    /// The type does not depend on the order of the cards, and 12⁵ ways to
    /// replace five jokers are tried often enough once.
    type_of_sorted: HashMap<Vec<u8>, usize>,
}

impl SortKeys {
    pub(crate) fn new(rules: Rules) -> SortKeys {
        SortKeys { rules, type_of_sorted: HashMap::new() }
    }

    pub(crate) fn of(&mut self, hand: &str) -> (usize, [usize; 5]) {
        let mut sorted = hand.as_bytes().to_vec();
        sorted.sort();
        let hand_type =
            *self.type_of_sorted.entry(sorted).or_insert_with(|| hand_type(hand, self.rules));
        let weakest_first = match self.rules {
            Rules::Standard => "23456789TJQKA",
            Rules::Joker => "J23456789TQKA",
        };
        let mut labels = hand.chars().map(|label| weakest_first.find(label).unwrap());
        (hand_type, std::array::from_fn(|_| labels.next().unwrap()))
    }
}

/// The rank of each hand, in input order: how many lie below, counted.
#[allow(dead_code, reason = "not every test asks for ranks")]
pub(crate) fn ranks(hands: &[String], rules: Rules, ties: Ties) -> Vec<u64> {
    let mut sort_keys = SortKeys::new(rules);
    let keys: Vec<_> = hands.iter().map(|hand| sort_keys.of(hand)).collect();
    let rank = |i: usize| {
        let weaker = keys.iter().filter(|&key| *key < keys[i]);
        let same_until_here = hands[..=i].iter().filter(|&hand| *hand == hands[i]).count();
        let same = hands.iter().filter(|&hand| *hand == hands[i]).count();
        match ties {
            Ties::Ordinal => weaker.count() + same_until_here,
            Ties::Min => weaker.count() + 1,
            Ties::Max => weaker.count() + same,
            Ties::Dense => weaker.collect::<BTreeSet<_>>().len() + 1,
        }
    };
    (0..hands.len()).map(|i| rank(i) as u64).collect()
}
