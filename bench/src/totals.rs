//! Text in memory to both totals.

use camel_cards::{Entry, Hand, Rules, Strength, Tally, Ties, entries, ranks};

use crate::{Random, case, engine};

pub(crate) fn run() {
    for hands in [1_000, 100_000, 1_000_000] {
        let text = random_text(hands);
        let expected = sorted(&text);
        case(
            &format!("totals/{hands}-uniform"),
            (hands, "hand"),
            (3_000_000 / hands).clamp(5, 300),
            &expected,
            &mut [
                engine("tally", || tallied(&text)),
                engine("sort", || sorted(&text)),
                engine("read-only", || {
                    // What reading alone costs; the totals are not its answer.
                    let bids: u64 = read(&text).map(|entry| entry.bid).sum();
                    assert!(bids > 0);
                    expected
                }),
            ],
        );
    }
}

fn random_text(hands: usize) -> String {
    let mut random = Random(1);
    let entry = |_| Entry {
        hand: Hand::from_index((random.next() % Hand::COUNT as u64) as usize).expect("in range"),
        bid: random.next() % 1000 + 1,
    };
    (0..hands).map(entry).map(|entry| format!("{entry}\n")).collect()
}

fn read(text: &str) -> impl Iterator<Item = Entry> {
    entries(text.as_bytes()).map(|entry| entry.expect("the text is all entries"))
}

fn tallied(text: &str) -> [u128; 2] {
    let tally: Tally = read(text).collect();
    Rules::ALL.map(|rules| tally.total_winnings(rules, Ties::Ordinal).expect("small bids"))
}

/// What everybody writes: sort all entries, multiply by the place.
fn sorted(text: &str) -> [u128; 2] {
    let entries: Vec<Entry> = read(text).collect();
    Rules::ALL.map(|rules| {
        let strengths: Vec<Strength> =
            entries.iter().map(|entry| entry.hand.strength(rules)).collect();
        let ranks = ranks(&strengths, Ties::Ordinal);
        ranks
            .iter()
            .zip(&entries)
            .map(|(&rank, entry)| u128::from(rank) * u128::from(entry.bid))
            .sum()
    })
}
