use std::sync::atomic::{AtomicU64, Ordering};

/// How far reading is, to look at from another thread.
///
/// ```
/// use std::sync::Arc;
///
/// use camel_cards_input::{Input, Progress};
///
/// let progress = Arc::new(Progress::default());
/// Input::new().reader("hands", &b"32T3K 765\nT55J5 684\n"[..]).progress(&progress).tally()?;
/// assert_eq!((progress.bytes(), progress.lines()), (20, 2));
/// # Ok::<(), camel_cards_input::InputError>(())
/// ```
#[derive(Debug, Default)]
pub struct Progress {
    bytes: AtomicU64,
    lines: AtomicU64,
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

    pub(crate) fn add_bytes(&self, bytes: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    pub(crate) fn add_lines(&self, lines: u64) {
        self.lines.fetch_add(lines, Ordering::Relaxed);
    }
}
