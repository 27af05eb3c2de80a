//! As which type a solution plays a hand, by its own answers: a hand among one of each type stands
//! above those that it beats, and the total of such an input tells where.

use camel_cards::{HandType, Rules};

use super::{
    answers::AnswerReader,
    plan::{Sample, TestInput},
    verdict::Misjudged,
};

/// The strongest hand of each type without a joker, the weakest type first.
const STRONGEST: [&str; 7] = ["AKQT9", "AAKQT", "AAKKQ", "AAAKQ", "AAAKK", "AAAAK", "AAAAA"];

/// The bid of the hand that is asked about.
const ASKED_BID: u64 = 100;

/// Two hands of each kind without jokers, which begin with none of the strongest labels.
const HANDS: &str =
    "23456 987QT 44356 T8799 44556 88799 44456 98799 44455 98899 44445 99899 44444 99999";

/// Two of each kind with jokers: first, last, and in between.
const JOKER_HANDS: &str = "J4563 7TJ98 J4456 J8799 JJ456 987JJ J4455 88J99 JJ445 JJ899 J4445 9J899 \
                           JJJ45 J98JJ JJ444 9JJ99 JJJ44 J99JJ J4444 99J99 JJJJ4 JJ9JJ JJJJJ";

/// The inputs to ask with: the strongest hand of each type alone, which has to be right, and then
/// with one more hand each.
pub(crate) fn inputs(rules: Rules) -> Vec<TestInput> {
    let strongest: String =
        (STRONGEST.iter().zip(1..)).map(|(hand, bid)| format!("{hand} {bid}\n")).collect();
    let hands = if rules == Rules::Joker { JOKER_HANDS } else { HANDS };
    let with = |hand: &str| TestInput::of_text(format!("{strongest}{hand} {ASKED_BID}\n"));
    [TestInput::of_text(&*strongest)].into_iter().chain(hands.split(' ').map(with)).collect()
}

/// Returns the hands that play as another type than they are, if the strongest hands are right.
pub(crate) fn of(reader: &AnswerReader, samples: &[Sample], rules: Rules) -> Vec<Misjudged> {
    let Some((alone, asked)) = samples.split_first() else { return Vec::new() };
    if !reader.is_right(alone, rules) {
        return Vec::new();
    }
    let misjudged = |sample: &Sample| {
        let hand = sample.input.entries.last()?.hand;
        let answer = reader.answer(rules, sample)?.whole()?;
        let total_at = |place: u64| {
            let ranks = (1..=7).map(|bid| bid * (bid + u64::from(bid > place)));
            u128::from(ranks.sum::<u64>() + (place + 1) * ASKED_BID)
        };
        let place = (0..=7).find(|&place| total_at(place) == answer)?;
        let plays_as = HandType::ALL[place.min(6) as usize];
        let right = hand.hand_type(rules);
        (plays_as != right).then_some(Misjudged { hand, plays_as, right })
    };
    asked.iter().filter_map(misjudged).collect()
}
