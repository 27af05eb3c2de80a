//! Finds the type that a solution takes a hand for, from its answers. In an input with the weakest and the strongest
//! hand of each type, the total shows which of them the hand beats.

use camel_cards::{Card, HandType, Rules};

use super::{
    plan::{Sample, TestInput},
    session::Session,
    verdict::Misjudged,
};

/// The weakest and the strongest hand of each type without a joker, the weakest type first. All
/// bids are equal, including that of the tested hand, so that only totals are in the range of the
/// totals.
const LADDER: &str = "23456 901\nAKQT9 902\n22345 903\nAAKQT 904\n22334 905\nAAKKQ 906\n22234 907\n\
                      AAAKQ 908\n22233 909\nAAAKK 910\n22223 911\nAAAAK 912\n22222 913\nAAAAA 914\n";

/// Two hands of each kind without jokers.
const HANDS: &str =
    "34562 987QT 44356 T8799 44556 88799 44456 98799 44455 98899 44445 99899 44444 99999";

/// Two hands of each kind with jokers: at the start, at the end, in between, and beside every other
/// label.
const JOKER_HANDS: &str = "J4563 7TJ98 J2256 KKJ38 JJ456 987JJ J4455 AAJ77 JJ335 QJ8QJ J6665 TTJT9 \
                           JJJ45 J98JJ JJ777 9JJ99 JJJ22 J88JJ J5555 AAJAA JJJJ4 JJ9JJ JJJJJ";

/// The inputs: the ladder alone, which must be right, and then the ladder with one more hand each.
fn inputs(rules: Rules) -> Vec<TestInput> {
    let hands = if rules == Rules::Joker { JOKER_HANDS } else { HANDS };
    let with = |hand: &str| TestInput::of_text(format!("{LADDER}{hand} 1000\n"));
    [TestInput::of_text(LADDER)].into_iter().chain(hands.split(' ').map(with)).collect()
}

impl Session {
    /// Returns the hands that rank among those of another type, or above the strongest of their
    /// own, if the ladder is right.
    pub(super) async fn misjudged(&mut self, rules: Rules) -> Vec<Misjudged> {
        let samples = self.run(inputs(rules), "which hands does it misjudge?").await;
        let (alone, asked) = samples.split_at(1);
        let is_ladder_right = self.reader.is_right(&alone[0], rules);
        let misjudged = |sample: &Sample| {
            let (entry, ladder) = sample.input.entries.split_last()?;
            let answer = self.reader.answer(rules, sample)?.whole()?;
            let total_at = |place: usize| {
                let mut order = ladder.to_vec();
                order.insert(place, *entry);
                (1..).zip(order).map(|(rank, one)| rank * u128::from(one.bid)).sum::<u128>()
            };
            let place = (0..=ladder.len()).find(|&place| total_at(place) == answer)?;
            let (hand, right) = (entry.hand, entry.hand.hand_type(rules));
            let strength = hand.strength(rules);
            let below = ladder.iter().filter(|one| one.hand.strength(rules) < strength).count();
            // A hand between the weakest and the strongest of a type plays as that type. One that begins with a joker
            // may be weaker than the weakest.
            let is_weak = rules == Rules::Joker && hand.cards()[0] == Card::Jack;
            let plays_as = HandType::ALL.get(place / 2).copied();
            let plays_as = plays_as.filter(|_| place % 2 == 1 || is_weak);
            let above = ladder[..place].last().map(|one| one.hand);
            let is_told = plays_as.map_or(above.is_some(), |plays_as| plays_as != right);
            (is_told && place != below).then_some(Misjudged { hand, plays_as, above, right })
        };
        asked.iter().filter(|_| is_ladder_right).filter_map(misjudged).collect()
    }
}
