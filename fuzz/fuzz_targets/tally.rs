//! A tally, whole or merged of two, totals what sorting the entries totals.

#![no_main]

use std::cmp::Reverse;

use camel_cards::{Block, Builder, Card, Entry, Hand, Reader, Rules, Tally, Ties};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let [split, a, b, data @ ..] = data else { return };
    let labels = [Card::Jack, card(*a), card(*b)];
    let entries: Vec<Entry> =
        data.as_chunks().0.iter().map(|&bytes| entry(labels, bytes)).collect();

    let whole: Tally = entries.iter().copied().collect();
    let (head, tail) = entries.split_at(usize::from(*split).min(entries.len()));
    let mut merged: Tally = head.iter().copied().collect();
    merged.merge(&tail.iter().copied().collect());

    assert_eq!(merged, whole);

    // Block by block, into a table or a list.
    let text: String = entries.iter().map(|entry| format!("{entry}\n")).collect();
    let (mut reader, mut block) = (Reader::new(), Block::new());
    let mut builder = Builder::for_input(if *split < 128 { 0 } else { u64::MAX });
    let mut rest = text.as_bytes();
    while !rest.is_empty() {
        reader.next_block(&mut rest, &mut block).expect("the text is all entries");
        builder.push_block(&block);
    }
    assert_eq!(builder.finish(), whole);
    assert_eq!(whole.entries(), entries.len() as u64);
    for rules in Rules::ALL {
        let sorted = sort(&entries, rules);
        let tied = sorted.chunk_by(same_hand).map(<[_]>::len).filter(|&count| count > 1);
        assert_eq!(whole.score(Ties::Ordinal).unwrap().tied, tied.sum::<usize>() as u64);
        for ties in Ties::ALL {
            let total = total_winnings(&sorted, ties);
            assert_eq!(whole.score(ties).unwrap().winnings[rules], total, "{rules} {ties}");
        }
    }
});

fn card(byte: u8) -> Card {
    Card::ALL[usize::from(byte) % 13]
}

/// An entry of two bytes: a hand of three labels, so that many are tied, and a
/// bid, small or of any size up to the largest.
fn entry(labels: [Card; 3], [hand, bid]: [u8; 2]) -> Entry {
    let hand = Hand::new([1, 3, 9, 27, 81].map(|place| labels[usize::from(hand / place % 3)]));
    let bid = if bid < 192 { bid.into() } else { u64::MAX >> (bid - 192) };
    Entry { hand, bid }
}

/// Sorts as the puzzle says: bids by strength, equal ones in input order.
fn sort(entries: &[Entry], rules: Rules) -> Vec<(Strength, u64)> {
    let mut sorted: Vec<_> =
        entries.iter().map(|entry| (strength(entry.hand, rules), entry.bid)).collect();
    sorted.sort_by_key(|&(strength, _)| strength);
    sorted
}

fn same_hand(a: &(Strength, u64), b: &(Strength, u64)) -> bool {
    a.0 == b.0
}

fn total_winnings(sorted: &[(Strength, u64)], ties: Ties) -> u128 {
    let (mut below, mut total) = (0, 0);
    for (groups_below, tied) in sorted.chunk_by(same_hand).enumerate() {
        for (i, &(_, bid)) in tied.iter().enumerate() {
            let rank = match ties {
                Ties::Ordinal => below + i + 1,
                Ties::Min => below + 1,
                Ties::Max => below + tied.len(),
                Ties::Dense => groups_below + 1,
            };
            total += rank as u128 * u128::from(bid);
        }
        below += tied.len();
    }
    total
}

/// How often the labels occur, most first; then each label's place.
type Strength = ([u8; 13], [usize; 5]);

fn strength(hand: Hand, rules: Rules) -> Strength {
    let (labels, joker) = match rules {
        Rules::Standard => ("23456789TJQKA", None),
        Rules::Joker => ("J23456789TQKA", Some(0)),
    };
    let places = hand.cards().map(|card| labels.find(card.label()).unwrap_or(labels.len()));
    // Jokers stand for one of the hand's labels, whichever is best.
    let counts = places.map(|other| {
        let mut counts = [0; 13];
        for place in places {
            counts[if Some(place) == joker { other } else { place }] += 1;
        }
        counts.sort_by_key(|&count| Reverse(count));
        counts
    });
    (counts.into_iter().max().unwrap_or_default(), places)
}
