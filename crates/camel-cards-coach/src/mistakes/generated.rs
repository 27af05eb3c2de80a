//! Mistakes that no table names: each change of a family.

use std::{array, fmt::Display};

use camel_cards::{HandType, Rules};

use super::{Change, Mistake};
use crate::solution::{
    hands::{HandClass, STEP, TYPES, level_name},
    tie_break::{Equals, TieBreak, TieBreakKey},
};

/// Returns the families of mistakes without a name; those of ties are made of the tie-breaks in the table.
pub(super) fn families(rules: Rules, table: &[Mistake]) -> Vec<Mistake> {
    [types(rules), type_order(), labels(rules), tie_breaks(table)].concat()
}

/// Each class counted as each other type, or as none; [`all`] drops what changes nothing. Under standard rules, the classes
/// of a type change together, because `J` is a label like any other.
fn types(rules: Rules) -> Vec<Mistake> {
    const HINT: &str = "check the type your code gives the label counts of such a hand";
    let classes: Vec<HandClass> = HandClass::all().collect();
    let are_one = |a: &HandClass, b: &HandClass| {
        rules == Rules::Standard && a.hand_type(rules) == b.hand_type(rules)
    };
    let mut mistakes = Vec::new();
    for classes in classes.chunk_by(are_one) {
        let (pattern, own) = (classes[0].pattern(), TYPES[rules][classes[0].index()]);
        for level in [0, 8].into_iter().chain(1..=7) {
            let id = match level {
                0 => "below-all".to_owned(),
                8 => "above-all".to_owned(),
                // Then the two are one type, whichever is wrong: see `type_order`.
                _ if rules == Rules::Standard && own.abs_diff(level) == 1 => continue,
                _ => level_name(STEP * level).replace(' ', "-"),
            };
            let mut levels = [None; HandClass::COUNT];
            classes.iter().for_each(|class| levels[class.index()] = Some(STEP * level));
            let (id, change) = (format!("type:{pattern}={id}"), Change::Types(levels));
            mistakes.push(Mistake::generated(id, change, change.sentence(), HINT));
        }
    }
    mistakes
}

fn type_order() -> Vec<Mistake> {
    let rearranged = rearranged(HandType::ALL.map(HandType::name)).into_iter();
    let mistake = |(id, places, summary): (String, [u8; 7], String)| {
        let id = format!("type-order:{id}").replace(' ', "-");
        let hint = "the types, weakest first: high card, one pair, two pair, three of a kind, full house, four of a kind, five of a kind";
        Mistake::generated(id, Change::TypeOrder(places), summary, hint)
    };
    rearranged.map(mistake).collect()
}

pub(super) fn labels(rules: Rules) -> Vec<Mistake> {
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
        Mistake::generated(id, Change::Labels(values), summary, hint)
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
        if tie_break.needs_whole_sort() {
            continue;
        }
        let id = mistake.id.trim_start_matches("tie-break:");
        let mut add = |tie_break, and_id, and| {
            let id = format!("tie-break:{id},{and_id}");
            let summary = format!("{}, {and}", mistake.summary);
            let change = Change::TieBreak(tie_break);
            mistakes.push(Mistake::generated(id, change, summary, HINT));
        };
        // With the same key for all hands there is no direction, and the reverse order has a name (K11).
        let has_direction = tie_break.key != TieBreakKey::NOTHING;
        if has_direction && mistake.is_named() {
            let reversed = TieBreak { reversed: !tie_break.reversed, ..tie_break };
            add(reversed, "reversed", "in the wrong direction");
        }
        // A number that is sorted as text comes without its hand and bid.
        let is_text = matches!(tie_break.key, TieBreakKey::Number(number) if number.as_text);
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
