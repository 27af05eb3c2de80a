//! How long the program takes, by the number of hands.

use std::time::Duration;

use super::outcome::Outcome;
use crate::failure::Result;

/// The time that each took on the same hands.
pub(crate) struct Timing {
    pub(crate) hands: u64,
    /// `None` if it would take too long.
    pub(crate) theirs: Option<(Outcome, Duration)>,
    pub(crate) ours: Duration,
}

/// The times taken, from few hands to many.
pub(crate) struct Timings {
    /// The shortest of all runs, which is mostly the start of the program.
    pub(crate) start: Duration,
    pub(crate) taken: Vec<Timing>,
}

impl Timings {
    /// The time that ten times the hands of the last timing should take.
    pub(crate) fn expected(&self) -> Duration {
        let times: Option<Vec<Duration>> = (self.taken.iter().rev().take(2))
            .map(|timing| timing.theirs.as_ref().map(|(_, time)| self.without_start(*time)))
            .collect();
        match times.as_deref() {
            None => Duration::MAX,
            Some([]) => Duration::ZERO,
            Some([last, before, ..]) if self.is_measurable(*before) => {
                let times = last.as_nanos() / before.as_nanos().max(1);
                *last * times.clamp(1, 1000) as u32
            }
            Some([last, ..]) => *last * 10,
        }
    }

    /// Whether a time without the start is more than the start's own ups and downs.
    pub(crate) fn is_measurable(&self, time: Duration) -> bool {
        time > self.start / 2
    }

    /// A time without what it takes the program to start.
    pub(crate) fn without_start(&self, time: Duration) -> Duration {
        time.saturating_sub(self.start)
    }
}

/// Runs up to three times, while that is quick; returns what came of it last and
/// the shortest time.
pub(crate) fn best_of_three<T>(
    mut run: impl FnMut() -> Result<(T, Duration)>,
) -> Result<(T, Duration)> {
    let (mut last, mut best) = run()?;
    for _ in 0..2 {
        if best < Duration::from_secs(1) {
            let (result, time) = run()?;
            (last, best) = (result, best.min(time));
        }
    }
    Ok((last, best))
}
