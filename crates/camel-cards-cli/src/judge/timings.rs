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
    /// The longest of the times that `theirs` is the shortest of.
    pub(crate) longest: Duration,
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

    /// Whether times of the same run differ so much that they do not tell how they grow, as on a
    /// machine that is busy.
    pub(crate) fn is_scattered(&self) -> bool {
        let measured =
            self.taken.iter().rev().filter_map(|one| Some((one, one.theirs.as_ref()?.1)));
        measured.take(2).any(|(timing, best)| {
            self.without_start(timing.longest) > self.without_start(best) * 3 / 2
                && timing.longest > best + Duration::from_millis(20)
        })
    }

    /// A time without what it takes the program to start.
    pub(crate) fn without_start(&self, time: Duration) -> Duration {
        time.saturating_sub(self.start)
    }
}

/// Runs up to three times, while that is quick; returns what came of it last, the shortest time,
/// and the longest.
pub(crate) fn best_of_three<T>(
    mut run: impl FnMut() -> Result<(T, Duration)>,
) -> Result<(T, Duration, Duration)> {
    let (mut last, mut best) = run()?;
    let mut longest = best;
    for i in 0..2 {
        if best < Duration::from_secs(if i == 0 { 4 } else { 1 }) {
            let (result, time) = run()?;
            (last, best) = (result, best.min(time));
            longest = longest.max(time);
        }
    }
    Ok((last, best, longest))
}
