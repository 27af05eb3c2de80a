//! What the core says in words, of every hand, against the words built from its labels alone.

use camel_cards::{
    Card, Entry, Explanation, Hand, HandType, Rules, Strength, Tally, Ties, compare,
};

const TYPES: [&str; 7] = [
    "high card",
    "one pair",
    "two pair",
    "three of a kind",
    "full house",
    "four of a kind",
    "five of a kind",
];

/// `T ×2 + J ×2 as T, K ×1`, from the text of a hand.
fn what_makes_the_type(hand: &str, rules: Rules) -> String {
    let strongest_first = match rules {
        Rules::Standard => "AKQJT98765432",
        Rules::Joker => "AKQT98765432J",
    };
    let counts = strongest_first.chars().map(|label| (label, hand.matches(label).count()));
    let mut counts: Vec<(char, usize)> = counts.filter(|(_, count)| *count > 0).collect();
    counts.sort_by(|(_, a), (_, b)| b.cmp(a));
    let jokers = counts.iter().position(|(label, _)| rules == Rules::Joker && *label == 'J');
    let jokers = jokers.map(|at| counts.remove(at).1);
    let mut parts: Vec<String> =
        counts.iter().map(|(label, count)| format!("{label} ×{count}")).collect();
    match (jokers, counts.first()) {
        (Some(jokers), Some((label, _))) => parts[0] += &format!(" + J ×{jokers} as {label}"),
        (Some(_), None) => parts.push("J ×5 as A".to_owned()),
        (None, _) => {}
    }
    parts.join(", ")
}

#[test]
fn every_explanation_names_what_makes_the_type() {
    for rules in Rules::ALL {
        for hand in Hand::all() {
            let why = Explanation::of(hand, rules);
            assert_eq!(why.to_string(), what_makes_the_type(&hand.to_string(), rules), "{rules}");
        }
    }
}

#[test]
fn neighbours_are_one_stronger_and_one_weaker() {
    for rules in Rules::ALL {
        for number in 1..=Hand::COUNT as u32 {
            let strength = Strength::from_number(number, rules).unwrap();
            let (stronger, weaker) = Explanation::of(strength.hand(), rules).neighbours();
            let number_of = |strength: Option<Strength>| strength.map(Strength::number);
            assert_eq!(number_of(stronger), Some(number + 1).filter(|n| *n <= Hand::COUNT as u32));
            assert_eq!(number_of(weaker), Some(number - 1).filter(|n| *n > 0));
        }
    }
}

#[test]
fn comparisons_say_who_wins_and_why() {
    for (rules, a, b, expected) in [
        (
            Rules::Standard,
            "KTJJT",
            "KK677",
            "KK677 wins: both are two pair, card 2 decides, K over T",
        ),
        (Rules::Joker, "KTJJT", "KK677", "KTJJT wins: four of a kind beats two pair"),
        (
            Rules::Standard,
            "23456",
            "23457",
            "23457 wins: both are high card, card 5 decides, 7 over 6",
        ),
        (
            Rules::Joker,
            "J2222",
            "22222",
            "22222 wins: both are five of a kind, card 1 decides, 2 over J",
        ),
        (Rules::Standard, "AAAAA", "AAAAA", "neither wins: the hands are identical"),
    ] {
        let said =
            |a: &str, b: &str| compare(a.parse().unwrap(), b.parse().unwrap(), rules).to_string();
        assert_eq!((said(a, b), said(b, a)), (expected.to_owned(), expected.to_owned()));
    }
}

#[test]
fn cards_hands_and_types_have_the_names_of_the_puzzle() {
    assert_eq!(HandType::ALL.map(HandType::name), TYPES);
    assert_eq!(
        HandType::ALL.map(|one| format!("{one:>16}")),
        TYPES.map(|name| format!("{name:>16}"))
    );
    let labels: String = Card::ALL.iter().map(Card::to_string).collect();
    assert_eq!(labels, "23456789TJQKA");
    assert_eq!(format!("{:?}", "32T3K".parse::<Hand>().unwrap()), "Hand(32T3K)");
}

#[test]
fn rules_and_ties_are_found_by_their_names() {
    assert_eq!(Rules::ALL.map(Rules::name), ["standard", "joker"]);
    assert_eq!(Rules::ALL.map(Rules::part), [1, 2]);
    assert_eq!(Ties::ALL.map(Ties::name), ["ordinal", "min", "max", "dense"]);
    assert!(Rules::ALL.into_iter().all(|rules| rules.name().parse() == Ok(rules)));
    assert!(Ties::ALL.into_iter().all(|ties| ties.name().parse() == Ok(ties)));
    let unknown = "average".parse::<Ties>().unwrap_err().to_string();
    assert_eq!(unknown, "expected one of ordinal, min, max, dense, found 'average'");
}

#[test]
fn debug_says_what_a_hand_a_strength_and_a_tally_are() {
    let hand: Hand = "KTJJT".parse().unwrap();
    assert_eq!(format!("{hand:?}"), "Hand(KTJJT)");
    let strength = hand.strength(Rules::Joker);
    assert_eq!(format!("{strength:?}"), "Strength(KTJJT, four of a kind, joker)");
    let tally: Tally = [Entry { hand, bid: 220 }].into_iter().collect();
    let score = "Score { entries: 1, tied: 0, winnings: PerRules { standard: 220, joker: 220 } }";
    assert_eq!(format!("{tally:?}"), format!("Tally {{ entries: 1, score: Ok({score}) }}"));
}
