//! What is said of work that takes long: a line on the terminal, how far it got, how fast it was.
//!
//! The work only counts. A thread looks at the counters now and then and draws the line.

use std::{
    fs,
    io::{IsTerminal, stderr, stdout},
    path::PathBuf,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
        mpsc::{self, RecvTimeoutError, Sender},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use camel_cards_input::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::text::{binary, grouped};
use crate::{
    messages::say,
    os::{file_id::is_typed, interrupt},
};

/// How long all is quiet.
const QUIET: Duration = Duration::from_secs(1);

/// How often the line is drawn.
const TICK: Duration = Duration::from_millis(100);

/// Less than this is read before anybody looks, even if it is compressed, so no thread is started for it.
const SHORT_BYTES: u64 = 1 << 17;
const SHORT_ENTRIES: u64 = 1 << 16;

/// Reading an input. `Ctrl-C` says how far it got.
pub(crate) struct ReadProgress {
    start: Instant,
    counters: Arc<Progress>,
    line: Option<ProgressLine>,
}

impl ReadProgress {
    /// Makes the counters for reading these files, and the line that shows them.
    pub(crate) fn new(files: &[PathBuf]) -> ReadProgress {
        ReadProgress::shown(stderr().is_terminal(), files)
    }

    /// For reading while results are printed: on a terminal, those show how far it got.
    pub(crate) fn while_printing(files: &[PathBuf]) -> ReadProgress {
        ReadProgress::shown(is_shown_while_printing(), files)
    }

    fn shown(is_shown: bool, files: &[PathBuf]) -> ReadProgress {
        let length = |file: &PathBuf| {
            let metadata = fs::metadata(file).ok().filter(fs::Metadata::is_file);
            metadata.map(|metadata| metadata.len())
        };
        // Nobody knows how long a pipe is.
        let total_bytes: Option<u64> = files.iter().map(length).sum();
        let counters = Arc::new(Progress::default());
        let mut progress =
            ReadProgress { start: Instant::now(), counters: counters.clone(), line: None };
        if total_bytes.is_some_and(|total| total < SHORT_BYTES) {
            return progress;
        }
        let of = total_bytes.map(|total| format!(" of {}", binary(total))).unwrap_or_default();
        let (so_far, of_total) = (counters.clone(), of.clone());
        interrupt::says(move || {
            let (bytes, lines) = (binary(so_far.bytes()), grouped(so_far.lines().into()));
            format!("interrupted after {bytes}{of_total}, {lines} lines")
        });
        // A line that is drawn would break into the one that is typed.
        let is_shown = is_shown && !files.iter().any(|file| is_typed(file));
        progress.line = is_shown.then(|| {
            ProgressLine::draw(total_bytes, move |time| {
                let (bytes, lines) = (counters.bytes(), counters.lines());
                let left = total_bytes.and_then(|total| left(bytes, total, time));
                let left = left.unwrap_or_default();
                (bytes, format!("{}{of}, {}{left}", binary(bytes), rate(lines, time)))
            })
        });
        progress
    }

    /// Returns the counters that reading is to count with.
    pub(crate) fn counters(&self) -> &Arc<Progress> {
        &self.counters
    }

    /// Does what writes to standard error, beside the line.
    pub(crate) fn beside<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.line {
            Some(line) => line.bar.suspend(write),
            None => write(),
        }
    }

    /// Says on standard error what was read, how fast, and in how much memory.
    ///
    /// What had been read before, of an input that this goes on with, does not count.
    pub(crate) fn say_timing(&self, bytes_before: u64, entries: u64) {
        let time = self.start.elapsed();
        let bytes = self.counters.bytes() - bytes_before;
        let rate = |count: u64| match time.as_nanos() {
            0 => 0,
            nanoseconds => (u128::from(count) * 1_000_000_000 / nanoseconds) as u64,
        };
        let timing = format!(
            "read {}, {} entries in {time:.3?}: {}/s, {} entries/s{}",
            binary(bytes),
            grouped(entries.into()),
            binary(rate(bytes)),
            grouped(rate(entries).into()),
            peak_memory().map(|peak| format!(", at most {peak} of memory")).unwrap_or_default(),
        );
        self.beside(|| say(timing));
    }
}

/// Entries that have been read, on their way to the output.
pub(crate) struct EntryProgress {
    done: Arc<AtomicU64>,
    _line: Option<ProgressLine>,
}

impl EntryProgress {
    pub(crate) fn new(doing: &'static str, total: u64) -> EntryProgress {
        let done = Arc::new(AtomicU64::new(0));
        if total < SHORT_ENTRIES {
            return EntryProgress { done, _line: None };
        }
        let of = grouped(total.into());
        let (so_far, of_total) = (done.clone(), of.clone());
        interrupt::says(move || {
            let done = grouped(so_far.load(Ordering::Relaxed).into());
            format!("interrupted while {doing}, after {done} of {of_total} hands")
        });
        let so_far = done.clone();
        let line = is_shown_while_printing().then(|| {
            ProgressLine::draw(Some(total), move |time| {
                let done = so_far.load(Ordering::Relaxed);
                let left = left(done, total, time).unwrap_or_default();
                let (so_far, rate) = (grouped(done.into()), rate(done, time));
                (done, format!("{doing} {so_far} of {of}, {rate}{left}"))
            })
        });
        EntryProgress { done, _line: line }
    }

    pub(crate) fn add(&self, entries: u64) {
        self.done.fetch_add(entries, Ordering::Relaxed);
    }
}

/// A search of which is known how much is done.
pub(crate) struct SearchProgress {
    /// In thousandths.
    done: Arc<AtomicU64>,
    _line: Option<ProgressLine>,
}

impl SearchProgress {
    const ALL: u64 = 1000;

    pub(crate) fn new() -> SearchProgress {
        let done = Arc::new(AtomicU64::new(0));
        let percent = |done: u64| format!("{} %", 100 * done / SearchProgress::ALL);
        let so_far = done.clone();
        interrupt::says(move || {
            format!(
                "interrupted while searching, after {}",
                percent(so_far.load(Ordering::Relaxed))
            )
        });
        let so_far = done.clone();
        let line = stderr().is_terminal().then(|| {
            ProgressLine::draw(Some(SearchProgress::ALL), move |time| {
                let done = so_far.load(Ordering::Relaxed);
                let left = left(done, SearchProgress::ALL, time).unwrap_or_default();
                (done, format!("searching for the mistake, {}{left}", percent(done)))
            })
        });
        SearchProgress { done, _line: line }
    }

    /// Takes how much is done, in thousandths.
    pub(crate) fn set(&self, done: usize) {
        self.done.store(done as u64, Ordering::Relaxed);
    }
}

/// Work of steps of unknown length, each with a name.
pub(crate) struct StepProgress {
    step: Arc<Mutex<String>>,
    _line: Option<ProgressLine>,
}

impl StepProgress {
    pub(crate) fn new() -> StepProgress {
        let step = Arc::new(Mutex::new(String::new()));
        let current = step.clone();
        let line = stderr().is_terminal().then(|| {
            ProgressLine::draw(None, move |_| {
                (0, current.lock().unwrap_or_else(PoisonError::into_inner).clone())
            })
        });
        StepProgress { step, _line: line }
    }

    pub(crate) fn begin(&self, step: String) {
        *self.step.lock().unwrap_or_else(PoisonError::into_inner) = step;
    }
}

fn is_shown_while_printing() -> bool {
    stderr().is_terminal() && !stdout().is_terminal()
}

fn rate(hands: u64, time: Duration) -> String {
    format!("{} hands/s", grouped(u128::from(hands) * 1000 / time.as_millis().max(1)))
}

/// How long it will take at the speed so far.
fn left(done: u64, total: u64, time: Duration) -> Option<String> {
    let rest = u128::from(total.saturating_sub(done));
    let seconds = (rest * time.as_millis()).checked_div(u128::from(done) * 1000)?;
    Some(match seconds {
        0..60 => format!(", {seconds} s left"),
        _ => format!(", {} min {} s left", seconds / 60, seconds % 60),
    })
}

/// The most memory that this process has had, where the system says so.
fn peak_memory() -> Option<String> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(binary(kib * 1024))
}

/// A line on the terminal, until this is dropped.
struct ProgressLine {
    bar: ProgressBar,
    /// Dropped to end the thread.
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl ProgressLine {
    /// Draws how much is done of the total, if there is one, and the text that `look` returns with it.
    fn draw(
        total: Option<u64>,
        look: impl Fn(Duration) -> (u64, String) + Send + 'static,
    ) -> ProgressLine {
        let template = if total.is_some() { "{bar:20} {wide_msg}" } else { "{wide_msg}" };
        let style = ProgressStyle::with_template(template).expect("the template is right");
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden())
            .with_style(style.progress_chars("█▉▊▋▌▍▎▏ "));
        let (end, ended) = mpsc::channel();
        let (start, drawn) = (Instant::now(), bar.clone());
        let draw = move || {
            let mut wait = QUIET;
            while ended.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                if drawn.is_hidden() {
                    drawn.set_draw_target(ProgressDrawTarget::stderr());
                }
                let (done, text) = look(start.elapsed());
                drawn.set_position(done);
                drawn.set_message(text);
                wait = TICK;
            }
        };
        ProgressLine { bar, end: Some(end), thread: Some(thread::spawn(draw)) }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            // If it cannot draw, that is no failure of the work.
            let _ = thread.join();
        }
        self.bar.finish_and_clear();
    }
}
