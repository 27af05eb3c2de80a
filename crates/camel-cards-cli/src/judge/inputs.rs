//! What programs are judged on: inputs that the puzzle can give.
//!
//! These have a thousand hands at most, none twice, and bids of 1 to 1,000.

use std::collections::HashSet;

use camel_cards::{Entry, Hand, entries};
use camel_cards_coach::inputs::{Shape, generate};

/// The inputs that people published, the puzzle's example first.
const PUBLISHED: [&str; 3] = [
    EXAMPLE,
    include_str!("../../testdata/cases/lxstergames.txt"),
    include_str!("../../testdata/cases/sostratus.txt"),
];

pub(crate) const EXAMPLE: &str = include_str!("../../testdata/cases/example.txt");

/// How many hands random inputs have, a tenth of the inputs each.
const SIZES: [u64; 10] = [1, 2, 3, 4, 6, 10, 20, 50, 200, 1000];

/// How many inputs tell where a program prints its answer: those that do not depend on `--inputs`.
pub(crate) const FIRST: usize = PUBLISHED.len() + 2 + FULL_SIZE.len();

/// The hands of inputs of full size.
const FULL_SIZE: [u64; 2] = [1000, 1000];

pub(crate) struct TestInput {
    pub(crate) kind: InputKind,
    pub(crate) entries: Vec<Entry>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum InputKind {
    Published,
    Edges,
    FullSize,
    Random,
}

impl InputKind {
    pub(crate) const ALL: [InputKind; 4] =
        [InputKind::Published, InputKind::Edges, InputKind::FullSize, InputKind::Random];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            InputKind::Published => "published",
            InputKind::Edges => "every edge",
            InputKind::FullSize => "of full size, like the puzzle's",
            InputKind::Random => "random, 1 to 1,000 hands",
        }
    }
}

/// Returns what to judge on: the [`FIRST`], and `random` random ones from small to
/// large. The iterator knows how many there are.
pub(crate) fn all(seed: u64, random: u32) -> impl Iterator<Item = TestInput> {
    let published = PUBLISHED.into_iter().map(|text| TestInput {
        kind: InputKind::Published,
        entries: entries(text.as_bytes()).flatten().collect(),
    });
    let edges = Shape::Edges.default_hands();
    let forwards = generated(Shape::Edges, edges, seed);
    let backwards = forwards.iter().rev().copied().collect();
    let both_ways =
        [forwards, backwards].map(|entries| TestInput { kind: InputKind::Edges, entries });
    let full_size = FULL_SIZE.into_iter().zip(1..).map(move |(hands, i)| TestInput {
        kind: InputKind::FullSize,
        entries: generated(Shape::Puzzle, hands, seed.wrapping_sub(i)),
    });
    let random = u64::from(random);
    let random = (0..random).map(move |i| {
        let (hands, seed) = (SIZES[(i * 10 / random) as usize], seed.wrapping_add(i));
        let mut entries = match i % 3 {
            0 => generated(Shape::Puzzle, hands, seed),
            1 => generated(Shape::Uniform, hands, seed),
            // Of edges, the first are always the same.
            _ => generated(Shape::Edges, edges + hands, seed).split_off(edges as usize),
        };
        keep_distinct(&mut entries);
        TestInput { kind: InputKind::Random, entries }
    });
    published.chain(both_ways).chain(full_size).chain(random)
}

/// Small inputs with many jokers: most programs that are wrong somewhere are right on most of them,
/// under the rules that they are meant for.
pub(crate) fn small(seed: u64) -> impl Iterator<Item = Vec<Entry>> {
    let edges = Shape::Edges.default_hands();
    (0..24).map(move |i| {
        let all = generated(Shape::Edges, edges + 4, seed.wrapping_add(i));
        let mut entries = all[edges as usize..].to_vec();
        keep_distinct(&mut entries);
        entries
    })
}

/// More inputs, to know a mistake by.
pub(crate) fn telling(seed: u64) -> Vec<Vec<Entry>> {
    let of_seed = |seed| {
        let mut edges = generated(Shape::Edges, 300, seed);
        keep_distinct(&mut edges);
        [generated(Shape::Puzzle, 1000, seed), edges]
    };
    (3..=5).flat_map(|i| of_seed(seed.wrapping_sub(i))).collect()
}

/// An input to take the time of. No hand is in it twice if there are hands enough.
pub(crate) fn large(hands: u64, seed: u64) -> Vec<Entry> {
    let shape = if hands <= 100_000 { Shape::Puzzle } else { Shape::Uniform };
    generated(shape, hands, seed)
}

pub(crate) fn generated(shape: Shape, hands: u64, seed: u64) -> Vec<Entry> {
    // Only a puzzle of more hands than there are is refused, and none here is.
    generate(shape, Some(hands), seed).into_iter().flatten().collect()
}

fn keep_distinct(entries: &mut Vec<Entry>) {
    let mut seen: HashSet<Hand> = HashSet::new();
    entries.retain(|entry| seen.insert(entry.hand));
}

/// The form that programs read.
pub(crate) fn text(entries: &[Entry]) -> String {
    entries.iter().map(|entry| format!("{entry}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_are_those_that_the_puzzle_can_give() {
        let inputs: Vec<TestInput> = all(1, 100).collect();
        assert_eq!(inputs.len(), FIRST + 100);
        let others: Vec<Vec<Entry>> = telling(1).into_iter().chain(small(1)).collect();
        for entries in inputs.iter().map(|input| &input.entries).chain(&others) {
            let hands: HashSet<Hand> = entries.iter().map(|entry| entry.hand).collect();
            assert_eq!(hands.len(), entries.len());
            assert!((1..=1000).contains(&entries.len()));
            assert!(entries.iter().all(|entry| (1..=1000).contains(&entry.bid)));
        }
        assert!(inputs[..10].iter().any(|input| input.entries.len() == 1000));
    }
}
