//! The axis of the tie-break: hands of one type compare by something else.

use camel_cards::Rules;

use super::labels::LOOK_UP;
use super::{
    change::Change,
    claims::{CARDS, Claims, NONE, OF_CARDS, OF_J, SORTED, TYPES, WILD},
    id::{MistakeName, Origin},
    mistake::{Mistake, MistakeRow},
};
use crate::solution::tie_break::{
    Comparator, JokerInTies,
    JokersInGroups::{self, *},
    TieBreak,
    TieBreakKey::{self, *},
    number, right_values,
};
use MistakeName::*;
use Origin::{Observed, Variant};

/// Jokers have another place among the cards.
const OF_WILD_J: Claims = OF_J.needs(WILD);
/// Cards are not compared.
const IGNORED: Claims = NONE.needs(TYPES | SORTED).denies(CARDS);
const DEALT: &str =
    "compare the two hands card by card in the order dealt, and stop at the first that differ";
const NO_TIE_BREAK: &str = "compare two hands of one type card by card in the order dealt; if you do, let the comparison return a number below 0, 0 or above 0 (x - y, not x > y)";
const CARRY: &str =
    "a base as large as the largest value plus one, or a comparison card by card, cannot carry";
const NUMBERS: &str = "compare the numbers themselves, for example with sort((a, b) => a - b): without a comparison JavaScript sorts numbers as text, 10 before 9";
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
const WRITTEN_AFTER_TYPE: &str =
    "the type and the values are written one after another without padding and compared as numbers";
const WRITTEN_AS_TEXT: &str = "values are written one after another and compared as text";

/// Those that need jokers are only for joker rules: see `needs_jokers`.
#[rustfmt::skip]
const BEFORE_WEIGHTS: &[MistakeRow<TieBreak>] = &[
    (K1, Observed, OF_CARDS, TieBreak::by(SortedHighestFirst),
     "cards are sorted, highest first, before they are compared", DEALT),
    (K2, Observed, OF_CARDS, poker(OwnGroup, false), POKER, DEALT),
    (K2, Observed, OF_CARDS, poker(OwnGroup, true), POKER, DEALT),
    (K2, Observed, OF_WILD_J, poker(Join, false), POKER_JOINED, DEALT),
    (K2, Observed, OF_WILD_J, poker(Join, true), POKER_JOINED, DEALT),
    (K2, Observed, OF_WILD_J, poker(Last, false), POKER_LAST, DEALT),
    (K2, Observed, OF_WILD_J, poker(Last, true), POKER_LAST, DEALT),
    (K3, Observed, OF_CARDS, FIRST_CARD,
     "only the first card is compared, then the order in the input", DEALT),
    (K3, Observed, OF_CARDS, FIRST_CARD.later_first(),
     "only the first card is compared, then the reverse order in the input", DEALT),
];

#[rustfmt::skip]
const AFTER_WEIGHTS: &[MistakeRow<TieBreak>] = &[
    (K9, Variant, OF_CARDS, written(0), WRITTEN, PADDING),
    (K9, Variant, OF_CARDS, written(1), WRITTEN, PADDING),
    (K9, Variant, OF_CARDS, written(2), WRITTEN, PADDING),
    (K9, Variant, OF_CARDS, written(0).with_type_in_front(0), WRITTEN_AFTER_TYPE, PADDING),
    (K9, Variant, OF_CARDS, written(1).with_type_in_front(0), WRITTEN_AFTER_TYPE, PADDING),
    (K9, Variant, OF_CARDS, written(2).with_type_in_front(0), WRITTEN_AFTER_TYPE, PADDING),
    (K9, Variant, OF_CARDS, written(0).with_type_in_front(1), WRITTEN_AFTER_TYPE, PADDING),
    (K9, Variant, OF_CARDS, written(1).with_type_in_front(1), WRITTEN_AFTER_TYPE, PADDING),
    (K9, Variant, OF_CARDS, written(2).with_type_in_front(1), WRITTEN_AFTER_TYPE, PADDING),
    (K11, Observed, IGNORED, NOTHING, "nothing breaks ties: the order in the input stays", NO_TIE_BREAK),
    (K11, Variant, IGNORED, NOTHING.later_first(),
     "nothing breaks ties: the reverse order in the input", NO_TIE_BREAK),
    (K12, Observed, OF_CARDS, TieBreak::DEALT.reversed(),
     "ties are broken in the wrong direction: the weaker card wins",
     "swap the two sides of the comparison of cards, and only that one"),
    (K13, Variant, OF_CARDS, TieBreak::by(Cards(&[4, 3, 2, 1, 0])),
     "cards are compared from right to left", DEALT),
    (K14, Variant, OF_CARDS, sum(false), "the sum of the card values breaks ties", DEALT),
    (K14, Variant, OF_CARDS, sum(true), "the sum of the card values breaks ties", DEALT),
    (K15, Variant, OF_CARDS, TieBreak::by(Highest), "the highest card alone breaks ties", DEALT),
    (J4, Observed, OF_WILD_J, TieBreak::by(JokersAs(JokerInTies::Strongest)),
     "ties are broken with the card that a joker stands for", AS_DEALT),
    (J4, Observed, OF_WILD_J, TieBreak::by(JokersAs(JokerInTies::StrongestUnlessFive)),
     "ties are broken with the card that a joker stands for, but for JJJJJ", AS_DEALT),
    (J4, Observed, OF_WILD_J, TieBreak::by(JokersAs(JokerInTies::FirstSeen)),
     "ties are broken with the card that a joker stands for, the first seen of equals", AS_DEALT),
    (K6, Observed, OF_CARDS, digits_missed(false, false), MISSED, LOOK_UP),
    (K6, Variant, OF_CARDS, digits_missed(true, false), MISSED, LOOK_UP),
    (K6, Variant, OF_CARDS, digits_missed(false, true), MISSED, LOOK_UP),
    (K6, Variant, OF_CARDS, digits_missed(true, true), MISSED, LOOK_UP),
];

const fn poker(jokers: JokersInGroups, then_dealt: bool) -> TieBreak {
    TieBreak::by(Groups { jokers, then_dealt })
}

const fn digits_missed(by_type: bool, descending: bool) -> TieBreak {
    TieBreak::by(DigitsMissed(Comparator { by_type, descending }))
}

/// The bases, and what is taken from each value, with which nothing carries.
fn text_bases() -> impl Iterator<Item = (u8, u8)> {
    let all = [13, 14, 15, 16, 100].into_iter();
    all.flat_map(|base| (0..=2).map(move |less| (base, less)))
        .filter(|(base, less)| 14 - less < *base)
}

/// Numbers that are sorted as text: within a type, and with the type in front.
fn numbers_as_text(rules: Rules) -> impl Iterator<Item = Mistake> {
    [None, Some(1), Some(0)].into_iter().flat_map(move |front| {
        let differ = move |&(base, less): &(u8, u8)| differ_as_text(rules, base, less, front);
        text_bases().filter(differ).map(move |(base, less)| {
            let tie_break = TieBreak { front, ..TieBreak::by(NumberAsText { base, less }) };
            let summary = match front {
                None => format!("within a type, hands are numbers to base {base} and sorted as text: 10 before 9"),
                Some(weakest) => format!("hands are numbers to base {base} with the type, from {weakest}, in front, and sorted as text: 10 before 9"),
            };
            let origin = match (base, less) {
                (13, _) | (14, 1) | (15 | 16 | 100, 0) => Observed,
                _ => Variant,
            };
            Mistake::named(K21, origin, OF_CARDS, Change::TieBreak(tie_break), summary, NUMBERS)
        })
    })
}

/// Whether such numbers differ in length, so that their order as text is another.
fn differ_as_text(rules: Rules, base: u8, less: u8, front: Option<u8>) -> bool {
    let values = right_values(rules);
    let length = |front: u8, value: Option<&u8>| {
        number(front.into(), [value.copied().unwrap_or(0); 5], base, less).to_string().len()
    };
    let [weakest, strongest] = front.map_or([0, 0], |weakest| [weakest, weakest + 6]);
    length(weakest, values.iter().min()) != length(strongest, values.iter().max())
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
        Weights { base, less, consecutive } => consecutive || less > 0 || base == 13,
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

/// Numbers to a base so small that a card carries into the one before it, and the first into the type if that is
/// in front.
fn weights() -> impl Iterator<Item = Mistake> {
    // What is taken from all values changes nothing, unless a joker, which is 1, cannot go below 0.
    const VALUES: [(u8, bool); 3] = [(0, false), (2, false), (0, true)];
    [10, 12, 11, 9, 8, 7, 6, 5, 4, 3, 2].into_iter().flat_map(|base| {
        let (name, origin) = if base == 10 { (K7, Observed) } else { (K8, Variant) };
        [None, Some(1)].into_iter().flat_map(move |front| {
            VALUES.map(|(less, consecutive)| {
                let tie_break =
                    TieBreak { front, ..TieBreak::by(Weights { base, less, consecutive }) };
                let summary = match front {
                    None => format!("cards are digits of a number to base {base}, and values of {base} and more carry"),
                    Some(_) => format!("type and cards are digits of a number to base {base}, and values of {base} and more carry, into the type too"),
                };
                let origin = if front.is_some() { Variant } else { origin };
                Mistake::named(name, origin, OF_CARDS, Change::TieBreak(tie_break), summary, CARRY)
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
    const LATER_FIRST: [&str; 2] = [",later-first", ", equal hands in reverse order"];
    const REVERSED: [&str; 2] = [",reversed", ", in the wrong direction"];
    let mut mistakes = Vec::new();
    let mut add =
        |(id, claims, summary): (&str, Claims, &str), tie_break, [and_id, and]: [&str; 2]| {
            let id = format!("tie-break:{id}{and_id}");
            let (change, summary) = (Change::TieBreak(tie_break), format!("{summary}{and}"));
            mistakes.push(Mistake::generated(id, claims, change, summary, DEALT));
        };
    let is_possible = |row: &&(_, TieBreakKey, _)| rules == Rules::Joker || !needs_jokers(row.1);
    for &(id, key, summary) in GENERATED.iter().filter(is_possible) {
        let (words, tie_break) = ((id, OF_CARDS, summary), TieBreak::by(key));
        add(words, tie_break, ["", ""]);
        add(words, tie_break.later_first(), LATER_FIRST);
    }
    for mistake in named {
        let Change::TieBreak(tie_break) = mistake.change else { continue };
        // What has no key, or the same key for all hands, has no direction.
        if mistake.change.sorts_alone() || matches!(tie_break.key, Cards([])) {
            continue;
        }
        let id = mistake.id().to_string();
        let words = (&*id, mistake.claims, mistake.summary());
        add(words, tie_break.later_first(), LATER_FIRST);
        add(words, tie_break.reversed(), REVERSED);
    }
    mistakes
}
