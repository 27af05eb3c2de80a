//! The axes of sorting, of ranking and of reading.

use camel_cards::Rules;

use super::{
    change::Change,
    id::{MistakeName, Origin},
    mistake::{Mistake, Row},
    types::FIVE_JOKERS,
};
use crate::solution::{
    ranking::RankRule,
    reading::ReadRule,
    sorting::SortRule,
    tie_break::{number, right_values},
};
use MistakeName::*;
use Origin::{Observed, Variant};

const ASCENDING: &str = "sort weakest first: rank 1 is the weakest hand";
const BITS: &str = "use 64 bits for the total, or more";
const COMPARATOR: &str = "let the comparison return a number below, at or above 0, not true or false; and if your sort returns a sorted copy, use the copy";
const SORT: &str = "use your language's sort";
const BIDS: &str = "read the whole number up to the end of the line";
pub(super) const NUMBERS: &str = "compare the numbers themselves, for example with sort((a, b) => a - b): without a comparison JavaScript sorts numbers as text, 10 before 9";
const LINES: &str = "count what you have read: one entry for each line";

#[rustfmt::skip]
const NAMED: &[Row<Change>] = &[
    (K20, Observed, Change::Sorting(SortRule::Input),
     "the hands are never sorted: they are in the order of the input", COMPARATOR),
    (K20, Observed, Change::Sorting(SortRule::InputReversed),
     "the hands are never sorted: they are in the reverse order of the input", COMPARATOR),
    (K18, Observed, Change::Sorting(SortRule::OnePass),
     "neighbours are compared once and never really sorted", SORT),
    (S1, Observed, Change::Ranking(RankRule::StrongestIsOne), "rank 1 is the strongest hand",
     ASCENDING),
    (S1, Observed, Change::Ranking(RankRule::StrongestFirst), "rank 1 is the strongest hand",
     ASCENDING),
    (S2, Observed, Change::Ranking(RankRule::FromZero), "ranks begin at 0",
     "add 1 to the place in the sorted list"),
    (S7, Variant, Change::Ranking(RankRule::WithoutStrongest),
     "the strongest hand is left out of the sum", "let the loop include the last entry"),
    (S12, Variant, Change::Ranking(RankRule::Unsigned32), "the total overflows 32 bits", BITS),
    (S12, Variant, Change::Ranking(RankRule::Signed32), "the total overflows 32 bits with a sign",
     BITS),
    (S3, Observed, Change::Reading(ReadRule::WithoutLast), "the last line is lost", LINES),
    (J5, Observed, Change::Reading(ReadRule::WithoutFiveJokers),
     "JJJJJ is lost, by an error that is caught or skipped", FIVE_JOKERS),
    (S4, Observed, Change::Reading(ReadRule::WithoutFirst), "the first line is lost", LINES),
    (S5, Observed, Change::Reading(ReadRule::OnePerHand),
     "entries are kept in a dictionary by hand: a repeated hand overwrites",
     "keep a list of entries: a hand may repeat"),
    (S6, Observed, Change::Reading(ReadRule::OnePerBid),
     "entries are kept in a dictionary by bid: a repeated bid overwrites",
     "keep a list of entries: a bid may repeat"),
    (S11, Observed, Change::Reading(ReadRule::ByteOrderMark),
     "a byte-order mark spoils the first hand", "skip the bytes EF BB BF at the start of the file"),
    (S13, Observed, bids_cut(1, false), "only the first digit of each bid is read", BIDS),
    (S13, Observed, bids_cut(2, false), "only the first two digits of each bid are read", BIDS),
    (S13, Observed, bids_cut(3, false), "only the first three digits of each bid are read", BIDS),
    (S13, Observed, bids_cut(1, true), "only the last digit of each bid is read", BIDS),
    (S13, Observed, bids_cut(2, true), "only the last two digits of each bid are read", BIDS),
    (S13, Observed, bids_cut(3, true), "only the last three digits of each bid are read", BIDS),
    (K22, Observed, Change::Sorting(SortRule::Pairs { odd_is_lost: false }),
     "within a type, only neighbours in the input are compared, two by two", SORT),
    (K22, Observed, Change::Sorting(SortRule::Pairs { odd_is_lost: true }),
     "within a type, only neighbours in the input are compared, two by two, and an odd hand is lost", SORT),
];

const fn bids_cut(digits: u8, last: bool) -> Change {
    Change::Reading(ReadRule::BidsCut { digits, last })
}

/// The bases, and what is taken from each value, with which nothing carries.
pub(super) const TEXT_BASES: [(u8, u8); 12] = [
    (13, 2),
    (14, 1),
    (14, 2),
    (15, 0),
    (15, 1),
    (15, 2),
    (16, 0),
    (16, 1),
    (16, 2),
    (100, 0),
    (100, 1),
    (100, 2),
];

/// Whether numbers with these fronts differ in length, so that their order as text is another.
pub(super) fn differ_as_text(rules: Rules, base: u8, less: u8, fronts: [u8; 2]) -> bool {
    let values = right_values(rules);
    let of_all = |front: u8, value: Option<&u8>| {
        number(front.into(), [value.copied().unwrap_or(0); 5], base, less).to_string().len()
    };
    let [weakest, strongest] = fronts;
    of_all(weakest, values.iter().min()) != of_all(strongest, values.iter().max())
}

/// Whole hands as numbers that are sorted as text.
fn numbers_as_text(rules: Rules) -> impl Iterator<Item = Mistake> {
    [1, 0].into_iter().flat_map(move |weakest_type| {
        let differ = move |&(base, less): &(u8, u8)| {
            differ_as_text(rules, base, less, [weakest_type, weakest_type + 6])
        };
        TEXT_BASES.into_iter().filter(differ).map(move |(base, less)| {
            let summary = format!(
                "hands are numbers to base {base} with the type, from {weakest_type}, in front, and sorted as text: 10 before 9"
            );
            let change = Change::Sorting(SortRule::NumbersAsText { base, less, weakest_type });
            Mistake::named(K21, text_origin(base, less), change, summary, NUMBERS)
        })
    })
}

/// The origin of a base and what is taken from each value.
pub(super) fn text_origin(base: u8, less: u8) -> Origin {
    match (base, less) {
        (13, _) | (14, 1) | (15 | 16 | 100, 0) => Observed,
        _ => Variant,
    }
}

pub(super) fn named(rules: Rules) -> Vec<Mistake> {
    let is_possible = |mistake: &Mistake| *mistake.id() != J5 || rules == Rules::Joker;
    let all = Mistake::of_table(NAMED, |change| change).chain(numbers_as_text(rules));
    all.filter(is_possible).collect()
}

pub(super) fn generated() -> Vec<Mistake> {
    vec![Mistake::generated(
        "ranking:from=2".to_owned(),
        Change::Ranking(RankRule::FromTwo),
        "ranks begin at 2",
        "rank 1 is the weakest hand",
    )]
}
