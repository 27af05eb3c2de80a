//! What is said of work that takes long: a line on the terminal, how far it got, how fast it was.
//!
//! Whoever works looks at the line now and then. That returns at once if it is not yet time.

use std::{
    fs,
    io::{IsTerminal, stderr, stdin, stdout},
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use camel_cards_input::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::text::{binary, grouped};
use crate::{interrupt, messages::say};

/// How long work goes on before the line is drawn.
const QUIET: Duration = Duration::from_secs(1);

/// How often it is drawn.
const TICK: Duration = Duration::from_millis(100);

/// Less than this is read before anybody looks, even if it is compressed.
const SHORT_BYTES: u64 = 1 << 17;

/// Reading an input. `Ctrl-C` says how far it got.
pub(crate) struct ReadProgress {
    start: Instant,
    counters: Arc<Progress>,
    /// " of " and how much there is, if that is known.
    of: String,
    line: ProgressLine,
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
        let of = total.map_or(String::new(), |total| format!(" of {}", binary(total)));
        let counters = Arc::new(Progress::default());
        if total.is_none_or(|total| total >= SHORT_BYTES) {
            // A pipe may have nothing to read for long, so the counters themselves are kept.
            let (counters, of) = (counters.clone(), of.clone());
            interrupt::says(move || format!("interrupted after {}", read(&counters, &of)));
        }
        // A line that is drawn would break into the one that is typed.
        let is_typed = stdin().is_terminal() && files.iter().any(|file| file == Path::new("-"));
        let line = ProgressLine::new(!is_typed, total);
        ReadProgress { start: Instant::now(), counters, of, line }
    }

    /// Returns the counters that reading is to count with.
    pub(crate) fn counters(&self) -> &Arc<Progress> {
        &self.counters
    }

    /// Draws the line, if it is time.
    pub(crate) fn look(&mut self) {
        if self.line.is_due() {
            self.line.draw(self.counters.bytes(), read(&self.counters, &self.of));
        }
    }

    /// Does what writes to standard error, beside the line.
    pub(crate) fn beside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.line.bar.suspend(write)
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

/// How much was read, in words.
fn read(counters: &Progress, of: &str) -> String {
    format!("{}{of}, {} lines", binary(counters.bytes()), grouped(counters.lines().into()))
}

/// Work of known length. `Ctrl-C` says how far it got.
pub(crate) struct WorkProgress {
    line: ProgressLine,
    text: Box<dyn Fn(u64) -> String>,
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

    fn new(is_shown: bool, total: u64, text: impl Fn(u64) -> String + 'static) -> WorkProgress {
        let line = ProgressLine::new(is_shown, Some(total));
        let mut progress = WorkProgress { line, text: Box::new(text) };
        progress.set(0);
        progress
    }

    /// Says how much is done, if it is time.
    pub(crate) fn set(&mut self, done: u64) {
        if self.line.is_due() {
            let text = (self.text)(done);
            let kept = format!("interrupted after {text}");
            interrupt::says(move || kept);
            self.line.draw(done, text);
        }
    }
}

/// Work of steps of unknown length, each with a name.
pub(crate) struct StepProgress(ProgressLine);

impl StepProgress {
    pub(crate) fn new() -> StepProgress {
        StepProgress(ProgressLine::new(true, None))
    }

    pub(crate) fn begin(&self, step: String) {
        self.0.bar.set_message(step);
    }

    /// Draws the line, once it is time: a step may take long.
    pub(crate) fn look(&self) {
        self.0.show();
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
    is_shown: bool,
    next_look: Instant,
}

impl ProgressLine {
    fn new(is_shown: bool, total: Option<u64>) -> ProgressLine {
        let template = if total.is_some() { "{bar:20} {msg}, {eta} left" } else { "{wide_msg}" };
        #[expect(clippy::expect_used, reason = "both templates are right")]
        let style = ProgressStyle::with_template(template).expect("the template is right");
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden())
            .with_style(style.progress_chars("█▉▊▋▌▍▎▏ "));
        let is_shown = is_shown && stderr().is_terminal();
        ProgressLine { bar, is_shown, next_look: Instant::now() }
    }

    fn is_due(&mut self) -> bool {
        let now = Instant::now();
        let is_due = now >= self.next_look;
        if is_due {
            self.next_look = now + TICK;
        }
        is_due
    }

    fn draw(&self, done: u64, text: String) {
        self.bar.set_position(done);
        self.bar.set_message(text);
        self.show();
    }

    /// Lets the line be seen once the work has gone on for long.
    fn show(&self) {
        if self.is_shown && self.bar.is_hidden() && self.bar.elapsed() >= QUIET {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
            self.bar.tick();
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
