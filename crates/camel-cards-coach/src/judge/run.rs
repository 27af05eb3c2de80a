use std::time::Duration;

/// One run of a solution on one input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// What it printed, or returned: its answers are found in this, whatever else it says. A front
    /// that has them apart writes `Part 1: 6440` and `Part 2: 5905`, a line each.
    pub printed: String,
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
    /// It took longer than the [`Batch`](super::Batch)'s limit.
    TimedOut,
}
