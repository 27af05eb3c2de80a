use std::{
    io::{Read, Write},
    path::PathBuf,
    sync::{Arc, atomic::AtomicU64},
    thread,
};

use crate::{bad_lines::Rejects, source::Source};

/// The number of threads that the fronts use by default: one for each processor, at most four,
/// which are faster than disks. More threads could need over 120 MB of memory, even with bids like
/// the puzzle's.
#[doc(hidden)] // Shared by the command and Python.
pub fn default_threads() -> usize {
    thread::available_parallelism().map_or(1, usize::from).min(4)
}

/// The files and streams to read as one input, in order, and how to read them.
///
/// Gzip and zstd are recognized by content. Read the input with [`tally`](Input::tally) or
/// [`entries`](Input::entries).
#[derive(Default)]
pub struct Input<'a> {
    pub(crate) sources: Vec<Source>,
    pub(crate) expected_bytes: u64,
    /// 0 means 1.
    pub(crate) threads: usize,
    pub(crate) skip_bad_lines: bool,
    pub(crate) rejects: Option<Rejects<'a>>,
    pub(crate) bid_range: bool,
    pub(crate) bytes_read: Arc<AtomicU64>,
}

impl<'a> Input<'a> {
    /// Makes an empty input.
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
    /// On Unix, if standard input is a file at its beginning, this call takes the whole file.
    pub fn stdin(mut self) -> Self {
        self.sources.push(Source::stdin());
        self
    }

    /// Appends everything from a reader, which messages call `name`.
    ///
    /// With several threads, a background thread may hold the reader after this value is dropped,
    /// until its last read returns.
    pub fn reader(mut self, name: &str, reader: impl Read + Send + 'static) -> Self {
        self.sources.push(Source::reader(name, Box::new(reader)));
        self
    }

    /// Gives the approximate number of bytes of all readers. This is a hint: with it, a million
    /// entries take a tenth less time.
    pub fn expected_bytes(mut self, bytes: u64) -> Self {
        self.expected_bytes = bytes;
        self
    }

    /// Uses at most this many threads. The default is 1.
    ///
    /// For a tally without rejects, each thread gets a share of the inputs: whole ones, and byte
    /// ranges of uncompressed files. Everything else, such as a single pipe, a compressed file or
    /// [entries](Input::entries), is decoded by one thread, and another may read and unpack ahead
    /// of it. Threads that would not save time are not started: one thread reads a file of less
    /// than 32 MiB.
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

    /// Skips and counts bad lines. By default, they are an error after everything has been read.
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

    /// Writes bad lines to `sink`, unchanged and in order. Only one thread decodes then.
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

    /// Finds the least and the greatest bid, which a tally does not keep. This takes a little
    /// longer.
    pub fn bid_range(mut self, wanted: bool) -> Self {
        self.bid_range = wanted;
        self
    }

    /// Counts in `bytes` the bytes read from the inputs. Compressed inputs count as compressed
    /// bytes.
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
