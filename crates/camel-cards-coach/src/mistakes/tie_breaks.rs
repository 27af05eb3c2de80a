//! The axis of the tie-break: hands of one type compare by something else.

use camel_cards::Rules;

use super::labels::LOOK_UP;
use super::{
    change::Change,
    id::{MistakeName, Origin},
    mistake::{Mistake, Row},
    ranking::{NUMBERS, TEXT_BASES, differ_as_text, text_origin},
};
use crate::solution::{
    sorting::Comparator,
    tie_break::{
        JokerInTies,
        JokersInGroups::{self, *},
        TieBreak,
        TieBreakKey::{self, *},
    },
};
use MistakeName::*;
use Origin::{Observed, Variant};

const DEALT: &str =
    "compare the two hands card by card in the order dealt, and stop at the first that differ";
const CARRY: &str =
    "a base as large as the largest value plus one, or a comparison card by card, cannot carry";
const PADDING: &str = "give every value two digits, or compare card by card";
const AS_DEALT: &str =
    "keep the hand as dealt for the comparison of cards, where J is the weakest label";

const FIRST_CARD: TieBreak = TieBreak::by(Cards(&[0]));
const NOTHING: TieBreak = TieBreak::by(Cards(&[]));
const POKER: &str = "ties are broken poker's way: larger groups first, then their labels";
const POKER_JOINED: &str = "ties are broken poker's way, jokers as a part of the largest group: larger groups first, then their labels";
const POKER_LAST: &str = "ties are broken poker's way, jokers after all other groups: larger groups first, then their labels";
const MISSED: &str = "labels are looked up in a list that does not have the digits, so two digits are equal where hands first differ";
const WRITTEN: &str =
    "values are written one after another without padding and compared as numbers";
const WRITTEN_AS_TEXT: &str = "values are written one after another and compared as text";

/// Those that need jokers are only for joker rules: see `needs_jokers`.
#[rustfmt::skip]
const BEFORE_WEIGHTS: &[Row<TieBreak>] = &[
    (K1, Observed, TieBreak::by(SortedHighestFirst),
     "cards are sorted, highest first, before they are compared", DEALT),
    (K2, Observed, poker(OwnGroup, false), POKER, DEALT),
    (K2, Observed, poker(OwnGroup, true), POKER, DEALT),
    (K2, Observed, poker(Join, false), POKER_JOINED, DEALT),
    (K2, Observed, poker(Join, true), POKER_JOINED, DEALT),
    (K2, Observed, poker(Last, false), POKER_LAST, DEALT),
    (K2, Observed, poker(Last, true), POKER_LAST, DEALT),
    (K3, Observed, FIRST_CARD,
     "only the first card is compared, then the order in the input", DEALT),
    (K3, Observed, FIRST_CARD.later_first(),
     "only the first card is compared, then the reverse order in the input", DEALT),
];

#[rustfmt::skip]
const AFTER_WEIGHTS: &[Row<TieBreak>] = &[
    (K9, Variant, written(0), WRITTEN, PADDING),
    (K9, Variant, written(1), WRITTEN, PADDING),
    (K9, Variant, written(2), WRITTEN, PADDING),
    (K11, Observed, NOTHING, "nothing breaks ties: the order in the input stays", DEALT),
    (K11, Variant, NOTHING.later_first(),
     "nothing breaks ties: the reverse order in the input", DEALT),
    (K12, Observed, TieBreak::DEALT.reversed(),
     "ties are broken in the wrong direction: the weaker card wins",
     "swap the two sides of the comparison of cards, and only that one"),
    (K13, Variant, TieBreak::by(Cards(&[4, 3, 2, 1, 0])),
     "cards are compared from right to left", DEALT),
    (K14, Variant, sum(false), "the sum of the card values breaks ties", DEALT),
    (K14, Variant, sum(true), "the sum of the card values breaks ties", DEALT),
    (K15, Variant, TieBreak::by(Highest), "the highest card alone breaks ties", DEALT),
    (J4, Observed, TieBreak::by(JokersAs(JokerInTies::Strongest)),
     "ties are broken with the card that a joker stands for", AS_DEALT),
    (J4, Observed, TieBreak::by(JokersAs(JokerInTies::StrongestUnlessFive)),
     "ties are broken with the card that a joker stands for, but for JJJJJ", AS_DEALT),
    (J4, Observed, TieBreak::by(JokersAs(JokerInTies::FirstSeen)),
     "ties are broken with the card that a joker stands for, the first seen of equals", AS_DEALT),
    (K6, Observed, digits_missed(false, false), MISSED, LOOK_UP),
    (K6, Variant, digits_missed(true, false), MISSED, LOOK_UP),
    (K6, Variant, digits_missed(false, true), MISSED, LOOK_UP),
    (K6, Variant, digits_missed(true, true), MISSED, LOOK_UP),
];

const fn poker(jokers: JokersInGroups, then_dealt: bool) -> TieBreak {
    TieBreak::by(Groups { jokers, then_dealt })
}

const fn digits_missed(by_type: bool, descending: bool) -> TieBreak {
    TieBreak::by(DigitsMissed(Comparator { by_type, descending }))
}

/// Numbers that are sorted as text within a type.
fn numbers_as_text(rules: Rules) -> impl Iterator<Item = Mistake> {
    let differ = move |&(base, less): &(u8, u8)| differ_as_text(rules, base, less, [0, 0]);
    TEXT_BASES.into_iter().filter(differ).map(|(base, less)| {
        let summary = format!(
            "within a type, hands are numbers to base {base} and sorted as text: 10 before 9"
        );
        let change = Change::TieBreak(TieBreak::by(NumberAsText { base, less }));
        Mistake::named(K21, text_origin(base, less), change, summary, NUMBERS)
    })
}

const fn sum(consecutive: bool) -> TieBreak {
    TieBreak::by(Sum { consecutive })
}

const fn written(less: u8) -> TieBreak {
    TieBreak::by(Written { less, as_text: false })
}

/// Whether a key is another one only where J is a joker.
fn needs_jokers(key: TieBreakKey) -> bool {
    match key {
        Groups { jokers, .. } => jokers != OwnGroup,
        // Without a joker the values of labels are consecutive in any case, and base 13
        // does not carry.
        Weights { base, consecutive, .. } => consecutive || base == 13,
        JokersAs(_) => true,
        _ => false,
    }
}

pub(super) fn named(rules: Rules) -> Vec<Mistake> {
    let of_table = |table| Mistake::of_table(table, Change::TieBreak);
    let is_possible = |mistake: &Mistake| match mistake.change {
        Change::TieBreak(tie_break) => rules == Rules::Joker || !needs_jokers(tie_break.key),
        _ => true,
    };
    let all = of_table(BEFORE_WEIGHTS)
        .chain(weights())
        .chain(of_table(AFTER_WEIGHTS))
        .chain(numbers_as_text(rules));
    all.filter(is_possible).collect()
}

/// Numbers to a base so small that a card carries into the one before it.
fn weights() -> impl Iterator<Item = Mistake> {
    [10, 12, 11, 9, 8, 7, 6, 5, 4, 3, 2].into_iter().flat_map(|base| {
        let (name, origin) = if base == 10 { (K7, Observed) } else { (K8, Variant) };
        (0..=2).flat_map(move |less| {
            [false, true].map(|consecutive| {
                let change = Change::TieBreak(TieBreak::by(Weights { base, less, consecutive }));
                let summary = format!(
                    "cards are digits of a number to base {base}, and values of {base} and more carry"
                );
                Mistake::named(name, origin, change, summary, CARRY)
            })
        })
    })
}

/// Keys without a name; the id is how people count the cards that are compared.
#[rustfmt::skip]
const GENERATED: &[(&str, TieBreakKey, &str)] = &[
    ("12", Cards(&[0, 1]), "only the first two cards are compared"),
    ("123", Cards(&[0, 1, 2]), "only the first three cards are compared"),
    ("1234", Cards(&[0, 1, 2, 3]), "only the first four cards are compared"),
    ("2345", Cards(&[1, 2, 3, 4]), "the first card is not compared"),
    ("1345", Cards(&[0, 2, 3, 4]), "the second card is not compared"),
    ("1245", Cards(&[0, 1, 3, 4]), "the third card is not compared"),
    ("1235", Cards(&[0, 1, 2, 4]), "the fourth card is not compared"),
    ("21345", Cards(&[1, 0, 2, 3, 4]), "the second card is compared before the first"),
    ("13245", Cards(&[0, 2, 1, 3, 4]), "the third card is compared before the second"),
    ("12435", Cards(&[0, 1, 3, 2, 4]), "the fourth card is compared before the third"),
    ("12354", Cards(&[0, 1, 2, 4, 3]), "the fifth card is compared before the fourth"),
    ("5", Cards(&[4]), "only the last card is compared"),
    ("sorted-lowest-first", SortedLowestFirst,
     "cards are sorted, lowest first, before they are compared"),
    ("text-0", Written { less: 0, as_text: true }, WRITTEN_AS_TEXT),
    ("text-1", Written { less: 1, as_text: true }, WRITTEN_AS_TEXT),
    ("text-2", Written { less: 2, as_text: true }, WRITTEN_AS_TEXT),
    ("base-13", Weights { base: 13, less: 0, consecutive: false },
     "cards are digits of a number to base 13, and larger values carry"),
];

/// Returns the keys without a name, each also with the later of equal hands first;
/// and each named tie-break with the later first, and in the wrong direction.
pub(super) fn generated(rules: Rules, named: &[Mistake]) -> Vec<Mistake> {
    let mut mistakes = Vec::new();
    let mut add = |id: String, tie_break, summary: String| {
        let id = format!("tie-break:{id}");
        mistakes.push(Mistake::generated(id, Change::TieBreak(tie_break), summary, DEALT));
    };
    let is_possible = |row: &&(_, TieBreakKey, _)| rules == Rules::Joker || !needs_jokers(row.1);
    for &(id, key, summary) in GENERATED.iter().filter(is_possible) {
        let tie_break = TieBreak::by(key);
        add(id.to_owned(), tie_break, summary.to_owned());
        add(
            format!("{id},later-first"),
            tie_break.later_first(),
            format!("{summary}, equal hands in reverse order"),
        );
    }
    for mistake in named {
        let Change::TieBreak(tie_break) = mistake.change else { continue };
        // What has no key, or the same key for all hands, has no direction.
        if mistake.change.sorts_alone() || matches!(tie_break.key, Cards([])) {
            continue;
        }
        let (id, summary) = (mistake.id(), mistake.summary());
        add(
            format!("{id},later-first"),
            tie_break.later_first(),
            format!("{summary}, equal hands in reverse order"),
        );
        add(
            format!("{id},reversed"),
            tie_break.reversed(),
            format!("{summary}, in the wrong direction"),
        );
    }
    mistakes
}
