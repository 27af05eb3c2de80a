//! Times text in memory to both totals: by `score`, and as everybody writes it, by sorting.
//!
//! `cargo run --release -p camel-cards-bench [HANDS_MAX]` prints a line for each `totals/case/contender`: its median.
//! Both are timed in turn, A B A B …, so that a machine whose speed drifts slows both alike.
//! Every run's answer is checked.

use std::{env, time::Instant};

use camel_cards::{Entry, PerRules, Strength, Ties, entries, ranks, score};
use camel_cards_coach::inputs::{Shape, generate};

type Contender = (&'static str, fn(&str) -> PerRules<u128>);

const CONTENDERS: [Contender; 2] = [("score", scored), ("sort", sorted)];

/// How many different inputs of a thousand hands are used in turn, so that branch
/// predictors cannot learn them.
const INPUTS: usize = 64;

fn main() {
    let hands_max = env::args().nth(1).map_or(usize::MAX, |text| text.parse().expect("a number"));
    let sizes = [1_000, 10_000, 100_000, 1_000_000, 10_000_000];
    for hands in sizes.into_iter().filter(|&hands| hands <= hands_max) {
        let inputs = (INPUTS * 1_000 / hands).max(1);
        let texts: Vec<String> = (0..inputs as u64).map(|seed| random_text(hands, seed)).collect();
        let expected: Vec<_> = texts.iter().map(|text| sorted(text)).collect();
        let all = hands * inputs;
        let rounds = (30_000_000 / all).clamp(5, 101);
        let mut times = CONTENDERS.map(|_| Vec::new());
        for _ in 0..rounds {
            for ((name, totals), times) in CONTENDERS.iter().zip(&mut times) {
                let start = Instant::now();
                let answers: Vec<_> = texts.iter().map(|text| totals(text)).collect();
                times.push(start.elapsed().as_nanos());
                assert_eq!(answers, expected, "{name} of {hands}");
            }
        }
        for ((name, _), mut times) in CONTENDERS.iter().zip(times) {
            times.sort_unstable();
            let median = times[rounds / 2];
            let tenths = median * 10 / all as u128;
            let name = format!("totals/{hands}-uniform/{name}");
            println!("{name:<44} {:>7}.{} ns/hand  {median:>12} ns", tenths / 10, tenths % 10);
        }
    }
}

fn random_text(hands: usize, seed: u64) -> String {
    let entries = generate(Shape::Uniform, Some(hands as u64), seed).expect("any number will do");
    entries.map(|entry| format!("{entry}\n")).collect()
}

fn scored(text: &str) -> PerRules<u128> {
    score(text.as_bytes()).expect("the text is all entries").winnings
}

/// What everybody writes: sort all entries, multiply by the rank.
fn sorted(text: &str) -> PerRules<u128> {
    let entries: Result<Vec<Entry>, _> = entries(text.as_bytes()).collect();
    let entries = entries.expect("the text is all entries");
    PerRules::from_fn(|rules| {
        let strengths: Vec<Strength> =
            entries.iter().map(|entry: &Entry| entry.hand.strength(rules)).collect();
        let ranks = ranks(&strengths, Ties::Ordinal);
        let winnings = ranks.iter().zip(&entries);
        winnings.map(|(&rank, entry)| u128::from(rank) * u128::from(entry.bid)).sum()
    })
}
