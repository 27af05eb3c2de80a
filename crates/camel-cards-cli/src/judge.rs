//! A program judged: run on many inputs, its failure made small and explained, its time taken.
//!
//! ```text
//! inputs ──▶ trials: run the program ──▶ answer: read what it printed ──▶ judging, stage by stage
//!                                                     ──▶ Judgement ──▶ report, record
//! ```

pub(crate) mod answer;
mod beyond;
mod failing;
mod inputs;
mod judgement;
pub(crate) mod judging;
mod mistake;
mod outcome;
pub(crate) mod reader;
pub(crate) mod record;
pub(crate) mod report;
mod timings;
mod trials;
pub(crate) mod ways;
