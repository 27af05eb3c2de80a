//! Where judging and the front that runs the solution meet. Judging is an async function that
//! nobody spawns: when it needs runs, it leaves a batch here and waits; the front takes the batch,
//! runs the solution in its own way, and puts the runs here.

use std::{cell::RefCell, future::poll_fn, rc::Rc, task::Poll, time::Duration};

use super::verdict::Verdict;

/// Inputs to run a solution on, in any order or side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Batch {
    /// The inputs, at least one.
    pub inputs: Vec<String>,
    /// How long each run may take. A front that cannot stop a run may ignore it.
    pub limit: Duration,
    /// What the runs are for, and what is known by now, in a few words.
    pub purpose: String,
}

/// One run of a solution on one input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// What it printed, or returned: its answers are found in this, whatever else it says. A front
    /// that has them apart writes `Part 1: 6440` and `Part 2: 5905`, a line each.
    pub printed: String,
    /// Whether that was returned, and the front wrote it: then a pair is part 1 and part 2 in this order, and both are
    /// promised. What is printed may name or order them otherwise, or have a 0 for a part that is not done.
    pub returned: bool,
    /// What it said of an error, such as its standard error.
    pub said: String,
    /// How it ended.
    pub end: RunEnd,
    /// How long it took.
    pub time: Duration,
}

/// How a run ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum RunEnd {
    /// As it should.
    #[default]
    Ended,
    /// It failed: `ended with exit status 1`, `raised ValueError: …`.
    Failed(String),
    /// It took longer than the [`Batch`]'s limit.
    TimedOut,
}

pub(super) type Desk = Rc<RefCell<Papers>>;

#[derive(Default)]
pub(super) struct Papers {
    pub(super) batch: Option<Batch>,
    pub(super) runs: Option<Vec<Run>>,
    /// What is known by now.
    pub(super) verdict: Option<Verdict>,
}

/// Waits until the front has run a batch.
pub(super) async fn runs_of(batch: Batch, desk: &Desk) -> Vec<Run> {
    desk.borrow_mut().batch = Some(batch);
    poll_fn(|_| desk.borrow_mut().runs.take().map_or(Poll::Pending, Poll::Ready)).await
}
