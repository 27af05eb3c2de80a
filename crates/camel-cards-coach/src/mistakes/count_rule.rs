//! Rules that people write to get a type from label counts and a number of jokers.

use camel_cards::HandType::{self, *};

/// A wrong rule from the counts of the other labels, largest first, and the number of jokers to a type. It is asked
/// only about hands with jokers.
pub(crate) type CountRule = fn(&[u8], u8) -> HandType;

/// The type that one more joker makes of each type, by [`HandType::index`].
pub(crate) type Upgrades = [HandType; 7];

pub(crate) const RIGHT_UPGRADES: Upgrades =
    [OnePair, ThreeOfAKind, FullHouse, FourOfAKind, FourOfAKind, FiveOfAKind, FiveOfAKind];

/// How counts are tested.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum CountTests {
    /// With `>=`.
    AtLeast,
    /// With `==`.
    Exactly,
    /// With `==`, and two pair is exactly two counts of two: three of them are one pair.
    ExactlyTwoPairs,
}

/// When a hand with a count of three is a full house.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum FullHouseIf {
    ThreeAndTwo,
    ThreeAndTwoPairs,
    NoJokers,
}

/// The type if jokers count as the label `J`.
pub(crate) fn as_dealt(others: &[u8], jokers: u8) -> HandType {
    by_counts(&[others, &[jokers]].concat())
}

/// The type if jokers are added to the most common label, unless that is `J`.
pub(crate) fn by_most_common(others: &[u8], jokers: u8, is_joker: bool) -> HandType {
    if is_joker { as_dealt(others, jokers) } else { by_counts(&added(others, jokers)) }
}

/// Runs the upgrades from each type once, the weakest type's first, so that one leads to the next.
pub(crate) fn upgraded_in_turn(hand_type: HandType, upgrades: &Upgrades) -> HandType {
    HandType::ALL.into_iter().fold(hand_type, |hand_type, tested| {
        if hand_type == tested { upgrades[tested.index()] } else { hand_type }
    })
}

pub(crate) fn up(hand_type: HandType, levels: u8) -> HandType {
    HandType::ALL[(hand_type.index() + usize::from(levels)).min(6)]
}

/// The type that the two largest counts make, whatever the others are.
pub(crate) fn by_counts(counts: &[u8]) -> HandType {
    let mut counts: Vec<u8> = counts.to_vec();
    counts.sort_by_key(|&count| std::cmp::Reverse(count));
    counts.resize(5, 0);
    match (counts[0], counts[1]) {
        (5.., _) => FiveOfAKind,
        (4, _) => FourOfAKind,
        (3, 2..) => FullHouse,
        (3, _) => ThreeOfAKind,
        (2, 2) => TwoPair,
        (2, _) => OnePair,
        _ => HighCard,
    }
}

/// The counts with jokers added to the first.
pub(crate) fn added(others: &[u8], jokers: u8) -> Vec<u8> {
    let mut counts = others.to_vec();
    match counts.first_mut() {
        Some(largest) => *largest += jokers,
        None => counts.push(jokers),
    }
    counts
}

/// The type if jokers are added to the count of each other label, and `own` times to an empty one for `J`.
pub(crate) fn added_to_each(
    others: &[u8],
    jokers: u8,
    own: u8,
    tests: CountTests,
    full_house: FullHouseIf,
) -> HandType {
    let exactly = tests != CountTests::AtLeast;
    let mut counts: Vec<u8> = others.iter().map(|count| count + jokers).collect();
    counts.push(own * jokers);
    let having = |wanted: u8| {
        let has = |&&count: &&u8| if exactly { count == wanted } else { count >= wanted };
        counts.iter().filter(has).count()
    };
    // A count of at least three is also a count of at least two.
    let twos = if exactly { 1 } else { 2 };
    let is_full_house = match full_house {
        FullHouseIf::ThreeAndTwo => having(3) > 0 && having(2) >= twos,
        FullHouseIf::ThreeAndTwoPairs => having(3) > 0 && having(2) >= 2,
        // Only hands with jokers are asked about.
        FullHouseIf::NoJokers => false,
    };
    if having(5) > 0 {
        FiveOfAKind
    } else if having(4) > 0 {
        FourOfAKind
    } else if is_full_house {
        FullHouse
    } else if having(3) > 0 {
        ThreeOfAKind
    } else if having(2) == 2 || having(2) > 2 && tests != CountTests::ExactlyTwoPairs {
        TwoPair
    } else if having(2) > 0 {
        OnePair
    } else {
        HighCard
    }
}
