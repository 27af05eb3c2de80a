//! Ctrl-C leaves no temporary file, and prints how much was done.
//!
//! An interrupt only sets a flag. A thread checks the flag and the progress.

use std::{
    fs,
    io::{self, IsTerminal, Write},
    path::PathBuf,
    process,
    sync::{
        Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use tempfile::NamedTempFile;

use crate::failure;

/// The interval between two checks.
const TICK: Duration = Duration::from_millis(20);

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
static HAS_THREAD: OnceLock<bool> = OnceLock::new();

/// Makes a write past the file size limit an error instead of the end of the process, and the end of a program
/// something to wait for, also if signals about it were ignored. Programs that `judge` starts are not affected, because a new
/// program begins without handlers.
#[cfg(unix)]
pub(crate) fn catch_limits() {
    static IS_CAUGHT: AtomicBool = AtomicBool::new(false);
    for signal in [rustix::process::Signal::XFSZ, rustix::process::Signal::CHILD] {
        let _ = signal_hook::flag::register(signal.as_raw(), &IS_CAUGHT);
    }
}

/// Makes Ctrl-C, and other signals that end a process, only set the flag.
#[cfg(unix)]
pub(crate) fn catch_signals() -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGXCPU, TERM_SIGNALS};
    let mut signals = TERM_SIGNALS.iter().chain([&SIGHUP, &SIGXCPU]);
    signals.try_for_each(|&signal| signal_hook::flag::register(signal, &INTERRUPTED).map(drop))
}

/// Makes Ctrl-C only set the flag.
#[cfg(windows)]
pub(crate) fn catch_signals() -> io::Result<()> {
    match ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::Relaxed)) {
        Err(ctrlc::Error::System(error)) => Err(error),
        // It is set already.
        _ => Ok(()),
    }
}

/// Whether Ctrl-C has set the flag.
pub(crate) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Waits for the end of the process if Ctrl-C was pressed. Ctrl-C also ends the program that writes
/// to standard input, so the input may be incomplete.
pub(crate) fn wait_if_interrupted() {
    while is_interrupted() {
        thread::park();
    }
}

/// What the thread checks, and what it cleans up when the process is interrupted.
struct Cleanup {
    /// Temporary files that must not stay.
    temporary: Vec<PathBuf>,
    /// Shows the progress, and returns it as text.
    look: Option<Box<dyn FnMut() -> String + Send>>,
}

/// Starts the thread that ends the process when it is interrupted, and returns what the thread
/// checks. Without the thread, Ctrl-C ends the process at once.
fn cleanup() -> MutexGuard<'static, Cleanup> {
    static CLEANUP: Mutex<Cleanup> = Mutex::new(Cleanup { temporary: Vec::new(), look: None });
    HAS_THREAD.get_or_init(|| {
        let look = || loop {
            thread::sleep(TICK);
            let mut cleanup = self::cleanup();
            let done = cleanup.look.as_mut().map(|look| look());
            if is_interrupted() {
                cleanup.end(done);
            }
        };
        // Before the flag: where the system refuses a thread, Ctrl-C still ends the process.
        thread::Builder::new().spawn(look).and_then(|_| catch_signals()).is_ok()
    });
    CLEANUP.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Cleanup {
    /// Ends the process. `done` is the progress.
    fn end(&self, done: Option<String>) -> ! {
        for path in &self.temporary {
            // If it has been given its name there is nothing to remove.
            let _ = fs::remove_file(path);
        }
        if let Some(done) = done {
            if io::stderr().is_terminal() {
                // Over a progress bar and the ^C that the terminal shows.
                let _ = io::stderr().write_all(b"\r\x1b[K");
            }
            failure::say(format_args!("interrupted after {done}"));
        }
        process::exit(130)
    }
}

/// Creates a file, which Ctrl-C removes: the thread does, so there is none without it.
pub(crate) fn create_temporary(
    create: impl FnOnce() -> io::Result<NamedTempFile>,
) -> io::Result<NamedTempFile> {
    // Held while the file is created, so that none is left before it is known.
    let mut cleanup = self::cleanup();
    if HAS_THREAD.get() != Some(&true) {
        return Err(io::Error::other("no more threads may be started (ulimit -u)"));
    }
    let file = create()?;
    cleanup.temporary.push(file.path().to_owned());
    Ok(file)
}

/// Calls `look` at each check, and prints its text after Ctrl-C.
pub(crate) fn watch_progress(look: impl FnMut() -> String + Send + 'static) {
    cleanup().look = Some(Box::new(look));
}
