//! The procedure axis: how entries are read, sorted and ranked.

use super::{tie_breaks::TOGETHER, types::FIVE_JOKERS, vocabulary::*};
use crate::solution::procedure::Procedure;

const ASCENDING: &str = "sort weakest first: rank 1 is the weakest hand";
const BITS: &str = "use 64 bits for the total, or more";
const FLOATS: &str = "sum in whole numbers of 64 bits: a 32-bit float has 24 bits";
const COMPARATOR: &str = "sort the hands, weakest first, before they get their ranks; if you do, let the comparison return a number below 0, 0 or above 0 (x - y, not x > y), and if your sort returns a sorted copy, use the copy";
const SORT: &str = "use your language's sort";
const BIDS: &str = "read the whole number up to the end of the line";
const LINES: &str = "count what you have read: one entry for each line";

#[rustfmt::skip]
const NAMED: &[MistakeRow<Procedure>] = &[
    ("K20", Observed, Procedure::InputOrder,
     "the hands are never sorted: they are in the order of the input", COMPARATOR),
    ("K20", Observed, Procedure::InputReversed,
     "the hands are never sorted: they are in the reverse order of the input", COMPARATOR),
    ("S16", Observed, Procedure::InputOrder,
     "the hands are sorted, but each bid stays where it was in the input", TOGETHER),
    ("K18", Observed, Procedure::OnePass,
     "neighbours are compared once and never really sorted", SORT),
    ("S1", Observed, Procedure::StrongestIsOne, "rank 1 is the strongest hand",
     ASCENDING),
    ("S1", Observed, Procedure::StrongestFirst, "rank 1 is the strongest hand, and the earlier one of identical hands",
     ASCENDING),
    ("S2", Observed, Procedure::RanksFrom(0), "ranks begin at 0",
     "add 1 to the place in the sorted list"),
    ("S8b", Observed, Procedure::SumOfBids, "the bids are added up without ranks",
     "multiply each bid by the rank of its hand before you add it"),
    ("S7", Variant, Procedure::WithoutStrongest,
     "the strongest hand is left out of the sum", "let the loop include the last entry"),
    ("S12", Variant, Procedure::Unsigned32, "the total overflows 32 bits", BITS),
    ("S12", Variant, Procedure::Signed32, "the total overflows 32 bits with a sign",
     BITS),
    ("S14", Variant, Procedure::Unsigned16, "the total overflows 16 bits", BITS),
    ("S15", Variant, Procedure::Float32,
     "the total is summed in 32-bit floats, which round it", FLOATS),
    ("S3", Observed, Procedure::WithoutLast, "the last line is lost", LINES),
    ("J5", Observed, Procedure::WithoutFiveJokers,
     "JJJJJ is lost, by an error that is caught or skipped", FIVE_JOKERS),
    ("S4", Observed, Procedure::WithoutFirst, "the first line is lost", LINES),
    ("S5", Observed, Procedure::OnePerHand,
     "entries are kept in a dictionary by hand: a repeated hand overwrites",
     "keep a list of entries: a hand may repeat"),
    ("S6", Observed, Procedure::OnePerBid,
     "entries are kept in a dictionary by bid: a repeated bid overwrites",
     "keep a list of entries: a bid may repeat"),
    ("S11", Observed, Procedure::ByteOrderMark,
     "a byte-order mark spoils the first hand", "skip the bytes EF BB BF at the start of the file"),
    ("S13", Observed, bids_cut(1, false), "only the first digit of each bid is read", BIDS),
    ("S13", Observed, bids_cut(2, false), "only the first two digits of each bid are read", BIDS),
    ("S13", Observed, bids_cut(3, false), "only the first three digits of each bid are read", BIDS),
    ("S13", Observed, bids_cut(1, true), "only the last digit of each bid is read", BIDS),
    ("S13", Observed, bids_cut(2, true), "only the last two digits of each bid are read", BIDS),
    ("S13", Observed, bids_cut(3, true), "only the last three digits of each bid are read", BIDS),
    ("K22", Observed, Procedure::Pairs { odd_is_lost: false },
     "within a type, only neighbours in the input are compared, two by two", SORT),
    ("K22", Observed, Procedure::Pairs { odd_is_lost: true },
     "within a type, only neighbours in the input are compared, two by two, and an odd hand is lost", SORT),
];

const fn bids_cut(digits: u8, last: bool) -> Procedure {
    Procedure::BidsCut { digits, last }
}

pub(super) fn all() -> Vec<Mistake> {
    let from_two = Mistake::new(
        "ranking:from=2".to_owned(),
        Generated,
        Change::Procedure(Procedure::RanksFrom(2)),
        "ranks begin at 2",
        "rank 1 is the weakest hand",
    );
    Mistake::of_table(NAMED, Change::Procedure).chain([from_two]).collect()
}
