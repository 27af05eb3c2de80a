//! The tie-break axis: hands of one type compare in a wrong way.

use camel_cards::Rules;

use super::{labels::LOOK_UP, vocabulary::*};
use crate::solution::{
    jokers::JokerChoice::{self, *},
    tie_break::{
        CardNumber, Comparator, Groups, TieBreak,
        TieBreakKey::{self, Cards, DigitsMissed, Joined, Number, Sorted, SortedByCode},
    },
};

const DEALT: &str =
    "compare the two hands card by card in the order dealt, and stop at the first that differ";
const NO_TIE_BREAK: &str = "compare two hands of one type card by card in the order dealt; if you do, let the comparison return a number below 0, 0 or above 0 (x - y, not x > y)";
const CARRY: &str =
    "a base as large as the largest value plus one, or a comparison card by card, cannot carry";
const NUMBERS: &str = "compare the numbers themselves, for example with sort((a, b) => a - b): without a comparison JavaScript sorts numbers as text, 10 before 9";
pub(super) const TOGETHER: &str = "sort or swap whole entries, a hand together with its bid";
const PADDING: &str = "give every value two digits, or compare card by card";
const AS_DEALT: &str =
    "keep the hand as dealt for the comparison of cards, where J is the weakest label";

const FIRST_CARD: TieBreak = TieBreak::by(Cards(&[0]));
const FIRST_FOUR: TieBreak = TieBreak::by(Cards(&[0, 1, 2, 3]));
const NOTHING: TieBreak = TieBreak::by(Cards(&[]));
/// What summaries say of a number that is subtracted from values before they become digits.
const LESS: [&str; 3] =
    ["", "; each value is less by 1", "; each value is less by 2, but not below 0"];

#[rustfmt::skip]
const NAMED: &[MistakeRow<TieBreak>] = &[
    ("K1", Observed, TieBreak::by(Sorted(&[4, 3, 2, 1, 0])),
     "cards are sorted, strongest first, before they are compared", DEALT),
    ("K24", Observed, TieBreak::by(Sorted(&[0, 1, 2, 3, 4])),
     "cards are sorted, weakest first, before they are compared", DEALT),
    ("K24", Observed, TieBreak::by(SortedByCode(&[0, 1, 2, 3, 4])),
     "cards are sorted by character code before they are compared", DEALT),
    ("K24", Variant, TieBreak::by(SortedByCode(&[4, 3, 2, 1, 0])),
     "cards are sorted by character code, last first, before they are compared", DEALT),
    ("K3", Observed, FIRST_CARD,
     "only the first card is compared, then the order in the input", DEALT),
    ("K3", Observed, FIRST_CARD.later_first(),
     "only the first card is compared, then the reverse order in the input", DEALT),
    ("K23", Observed, FIRST_FOUR.later_first(),
     "the fifth card is never compared: hands that differ there are in the reverse order of the input", DEALT),
    ("K23", Variant, FIRST_FOUR,
     "the fifth card is never compared: hands that differ there are in the order of the input", DEALT),
    ("K11", Observed, NOTHING, "nothing breaks ties: the order in the input stays", NO_TIE_BREAK),
    ("K11", Variant, NOTHING.later_first(),
     "nothing breaks ties: the reverse order in the input", NO_TIE_BREAK),
    ("S16", Observed, NOTHING, "hands of one type are sorted, but each bid stays where it was", TOGETHER),
    ("K12", Observed, TieBreak::DEALT.reversed(),
     "ties are broken in the wrong direction: the weaker card wins",
     "swap the two sides of the comparison of cards, and only that one"),
    ("K13", Variant, TieBreak::by(Cards(&[4, 3, 2, 1, 0])),
     "cards are compared from right to left", DEALT),
    ("K14", Variant, TieBreak::by(Number(number(Some(1), 0))), "the sum of the card values breaks ties", DEALT),
    ("K14", Variant, TieBreak::by(Number(consecutive(1))),
     "the sum of the places that the cards have in the list of labels breaks ties", DEALT),
    ("K15", Variant, TieBreak::by(Sorted(&[4])), "the strongest card alone breaks ties", DEALT),
    ("J4", Observed, TieBreak::by(Joined(Strongest)),
     "ties are broken with the card that a joker stands for", AS_DEALT),
    ("J4", Observed, TieBreak::by(Joined(StrongestUnlessFive)),
     "ties are broken with the card that a joker stands for, but for JJJJJ", AS_DEALT),
    ("J4", Observed, TieBreak::by(Joined(FirstSeen)),
     "ties are broken with the card that a joker stands for, the first seen of equals", AS_DEALT),
];

/// The id, the origin, what is compared in groups, the card that jokers become, and the summary without the next
/// tie-break.
type GroupsRow = (&'static str, Origin, Groups, Option<JokerChoice>, &'static str);

#[rustfmt::skip]
const GROUPS: &[GroupsRow] = &[
    ("K2", Observed, Groups::Cards, Some(Jack),
     "ties are broken poker's way: card by card, those of larger groups first, then by label"),
    ("K25", Observed, Groups::LabelsAlone, Some(Jack),
     "ties are broken by the labels of groups, strongest first, each once and whatever its size"),
];

#[rustfmt::skip]
const JOKER_GROUPS: &[GroupsRow] = &[
    ("K2", Observed, Groups::Cards, Some(Jack),
     "ties are broken poker's way, J as a group of its own: card by card, those of larger groups first, then by label"),
    ("K2", Observed, Groups::Cards, Some(Strongest),
     "ties are broken poker's way, jokers as a part of the largest group: card by card, those of larger groups first, then by label"),
    ("K2", Observed, Groups::Cards, None,
     "ties are broken poker's way, jokers after all other groups: card by card, those of larger groups first, then by label"),
    ("K2", Observed, Groups::Sizes, Some(Jack),
     "ties are broken poker's way, J as a group of its own: the larger group wins, then the stronger label, group by group"),
    ("K2", Variant, Groups::Labels, Some(Jack),
     "ties are broken poker's way, J as a group of its own: by the labels of groups, each once, those of larger groups first"),
    ("K25", Observed, Groups::LabelsAlone, Some(Jack),
     "ties are broken by the labels of groups, strongest first, each once and whatever its size"),
    ("K25", Variant, Groups::LabelsAlone, Some(Strongest),
     "ties are broken by the labels of groups, jokers in the largest, strongest first, each once and whatever its size"),
];

fn groups(rules: Rules) -> impl Iterator<Item = Mistake> {
    const THEN: [(bool, Origin, &str); 2] = [
        (false, Observed, ", then by the order in the input"),
        (true, Variant, ", then by the cards as dealt"),
    ];
    let table = if rules == Rules::Joker { JOKER_GROUPS } else { GROUPS };
    table.iter().flat_map(|&(name, origin, by, jokers, summary)| {
        THEN.into_iter().map(move |(then_dealt, most, then)| {
            let tie_break = TieBreak::by(TieBreakKey::Groups { by, jokers, then_dealt });
            let summary = format!("{summary}{then}");
            Mistake::new(name, origin.max(most), Change::TieBreak(tie_break), summary, DEALT)
        })
    })
}

fn digits_missed() -> impl Iterator<Item = Mistake> {
    const MISSED: &str = "labels are looked up in a list that does not have the digits, so two digits are equal where hands first differ";
    let sorts = [
        (Observed, false, false, ""),
        (Variant, true, false, "; each type is sorted alone"),
        (Variant, false, true, "; the strongest are sorted to the front"),
        (Variant, true, true, "; each type is sorted alone, the strongest to the front"),
    ];
    sorts.into_iter().map(|(origin, by_type, descending, how)| {
        let tie_break = TieBreak::by(DigitsMissed(Comparator { by_type, descending }));
        let summary = format!("{MISSED}{how}");
        Mistake::new("K6", origin, Change::TieBreak(tie_break), summary, LOOK_UP)
    })
}

const fn number(base: Option<u8>, less: u8) -> CardNumber {
    CardNumber { base, less, consecutive: false, as_text: false }
}

const fn consecutive(base: u8) -> CardNumber {
    CardNumber { consecutive: true, ..number(Some(base), 0) }
}

const fn text(less: u8) -> TieBreakKey {
    Number(CardNumber { as_text: true, ..number(None, less) })
}

/// Numbers in which cards are not separate digits: a card carries into the one before it, cards are written without
/// padding, or the numbers are sorted as text. Each without the type, or with the type in front, the weakest as 0 or 1.
fn numbers(rules: Rules) -> Vec<Mistake> {
    const CARRYING_BASES: [u8; 4] = [10, 12, 11, 2];
    const PLACES: &str = "; the values are 2 to 14 in the order of the labels";
    const TEXT_BASES: [u8; 5] = [13, 14, 15, 16, 100];
    let lowest = if rules == Rules::Joker { 1 } else { 2 };
    let mut mistakes = Vec::new();
    for front in [None, Some(1), Some(0)] {
        let mut add = |name, origin, number, summary: String, hint| {
            let change = Change::TieBreak(TieBreak { front, ..TieBreak::by(Number(number)) });
            mistakes.push(Mistake::new(name, origin, change, summary, hint));
        };
        let (within, in_front) = match front {
            None => ("within a type, ", String::new()),
            Some(weakest) => ("", format!(" with the type, from {weakest}, in front,")),
        };
        for base in if front == Some(0) { &[][..] } else { &CARRYING_BASES } {
            let name = if *base == 10 { "K7" } else { "K8" };
            let origin = if *base == 10 && front.is_none() { Observed } else { Variant };
            // Subtracting from all values changes nothing, except that a joker's 1 cannot go below 0.
            let numbers = [
                (number(Some(*base), 0), LESS[0]),
                (number(Some(*base), 2), LESS[2]),
                (consecutive(*base), PLACES),
            ];
            for &(number, of) in if rules == Rules::Joker { &numbers[..] } else { &numbers[..1] } {
                let summary = format!(
                    "cards{in_front} are digits of a number to base {base}, and values of {base} and more carry{of}"
                );
                add(name, origin, number, summary, CARRY);
            }
        }
        for (less, of) in (0..).zip(LESS) {
            let summary = format!(
                "values{in_front} are written one after another without padding and compared as numbers{of}"
            );
            add("K9", Variant, number(None, less), summary, PADDING);
        }
        // Numbers of one length have the same order as texts.
        let types = front.map_or([0, 0], |weakest| [weakest, weakest + 6]);
        for (base, less) in
            TEXT_BASES.into_iter().flat_map(|base| [0, 1, 2].map(|less| (base, less)))
        {
            let number = number(Some(base), less);
            let digits = |front, value| number.of(front, [value; 5]).checked_ilog10();
            if base > 14 - less && digits(types[0], lowest) != digits(types[1], 14) {
                let origin = match (base, less) {
                    (13, _) | (14, 1) | (_, 0) => Observed,
                    _ => Variant,
                };
                let number = CardNumber { as_text: true, ..number };
                let of = LESS[usize::from(less)];
                let summary = format!(
                    "{within}hands are numbers to base {base}{in_front} and sorted as text: 10 before 9{of}"
                );
                add("K21", origin, number, summary, NUMBERS);
            }
        }
    }
    mistakes
}

/// Keys without a name. Most ids are the positions of the compared cards, counted from 1.
#[rustfmt::skip]
const GENERATED: &[(&str, TieBreakKey, &str)] = &[
    ("base-13", Number(number(Some(13), 0)),
     "cards are digits of a number to base 13, and larger values carry"),
    ("12", Cards(&[0, 1]), "only the first two cards are compared"),
    ("123", Cards(&[0, 1, 2]), "only the first three cards are compared"),
    ("2345", Cards(&[1, 2, 3, 4]), "the first card is not compared"),
    ("1345", Cards(&[0, 2, 3, 4]), "the second card is not compared"),
    ("1245", Cards(&[0, 1, 3, 4]), "the third card is not compared"),
    ("1235", Cards(&[0, 1, 2, 4]), "the fourth card is not compared"),
    ("21345", Cards(&[1, 0, 2, 3, 4]), "the second card is compared before the first"),
    ("13245", Cards(&[0, 2, 1, 3, 4]), "the third card is compared before the second"),
    ("12435", Cards(&[0, 1, 3, 2, 4]), "the fourth card is compared before the third"),
    ("12354", Cards(&[0, 1, 2, 4, 3]), "the fifth card is compared before the fourth"),
    ("5", Cards(&[4]), "only the last card is compared"),
    ("text-0", text(0), "values are written one after another and compared as text"),
    ("text-1", text(1), "values less 1 are written one after another and compared as text"),
    ("text-2", text(2), "values less 2, but not below 0, are written one after another and compared as text"),
];

/// Returns the keys with and without a name, each also with equal hands in reverse order, and those with a name also in
/// the wrong direction.
pub(super) fn all(rules: Rules) -> Vec<Mistake> {
    let generated = |id: &str, tie_break, summary: String| {
        let id = format!("tie-break:{id}");
        Mistake::new(id, Generated, Change::TieBreak(tie_break), summary, DEALT)
    };
    let mut all: Vec<Mistake> = Mistake::of_table(NAMED, Change::TieBreak).collect();
    all.extend(groups(rules).chain(digits_missed()).chain(numbers(rules)));
    // Without a joker, values span only 13 numbers, so base 13 keeps their order.
    for &(id, key, summary) in &GENERATED[usize::from(rules == Rules::Standard)..] {
        all.push(generated(id, TieBreak::by(key), summary.to_owned()));
    }
    for mistake in all.clone() {
        // Without a key, or with the same key for all hands, there is no direction.
        let Change::TieBreak(tie_break) = mistake.change else { continue };
        if tie_break.needs_own_sort() || matches!(tie_break.key, Cards([])) {
            continue;
        }
        let id = mistake.id.trim_start_matches("tie-break:");
        let mut add = |tie_break, and_id, and| {
            let (id, summary) = (format!("{id},{and_id}"), format!("{}, {and}", mistake.summary));
            all.push(generated(&id, tie_break, summary));
        };
        add(tie_break.later_first(), "later-first", "equal hands in reverse order");
        if mistake.is_named() {
            add(tie_break.reversed(), "reversed", "in the wrong direction");
        }
    }
    all
}
