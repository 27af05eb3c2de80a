//! The inputs on which a solution is judged. Inputs that show most come first.

use std::{collections::HashSet, ops::RangeInclusive};

use camel_cards::{Card, Entry, Hand, PerRules, entries, score};

use super::{
    numbers::{Number, numbers},
    run::Run,
};
use crate::{
    diagnose::evidence::TotalRange,
    inputs::{Random, Shape, generate},
};

/// An input, and the solution's run on it.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    pub(crate) input: TestInput,
    pub(crate) run: Run,
}

impl Sample {
    /// The numbers on standard output, or on standard error.
    pub(crate) fn numbers(&self, on_stderr: bool) -> Vec<Number> {
        let text = if on_stderr { &self.run.said } else { &self.run.printed };
        numbers(text, &self.input.range)
    }
}

/// The number of hands in the puzzle's inputs.
const PUZZLE_HANDS: u64 = 1000;

/// An input, its right totals, and the range of the totals of all orders of its hands.
#[derive(Clone, Debug)]
pub(crate) struct TestInput {
    pub(crate) text: String,
    pub(crate) entries: Vec<Entry>,
    pub(crate) totals: PerRules<u128>,
    pub(crate) range: RangeInclusive<u128>,
}

impl TestInput {
    pub(crate) fn new(entries: impl IntoIterator<Item = Entry>) -> TestInput {
        let lines = entries.into_iter().map(|entry| format!("{entry}\n"));
        TestInput::of_text(lines.collect::<String>())
    }

    /// An input that may be written in another form. It has no bad lines.
    pub(crate) fn of_text(text: impl Into<String>) -> TestInput {
        let text = text.into();
        let entries: Vec<Entry> = entries(text.as_bytes()).flatten().collect();
        #[expect(clippy::expect_used, reason = "the lines of a generated input are right")]
        let totals = score(text.as_bytes()).expect("all lines are right").winnings;
        let TotalRange { least, most } = TotalRange::of(&entries);
        TestInput { text, entries, totals, range: least as u128..=most as u128 }
    }

    /// Whether it has as many hands as the puzzle.
    pub(crate) fn is_full_size(&self) -> bool {
        self.entries.len() as u64 == PUZZLE_HANDS
    }

    /// The puzzle's example.
    pub(crate) fn example() -> TestInput {
        TestInput::of_text("32T3K 765\nT55J5 684\nKK677 28\nKTJJT 220\nQQQJA 483\n")
    }
}

/// Inputs that the puzzle's site could give: a thousand different hands, bids 1 to 1,000 once each,
/// `JJJJJ` the only five of a kind.
pub(crate) fn full_size(seed: u64, count: usize) -> impl Iterator<Item = TestInput> {
    let entries = |seed| generate(Shape::Puzzle, None, seed).into_iter().flatten();
    (0..count as u64).map(move |i| TestInput::new(entries(seed.wrapping_add(i))))
}

/// An input of full size without `J`: both parts have the same total.
pub(crate) fn without_jokers(seed: u64) -> TestInput {
    // The only error is for more hands of a puzzle than there are.
    let many = generate(Shape::Puzzle, Some(3 * PUZZLE_HANDS), seed).into_iter().flatten();
    let hands = many.map(|entry| entry.hand).filter(|hand| !hand.cards().contains(&Card::Jack));
    with_bids(hands.take(PUZZLE_HANDS as usize), seed)
}

/// Few hands with many jokers: most wrong solutions are right on most of these, under the rules of their part.
pub(crate) fn small(seed: u64) -> impl Iterator<Item = TestInput> {
    // The first ones are always the same.
    let (edges, _) = Shape::Edges.sizes();
    (1..=24).map(move |i| {
        let (count, seed) = (if i % 2 == 0 { 3 } else { 6 }, seed.wrapping_add(i));
        let many = generate(Shape::Edges, Some(edges + 1000), seed).into_iter().flatten();
        let mut dealt = HashSet::new();
        let hands = many.map(|entry| entry.hand).skip(edges as usize);
        with_bids(hands.filter(|hand| dealt.insert(*hand)).take(count), seed)
    })
}

/// Returns an input with this number of a puzzle's hands.
pub(crate) fn few(count: usize, seed: u64) -> TestInput {
    let hands = full_size(seed, 1).flat_map(|input| input.entries).map(|entry| entry.hand);
    with_bids(hands.take(count), seed)
}

/// Gives hands the bids up to 1,000, each once. The fewer hands there are, the narrower is the range of their totals,
/// and it contains neither ranks nor bids.
fn with_bids(hands: impl Iterator<Item = Hand>, seed: u64) -> TestInput {
    let hands: Vec<Hand> = hands.collect();
    let count = hands.len() as u64;
    let bids = Random::new(seed).shuffled(count).into_iter().map(|bid| bid + PUZZLE_HANDS - count);
    TestInput::new(hands.into_iter().zip(bids).map(|(hand, bid)| Entry { hand, bid }))
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashMap, HashSet};

    use camel_cards::{HandType, Rules};

    use super::*;
    use crate::{
        mistakes::{mistake::Mistake, mistakes},
        solution::Solution,
    };

    #[test]
    fn inputs_of_full_size_are_what_the_site_gives() {
        for input in full_size(1, 12).chain([without_jokers(1)]) {
            let hands: HashSet<Hand> = input.entries.iter().map(|entry| entry.hand).collect();
            let bids: BTreeSet<u64> = input.entries.iter().map(|entry| entry.bid).collect();
            assert_eq!((hands.len(), bids.len()), (1000, 1000));
            assert_eq!((bids.first(), bids.last()), (Some(&1), Some(&1000)));
            let fives = hands
                .iter()
                .filter(|hand| hand.hand_type(Rules::Standard) == HandType::FiveOfAKind);
            let fives: Vec<String> = fives.map(Hand::to_string).collect();
            let has_jokers = input.entries.iter().any(|one| one.hand.cards().contains(&Card::Jack));
            assert_eq!(fives, ["JJJJJ"][..usize::from(has_jokers)]);
            assert!(input.text.ends_with('\n') && input.is_full_size());
        }
    }

    #[test]
    fn small_inputs_have_six_different_hands_or_three() {
        let inputs = small(1);
        let hands = |input: TestInput| -> HashSet<Hand> {
            input.entries.into_iter().map(|entry| entry.hand).collect()
        };
        let counts: Vec<usize> = inputs.map(|input| hands(input).len()).collect();
        assert_eq!(counts, [6, 3].repeat(12));
    }

    #[test]
    fn named_mistakes_that_share_a_total_on_the_first_inputs_share_it_on_all() {
        let inputs: Vec<TestInput> = full_size(1, 6).collect();
        for rules in Rules::ALL {
            let named = mistakes(rules).into_iter().filter(Mistake::is_named);
            let totals_on = |solution: &Solution, inputs: &[TestInput]| -> Vec<Option<i128>> {
                inputs.iter().map(|input| solution.total(&input.entries)).collect()
            };
            let mut others: HashMap<Vec<Option<i128>>, Vec<Option<i128>>> = HashMap::new();
            for mistake in named {
                let solution = mistake.solution(rules);
                let [first, rest] =
                    [&inputs[..2], &inputs[2..]].map(|some| totals_on(&solution, some));
                let known = others.entry(first).or_insert_with(|| rest.clone());
                assert_eq!(*known, rest, "{rules} {}", mistake.id);
            }
            assert!(others.len() > 80, "{rules}: {}", others.len());
        }
    }
}
