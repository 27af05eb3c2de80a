//! How long a right program takes, beside ours.

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use camel_cards::score;
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
    /// `None` if it takes too long, or fails.
    microseconds: Option<u64>,
    #[serde(skip)]
    takes_too_long: bool,
    microseconds_ours: u64,
}

/// Takes the time of a run each, up to the first that has none.
pub(crate) fn times(
    program: &Program,
    limit: Duration,
    seed: u64,
    verdict: &Verdict,
) -> Result<Vec<Timing>> {
    let mut times = Vec::new();
    for hands in HANDS {
        let shape = if hands <= 100_000 { Shape::Puzzle } else { Shape::Uniform };
        let entries = generate(shape, Some(hands), seed).into_iter().flatten();
        let mut input: String = entries.map(|entry| format!("{entry}\n")).collect();
        if verdict.without_last_newline {
            input.pop();
        }
        let start = Instant::now();
        let _ = black_box(score(input.as_bytes()));
        let microseconds_ours = start.elapsed().as_micros() as u64;
        let purpose = format!("right; taking its time on {} hands", grouped(hands.into()));
        let run = program.run(&[input], limit.min(LONGEST), purpose)?.remove(0);
        let microseconds = (run.end == RunEnd::Ended).then_some(run.time.as_micros() as u64);
        let takes_too_long = run.end == RunEnd::TimedOut;
        let timing = Timing { hands, microseconds, takes_too_long, microseconds_ours };
        times.extend(Some(timing).filter(|_| !interrupt::is_interrupted()));
        if microseconds.is_none() {
            break;
        }
    }
    Ok(times)
}

const HEADING: &str = "\n     hands        yours       camel-cards\n";

/// The times as a table, if they were taken.
pub(crate) fn text(times: &[Timing]) -> String {
    let mut text = if times.is_empty() { String::new() } else { HEADING.to_owned() };
    for Timing { hands, microseconds, takes_too_long, microseconds_ours } in times {
        let none = if *takes_too_long { "too long" } else { "no answer" };
        let yours = microseconds.map_or_else(|| none.to_owned(), milliseconds);
        let (hands, ours) = (grouped((*hands).into()), milliseconds(*microseconds_ours));
        text += &format!("{hands:>10}  {yours:>11}  {ours:>16}\n");
    }
    text
}

/// A time as it was measured: to a millisecond, or to what is less than ten.
fn milliseconds(microseconds: u64) -> String {
    match microseconds {
        0..10_000 => format!("{}.{:02} ms", microseconds / 1000, microseconds % 1000 / 10),
        _ => format!("{} ms", grouped((microseconds / 1000).into())),
    }
}
