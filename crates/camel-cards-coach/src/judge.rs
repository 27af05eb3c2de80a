//! Is a solution right? One judge for every front: it hands out inputs and is given what the
//! solution answered to each, until it has a verdict. It starts nothing and reads no file.

mod answers;
mod beyond;
mod explain;
mod misjudged;
mod naming;
mod numbers;
mod plan;
pub(crate) mod run;
mod session;
mod solve;
pub(crate) mod verdict;

use std::{
    fmt,
    pin::Pin,
    task::{Context, Waker},
    time::Duration,
};

pub use run::{Batch, JudgeOptions, Run, RunEnd};
use session::{Desk, Session};
pub use solve::judge;
pub use verdict::{Misjudged, Outcome, PartVerdict, Verdict, VerdictKind};

/// Judges one solution. The front has the loop and runs the solution in its own way: as processes
/// side by side, as async functions, or as a closure.
///
/// A solution is *right* if it is on inputs that the puzzle's site can give: a thousand different
/// hands, the bids 1 to 1,000 once each, `JJJJJ` the only five of a kind, `\n` behind each line.
///
/// ```
/// use camel_cards_coach::{Judge, JudgeOptions, Run, VerdictKind};
///
/// // Every bid is taken for its rank.
/// let solve = |input: &str| -> u64 {
///     let bids = input.lines().map(|line| line[6..].parse::<u64>().unwrap());
///     bids.map(|bid| bid * bid).sum()
/// };
/// let mut judge = Judge::new(JudgeOptions::default());
/// while let Some(batch) = judge.next_batch() {
///     let run = |input: &String| Run { printed: solve(input).to_string(), ..Run::default() };
///     judge.take(batch.inputs.iter().map(run).collect());
/// }
/// let verdict = judge.verdict().unwrap();
/// assert_eq!(verdict.part.outcome.kind, VerdictKind::Wrong);
/// assert_eq!(verdict.part.input.as_deref(), Some("22222 1000\n"));
/// ```
pub struct Judge {
    desk: Desk,
    session: Option<Pin<Box<dyn Future<Output = ()>>>>,
}

impl Judge {
    /// Begins to judge a solution.
    pub fn new(options: JudgeOptions) -> Judge {
        let desk = Desk::default();
        let timeout = options.timeout.unwrap_or(Duration::from_secs(60));
        let seed = options.seed.unwrap_or(1);
        let session = Session { options, seed, timeout, desk: desk.clone(), ..Session::default() };
        Judge { desk, session: Some(Box::pin(session.judge())) }
    }

    /// Returns the inputs to run the solution on next, or `None` when the verdict is known.
    ///
    /// After a batch, [`Judge::take`] comes first; without it there is no other.
    pub fn next_batch(&mut self) -> Option<Batch> {
        let session = self.session.as_mut()?;
        if session.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_ready() {
            self.session = None;
        }
        self.desk.borrow_mut().batch.take()
    }

    /// Takes the runs on the inputs of the last batch, in their order. Of a run that is missing,
    /// nothing was printed.
    pub fn take(&mut self, runs: Vec<Run>) {
        self.desk.borrow_mut().runs = Some(runs);
    }

    /// Returns the verdict: whole when there is no next batch, and before that as soon as anything
    /// fails, though not yet by its smallest input.
    pub fn verdict(&self) -> Option<Verdict> {
        self.desk.borrow().verdict.clone()
    }
}

impl fmt::Debug for Judge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Judge").field("verdict", &self.verdict()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    mod caught;
}
