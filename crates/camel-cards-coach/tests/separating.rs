//! The input that tells all named mistakes apart, and the table of what they give.

use std::{collections::HashMap, fs};

use camel_cards::{Entry, Hand, Rules};
use camel_cards_coach::{
    Solution,
    inputs::{Shape, generate},
    mistakes,
};

const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/separating/totals.tsv");

/// Names for one mistake in other words: they order all hands alike, so that no input tells them apart.
const ALIKE: [&str; 11] = [
    // Two types are one, whichever of them is called the other.
    "standard T13 T3",
    "joker T13 T3",
    // Bids stay where they were, or hands do.
    "standard K11 S16",
    "standard K20 S16",
    "joker K11 S16",
    "joker K20 S16",
    // Hand classes that have the same wrong types by several rules.
    "joker J11 J17",
    "joker J11 J23",
    "joker J17 J23",
    "joker J17 J28",
    "joker J9 J18",
];

/// The right solution and every named mistake: id, summary, solution.
fn known(rules: Rules) -> Vec<(String, String, Solution)> {
    let named = mistakes(rules).iter().filter(|one| one.is_named());
    let named = named.map(|one| (one.id.to_string(), one.summary.to_string(), one.solution(rules)));
    let right = ("right".to_owned(), "nothing is wrong".to_owned(), Solution::right(rules));
    [right].into_iter().chain(named).collect()
}

#[test]
fn every_named_mistake_gives_a_total_of_its_own() {
    let entries: Vec<Entry> = generate(Shape::Separating, None, 1).unwrap().collect();
    // Every hand twice, so that the order of equal ones shows.
    let hands: Vec<Hand> = Hand::all().collect();
    let twice: Vec<Entry> = (hands.iter().chain(hands.iter().rev()).zip(0u64..))
        .map(|(&hand, i)| Entry { hand, bid: i * 7919 % 1009 + 1_000_000 })
        .collect();
    let mut table = String::from("rules\tid\ttotal\tmistake\n");
    let mut alike = Vec::new();
    for rules in Rules::ALL {
        let mut seen: HashMap<i128, Vec<(String, Solution)>> = HashMap::new();
        for (id, summary, solution) in known(rules) {
            let total = solution.total(&entries).unwrap();
            table += &format!("{rules}\t{id}\t{total}\t{summary}\n");
            let same = seen.entry(total).or_default();
            for (other, theirs) in same.iter().filter(|(other, _)| *other != id) {
                // The same mistake in other words orders all hands alike.
                assert!(
                    solution.order(&twice) == theirs.order(&twice)
                        && solution.total(&twice) == theirs.total(&twice),
                    "{rules}: {id} and {other} both give {total}"
                );
                alike.push(format!("{rules} {other} {id}"));
            }
            same.push((id, solution));
        }
    }
    alike.sort();
    alike.dedup();
    let mut known_alike = ALIKE;
    known_alike.sort_unstable();
    assert_eq!(alike, known_alike);
    table += &format!("# alike on all hands: {}\n", alike.join(", "));
    if std::env::var_os("BLESS").is_some() {
        fs::write(TABLE, &table).unwrap();
    }
    assert_eq!(fs::read_to_string(TABLE).unwrap(), table, "BLESS=1 writes the table anew");
}
