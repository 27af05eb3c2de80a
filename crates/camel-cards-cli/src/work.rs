//! The counters of `input.rs`, until that gives them itself.

use std::{
    fs,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use crate::{input::Report, output::progress::ReadProgress};

pub(crate) struct Work {
    pub(crate) read_bytes: Arc<AtomicU64>,
    lines: Arc<AtomicU64>,
    progress: ReadProgress,
}

impl Work {
    pub(crate) fn new(files: &[PathBuf]) -> Work {
        Work::counted(files, |total, bytes, lines| {
            ReadProgress::new(total, move || (load(&bytes), load(&lines)))
        })
    }

    pub(crate) fn again(files: &[PathBuf]) -> Work {
        Work::counted(files, |total, bytes, lines| {
            ReadProgress::while_printing(total, move || (load(&bytes), load(&lines)))
        })
    }

    fn counted(
        files: &[PathBuf],
        progress: impl FnOnce(Option<u64>, Arc<AtomicU64>, Arc<AtomicU64>) -> ReadProgress,
    ) -> Work {
        let length = |file: &PathBuf| {
            let metadata = fs::metadata(file).ok().filter(fs::Metadata::is_file);
            metadata.map(|metadata| metadata.len())
        };
        let (read_bytes, lines) = (Arc::default(), Arc::default());
        let total = files.iter().map(length).sum();
        let progress = progress(total, Arc::clone(&read_bytes), Arc::clone(&lines));
        Work { read_bytes, lines, progress }
    }

    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.progress.beside(write)
    }

    pub(crate) fn add(&self, report: &Report) {
        self.lines.fetch_add(report.lines, Ordering::Relaxed);
    }

    pub(crate) fn say_timing(&self, bytes_before: u64, entries: u64) {
        self.progress.say_timing(bytes_before, entries);
    }
}

fn load(count: &AtomicU64) -> u64 {
    count.load(Ordering::Relaxed)
}
