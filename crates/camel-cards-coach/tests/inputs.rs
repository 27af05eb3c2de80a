//! What generated and shrunk inputs promise.

use std::collections::HashSet;

use camel_cards::{Entry, Hand, HandType, Rules};
use camel_cards_coach::{
    Solution,
    inputs::{Shape, generate},
    mistakes,
};

#[test]
fn a_puzzle_is_what_it_promises() {
    let bid_is_one_each = |entries: &[Entry]| {
        let mut bids: Vec<u64> = entries.iter().map(|entry| entry.bid).collect();
        bids.sort_unstable();
        bids.into_iter().eq(1..=entries.len() as u64)
    };
    let mut labels = [0; 13];
    let mut types = [0; 7];
    for seed in 0..100 {
        for hands in [0, 1, 2, 10, 100, 1000] {
            let entries: Vec<Entry> = generate(Shape::Puzzle, Some(hands), seed).unwrap().collect();
            assert_eq!(entries.len() as u64, hands);
            let distinct: HashSet<Hand> = entries.iter().map(|entry| entry.hand).collect();
            assert_eq!(distinct.len() as u64, hands);
            assert!(bid_is_one_each(&entries));
            let type_of = |entry: &Entry| entry.hand.hand_type(Rules::Standard);
            let of_five: Vec<String> = (entries.iter())
                .filter(|&entry| type_of(entry) == HandType::FiveOfAKind)
                .map(|entry| entry.hand.to_string())
                .collect();
            assert_eq!(of_five, vec!["JJJJJ"; hands.min(1) as usize]);
            for entry in &entries[..if hands < 1000 { 0 } else { 1000 }] {
                types[type_of(entry).index()] += 1;
                for card in entry.hand.cards() {
                    labels[card.index()] += 1;
                }
            }
        }
    }
    // Of 100,000 hands; four of a kind and full houses repeat now and then.
    for (found, expected) in types.into_iter().zip([20, 25, 17, 18, 10, 10]) {
        assert!((expected * 1000 - 600..expected * 1000 + 600).contains(&found), "{types:?}");
    }
    // Of 500,000 cards, evenly.
    assert!(labels.iter().all(|count| (37_500..39_500).contains(count)), "{labels:?}");
}

/// But for those that show only where hands or bids repeat or a total is large, and those that order all hands rightly.
#[test]
fn edges_show_every_mistake() {
    let edges: Vec<Entry> = generate(Shape::Edges, None, 1).unwrap().collect();
    let all: Vec<Entry> = Hand::all().map(|hand| Entry { hand, bid: 1 }).collect();
    for rules in Rules::ALL {
        let right = Solution::right(rules);
        let (total, order) = (right.total(&edges), right.order(&all));
        for mistake in mistakes(rules) {
            let solution = mistake.solution(rules);
            assert!(
                solution.total(&edges) != total
                    || ["S5", "S6", "S12"].contains(&&*mistake.id)
                    || solution.order(&all) == order,
                "{rules}: {} is not shown: {}",
                mistake.id,
                mistake.summary
            );
        }
    }
}
