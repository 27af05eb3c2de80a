//! What programs are judged on.

use std::collections::HashSet;

use camel_cards::{Entry, Hand, entries};
use camel_cards_coach::inputs::{Shape, generate};

/// The inputs that people published, the puzzle's example first.
const PUBLISHED: [&str; 4] = [
    include_str!("../../testdata/cases/example.txt"),
    include_str!("../../testdata/cases/lxstergames.txt"),
    include_str!("../../testdata/cases/sostratus.txt"),
    include_str!("../../testdata/cases/jwolf.txt"),
];

/// How many hands random inputs have, a tenth of the inputs each.
const SIZES: [u64; 10] = [1, 2, 3, 4, 6, 10, 20, 50, 200, 1000];

pub(crate) struct TestInput {
    pub(crate) kind: InputKind,
    pub(crate) entries: Vec<Entry>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum InputKind {
    Published,
    Edges,
    Distinct,
    Repeated,
}

impl InputKind {
    pub(crate) const ALL: [InputKind; 4] =
        [InputKind::Published, InputKind::Edges, InputKind::Distinct, InputKind::Repeated];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            InputKind::Published => "published",
            InputKind::Edges => "every edge",
            InputKind::Distinct => "random, no hand twice",
            InputKind::Repeated => "random, hands repeated",
        }
    }
}

pub(crate) fn published() -> impl ExactSizeIterator<Item = TestInput> {
    PUBLISHED.into_iter().map(|text| TestInput {
        kind: InputKind::Published,
        entries: entries(text.as_bytes()).flatten().collect(),
    })
}

/// Returns what to judge on: the published inputs first, and `random` random ones
/// at last, from small to large. The iterator knows how many there are.
pub(crate) fn all(seed: u64, random: u32) -> impl Iterator<Item = TestInput> {
    let edges = Shape::Edges.default_hands();
    let forwards = generated(Shape::Edges, edges, seed);
    let backwards = forwards.iter().rev().copied().collect();
    let both_ways =
        [forwards, backwards].map(|entries| TestInput { kind: InputKind::Edges, entries });
    let random = u64::from(random);
    let random = (0..random).map(move |i| {
        let (hands, seed) = (SIZES[(i * 10 / random) as usize], seed.wrapping_add(i));
        let (kind, mut entries) = match i % 4 {
            0 => (InputKind::Distinct, generated(Shape::Puzzle, hands, seed)),
            1 => (InputKind::Distinct, generated(Shape::Uniform, hands, seed)),
            // Of edges, the first are always the same.
            2 => {
                let entries = generated(Shape::Edges, edges + hands, seed);
                (InputKind::Distinct, entries[edges as usize..].to_vec())
            }
            _ => (InputKind::Repeated, generated(Shape::Ties, hands + 1, seed)),
        };
        if kind == InputKind::Distinct {
            let mut seen: HashSet<Hand> = HashSet::new();
            entries.retain(|entry| seen.insert(entry.hand));
        }
        TestInput { kind, entries }
    });
    published().chain(both_ways).chain(random)
}

/// Larger inputs than those, to know a mistake by.
pub(crate) fn telling(seed: u64) -> Vec<Vec<Entry>> {
    let shapes = [(Shape::Puzzle, 1000), (Shape::Edges, 300), (Shape::Ties, 300)];
    let of_seed = |seed| shapes.map(|(shape, hands)| generated(shape, hands, seed));
    (1..=3).flat_map(|i| of_seed(seed.wrapping_sub(i))).collect()
}

/// An input of any hands, to take the time of.
pub(crate) fn large(hands: u64, seed: u64) -> Vec<Entry> {
    generated(Shape::Uniform, hands, seed)
}

fn generated(shape: Shape, hands: u64, seed: u64) -> Vec<Entry> {
    // Only a puzzle of more hands than there are is refused, and none here is.
    generate(shape, Some(hands), seed).into_iter().flatten().collect()
}

/// The form that programs read.
pub(crate) fn text(entries: &[Entry]) -> String {
    entries.iter().map(|entry| format!("{entry}\n")).collect()
}

/// A way to write the example that the puzzle never uses, which a program may
/// fairly refuse.
pub(crate) struct InputVariant {
    pub(crate) id: &'static str,
    pub(crate) name: &'static str,
    pub(crate) text: String,
}

pub(crate) fn variants() -> Vec<InputVariant> {
    let [example, ..] = PUBLISHED;
    let variant = |id, name, text| InputVariant { id, name, text };
    vec![
        variant("crlf", r"lines that end with \r\n", example.replace('\n', "\r\n")),
        variant("no-last-newline", "no newline at the end", example.trim_end().to_owned()),
        variant("blank-last-line", "an empty line at the end", format!("{example}\n")),
        variant("byte-order-mark", "a byte-order mark at the start", format!("\u{feff}{example}")),
        variant("tabs", "tabs between hand and bid", example.replace(' ', "\t")),
        variant("empty", "nothing at all", String::new()),
    ]
}
