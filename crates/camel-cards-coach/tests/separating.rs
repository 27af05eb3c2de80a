//! The input that tells all named mistakes apart, and the table of what they give.

use std::{collections::HashMap, fs};

use camel_cards::{Entry, Rules};
use camel_cards_coach::{
    Solution,
    inputs::{Shape, generate},
    mistakes,
};

const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/separating/totals.tsv");

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
    let mut table = String::from("rules\tid\ttotal\tmistake\n");
    for rules in Rules::ALL {
        let mut seen: HashMap<i128, String> = HashMap::new();
        for (id, summary, solution) in known(rules) {
            let total = solution.total(&entries).unwrap();
            table += &format!("{rules}\t{id}\t{total}\t{summary}\n");
            // Forms of one mistake may share a total.
            let other = seen.entry(total).or_insert_with(|| id.clone());
            assert_eq!(*other, id, "{rules}: both give {total}");
        }
    }
    if std::env::var_os("BLESS").is_some() {
        fs::write(TABLE, &table).unwrap();
    }
    assert_eq!(fs::read_to_string(TABLE).unwrap(), table, "BLESS=1 writes the table anew");
}
