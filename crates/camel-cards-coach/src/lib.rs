//! Finds out what is wrong with a solution of Camel Cards.

mod cell;
mod diagnose;
pub mod generate;
mod mistake;
mod numbers;
mod order;
mod ruled_out;
mod search;
mod shrink;
mod solution;
mod space;

pub use cell::Cell;
pub use diagnose::{
    Certainty, Chance, Diagnosis, Finding, Hint, Misplaced, Question, Tried, Verdict, diagnose,
};
pub use mistake::{Mistake, Origin};
pub use numbers::grouped;
pub use order::{OrderDiagnosis, OrderError, Ordered, WrongPair, diagnose_order};
pub use shrink::shrink;
pub use solution::Solution;
pub use space::mistakes;
