//! All 371,293 hands under both rules.

mod oracle;

use camel_cards::{Card, Decision, Explanation, Hand, HandType, Rules, Strength, compare};

/// The number of hands of each type, high card first.
const CENSUS: [(Rules, [usize; 7]); 2] = [
    (Rules::Standard, [154_440, 171_600, 25_740, 17_160, 1_560, 780, 13]),
    (Rules::Joker, [95_040, 178_200, 19_800, 66_000, 3_300, 8_580, 373]),
];

#[test]
fn strengths_order_all_hands_as_the_puzzle_says() {
    for (rules, census) in CENSUS {
        let mut sort_keys = oracle::SortKeys::new(rules);
        let mut hands: Vec<_> =
            Hand::all().map(|hand| (sort_keys.of(&hand.to_string()), hand.index())).collect();
        hands.sort();
        let mut counted = [0; 7];
        for (number, ((hand_type, _), index)) in (1..).zip(hands) {
            let hand = Hand::from_index(index).unwrap();
            let strength = hand.strength(rules);
            counted[hand_type] += 1;
            assert_eq!(hand.hand_type(rules), HandType::ALL[hand_type], "{hand}, {rules}");
            assert_eq!(strength.hand_type(), HandType::ALL[hand_type], "{hand}, {rules}");
            assert_eq!(strength.hand(), hand);
            assert_eq!(strength.rules(), rules);
            assert_eq!(strength.number(), number, "{hand}, {rules}");
            assert_eq!(Strength::from_number(number, rules), Some(strength));
        }
        assert_eq!(counted, census, "{rules}");
        assert_eq!(Strength::from_number(0, rules), None);
        assert_eq!(Strength::from_number(Hand::COUNT as u32 + 1, rules), None);
    }
}

#[test]
fn hands_and_their_indices_and_labels_are_the_same_thing() {
    assert_eq!(Hand::all().len(), Hand::COUNT);
    for (index, hand) in Hand::all().enumerate() {
        assert_eq!(hand.index(), index);
        assert_eq!(Hand::new(hand.cards()), hand);
        assert_eq!(hand.to_string().parse(), Ok(hand));
    }
    assert_eq!(Hand::from_index(Hand::COUNT), None);
}

/// What jokers stand for must give the type, and no stronger label would do.
#[test]
fn jokers_stand_for_a_card_that_makes_the_type() {
    let replaced = |hand: Hand, by: Card| {
        Hand::new(hand.cards().map(|card| if card == Card::Jack { by } else { card }))
    };
    for hand in Hand::all() {
        let why = Explanation::of(hand, Rules::Joker);
        let Some(stands_for) = why.jokers_stand_for else {
            assert!(!hand.cards().contains(&Card::Jack));
            continue;
        };
        let makes_type = |&card: &Card| {
            card != Card::Jack && replaced(hand, card).hand_type(Rules::Standard) == why.hand_type()
        };
        let strongest = Card::ALL.into_iter().rfind(makes_type);
        assert_eq!(Some(stands_for), strongest, "{hand}");
        assert_eq!(Explanation::of(hand, Rules::Standard).jokers_stand_for, None);
    }
}

#[test]
fn comparing_agrees_with_the_order_of_strengths() {
    // Every hand against its neighbour in a stride through all of them.
    for rules in Rules::ALL {
        for (i, a) in Hand::all().enumerate().step_by(7) {
            let b = Hand::from_index((i * 31 + 17) % Hand::COUNT).unwrap();
            let comparison = compare(a, b, rules);
            let stronger = if a.strength(rules) > b.strength(rules) { a } else { b };
            assert_eq!(comparison.winner(), (a != b).then_some(stronger));
            match comparison.decision {
                Decision::Identical => assert_eq!(a, b),
                Decision::Type => assert_ne!(a.hand_type(rules), b.hand_type(rules)),
                Decision::Card { position } => {
                    assert_eq!(a.hand_type(rules), b.hand_type(rules));
                    assert_eq!(a.cards()[..position - 1], b.cards()[..position - 1]);
                    assert_ne!(a.cards()[position - 1], b.cards()[position - 1]);
                }
            }
        }
    }
}
