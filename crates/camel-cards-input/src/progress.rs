use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// How far reading is, to look at from another thread, and a flag to stop it.
///
/// ```
/// use std::sync::Arc;
///
/// use camel_cards_input::{InputErrorKind, Input, Progress};
///
/// let progress = Arc::new(Progress::default());
/// let input = || Input::new().reader("hands", &b"32T3K 765\nT55J5 684\n"[..]);
/// input().progress(&progress).tally()?;
/// assert_eq!((progress.bytes(), progress.lines()), (20, 2));
///
/// progress.stop();
/// let error = input().progress(&progress).tally().unwrap_err();
/// assert!(matches!(error.kind(), InputErrorKind::Stopped));
/// # Ok::<(), camel_cards_input::InputError>(())
/// ```
#[derive(Debug, Default)]
pub struct Progress {
    bytes: AtomicU64,
    lines: AtomicU64,
    stopped: AtomicBool,
}

impl Progress {
    /// Returns how many bytes of the inputs have been read, as they are: compressed or not.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    /// Returns how many lines have been decoded.
    pub fn lines(&self) -> u64 {
        self.lines.load(Ordering::Relaxed)
    }

    /// Stops reading after the chunk that is being read; it fails with
    /// [`InputErrorKind::Stopped`](crate::InputErrorKind::Stopped).
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    pub(crate) fn add_bytes(&self, bytes: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    pub(crate) fn add_lines(&self, lines: u64) {
        self.lines.fetch_add(lines, Ordering::Relaxed);
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}
