//! Which mistakes cannot be made together, because one says the opposite of the other.

use camel_cards::{Card, Rules};

use super::{
    change::{Change, LabelChange},
    id::MistakeName,
    mistake::Mistake,
};
use crate::{
    hand_class::HandClass,
    solution::{
        reading::ReadRule,
        sorting::SortRule,
        tie_break::{JokersInGroups, TieBreakKey},
        types::HandRule,
    },
};

/// What a mistake says besides its own change: a set of bits.
type Claims = u16;

const JOKERS_ARE_WILD: Claims = 1;
const JOKERS_ARE_NOT_WILD: Claims = 1 << 1;
/// Where `J` is among the labels.
const VALUE_OF_J: Claims = 1 << 2;
const A_TYPE_IS_WRONG: Claims = 1 << 3;
const TYPES_ARE_IGNORED: Claims = 1 << 4;
const CARDS_ARE_COMPARED: Claims = 1 << 5;
const CARDS_ARE_IGNORED: Claims = 1 << 6;
const FIVE_JOKERS_ARE_READ: Claims = 1 << 7;
const FIVE_JOKERS_ARE_LOST: Claims = 1 << 8;
const ARE_SORTED: Claims = 1 << 9;
const NEVER_SORTED: Claims = 1 << 10;
/// The tie-break is another's.
const TIE_BREAK: Claims = 1 << 11;

/// Two claims that are not made together; the same one twice is said of one thing.
const OPPOSITES: [(Claims, Claims); 8] = [
    (JOKERS_ARE_WILD, JOKERS_ARE_NOT_WILD),
    (VALUE_OF_J, VALUE_OF_J),
    (A_TYPE_IS_WRONG, TYPES_ARE_IGNORED),
    (CARDS_ARE_COMPARED, CARDS_ARE_IGNORED),
    // Then nothing is sorted by.
    (TYPES_ARE_IGNORED, CARDS_ARE_IGNORED),
    (FIVE_JOKERS_ARE_READ, FIVE_JOKERS_ARE_LOST),
    (ARE_SORTED, NEVER_SORTED),
    (TIE_BREAK, TIE_BREAK),
];

impl Mistake {
    /// Whether the two cannot be made together under `rules`.
    pub(crate) fn contradicts(&self, other: &Mistake, rules: Rules) -> bool {
        let (a, b) = (self.claims(rules), other.claims(rules));
        self.change.excludes(&other.change)
            || OPPOSITES.iter().any(|&(one, opposite)| {
                a & one != 0 && b & opposite != 0 || a & opposite != 0 && b & one != 0
            })
    }

    /// Whether it changes where `J` is among the labels.
    pub(crate) fn is_about_j(&self) -> bool {
        matches!(self.change, Change::Labels(change) if is_about_j(change))
    }

    /// Whether it makes of an input the same under either rules, as it orders hands without them.
    pub(crate) fn is_the_same_under_either_rules(&self) -> bool {
        matches!(self.change, Change::Sorting(SortRule::Input | SortRule::InputReversed))
    }

    fn claims(&self, rules: Rules) -> Claims {
        let wild = if rules == Rules::Joker { JOKERS_ARE_WILD } else { 0 };
        let of_type = A_TYPE_IS_WRONG | ARE_SORTED;
        match self.change {
            Change::Types(_) if *self.id() == MistakeName::J2 => {
                of_type | JOKERS_ARE_NOT_WILD | VALUE_OF_J | CARDS_ARE_COMPARED
            }
            Change::Types(types) => {
                let (mut with_jokers, mut five_jokers) = (0, 0);
                for class in HandClass::all().filter(|class| types[class.index()].is_some()) {
                    match class.counts().1 {
                        0 => {}
                        5 => (with_jokers, five_jokers) = (wild, FIVE_JOKERS_ARE_READ),
                        _ => with_jokers = wild,
                    }
                }
                of_type | with_jokers | five_jokers
            }
            Change::TypesByHand(HandRule::GroupWith { .. }) => of_type,
            Change::TypesByHand(HandRule::JokersBecome(_) | HandRule::Vanishing { .. }) => {
                of_type | wild
            }
            Change::TypeOrder(order) => {
                // Below and above all types are levels of their own.
                match order[1..8].iter().all(|&level| level == order[1]) {
                    true => TYPES_ARE_IGNORED | ARE_SORTED,
                    false => of_type,
                }
            }
            Change::Labels(change) => {
                let own = CARDS_ARE_COMPARED | ARE_SORTED;
                let jack = if is_about_j(change) { VALUE_OF_J } else { 0 };
                own | jack | if *self.id() == MistakeName::J1 { wild } else { 0 }
            }
            Change::TieBreak(tie_break) => {
                ARE_SORTED
                    | TIE_BREAK
                    | match tie_break.key {
                        TieBreakKey::Cards([]) => CARDS_ARE_IGNORED,
                        TieBreakKey::JokersAs(_) => CARDS_ARE_COMPARED | wild | VALUE_OF_J,
                        TieBreakKey::Groups { jokers, .. }
                            if jokers != JokersInGroups::OwnGroup =>
                        {
                            CARDS_ARE_COMPARED | wild | VALUE_OF_J
                        }
                        _ => CARDS_ARE_COMPARED,
                    }
            }
            Change::Sorting(SortRule::Input | SortRule::InputReversed) => NEVER_SORTED,
            Change::Sorting(SortRule::NumbersAsText { .. }) => {
                ARE_SORTED | CARDS_ARE_COMPARED | TIE_BREAK
            }
            // Both say that hands of one type are compared.
            Change::Sorting(_) => ARE_SORTED | A_TYPE_IS_WRONG | CARDS_ARE_COMPARED,
            Change::Reading(ReadRule::WithoutFiveJokers) => FIVE_JOKERS_ARE_LOST,
            Change::Ranking(_) | Change::Reading(_) => 0,
        }
    }
}

fn is_about_j(change: LabelChange) -> bool {
    match change {
        LabelChange::Value(card, _) => card == Card::Jack,
        LabelChange::Equal(a, b)
        | LabelChange::JustAbove(a, b)
        | LabelChange::JustBelow(a, b)
        | LabelChange::Swapped(a, b) => [a, b].contains(&Card::Jack),
        LabelChange::CharacterCodes { joker_too } => joker_too,
        // Equal to `J`, whose value it is under joker rules.
        LabelChange::Digits(value) => value == 1,
        LabelChange::Reversed | LabelChange::AsText => false,
    }
}
