use std::{
    io::{Read, Write},
    path::PathBuf,
    sync::{Arc, atomic::AtomicU64},
    thread,
};

use crate::{bad_lines::Rejects, source::Source};

/// How many threads the fronts use unless told: one a processor, but four are faster than disks. With more, reading would
/// take more than 120 MB of memory where bids are as the puzzle has them.
#[doc(hidden)] // Shared by the command and Python.
pub fn default_threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from).min(4)
}

/// What to read, one after the other as one input, and how.
///
/// What gzip or zstd has compressed is known by its content. It is read by [`tally`](Input::tally) or
/// [`entries`](Input::entries).
#[derive(Default)]
pub struct Input<'a> {
    pub(crate) sources: Vec<Source>,
    pub(crate) expected_bytes: u64,
    /// 0 is one, too.
    pub(crate) threads: usize,
    pub(crate) skip_bad_lines: bool,
    pub(crate) rejects: Option<Rejects<'a>>,
    pub(crate) bid_range: bool,
    pub(crate) bytes_read: Arc<AtomicU64>,
}

impl<'a> Input<'a> {
    /// Makes an input of nothing.
    pub fn new() -> Input<'a> {
        Input::default()
    }

    /// Appends a file.
    pub fn path(mut self, path: impl Into<PathBuf>) -> Self {
        self.sources.push(Source::path(path.into()));
        self
    }

    /// Appends files, in this order.
    pub fn paths(self, paths: impl IntoIterator<Item = impl Into<PathBuf>>) -> Self {
        paths.into_iter().fold(self, Input::path)
    }

    /// Appends standard input, which messages call `<stdin>`.
    ///
    /// On Unix, if it is a file at its beginning, this call takes all of it.
    pub fn stdin(mut self) -> Self {
        self.sources.push(Source::stdin());
        self
    }

    /// Appends what a reader gives, which messages call `name`.
    ///
    /// With several threads, one in the background may still hold the reader after this value is
    /// dropped, until its last read returns.
    pub fn reader(mut self, name: &str, reader: impl Read + Send + 'static) -> Self {
        self.sources.push(Source::reader(name, Box::new(reader)));
        self
    }

    /// Says that the readers give about so many bytes: a hint, with which a million entries take a tenth less time.
    pub fn expected_bytes(mut self, bytes: u64) -> Self {
        self.expected_bytes = bytes;
        self
    }

    /// Uses up to so many threads, 1 unless told.
    ///
    /// For a tally without rejects each thread gets a share of the inputs: whole ones, and byte ranges of files
    /// that are not compressed. All else, such as a single pipe or compressed file and [entries](Input::entries), is
    /// decoded by one thread, and another may read and unpack ahead of it.
    /// There are never more threads than are worth starting: a file of less than 32 MiB is read
    /// by one.
    ///
    /// ```
    /// use camel_cards::Ties;
    /// use camel_cards_input::Input;
    ///
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("hands.txt");
    /// # std::fs::write(&path, "32T3K 765\nT55J5 684\n")?;
    /// let threads = std::thread::available_parallelism()?.get();
    /// let tally = Input::new().path(path).threads(threads).tally()?.tally;
    /// assert_eq!(tally.score(Ties::Ordinal)?.winnings.joker, 765 + 2 * 684);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Leaves out bad lines, and counts them, instead of failing when all have been read.
    ///
    /// ```
    /// use camel_cards::ErrorKind;
    /// use camel_cards_input::Input;
    ///
    /// let hands = &b"32T3K 765\nT55J 684\nKK677 28\n"[..];
    /// let error = Input::new().reader("hands", hands).tally().unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "bad lines: 1, the first: hands:2:1: expected a hand of 5 cards, found 4",
    /// );
    ///
    /// let tallied = Input::new().reader("hands", hands).skip_bad_lines(true).tally()?;
    /// assert_eq!((tallied.tally.entries(), tallied.bad_lines.count()), (2, 1));
    /// let bad = &tallied.bad_lines.first()[0];
    /// assert_eq!(bad.error.kind(), ErrorKind::HandLength { found: 4 });
    /// assert_eq!(bad.text, b"T55J 684\n");
    /// # Ok::<(), camel_cards_input::InputError>(())
    /// ```
    pub fn skip_bad_lines(mut self, skip: bool) -> Self {
        self.skip_bad_lines = skip;
        self
    }

    /// Writes bad lines to `sink`, unchanged and in order. Then one thread decodes.
    ///
    /// ```
    /// use camel_cards_input::Input;
    ///
    /// let mut rejected = Vec::new();
    /// let input = Input::new().reader("hands", &b"32T3K 765\nT55J 684\n"[..]);
    /// input.skip_bad_lines(true).rejects(&mut rejected).tally()?;
    /// assert_eq!(rejected, b"T55J 684\n");
    /// # Ok::<(), camel_cards_input::InputError>(())
    /// ```
    pub fn rejects(mut self, sink: &'a mut (dyn Write + Send)) -> Self {
        self.rejects = Some(Rejects::new(sink));
        self
    }

    /// Finds the least and the greatest bid, which no tally keeps. It takes a little longer.
    pub fn bid_range(mut self, wanted: bool) -> Self {
        self.bid_range = wanted;
        self
    }

    /// Counts in `bytes` how many bytes of the inputs have been read, as they are: compressed or not.
    ///
    /// ```
    /// use std::sync::{Arc, atomic::{AtomicU64, Ordering}};
    ///
    /// use camel_cards_input::Input;
    ///
    /// let bytes = Arc::new(AtomicU64::new(0));
    /// Input::new().reader("hands", &b"32T3K 765\nT55J5 684\n"[..]).progress(&bytes).tally()?;
    /// assert_eq!(bytes.load(Ordering::Relaxed), 20);
    /// # Ok::<(), camel_cards_input::InputError>(())
    /// ```
    pub fn progress(mut self, bytes: &Arc<AtomicU64>) -> Self {
        self.bytes_read = bytes.clone();
        self
    }
}
