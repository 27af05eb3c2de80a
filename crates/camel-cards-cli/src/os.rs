//! Signals, processes, and which file is which.

pub(crate) mod file_id;
pub(crate) mod interrupt;
pub(crate) mod program;
pub(crate) mod scratch;
