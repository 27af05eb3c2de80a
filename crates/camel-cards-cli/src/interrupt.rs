//! What Ctrl-C leaves, and says: no temporary file, and how far the work got.
//!
//! An interrupt only raises a flag. A thread looks at it.

use std::{
    fs,
    io::{self, IsTerminal, Write},
    path::PathBuf,
    process,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use tempfile::NamedTempFile;

use crate::messages;

/// How often the thread looks at the flag.
const TICK: Duration = Duration::from_millis(20);

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Sees to it that Ctrl-C, and what else asks a process to end, ends nothing, but is known.
#[cfg(unix)]
pub(crate) fn raises_flag() -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, TERM_SIGNALS};
    let mut signals = TERM_SIGNALS.iter().chain([&SIGHUP]);
    signals.try_for_each(|&signal| signal_hook::flag::register(signal, &INTERRUPTED).map(drop))
}

/// Sees to it that Ctrl-C ends nothing, but is known.
#[cfg(windows)]
pub(crate) fn raises_flag() -> io::Result<()> {
    match ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::Relaxed)) {
        Err(ctrlc::Error::System(error)) => Err(error),
        // It is set already.
        _ => Ok(()),
    }
}

/// Whether Ctrl-C has raised the flag.
pub(crate) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Waits for the end if Ctrl-C was pressed: it has ended whoever writes to standard input, too, so what has been
/// read is not all.
pub(crate) fn wait_if_interrupted() {
    while is_interrupted() {
        thread::park();
    }
}

/// What is done when the process is interrupted.
struct LastActs {
    is_watched_for: bool,
    /// Temporary files that must not stay.
    temporary: Vec<PathBuf>,
    farewell: Option<Box<dyn FnOnce() -> String + Send>>,
}

static LAST_ACTS: Mutex<LastActs> =
    Mutex::new(LastActs { is_watched_for: false, temporary: Vec::new(), farewell: None });

fn last_acts() -> MutexGuard<'static, LastActs> {
    LAST_ACTS.lock().unwrap_or_else(PoisonError::into_inner)
}

impl LastActs {
    /// Starts the thread that ends the process once it is interrupted. Without it, Ctrl-C ends the process at once.
    fn watch(&mut self) -> io::Result<()> {
        if self.is_watched_for {
            return Ok(());
        }
        // Before the flag: where the system refuses a thread, Ctrl-C still ends the process.
        thread::Builder::new().spawn(|| {
            while !is_interrupted() {
                thread::sleep(TICK);
            }
            let mut acts = last_acts();
            for path in &acts.temporary {
                // If it has been given its name there is nothing to remove.
                let _ = fs::remove_file(path);
            }
            if let Some(farewell) = acts.farewell.take() {
                if io::stderr().is_terminal() {
                    // Over a progress bar and the ^C that the terminal shows.
                    let _ = io::stderr().write_all(b"\r\x1b[K");
                }
                messages::say(farewell());
            }
            process::exit(130);
        })?;
        self.is_watched_for = true;
        raises_flag()
    }
}

/// Creates a file, and sees to it that Ctrl-C does not leave it.
pub(crate) fn removes(
    create: impl FnOnce() -> io::Result<NamedTempFile>,
) -> io::Result<NamedTempFile> {
    // Held while the file is created, so that none is left before it is known.
    let mut acts = last_acts();
    let _ = acts.watch();
    let file = create()?;
    acts.temporary.push(file.path().to_owned());
    Ok(file)
}

/// Sees to it that Ctrl-C says how far the work got.
pub(crate) fn says(farewell: impl FnOnce() -> String + Send + 'static) {
    let mut acts = last_acts();
    let _ = acts.watch();
    acts.farewell = Some(Box::new(farewell));
}
