//! What is said of work that takes long: a line on the terminal, how far it got, how fast it was.
//!
//! The work only counts. A thread looks at the counters now and then and draws the line.

use std::{
    fs,
    io::{IsTerminal, stderr, stdin, stdout},
    path::{Path, PathBuf},
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
use crate::{interrupt, messages::say};

/// How long work goes on before anything is said of it.
const QUIET: Duration = Duration::from_secs(1);

/// How often the line is drawn.
const TICK: Duration = Duration::from_millis(100);

/// Less than this is read before anybody looks, even if it is compressed, so no thread is started for it.
const SHORT_BYTES: u64 = 1 << 17;

/// Reading an input. `Ctrl-C` says how far it got.
pub(crate) struct ReadProgress {
    start: Instant,
    counters: Arc<Progress>,
    line: Option<ProgressLine>,
}

impl ReadProgress {
    /// Makes the counters for reading these files, and the line that shows them.
    pub(crate) fn new(files: &[PathBuf]) -> ReadProgress {
        let length = |file: &PathBuf| {
            let metadata = fs::metadata(file).ok().filter(fs::Metadata::is_file);
            metadata.map(|metadata| metadata.len())
        };
        // Nobody knows how long a pipe is.
        let total: Option<u64> = files.iter().map(length).sum();
        let counters = Arc::new(Progress::default());
        let is_long = total.is_none_or(|total| total >= SHORT_BYTES);
        let line = is_long.then(|| {
            // A line that is drawn would break into the one that is typed.
            let is_typed = stdin().is_terminal() && files.iter().any(|file| file == Path::new("-"));
            let (counters, of) =
                (counters.clone(), total.map(|total| format!(" of {}", binary(total))));
            let of = of.unwrap_or_default();
            ProgressLine::new(stderr().is_terminal() && !is_typed, total, move || {
                let (bytes, lines) = (counters.bytes(), grouped(counters.lines().into()));
                (bytes, format!("{}{of}, {lines} lines", binary(bytes)))
            })
        });
        ReadProgress { start: Instant::now(), counters, line }
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
    pub(crate) fn say_timing(&self, entries: u64) {
        let time = self.start.elapsed();
        let bytes = self.counters.bytes();
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

/// Work of known length. `Ctrl-C` says how far it got.
pub(crate) struct WorkProgress {
    done: Arc<AtomicU64>,
    _line: ProgressLine,
}

impl WorkProgress {
    /// Entries that have been read, on their way to the output; `done` is what is done with them.
    pub(crate) fn of_hands(done: &'static str, total: u64) -> WorkProgress {
        let all = grouped(total.into());
        let text = move |hands: u64| format!("{} of {all} hands {done}", grouped(hands.into()));
        // On a terminal, the output shows how far it got.
        WorkProgress::new(!stdout().is_terminal(), total, text)
    }

    /// A search, in thousandths.
    pub(crate) fn of_search() -> WorkProgress {
        WorkProgress::new(true, 1000, |done| format!("{} % of the search", done / 10))
    }

    fn new(
        is_shown: bool,
        total: u64,
        text: impl Fn(u64) -> String + Send + Sync + 'static,
    ) -> WorkProgress {
        let done = Arc::new(AtomicU64::new(0));
        let so_far = done.clone();
        let is_shown = is_shown && stderr().is_terminal();
        let line = ProgressLine::new(is_shown, Some(total), move || {
            let done = so_far.load(Ordering::Relaxed);
            (done, text(done))
        });
        WorkProgress { done, _line: line }
    }

    pub(crate) fn set(&self, done: u64) {
        self.done.store(done, Ordering::Relaxed);
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
            ProgressLine::draw(None, move || {
                (0, current.lock().unwrap_or_else(PoisonError::into_inner).clone())
            })
        });
        StepProgress { step, _line: line }
    }

    pub(crate) fn begin(&self, step: String) {
        *self.step.lock().unwrap_or_else(PoisonError::into_inner) = step;
    }
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
    /// The thread that draws, and what ends it when it is dropped.
    drawing: Option<(Sender<()>, JoinHandle<()>)>,
}

impl ProgressLine {
    /// Draws the line if it is to be shown, and says on `Ctrl-C` how far the work got: `look` returns how much is done
    /// of the total, and that in words.
    fn new(
        is_shown: bool,
        total: Option<u64>,
        look: impl Fn() -> (u64, String) + Send + Sync + 'static,
    ) -> ProgressLine {
        let look = Arc::new(look);
        let last_look = look.clone();
        interrupt::says(move || format!("interrupted after {}", last_look().1));
        match is_shown {
            true => ProgressLine::draw(total, move || look()),
            false => ProgressLine { bar: ProgressBar::hidden(), drawing: None },
        }
    }

    fn draw(total: Option<u64>, look: impl Fn() -> (u64, String) + Send + 'static) -> ProgressLine {
        let template = if total.is_some() { "{bar:20} {msg}, {eta} left" } else { "{wide_msg}" };
        let style = ProgressStyle::with_template(template).expect("the template is right");
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden())
            .with_style(style.progress_chars("█▉▊▋▌▍▎▏ "));
        let (end, ended) = mpsc::channel();
        let drawn = bar.clone();
        let draw = move || {
            let mut wait = QUIET;
            while ended.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                if drawn.is_hidden() {
                    drawn.set_draw_target(ProgressDrawTarget::stderr());
                }
                let (done, text) = look();
                drawn.set_position(done);
                drawn.set_message(text);
                wait = TICK;
            }
        };
        let drawing = thread::Builder::new().spawn(draw).ok();
        ProgressLine { bar, drawing: drawing.map(|thread| (end, thread)) }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if let Some((end, thread)) = self.drawing.take() {
            drop(end);
            // If it cannot draw, that is no failure of the work.
            let _ = thread.join();
        }
        self.bar.finish_and_clear();
    }
}
