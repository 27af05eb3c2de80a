//! What is said of work that takes long: a bar, how far it got, how fast it was.

use std::{
    fs,
    io::{IsTerminal, stderr, stdout},
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use indicatif::{HumanBytes, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::{input::Report, interrupt, numbers::grouped};

/// How long all is quiet.
const QUIET: Duration = Duration::from_secs(1);

/// How often the bar moves.
const TICK: Duration = Duration::from_millis(100);

/// Counts what has been read.
pub(crate) struct Work {
    start: Instant,
    /// Of the files as they are, compressed or not.
    pub(crate) read_bytes: Arc<AtomicU64>,
    lines: Arc<AtomicU64>,
    /// How much there is, if that is known.
    total_bytes: Option<u64>,
    has_farewell: AtomicBool,
    bar: Option<Bar>,
}

impl Work {
    pub(crate) fn new(files: &[PathBuf]) -> Work {
        Work::shown(files, stderr().is_terminal())
    }

    /// For a time when what has been worked out is printed, which shows best how far it got.
    pub(crate) fn again(files: &[PathBuf]) -> Work {
        Work::shown(files, stderr().is_terminal() && !stdout().is_terminal())
    }

    fn shown(files: &[PathBuf], shown: bool) -> Work {
        let length = |file: &PathBuf| {
            let metadata = fs::metadata(file).ok().filter(fs::Metadata::is_file);
            metadata.map(|metadata| metadata.len())
        };
        let (read_bytes, lines) = (Arc::default(), Arc::default());
        let total_bytes = files.iter().map(length).sum();
        let template = match total_bytes {
            Some(_) => "{bar:20.blue} {bytes}/{total_bytes} {msg}, {eta} left",
            None => "{spinner:.blue} {bytes} {msg}",
        };
        let bar = shown.then(|| Bar::start(template, &read_bytes, &lines, total_bytes));
        let work = Work {
            start: Instant::now(),
            read_bytes,
            lines,
            total_bytes,
            has_farewell: AtomicBool::new(false),
            bar,
        };
        // Nobody knows how long a pipe lasts.
        if total_bytes.is_none() {
            work.promise_farewell();
        }
        work
    }

    /// Does what writes to standard error, beside the bar.
    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.bar.suspend(write),
            None => write(),
        }
    }

    /// Counts what has been read of a piece.
    pub(crate) fn add(&self, report: &Report) {
        self.lines.fetch_add(report.lines, Ordering::Relaxed);
        // Most files are one piece, and nobody interrupts that.
        if !report.is_last {
            self.promise_farewell();
        }
    }

    /// Sees to it that Ctrl-C says how far this is.
    fn promise_farewell(&self) {
        if !self.has_farewell.swap(true, Ordering::Relaxed) {
            let (read_bytes, lines) = (self.read_bytes.clone(), self.lines.clone());
            let total_bytes = self.total_bytes;
            interrupt::says(move || {
                let read = HumanBytes(read_bytes.load(Ordering::Relaxed));
                let of = total_bytes.map(|total| format!(" of {}", HumanBytes(total)));
                let lines = grouped(lines.load(Ordering::Relaxed).into());
                format!("interrupted after {read}{}, {lines} lines", of.unwrap_or_default())
            });
        }
    }

    /// Says on standard error what was read, how fast, and in how much memory.
    ///
    /// What had been read before, of an input that this goes on with, does not count.
    pub(crate) fn say_timing(&self, bytes_before: u64, entries: u64) {
        let time = self.start.elapsed();
        let bytes = self.read_bytes.load(Ordering::Relaxed) - bytes_before;
        let rate = |count: u64| match time.as_nanos() {
            0 => 0,
            nanoseconds => (u128::from(count) * 1_000_000_000 / nanoseconds) as u64,
        };
        anstream::eprintln!(
            "camel-cards: read {}, {} entries in {time:.3?}: {}/s, {} entries/s{}",
            HumanBytes(bytes),
            grouped(entries.into()),
            HumanBytes(rate(bytes)),
            grouped(rate(entries).into()),
            peak_memory().map(|peak| format!(", at most {peak} of memory")).unwrap_or_default(),
        );
    }
}

/// Counts hands that have been read, on their way to the output.
pub(crate) struct HandsDone {
    done: Arc<AtomicU64>,
    _bar: Option<Bar>,
}

impl HandsDone {
    /// Fewer hands than this are done before anybody interrupts.
    const LONG: u64 = 1 << 16;

    pub(crate) fn new(doing: &'static str, total: u64) -> HandsDone {
        let done = Arc::new(AtomicU64::new(0));
        if total < HandsDone::LONG {
            return HandsDone { done, _bar: None };
        }
        let so_far = done.clone();
        interrupt::says(move || {
            let done = grouped(so_far.load(Ordering::Relaxed).into());
            format!("interrupted while {doing}, after {done} of {} hands", grouped(total.into()))
        });
        let shown = stderr().is_terminal() && !stdout().is_terminal();
        let template =
            format!("{{bar:20.blue}} {doing} {{human_pos}}/{{human_len}} {{msg}}, {{eta}} left");
        let bar = shown.then(|| Bar::start(&template, &done, &done, Some(total)));
        HandsDone { done, _bar: bar }
    }

    pub(crate) fn add(&self, hands: u64) {
        self.done.fetch_add(hands, Ordering::Relaxed);
    }
}

/// The most memory that this process has had, where the system says so.
fn peak_memory() -> Option<HumanBytes> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(HumanBytes(kib * 1024))
}

/// A bar on a terminal, which a thread of its own draws.
struct Bar {
    bar: ProgressBar,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Bar {
    fn start(
        template: &str,
        done: &Arc<AtomicU64>,
        hands: &Arc<AtomicU64>,
        total: Option<u64>,
    ) -> Bar {
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("█▉▊▋▌▍▎▏ "));
        }
        let is_over = Arc::new(AtomicBool::new(false));
        let (done, hands) = (done.clone(), hands.clone());
        let (shown, over, start) = (bar.clone(), is_over.clone(), Instant::now());
        let draw = move || {
            let mut is_shown = false;
            while !over.load(Ordering::Relaxed) {
                let time = start.elapsed();
                if time >= QUIET {
                    if !is_shown {
                        shown.set_draw_target(ProgressDrawTarget::stderr());
                        is_shown = true;
                    }
                    shown.set_position(done.load(Ordering::Relaxed));
                    let hands = u128::from(hands.load(Ordering::Relaxed));
                    let rate = hands * 1000 / time.as_millis().max(1);
                    shown.set_message(format!("{} hands/s", grouped(rate)));
                    shown.tick();
                }
                thread::park_timeout(TICK);
            }
        };
        Bar { bar, is_over, thread: Some(thread::spawn(draw)) }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            // It draws, and if it cannot, that is no failure of the work.
            let _ = thread.join();
        }
        self.bar.finish_and_clear();
    }
}
