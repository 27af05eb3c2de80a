//! Tables and columns through Arrow's C data interface, which data frames, pyarrow, DuckDB and
//! others share. Some thousand rows of them are read at a time: a slice of each column to numbers
//! and hands, and only if one of them is missing, to the reason why.

mod hands;
mod import;
mod numbers;
mod table;

pub(crate) use hands::{bad_hand, hands, no_hand};
pub(crate) use import::{Arrays, arrays};
pub(crate) use numbers::{NumberColumn, Whole, no_number, numbers};
pub(crate) use table::each_slice;
