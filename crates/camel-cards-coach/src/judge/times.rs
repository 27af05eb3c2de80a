//! How long a right solution takes, beside ours.

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use camel_cards::score;

use super::{
    plan::TestInput,
    session::Session,
    verdict::{Timing, VerdictKind},
};
use crate::{
    inputs::{Shape, generate},
    wording::grouped,
};

/// On how many hands.
const HANDS: [u64; 4] = [1_000, 10_000, 100_000, 1_000_000];

/// Nobody who asks whether a solution is right waits longer for its times.
const LONGEST: Duration = Duration::from_secs(4);

/// How many runs on each, of which the shortest counts; one that is long is enough.
const RUNS: u32 = 4;
const LONG: Duration = Duration::from_millis(200);

impl Session {
    /// Takes the shortest of four runs, or the first if it is long.
    pub(super) async fn take_times(&mut self) {
        let (runs, mut is_over) = (self.verdict.runs, false);
        for hands in HANDS {
            let shape = if hands <= 100_000 { Shape::Puzzle } else { Shape::Uniform };
            let entries = generate(shape, Some(hands), self.options.seed).into_iter().flatten();
            let input = self.written(TestInput::new(entries));
            let ours = (0..RUNS).map(|_| {
                let start = Instant::now();
                let _ = black_box(score(input.text.as_bytes()));
                start.elapsed()
            });
            let ours = ours.min().unwrap_or_default();
            let (mut verdict, mut shortest) = (None, None);
            let purpose = format!("right; taking its time on {} hands", grouped(hands.into()));
            for _ in 0..if is_over { 0 } else { RUNS } {
                let run = self.run(vec![input.clone()], &purpose, self.options.timeout).await;
                let failing = self.failing(&run[0], &self.reader.rules());
                verdict = Some(failing.first().map_or(VerdictKind::Right, |(_, one)| one.kind()));
                let time = run[0].run.time;
                shortest = Some(shortest.unwrap_or(time).min(time));
                if time > LONG {
                    break;
                }
            }
            is_over |= shortest.is_none_or(|time| time * 10 > self.options.timeout.min(LONGEST));
            self.verdict.times.push(Timing {
                hands,
                verdict,
                microseconds: shortest.map(|time| time.as_micros() as u64),
                microseconds_ours: ours.as_micros() as u64,
            });
        }
        // These are not part of judging.
        self.verdict.runs = runs;
    }
}
