//! Chunks of one input to blocks of entries, and to bad lines with their text.

use std::ops::Range;

use camel_cards::{Block, Builder, Entry, Error, Mergeable, Reader};

/// How much is kept of a bad line that is in several chunks.
const HEAD_BYTES: usize = 60;

/// Decodes one input that comes in chunks, split anywhere.
///
/// It needs no file system and no threads, and its memory does not grow with the input. The
/// caller has the loop:
///
/// ```
/// use camel_cards::{Builder, Rules, Tally, Ties};
/// use camel_cards_input::Decoder;
///
/// let (mut decoder, mut builder, mut bad) = (Decoder::new(), Builder::<Tally>::new(), Vec::new());
/// for mut rest in [&b"32T3K 765\nT55"[..], b"J 684\nKK677 28"] {
///     while !rest.is_empty() {
///         let decoded = decoder.next(&mut rest);
///         decoded.push_to(&mut builder);
///         bad.extend(decoded.bad_text().map(|bad| (bad.error.to_string(), bad.text.to_vec())));
///     }
/// }
/// decoder.finish().push_to(&mut builder);
///
/// let tally = builder.finish();
/// assert_eq!(tally.total_winnings(Rules::Standard, Ties::Ordinal)?, 765 + 2 * 28);
/// let message = "line 2, column 1: expected a hand of 5 cards, found 4".to_owned();
/// assert_eq!(bad, [(message, b"T55J 684\n".to_vec())]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Decoder {
    reader: Reader,
    block: Block,
    /// How many bytes have been decoded.
    bytes: u64,
    /// Whether the last chunk ended within a line; then how that begins, and where.
    in_line: bool,
    head: Vec<u8>,
    head_at: u64,
}

impl Default for Decoder {
    fn default() -> Decoder {
        Decoder::new()
    }
}

impl Decoder {
    /// Makes a decoder for a new input, which may begin with a UTF-8 byte-order mark.
    pub fn new() -> Decoder {
        Decoder::with(Reader::new())
    }

    /// Makes a decoder that goes on in the middle of an input, where a line begins.
    ///
    /// It counts lines and bytes from there; [`Error::moved_by`] adds what came before.
    pub fn within_input() -> Decoder {
        Decoder::with(Reader::within_input())
    }

    fn with(reader: Reader) -> Decoder {
        Decoder {
            reader,
            block: Block::new(),
            bytes: 0,
            in_line: false,
            head: Vec::new(),
            head_at: 0,
        }
    }

    /// Decodes some entries, up to the first bad line; `rest` is then what is left of the chunk.
    pub fn next<'s, 'c: 's>(&'s mut self, rest: &mut &'c [u8]) -> Decoded<'s> {
        let chunk = *rest;
        let result = self.reader.next_block(rest, &mut self.block);
        let read = &chunk[..chunk.len() - rest.len()];
        let read_at = self.bytes;
        self.bytes += read.len() as u64;
        let Err(error) = result else {
            self.note_line_begun(if rest.is_empty() { read } else { &[] }, read_at);
            return Decoded { block: &self.block, last: None, bad: None };
        };
        self.in_line = false;
        let start = line_start(&error);
        let text = match start.checked_sub(read_at) {
            Some(start) => &read[start as usize..],
            None => {
                self.extend_head(read);
                self.head_from(start)
            }
        };
        let bad = Some(BadText { error, text, bytes: start..self.bytes });
        Decoded { block: &self.block, last: None, bad }
    }

    /// Ends the input, and so a last line without a newline.
    pub fn finish(&mut self) -> Decoded<'_> {
        // Empties the block. What is given now ends in no block.
        let nothing = self.reader.next_block(&mut &[][..], &mut self.block);
        debug_assert!(nothing.is_ok());
        let (last, error) = match self.reader.finish() {
            Some(Ok(entry)) => (Some(entry), None),
            Some(Err(error)) => (None, Some(error)),
            None => (None, None),
        };
        let bad = error.map(|error| {
            let start = line_start(&error);
            BadText { error, text: self.head_from(start), bytes: start..self.bytes }
        });
        Decoded { block: &self.block, last, bad }
    }

    /// Returns how many lines have ended.
    pub fn lines(&self) -> u64 {
        self.reader.lines()
    }

    /// Returns how many bytes have been decoded.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns whether the input began with a UTF-8 byte-order mark.
    pub fn byte_order_mark(&self) -> bool {
        self.reader.has_byte_order_mark()
    }

    /// Keeps how a line begins that `read` ends in, if it does.
    fn note_line_begun(&mut self, read: &[u8], read_at: u64) {
        let line_at = read.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
        let begun = &read[line_at..];
        if line_at == 0 && self.in_line {
            self.extend_head(begun);
        } else {
            self.head.clear();
            self.head.extend_from_slice(begun);
            self.head_at = read_at + line_at as u64;
            self.in_line = !begun.is_empty();
        }
    }

    /// Appends what comes next of the line, but keeps only its head.
    fn extend_head(&mut self, more: &[u8]) {
        self.head.truncate(HEAD_BYTES);
        let room = HEAD_BYTES - self.head.len();
        self.head.extend_from_slice(&more[..room.min(more.len())]);
    }

    /// The head without a byte-order mark before the line.
    fn head_from(&self, start: u64) -> &[u8] {
        let mark = start.saturating_sub(self.head_at) as usize;
        self.head.get(mark..).unwrap_or_default()
    }
}

/// Returns where the line begins that has this error.
fn line_start(error: &Error) -> u64 {
    let position = error.position();
    position.byte + 1 - position.column
}

/// Entries that follow each other, and the bad line after them, if there is one.
#[derive(Clone, Debug)]
pub struct Decoded<'a> {
    block: &'a Block,
    /// That of a last line without a newline.
    last: Option<Entry>,
    bad: Option<BadText<'a>>,
}

impl Decoded<'_> {
    /// Returns the entries, in order.
    pub fn entries(&self) -> impl Iterator<Item = Entry> + '_ {
        self.block.entries().chain(self.last)
    }

    /// Counts the entries in a tally: the fast way, many at once.
    pub fn push_to<T: Mergeable>(&self, builder: &mut Builder<T>) {
        builder.push_block(self.block);
        if let Some(entry) = self.last {
            builder.push(entry);
        }
    }

    /// Returns the bad line that follows the entries.
    pub fn bad_text(&self) -> Option<&BadText<'_>> {
        self.bad.as_ref()
    }
}

/// A bad line of a chunk.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BadText<'a> {
    /// What is wrong with it, and where in the input.
    pub error: Error,
    /// The line with its newline; of a line that is in several chunks its first 60 bytes, at
    /// most.
    pub text: &'a [u8],
    /// Where in the input it is, with its newline.
    pub bytes: Range<u64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    const INPUT: &[u8] = b"\xEF\xBB\xBFT55J 684\n32T3K 765\n\nx\nKK677 28\r\nKTJJT 2 2";

    type Found = (Vec<Entry>, Vec<(Error, Vec<u8>, Range<u64>)>);

    fn decode<'a>(chunks: impl IntoIterator<Item = &'a [u8]>) -> Found {
        let (mut decoder, mut entries, mut bad) = (Decoder::new(), Vec::new(), Vec::new());
        let mut take = |decoded: Decoded<'_>| {
            entries.extend(decoded.entries());
            let found = decoded.bad_text();
            bad.extend(found.map(|bad| (bad.error, bad.text.to_vec(), bad.bytes.clone())));
        };
        for mut rest in chunks {
            while !rest.is_empty() {
                take(decoder.next(&mut rest));
            }
        }
        take(decoder.finish());
        (entries, bad)
    }

    #[test]
    fn split_anywhere_gives_the_same() {
        let whole = decode([INPUT]);
        assert_eq!(whole.0.len(), 2);
        for (_, text, bytes) in &whole.1 {
            assert_eq!(text, &INPUT[bytes.start as usize..bytes.end as usize]);
        }
        let texts: Vec<_> = whole.1.iter().map(|(_, text, _)| &text[..]).collect();
        assert_eq!(texts, [&b"T55J 684\n"[..], b"x\n", b"KTJJT 2 2"]);
        for size in 1..INPUT.len() {
            assert_eq!(decode(INPUT.chunks(size)), whole, "{size}");
        }
    }

    #[test]
    fn long_bad_lines_are_known_by_their_heads() {
        let line = [&b"32T3K 765 "[..], &[b'x'; 500], b"\n"].concat();
        let input = [&b"AAAAA 1\n"[..], &line, b"KKKKK 2\n", &line[..400]].concat();
        for (size, text_bytes) in [(1, [60, 60]), (200, [60, 60]), (input.len(), [511, 400])] {
            let (entries, bad) = decode(input.chunks(size));
            assert_eq!(entries.len(), 2);
            assert_eq!(bad.len(), 2);
            for ((_, text, bytes), length) in bad.iter().zip(text_bytes) {
                assert_eq!(text, &line[..length], "{size}");
                assert!(bytes.end - bytes.start >= 400);
            }
        }
    }
}
