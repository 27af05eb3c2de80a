//! What JavaScript calls.

mod coach;
mod hands;
mod input;
mod input_rows;
mod judge;
mod score;
mod tally;
