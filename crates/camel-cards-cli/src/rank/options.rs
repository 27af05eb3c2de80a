use std::path::PathBuf;

use clap::ValueEnum;

/// Which entries come first.
#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub(crate) enum RowOrder {
    Weakest,
    Strongest,
    Input,
}

/// What is printed, and in how much memory.
pub(crate) struct RankOptions {
    pub(crate) order: RowOrder,
    /// How many entries are printed at most.
    pub(crate) top: u64,
    /// How many bytes of entries are kept in memory.
    pub(crate) memory: u64,
    /// Where temporary files go, if not where the system has them.
    pub(crate) temp_dir: Option<PathBuf>,
}
