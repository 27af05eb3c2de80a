//! Reads tables and columns through Arrow's C data interface, which data frames, pyarrow, DuckDB and others share.
//! Reads some thousand rows at a time: converts a slice of each column to numbers and hands, and looks for the reason
//! only if one is missing.

mod hands;
mod import;
mod numbers;
mod table;

pub(crate) use hands::{bad_hand, hands, no_hand};
pub(crate) use import::{Arrays, arrays};
pub(crate) use numbers::{NumberColumn, Whole, no_number, numbers};
pub(crate) use table::each_slice;
