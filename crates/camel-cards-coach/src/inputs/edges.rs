use camel_cards::{Card, Hand};

use super::random::Random;

/// The hands that `edges` begins with; the tests say what they have to show.
/// Some pairs have the stronger hand first, some the weaker one, so that to keep
/// the order of the input is wrong as well as to reverse it.
const EDGES: [&str; 7] = [
    // Each hand class.
    "7K2T5 4J9A6 8Q38T 5KJ75 J6QJ9 4A9A4 K3JK3 J7J27 6T6A6 Q2QJQ \
     JJ8JK 93939 JTTJT 5JJ5J AA7AA 22J22 JJJQJ TTTTT JJJJJ",
    // Every label against every other.
    "AAAAA KKKKK QQQQQ 99999 88888 77777 66666 55555 44444 33333 22222",
    // The weakest and the strongest of each type, under either rules.
    "23456 22345 22334 22234 22233 22223 J2345 JJ234 J2233 JJJ23 \
     AKQJT AAKQJ AAKKQ AAAKQ AAAKK AAAAK AKQT9 AAKQT",
    // Only the first card differs, only the second, … only the last.
    "K8346 Q8346 T8346 98346 696A3 6T6A3 6Q6A3 44A77 44K77 44277 \
     999T2 999Q2 999K2 999A2 8888A 88882 88889 8888T 8888K",
    // J above T or below 2, or equal to it; and between T and Q.
    "J9Q4K 9JQ4K 52JK8 5J2K8 J7294 27J34 K35J8 K3J58 TT8J4 TT84J K962Q K962J K962T",
    // The stronger hand of each type, and one with stronger cards behind.
    "32456 2AKQ9 42235 3AAKQ 4AAKK 52233 62223 5AAAK 2A2AA 33222 32222 2AAAA",
    // T that is read as A, and a joker before the label that it has to join.
    "A5734 T5734 2J33K",
];

pub(super) fn edges() -> impl Iterator<Item = Hand> + Send {
    EDGES.into_iter().flat_map(str::split_ascii_whitespace).map(|hand| {
        #[expect(clippy::expect_used, reason = "they are the hands of this file")]
        hand.parse().expect("a hand of labels")
    })
}

/// Deals three hands again and again: a hand of some class, the same with another label for one of its labels, the
/// same in another order; and again.
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
