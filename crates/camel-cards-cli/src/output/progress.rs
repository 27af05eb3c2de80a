//! Progress of long work: a line on the terminal, and a message after Ctrl-C.

use std::{
    fs::Metadata,
    io::{IsTerminal, Write, stderr, stdin, stdout},
    mem,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use super::{columns, grouped};
use crate::interrupt;

/// The line is drawn after this time.
const QUIET: Duration = Duration::from_secs(1);

/// Less than this is read before the line would be drawn, even if it is compressed.
const SHORT_BYTES: u64 = 1 << 17;

/// A line on the terminal, until this is dropped. It is drawn only if the work takes long.
#[derive(Clone)]
pub(crate) struct ProgressLine {
    start: Instant,
    /// The text; `None` after the end.
    drawn: Arc<Mutex<Option<String>>>,
}

impl ProgressLine {
    pub(crate) fn new() -> ProgressLine {
        ProgressLine { start: Instant::now(), drawn: Arc::new(Mutex::new(Some(String::new()))) }
    }

    fn lock(&self) -> MutexGuard<'_, Option<String>> {
        self.drawn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// If it is time, draws the text, cut to the width of the terminal.
    pub(crate) fn draw(&self, text: &str) {
        let is_time = self.start.elapsed() >= QUIET && stderr().is_terminal();
        if let (true, Some(drawn)) = (is_time, &mut *self.lock()) {
            let text: String = text.chars().take(columns(&stderr()) - 1).collect();
            if *drawn != text {
                let _ = write!(stderr(), "\r{text:<width$}", width = drawn.chars().count());
                *drawn = text;
            }
        }
    }

    /// Takes it off the terminal, before something else is printed there.
    pub(crate) fn clear(&self) {
        if let Some(drawn) = self.lock().as_mut().map(mem::take).filter(|drawn| !drawn.is_empty()) {
            let _ = write!(stderr(), "\r{:width$}\r", "", width = drawn.chars().count());
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.clear();
        *self.lock() = None;
    }
}

/// Work that reports its progress.
pub(crate) struct WorkProgress {
    pub(crate) done: Arc<AtomicU64>,
    /// Taken off the terminal when this is dropped.
    _line: ProgressLine,
}

impl WorkProgress {
    /// Reading these files, in bytes.
    pub(crate) fn of_reading(files: &[PathBuf]) -> WorkProgress {
        let length = |file: &PathBuf| Some(file.metadata().ok().filter(Metadata::is_file)?.len());
        // Nobody knows how long a pipe is.
        let total = files.iter().map(length).sum::<Option<u64>>();
        if total.is_some_and(|total| total < SHORT_BYTES) {
            return WorkProgress { done: Arc::default(), _line: ProgressLine::new() };
        }
        let of = total.map_or(String::new(), |total| format!(" of {}", grouped(total.into())));
        // A line that is drawn would break into the one that is typed.
        let is_typed = stdin().is_terminal() && files.iter().any(|file| file == Path::new("-"));
        WorkProgress::new(!is_typed, move |bytes| grouped(bytes.into()) + &of + " bytes")
    }

    /// Entries that have been read and go to the output; `done` is the verb for it.
    pub(crate) fn of_hands(done: &'static str, total: u64) -> WorkProgress {
        let all = grouped(total.into());
        // On a terminal, the output shows how far it got.
        WorkProgress::new(!stdout().is_terminal(), move |hands| {
            format!("{} of {all} hands {done}", grouped(hands.into()))
        })
    }

    /// A search, in thousandths.
    pub(crate) fn of_search() -> WorkProgress {
        WorkProgress::new(true, |done| format!("{} % of the search", done / 10))
    }

    /// Shows the progress as `text`, unless it is shown only after Ctrl-C.
    fn new(is_shown: bool, text: impl Fn(u64) -> String + Send + 'static) -> WorkProgress {
        let (done, line) = (Arc::<AtomicU64>::default(), ProgressLine::new());
        let work = WorkProgress { done: done.clone(), _line: line.clone() };
        interrupt::watch_progress(move || {
            let text = text(done.load(Ordering::Relaxed));
            if is_shown {
                line.draw(&text);
            }
            text
        });
        work
    }

    /// Sets how much is done.
    pub(crate) fn set(&self, done: u64) {
        self.done.store(done, Ordering::Relaxed);
    }
}
