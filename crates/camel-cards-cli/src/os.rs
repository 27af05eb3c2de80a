//! Signals and processes.

pub(crate) mod interrupt;
pub(crate) mod program;
pub(crate) mod scratch;
