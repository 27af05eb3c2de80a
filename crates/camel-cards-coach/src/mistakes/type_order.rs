//! The axis of the order of types: two swapped, two merged, or one moved.

use camel_cards::HandType::{self, *};

use super::{
    change::{
        Change,
        Level::{self, JustAbove, JustBelow, Of},
    },
    claims::{CARDS, Claims, FULL_HOUSE, NONE, OF_TYPES, SORTED, TYPES},
    id::{MistakeName, Origin},
    mistake::{Mistake, MistakeRow},
};
use MistakeName::*;
use Origin::{Observed, Variant};

const OF_FULL_HOUSE: Claims = OF_TYPES.needs(FULL_HOUSE);
const NUMBERS: &str = "give each of the seven types a number of its own, in the order of the rules";
const ORDER: &str = "the types, weakest first: high card, one pair, two pair, three of a kind, full house, four of a kind, five of a kind";

#[rustfmt::skip]
const NAMED: &[MistakeRow<&[(HandType, Level)]>] = &[
    (T1, Observed, OF_FULL_HOUSE, &[(FullHouse, Of(FourOfAKind)), (FourOfAKind, Of(FullHouse))],
     "full house ranks above four of a kind", NUMBERS),
    (T2, Observed, OF_FULL_HOUSE, &[(FullHouse, Of(FourOfAKind))], "full house and four of a kind are one type",
     "both have two labels: look at the largest count too"),
    (T3, Observed, OF_FULL_HOUSE, &[(ThreeOfAKind, Of(FullHouse))], "three of a kind is counted as full house",
     "test for the two counts that make the type: three and two is a full house, three alone is not"),
    (T4, Observed, OF_TYPES, &[(OnePair, Of(TwoPair))], "one pair is counted as two pair",
     "count how many labels occur twice"),
    (T5, Observed, OF_TYPES, &[(HighCard, Of(OnePair))], "high card is counted as one pair",
     "five different labels are the weakest type, below one pair"),
    (T6, Observed, OF_TYPES, &[(FiveOfAKind, Of(TwoPair))], "five of a kind ranks inside two pair",
     "test for five equal labels first"),
    (T7, Variant, OF_FULL_HOUSE, &[(FullHouse, Of(FourOfAKind)), (TwoPair, Of(ThreeOfAKind))],
     "the type is the number of different labels only", "look at the largest count too"),
    (T8, Variant, OF_FULL_HOUSE, &[(FullHouse, Of(ThreeOfAKind)), (TwoPair, Of(OnePair))],
     "the type is the largest count only", "look at the second largest count too"),
    (T9, Variant, OF_TYPES, &[(TwoPair, Of(ThreeOfAKind)), (ThreeOfAKind, Of(TwoPair))],
     "two pair ranks above three of a kind", NUMBERS),
    (T10, Observed, OF_TYPES, &[(OnePair, JustAbove(ThreeOfAKind))],
     "one pair ranks between three of a kind and full house", NUMBERS),
    (T12, Observed, OF_FULL_HOUSE, &[(FullHouse, Of(ThreeOfAKind)), (TwoPair, Of(HighCard)), (OnePair, Of(HighCard))],
     "pairs are not seen: only groups of three, four and five count", "count the labels that occur twice, too"),
];

pub(super) fn named() -> Vec<Mistake> {
    Mistake::of_table(NAMED, Change::type_order).collect()
}

pub(super) fn generated() -> Vec<Mistake> {
    let mut mistakes = vec![Mistake::generated(
        "type-order:none".to_owned(),
        NONE.needs(CARDS | SORTED).denies(TYPES),
        Change::type_order(&HandType::ALL.map(|hand_type| (hand_type, Of(HighCard)))),
        "types are ignored: hands are compared card by card alone",
        "compare the types first",
    )];
    let mut add = |a: HandType, sign: &str, b: HandType, levels: &[_], summary: String| {
        let id = format!("type-order:{a}{sign}{b}").replace(' ', "-");
        mistakes.push(Mistake::generated(id, OF_TYPES, Change::type_order(levels), summary, ORDER));
    };
    for a in HandType::ALL {
        for b in HandType::ALL.into_iter().filter(|&b| b != a) {
            if a < b {
                let swapped = format!("{a} and {b} have each other's place");
                add(a, "<>", b, &[(a, Of(b)), (b, Of(a))], swapped);
            }
            add(a, "=", b, &[(a, Of(b))], format!("{a} counts as {b}"));
            match a < b {
                true => add(a, ">", b, &[(a, JustAbove(b))], format!("{a} ranks just above {b}")),
                false => add(a, "<", b, &[(a, JustBelow(b))], format!("{a} ranks just below {b}")),
            }
        }
    }
    mistakes
}
