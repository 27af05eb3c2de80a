//! Times the engines of a case in turn, A B A B …, so that a machine whose speed
//! drifts slows all of them alike. Every run's answer is checked.
//!
//! `cargo run --release -p camel-cards-bench [FILTER]` prints a line for each
//! `group/case/engine`: the median, and the median of the ratios to the case's
//! first engine, each taken within one round.

mod measure;
mod totals;

fn main() {
    totals::run();
}
