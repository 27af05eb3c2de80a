//! Bytes to entries, at any split.
//!
//! The reader is a state machine that takes one byte at a time, so a piece of
//! input may end anywhere and a line of any length needs no memory. It decides
//! every error. In front of it stand short cuts for what nearly every line is:
//! an [`Engine`] takes many plain lines at once, [`whole_line`] takes one. They take
//! lines or leave them alone; they never judge.

use std::mem;

use crate::{
    Card, Engine, Entry, Error, ErrorKind, Hand, Position,
    lines::{Block, whole_line},
};

/// Returns the entries of a whole input, in order, bad lines as errors.
///
/// One entry a line: a hand, one or more blanks (space or tab), a bid of
/// decimal digits from 0 to 2⁶⁴ − 1. Blanks around them, `\r\n`, empty lines, a
/// UTF-8 byte-order mark at the very start and a missing last newline are fine;
/// anything else is an error, one a line, and reading goes on after it.
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

/// Reads a hand that is all there is.
pub(crate) fn hand(text: &[u8]) -> Result<Hand, Error> {
    let at = |byte: usize| Position { line: 1, column: byte as u64 + 1, byte: byte as u64 };
    let mut cards = Vec::with_capacity(5);
    for (i, &found) in text.iter().enumerate() {
        cards.push(
            Card::from_label(found)
                .ok_or_else(|| Error::new(ErrorKind::UnknownLabel { found }, at(i)))?,
        );
    }
    let cards = cards.try_into().map_err(|cards: Vec<Card>| {
        Error::new(ErrorKind::HandLength { found: cards.len() as u64 }, at(0))
    })?;
    Ok(Hand::new(cards))
}

/// Reads entries from an input that comes in pieces.
///
/// The pieces may be split anywhere. Memory is constant whatever the length of
/// a line. See [`entries`] for what is read; an input that is one slice is
/// more simply read with it.
///
/// ```
/// use camel_cards::{Entry, Error, Reader};
///
/// let mut reader = Reader::new();
/// let mut entries: Vec<Entry> = Vec::new();
/// for piece in ["32T3K 7", "65\nT55", "J5 684"] {
///     for entry in reader.entries(piece.as_bytes()) {
///         entries.push(entry?);
///     }
/// }
/// entries.extend(reader.finish().transpose()?);
/// assert_eq!(entries[1].to_string(), "T55J5 684");
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Reader {
    engine: Engine,
    /// The last line that no engine took ended with `\r\n`.
    crlf: bool,
    state: State,
    /// The last byte was a `\r`, which only `\n` may follow.
    after_return: bool,
    /// This line, from 1.
    line: u64,
    /// Where this line, the hand or bid last begun, and the next byte stand in
    /// the input, from 0.
    line_at: u64,
    word_at: u64,
    byte_at: u64,
    cards: u64,
    index: usize,
    bid: u64,
    /// The address of what is prefetched while the next piece is read.
    prefetched: Option<usize>,
}

/// Where entries go, in order.
pub(crate) trait Sink {
    /// Takes packed entries; `any` are the bits that any of them has.
    fn packed(&mut self, entries: &[u64], any: u64);
    fn entry(&mut self, entry: Entry);
}

struct Each<F>(F);

impl<F: FnMut(Entry)> Sink for Each<F> {
    fn packed(&mut self, entries: &[u64], _: u64) {
        entries.iter().for_each(|&entry| self.entry(Entry::unpack(entry)));
    }

    fn entry(&mut self, entry: Entry) {
        self.0(entry);
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

    /// Makes a reader that goes on in the middle of an input, where a line begins.
    ///
    /// It counts lines and bytes from there; [`Error::moved_by`] adds what came before.
    pub fn within_input() -> Reader {
        Reader { state: State::BeforeHand, ..Reader::new() }
    }

    /// Returns how many lines have ended.
    pub const fn lines(&self) -> u64 {
        self.line - 1
    }

    /// Makes a reader for a new input that uses this engine, one of
    /// [`Engine::available`].
    ///
    /// # Panics
    ///
    /// When it reads, if this machine cannot run the engine.
    pub const fn with_engine(engine: Engine) -> Reader {
        Reader {
            engine,
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
            prefetched: None,
        }
    }

    /// Says where the bytes are that will be wanted after the next piece: while that is [read](Reader::read), the
    /// processor may be asked to fetch as many of them from memory.
    ///
    /// It is a hint, which changes only how long things take. No byte is read there, so it may be any
    /// address: that of another piece, or where a file is mapped that more is copied from. Without it,
    /// what comes after the lines being read is asked for.
    ///
    /// ```
    /// use camel_cards::Reader;
    ///
    /// let (mut reader, mut bids) = (Reader::new(), 0);
    /// let pieces = [b"32T3K 765\n", b"T55J5 684\n"];
    /// for (i, &piece) in pieces.iter().enumerate() {
    ///     if let Some(next) = pieces.get(i + 1) {
    ///         reader.prefetch(next.as_ptr());
    ///     }
    ///     reader.read(&mut &piece[..], |entry| bids += entry.bid)?;
    /// }
    /// assert_eq!(bids, 765 + 684);
    /// # Ok::<(), camel_cards::Error>(())
    /// ```
    pub fn prefetch(&mut self, next: *const u8) {
        self.prefetched = Some(next.addr());
    }

    /// Returns the entries whose lines end in `piece`, in order.
    ///
    /// What the iterator has not come to when it is dropped is not read.
    pub fn entries<'a>(
        &'a mut self,
        piece: &'a [u8],
    ) -> impl Iterator<Item = Result<Entry, Error>> + use<'a> {
        let mut rest = piece;
        std::iter::from_fn(move || self.next(&mut rest))
    }

    /// Ends the input; returns the entry of a last line without a newline.
    ///
    /// After this nothing more is read.
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

    /// Reads on, and gives the entries whose lines end in `piece` to `take`, in order.
    ///
    /// This is the fast way to read: many lines at a time. It returns at the end of the
    /// piece, or after a bad line, with its error; `piece` is then what is left, and
    /// reading can go on there.
    ///
    /// ```
    /// use camel_cards::Reader;
    ///
    /// let (mut reader, mut bids, mut errors) = (Reader::new(), 0, Vec::new());
    /// let mut piece = &b"32T3K 765\nT55J 684\nKK677 28\n"[..];
    /// while let Err(error) = reader.read(&mut piece, |entry| bids += entry.bid) {
    ///     errors.push(error.to_string());
    /// }
    /// assert_eq!(bids, 765 + 28);
    /// assert_eq!(errors, ["line 2, column 1: expected a hand of 5 cards, found 4"]);
    /// ```
    pub fn read(&mut self, piece: &mut &[u8], take: impl FnMut(Entry)) -> Result<(), Error> {
        self.read_to(piece, &mut Each(take))
    }

    /// Reads on, and appends the entries whose lines end in `piece` to `entries`.
    ///
    /// It is [`Reader::read`] for whoever wants a list.
    ///
    /// # Errors
    ///
    /// A bad line; [`Reader::read`] says how to go on.
    pub fn read_into(&mut self, piece: &mut &[u8], entries: &mut Vec<Entry>) -> Result<(), Error> {
        self.read_to(piece, &mut Each(|entry| entries.push(entry)))
    }

    pub(crate) fn read_to(&mut self, piece: &mut &[u8], to: &mut impl Sink) -> Result<(), Error> {
        let whole = *piece;
        let wanted = self.prefetched.take();
        let next = wanted.unwrap_or(whole.as_ptr().addr().wrapping_add(AHEAD));
        let mut block = Block::new();
        // How many lines to read before an engine is tried again, and next time.
        let (mut wait, mut patience) = (0, 1);
        while !piece.is_empty() {
            if wait == 0 && self.at_line_start() {
                let at = whole.len() - piece.len();
                let taken = self.engine.take(whole, at, next, self.crlf, &mut block);
                to.packed(&block.entries[..taken.lines], taken.any);
                self.skip(taken.lines, taken.bytes);
                *piece = &piece[taken.bytes..];
                if taken.lines > 0 {
                    patience = 1;
                    continue;
                }
                (wait, patience) = (patience, (2 * patience).min(PATIENCE_MAX));
            }
            wait = wait.saturating_sub(1);
            let before = *piece;
            match self.next(piece) {
                Some(Ok(entry)) => to.entry(entry),
                Some(Err(error)) => {
                    let read = whole.len() - piece.len();
                    self.prefetched = wanted.map(|next| next.wrapping_add(read));
                    return Err(error);
                }
                None => return Ok(()),
            }
            self.crlf = before[..before.len() - piece.len()].ends_with(b"\r\n");
        }
        Ok(())
    }

    fn at_line_start(&self) -> bool {
        matches!(self.state, State::BeforeHand) && self.byte_at == self.line_at
    }

    /// Goes on after lines that have been read otherwise.
    fn skip(&mut self, lines: usize, bytes: usize) {
        self.line += lines as u64;
        self.byte_at += bytes as u64;
        self.line_at = self.byte_at;
    }

    fn next(&mut self, rest: &mut &[u8]) -> Option<Result<Entry, Error>> {
        loop {
            if matches!(self.state, State::Done) {
                *rest = &[];
                return None;
            }
            if self.engine != Engine::Scalar
                && self.at_line_start()
                && let Some((entry, bytes)) = whole_line(rest)
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

/// An engine that takes no line is tried again after at most so many.
const PATIENCE_MAX: u32 = 256;

/// How many bytes before a line is read it is asked for: beyond those that an engine looks at already.
const AHEAD: usize = 1 << 12;

const UTF8: &[u8] = &[0xEF, 0xBB, 0xBF];
const UTF16: [&[u8]; 2] = [&[0xFF, 0xFE], &[0xFE, 0xFF]];

/// Returns the byte-order mark that begins with this byte.
fn byte_order_mark(first: u8) -> Option<&'static [u8]> {
    [UTF8, UTF16[0], UTF16[1]].into_iter().find(|mark| mark[0] == first)
}
