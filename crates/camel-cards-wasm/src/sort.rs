//! Sorts entries by what has few values. An entry is known by its place in the input, and those that compare
//! equal stay in the order of the input.

use camel_cards::{Entry, Hand};

/// Returns how many entries hold each hand, by [`Hand::index`].
pub(crate) fn hand_counts(entries: &[Entry]) -> Vec<u32> {
    let mut counts = vec![0; Hand::COUNT];
    for entry in entries {
        counts[entry.hand.index()] += 1;
    }
    counts
}

/// Returns the places in the order of `hands`, which has each hand that occurs: a counting sort.
pub(crate) fn by_hand(
    entries: &[Entry],
    counts: &[u32],
    hands: impl Iterator<Item = Hand>,
) -> Vec<u32> {
    let mut counters = vec![0u32; Hand::COUNT];
    let mut before = 0;
    for hand in hands {
        counters[hand.index()] = before;
        before += counts[hand.index()];
    }
    let mut sorted = vec![0; entries.len()];
    for (place, entry) in (0..).zip(entries) {
        let counter = &mut counters[entry.hand.index()];
        sorted[*counter as usize] = place;
        *counter += 1;
    }
    sorted
}

/// Returns the places, lowest bid first: a radix sort.
pub(crate) fn by_bid(entries: &[Entry]) -> Vec<u32> {
    let mut sorted: Vec<u32> = (0..entries.len() as u32).collect();
    let most = entries.iter().map(|entry| entry.bid).max().unwrap_or(0);
    for shift in (0..u64::BITS).step_by(8).take_while(|shift| most >> shift > 0) {
        let digit = |place: u32| (entries[place as usize].bid >> shift) as u8 as usize;
        let mut counters = [0u32; 257];
        for &place in &sorted {
            counters[digit(place) + 1] += 1;
        }
        for i in 0..256 {
            counters[i + 1] += counters[i];
        }
        let mut by_digit = vec![0; sorted.len()];
        for place in sorted {
            let counter = &mut counters[digit(place)];
            by_digit[*counter as usize] = place;
            *counter += 1;
        }
        sorted = by_digit;
    }
    sorted
}
