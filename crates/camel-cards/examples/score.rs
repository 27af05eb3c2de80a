//! Scores a file that fits in memory: `cargo run --example score [FILE]`.

use std::{env, error::Error, fs};

const EXAMPLE: &[u8] = b"32T3K 765\nT55J5 684\nKK677 28\nKTJJT 220\nQQQJA 483\n";

fn main() -> Result<(), Box<dyn Error>> {
    let input = env::args().nth(1).map_or(Ok(EXAMPLE.to_vec()), fs::read)?;
    let score = camel_cards::score(&input)?;
    println!("{} entries", score.entries);
    println!("standard {}", score.winnings.standard);
    println!("joker    {}", score.winnings.joker);
    Ok(())
}
