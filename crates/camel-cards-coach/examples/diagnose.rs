//! Says why an answer is wrong: `cargo run --example diagnose [FILE ANSWER]`.

use std::{env, error::Error, fs};

use camel_cards::{Entry, entries};
use camel_cards_coach::{Question, UserAnswer, diagnose};

const EXAMPLE: &[u8] = b"32T3K 765\nT55J5 684\nKK677 28\nKTJJT 220\nQQQJA 483\n";

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let input = arguments.next().map_or(Ok(EXAMPLE.to_vec()), fs::read)?;
    // That of ranks that begin at 0.
    let answer = arguments.next().map_or(Ok(3725), |answer| answer.parse())?;

    let entries: Vec<Entry> = entries(&input).collect::<Result<_, _>>()?;
    let diagnosis = diagnose(&Question::new(&entries, vec![UserAnswer::new(answer, None)]))?;
    for of_answer in &diagnosis.answers {
        println!("{}", of_answer.summary);
        for finding in &of_answer.findings {
            println!("{}: {}", finding.certainty.name(), finding.summary);
            println!("  change: {}", finding.hint);
        }
        for clue in &of_answer.clues {
            println!("{clue}");
        }
    }
    Ok(())
}
