//! The axis of the order of types: two swapped, two merged, or one moved.

use camel_cards::HandType::{self, *};

use super::vocabulary::*;
use crate::solution::types::{AssignedType, RIGHT_TYPE_ORDER};

const OF_FULL_HOUSE: Claims = NONE.needs(FULL_HOUSE);
const NUMBERS: &str = "give each of the seven types a number of its own, in the order of the rules";
const ORDER: &str = "the types, weakest first: high card, one pair, two pair, three of a kind, full house, four of a kind, five of a kind";

/// The level of a type, and of what is one type with it; 5 above or below it, no other type is.
const fn of(hand_type: HandType) -> u8 {
    RIGHT_TYPE_ORDER[AssignedType::Type(hand_type).index()]
}

#[rustfmt::skip]
const NAMED: &[MistakeRow<&[(HandType, u8)]>] = &[
    (T1, Observed, OF_FULL_HOUSE, &[(FullHouse, of(FourOfAKind)), (FourOfAKind, of(FullHouse))],
     "full house ranks above four of a kind", NUMBERS),
    (T2, Observed, OF_FULL_HOUSE, &[(FullHouse, of(FourOfAKind))], "full house and four of a kind are one type",
     "both have two labels: look at the largest count too"),
    (T3, Observed, OF_FULL_HOUSE, &[(ThreeOfAKind, of(FullHouse))], "three of a kind is counted as full house",
     "test for the two counts that make the type: three and two is a full house, three alone is not"),
    (T4, Observed, NONE, &[(OnePair, of(TwoPair))], "one pair is counted as two pair",
     "count how many labels occur twice"),
    (T5, Observed, NONE, &[(HighCard, of(OnePair))], "high card is counted as one pair",
     "five different labels are the weakest type, below one pair"),
    (T6, Observed, NONE, &[(FiveOfAKind, of(TwoPair))], "five of a kind ranks inside two pair",
     "test for five equal labels first"),
    (T7, Variant, OF_FULL_HOUSE, &[(FullHouse, of(FourOfAKind)), (TwoPair, of(ThreeOfAKind))],
     "the type is the number of different labels only", "look at the largest count too"),
    (T8, Variant, OF_FULL_HOUSE, &[(FullHouse, of(ThreeOfAKind)), (TwoPair, of(OnePair))],
     "the type is the largest count only", "look at the second largest count too"),
    (T9, Variant, NONE, &[(TwoPair, of(ThreeOfAKind)), (ThreeOfAKind, of(TwoPair))],
     "two pair ranks above three of a kind", NUMBERS),
    (T10, Observed, NONE, &[(OnePair, of(ThreeOfAKind) + 5)],
     "one pair ranks between three of a kind and full house", NUMBERS),
    (T12, Observed, OF_FULL_HOUSE, &[(FullHouse, of(ThreeOfAKind)), (TwoPair, of(HighCard)), (OnePair, of(HighCard))],
     "pairs are not seen: only groups of three, four and five count", "count the labels that occur twice, too"),
];

pub(super) fn all() -> Vec<Mistake> {
    let mut mistakes: Vec<Mistake> = Mistake::of_table(NAMED, Change::type_order).collect();
    mistakes.push(Mistake::new(
        MistakeId::Generated("type-order:none".to_owned()),
        Generated,
        NONE.needs(CARDS).denies(TYPES),
        Change::type_order(&HandType::ALL.map(|hand_type| (hand_type, of(HighCard)))),
        "types are ignored: hands are compared card by card alone",
        "compare the types first",
    ));
    let mut add = |a: HandType, sign: &str, b: HandType, levels: &[_], summary: String| {
        let id = MistakeId::Generated(format!("type-order:{a}{sign}{b}").replace(' ', "-"));
        let change = Change::type_order(levels);
        mistakes.push(Mistake::new(id, Generated, NONE, change, summary, ORDER));
    };
    for a in HandType::ALL {
        for b in HandType::ALL.into_iter().filter(|&b| b != a) {
            if a < b {
                let swapped = format!("{a} and {b} have each other's place");
                add(a, "<>", b, &[(a, of(b)), (b, of(a))], swapped);
            }
            add(a, "=", b, &[(a, of(b))], format!("{a} counts as {b}"));
            match a < b {
                true => add(a, ">", b, &[(a, of(b) + 5)], format!("{a} ranks just above {b}")),
                false => add(a, "<", b, &[(a, of(b) - 5)], format!("{a} ranks just below {b}")),
            }
        }
    }
    mistakes
}

#[cfg(test)]
mod tests {
    use camel_cards::Rules;

    use super::*;

    #[test]
    fn a_change_of_the_order_of_types_is_what_its_id_says() {
        let named = |name: &str| {
            let is_it = |hand_type: &HandType| hand_type.name().replace(' ', "-") == name;
            HandType::ALL.into_iter().find(is_it).unwrap()
        };
        let mut tried = 0;
        for mistake in all() {
            let id = mistake.id().to_string();
            let Some(change) = id.strip_prefix("type-order:") else { continue };
            let Some(at) = change.find(['<', '=', '>']) else { continue };
            let (a, rest) = change.split_at(at);
            let b = rest.trim_start_matches(['<', '=', '>']);
            let sign = rest.strip_suffix(b).unwrap();
            let (a, b) = (named(a), named(b));
            let mut expected = HandType::ALL.to_vec();
            if sign == "<>" {
                assert!(a < b, "{id}");
                expected.swap(a.index(), b.index());
            } else {
                expected.remove(a.index());
                let at = expected.iter().position(|&other| other == b).unwrap();
                expected.insert(at + usize::from(sign != "<"), a);
            }
            let levels = Mistake::solution_of([&mistake], Rules::Standard).type_order;
            let level = |hand_type| levels[AssignedType::Type(hand_type).index()];
            for pair in expected.windows(2) {
                if sign == "=" && pair == [b, a] {
                    assert_eq!(level(a), level(b), "{id}");
                } else {
                    assert!(level(pair[0]) < level(pair[1]), "{id}");
                }
            }
            tried += 1;
        }
        // Each of two is moved to the other's side or is equal to it, and they are exchanged.
        assert_eq!(tried, 7 * 6 * 2 + 7 * 6 / 2);
    }
}
