//! The times of a right program, beside ours.

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use camel_cards::{Entry, score};
use camel_cards_coach::{
    RunEnd, Verdict,
    inputs::{Shape, generate},
};
use serde::Serialize;

use super::program::Program;
use crate::{
    failure::{Failure, Result},
    interrupt,
    output::text::grouped,
};

/// The numbers of hands.
const HANDS: [u64; 4] = [1_000, 10_000, 100_000, 1_000_000];

/// The longest time that a timing run may take.
const LONGEST: Duration = Duration::from_secs(4);

#[derive(Serialize)]
pub(crate) struct Timing {
    hands: u64,
    /// `None` if it takes too long, or its answer is not right.
    microseconds: Option<u64>,
    microseconds_ours: u64,
}

/// Times one run for each number of hands, up to the first that fails, and passes each row of the
/// table to `print`.
pub(crate) fn times(
    program: &Program,
    seed: u64,
    verdict: &Verdict,
    print: impl Fn(&str) -> Result<()>,
) -> Result<Vec<Timing>> {
    let mut times = Vec::new();
    for hands in HANDS {
        // There are no million different hands.
        let shape = if hands <= 100_000 { Shape::Puzzle } else { Shape::Uniform };
        // Identical hands have equal bids, so that any order of them is right.
        let entries = generate(shape, Some(hands), seed).into_iter().flatten();
        let line = |Entry { hand, .. }| format!("{hand} {}\n", 1 + hand.index() % 1000);
        let input: String = entries.map(line).collect();
        let input = verdict.line_ends.written(&input);
        let start = Instant::now();
        let scored = black_box(score(input.as_bytes()));
        let ours = start.elapsed();
        let totals = scored.map_err(|error| Failure::Data(error.to_string()))?.winnings;
        let hands_grouped = grouped(hands.into());
        let purpose = format!("right; measuring its time for {hands_grouped} hands");
        let run = program.run(&[input], LONGEST, &purpose)?.remove(0);
        if interrupt::is_interrupted() {
            break;
        }
        let is_right = run.end != RunEnd::TimedOut && verdict.has_totals(&run, totals);
        let yours = match run.end {
            RunEnd::TimedOut => format!("over {LONGEST:?}"),
            _ if is_right => format!("{:.2?}", run.time),
            _ if run.cut > 0 => "output cut".to_owned(),
            _ => "not right".to_owned(),
        };
        if times.is_empty() {
            print("\n    hands        yours  camel-cards\n")?;
        }
        print(&format!("{hands_grouped:>9}  {yours:>11}  {ours:>11.2?}\n"))?;
        times.push(Timing {
            hands,
            microseconds: is_right.then_some(run.time.as_micros() as u64),
            microseconds_ours: ours.as_micros() as u64,
        });
        if !is_right {
            break;
        }
    }
    Ok(times)
}
