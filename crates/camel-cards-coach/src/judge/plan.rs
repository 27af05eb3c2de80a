//! The inputs on which a program is judged.

use std::ops::RangeInclusive;

use camel_cards::{Card, Entry, Hand, PerRules, Rules, entries, score};

use crate::{
    diagnose::chance::TotalRange,
    inputs::{Shape, generate},
};

/// An input, its right totals, and the range of the totals of all orders of its hands.
#[derive(Clone, Debug)]
pub(crate) struct TestInput {
    pub(crate) text: String,
    pub(crate) entries: Vec<Entry>,
    pub(crate) totals: PerRules<u128>,
    pub(crate) range: RangeInclusive<u128>,
    /// What is unusual about it, if the puzzle's site never gives such inputs.
    pub(crate) unusual: Option<&'static str>,
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
        let range = least as u128..=most as u128;
        TestInput { text, entries, totals, range, unusual: None }
    }

    /// The puzzle's example.
    pub(crate) fn example() -> TestInput {
        TestInput::of_text("32T3K 765\nT55J5 684\nKK677 28\nKTJJT 220\nQQQJA 483\n")
    }
}

/// An input that the puzzle's site could give: a thousand different hands, bids 1 to 1,000 once each,
/// `JJJJJ` the only five of a kind.
pub(crate) fn full_size(seed: u64) -> TestInput {
    TestInput::new(generate(Shape::Puzzle, None, seed).into_iter().flatten())
}

/// An input of full size with all nine straights, such as `23456`. Few of the site's inputs have one, and some programs
/// look for a hand in the list of labels.
pub(crate) fn with_straights(seed: u64) -> TestInput {
    let mut entries = full_size(seed).entries;
    let labels = Rules::Standard.labels().windows(5);
    let straights = labels.filter_map(|five| five.try_into().ok().map(Hand::new));
    // No hand may repeat, and `JJJJJ` stays.
    let (known, missing): (Vec<Hand>, Vec<Hand>) =
        straights.partition(|hand| entries.iter().any(|entry| entry.hand == *hand));
    let five_jokers = Hand::new([Card::Jack; 5]);
    let stays = |hand: &Hand| known.contains(hand) || *hand == five_jokers;
    let others = entries.iter_mut().filter(|entry| !stays(&entry.hand));
    others.zip(missing).for_each(|(entry, hand)| entry.hand = hand);
    TestInput::new(entries)
}

/// An input of full size without `J`: both parts have the same total.
pub(crate) fn without_jokers(seed: u64) -> TestInput {
    // Two thirds of these have no `J`. The only error is for more hands of a puzzle than there are.
    let many = generate(Shape::Puzzle, Some(3000), seed).into_iter().flatten();
    let without = many.filter(|entry| !entry.hand.cards().contains(&Card::Jack));
    let bids = full_size(seed).entries.into_iter().map(|entry| entry.bid);
    TestInput::new(without.zip(bids).map(|(entry, bid)| Entry { bid, ..entry }))
}

/// Two hands of each kind with jokers: at the start, at the end, in between, and beside every other
/// label.
const JOKER_HANDS: &str = "J4563 7TJ98 J2256 KKJ38 JJ456 987JJ J4455 AAJ77 JJ335 QJ8QJ J6665 TTJT9 \
                           JJJ45 J98JJ JJ777 9JJ99 JJJ22 J88JJ J5555 AAJAA JJJJ4 JJ9JJ JJJJJ";

/// Three hands with jokers each: most wrong programs are right on most of these, under the rules of their part.
pub(crate) fn three_hands() -> Vec<TestInput> {
    let hands = JOKER_HANDS.split(' ');
    let beginning_at = |i| {
        // Neighbours in the list are of one kind.
        let three = hands.clone().cycle().skip(i).step_by(8).take(3).zip(998..);
        TestInput::of_text(three.map(|(hand, bid)| format!("{hand} {bid}\n")).collect::<String>())
    };
    (0..hands.clone().count()).map(beginning_at).collect()
}

/// Inputs of twelve hands of any class. So few are inserted one after another by most sorts that are not stable, which
/// keeps the order of ties.
pub(super) fn few_hands() -> Vec<TestInput> {
    let hands: Vec<Entry> = generate(Shape::Edges, Some(300), 1).into_iter().flatten().collect();
    hands.chunks(12).map(|few| TestInput::new(few.iter().copied())).collect()
}

const FEWER: &str = "fewer than 1,000 lines";

/// Returns inputs that the puzzle's site never gives but the coach reads. If possible, they have full size, so that a
/// program with a hard-coded number of lines fails only because of what is tested.
pub(super) fn unusual(seed: u64) -> Vec<TestInput> {
    let TestInput { entries, text, .. } = full_size(seed.wrapping_add(100));
    let with_bids = |bid: &dyn Fn(u64) -> u64| {
        TestInput::new(entries.iter().map(|one| Entry { bid: bid(one.bid), ..*one }))
    };
    // The same hands again, with the same bids, so that either order of two is right.
    let repeated = entries.iter().take(750).chain(&entries[..250]).copied();
    let mut fives = entries.clone();
    let others = Card::ALL.into_iter().filter(|card| *card != Card::Jack);
    for (entry, card) in fives.iter_mut().skip(1).zip(others) {
        entry.hand = Hand::new([card; 5]);
    }
    let mut all = vec![
        ("repeated bids", with_bids(&|bid| 1 + bid / 2)),
        ("repeated hands", TestInput::new(repeated)),
        ("five of a kind other than JJJJJ", TestInput::new(fives)),
        ("totals past 2³²", with_bids(&|bid| 1_000_000 - bid)),
        ("totals past 2⁵³", with_bids(&|bid| (1 << 43) - bid)),
        ("totals past 2⁶⁴", with_bids(&|bid| u64::MAX - bid)),
        (r"lines that end with \r\n", TestInput::of_text(text.replace('\n', "\r\n"))),
        ("no newline at the end", TestInput::of_text(text.trim_end())),
        ("an empty line at the end", TestInput::of_text(format!("{text}\n"))),
        ("an empty line between others", TestInput::of_text(text.replacen('\n', "\n\n", 1))),
        ("a byte-order mark at the start", TestInput::of_text(format!("\u{feff}{text}"))),
        ("tabs between hand and bid", TestInput::of_text(text.replace(' ', "\t"))),
        ("an empty input", TestInput::of_text("")),
    ];
    all.push((FEWER, TestInput::example()));
    // No rank and no count is as large as a bid.
    let large = entries.iter().map(|one| Entry { bid: 1000 + one.bid, ..*one });
    let few = |count| (FEWER, TestInput::new(large.clone().take(count)));
    all.extend([1, 2, 3, 5, 10, 100].map(few));
    let named = |(name, input)| TestInput { unusual: Some(name), ..input };
    all.into_iter().map(named).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashMap, HashSet};

    use camel_cards::{Hand, HandType, Rules};

    use super::*;
    use crate::{mistakes::mistakes, solution::Solution};

    #[test]
    fn inputs_of_full_size_are_what_the_site_gives() {
        for input in (1..=12).map(full_size).chain([without_jokers(1), with_straights(1)]) {
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
            assert!(input.text.ends_with('\n') && input.entries.len() == 1000);
        }
    }

    #[test]
    fn named_mistakes_that_share_a_total_on_the_first_inputs_share_it_on_all() {
        let inputs: Vec<TestInput> = (1..=6).map(full_size).collect();
        for rules in Rules::ALL {
            let named = mistakes(rules).iter().filter(|one| one.is_named());
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
