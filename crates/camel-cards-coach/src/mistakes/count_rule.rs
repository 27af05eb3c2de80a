//! Rules that people write to get a type from label counts and a number of jokers: all take the counts of the other
//! labels, largest first, and are asked only about hands with jokers.

use camel_cards::HandType::{self, *};

/// The type that one more joker makes of each type, by [`HandType::index`].
const UPGRADES: [HandType; 7] =
    [OnePair, ThreeOfAKind, FullHouse, FourOfAKind, FourOfAKind, FiveOfAKind, FiveOfAKind];

/// The type if jokers count as the label `J`.
pub(super) fn as_dealt(others: &[u8], jokers: u8) -> HandType {
    by_counts(&[others, &[jokers]].concat())
}

/// The type if jokers are added to the most common label, unless that is `J`.
pub(super) fn by_most_common(others: &[u8], jokers: u8, is_joker: bool) -> HandType {
    if is_joker { as_dealt(others, jokers) } else { by_counts(&added(others, jokers)) }
}

/// A wrong step of a chain of upgrades, from one type to another.
type WrongStep = Option<(HandType, HandType)>;

/// The type that one more joker makes of this one.
pub(super) fn upgraded(hand_type: HandType, wrong: WrongStep) -> HandType {
    match wrong {
        Some((from, to)) if from == hand_type => to,
        _ => UPGRADES[hand_type.index()],
    }
}

/// Runs the upgrades from each type once, the weakest type's first, so that one leads to the next.
pub(super) fn upgraded_in_turn(hand_type: HandType, wrong: WrongStep) -> HandType {
    HandType::ALL.into_iter().fold(hand_type, |hand_type, tested| {
        if hand_type == tested { upgraded(tested, wrong) } else { hand_type }
    })
}

pub(super) fn up(hand_type: HandType, levels: u8) -> HandType {
    HandType::ALL[(hand_type.index() + usize::from(levels)).min(6)]
}

/// The type that the two largest counts make, whatever the others are.
pub(super) fn by_counts(counts: &[u8]) -> HandType {
    with_jokers_in_each(counts, 0, 0, false, 1, usize::MAX)
}

/// The counts with jokers added to the first.
pub(super) fn added(others: &[u8], jokers: u8) -> Vec<u8> {
    let mut counts = others.to_vec();
    counts.resize(others.len().max(1), 0);
    counts[0] += jokers;
    counts
}

/// The type if every count is doubled.
pub(super) fn doubled(others: &[u8], jokers: u8, is_exact: bool) -> HandType {
    let counts: Vec<u8> = others.iter().chain([&jokers]).map(|count| 2 * count).collect();
    with_jokers_in_each(&counts, 0, 0, is_exact, 1, usize::MAX)
}

/// The type if each joker is added to another count, the largest first.
pub(super) fn with_one_each(others: &[u8], jokers: u8) -> HandType {
    let mut counts = others.to_vec();
    counts.resize(others.len().max(jokers.into()), 0);
    counts.iter_mut().take(jokers.into()).for_each(|count| *count += 1);
    by_counts(&counts)
}

/// The same rule, but `JJJJJ` is five of a kind.
pub(super) fn unless_five(rule: impl Fn(&[u8], u8) -> HandType) -> impl Fn(&[u8], u8) -> HandType {
    move |others, jokers| if jokers == 5 { FiveOfAKind } else { rule(others, jokers) }
}

/// The type if jokers are added to the count of each other label, and `own` times to an empty one for `J`.
///
/// Counts are tested with `==`, or else with `>=`. A full house is a count of three, and so many of two; two pair is
/// from two to `pairs_max` counts of two.
pub(super) fn with_jokers_in_each(
    others: &[u8],
    jokers: u8,
    own: u8,
    is_exact: bool,
    full_house_pairs: usize,
    pairs_max: usize,
) -> HandType {
    let counts = || others.iter().map(|count| count + jokers).chain([own * jokers]);
    let is = |count, wanted| if is_exact { count == wanted } else { count >= wanted };
    let having = |wanted| counts().filter(|&count| is(count, wanted)).count();
    // A count of at least three is also one of at least two.
    let full_house_pairs = full_house_pairs.max(if is_exact { 1 } else { 2 });
    match (having(5), having(4), having(3), having(2)) {
        (1.., ..) => FiveOfAKind,
        (_, 1.., ..) => FourOfAKind,
        (_, _, 1.., pairs) if pairs >= full_house_pairs => FullHouse,
        (_, _, 1.., _) => ThreeOfAKind,
        (.., pairs) if (2..=pairs_max).contains(&pairs) => TwoPair,
        (.., 1..) => OnePair,
        _ => HighCard,
    }
}
