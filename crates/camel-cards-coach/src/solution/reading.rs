//! The axis of reading: which entries of the input a solution has.

use std::collections::HashMap;

use camel_cards::{Card, Entry};

/// Which entries of the input are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReadRule {
    Every,
    WithoutLast,
    WithoutFirst,
    /// In a dictionary by hand: a later entry replaces the first and keeps its place.
    OnePerHand,
    /// In a dictionary by bid: a later entry replaces the first and keeps its place.
    OnePerBid,
    /// `JJJJJ` raises an error, and the entry is left out.
    WithoutFiveJokers,
    /// A byte-order mark is read as a part of the first hand, which therefore has
    /// no type and sorts below all others.
    ByteOrderMark,
    /// Of each bid so many of its first or its last digits are read.
    BidsCut {
        digits: u8,
        last: bool,
    },
}

impl ReadRule {
    /// Returns the entries that are read, each with its index in the input.
    pub(crate) fn read(self, entries: &[Entry]) -> Vec<(usize, Entry)> {
        let all = entries.iter().copied().enumerate();
        match self {
            ReadRule::Every | ReadRule::ByteOrderMark => all.collect(),
            ReadRule::WithoutLast => all.take(entries.len().saturating_sub(1)).collect(),
            ReadRule::WithoutFirst => all.skip(1).collect(),
            ReadRule::WithoutFiveJokers => {
                all.filter(|(_, entry)| entry.hand.cards() != [Card::Jack; 5]).collect()
            }
            ReadRule::OnePerHand => one_per_key(all, |entry| entry.hand.index() as u64),
            ReadRule::OnePerBid => one_per_key(all, |entry| entry.bid),
            ReadRule::BidsCut { digits, last } => all
                .map(|(i, entry)| (i, Entry { bid: cut(entry.bid, digits, last), ..entry }))
                .collect(),
        }
    }
}

/// Returns so many of the first or the last digits of a bid.
fn cut(mut bid: u64, digits: u8, last: bool) -> u64 {
    let above = 10u64.pow(digits.into());
    if last {
        return bid % above;
    }
    while bid >= above {
        bid /= 10;
    }
    bid
}

fn one_per_key(
    entries: impl Iterator<Item = (usize, Entry)>,
    key: fn(&Entry) -> u64,
) -> Vec<(usize, Entry)> {
    let mut places: HashMap<u64, usize> = HashMap::new();
    let mut kept = Vec::new();
    for (i, entry) in entries {
        match places.get(&key(&entry)) {
            Some(&place) => kept[place] = (i, entry),
            None => {
                places.insert(key(&entry), kept.len());
                kept.push((i, entry));
            }
        }
    }
    kept
}
