//! Tables and columns through Arrow's C data interface, which data frames, pyarrow, DuckDB and
//! others share: their memory is read where it is.

mod counts;
mod frames;
mod hands;
mod import;
mod numbers;
mod table;

pub(crate) use counts::{CountColumnNames, each_count};
pub(crate) use hands::{Dictionary, HandColumn};
pub(crate) use import::{Arrays, arrays};
pub(crate) use table::{ColumnNames, EntryColumns, column, extend};
