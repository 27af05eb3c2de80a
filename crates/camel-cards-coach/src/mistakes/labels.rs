//! The labels axis: one label is moved, swapped or equal to another, or all have other values.

use camel_cards::{Card, Rules};

use super::vocabulary::*;
use crate::solution::tie_break::{LabelValues, right_values};

/// Gives some labels other values.
type LabelChange = fn(&mut LabelValues);

const CODES: &str = "map each label to its place in the order of labels; character codes sort A before K, and J before K, Q and T";
const LABEL_TEN: &str = "T is a label like any other: ten, between 9 and J";
pub(super) const LOOK_UP: &str = "write the digits as text in the list of labels: '2', not 2";
const LOW_ACE: &str = "A is the strongest label";
const WEAKEST: &str = "put J first in the order of labels for part 2: J23456789TQKA";

const TEN: usize = Card::Ten.index();
const JACK: usize = Card::Jack.index();
const ACE: usize = Card::Ace.index();

#[rustfmt::skip]
const NAMED: &[MistakeRow<LabelChange>] = &[
    ("K4", Observed, |labels| *labels = Card::ALL.map(|card| card.label() as u8), "labels are compared by character code", CODES),
    ("K4", Observed, codes_of_others,
     "labels are compared by character code, but J is the weakest", CODES),
    ("K5", Observed, |labels| labels[TEN] = 0, "T is the lowest label", LABEL_TEN),
    ("K5", Observed, |labels| labels[TEN] = 1, "T is read as 1", LABEL_TEN),
    ("K6", Observed, |labels| labels[..TEN].fill(2), "all digits are equal, and below T", LOOK_UP),
    ("K6", Observed, |labels| labels[..TEN].fill(0), "all digits are equal, and below every other label", LOOK_UP),
    ("K6", Observed, |labels| labels[..TEN].fill(1), "all digits are equal, to J too, and below T", LOOK_UP),
    ("K10", Variant, |labels| labels[TEN] = 14, "T is equal to A",
     "replace each label once; a chain of replacements turns T into A"),
    ("K16", Variant, |labels| labels[ACE] = 0, "A is the lowest label", LOW_ACE),
    ("K16", Variant, |labels| labels[ACE] = 1, "A is read as 1", LOW_ACE),
    ("K16", Variant, |labels| move_next_to(labels, Card::Ace, Card::Two, 0), "A is just below 2", LOW_ACE),
    ("P1", Variant, |labels| labels[JACK] = 1, "J is the weakest label in part 1, where it is a jack",
     "J is between T and Q in part 1"),
    ("J1", Observed, |labels| labels[JACK] = 11, "J is wild but still ranks as a jack in ties", WEAKEST),
    ("J3", Observed, |labels| labels[JACK] = 2, "J is equal to 2 in ties", WEAKEST),
];

/// Orders labels by character code, except a joker, which is 1.
fn codes_of_others(labels: &mut LabelValues) {
    for (value, card) in labels.iter_mut().zip(Card::ALL).filter(|(value, _)| **value > 1) {
        *value = card.label() as u8;
    }
}

/// Moves `card` next to `other` in the order of labels: below it if `offset` is 0,
/// above it if 1.
fn move_next_to(labels: &mut LabelValues, card: Card, other: Card, offset: usize) {
    let mut order: Vec<Card> = Card::ALL.into_iter().filter(|&there| there != card).collect();
    order.sort_by_key(|there| labels[there.index()]);
    let place = order.iter().position(|&there| there == other).unwrap_or(0);
    order.insert(place + offset, card);
    for (value, there) in (1..).zip(order) {
        labels[there.index()] = value;
    }
}

pub(super) fn all(rules: Rules) -> Vec<Mistake> {
    let hint = match rules {
        Rules::Standard => "the labels, weakest first: 2 3 4 5 6 7 8 9 T J Q K A",
        Rules::Joker => "the labels, weakest first: J 2 3 4 5 6 7 8 9 T Q K A",
    };
    let right = right_values(rules);
    let changed = |change: LabelChange| {
        let mut values = right;
        change(&mut values);
        Change::Labels(values)
    };
    let mut mistakes: Vec<Mistake> = Mistake::of_table(NAMED, changed).collect();
    let mut add = |id: String, values: LabelValues, summary: String| {
        let id = format!("labels:{id}");
        mistakes.push(Mistake::new(id, Generated, Change::Labels(values), summary, hint));
    };
    let texts = right.map(|value| value.to_string());
    let place = |text: &String| texts.iter().filter(|&other| other < text).count() as u8;
    let as_text = texts.each_ref().map(place);
    add("as-text".to_owned(), as_text, "values are compared as text: 10 before 2".to_owned());
    let reversed = right.map(|value| 100 - value);
    add("reversed".to_owned(), reversed, "labels are compared in reverse".to_owned());
    let weakest_first = rules.labels();
    for (i, &a) in weakest_first.iter().enumerate() {
        for (j, &b) in weakest_first.iter().enumerate().filter(|&(j, _)| j != i) {
            let [mut equal, mut moved, mut swapped] = [right; 3];
            equal[a.index()] = right[b.index()];
            add(format!("{a}={b}"), equal, format!("{a} is equal to {b}"));
            let (sign, side) = if i < j { ('>', "above") } else { ('<', "below") };
            move_next_to(&mut moved, a, b, usize::from(i < j));
            add(format!("{a}{sign}{b}"), moved, format!("{a} ranks just {side} {b}"));
            if i + 1 < j {
                swapped.swap(a.index(), b.index());
                add(format!("{a}<>{b}"), swapped, format!("{a} and {b} have each other's place"));
            }
        }
    }
    mistakes
}

#[cfg(test)]
mod tests {
    use camel_cards::Entry;

    use super::*;
    use crate::mistakes::mistakes;

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
    fn as_text_two_digits_come_before_one() {
        for (rules, weakest_first) in
            [(Rules::Standard, "TJQKA23456789"), (Rules::Joker, "JTQKA23456789")]
        {
            let known = all(rules);
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
            for mistake in all(rules) {
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
