//! The arguments that say what to read, and how.

use std::{num::NonZeroUsize, path::PathBuf, thread};

use crate::named_files::{Content, NamedFiles};

/// More threads than this would take more than 64 MB, with bids as the puzzle has them; so many
/// read more than disks give.
const THREADS_MAX: usize = 4;

#[derive(clap::Args)]
pub(crate) struct InputArgs {
    /// Files to read, as one input in this order; - or none is standard input
    ///
    /// Files that gzip or zstd has compressed are known by their content.
    #[arg(value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,

    /// Leave out lines that are no entries, and say how many there were
    #[arg(long, help_heading = "Bad lines")]
    pub(super) skip_bad_lines: bool,

    /// Write lines that are no entries to FILE, unchanged; - is standard output
    #[arg(long, value_name = "FILE", help_heading = "Bad lines")]
    pub(super) rejects: Option<PathBuf>,
}

/// What is said and done about work that takes long.
#[derive(clap::Args)]
pub(crate) struct WorkArgs {
    /// Use N threads, by default one for each processor, up to 4
    ///
    /// Each takes some 13 MB of memory, or up to 30 if most bids are 2²⁰ or more. A single file of less
    /// than 32 MB is read by one.
    #[arg(long, value_name = "N", help_heading = "Work")]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=64))]
    threads: Option<u8>,

    /// Say on standard error what was read, how fast, and in how much memory
    #[arg(long, help_heading = "Work")]
    pub(super) timing: bool,
}

impl InputArgs {
    /// The files as the user gave them.
    pub(crate) fn files(&self) -> impl Iterator<Item = &str> {
        self.files.iter().filter_map(|file| file.to_str())
    }

    /// The files to read.
    pub(super) fn paths(&self) -> Vec<PathBuf> {
        if self.files.is_empty() { vec!["-".into()] } else { self.files.clone() }
    }

    /// The files to read, and that of bad lines.
    pub(crate) fn named_files(&self) -> NamedFiles {
        NamedFiles::new().reads(&self.paths()).writes(
            "--rejects",
            self.rejects.as_ref(),
            Content::Lines,
        )
    }

    pub(crate) fn skips_bad_lines(&self) -> bool {
        self.skip_bad_lines
    }
}

impl WorkArgs {
    pub(super) fn threads(&self) -> usize {
        let processors = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.threads.map_or_else(|| processors().min(THREADS_MAX), usize::from)
    }
}
