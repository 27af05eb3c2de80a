//! Times text in memory to both totals: by `score`, and as everybody writes it, by sorting.
//!
//! `cargo run --release -p camel-cards-bench` prints a line for each `totals/case/contender`: its median.
//! Both are timed in turn, A B A B …, so that a machine whose speed drifts slows both alike.
//! Every run's answer is checked.

use std::time::Instant;

use camel_cards::{Block, Entry, Hand, PerRules, Reader, Strength, Ties, ranks, score};

type Contender = (&'static str, fn(&str) -> PerRules<u128>);

const CONTENDERS: [Contender; 2] = [("score", scored), ("sort", sorted)];

/// How many different inputs of a thousand hands are used in turn, so that branch
/// predictors cannot learn them.
const INPUTS: usize = 64;

fn main() {
    let mut random = Random(1);
    for hands in [1_000, 10_000, 100_000, 1_000_000, 10_000_000] {
        let inputs = (INPUTS * 1_000 / hands).max(1);
        let texts: Vec<String> = (0..inputs).map(|_| random_text(hands, &mut random)).collect();
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

fn random_text(hands: usize, random: &mut Random) -> String {
    let entry = |_| Entry {
        hand: Hand::from_index((random.next() % Hand::COUNT as u64) as usize).expect("in range"),
        bid: random.next() % 1000 + 1,
    };
    (0..hands).map(entry).map(|entry| format!("{entry}\n")).collect()
}

fn scored(text: &str) -> PerRules<u128> {
    score(text.as_bytes()).expect("the text is all entries").winnings
}

/// What everybody writes: sort all entries, multiply by the rank.
fn sorted(text: &str) -> PerRules<u128> {
    let mut entries = Vec::new();
    let (mut reader, mut block, mut rest) = (Reader::new(), Block::new(), text.as_bytes());
    while !rest.is_empty() {
        reader.next_block(&mut rest, &mut block).expect("the text is all entries");
        entries.extend(block.entries());
    }
    PerRules::from_fn(|rules| {
        let strengths: Vec<Strength> =
            entries.iter().map(|entry: &Entry| entry.hand.strength(rules)).collect();
        let ranks = ranks(&strengths, Ties::Ordinal);
        let winnings = ranks.iter().zip(&entries);
        winnings.map(|(&rank, entry)| u128::from(rank) * u128::from(entry.bid)).sum()
    })
}

/// A small generator of reproducible numbers: SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}
