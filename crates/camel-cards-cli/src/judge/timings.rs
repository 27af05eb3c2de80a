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

/// Runs up to three times, while that is quick and good; returns what came of it, the shortest
/// time, and the longest. If a run is not good, that is what came of it, and its time both.
pub(crate) fn best_of_three<T>(
    is_good: impl Fn(&T) -> bool,
    mut run: impl FnMut() -> Result<(T, Duration)>,
) -> Result<(T, Duration, Duration)> {
    const AGAIN: [Duration; 2] = [Duration::from_secs(4), Duration::from_secs(1)];
    let (mut last, mut best) = run()?;
    let mut longest = best;
    for quick in AGAIN {
        if !is_good(&last) || best >= quick {
            break;
        }
        let (result, time) = run()?;
        (best, longest) = match is_good(&result) {
            true => (best.min(time), longest.max(time)),
            false => (time, time),
        };
        last = result;
    }
    Ok((last, best, longest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn run_that_is_not_good_is_told_with_its_own_time() {
        let best = |runs: &[(bool, u64)]| {
            let mut runs = runs.iter().map(|&(good, ms)| (good, Duration::from_millis(ms)));
            let (good, best, longest) =
                best_of_three(|good| *good, || Ok(runs.next().unwrap())).ok().unwrap();
            (good, best.as_millis(), longest.as_millis())
        };
        assert_eq!(best(&[(true, 3), (true, 2), (true, 5)]), (true, 2, 5));
        assert_eq!(best(&[(true, 2000), (true, 1500)]), (true, 1500, 2000));
        assert_eq!(best(&[(true, 5000)]), (true, 5000, 5000));
        assert_eq!(best(&[(false, 3)]), (false, 3, 3));
        assert_eq!(best(&[(true, 3), (false, 9000)]), (false, 9000, 9000));
    }
}
