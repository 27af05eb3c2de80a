//! The axis of types: a hand class is assigned a wrong type.

use std::borrow::Cow;

use camel_cards::{
    Card,
    HandType::{self, *},
    Rules,
};

use super::{
    change::Change,
    claims::{self as topic, Claims, JJJJJ, OF_J, OF_TYPES, TYPES, WILD},
    count_rule::{
        CountRule, CountTests, FullHouseIf, RIGHT_UPGRADES, Upgrades, added, added_to_each,
        as_dealt, by_counts, by_most_common, up, upgraded_in_turn,
    },
    id::{MistakeName, Origin},
    mistake::Mistake,
};
use crate::{
    hand_class::HandClass,
    solution::types::{
        AssignedType::{self, Above, Below, Type},
        HandRule, JokerChoice, by_number_of_labels,
    },
};
use MistakeName::*;
use Origin::{Observed, Variant};

const COUNT: &str = "take the jokers out of the label counts, add their number to the largest count that is left, and only then find the type, as for a hand without jokers";
pub(super) const FIVE_JOKERS: &str = "treat JJJJJ before taking the largest of the other counts: there is none, and it is five of a kind";
const JOIN: &str = "jokers join the most common other label";
const ADD_ALL: &str = "add the number of jokers, not 1";
const FULL_HOUSE: &str =
    "three equal cards and two equal cards are a full house, also in a hand without jokers";
const JACK_IS_TWO: &str = "J is the weakest label, below 2 and not equal to it, and it joins the most common other label, whatever that is";
const GROUP: &str = "look at the counts of all labels, not only at that of one card";
const VANISHED: &str = "leave J out when you look for the most common label: the jokers are added to another label, never to J";
const AT_ONCE: &str = "add all jokers to the largest count at once, and only then look the type up";
const ADD_BACK: &str = "add the number of jokers to the largest count after taking them out";

/// One hand class is counted as another type, each type a mistake of its own.
#[rustfmt::skip]
const ONE_CLASS: &[(MistakeName, Origin, &str, &[AssignedType], &str)] = &[
    (J5, Observed, "JJJJJ", &[Type(HighCard), Below], FIVE_JOKERS),
    (J6, Observed, "JJJJx", &[Type(FourOfAKind)], COUNT),
    (J7, Observed, "JJJxx", &[Type(FullHouse), Type(HighCard)], COUNT),
    (J8, Observed, "JJJxy", &[Type(TwoPair), Type(ThreeOfAKind), Above], COUNT),
    (J9, Observed, "JJxyz", &[Type(TwoPair), Type(OnePair), Type(FullHouse)], COUNT),
    (J10, Observed, "xxJyz", &[Type(FullHouse), Type(TwoPair)], COUNT),
    (J11, Observed, "xxyyJ", &[Type(ThreeOfAKind), Type(TwoPair)], COUNT),
    (J12, Observed, "xxxJy", &[Type(FullHouse)], COUNT),
    (J13, Variant, "xxJJy", &[Type(FullHouse), Type(ThreeOfAKind)], COUNT),
    (J14, Observed, "xyzwJ", &[Type(HighCard)], COUNT),
    (J15, Observed, "xxxJJ", &[Type(FullHouse), Type(FourOfAKind)], COUNT),
    (J16, Observed, "xxxxJ", &[Type(FourOfAKind)], COUNT),
    (T3b, Observed, "xxxyy", &[Type(ThreeOfAKind)], FULL_HOUSE),
    // Variants that leave the hand as it was dealt, or nearly so.
    (J6, Variant, "JJJJx", &[Type(HighCard), Below], COUNT),
    (J7, Variant, "JJJxx", &[Type(FourOfAKind)], COUNT),
    (J8, Variant, "JJJxy", &[Type(HighCard), Type(FullHouse)], COUNT),
    (J13, Variant, "xxJJy", &[Type(TwoPair)], COUNT),
    (J12, Variant, "xxxJy", &[Type(ThreeOfAKind)], COUNT),
];

/// How a type is found for every hand with jokers.
#[derive(Clone, Copy)]
enum JokerRule {
    Counts(CountRule),
    Hand(HandRule),
}
use HandRule::{JokersBecome, Vanishing};
use JokerRule::{Counts, Hand};

#[rustfmt::skip]
const JOKER_RULES: &[(MistakeName, Origin, JokerRule, &str, &str)] = &[
    (J18, Observed, Counts(|others, jokers| as_dealt(&added(others, jokers), jokers)),
     "jokers are added to the best group while J's own group stays too", COUNT),
    (J19, Observed,
     Counts(|others, jokers| {
        let smallest_first: Vec<u8> = others.iter().rev().copied().collect();
        by_counts(&added(&smallest_first, jokers))
     }),
     "jokers join the least common label", "add the jokers to the largest count, not to the smallest"),
    (J20, Variant, Counts(|others, jokers| by_most_common(others, jokers, Some(&jokers) >= others.first())),
     "jokers join the most common label, which may be J itself, also where another is as common",
     "leave J out when you look for the most common label"),
    (J20, Variant, Counts(|others, jokers| by_most_common(others, jokers, Some(&jokers) > others.first())),
     "jokers join the most common label, which may be J itself",
     "leave J out when you look for the most common label"),
    (J21, Variant, Hand(JokersBecome(JokerChoice::Highest)),
     "jokers become the highest other card, not the card that makes the strongest type", JOIN),
    (J22, Variant, Hand(JokersBecome(JokerChoice::Ace)),
     "jokers always become an ace, not the card that makes the strongest type", JOIN),
    (J26, Variant, Hand(JokersBecome(JokerChoice::First)),
     "jokers become the first card, not the card that makes the strongest type", JOIN),
    (J26, Variant, Hand(JokersBecome(JokerChoice::FirstOther)),
     "jokers become the first other card, not the card that makes the strongest type", JOIN),
    (J20, Variant, Hand(JokersBecome(JokerChoice::MostFrequent)),
     "jokers become the first of the most common labels, which may be J itself, not the card that makes the strongest type",
     JOIN),
    (J23, Variant, Counts(|others, jokers| up(as_dealt(others, jokers), jokers)),
     "a hand goes up one type for each joker, from the type it has as dealt", COUNT),
    (J23, Variant, Counts(|others, jokers| up(by_counts(others), jokers)),
     "a hand goes up one type for each joker, from the type of its other cards", COUNT),
    (J24, Variant, Counts(|others, jokers| as_dealt(&added(others, 1), jokers - 1)), "only one joker is used", ADD_ALL),
    (J24, Variant, Counts(|others, _| by_counts(&added(others, 1))),
     "only one joker is used, and the others are not counted at all", ADD_ALL),
    (J24, Variant, Counts(|others, jokers| as_dealt(&added(others, 1), jokers - 1).max(as_dealt(others, jokers))),
     "only one joker is used, if that is better than none", ADD_ALL),
    (J25, Variant, Counts(|others, _| by_counts(others)), "jokers are taken out and not added back", ADD_BACK),
    (J25, Variant, Counts(|others, _| by_number_of_labels(others)),
     "jokers are taken out and not added back; the type goes by the number of labels", ADD_BACK),
    (J27, Observed, Hand(Vanishing { five_jokers: FiveOfAKind }),
     "the most common label gets the jokers, but it may be J itself, and then all J are deleted", VANISHED),
    (J27, Observed, Hand(Vanishing { five_jokers: HighCard }),
     "the most common label gets the jokers, but it may be J itself, and then all J are deleted; JJJJJ is a high card",
     VANISHED),
    (J23, Variant, Counts(|others, jokers| upgraded_in_turn(as_dealt(others, jokers), &RIGHT_UPGRADES)),
     "the tests that upgrade a hand are run one after another, so that one upgrade leads to the next", AT_ONCE),
    (J23, Variant, Counts(|others, jokers| {
        upgraded_in_turn(as_dealt(others, jokers), &with_upgrade(FullHouse, FullHouse))
     }),
     "the tests that upgrade a hand are run one after another, so that one upgrade leads to the next; a full house stays",
     AT_ONCE),
];

const fn with_upgrade(from: HandType, to: HandType) -> Upgrades {
    let mut upgrades = RIGHT_UPGRADES;
    upgrades[from.index()] = to;
    upgrades
}

/// The wrong steps of a chain of upgrades.
const WRONG_UPGRADES: [(HandType, HandType); 6] = [
    (OnePair, TwoPair),
    (OnePair, FullHouse),
    (TwoPair, ThreeOfAKind),
    (TwoPair, FourOfAKind),
    (ThreeOfAKind, FullHouse),
    (FourOfAKind, FourOfAKind),
];

/// Upgrades that are run once for each joker.
fn upgrades() -> impl Iterator<Item = Mistake> {
    let mistake = |is_dealt, upgrades: Upgrades, step: String| {
        let from = if is_dealt { "it has with J as a normal label" } else { "of its other cards" };
        on_types(
            J23,
            Variant,
            counted_by(|others, jokers| {
                let first = if is_dealt { as_dealt(others, jokers) } else { by_counts(others) };
                (0..jokers).fold(first, |hand_type, _| upgrades[hand_type.index()])
            }),
            format!("each joker upgrades the hand once, from the type {from}{step}"),
            AT_ONCE,
        )
    };
    let wrong = [false, true].into_iter().flat_map(move |is_dealt| {
        WRONG_UPGRADES.map(|(from, to)| {
            let step = match from == to {
                true => format!(", and {from} stays as it is"),
                false => format!(", and {from} becomes {to}"),
            };
            mistake(is_dealt, with_upgrade(from, to), step)
        })
    });
    [mistake(true, RIGHT_UPGRADES, String::new())].into_iter().chain(wrong)
}

fn added_to_every_label() -> impl Iterator<Item = Mistake> {
    const OWN: [(u8, &str); 3] = [(0, ""), (1, ", and J counts too"), (2, ", and to J")];
    const TESTS: [(CountTests, &str); 2] = [
        (CountTests::ExactlyTwoPairs, ""),
        (CountTests::Exactly, "; two pair as soon as two groups have 2"),
    ];
    TESTS.into_iter().flat_map(|(tests, when)| {
        OWN.into_iter().map(move |(own, and_own)| {
            let summary = format!(
                "jokers are added to every other label, also to labels that the hand does not have{and_own}{when}"
            );
            let change = counted_by(|others, jokers| {
                let mut every = others.to_vec();
                every.resize(Card::ALL.len() - 1, 0);
                added_to_each(&every, jokers, own, tests, FullHouseIf::ThreeAndTwo)
            });
            on_types(J28, Observed, change, summary, COUNT)
        })
    })
}

/// A group is seen only if one card is in it.
fn group_with_one_card(rules: Rules) -> impl Iterator<Item = Mistake> {
    const CARDS: [&str; 5] = ["first", "second", "third", "fourth", "fifth"];
    let kinds = [(true, true), (true, false), (false, true)].map(|kinds| (0, kinds));
    let others = [1, 2, 3, 4].map(|position| (position, (true, true)));
    kinds.into_iter().chain(others).map(move |(position, (of_four, of_three))| {
        let groups = match (of_four, of_three) {
            (true, true) => "four of a kind and three of a kind are",
            (true, false) => "four of a kind is",
            _ => "three of a kind is",
        };
        let summary =
            format!("{groups} seen only if the {} card is one of the equal ones", CARDS[position]);
        let rule = HandRule::GroupWith { position, of_four, of_three, rules };
        let origin = if position == 0 { Observed } else { Variant };
        on_types(T11, origin, Change::TypesByHand(rule), summary, GROUP)
    })
}

/// A mistake about types takes for granted what it changes.
fn on_types(
    name: MistakeName,
    origin: Origin,
    change: Change,
    summary: impl Into<Cow<'static, str>>,
    hint: &'static str,
) -> Mistake {
    Mistake::named(name, origin, claims_of(&change), change, summary, hint)
}

fn claims_of(change: &Change) -> Claims {
    match change {
        Change::Types(types) => {
            let changed = HandClass::all().filter(|class| types[class.index()].is_some());
            changed.fold(OF_TYPES, |claims, class| match class.counts().1 {
                0 => claims,
                5 => claims.needs(WILD | JJJJJ),
                _ => claims.needs(WILD),
            })
        }
        Change::TypesByHand(HandRule::GroupWith { .. }) => OF_TYPES,
        _ => OF_TYPES.needs(WILD),
    }
}

pub(super) fn named(rules: Rules) -> Vec<Mistake> {
    if rules == Rules::Standard {
        return [wild_in_part_1(), never_full_house(rules)]
            .into_iter()
            .chain(group_with_one_card(rules))
            .collect();
    }
    let one_class = ONE_CLASS.iter().flat_map(|&(name, origin, pattern, types, hint)| {
        types.iter().map(move |&assigned| {
            let change = Change::types([(HandClass::with_pattern(pattern), assigned)]);
            on_types(name, origin, change, counted_as(pattern, assigned), hint)
        })
    });
    let both_of_three_jokers = on_types(
        J8,
        Observed,
        Change::types(
            ["JJJxy", "JJJxx"].map(|pattern| (HandClass::with_pattern(pattern), Type(HighCard))),
        ),
        "three jokers make a high card: both JJJxy and JJJxx are counted so",
        COUNT,
    );
    // Whoever says that jokers are not wild says where J is in ties, too.
    let not_wild_claims = OF_J.needs(TYPES).denies(WILD);
    let jack_is_two = Mistake::named(
        J29,
        Observed,
        not_wild_claims,
        Change::JackIsTwo,
        "J is a 2, in types and in ties",
        JACK_IS_TWO,
    );
    let not_wild = Mistake::named(
        J2,
        Observed,
        not_wild_claims,
        counted_by(as_dealt),
        "J is weakest in ties but not wild: hands keep the type they have as dealt",
        COUNT,
    );
    let joker_rules = JOKER_RULES.iter().map(|&(name, origin, rule, summary, hint)| {
        let change = match rule {
            Counts(rule) => counted_by(rule),
            Hand(rule) => Change::TypesByHand(rule),
        };
        on_types(name, origin, change, summary, hint)
    });
    (one_class.chain([never_full_house(rules), both_of_three_jokers, not_wild, jack_is_two]))
        .chain(added_to_each_group())
        .chain(joker_rules)
        .chain(added_to_every_label())
        .chain(upgrades())
        .chain(group_with_one_card(rules))
        .collect()
}

/// T3 orders all hands as this does: each makes one type of the two. Whoever never finds a full house is told so,
/// and this comes first in the list.
fn never_full_house(rules: Rules) -> Mistake {
    let full_houses = HandClass::all().filter(|class| class.hand_type(rules) == FullHouse);
    Mistake::named(
        T13,
        Observed,
        OF_TYPES.denies(topic::FULL_HOUSE),
        Change::types(full_houses.map(|class| (class, Type(ThreeOfAKind)))),
        "a full house is never found: it counts as three of a kind",
        FULL_HOUSE,
    )
}

fn wild_in_part_1() -> Mistake {
    let wild = HandClass::all().map(|class| (class, Type(class.hand_type(Rules::Joker))));
    on_types(
        P1,
        Variant,
        Change::types(wild),
        "J is wild in part 1, where it is a jack",
        "count J like any other label in part 1",
    )
}

fn added_to_each_group() -> impl Iterator<Item = Mistake> {
    const OWN: [(u8, &str); 3] =
        [(0, ""), (1, ", J's own group counted too"), (2, ", to J's own too")];
    const FULL_HOUSE: [(FullHouseIf, &str); 3] = [
        (FullHouseIf::ThreeAndTwo, ""),
        (FullHouseIf::ThreeAndTwoPairs, "; a full house when some group has 3 and two have 2"),
        (FullHouseIf::NoJokers, "; a full house only without jokers"),
    ];
    let tests = [
        (CountTests::AtLeast, ">="),
        (CountTests::Exactly, "=="),
        (CountTests::ExactlyTwoPairs, "==, two pair as exactly two groups of 2"),
    ];
    tests.into_iter().flat_map(|(tests, test)| {
        OWN.into_iter().flat_map(move |(own, and_own)| {
            FULL_HOUSE.into_iter().flat_map(move |(full_house, when)| {
                [(true, ""), (false, "; JJJJJ is not treated apart")].map(|(five_jokers_first, five)| {
                    let change = counted_by(|others, jokers| match five_jokers_first && jokers == 5 {
                        true => FiveOfAKind,
                        false => added_to_each(others, jokers, own, tests, full_house),
                    });
                    let summary = format!(
                        "jokers are added to every group{and_own}, tested with {test}{when}{five}"
                    );
                    on_types(J17, Observed, change, summary, COUNT)
                })
            })
        })
    })
}

/// The change of all classes with jokers to which `rule` gives a wrong type.
fn counted_by(rule: impl Fn(&[u8], u8) -> HandType) -> Change {
    let with_jokers = HandClass::all().filter(|class| class.counts().1 > 0);
    let assigned = with_jokers.map(|class| {
        let (others, jokers) = class.counts();
        (class, rule(&others, jokers))
    });
    let wrong = assigned.filter(|&(class, assigned)| assigned != class.hand_type(Rules::Joker));
    Change::types(wrong.map(|(class, assigned)| (class, Type(assigned))))
}

fn counted_as(pattern: &str, assigned: AssignedType) -> String {
    format!("{pattern} is counted as {}", assigned.name())
}

/// Returns every class counted as every other type. Under standard rules, where J
/// is like any other label, the classes of a type change together.
pub(super) fn generated(rules: Rules) -> Vec<Mistake> {
    let groups: Vec<Vec<HandClass>> = match rules {
        Rules::Joker => HandClass::all().map(|class| vec![class]).collect(),
        Rules::Standard => HandType::ALL
            .map(|hand_type| {
                HandClass::all().filter(|class| class.hand_type(rules) == hand_type).collect()
            })
            .into(),
    };
    let mut mistakes = Vec::new();
    for classes in groups {
        let hand_type = classes[0].hand_type(rules);
        let pattern = classes[0].pattern();
        // Below or above all types is no change for the one class that is already there.
        let is_alone = rules == Rules::Standard || hand_type == HighCard;
        for assigned in [Below, Above].into_iter().chain(HandType::ALL.map(Type)) {
            let stays = matches!((assigned, hand_type), (Below, HighCard) | (Above, FiveOfAKind));
            if is_alone && stays {
                continue;
            }
            let id = match assigned {
                Below => "below-all".to_owned(),
                Type(hand_type) => hand_type.name().replace(' ', "-"),
                Above => "above-all".to_owned(),
            };
            let change = Change::types(classes.iter().map(|&class| (class, assigned)));
            mistakes.push(Mistake::generated(
                format!("type:{pattern}={id}"),
                claims_of(&change),
                change,
                counted_as(pattern, assigned),
                "check what your code makes of the label counts of such a hand",
            ));
        }
    }
    mistakes
}
