//! Totals up to the limits of numbers, and past them.

use camel_cards::{Entry, Hand, Overflow, Rules, Tally, Ties};

fn tally(entries: &[Entry]) -> Tally {
    entries.iter().copied().collect()
}

fn total_winnings(tally: &Tally, rules: Rules, ties: Ties) -> Result<u128, Overflow> {
    Ok(tally.score(ties)?.winnings[rules])
}

/// `n` entries of one hand, all with the largest bid, by doubling.
fn largest(n: u64) -> Tally {
    let one = tally(&[Entry { hand: "AAAAA".parse().unwrap(), bid: u64::MAX }]);
    let mut sum = Tally::new();
    for bit in (0..64).rev().skip_while(|bit| n >> bit == 0) {
        sum.merge(&sum.clone());
        if n >> bit & 1 == 1 {
            sum.merge(&one);
        }
    }
    sum
}

#[test]
fn totals_are_exact_where_32_53_and_64_bits_fail() {
    let max = u128::from(u64::MAX);
    let millions: Tally = (0..3_000_000)
        .map(|i| Entry { hand: Hand::from_index(i % 1000).unwrap(), bid: u64::MAX })
        .collect();
    for rules in Rules::ALL {
        let total = total_winnings(&millions, rules, Ties::Ordinal);
        assert_eq!(total, Ok(max * (3_000_000 * 3_000_001 / 2)));
    }
    assert_eq!(largest(1 << 32).entries(), 1 << 32);
    let n = 1u128 << 32;
    assert_eq!(
        total_winnings(&largest(1 << 32), Rules::Joker, Ties::Ordinal),
        Ok(max * (n * (n + 1) / 2))
    );
}

/// n (n + 1) / 2 × (2⁶⁴ − 1) passes 2¹²⁸ − 1 between these two.
#[test]
fn a_total_past_128_bits_is_an_error() {
    let last = 6_074_000_999;
    let n = u128::from(last);
    assert_eq!(
        total_winnings(&largest(last), Rules::Standard, Ties::Ordinal),
        Ok(u128::from(u64::MAX) * (n * (n + 1) / 2))
    );
    let past = largest(last + 1);
    for ties in [Ties::Ordinal, Ties::Max] {
        assert_eq!(total_winnings(&past, Rules::Standard, ties), Err(Overflow::Total));
    }
    assert_eq!(past.to_bytes(), Err(Overflow::Total));
    // Many entries that bid nothing stay exact until their number does not fit.
    let mut nothing = tally(&[Entry { hand: "AAAAA".parse().unwrap(), bid: 0 }]);
    for _ in 0..63 {
        nothing.merge(&nothing.clone());
    }
    assert_eq!(nothing.entries(), 1 << 63);
    assert_eq!(total_winnings(&nothing, Rules::Joker, Ties::Max), Ok(0));
    nothing.merge(&nothing.clone());
    assert_eq!(total_winnings(&nothing, Rules::Joker, Ties::Max), Err(Overflow::Entries));
    // A later tally that overflowed is not exact behind another either.
    let mut first = largest(1);
    first.merge(&nothing);
    assert_eq!(total_winnings(&first, Rules::Joker, Ties::Max), Err(Overflow::Entries));
}

/// What a tally lost to an overflow may have differed, so it is equal to none; and ties that ask for
/// no positions need none.
#[test]
fn tally_past_128_bits_is_equal_to_none_and_has_other_totals() {
    let n = 6_074_001_000;
    let (mut past, mut other) = (largest(n), largest(n));
    assert_ne!(past, other);
    let hands = ["KTJJT", "T55J5"].map(|hand| Entry { hand: hand.parse().unwrap(), bid: 7 });
    past.merge(&tally(&hands[..1]));
    other.merge(&tally(&hands[1..]));
    assert_ne!(past, other);
    // One weaker hand on rank 1, and then all others on rank 2.
    let total = 7 + u128::from(u64::MAX) * u128::from(n) * 2;
    for ties in [Ties::Min, Ties::Dense] {
        let score = past.score(ties).unwrap();
        assert_eq!((score.entries, score.winnings.standard), (n + 1, total));
    }
}
