//! Checks families of mistakes.

use camel_cards::{Entry, Rules};

use crate::{
    inputs::{Shape, generate},
    mistakes::{Mistake, generated::labels, mistakes},
    solution::{Solution, tie_break::Equals},
};

#[test]
fn in_reverse_every_label_is_below_the_one_before_and_groups_are_compared_so_too() {
    let known = mistakes(Rules::Standard);
    let named = |id: &str| known.iter().find(|known| known.id == id).unwrap();
    let by_groups = named("K2");
    let weakest_first = Rules::Standard.labels();
    for made in [&[named("labels:reversed")][..], &[named("labels:reversed"), by_groups]] {
        let solution = Mistake::solution_of(made, Rules::Standard);
        // Five of a kind of each label.
        let entries =
            weakest_first.map(|label| Entry { hand: camel_cards::Hand::new([label; 5]), bid: 1 });
        let order = solution.order(&entries);
        assert!(order.iter().copied().eq((0..entries.len()).rev()), "{order:?}");
    }
}

#[test]
fn equal_hands_in_the_order_of_their_bids_are_those_of_entries_in_that_order() {
    let puzzle = generate(Shape::Puzzle, Some(200), 1).unwrap();
    let hands: Vec<_> = puzzle.map(|entry| entry.hand).collect();
    let bids = (0..400).map(|i| i * 7919 % 1009);
    let entries: Vec<Entry> =
        (hands.iter().chain(&hands).zip(bids)).map(|(&hand, bid)| Entry { hand, bid }).collect();
    let mut in_order = entries.clone();
    in_order.sort_by_key(|entry| entry.bid);
    for rules in Rules::ALL {
        let known = mistakes(rules);
        let by_bid = known.iter().filter(|one| one.id.ends_with("by-bid"));
        assert!(by_bid.clone().count() > 20);
        for mistake in by_bid {
            assert!(!mistake.summary.contains("reverse"), "{}", mistake.summary);
            let solution = mistake.solution(rules);
            let mut earlier = solution.clone();
            earlier.tie_break.equals = Equals::Earlier;
            let played = |solution: &Solution, entries: &[Entry]| -> Vec<Entry> {
                solution.order(entries).into_iter().map(|i| entries[i]).collect()
            };
            let sorted = played(&solution, &entries);
            assert_eq!(sorted, played(&earlier, &in_order), "{}", mistake.id);
            assert_ne!(sorted, played(&earlier, &entries), "{}", mistake.id);
        }
    }
}

#[test]
fn as_text_two_digits_come_before_one() {
    for (rules, weakest_first) in
        [(Rules::Standard, "TJQKA23456789"), (Rules::Joker, "JTQKA23456789")]
    {
        let known = mistakes(rules);
        let as_text = known.iter().find(|known| known.id == "labels:as-text").unwrap();
        let values = as_text.solution(rules).labels;
        let mut labels = *rules.labels();
        labels.sort_by_key(|label| values[label.index()]);
        let labels: String = labels.iter().map(ToString::to_string).collect();
        assert_eq!(labels, weakest_first, "{values:?}");
    }
}

#[test]
fn a_change_of_labels_is_the_order_that_its_id_says() {
    for rules in Rules::ALL {
        let mut tried = 0;
        for mistake in labels(rules) {
            let id = mistake.id.to_string();
            let Some(change) = id.strip_prefix("labels:") else { continue };
            let [a, sign @ .., b] = change.as_bytes() else { continue };
            let [Some(a), Some(b)] = [a, b].map(|&label| camel_cards::Card::from_label(label))
            else {
                continue;
            };
            let mut expected = rules.labels().to_vec();
            let at = |order: &[camel_cards::Card], card| {
                order.iter().position(|&other| other == card).unwrap()
            };
            let [of_a, of_b] = [a, b].map(|card| at(&expected, card));
            if sign == b"<>" {
                expected.swap(of_a, of_b);
            } else {
                expected.remove(of_a);
                let of_b = at(&expected, b);
                expected.insert(of_b + usize::from(sign != b"<"), a);
            }
            let values = Mistake::solution_of(&[&mistake], rules).labels;
            let value = |card: camel_cards::Card| values[card.index()];
            for pair in expected.windows(2) {
                if sign == b"=" && pair == [b, a] {
                    assert_eq!(value(a), value(b), "{id}");
                } else {
                    assert!(value(pair[0]) < value(pair[1]), "{id}");
                }
            }
            tried += 1;
        }
        // Of each two labels, one is moved next to the other and is made equal to it; those that are not neighbours
        // are also swapped.
        assert_eq!(tried, 13 * 12 * 2 + 12 * 11 / 2);
    }
}
