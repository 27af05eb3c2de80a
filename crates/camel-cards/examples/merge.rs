//! Tallies two parts of an input apart, as two machines would, and merges them: `cargo run --example merge`.

use std::error::Error;

use camel_cards::{Tally, Ties, entries};

/// What a machine sends: the bytes of its tally, not its entries.
fn tally_of(part: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    let tally = entries(part).collect::<Result<Tally, _>>()?;
    Ok(tally.to_bytes()?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let parts = [&b"32T3K 765\nT55J5 684\n"[..], b"KK677 28\nKTJJT 220\nQQQJA 483\n"];
    let mut all = Tally::new();
    for part in parts {
        // In the order of the input, as identical hands rank in that order.
        all.merge(&Tally::from_bytes(&tally_of(part)?)?);
    }
    let score = all.score(Ties::Ordinal)?;
    println!("{} entries win {} under joker rules", score.entries, score.winnings.joker);
    assert_eq!(score.winnings.joker, 5905);
    Ok(())
}
