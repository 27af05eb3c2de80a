//! The reader: a state machine that takes one byte at a time, so that a chunk of input may end anywhere
//! and a line of any length needs no memory.
//!
//! It decides every error. In front of it stand two short cuts for what nearly every line is: an
//! [`Engine`] decodes many plain lines at once, [`read_line`] decodes one. They decode lines or leave
//! them alone.

use std::mem;

use super::{
    Engine, Error, ErrorKind, Position,
    block::{BLOCK_ENTRIES, Block},
    engine::SPARE_MIN,
    line::read_line,
};
use crate::game::{Card, Entry, Hand};

/// Returns the entries of a whole input, in order, bad lines as errors.
///
/// One entry a line: a hand, one or more blanks (space or tab), a bid of
/// decimal digits from 0 to 2⁶⁴ − 1. Blanks around them, `\r\n`, empty lines, a
/// UTF-8 byte-order mark at the very start and a missing last newline are fine;
/// anything else is an error, one a line, and reading goes on after it. Only UTF-16 ends the input.
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
    std::iter::from_fn(move || reader.next(&mut rest).or_else(|| reader.finish()))
}

/// Reads entries from an input that comes in chunks, a [`Block`] at a time.
///
/// A chunk may end anywhere. Memory is constant whatever the length of a line. See [`entries`] for
/// what is read, and for the simplest way to read it from one slice.
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
/// entries.extend(reader.finish().transpose()?);
/// assert_eq!(entries[1].to_string(), "T55J5 684");
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reader {
    engine: Engine,
    backoff: Backoff,
    /// The last line that the engine did not decode ended with `\r\n`.
    crlf: bool,
    state: State,
    /// The last byte was a `\r`, which only `\n` may follow.
    after_return: bool,
    /// This line, from 1.
    line: u64,
    /// Where this line begins, counted in bytes from 0.
    line_at: u64,
    /// Where the hand or the bid that was begun last begins.
    word_at: u64,
    /// Where the next byte stands.
    byte_at: u64,
    /// How many cards the hand has so far; the first five as an index; the bid so far.
    cards: u64,
    index: usize,
    bid: u64,
    byte_order_mark: bool,
}

/// How many lines are read one by one before the engine, which did not decode the last ones, is tried
/// again. The number doubles each time, up to a block.
#[derive(Clone, Copy, Debug)]
struct Backoff {
    lines: usize,
    next: usize,
}

impl Backoff {
    const NONE: Backoff = Backoff { lines: 0, next: 1 };

    fn double(&mut self) {
        *self = Backoff { lines: self.next, next: (2 * self.next).min(BLOCK_ENTRIES) };
    }
}

/// What the bytes of this line so far amount to.
#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    /// Nothing: this is the very start of the input.
    Start,
    /// So many bytes of the byte-order mark that begins with `first`.
    Mark {
        first: u8,
        bytes: usize,
    },
    /// Nothing, or blanks.
    BeforeHand,
    Hand,
    AfterHand,
    Bid,
    AfterBid,
    /// An error; the rest of the line does not matter.
    Bad(Error),
    /// Nothing is read any more.
    Done,
}

impl Default for Reader {
    fn default() -> Reader {
        Reader::new()
    }
}

impl Reader {
    /// Makes a reader for a new input.
    pub fn new() -> Reader {
        Reader::with_engine(Engine::best())
    }

    /// Makes a reader for part of an input that begins with a line, but is not the start of the input.
    ///
    /// A byte-order mark there is an error. Lines and bytes are counted from the part's start;
    /// [`Error::moved_by`] adds what came before.
    pub fn within_input() -> Reader {
        Reader { state: State::BeforeHand, ..Reader::new() }
    }

    /// Makes a reader for a new input that uses this engine.
    #[doc(hidden)]
    pub const fn with_engine(engine: Engine) -> Reader {
        Reader {
            engine,
            backoff: Backoff::NONE,
            crlf: false,
            state: State::Start,
            after_return: false,
            line: 1,
            line_at: 0,
            word_at: 0,
            byte_at: 0,
            cards: 0,
            index: 0,
            bid: 0,
            byte_order_mark: false,
        }
    }

    /// Returns how many lines have ended.
    pub const fn lines(&self) -> u64 {
        self.line - 1
    }

    /// Returns whether the input began with a UTF-8 byte-order mark.
    pub const fn has_byte_order_mark(&self) -> bool {
        self.byte_order_mark
    }

    /// Clears `block`, and reads lines into it until it is full, `rest` is used up or a line is bad.
    ///
    /// `rest` becomes what has not been read. Call it until `rest` is empty, and then with the next
    /// chunk; the entry of a line that a chunk cuts is read with the chunk where the line ends.
    ///
    /// # Errors
    ///
    /// A bad line. The block has the entries before it, `rest` begins after it, and reading can go on;
    /// after [`ErrorKind::Utf16`] there is nothing more.
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
            // An engine looks behind the first line that it decodes, so one line is read before.
            let chunk = *rest;
            let Some(entry) = self.next(rest) else { return Ok(()) };
            block.push(entry?);
            let at = chunk.len() - rest.len();
            self.crlf = chunk[..at].ends_with(b"\r\n");
            if self.backoff.lines > 0 {
                self.backoff.lines -= 1;
            } else if block.spare().len() >= SPARE_MIN {
                let before = block.len();
                let bytes = self.engine.decode(chunk, at, self.crlf, block);
                match block.len() - before {
                    0 => self.backoff.double(),
                    lines => {
                        self.backoff = Backoff::NONE;
                        self.skip(lines, bytes);
                        *rest = &rest[bytes..];
                    }
                }
            }
            if block.spare().len() < SPARE_MIN || rest.is_empty() {
                return Ok(());
            }
        }
    }

    /// Ends the input; returns the entry of a last line without a newline.
    ///
    /// After this nothing more is read.
    ///
    /// # Errors
    ///
    /// A bad last line.
    pub fn finish(&mut self) -> Option<Result<Entry, Error>> {
        if let State::Mark { first, .. } = self.state {
            self.reject(first, 0);
        }
        if mem::take(&mut self.after_return) {
            self.reject(b'\r', self.byte_at - 1);
        }
        // Nothing after the last newline is no line.
        let last = if self.byte_at > self.line_at { self.end_line(self.byte_at) } else { None };
        self.state = State::Done;
        last
    }

    fn at_line_start(&self) -> bool {
        matches!(self.state, State::BeforeHand) && self.byte_at == self.line_at
    }

    /// Counts whole lines that were decoded without the state machine.
    fn skip(&mut self, lines: usize, bytes: usize) {
        self.line += lines as u64;
        self.byte_at += bytes as u64;
        self.line_at = self.byte_at;
    }

    /// Reads up to the next entry or error; `None` where `rest` has no more.
    fn next(&mut self, rest: &mut &[u8]) -> Option<Result<Entry, Error>> {
        loop {
            if matches!(self.state, State::Done) {
                *rest = &[];
                return None;
            }
            if self.engine != Engine::Scalar
                && self.at_line_start()
                && let Some((entry, bytes)) = read_line(rest)
            {
                *rest = &rest[bytes..];
                self.skip(1, bytes);
                return Some(Ok(entry));
            }
            // Up to the end of this line, one byte at a time.
            loop {
                if let State::Bad(_) = self.state {
                    let skipped = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
                    *rest = &rest[skipped..];
                    self.byte_at += skipped as u64;
                }
                let (&byte, after) = rest.split_first()?;
                *rest = after;
                self.byte_at += 1;
                if let Some(entry) = self.step(byte) {
                    return Some(entry);
                }
                if byte == b'\n' {
                    break;
                }
            }
        }
    }

    /// Takes the byte before `byte_at`.
    fn step(&mut self, byte: u8) -> Option<Result<Entry, Error>> {
        let at = self.byte_at - 1;
        if let State::Start = self.state {
            self.state = State::BeforeHand;
            if byte_order_mark(byte).is_some() {
                self.state = State::Mark { first: byte, bytes: 1 };
                return None;
            }
        }
        if let State::Mark { first, bytes } = self.state {
            let mark = byte_order_mark(first)?;
            if byte != mark[bytes] {
                self.reject(first, 0);
            } else if bytes + 1 < mark.len() {
                self.state = State::Mark { first, bytes: bytes + 1 };
                return None;
            } else if mark == UTF8 {
                self.state = State::BeforeHand;
                self.byte_order_mark = true;
                self.line_at = self.byte_at;
                return None;
            } else {
                self.state = State::Done;
                return Some(Err(self.error(ErrorKind::Utf16, 0)));
            }
        }
        if byte == b'\n' {
            return self.end_line(at - u64::from(self.after_return));
        }
        if mem::take(&mut self.after_return) {
            self.reject(b'\r', at - 1);
        }
        let digit = u64::from(byte.wrapping_sub(b'0'));
        match (self.state, byte) {
            (State::Bad(_), _) => {}
            (_, b'\r') => self.after_return = true,
            (State::BeforeHand | State::AfterHand | State::AfterBid, b' ' | b'\t') => {}
            (State::Hand, b' ' | b'\t') if self.cards == 5 => self.state = State::AfterHand,
            (State::Bid, b' ' | b'\t') => self.state = State::AfterBid,
            (State::BeforeHand | State::Hand, _) if Card::from_label(byte).is_some() => {
                if self.state == State::BeforeHand {
                    (self.state, self.word_at, self.cards, self.index) = (State::Hand, at, 0, 0);
                }
                self.cards += 1;
                if self.cards <= 5 {
                    let card = Card::from_label(byte)?;
                    self.index = self.index * 13 + card.index();
                }
            }
            (State::AfterHand | State::Bid, b'0'..=b'9') => {
                if self.state == State::AfterHand {
                    (self.state, self.word_at, self.bid) = (State::Bid, at, 0);
                }
                match self.bid.checked_mul(10).and_then(|bid| bid.checked_add(digit)) {
                    Some(bid) => self.bid = bid,
                    None => {
                        self.state = State::Bad(self.error(ErrorKind::BidTooLarge, self.word_at));
                    }
                }
            }
            _ => self.reject(byte, at),
        }
        None
    }

    /// Makes the line bad for what was found where this state has no use for it.
    fn reject(&mut self, found: u8, at: u64) {
        let (kind, at) = match self.state {
            State::Bad(_) | State::Done => return,
            State::Hand if self.cards > 5 => {
                (ErrorKind::HandLength { found: self.cards }, self.word_at)
            }
            State::Hand if self.cards == 5 => (ErrorKind::NoBlank { found }, at),
            State::Hand if matches!(found, b' ' | b'\t') => {
                (ErrorKind::HandLength { found: self.cards }, self.word_at)
            }
            State::Start | State::Mark { .. } | State::BeforeHand | State::Hand => {
                (ErrorKind::UnknownLabel { found }, at)
            }
            State::AfterHand => (ErrorKind::NoBid { found: Some(found) }, at),
            State::Bid => (ErrorKind::UnknownDigit { found }, at),
            State::AfterBid => (ErrorKind::NoEndOfLine { found }, at),
        };
        self.state = State::Bad(self.error(kind, at));
    }

    /// Ends the line, whose content ends at `end_at`, and begins the next.
    fn end_line(&mut self, end_at: u64) -> Option<Result<Entry, Error>> {
        let ended = match self.state {
            State::Start | State::Mark { .. } | State::BeforeHand | State::Done => None,
            State::Hand if self.cards != 5 => {
                Some(Err(self.error(ErrorKind::HandLength { found: self.cards }, self.word_at)))
            }
            State::Hand | State::AfterHand => {
                Some(Err(self.error(ErrorKind::NoBid { found: None }, end_at)))
            }
            State::Bid | State::AfterBid => {
                Hand::from_index(self.index).map(|hand| Ok(Entry { hand, bid: self.bid }))
            }
            State::Bad(error) => Some(Err(error)),
        };
        self.state = State::BeforeHand;
        self.after_return = false;
        self.line += 1;
        self.line_at = self.byte_at;
        ended
    }

    fn error(&self, kind: ErrorKind, at: u64) -> Error {
        Error::new(kind, Position { line: self.line, column: at - self.line_at + 1, byte: at })
    }
}

const UTF8: &[u8] = &[0xEF, 0xBB, 0xBF];
const UTF16: [&[u8]; 2] = [&[0xFF, 0xFE], &[0xFE, 0xFF]];

/// Returns the byte-order mark that begins with this byte.
fn byte_order_mark(first: u8) -> Option<&'static [u8]> {
    [UTF8, UTF16[0], UTF16[1]].into_iter().find(|mark| mark[0] == first)
}
