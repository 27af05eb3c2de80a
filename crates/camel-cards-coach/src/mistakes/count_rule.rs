//! Rules that people write to get a type from label counts and a number of jokers.

use camel_cards::{
    Card,
    HandType::{self, *},
};

use crate::{
    hand_class::HandClass,
    solution::types::{
        AssignedType::{self, Type},
        by_number_of_labels,
    },
};

/// A wrong rule from label counts and jokers to a type.
#[derive(Clone, Copy)]
pub(crate) enum CountRule {
    /// Jokers count as the label `J`.
    NotWild,
    AddToEach {
        tests: CountTests,
        own: OwnGroup,
        full_house: FullHouseIf,
        /// `JJJJJ` is treated before, and right.
        five_jokers_first: bool,
    },
    /// Jokers are added to the count of every label, also of those that the hand has not, and
    /// counts are tested with `==`.
    AddToEveryLabel {
        tests: CountTests,
        own: OwnGroup,
    },
    /// A chain of upgrades, from each type to the next, is run once for each joker.
    Upgrades {
        /// From the type that the hand has as dealt, or from that of its other cards.
        as_dealt: bool,
        upgrades: Upgrades,
    },
    /// All upgrades are run in one pass, the weakest type's first, so that one leads to the next.
    UpgradesFallThrough {
        upgrades: Upgrades,
    },
    /// Jokers are added to the largest other count, and also count as `J`.
    AddToLargestAndKeep,
    AddToSmallest,
    /// Jokers are added to the most common label; if that is `J`, they stay.
    AddToMostCommon {
        /// `J` counts as the most common of equally common labels.
        joker_first: bool,
    },
    /// One type up for each joker, from the type that the hand has as dealt.
    OneUpEachAsDealt,
    /// The same, from the type of the other cards.
    OneUpEachFromOthers,
    /// One joker is added to the largest count; the others count as `J`.
    AddOne,
    /// One joker is added to the largest count; the others count for nothing.
    AddOneAndDrop,
    /// As `AddOne`, unless `NotWild` gives a stronger type.
    AddOneIfBetter,
    Drop,
    /// Jokers are dropped, and the number of labels decides.
    DropAndCountLabels,
}

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

/// What becomes of the count of `J` itself.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum OwnGroup {
    Left,
    Kept,
    Doubled,
}

/// When a hand with a count of three is a full house.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum FullHouseIf {
    ThreeAndTwo,
    ThreeAndTwoPairs,
    NoJokers,
}

impl CountRule {
    /// Returns the type that the rule gives to the hands of `class`.
    pub(crate) fn assign(self, class: HandClass) -> AssignedType {
        let (others, jokers) = class.counts();
        let as_dealt = || by_counts(&[&others[..], &[jokers]].concat());
        let one_added = || by_counts(&[&added(&others, 1)[..], &[jokers - 1]].concat());
        Type(match self {
            CountRule::NotWild => as_dealt(),
            CountRule::AddToEach { five_jokers_first: true, .. } if jokers == 5 => FiveOfAKind,
            CountRule::AddToEach { tests, own, full_house, .. } => {
                added_to_each(&others, jokers, tests, own, full_house)
            }
            CountRule::AddToEveryLabel { tests, own } => {
                let mut every = others;
                every.resize(Card::ALL.len() - 1, 0);
                added_to_each(&every, jokers, tests, own, FullHouseIf::ThreeAndTwo)
            }
            CountRule::Upgrades { as_dealt: is_dealt, upgrades } => {
                let first = if is_dealt { as_dealt() } else { by_counts(&others) };
                (0..jokers).fold(first, |hand_type, _| upgrades[hand_type.index()])
            }
            CountRule::UpgradesFallThrough { upgrades } => {
                HandType::ALL.into_iter().fold(as_dealt(), |hand_type, tested| {
                    if hand_type == tested { upgrades[tested.index()] } else { hand_type }
                })
            }
            CountRule::AddToLargestAndKeep => {
                by_counts(&[&added(&others, jokers)[..], &[jokers]].concat())
            }
            CountRule::AddToSmallest => {
                let mut counts = others;
                match counts.last_mut() {
                    Some(smallest) => *smallest += jokers,
                    None => counts.push(jokers),
                }
                by_counts(&counts)
            }
            CountRule::AddToMostCommon { joker_first } => {
                let most = others.first().copied().unwrap_or(0);
                match jokers > most || joker_first && jokers == most {
                    true => as_dealt(),
                    false => by_counts(&added(&others, jokers)),
                }
            }
            CountRule::OneUpEachAsDealt => up(as_dealt(), jokers),
            CountRule::OneUpEachFromOthers => up(by_counts(&others), jokers),
            CountRule::AddOne => one_added(),
            CountRule::AddOneAndDrop => by_counts(&added(&others, 1)),
            CountRule::AddOneIfBetter => one_added().max(as_dealt()),
            CountRule::Drop => by_counts(&others),
            CountRule::DropAndCountLabels => by_number_of_labels(&others),
        })
    }
}

fn up(hand_type: HandType, levels: u8) -> HandType {
    HandType::ALL[(hand_type.index() + usize::from(levels)).min(6)]
}

/// The type that the two largest counts make, whatever the others are.
fn by_counts(counts: &[u8]) -> HandType {
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

/// The counts with jokers added to the first, which is the largest.
fn added(others: &[u8], jokers: u8) -> Vec<u8> {
    let mut counts = others.to_vec();
    match counts.first_mut() {
        Some(largest) => *largest += jokers,
        None => counts.push(jokers),
    }
    counts
}

fn added_to_each(
    others: &[u8],
    jokers: u8,
    tests: CountTests,
    own: OwnGroup,
    full_house: FullHouseIf,
) -> HandType {
    let exactly = tests != CountTests::AtLeast;
    let mut counts: Vec<u8> = others.iter().map(|count| count + jokers).collect();
    match own {
        OwnGroup::Left => {}
        OwnGroup::Kept => counts.push(jokers),
        OwnGroup::Doubled => counts.push(2 * jokers),
    }
    let having = |wanted: u8| {
        let has = |&&count: &&u8| if exactly { count == wanted } else { count >= wanted };
        counts.iter().filter(has).count()
    };
    // A count of at least three is also a count of at least two.
    let twos = if exactly { 1 } else { 2 };
    let is_full_house = match full_house {
        FullHouseIf::ThreeAndTwo => having(3) > 0 && having(2) >= twos,
        FullHouseIf::ThreeAndTwoPairs => having(3) > 0 && having(2) >= 2,
        FullHouseIf::NoJokers => jokers == 0 && having(3) > 0 && having(2) >= twos,
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
