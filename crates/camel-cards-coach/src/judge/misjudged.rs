//! As which type a solution plays a hand, by its own answers: a hand among the weakest and the strongest of each type
//! stands above those that it beats, and the total of such an input tells where.

use std::ops::RangeInclusive;

use camel_cards::{Card, HandType, Rules};

use super::{
    answers::AnswerReader,
    plan::{Sample, TestInput},
    verdict::Misjudged,
};

/// The weakest and the strongest hand of each type without a joker, the weakest type first.
const LADDER: [&str; 14] = [
    "23456", "AKQT9", "22345", "AAKQT", "22334", "AAKKQ", "22234", "AAAKQ", "22233", "AAAKK",
    "22223", "AAAAK", "22222", "AAAAA",
];

/// The bids of the ladder, and of the hand that is asked about. They are all alike, so that nothing but totals lies in the
/// range of the totals.
const BIDS: RangeInclusive<u64> = 901..=914;
const ASKED_BID: u64 = 1000;

/// Two hands of each kind without jokers.
const HANDS: &str =
    "34562 987QT 44356 T8799 44556 88799 44456 98799 44455 98899 44445 99899 44444 99999";

/// Two of each kind with jokers: first, last, and in between, and beside every other label.
const JOKER_HANDS: &str = "J4563 7TJ98 J2256 KKJ38 JJ456 987JJ J4455 AAJ77 JJ335 QJ8QJ J6665 TTJT9 \
                           JJJ45 J98JJ JJ777 9JJ99 JJJ22 J88JJ J5555 AAJAA JJJJ4 JJ9JJ JJJJJ";

/// The inputs to ask with: the ladder alone, which has to be right, and then with one more hand each.
pub(crate) fn inputs(rules: Rules) -> Vec<TestInput> {
    let ladder: String =
        LADDER.iter().zip(BIDS).map(|(hand, bid)| format!("{hand} {bid}\n")).collect();
    let hands = if rules == Rules::Joker { JOKER_HANDS } else { HANDS };
    let with = |hand: &str| TestInput::of_text(format!("{ladder}{hand} {ASKED_BID}\n"));
    [TestInput::of_text(&*ladder)].into_iter().chain(hands.split(' ').map(with)).collect()
}

/// Returns the hands that stand among those of another type, or above the strongest of their own, if the ladder is right.
pub(crate) fn of(reader: &AnswerReader, samples: &[Sample], rules: Rules) -> Vec<Misjudged> {
    let Some((alone, asked)) = samples.split_first() else { return Vec::new() };
    if !reader.is_right(alone, rules) {
        return Vec::new();
    }
    let misjudged = |sample: &Sample| {
        let (entry, ladder) = sample.input.entries.split_last()?;
        let answer = reader.answer(rules, sample)?.whole()?;
        let total_at = |place: usize| {
            let ladder = ladder.iter().enumerate();
            let ranks = ladder.map(|(i, one)| one.bid * (1 + i + usize::from(i >= place)) as u64);
            u128::from(ranks.sum::<u64>() + (place as u64 + 1) * entry.bid)
        };
        let place = (0..=ladder.len()).find(|&place| total_at(place) == answer)?;
        let (hand, right) = (entry.hand, entry.hand.hand_type(rules));
        let strength = hand.strength(rules);
        if place == ladder.iter().filter(|one| one.hand.strength(rules) < strength).count() {
            return None;
        }
        // Between the weakest and the strongest of a type it plays as that type. If it begins with a joker, it may be
        // weaker than the weakest.
        let is_weak = rules == Rules::Joker && hand.cards()[0] == Card::Jack;
        let plays_as = HandType::ALL.get(place / 2).copied();
        let plays_as = plays_as.filter(|_| place % 2 == 1 || is_weak);
        let above = ladder[..place].last().map(|one| one.hand);
        let is_told = plays_as.map_or(above.is_some(), |plays_as| plays_as != right);
        is_told.then_some(Misjudged { hand, plays_as, above, right })
    };
    asked.iter().filter_map(misjudged).collect()
}
