//! The axis of labels: one moved, swapped or equal to another, or all valued otherwise.

use camel_cards::{Card, Rules};

use super::{
    change::{
        Change,
        LabelChange::{self, *},
    },
    claims::{Claims, OF_CARDS, OF_J, WILD},
    id::{MistakeName, Origin},
    mistake::{Mistake, MistakeRow},
};
use MistakeName::*;
use Origin::{Observed, Variant};

const CODES: &str = "map each label to its place in the order of labels; character codes sort A before K, and J before K, Q and T";
const TEN: &str = "T is a label like any other: ten, between 9 and J";
pub(super) const LOOK_UP: &str = "write the digits as text in the list of labels: '2', not 2";
const ACE: &str = "A is the strongest label";
const WEAKEST: &str = "put J first in the order of labels for part 2: J23456789TQKA";

#[rustfmt::skip]
const BOTH: &[MistakeRow<LabelChange>] = &[
    (K4, Observed, OF_CARDS, CharacterCodes { joker_too: false }, "labels are compared by character code",
     CODES),
    (K5, Observed, OF_CARDS, Value(Card::Ten, 0), "T is the lowest label", TEN),
    (K5, Observed, OF_CARDS, Value(Card::Ten, 1), "T is read as 1", TEN),
    (K6, Observed, OF_CARDS, Digits(2), "all digits are equal, and below T", LOOK_UP),
    (K6, Observed, OF_CARDS, Digits(0), "all digits are equal, and below every other label", LOOK_UP),
    (K6, Observed, OF_J, Digits(1), "all digits are equal, to J too, and below T", LOOK_UP),
    (K10, Variant, OF_CARDS, Value(Card::Ten, 14), "T is equal to A",
     "replace each label once; a chain of replacements turns T into A"),
    (K16, Variant, OF_CARDS, Value(Card::Ace, 0), "A is the lowest label", ACE),
    (K16, Variant, OF_CARDS, Value(Card::Ace, 1), "A is read as 1", ACE),
    (K16, Variant, OF_CARDS, JustBelow(Card::Ace, Card::Two), "A is just below 2", ACE),
    (K4, Observed, OF_J, CharacterCodes { joker_too: true },
     "labels are compared by character code, J too", CODES),
];

#[rustfmt::skip]
const STANDARD: &[MistakeRow<LabelChange>] = &[
    (P1, Variant, OF_J, Value(Card::Jack, 1), "J is the weakest label in part 1, where it is a jack",
     "J is between T and Q in part 1"),
];

#[rustfmt::skip]
const JOKER: &[MistakeRow<LabelChange>] = &[
    (J1, Observed, OF_J.needs(WILD), Value(Card::Jack, 11), "J is wild but still ranks as a jack in ties", WEAKEST),
    (J3, Observed, OF_J, Value(Card::Jack, 2), "J is equal to 2 in ties", WEAKEST),
];

pub(super) fn named(rules: Rules) -> Vec<Mistake> {
    let of_rules = match rules {
        Rules::Standard => STANDARD,
        Rules::Joker => JOKER,
    };
    let of_table = |table| Mistake::of_table(table, Change::Labels);
    of_table(BOTH).chain(of_table(of_rules)).collect()
}

pub(super) fn generated(rules: Rules) -> Vec<Mistake> {
    let hint = match rules {
        Rules::Standard => "the labels, weakest first: 2 3 4 5 6 7 8 9 T J Q K A",
        Rules::Joker => "the labels, weakest first: J 2 3 4 5 6 7 8 9 T Q K A",
    };
    let mut mistakes = Vec::new();
    let mut add = |id: String, claims: Claims, change, summary: String| {
        let id = format!("labels:{id}");
        mistakes.push(Mistake::generated(id, claims, Change::Labels(change), summary, hint));
    };
    add(
        "as-text".to_owned(),
        OF_CARDS,
        AsText,
        "values are compared as text: 10 before 2".to_owned(),
    );
    add("reversed".to_owned(), OF_CARDS, Reversed, "labels are compared in reverse".to_owned());
    let weakest_first = rules.labels();
    for (i, &a) in weakest_first.iter().enumerate() {
        for (j, &b) in weakest_first.iter().enumerate().filter(|&(j, _)| j != i) {
            let claims = if [a, b].contains(&Card::Jack) { OF_J } else { OF_CARDS };
            add(format!("{a}={b}"), claims, Equal(a, b), format!("{a} is equal to {b}"));
            let (sign, moved, side) = match i < j {
                true => ('>', JustAbove(a, b), "above"),
                false => ('<', JustBelow(a, b), "below"),
            };
            add(format!("{a}{sign}{b}"), claims, moved, format!("{a} ranks just {side} {b}"));
            if i + 1 < j {
                let summary = format!("{a} and {b} have each other's place");
                add(format!("{a}<>{b}"), claims, Swapped(a, b), summary);
            }
        }
    }
    mistakes
}
