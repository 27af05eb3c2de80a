//! What JavaScript calls.

mod coach;
mod hands;
mod input;
mod input_rows;
#[cfg(feature = "judge")]
mod judge;
mod score;
mod tally;
