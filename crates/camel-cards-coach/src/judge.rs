//! Is a solution right? One judge for every front: it hands out inputs and is given what the
//! solution answered to each, until it has a verdict. It starts nothing and reads no file.

mod answers;
mod beyond;
mod explain;
mod front;
mod misjudged;
mod naming;
mod numbers;
mod plan;
pub(crate) mod run;
mod session;
pub(crate) mod verdict;

pub use front::{Judge, judge};
pub use run::{Batch, JudgeOptions, LineEnds, Run, RunEnd};
pub use verdict::{Misjudged, Outcome, PartVerdict, Verdict, VerdictKind};

#[cfg(test)]
mod tests {
    mod caught;
}
