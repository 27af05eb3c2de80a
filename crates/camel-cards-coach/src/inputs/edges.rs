use camel_cards::{Card, Hand};

use super::random::Random;

/// The hands that `edges` begins with; a `#` begins a comment.
const EDGES: &str = include_str!("edges.txt");

pub(super) fn edges() -> impl Iterator<Item = Hand> + Send {
    let lines = EDGES.lines().filter(|line| !line.starts_with('#'));
    lines.flat_map(str::split_ascii_whitespace).filter_map(|hand| hand.parse().ok())
}

/// Deals three hands again and again: a hand of some class, the same hand with one label replaced,
/// and the same hand in another order.
pub(super) fn more_edges(mut random: Random) -> impl Iterator<Item = Hand> + Send {
    let mut hand = Hand::new([Card::Jack; 5]);
    (0u8..3).cycle().map(move |kind| {
        let mut cards = hand.cards();
        match kind {
            0 => {
                hand = random.deal_any_class();
                return hand;
            }
            1 => {
                let old = random.pick(&cards);
                let new = random.other_than(&cards, &Card::ALL);
                cards = cards.map(|card| if card == old { new } else { card });
            }
            _ => random.shuffle(&mut cards),
        }
        Hand::new(cards)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use camel_cards::{Decision, HandType, Rules, Strength, compare};

    use super::*;
    use crate::hand_class::HandClass;

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
