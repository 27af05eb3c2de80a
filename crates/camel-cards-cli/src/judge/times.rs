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

/// Nobody who asks whether a program is right waits longer for its times, and one run of so long is
/// enough.
const LONGEST: Duration = Duration::from_secs(4);
const LONG: Duration = Duration::from_millis(200);

#[derive(Serialize)]
pub(crate) struct Timing {
    hands: u64,
    /// `right`, `wrong`, `crash` or `timeout`; `None` if it would take longer than the limit.
    verdict: Option<&'static str>,
    microseconds: Option<u64>,
    microseconds_ours: u64,
}

/// Takes the shortest of three runs, or of fewer if they are long.
pub(crate) fn take(
    program: &Program,
    verdict: &Verdict,
    limit: Duration,
    seed: u64,
    progress: &StepProgress,
) -> Result<Vec<Timing>> {
    let mut timings: Vec<Timing> = Vec::new();
    let mut expected = Duration::ZERO;
    for hands in HANDS {
        progress.begin(format!("right; taking its time on {} hands", grouped(hands.into())));
        let shape = if hands <= 100_000 { Shape::Puzzle } else { Shape::Uniform };
        let entries = generate(shape, Some(hands), seed).into_iter().flatten();
        let mut text: String = entries.map(|entry: Entry| format!("{entry}\n")).collect();
        if verdict.without_last_newline {
            text.pop();
        }
        let (mut ours, mut totals) = (Duration::MAX, None);
        for _ in 0..3 {
            let start = Instant::now();
            totals = score(text.as_bytes()).ok().map(|score| score.winnings);
            ours = ours.min(start.elapsed());
        }
        let (mut outcome, mut yours) = (None, None);
        for _ in 0..if expected <= limit.min(LONGEST) { 4 } else { 0 } {
            let run = program.run_alone(&text, limit)?;
            outcome = Some(match (&run.end, totals) {
                (RunEnd::TimedOut, _) => "timeout",
                (RunEnd::Failed(_), _) => "crash",
                (RunEnd::Ended, Some(totals)) if verdict.answers_are(&run.printed, totals) => {
                    "right"
                }
                (RunEnd::Ended, _) => "wrong",
            });
            yours = yours.into_iter().chain([run.time]).min();
            if run.time > LONG {
                break;
            }
        }
        expected = match yours {
            Some(time) if outcome != Some("timeout") => time * 10,
            _ => Duration::MAX,
        };
        timings.push(Timing {
            hands,
            verdict: outcome,
            microseconds: yours.map(|time| time.as_micros() as u64),
            microseconds_ours: ours.as_micros() as u64,
        });
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
