//! Judges a function that solves part 2, and shows the smallest input that it gets wrong: `cargo run --example judge`.

use camel_cards::Rules;
use camel_cards_coach::judge;

/// Its mistake: a joker is still as strong as a jack when two hands of one type are compared.
fn solve(input: &str) -> usize {
    let labels = "23456789TJQKA";
    let mut entries: Vec<_> = input
        .lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(hand, bid)| {
            let jokers = hand.matches('J').count();
            let count = |label| if label == 'J' { 0 } else { hand.matches(label).count() };
            let mut counts: Vec<usize> = labels.chars().map(count).collect();
            counts.sort_unstable_by(|a, b| b.cmp(a));
            let places: Vec<_> = hand.chars().map(|label| labels.find(label)).collect();
            (counts[0] + jokers, counts[1], places, bid.trim().parse::<usize>().unwrap())
        })
        .collect();
    entries.sort();
    (1..).zip(entries).map(|(rank, (.., bid))| rank * bid).sum()
}

fn main() {
    match judge(Rules::Joker, solve) {
        Ok(()) => println!("right"),
        Err(verdict) => println!("{verdict}"),
    }
}
