//! Scores standard input in constant memory, compressed or not, and leaves out bad lines:
//! `cargo run --example stream < FILE`.

use std::{error::Error, io};

use camel_cards::Ties;
use camel_cards_input::Input;

fn main() -> Result<(), Box<dyn Error>> {
    // Any reader will do; the name is what errors call it.
    let input = Input::new().reader("standard input", io::stdin()).skip_bad_lines(true);
    let tallied = input.tally()?;
    for bad_line in tallied.bad_lines.first() {
        eprintln!("left out: {bad_line}");
    }
    let score = tallied.tally.score(Ties::Ordinal)?;
    println!(
        "{} entries win {} or {}",
        score.entries, score.winnings.standard, score.winnings.joker
    );
    Ok(())
}
