//! How long a right program takes, beside ours.

use std::time::{Duration, Instant};

use camel_cards::{Entry, score};
use camel_cards_coach::{
    RunEnd, Verdict,
    inputs::{Shape, generate},
};
use serde::Serialize;

use super::program::Program;
use crate::{
    failure::Result,
    output::{progress::StepProgress, text::grouped},
};

/// On how many hands.
const HANDS: [u64; 4] = [1_000, 10_000, 100_000, 1_000_000];

/// Nobody who asks whether a program is right waits longer for its times.
const LONGEST: Duration = Duration::from_secs(4);

/// How many runs on each, of which the shortest counts; one that is long is enough.
const RUNS: u32 = 4;
const LONG: Duration = Duration::from_millis(200);

#[derive(Serialize)]
pub(crate) struct Timing {
    hands: u64,
    /// `right`, `wrong`, `crash` or `timeout`; `None` if it would take longer than the limit.
    verdict: Option<&'static str>,
    microseconds: Option<u64>,
    microseconds_ours: u64,
}

/// Takes the shortest of four runs, or the first if it is long.
pub(crate) fn take(
    program: &Program,
    verdict: &Verdict,
    limit: Duration,
    seed: u64,
    progress: &StepProgress,
) -> Result<Vec<Timing>> {
    let mut timings: Vec<Timing> = Vec::new();
    let mut is_over = false;
    for hands in HANDS {
        progress.begin(format!("right; taking its time on {} hands", grouped(hands.into())));
        let shape = if hands <= 100_000 { Shape::Puzzle } else { Shape::Uniform };
        let entries = generate(shape, Some(hands), seed).into_iter().flatten();
        let mut text: String = entries.map(|entry: Entry| format!("{entry}\n")).collect();
        if verdict.without_last_newline {
            text.pop();
        }
        let ours = (0..RUNS).map(|_| {
            let start = Instant::now();
            (score(text.as_bytes()), start.elapsed())
        });
        let (score, ours) = ours.min_by_key(|(_, time)| *time).expect("more runs than none");
        let right = score.map(|score| score.winnings).expect("few entries do not overflow");
        let mut timing = Timing {
            hands,
            verdict: None,
            microseconds: None,
            microseconds_ours: ours.as_micros() as u64,
        };
        let mut shortest = Duration::MAX;
        for _ in 0..if is_over { 0 } else { RUNS } {
            let run = program.run_alone(&text, limit)?;
            timing.verdict = Some(match run.end {
                RunEnd::TimedOut => "timeout",
                RunEnd::Failed(_) => "crash",
                RunEnd::Ended if verdict.answers_are(&run.printed, right) => "right",
                RunEnd::Ended => "wrong",
            });
            shortest = shortest.min(run.time);
            timing.microseconds = Some(shortest.as_micros() as u64);
            if run.time > LONG {
                break;
            }
        }
        is_over = is_over || shortest * 10 > limit.min(LONGEST);
        timings.push(timing);
    }
    Ok(timings)
}

/// The times in words.
pub(crate) fn text(timings: &[Timing]) -> String {
    let mut text = "\n     hands        yours       camel-cards\n".to_owned();
    for timing in timings {
        let hands = grouped(timing.hands.into());
        let yours = match (timing.verdict, timing.microseconds) {
            (Some("right"), Some(time)) => milliseconds(time),
            (Some(other), _) => other.to_owned(),
            (None, _) => "too long".to_owned(),
        };
        let ours = milliseconds(timing.microseconds_ours);
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
