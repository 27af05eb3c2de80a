//! Finds the type that a solution takes a hand for, from its answers. In an input with the weakest and the strongest
//! hand of each type, the total shows which of them the hand beats.

use camel_cards::{Card, HandType, Rules};

use super::{
    plan::{self, Sample},
    session::Session,
    verdict::Misjudged,
};

impl Session {
    /// Returns the hands that rank among those of another type, or above the strongest of their
    /// own, if the ladder is right.
    pub(super) async fn misjudged(&mut self, rules: Rules) -> Vec<Misjudged> {
        let samples =
            self.run(plan::ladders(rules).collect(), "which hands does it misjudge?").await;
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
