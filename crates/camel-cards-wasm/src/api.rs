//! What JavaScript calls.

mod coach;
mod hands;
mod input;
mod input_rows;
mod score;
mod tally;
