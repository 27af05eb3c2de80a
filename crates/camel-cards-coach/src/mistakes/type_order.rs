//! The axis of the order of types: two swapped, two merged, or one moved.

use camel_cards::HandType::{self, *};

use super::{types::THREE_AND_TWO, vocabulary::*};
use crate::solution::types::TypePlace::{self, JustAbove, JustBelow, With};

const HOUSE_IS_TRIPLE: &str = "full house and three of a kind are one type: no full house is found, or every three of a kind is one";
const NUMBERS: &str = "give each of the seven types a number of its own, in the order of the rules";
const ORDER: &str = "the types, weakest first: high card, one pair, two pair, three of a kind, full house, four of a kind, five of a kind";

/// T13 and T3 are one: whoever never finds a full house is told so first.
#[rustfmt::skip]
const NAMED: &[MistakeRow<&[(HandType, TypePlace)]>] = &[
    ("T1", Observed, &[(FullHouse, With(FourOfAKind)), (FourOfAKind, With(FullHouse))],
     "full house ranks above four of a kind", NUMBERS),
    ("T2", Observed, &[(FullHouse, With(FourOfAKind))], "full house and four of a kind are one type",
     "both have two labels: look at the largest count too"),
    ("T13", Observed, &[(ThreeOfAKind, With(FullHouse))], HOUSE_IS_TRIPLE, THREE_AND_TWO),
    ("T3", Observed, &[(ThreeOfAKind, With(FullHouse))], HOUSE_IS_TRIPLE, THREE_AND_TWO),
    ("T14", Observed, &[(ThreeOfAKind, With(FullHouse)), (FullHouse, With(ThreeOfAKind))],
     "full house ranks below three of a kind", NUMBERS),
    ("T4", Observed, &[(OnePair, With(TwoPair))], "one pair and two pair are one type",
     "count how many labels occur twice"),
    ("T5", Observed, &[(HighCard, With(OnePair))], "high card and one pair are one type",
     "five different labels are the weakest type, below one pair"),
    ("T6", Observed, &[(FiveOfAKind, With(TwoPair))], "five of a kind and two pair are one type",
     "test for five equal labels first"),
    ("T7", Variant, &[(FullHouse, With(FourOfAKind)), (TwoPair, With(ThreeOfAKind))],
     "the type is the number of different labels only", "look at the largest count too"),
    ("T8", Variant, &[(FullHouse, With(ThreeOfAKind)), (TwoPair, With(OnePair))],
     "the type is the largest count only", "look at the second largest count too"),
    ("T9", Variant, &[(TwoPair, With(ThreeOfAKind)), (ThreeOfAKind, With(TwoPair))],
     "two pair ranks above three of a kind", NUMBERS),
    ("T10", Observed, &[(OnePair, JustAbove(ThreeOfAKind))],
     "one pair ranks between three of a kind and full house", NUMBERS),
    ("T12", Observed, &[(FullHouse, With(ThreeOfAKind)), (TwoPair, With(HighCard)), (OnePair, With(HighCard))],
     "pairs are not seen: only groups of three, four and five count", "count the labels that occur twice, too"),
];

pub(super) fn all() -> Vec<Mistake> {
    let mut mistakes: Vec<Mistake> = Mistake::of_table(NAMED, Change::type_order).collect();
    mistakes.push(Mistake::new(
        "type-order:none".to_owned(),
        Generated,
        Change::type_order(&HandType::ALL.map(|hand_type| (hand_type, With(HighCard)))),
        "types are ignored: hands are compared card by card alone",
        "compare the types first",
    ));
    let mut add = |a: HandType, sign: &str, b: HandType, moves: &[_], summary: String| {
        let id = format!("type-order:{a}{sign}{b}").replace(' ', "-");
        let change = Change::type_order(moves);
        mistakes.push(Mistake::new(id, Generated, change, summary, ORDER));
    };
    for a in HandType::ALL {
        for b in HandType::ALL.into_iter().filter(|&b| b != a) {
            if a < b {
                let swapped = format!("{a} and {b} have each other's place");
                add(a, "<>", b, &[(a, With(b)), (b, With(a))], swapped);
            }
            add(a, "=", b, &[(a, With(b))], format!("{a} and {b} are one type"));
            match a < b {
                true => add(a, ">", b, &[(a, JustAbove(b))], format!("{a} ranks just above {b}")),
                false => add(a, "<", b, &[(a, JustBelow(b))], format!("{a} ranks just below {b}")),
            }
        }
    }
    mistakes
}

#[cfg(test)]
mod tests {
    use camel_cards::Rules;

    use super::*;
    use crate::solution::types::AssignedType;

    #[test]
    fn a_change_of_the_order_of_types_is_what_its_id_says() {
        let named = |name: &str| {
            let is_it = |hand_type: &HandType| hand_type.name().replace(' ', "-") == name;
            HandType::ALL.into_iter().find(is_it).unwrap()
        };
        let mut tried = 0;
        for mistake in all() {
            let id = mistake.id.to_string();
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
