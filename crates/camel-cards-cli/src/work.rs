//! What is said of work that takes long: a bar, how far it got, how fast it was.

use std::{
    fs,
    io::{IsTerminal, stderr, stdout},
    path::PathBuf,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use camel_cards_input::Progress;

use crate::{
    interrupt,
    numbers::{binary, blocks, grouped, share},
};

/// How long all is quiet.
const QUIET: Duration = Duration::from_secs(1);

/// How often the bar moves.
const TICK: Duration = Duration::from_millis(100);

/// Less than this is read at once, and nobody interrupts that.
const LONG_BYTES: u64 = 1 << 17;

/// Says how far reading is.
pub(crate) struct Work {
    start: Instant,
    progress: Arc<Progress>,
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
        let total_bytes: Option<u64> = files.iter().map(length).sum();
        let progress = Arc::new(Progress::default());
        let read = progress.clone();
        let bar = shown.then(|| {
            Bar::start(move |time| {
                let done = read.bytes();
                let of = total_bytes.map(|total| format!(" of {}", binary(total)));
                let left = total_bytes.and_then(|total| left(done, total, time));
                let (of, left) = (of.unwrap_or_default(), left.unwrap_or_default());
                let bar = total_bytes.map(|total| progress_bar(done, total)).unwrap_or_default();
                format!("{bar}{}{of}, {}{left}", binary(done), rate(read.lines(), time))
            })
        });
        // Nobody knows how long a pipe lasts.
        if total_bytes.is_none_or(|total| total > LONG_BYTES) {
            let read = progress.clone();
            interrupt::says(move || {
                let of = total_bytes.map(|total| format!(" of {}", binary(total)));
                let lines = grouped(read.lines().into());
                let (bytes, of) = (binary(read.bytes()), of.unwrap_or_default());
                format!("interrupted after {bytes}{of}, {lines} lines")
            });
        }
        Work { start: Instant::now(), progress, bar }
    }

    /// Where reading is to say how far it is.
    pub(crate) fn progress(&self) -> &Arc<Progress> {
        &self.progress
    }

    /// Does what writes to standard error, beside the bar.
    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.aside(write),
            None => write(),
        }
    }

    /// Says on standard error what was read, how fast, and in how much memory.
    ///
    /// What had been read before, of an input that this goes on with, does not count.
    pub(crate) fn say_timing(&self, bytes_before: u64, entries: u64) {
        let time = self.start.elapsed();
        let bytes = self.progress.bytes() - bytes_before;
        let rate = |count: u64| match time.as_nanos() {
            0 => 0,
            nanoseconds => (u128::from(count) * 1_000_000_000 / nanoseconds) as u64,
        };
        anstream::eprintln!(
            "camel-cards: read {}, {} entries in {time:.3?}: {}/s, {} entries/s{}",
            binary(bytes),
            grouped(entries.into()),
            binary(rate(bytes)),
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
        let so_far = done.clone();
        let bar = shown.then(|| {
            Bar::start(move |time| {
                let done = load(&so_far);
                let [of, bar] = [grouped(total.into()), progress_bar(done, total)];
                let left = left(done, total, time).unwrap_or_default();
                format!("{bar}{doing} {} of {of}, {}{left}", grouped(done.into()), rate(done, time))
            })
        });
        HandsDone { done, _bar: bar }
    }

    pub(crate) fn add(&self, hands: u64) {
        self.done.fetch_add(hands, Ordering::Relaxed);
    }
}

/// The most memory that this process has had, where the system says so.
fn peak_memory() -> Option<String> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(binary(kib * 1024))
}

fn load(count: &AtomicU64) -> u64 {
    count.load(Ordering::Relaxed)
}

/// How wide a bar is, in terminal columns.
const BAR_WIDTH: usize = 20;

fn progress_bar(done: u64, total: u64) -> String {
    let eighths = share(done.min(total).into(), total.into(), BAR_WIDTH as u32 * 8);
    format!("{:<BAR_WIDTH$} ", blocks(eighths as usize))
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

/// A line on a terminal, which a thread of its own draws.
struct Bar {
    /// Whether the line is there. Held while anything is written.
    is_shown: Arc<Mutex<bool>>,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// Goes to the start of the line and clears it.
const CLEAR: &str = "\r\x1b[K";

fn lock(is_shown: &Mutex<bool>) -> MutexGuard<'_, bool> {
    is_shown.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Bar {
    /// Shows what `describe` says after so much time.
    fn start(describe: impl Fn(Duration) -> String + Send + 'static) -> Bar {
        let (is_shown, is_over) = (Arc::new(Mutex::new(false)), Arc::new(AtomicBool::new(false)));
        let (shown, over, start) = (is_shown.clone(), is_over.clone(), Instant::now());
        let draw = move || {
            while !over.load(Ordering::Relaxed) {
                let time = start.elapsed();
                if time >= QUIET {
                    let mut is_shown = lock(&shown);
                    let line: String = describe(time).chars().take(columns() - 1).collect();
                    eprint!("{CLEAR}{line}");
                    *is_shown = true;
                }
                thread::park_timeout(TICK);
            }
        };
        Bar { is_shown, is_over, thread: Some(thread::spawn(draw)) }
    }

    /// Does what writes to standard error where the line is, which comes back after it.
    fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        let mut is_shown = lock(&self.is_shown);
        if *is_shown {
            eprint!("{CLEAR}");
            *is_shown = false;
        }
        write()
    }
}

/// How wide the terminal is; one that does not say has 80 columns.
fn columns() -> usize {
    #[cfg(unix)]
    if let Ok(size) = rustix::termios::tcgetwinsize(stderr())
        && size.ws_col > 1
    {
        return size.ws_col.into();
    }
    80
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            // It draws, and if it cannot, that is no failure of the work.
            let _ = thread.join();
        }
        self.aside(|| {});
    }
}
