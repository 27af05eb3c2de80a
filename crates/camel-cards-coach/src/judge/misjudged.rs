//! As which type a solution plays a hand, by its own answers: a hand among one of each type stands
//! above those that it beats, and the total of such an input tells where.

use std::cmp::Reverse;

use camel_cards::{Card, Hand, HandType, Rules};

use super::{
    answers::AnswerReader,
    plan::{Input, Sample},
    verdict::{Misjudged, Outcome},
};
use crate::hand_class::HandClass;

/// The strongest hand of each type without a joker, the weakest type first.
const STRONGEST: [&str; 7] = ["AKQT9", "AAKQT", "AAKKQ", "AAAKQ", "AAAKK", "AAAAK", "AAAAA"];

/// The bid of the hand that is asked about.
const ASKED_BID: u64 = 100;

/// How many hands of each class are asked about.
const OF_CLASS: usize = 2;

/// The inputs to ask with: the strongest hand of each type alone, which has to be right, and then
/// with one more hand each, which begins with none of the strongest labels.
pub(crate) fn inputs(rules: Rules) -> Vec<Input> {
    let strongest: String =
        (STRONGEST.iter().zip(1..)).map(|(hand, bid)| format!("{hand} {bid}\n")).collect();
    let with = |hand: Hand| Input::of_text(format!("{strongest}{hand} {ASKED_BID}\n"));
    [Input::of_text(&*strongest)].into_iter().chain(hands(rules).into_iter().map(with)).collect()
}

/// Hands of each class; under joker rules, of those with jokers.
fn hands(rules: Rules) -> Vec<Hand> {
    let labels = [[2, 3, 4, 5, 6], [12, 10, 9, 8, 7]];
    let classes = HandClass::all().filter(|class| {
        let has_jokers = class.pattern().contains('J');
        if rules == Rules::Joker { has_jokers } else { !has_jokers }
    });
    let deal = |class: HandClass, i: usize| -> Hand {
        let mut cards: Vec<Card> = (class.pattern().chars())
            .map(|char| match char {
                'J' => Card::Jack,
                other => Card::ALL[labels[i][(other as usize + 2) % 5] - 2],
            })
            .collect();
        // The joker first, last, and in between.
        cards.rotate_left(2 * i);
        if i == 0 {
            cards.sort_by_key(|card| Reverse(*card == Card::Jack));
        }
        Hand::new(std::array::from_fn(|place| cards[place]))
    };
    classes.flat_map(|class| (0..OF_CLASS).map(move |i| deal(class, i))).collect()
}

/// Returns the hands that play as another type than they are, if the strongest hands are right.
pub(crate) fn of(reader: &AnswerReader, samples: &[Sample], rules: Rules) -> Vec<Misjudged> {
    let Some((alone, asked)) = samples.split_first() else { return Vec::new() };
    if reader.outcome(alone, rules) != Outcome::Right {
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
