//! The axis of types: a hand class is assigned a wrong type.

use camel_cards::{
    Card,
    HandType::{self, *},
    Rules,
};

use super::{count_rule::*, vocabulary::*};
use crate::{
    hand_class::HandClass,
    solution::types::{
        AssignedType::{self, Above, Below, Type},
        HandRule, JokerChoice, by_number_of_labels,
    },
};

const COUNT: &str = "take the jokers out of the label counts, add their number to the largest count that is left, and only then find the type, as for a hand without jokers";
pub(super) const FIVE_JOKERS: &str = "treat JJJJJ before taking the largest of the other counts: there is none, and it is five of a kind";
const JOIN: &str = "jokers join the most common other label";
const ADD_ALL: &str = "add the number of jokers, not 1";
pub(super) const THREE_AND_TWO: &str = "three equal cards and two equal cards are a full house, also in a hand without jokers; three alone are not";
const JACK_IS_TWO: &str = "J is the weakest label, below 2 and not equal to it, and it joins the most common other label, whatever that is";
const ONE_LABEL: &str = "let all jokers become the same label: the most common other one";
const GROUP: &str = "look at the counts of all labels, not only at that of one card";
const VANISHED: &str = "leave J out when you look for the most common label: the jokers are added to another label, never to J";
const AT_ONCE: &str = "add all jokers to the largest count at once, and only then look the type up";
const ADD_BACK: &str = "add the number of jokers to the largest count after taking them out";

/// One hand class is counted as another type, each type a mistake of its own.
#[rustfmt::skip]
const ONE_CLASS: &[(&str, Origin, &str, &[AssignedType], &str)] = &[
    ("J5", Observed, "JJJJJ", &[Type(HighCard), Below], FIVE_JOKERS),
    ("J6", Observed, "JJJJx", &[Type(FourOfAKind)], COUNT),
    ("J7", Observed, "JJJxx", &[Type(FullHouse), Type(HighCard)], COUNT),
    ("J8", Observed, "JJJxy", &[Type(TwoPair), Type(ThreeOfAKind), Above], COUNT),
    ("J9", Observed, "JJxyz", &[Type(TwoPair), Type(OnePair), Type(FullHouse)], COUNT),
    ("J10", Observed, "xxJyz", &[Type(FullHouse), Type(TwoPair)], COUNT),
    ("J11", Observed, "xxyyJ", &[Type(ThreeOfAKind), Type(TwoPair)], COUNT),
    ("J12", Observed, "xxxJy", &[Type(FullHouse)], COUNT),
    ("J13", Variant, "xxJJy", &[Type(FullHouse), Type(ThreeOfAKind)], COUNT),
    ("J14", Observed, "xyzwJ", &[Type(HighCard)], COUNT),
    ("J15", Observed, "xxxJJ", &[Type(FullHouse), Type(FourOfAKind)], COUNT),
    ("J16", Observed, "xxxxJ", &[Type(FourOfAKind)], COUNT),
    ("T3b", Observed, "xxxyy", &[Type(ThreeOfAKind)], THREE_AND_TWO),
    // Variants that leave the hand as it was dealt, or nearly so.
    ("J6", Variant, "JJJJx", &[Type(HighCard), Below], COUNT),
    ("J7", Variant, "JJJxx", &[Type(FourOfAKind)], COUNT),
    ("J8", Variant, "JJJxy", &[Type(HighCard), Type(FullHouse)], COUNT),
    ("J13", Variant, "xxJJy", &[Type(TwoPair)], COUNT),
    ("J12", Variant, "xxxJy", &[Type(ThreeOfAKind)], COUNT),
];

/// Changes of the types of hand classes, or of hands, under some rules.
type TypeChange = fn(Rules) -> Change;

#[rustfmt::skip]
const NAMED: &[MistakeRow<TypeChange>] = &[
    ("P1", Variant,
     |_| Change::types(HandClass::all().map(|class| (class, Type(class.hand_type(Rules::Joker))))),
     "J is wild in part 1, where it is a jack", "count J like any other label in part 1"),
    ("J8", Observed,
     |_| Change::types(["JJJxy", "JJJxx"].map(|pattern| (HandClass::with_pattern(pattern), Type(HighCard)))),
     "three jokers make a high card: both JJJxy and JJJxx are counted so", COUNT),
    ("J2", Observed, |_| counted_by(as_dealt),
     "J is not wild: hands keep the type that they have as dealt", COUNT),
    ("J29", Observed, |_| Change::JackIsTwo,
     "J is a 2, in types and in ties", JACK_IS_TWO),
    ("J18", Observed, |_| counted_by(|others, jokers| as_dealt(&added(others, jokers), jokers)),
     "jokers are added to the best group while J's own group stays too", COUNT),
    ("J19", Observed,
     |_| counted_by(|others, jokers| {
        let smallest_first: Vec<u8> = others.iter().rev().copied().collect();
        by_counts(&added(&smallest_first, jokers))
     }),
     "jokers join the least common label", "add the jokers to the largest count, not to the smallest"),
    ("J20", Variant,
     |_| counted_by(|others, jokers| by_most_common(others, jokers, Some(&jokers) >= others.first())),
     "jokers join the most common label, which may be J itself, also where another is as common",
     "leave J out when you look for the most common label"),
    ("J20", Variant,
     |_| counted_by(|others, jokers| by_most_common(others, jokers, Some(&jokers) > others.first())),
     "jokers join the most common label, which may be J itself",
     "leave J out when you look for the most common label"),
    ("J21", Variant, |_| joined(JokerChoice::Highest),
     "jokers become the highest other card, not the card that makes the strongest type", JOIN),
    ("J22", Variant, |_| joined(JokerChoice::Ace),
     "jokers always become an ace, not the card that makes the strongest type", JOIN),
    ("J26", Variant, |_| joined(JokerChoice::First),
     "jokers become the first card, not the card that makes the strongest type", JOIN),
    ("J26", Variant, |_| joined(JokerChoice::FirstOther),
     "jokers become the first other card, not the card that makes the strongest type", JOIN),
    ("J30", Observed, |_| joined(JokerChoice::FirstUnlessCommoner),
     "jokers become the first card, which may be J itself, unless another label is commoner", JOIN),
    ("J31", Observed, |_| counted_by(with_one_each),
     "jokers must become labels that differ from each other, in JJJJJ too", ONE_LABEL),
    ("J31", Observed, |_| counted_by(unless_five(with_one_each)),
     "jokers must become labels that differ from each other, but for JJJJJ", ONE_LABEL),
    ("J17d", Variant, |_| counted_by(|others, jokers| doubled(others, jokers, false)),
     "in a hand with jokers every group is doubled, J's own too, and tested with >=", COUNT),
    ("J17d", Variant, |_| counted_by(unless_five(|others, jokers| doubled(others, jokers, true))),
     "in a hand with jokers every group is doubled, J's own too, and tested with ==", COUNT),
    ("J17d", Variant, |_| counted_by(|others, jokers| doubled(others, jokers, true)),
     "in a hand with jokers every group is doubled, J's own too, and tested with ==; JJJJJ is not treated apart", COUNT),
    ("J20", Variant, |_| joined(JokerChoice::MostFrequent),
     "jokers become the first of the most common labels, which may be J itself, not the card that makes the strongest type",
     JOIN),
    ("J23", Variant, |_| counted_by(|others, jokers| up(as_dealt(others, jokers), jokers)),
     "a hand goes up one type for each joker, from the type it has as dealt", COUNT),
    ("J23", Variant, |_| counted_by(|others, jokers| up(by_counts(others), jokers)),
     "a hand goes up one type for each joker, from the type of its other cards", COUNT),
    ("J24", Variant,
     |_| counted_by(|others, jokers| as_dealt(&added(others, 1), jokers - 1)),
     "only one joker is used, and the others stay J", ADD_ALL),
    ("J24", Variant, |_| counted_by(|others, _| by_counts(&added(others, 1))),
     "only one joker is used, and the others are not counted at all", ADD_ALL),
    ("J24", Variant,
     |_| counted_by(|others, jokers| as_dealt(&added(others, 1), jokers - 1).max(as_dealt(others, jokers))),
     "only one joker is used, if that is better than none", ADD_ALL),
    ("J25", Variant,
     |_| counted_by(|others, _| by_counts(others)),
     "jokers are taken out and not added back", ADD_BACK),
    ("J25", Variant, |_| counted_by(|others, _| by_number_of_labels(others)),
     "jokers are taken out and not added back; the type goes by the number of labels", ADD_BACK),
    ("J27", Observed, |_| Change::TypesByHand(HandRule::Vanishing { five_jokers: FiveOfAKind }),
     "the most common label gets the jokers, but it may be J itself; all J are then deleted, and the type goes by the number of labels", VANISHED),
    ("J27", Observed, |_| Change::TypesByHand(HandRule::Vanishing { five_jokers: HighCard }),
     "the most common label gets the jokers, but it may be J itself; all J are then deleted, and the type goes by the number of labels; JJJJJ is a high card",
     VANISHED),
    ("J23", Variant, |_| counted_by(|others, jokers| upgraded_in_turn(as_dealt(others, jokers), None)),
     "the tests that upgrade a hand are run one after another, so that one upgrade leads to the next", AT_ONCE),
    ("J23", Variant,
     |_| counted_by(|others, jokers| upgraded_in_turn(as_dealt(others, jokers), Some((FullHouse, FullHouse)))),
     "the tests that upgrade a hand are run one after another, so that one upgrade leads to the next; a full house stays",
     AT_ONCE),
    ("J23", Variant,
     |_| counted_by(|others, jokers| (0..jokers).fold(as_dealt(others, jokers), |from, _| upgraded(from, None))),
     "each joker upgrades the hand once, from the type it has with J as a normal label", AT_ONCE),
];

fn joined(choice: JokerChoice) -> Change {
    Change::TypesByHand(HandRule::JokersBecome(choice))
}

/// A group of four, or of three, is seen only if it has the card at some place.
fn seen_with_card(rules: Rules) -> Vec<Mistake> {
    const GROUPS: [(bool, bool, &str, &str); 3] = [
        (true, true, "four of a kind and three of a kind are", "full house and two pair"),
        (true, false, "four of a kind is", "full house"),
        (false, true, "three of a kind is", "two pair"),
    ];
    let jokers = match rules {
        Rules::Standard => JokerChoice::Jack,
        Rules::Joker => JokerChoice::Strongest,
    };
    let mut mistakes = Vec::new();
    for (position, place) in ["first", "second", "third", "fourth", "fifth"].iter().enumerate() {
        let (groups, origin) = if position == 0 { (3, Observed) } else { (1, Variant) };
        for (of_four, of_three, what, other) in GROUPS.into_iter().take(groups) {
            let rule = HandRule::GroupWith { jokers, position, of_four, of_three };
            let summary = format!(
                "{what} seen only if the {place} card is one of the equal ones, and else taken for {other}"
            );
            mistakes.push(Mistake::new("T11", origin, Change::TypesByHand(rule), summary, GROUP));
        }
    }
    mistakes
}

/// The types that `rule` gives to hands with jokers. Where it is right about `JJJJJ`, it says nothing of it: many
/// programs treat that apart.
fn counted_by(rule: impl Fn(&[u8], u8) -> HandType) -> Change {
    let types = HandClass::all().filter_map(|class| match class.counts() {
        (_, 0) => None,
        (others, jokers) => Some((class, jokers, rule(&others, jokers))),
    });
    let types = types.filter(|&(_, jokers, assigned)| jokers < 5 || assigned != FiveOfAKind);
    Change::types(types.map(|(class, _, assigned)| (class, Type(assigned))))
}

pub(super) fn all(rules: Rules) -> Vec<Mistake> {
    let one_class = ONE_CLASS.iter().flat_map(|&(name, origin, pattern, types, hint)| {
        types.iter().map(move |&assigned| {
            let change = Change::types([(HandClass::with_pattern(pattern), assigned)]);
            Mistake::new(name, origin, change, counted_as(pattern, assigned), hint)
        })
    });
    let of_table = Mistake::of_table(NAMED, |change| change(rules));
    one_class
        .chain(of_table)
        .chain(seen_with_card(rules))
        .chain(added_to_each())
        .chain(upgrades())
        .chain(generated(rules))
        .collect()
}

/// Jokers are added to the count of every group, or of every label.
fn added_to_each() -> Vec<Mistake> {
    const MAX: usize = usize::MAX;
    const LABELS: [(&str, usize, &str); 2] =
        [("J17", 0, "every group"), ("J28", Card::ALL.len() - 1, "every label, absent ones too")];
    const TESTS: [(bool, usize, &str); 3] = [
        (false, MAX, ">="),
        (true, MAX, "=="),
        (true, 2, "==, two pair as exactly two groups of 2"),
    ];
    const OWN: [(u8, &str); 3] =
        [(0, ""), (1, ", J's own group counted too"), (2, ", to J's own too")];
    const PAIRS: [(usize, &str); 3] = [
        (1, ""),
        (2, "; a full house when some group has 3 and two have 2"),
        (MAX, "; a full house only without jokers"),
    ];
    const FIVE: [(bool, &str); 2] = [(true, ""), (false, "; JJJJJ is not treated apart")];
    let mut mistakes = Vec::new();
    for (name, labels, each) in LABELS {
        for (is_exact, pairs_max, test) in TESTS {
            for (own, and_own) in OWN {
                for (pairs, when) in PAIRS {
                    for (is_apart, five) in FIVE {
                        if name == "J28" && (!is_exact || pairs > 1) {
                            continue;
                        }
                        let rule = |others: &[u8], jokers| {
                            let mut counts = others.to_vec();
                            counts.resize(labels.max(others.len()), 0);
                            with_jokers_in_each(&counts, jokers, own, is_exact, pairs, pairs_max)
                        };
                        let change =
                            if is_apart { counted_by(unless_five(rule)) } else { counted_by(rule) };
                        let summary = format!(
                            "jokers are added to {each}{and_own}, tested with {test}{when}{five}"
                        );
                        mistakes.push(Mistake::new(name, Observed, change, summary, COUNT));
                    }
                }
            }
        }
    }
    mistakes
}

/// Upgrades with a wrong step that are run once for each joker.
fn upgrades() -> Vec<Mistake> {
    const STEPS: [(HandType, HandType); 6] = [
        (OnePair, TwoPair),
        (OnePair, FullHouse),
        (TwoPair, ThreeOfAKind),
        (TwoPair, FourOfAKind),
        (ThreeOfAKind, FullHouse),
        (FourOfAKind, FourOfAKind),
    ];
    let mut mistakes = Vec::new();
    for (is_dealt, first) in
        [(false, "of its other cards"), (true, "it has with J as a normal label")]
    {
        for (from, to) in STEPS {
            let change = counted_by(|others, jokers| {
                let first = if is_dealt { as_dealt(others, jokers) } else { by_counts(others) };
                (0..jokers).fold(first, |hand_type, _| upgraded(hand_type, Some((from, to))))
            });
            let step =
                if from == to { "stays as it is".to_owned() } else { format!("becomes {to}") };
            let summary = format!(
                "each joker upgrades the hand once, from the type {first}, and {from} {step}"
            );
            mistakes.push(Mistake::new("J23", Variant, change, summary, AT_ONCE));
        }
    }
    mistakes
}

fn counted_as(pattern: &str, assigned: AssignedType) -> String {
    format!("{pattern} is counted as {}", assigned.name())
}

/// Returns every class counted as every other type. Under standard rules, where J
/// is like any other label, the classes of a type change together.
fn generated(rules: Rules) -> Vec<Mistake> {
    let classes: Vec<HandClass> = HandClass::all().collect();
    let are_one = |a: &HandClass, b: &HandClass| {
        rules == Rules::Standard && a.hand_type(rules) == b.hand_type(rules)
    };
    let mut mistakes = Vec::new();
    for classes in classes.chunk_by(are_one) {
        let (pattern, hand_type) = (classes[0].pattern(), classes[0].hand_type(rules));
        for assigned in [Below, Above].into_iter().chain(HandType::ALL.map(Type)) {
            let id = match assigned {
                // No others are there, below or above which these would be.
                Below if hand_type == HighCard => continue,
                Above if hand_type == FiveOfAKind && rules == Rules::Standard => continue,
                Below => "below-all".to_owned(),
                Type(hand_type) => hand_type.name().replace(' ', "-"),
                Above => "above-all".to_owned(),
            };
            mistakes.push(Mistake::new(
                format!("type:{pattern}={id}"),
                Generated,
                Change::types(classes.iter().map(|&class| (class, assigned))),
                counted_as(pattern, assigned),
                "check what your code makes of the label counts of such a hand",
            ));
        }
    }
    mistakes
}
