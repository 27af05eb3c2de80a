//! Judges whether a solution is right, the same for every front. The judge returns inputs, and the
//! front passes back the solution's output for each, until there is a verdict. The judge starts no
//! programs and reads no files.

mod answers;
mod beyond;
mod explain;
mod front;
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
