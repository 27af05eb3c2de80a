//! What Ctrl-C leaves, and says: no temporary file, and how far the work got.

use std::{
    fs,
    io::{self, IsTerminal, Write},
    path::{Path, PathBuf},
    process,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use signal_hook::{consts::TERM_SIGNALS, iterator::Signals};
use tempfile::NamedTempFile;

use crate::messages;

/// What Ctrl-C sends, and what else asks a process to end.
fn signals() -> Vec<i32> {
    let mut signals = TERM_SIGNALS.to_vec();
    #[cfg(unix)]
    signals.push(signal_hook::consts::SIGHUP);
    signals
}

struct Interrupt {
    is_watched_for: bool,
    /// Temporary files that must not stay.
    temporary: Vec<PathBuf>,
    farewell: Option<Box<dyn Fn() -> String + Send>>,
}

static INTERRUPT: Mutex<Interrupt> =
    Mutex::new(Interrupt { is_watched_for: false, temporary: Vec::new(), farewell: None });

fn lock() -> MutexGuard<'static, Interrupt> {
    INTERRUPT.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Interrupt {
    fn watch(&mut self) -> io::Result<()> {
        if self.is_watched_for {
            return Ok(());
        }
        let mut interrupts = Signals::new(signals())?;
        thread::spawn(move || {
            if interrupts.forever().next().is_some() {
                let interrupt = lock();
                for path in &interrupt.temporary {
                    // If it has been given its name there is nothing to remove.
                    let _ = fs::remove_file(path);
                }
                if let Some(farewell) = &interrupt.farewell {
                    if io::stderr().is_terminal() {
                        // Over a progress bar and the ^C that the terminal shows.
                        let _ = io::stderr().write_all(b"\r\x1b[K");
                    }
                    messages::say(farewell());
                }
                process::exit(130);
            }
        });
        self.is_watched_for = true;
        Ok(())
    }
}

/// Creates a file, and sees to it that Ctrl-C does not leave it.
pub(crate) fn removes(
    create: impl FnOnce() -> io::Result<NamedTempFile>,
) -> io::Result<NamedTempFile> {
    // Held while the file is created, so that none is left before it is known.
    let mut interrupt = lock();
    interrupt.watch()?;
    let file = create()?;
    interrupt.temporary.push(file.path().to_owned());
    Ok(file)
}

/// Forgets a file that has its name now, or is gone.
pub(crate) fn keeps(path: &Path) {
    lock().temporary.retain(|temporary| temporary != path);
}

/// Sees to it that Ctrl-C says how far the work got.
pub(crate) fn says(farewell: impl Fn() -> String + Send + 'static) {
    let mut interrupt = lock();
    // Without it, Ctrl-C ends the work as it does any other.
    if interrupt.watch().is_ok() {
        interrupt.farewell = Some(Box::new(farewell));
    }
}

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Sees to it that Ctrl-C ends nothing, but is known.
pub(crate) fn raises_flag() -> io::Result<()> {
    let register = |signal| signal_hook::flag::register(signal, &INTERRUPTED).map(drop);
    signals().into_iter().try_for_each(register)
}

/// Whether Ctrl-C has raised the flag.
pub(crate) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
