//! The axes of ranking and of reading.

use camel_cards::Rules;

use super::{
    change::Change,
    id::{MistakeName, Origin},
    mistake::{Mistake, Row},
    types::FIVE_JOKERS,
};
use crate::solution::{ranking::RankRule, reading::ReadRule};
use MistakeName::*;
use Origin::{Observed, Variant};

const ASCENDING: &str = "sort weakest first: rank 1 is the weakest hand";
const BITS: &str = "use 64 bits for the total, or more";
const LINES: &str = "count what you have read: one entry for each line";

#[rustfmt::skip]
const NAMED: &[Row<Change>] = &[
    (K18, Observed, Change::Ranking(RankRule::OnePass),
     "neighbours are compared once and never really sorted", "use your language's sort"),
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
];

pub(super) fn named(rules: Rules) -> Vec<Mistake> {
    let is_possible = |mistake: &Mistake| *mistake.id() != J5 || rules == Rules::Joker;
    Mistake::of_table(NAMED, |change| change).filter(is_possible).collect()
}

pub(super) fn generated() -> Vec<Mistake> {
    vec![Mistake::generated(
        "ranking:from=2".to_owned(),
        Change::Ranking(RankRule::FromTwo),
        "ranks begin at 2",
        "rank 1 is the weakest hand",
    )]
}
