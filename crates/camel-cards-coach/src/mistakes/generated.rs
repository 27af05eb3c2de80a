//! Mistakes without a name, in families: another type for a class of hands, two types or two labels in another order, and
//! variants of the tie-breaks in the table.

use std::{array, fmt::Display};

use camel_cards::{
    HandType::{self, *},
    Rules,
};

use super::mistake::{Change, Mistake, Origin::Generated};
use crate::solution::{
    hands::{HandClass, level_name},
    tie_break::{
        Equals, TieBreak,
        TieBreakKey::{self, Number},
    },
};

/// Returns these mistakes. The variants of tie-breaks are those of the mistakes in `table`.
pub(super) fn all(rules: Rules, table: &[Mistake]) -> Vec<Mistake> {
    [types(rules), type_order(), labels(rules), tie_breaks(table)].concat()
}

/// Each class counted as each other type. Under standard rules, the classes of a type change together, because `J` is a
/// label like any other.
fn types(rules: Rules) -> Vec<Mistake> {
    let classes: Vec<HandClass> = HandClass::all().collect();
    let are_one = |a: &HandClass, b: &HandClass| {
        rules == Rules::Standard && a.hand_type(rules) == b.hand_type(rules)
    };
    let mut mistakes = Vec::new();
    for classes in classes.chunk_by(are_one) {
        let (pattern, hand_type) = (classes[0].pattern(), classes[0].hand_type(rules));
        for level in [0, 8].into_iter().chain(1..=7) {
            let id = match level {
                // No other hands are below high cards, or above five of a kind.
                0 if hand_type == HighCard => continue,
                8 if hand_type == FiveOfAKind && rules == Rules::Standard => continue,
                0 => "below-all".to_owned(),
                8 => "above-all".to_owned(),
                _ => level_name(level).replace(' ', "-"),
            };
            let mut levels = [None; HandClass::COUNT];
            classes.iter().for_each(|class| levels[class.index()] = Some(level));
            mistakes.push(Mistake::new(
                format!("type:{pattern}={id}"),
                Generated,
                Change::Types(levels),
                format!("{pattern} is counted as {}", level_name(level)),
                "check what your code makes of the label counts of such a hand",
            ));
        }
    }
    mistakes
}

fn type_order() -> Vec<Mistake> {
    let rearranged = rearranged(HandType::ALL.map(HandType::name)).into_iter();
    let mistake = |(id, places, summary): (String, [u8; 7], String)| {
        let id = format!("type-order:{id}").replace(' ', "-");
        let hint = "the types, weakest first: high card, one pair, two pair, three of a kind, full house, four of a kind, five of a kind";
        Mistake::new(id, Generated, Change::TypeOrder(places), summary, hint)
    };
    rearranged.map(mistake).collect()
}

fn labels(rules: Rules) -> Vec<Mistake> {
    let hint = match rules {
        Rules::Standard => "the labels, weakest first: 2 3 4 5 6 7 8 9 T J Q K A",
        Rules::Joker => "the labels, weakest first: J 2 3 4 5 6 7 8 9 T Q K A",
    };
    let weakest_first = rules.labels();
    let mistake = |(id, places, summary): (String, [u8; 13], String)| {
        let mut values = [None; 13];
        for (card, place) in weakest_first.iter().zip(places) {
            values[card.index()] = Some(place);
        }
        let id = format!("labels:{id}");
        Mistake::new(id, Generated, Change::Labels(values), summary, hint)
    };
    rearranged(*weakest_first).into_iter().map(mistake).collect()
}

/// Two names made equal or swapped, or one moved, each with an id, the places of all names, from 1, and a sentence.
/// `weakest_first` has the names in the right order.
fn rearranged<const N: usize>(
    weakest_first: [impl Copy + Display; N],
) -> Vec<(String, [u8; N], String)> {
    let right: [u8; N] = array::from_fn(|i| i as u8 + 1);
    let mut all = Vec::new();
    for (i, a) in weakest_first.into_iter().enumerate() {
        for (j, b) in weakest_first.into_iter().enumerate().filter(|&(j, _)| j != i) {
            let [mut equal, mut moved, mut swapped] = [right; 3];
            equal[i] = right[j];
            all.push((format!("{a}={b}"), equal, format!("{a} is equal to {b}")));
            let (sign, side) = if i < j { ('>', "above") } else { ('<', "below") };
            match i < j {
                true => moved[i..=j].rotate_right(1),
                false => moved[j..=i].rotate_left(1),
            }
            all.push((format!("{a}{sign}{b}"), moved, format!("{a} ranks just {side} {b}")));
            // Neighbours that are swapped are moved.
            if i + 1 < j {
                swapped.swap(i, j);
                let summary = format!("{a} and {b} have each other's place");
                all.push((format!("{a}<>{b}"), swapped, summary));
            }
        }
    }
    all
}

/// The tie-breaks in the table with equal hands in reverse order and in the order of their bids; those with a name also in
/// the wrong direction.
fn tie_breaks(table: &[Mistake]) -> Vec<Mistake> {
    const HINT: &str =
        "compare the two hands card by card in the order dealt, and stop at the first that differ";
    let mut mistakes = Vec::new();
    for mistake in table {
        let Change::TieBreak(tie_break) = mistake.change else { continue };
        if tie_break.needs_own_sort() || tie_break.only_orders_equals() {
            continue;
        }
        let id = mistake.id.trim_start_matches("tie-break:");
        let mut add = |tie_break, and_id, and| {
            let id = format!("tie-break:{id},{and_id}");
            let summary = format!("{}, {and}", mistake.summary);
            let change = Change::TieBreak(tie_break);
            mistakes.push(Mistake::new(id, Generated, change, summary, HINT));
        };
        // With the same key for all hands there is no direction, and the reverse order has a name (K11).
        let has_direction = tie_break.key != TieBreakKey::NOTHING;
        if has_direction && mistake.is_named() {
            let reversed = TieBreak { reversed: !tie_break.reversed, ..tie_break };
            add(reversed, "reversed", "in the wrong direction");
        }
        // A number that is sorted as text comes without its hand and bid.
        let is_text = matches!(tie_break.key, Number(number) if number.as_text);
        if is_text || tie_break.equals != Equals::Earlier {
            continue;
        }
        let by_bid = TieBreak { equals: Equals::LowerBid, ..tie_break };
        add(by_bid, "by-bid", "equal hands in the order of their bids");
        if has_direction {
            let later_first = TieBreak { equals: Equals::Later, ..tie_break };
            add(later_first, "later-first", "equal hands in reverse order");
        }
    }
    mistakes
}

#[cfg(test)]
mod tests {
    use camel_cards::Entry;

    use super::*;
    use crate::{
        inputs::{Shape, generate},
        mistakes::mistakes,
        solution::Solution,
    };

    #[test]
    fn in_reverse_every_label_is_below_the_one_before_and_groups_are_compared_so_too() {
        let known = mistakes(Rules::Standard);
        let named = |id: &str| known.iter().find(|known| known.id == id).unwrap();
        let by_groups = named("K2");
        let weakest_first = Rules::Standard.labels();
        for made in [&[named("labels:reversed")][..], &[named("labels:reversed"), by_groups]] {
            let solution = Mistake::solution_of(made.iter().copied(), Rules::Standard);
            // Five of a kind of each label.
            let entries = weakest_first
                .map(|label| Entry { hand: camel_cards::Hand::new([label; 5]), bid: 1 });
            let order = solution.order(&entries);
            assert!(order.iter().copied().eq((0..entries.len()).rev()), "{order:?}");
        }
    }

    #[test]
    fn equal_hands_in_the_order_of_their_bids_are_those_of_entries_in_that_order() {
        let puzzle = generate(Shape::Puzzle, Some(200), 1).unwrap();
        let hands: Vec<_> = puzzle.map(|entry| entry.hand).collect();
        let bids = (0..400).map(|i| i * 7919 % 1009);
        let entries: Vec<Entry> = (hands.iter().chain(&hands).zip(bids))
            .map(|(&hand, bid)| Entry { hand, bid })
            .collect();
        let mut in_order = entries.clone();
        in_order.sort_by_key(|entry| entry.bid);
        for rules in Rules::ALL {
            let known = mistakes(rules);
            let by_bid = known.iter().filter(|one| one.id.ends_with("by-bid"));
            assert!(by_bid.clone().count() > 20);
            for mistake in by_bid {
                assert!(!mistake.summary.contains("in the input"), "{}", mistake.summary);
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
                let values = Mistake::solution_of([&mistake], rules).labels;
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
}
