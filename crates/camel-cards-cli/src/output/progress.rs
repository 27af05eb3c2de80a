//! What is said of work that takes long: a line on the terminal, how far it got, how fast it was.

use std::{
    fs,
    io::{IsTerminal, stderr, stdin, stdout},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use camel_cards_input::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::text::{binary, grouped};
use crate::interrupt;

/// How long work goes on before the line is drawn.
const QUIET: Duration = Duration::from_secs(1);

/// Less than this is read before anybody looks, even if it is compressed.
const SHORT_BYTES: u64 = 1 << 17;

/// Reading an input. `Ctrl-C` says how far it got.
pub(crate) struct ReadProgress {
    start: Instant,
    /// What reading counts with.
    pub(crate) counters: Arc<Progress>,
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
        let total = files.iter().map(length).sum::<Option<u64>>();
        let counters = Arc::new(Progress::default());
        let line = ProgressLine::new(total);
        if total.is_none_or(|total| total >= SHORT_BYTES) {
            let of = total.map_or(String::new(), |total| format!(" of {}", binary(total)));
            // A line that is drawn would break into the one that is typed.
            let is_typed = stdin().is_terminal() && files.iter().any(|file| file == Path::new("-"));
            let counters = counters.clone();
            line.follow(!is_typed, move || {
                let (bytes, lines) = (counters.bytes(), counters.lines());
                (bytes, format!("{}{of}, {} lines", binary(bytes), grouped(lines.into())))
            });
        }
        ReadProgress { start: Instant::now(), counters, line }
    }

    /// Takes the line off the terminal.
    pub(crate) fn clear(&self) {
        self.line.0.finish_and_clear();
    }

    /// Says what was read, how fast, and in how much memory.
    pub(crate) fn timing(&self, entries: u64) -> String {
        let time = self.start.elapsed();
        let bytes = self.counters.bytes();
        let nanoseconds = time.as_nanos().max(1);
        let rate = |count: u64| (u128::from(count) * 1_000_000_000 / nanoseconds) as u64;
        format!(
            "read {}, {} entries in {time:.3?}: {}/s, {} entries/s{}",
            binary(bytes),
            grouped(entries.into()),
            binary(rate(bytes)),
            grouped(rate(entries).into()),
            peak_memory().map(|peak| format!(", at most {peak} of memory")).unwrap_or_default(),
        )
    }
}

/// Work of known length. `Ctrl-C` says how far it got.
pub(crate) struct WorkProgress {
    done: Arc<AtomicU64>,
    line: ProgressLine,
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
        text: impl Fn(u64) -> String + Send + 'static,
    ) -> WorkProgress {
        let done = Arc::new(AtomicU64::new(0));
        let (line, counter) = (ProgressLine::new(Some(total)), done.clone());
        line.follow(is_shown, move || {
            let done = counter.load(Ordering::Relaxed);
            (done, text(done))
        });
        WorkProgress { done, line }
    }

    /// Takes the line off the terminal.
    pub(crate) fn clear(&self) {
        self.line.0.finish_and_clear();
    }

    /// Says how much is done.
    pub(crate) fn set(&self, done: u64) {
        self.done.store(done, Ordering::Relaxed);
    }
}

/// Work of steps of unknown length, each with a name.
pub(crate) struct StepProgress(ProgressLine);

impl StepProgress {
    pub(crate) fn new() -> StepProgress {
        StepProgress(ProgressLine::new(None))
    }

    pub(crate) fn begin(&self, step: String) {
        self.0.0.set_message(step);
    }

    /// Draws the line, once it is time: a step may take long.
    pub(crate) fn look(&self) {
        show(&self.0.0);
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
struct ProgressLine(ProgressBar);

impl ProgressLine {
    fn new(total: Option<u64>) -> ProgressLine {
        let template = if total.is_some() { "{bar:20} {msg}, {eta} left" } else { "{wide_msg}" };
        #[expect(clippy::expect_used, reason = "both templates are right")]
        let style = ProgressStyle::with_template(template).expect("the template is right");
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden());
        ProgressLine(bar.with_style(style.progress_chars("█▉▊▋▌▍▎▏ ")))
    }

    /// Follows work that says how much of it is done, as a number and in words.
    fn follow(&self, is_shown: bool, work: impl Fn() -> (u64, String) + Send + 'static) {
        let bar = self.0.clone();
        interrupt::watch_progress(move || {
            let (done, text) = work();
            if is_shown {
                bar.set_position(done);
                bar.set_message(text.clone());
                show(&bar);
            }
            text
        });
    }
}

/// Lets a line be seen once the work has gone on for long.
fn show(bar: &ProgressBar) {
    if bar.is_hidden() && bar.elapsed() >= QUIET && stderr().is_terminal() {
        bar.set_draw_target(ProgressDrawTarget::stderr());
        bar.tick();
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
