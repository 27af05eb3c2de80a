//! Chunks to lines, and lines to entries.
//!
//! A line that a chunk cuts is carried over, so each line is read from one slice: by an [`Engine`],
//! which decodes many plain lines at once; by [`read_plain`], which reads one; or by [`parse`],
//! which makes every error. The first two read lines or leave them alone.

use std::mem;

use super::{
    Engine, Error, ErrorKind, LINE_BYTES_MAX, Position,
    engine::{BLOCK_ENTRIES, Block, SPARE_MIN},
    line::{parse, read_plain},
};
use crate::game::Entry;

/// Returns the entries of a whole input, in order. Bad lines are errors.
///
/// Each line has one entry: a hand, one or more blanks (spaces or tabs), and a bid of decimal
/// digits, from 0 to 2⁶⁴ − 1. Blanks around them, `\r\n`, empty lines, a UTF-8 byte-order mark at
/// the start and a missing last newline are accepted. Any other line is an error, and reading
/// continues after it. Only UTF-16 ends the input. A line may have at most 4,096 bytes before its
/// `\n`.
///
/// ```
/// use camel_cards::entries;
///
/// let bids: Result<Vec<u64>, _> =
///     entries(b"32T3K 765\nT55J5 684\n").map(|entry| Ok(entry?.bid)).collect();
/// assert_eq!(bids?, [765, 684]);
/// # Ok::<(), camel_cards::Error>(())
/// ```
pub fn entries(bytes: &[u8]) -> impl Iterator<Item = Result<Entry, Error>> {
    let mut reader = Reader::new();
    let mut rest = bytes;
    std::iter::from_fn(move || reader.next(&mut rest).or_else(|| reader.last()))
}

/// Reads entries from an input that comes in chunks, a [`Block`] at a time.
///
/// A chunk may end within a line: the reader keeps the start of that line, at most 4,096 bytes. See
/// [`entries`] for the format, and for the simplest way to read one slice.
///
/// ```
/// use camel_cards::{Block, Entry, Error, Reader};
///
/// let (mut reader, mut block) = (Reader::new(), Block::new());
/// let mut entries: Vec<Entry> = Vec::new();
/// for chunk in ["32T3K 7", "65\nT55", "J5 684"] {
///     let mut rest = chunk.as_bytes();
///     while !rest.is_empty() {
///         reader.next_block(&mut rest, &mut block)?;
///         entries.extend(block.entries());
///     }
/// }
/// reader.finish(&mut block)?;
/// entries.extend(block.entries());
/// assert_eq!(entries[1].to_string(), "T55J5 684");
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Reader {
    engine: Engine,
    /// Lines still to be read one by one before the engine is tried again; set when it decodes nothing.
    lines_alone: usize,
    /// What `lines_alone` was last set to: it doubles each time, up to a block, and is 0 again once the engine decodes.
    backoff: usize,
    /// The start of the line that the last chunk cut.
    begun: Vec<u8>,
    /// The last bad line.
    bad_line: Vec<u8>,
    skipping: Skipping,
    /// Whether this is not the start of the input, where a byte-order mark may be.
    within_input: bool,
    byte_order_mark: bool,
    /// How many lines and bytes come before the next line.
    lines: u64,
    bytes: u64,
}

/// Input that comes next and is skipped.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Skipping {
    #[default]
    Nothing,
    /// The rest of a line that was too long.
    Line,
    /// All: the input is UTF-16, or has ended.
    Input,
}

impl Reader {
    /// The most bytes that a line may have, without its `\n`.
    pub const LINE_BYTES_MAX: usize = LINE_BYTES_MAX;

    /// Makes a reader for a new input.
    pub fn new() -> Reader {
        Reader::default()
    }

    // Hidden functions are for `camel-cards-input`, which reads on several threads and keeps bad lines.
    /// Makes a reader for part of an input that begins with a line, but is not the start of the input.
    ///
    /// A byte-order mark there is an error. Lines and bytes are counted from the part's start;
    /// [`Error::moved_by`] adds what came before.
    #[doc(hidden)]
    pub fn within_input() -> Reader {
        Reader { within_input: true, ..Reader::new() }
    }

    /// Makes a reader for a new input that uses this engine.
    #[doc(hidden)]
    pub fn with_engine(engine: Engine) -> Reader {
        Reader { engine, ..Reader::new() }
    }

    /// Returns the number of lines read.
    pub const fn lines(&self) -> u64 {
        self.lines
    }

    /// Returns the number of bytes in those lines.
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns whether the input began with a UTF-8 byte-order mark.
    pub const fn has_byte_order_mark(&self) -> bool {
        self.byte_order_mark
    }

    /// Returns the last bad line, with its newline.
    ///
    /// If the line is too long, these are its first 4 KB.
    pub fn bad_line(&self) -> &[u8] {
        &self.bad_line
    }

    /// Removes the rest of a line that was too long from the start of a chunk, and returns it.
    ///
    /// [`Reader::next_block`] skips it by itself. Call this to keep bad lines.
    ///
    /// ```
    /// use camel_cards::{Block, ErrorKind, Reader};
    ///
    /// let (mut reader, mut block) = (Reader::new(), Block::new());
    /// let text = format!("{}x\n32T3K 765\n", " ".repeat(10_000));
    /// let mut rest = text.as_bytes();
    /// let error = reader.next_block(&mut rest, &mut block).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::LineTooLong);
    /// let line = [reader.bad_line().to_vec(), reader.skip_long_line(&mut rest).to_vec()].concat();
    /// assert_eq!((line.len(), rest), (10_002, &b"32T3K 765\n"[..]));
    /// ```
    #[doc(hidden)]
    pub fn skip_long_line<'c>(&mut self, rest: &mut &'c [u8]) -> &'c [u8] {
        let newline = || rest.iter().position(|&byte| byte == b'\n');
        let skipped = match self.skipping {
            Skipping::Nothing => 0,
            Skipping::Line => newline().map_or(rest.len(), |newline| {
                self.skipping = Skipping::Nothing;
                newline + 1
            }),
            Skipping::Input => rest.len(),
        };
        self.bytes += skipped as u64;
        let (skipped, after) = rest.split_at(skipped);
        *rest = after;
        skipped
    }

    /// Clears `block`, and reads lines into it until it is full, `rest` is used up or a line is bad.
    ///
    /// Afterwards, `rest` is the unread part. Call this until `rest` is empty, then with the next
    /// chunk. If a chunk ends within a line, the reader keeps its start until the rest comes.
    ///
    /// # Errors
    ///
    /// A bad line, which [`Reader::bad_line`] returns. The block has the entries before it, `rest`
    /// begins after it, and you can continue reading. After [`ErrorKind::Utf16`], nothing more is
    /// read.
    ///
    /// ```
    /// use camel_cards::{Block, Reader};
    ///
    /// let (mut reader, mut block) = (Reader::new(), Block::new());
    /// let (mut bids, mut errors) = (0, Vec::new());
    /// let mut rest = &b"32T3K 765\nT55J 684\nKK677 28\n"[..];
    /// while !rest.is_empty() {
    ///     let result = reader.next_block(&mut rest, &mut block);
    ///     bids += block.entries().map(|entry| entry.bid).sum::<u64>();
    ///     errors.extend(result.err().map(|error| error.to_string()));
    /// }
    /// assert_eq!(bids, 765 + 28);
    /// assert_eq!(errors, ["line 2, column 1: expected a hand of 5 cards, found 4"]);
    /// ```
    pub fn next_block(&mut self, rest: &mut &[u8], block: &mut Block) -> Result<(), Error> {
        block.clear();
        loop {
            // A decoder looks at the end of the line before, so the first line is read singly.
            let chunk = *rest;
            let Some(entry) = self.next(rest) else { return Ok(()) };
            block.push(entry?);
            let at = chunk.len() - rest.len();
            if self.lines_alone > 0 {
                self.lines_alone -= 1;
            } else if block.spare().len() >= SPARE_MIN {
                let before = block.len();
                let crlf = chunk[..at].ends_with(b"\r\n");
                let bytes = self.engine.decode(chunk, at, crlf, block);
                self.count(block.len() - before, bytes);
                self.backoff = match bytes {
                    0 => (2 * self.backoff).clamp(1, BLOCK_ENTRIES),
                    _ => 0,
                };
                self.lines_alone = self.backoff;
                *rest = &rest[bytes..];
            }
            if block.spare().len() < SPARE_MIN || rest.is_empty() {
                return Ok(());
            }
        }
    }

    /// Ends the input: clears `block`, and reads a last line without a newline into it.
    ///
    /// After this, nothing more is read.
    ///
    /// # Errors
    ///
    /// A bad last line.
    pub fn finish(&mut self, block: &mut Block) -> Result<(), Error> {
        block.clear();
        if let Some(last) = self.last() {
            block.push(last?);
        }
        Ok(())
    }

    fn last(&mut self) -> Option<Result<Entry, Error>> {
        let line = mem::take(&mut self.begun);
        let last = if line.is_empty() { Ok(None) } else { self.read(&line) };
        self.skipping = Skipping::Input;
        last.transpose()
    }

    /// Counts whole lines.
    fn count(&mut self, lines: usize, bytes: usize) {
        self.lines += lines as u64;
        self.bytes += bytes as u64;
    }

    /// Reads up to the next entry or error; `None` where `rest` has no more.
    fn next(&mut self, rest: &mut &[u8]) -> Option<Result<Entry, Error>> {
        loop {
            let is_whole = self.begun.is_empty() && self.skipping == Skipping::Nothing;
            let may_be_plain = is_whole && self.engine != Engine::Scalar;
            if let Some((entry, bytes)) = may_be_plain.then(|| read_plain(rest)).flatten() {
                *rest = &rest[bytes..];
                self.count(1, bytes);
                return Some(Ok(entry));
            }
            if let Some(read) = self.next_line(rest)?.transpose() {
                return Some(read);
            }
        }
    }

    /// Reads the next line, which may be empty; `None` where `rest` has no more whole lines.
    fn next_line(&mut self, rest: &mut &[u8]) -> Option<Result<Option<Entry>, Error>> {
        self.skip_long_line(rest);
        let room = PART_MAX - self.begun.len();
        let newline = rest[..rest.len().min(room)].iter().position(|&byte| byte == b'\n');
        // Without a newline it is too long, so this much is enough.
        let bytes = newline.map_or(room, |newline| newline + 1);
        let Some((part, after)) = rest.split_at_checked(bytes) else {
            self.begun.extend_from_slice(mem::take(rest));
            return None;
        };
        *rest = after;
        if self.begun.is_empty() {
            return Some(self.read(part));
        }
        let mut line = mem::take(&mut self.begun);
        line.extend_from_slice(part);
        let read = self.read(&line);
        line.clear();
        self.begun = line;
        Some(read)
    }

    /// Reads a whole line, or the first [`PART_MAX`] bytes of one that is longer.
    fn read(&mut self, line: &[u8]) -> Result<Option<Entry>, Error> {
        let at_start = self.bytes == 0 && !self.within_input;
        let (mut text, mut start) = (line, self.bytes);
        if let (true, Some(after)) = (at_start, line.strip_prefix(UTF8_MARK)) {
            self.byte_order_mark = true;
            (text, start) = (after, start + UTF8_MARK.len() as u64);
        }
        let ended = text.strip_suffix(b"\n");
        let read = match ended {
            _ if at_start && is_utf16(line) => Err((ErrorKind::Utf16, 0)),
            _ if ended.unwrap_or(text).len() > LINE_BYTES_MAX => Err((ErrorKind::LineTooLong, 0)),
            Some(line) => parse(line.strip_suffix(b"\r").unwrap_or(line)),
            None => parse(text),
        };
        self.count(1, line.len());
        read.map_err(|(kind, at)| {
            text.clone_into(&mut self.bad_line);
            self.skipping = match kind {
                ErrorKind::Utf16 => Skipping::Input,
                ErrorKind::LineTooLong if ended.is_none() => Skipping::Line,
                _ => Skipping::Nothing,
            };
            let at = at as u64;
            Error::new(kind, Position { line: self.lines, column: at + 1, byte: start + at })
        })
    }
}

const UTF8_MARK: &[u8] = &[0xEF, 0xBB, 0xBF];

/// A line with this many bytes and no newline is too long, even if it begins with a byte-order
/// mark.
const PART_MAX: usize = LINE_BYTES_MAX + UTF8_MARK.len() + 1;

fn is_utf16(start: &[u8]) -> bool {
    matches!(start, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..])
}
