//! Generates inputs, and shrinks an input that fails.
//!
//! The same seed gives the same entries on every platform and in every version, except for
//! [`Shape::Separating`].
//! `docs/formats/generator.md` describes each step, so that any language can do the same. So never
//! change the random numbers of a shape: add a new [`Shape`] instead.

mod random;
mod shrink;

use std::{array, error, fmt, iter, mem};

use camel_cards::{Card, Entry, Hand};

pub use random::Random;
pub(crate) use shrink::shrink;

/// The kinds of generated inputs.
///
/// ```
/// use camel_cards_coach::inputs::Shape;
///
/// assert_eq!(Shape::default(), Shape::Puzzle);
/// assert_eq!("ties".parse(), Ok(Shape::Ties));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Shape {
    /// Like the puzzle's inputs: different hands, `JJJJJ` the only five of a kind, the other types
    /// in about the usual shares, and bids from 1 to the number of hands.
    #[default]
    Puzzle,
    /// Any hand, each equally likely, with a bid of 1 to 1,000.
    Uniform,
    /// Few different hands, at most 300, so most entries tie; bids of 1 to 1,000.
    Ties,
    /// Each [`HandClass`](crate::HandClass); the weakest and the strongest hand of each type; hands
    /// of one type that first differ at each card, and that wrong comparisons would order
    /// differently. Then more of these at random. Bids of 1 to 1,000, distinct among each 1,000
    /// entries.
    Edges,
    /// The same input for any seed, and the smallest found on which named mistakes give different totals, under both rules,
    /// unless they give the same total for all hands. A new mistake may need another input.
    Separating,
}

impl Shape {
    /// All five shapes, `Puzzle` first.
    pub const ALL: [Shape; 5] =
        [Shape::Puzzle, Shape::Uniform, Shape::Ties, Shape::Edges, Shape::Separating];

    /// Returns the name: `puzzle`, `uniform`, `ties`, `edges` or `separating`.
    pub const fn name(self) -> &'static str {
        match self {
            Shape::Puzzle => "puzzle",
            Shape::Uniform => "uniform",
            Shape::Ties => "ties",
            Shape::Edges => "edges",
            Shape::Separating => "separating",
        }
    }
}

camel_cards::by_name!(Shape);

/// The error for more hands than a shape has: [`Shape::Puzzle`], whose hands are distinct, or [`Shape::Separating`],
/// which is fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyHands {
    shape: Shape,
    most: u64,
    found: u64,
}

impl fmt::Display for TooManyHands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TooManyHands { shape, most, found } = self;
        write!(
            f,
            "shape '{shape}' has at most {most} hands, but you asked for {found}; shape 'uniform' has no limit"
        )
    }
}

impl error::Error for TooManyHands {}

/// Generates `hands` entries, or by default the shape's own number.
///
/// The same seed gives the same entries on every platform and in every version, but for
/// [`Shape::Separating`]. They are generated
/// one at a time in constant memory, except that a puzzle is generated as a whole, because no hand
/// may repeat.
///
/// ```
/// use camel_cards::{Entry, Rules};
/// use camel_cards_coach::{Solution, inputs::{Shape, generate}};
///
/// let entries: Vec<Entry> = generate(Shape::Puzzle, None, 1)?.collect();
/// assert_eq!(entries.len(), 1000);
/// assert_eq!(Solution::right(Rules::Standard).total(&entries), Some(250_029_090));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns [`TooManyHands`] for a puzzle of more than 371,281 hands (all hands except twelve of five of a kind), and
/// for more than the 22 of [`Shape::Separating`].
pub fn generate(
    shape: Shape,
    hands: Option<u64>,
    seed: u64,
) -> Result<impl Iterator<Item = Entry> + Send + use<>, TooManyHands> {
    let all_separating = separating().count() as u64;
    let (default, most) = match shape {
        Shape::Puzzle => (1000, PUZZLE_HANDS_MAX),
        Shape::Uniform | Shape::Ties => (1000, u64::MAX),
        Shape::Edges => (edges().count() as u64, u64::MAX),
        Shape::Separating => (all_separating, all_separating),
    };
    let count = hands.unwrap_or(default);
    if count > most {
        return Err(TooManyHands { shape, most, found: count });
    }
    let mut random = Random::new(seed);
    let entry = |(hand, bid)| Entry { hand, bid };
    let entries: Box<dyn Iterator<Item = Entry> + Send> = match shape {
        Shape::Puzzle => {
            let hands = puzzle(count, &mut random);
            Box::new(hands.into_iter().zip(random.shuffled(count)).map(entry))
        }
        Shape::Uniform => Box::new((0..count).map(move |_| {
            let hand = Hand::new(array::from_fn(|_| random.pick(&Card::ALL)));
            Entry { hand, bid: 1 + random.below(1000) }
        })),
        Shape::Ties => {
            let few = count.isqrt().clamp(1, 300);
            let few: Vec<Hand> = (0..few).map(|_| random.deal_any_class()).collect();
            let tied = move |_| Entry { hand: random.pick(&few), bid: 1 + random.below(1000) };
            Box::new((0..count).map(tied))
        }
        Shape::Edges => {
            let bids = random.shuffled(1000);
            let hands = edges().chain(more_edges(random));
            let bids = (0..count).map(move |i| bids[(i % 1000) as usize]);
            Box::new(hands.zip(bids).map(entry))
        }
        Shape::Separating => Box::new(separating().take(count as usize)),
    };
    Ok(entries)
}

/// All hands except five of a kind, plus `JJJJJ`.
const PUZZLE_HANDS_MAX: u64 = Hand::COUNT as u64 - 13 + 1;

/// The patterns of a puzzle's hands. A random number below 100 picks the first pattern whose number is greater.
const PUZZLE_PATTERNS: [(u64, &str); 6] =
    [(20, "vwxyz"), (45, "xxwyz"), (62, "xxyyz"), (80, "xxxyz"), (90, "xxxyy"), (100, "xxxxy")];

/// Deals `count` distinct hands, at most `PUZZLE_HANDS_MAX`.
///
/// If a hand repeats, deals another one, with a new type. So when the hands of a type run out, the other types get its
/// share.
fn puzzle(count: u64, random: &mut Random) -> Vec<Hand> {
    let mut hands = vec![Hand::new([Card::Jack; 5]); count.min(1) as usize];
    let mut dealt = vec![false; Hand::COUNT];
    while (hands.len() as u64) < count {
        let number = random.below(100);
        let pattern = PUZZLE_PATTERNS.iter().find(|&&(end, _)| number < end);
        let pattern = pattern.map_or("xxxxy", |&(_, pattern)| pattern);
        let hand = random.deal(pattern, &Card::ALL);
        if !mem::replace(&mut dealt[hand.index()], true) {
            hands.push(hand);
        }
    }
    random.shuffle(&mut hands);
    hands
}

/// `examples/separate.rs` found it. `testdata/separating` has it as a file.
const SEPARATING: &[u8] = include_bytes!("inputs/separating.txt");

fn separating() -> impl Iterator<Item = Entry> + Send {
    camel_cards::entries(SEPARATING).flatten()
}

/// The hands that `edges` begins with; a `#` begins a comment.
const EDGES: &str = include_str!("inputs/edges.txt");

fn edges() -> impl Iterator<Item = Hand> + Send {
    let lines = EDGES.lines().filter(|line| !line.starts_with('#'));
    lines.flat_map(str::split_ascii_whitespace).filter_map(|hand| hand.parse().ok())
}

/// Deals three hands again and again: a hand of some class, the same hand with one label replaced,
/// and the same hand in another order.
fn more_edges(mut random: Random) -> impl Iterator<Item = Hand> + Send {
    let three = iter::repeat_with(move || {
        let hand = random.deal_any_class();
        let mut cards = hand.cards();
        let old = random.pick(&cards);
        let new = random.other_than(&cards, &Card::ALL);
        let replaced = cards.map(|card| if card == old { new } else { card });
        random.shuffle(&mut cards);
        [hand, Hand::new(replaced), Hand::new(cards)]
    });
    three.flatten()
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use camel_cards::{Decision, HandType, Rules, Strength, compare};

    use super::*;
    use crate::solution::hands::HandClass;

    fn entries(shape: Shape, hands: u64, seed: u64) -> Vec<Entry> {
        generate(shape, Some(hands), seed).unwrap().collect()
    }

    #[test]
    fn fewer_hands_of_a_stream_are_its_first() {
        for shape in [Shape::Uniform, Shape::Edges] {
            let all = entries(shape, 3000, 5);
            for hands in [0, 1, 2, 19, 1000] {
                assert_eq!(entries(shape, hands, 5), all[..hands as usize]);
            }
        }
    }

    #[test]
    fn most_entries_of_ties_are_tied() {
        for (hands, least) in [(0, 0), (1, 0), (3, 3), (50, 40), (1000, 990), (100_000, 100_000)] {
            let mut counts: HashMap<Hand, u64> = HashMap::new();
            for entry in entries(Shape::Ties, hands, 3) {
                *counts.entry(entry.hand).or_default() += 1;
            }
            let tied: u64 = counts.into_values().filter(|&count| count > 1).sum();
            assert!(tied >= least, "{tied} of {hands}");
        }
        let hands: HashSet<Hand> =
            entries(Shape::Ties, 200_000, 1).iter().map(|entry| entry.hand).collect();
        assert!(hands.len() <= 300);
    }

    #[test]
    fn a_puzzle_of_all_hands_there_are_ends() {
        let distinct: HashSet<Hand> =
            entries(Shape::Puzzle, PUZZLE_HANDS_MAX, 1).iter().map(|entry| entry.hand).collect();
        assert_eq!(distinct.len(), 371_281);
        let error = generate(Shape::Puzzle, Some(PUZZLE_HANDS_MAX + 1), 1).err().unwrap();
        assert_eq!(
            error.to_string(),
            "shape 'puzzle' has at most 371281 hands, but you asked for 371282; shape 'uniform' has no limit"
        );
        let error = "even".parse::<Shape>().unwrap_err().to_string();
        assert_eq!(error, "expected one of puzzle, uniform, ties, edges, separating, found 'even'");
    }

    #[test]
    fn edges_are_all_there() {
        let hands: Vec<Hand> = edges().collect();
        let distinct: HashSet<Hand> = hands.iter().copied().collect();
        assert_eq!(distinct.len(), hands.len());
        assert!(
            hands
                .iter()
                .map(|&hand| HandClass::of(hand))
                .take(HandClass::COUNT)
                .eq(HandClass::all())
        );
        for rules in Rules::ALL {
            let mut strengths: Vec<Strength> =
                hands.iter().map(|hand| hand.strength(rules)).collect();
            strengths.sort_unstable();
            for hand_type in HandType::ALL {
                let of_type = |strength: &Strength| strength.hand_type() == hand_type;
                let mut all =
                    (1..).map_while(|number| Strength::from_number(number, rules)).filter(of_type);
                let mut here = strengths.iter().copied().filter(of_type);
                assert_eq!(here.next(), all.next(), "{rules}: weakest {hand_type}");
                assert_eq!(here.next_back(), all.last(), "{rules}: strongest {hand_type}");
            }
            // Neighbours in the order that each card decides.
            for position in 1..=5 {
                let decides = |pair: &&[Strength]| {
                    compare(pair[0].hand(), pair[1].hand(), rules).decision
                        == Decision::Card { position }
                };
                assert!(strengths.windows(2).filter(decides).count() >= 3, "{rules}: {position}");
            }
        }
    }

    #[test]
    fn more_edges_reach_every_class_and_position() {
        let hands: Vec<Hand> = more_edges(Random::new(1)).take(3000).collect();
        assert!(
            HandClass::all().all(|class| hands.iter().any(|&hand| HandClass::of(hand) == class))
        );
        let decided = |position| {
            let decision = Decision::Card { position };
            hands
                .chunks(3)
                .filter(|hands| compare(hands[0], hands[1], Rules::Standard).decision == decision)
                .count()
        };
        assert!((1..=5).all(|position| decided(position) > 30));
    }
}
