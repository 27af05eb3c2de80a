//! How long a right program takes, beside ours.

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
use crate::{failure::Result, interrupt, output::text::grouped};

/// On how many hands.
const HANDS: [u64; 4] = [1_000, 10_000, 100_000, 1_000_000];

/// Nobody who asks whether a program is right waits longer for its times.
const LONGEST: Duration = Duration::from_secs(4);

#[derive(Serialize)]
pub(crate) struct Timing {
    hands: u64,
    /// `None` if it takes too long, or its answer is not right.
    microseconds: Option<u64>,
    microseconds_ours: u64,
}

/// Takes the time of a run each, up to the first that has none, and gives `print` each row of the table.
pub(crate) fn times(
    program: &Program,
    seed: u64,
    verdict: &Verdict,
    mut print: impl FnMut(&str) -> Result<()>,
) -> Result<Vec<Timing>> {
    let mut times: Vec<Timing> = Vec::new();
    for hands in HANDS {
        let shape = if hands <= 100_000 { Shape::Puzzle } else { Shape::Uniform };
        let entries = generate(shape, Some(hands), seed).into_iter().flatten();
        // Identical hands have equal bids, so that any order of them is right.
        let bid = |entry: Entry| match shape {
            Shape::Uniform => 1 + entry.hand.index() as u64 % 1000,
            _ => entry.bid,
        };
        let entries = entries.map(|entry| Entry { bid: bid(entry), ..entry });
        let mut input: String = entries.map(|entry| format!("{entry}\n")).collect();
        if verdict.without_last_newline {
            input.pop();
        }
        let start = Instant::now();
        let totals = black_box(score(input.as_bytes()))?.winnings;
        let microseconds_ours = start.elapsed().as_micros() as u64;
        let purpose = format!("right; taking its time on {} hands", grouped(hands.into()));
        let run = program.run(&[input], LONGEST, purpose)?.remove(0);
        if interrupt::is_interrupted() {
            break;
        }
        let is_right = run.end != RunEnd::TimedOut && verdict.has_totals(&run, totals);
        let microseconds = is_right.then_some(run.time.as_micros() as u64);
        if times.is_empty() {
            print(HEADING)?;
        }
        let yours = match run.end {
            RunEnd::TimedOut => format!("over {}", milliseconds(LONGEST.as_micros() as u64)),
            _ => microseconds.map_or_else(|| "not right".to_owned(), milliseconds),
        };
        let ours = milliseconds(microseconds_ours);
        print(&format!("{:>10}  {yours:>13}  {ours:>16}\n", grouped(hands.into())))?;
        times.push(Timing { hands, microseconds, microseconds_ours });
        if microseconds.is_none() {
            break;
        }
    }
    Ok(times)
}

const HEADING: &str = "\n     hands          yours       camel-cards\n";

/// A time as it was measured: to a millisecond, or to what is less than ten.
fn milliseconds(microseconds: u64) -> String {
    match microseconds {
        0..10_000 => format!("{}.{:02} ms", microseconds / 1000, microseconds % 1000 / 10),
        _ => format!("{} ms", grouped((microseconds / 1000).into())),
    }
}
