//! The types axis: hands are assigned a wrong type, by their hand class or by more than that.

use camel_cards::{
    HandType::{self, *},
    Rules,
};

use super::vocabulary::*;
use crate::{
    hand_class::HandClass,
    solution::{
        jokers::JokerChoice,
        types::{
            AssignedType::{self, Above, Below, Type},
            HandRule::{self, GroupWith, JokersBecome, Vanishing},
        },
    },
};

/// The named mistakes by hand class.
const BY_CLASS: &str = include_str!("types.tsv");

pub(super) const FIVE_JOKERS: &str = "treat JJJJJ before taking the largest of the other counts: there is none, and it is five of a kind";
const JOIN: &str = "jokers join the most common other label";
const GROUP: &str = "look at the counts of all labels, not only at that of one card";
const VANISHED: &str = "leave J out when you look for the most common label: the jokers are added to another label, never to J";

#[rustfmt::skip]
const BY_HAND: &[MistakeRow<HandRule>] = &[
    ("J21", Variant, JokersBecome(JokerChoice::Highest),
     "jokers become the highest other card, not the card that makes the strongest type", JOIN),
    ("J22", Variant, JokersBecome(JokerChoice::Ace),
     "jokers always become an ace, not the card that makes the strongest type", JOIN),
    ("J26", Variant, JokersBecome(JokerChoice::First),
     "jokers become the first card, not the card that makes the strongest type", JOIN),
    ("J26", Variant, JokersBecome(JokerChoice::FirstOther),
     "jokers become the first other card, not the card that makes the strongest type", JOIN),
    ("J30", Observed, JokersBecome(JokerChoice::FirstUnlessCommoner),
     "jokers become the first card, which may be J itself, unless another label is commoner", JOIN),
    ("J20", Variant, JokersBecome(JokerChoice::MostFrequent),
     "jokers become the first of the most common labels, which may be J itself, not the card that makes the strongest type",
     JOIN),
    ("J27", Observed, Vanishing { five_jokers: FiveOfAKind },
     "the most common label gets the jokers, but it may be J itself; all J are then deleted, and the type goes by the number of labels", VANISHED),
    ("J27", Observed, Vanishing { five_jokers: HighCard },
     "the most common label gets the jokers, but it may be J itself; all J are then deleted, and the type goes by the number of labels; JJJJJ is a high card",
     VANISHED),
];

pub(super) fn all(rules: Rules) -> Vec<Mistake> {
    let jack_is_two = Mistake::new(
        "J29",
        Observed,
        Change::JackIsTwo,
        "J is a 2, in types and in ties",
        "J is the weakest label, below 2 and not equal to it, and it joins the most common other label, whatever that is",
    );
    by_class()
        .chain(Mistake::of_table(BY_HAND, Change::TypesByHand))
        .chain([jack_is_two])
        .chain(seen_with_card(rules))
        .chain(generated(rules))
        .collect()
}

fn by_class() -> impl Iterator<Item = Mistake> {
    Mistake::of_text(BY_CLASS, |types| {
        let types = types.chars().map(|digit| Some(AssignedType::ALL[digit.to_digit(9)? as usize]));
        let assigned = HandClass::all().zip(types);
        Change::types(assigned.filter_map(|(class, is)| Some((class, is?))))
    })
}

/// A group of four, or of three, counts only if it includes the card at one position.
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
            let rule = GroupWith { jokers, position, of_four, of_three };
            let summary = format!(
                "{what} seen only if the {place} card is one of the equal ones, and else taken for {other}"
            );
            mistakes.push(Mistake::new("T11", origin, Change::TypesByHand(rule), summary, GROUP));
        }
    }
    mistakes
}

/// Returns mistakes that count each class as each other type. Under standard rules, the classes of a type change
/// together, because `J` is a label like any other.
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
                // No other hands are below high cards, or above five of a kind.
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
                format!("{pattern} is counted as {}", assigned.name()),
                "check what your code makes of the label counts of such a hand",
            ));
        }
    }
    mistakes
}
