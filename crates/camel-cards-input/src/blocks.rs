//! A share of the inputs to chunks, and those to blocks of entries and bad lines.

use std::{
    io,
    ops::Range,
    sync::{Arc, atomic::AtomicU64},
    vec,
};

use camel_cards::{Block, ErrorKind, Reader};

use crate::{
    InputError, InputErrorKind, Result,
    bad_lines::{RangeLines, Rejects},
    source::{BoxedRead, Source},
};

/// Reads a block of entries at a time; the caller has the loop.
#[derive(Default)]
pub(crate) struct Blocks<'a> {
    sources: vec::IntoIter<Source>,
    open: Option<OpenRange>,
    pub(crate) block: Block,
    /// Line counts and bad lines. What is read from its start shares one item. A range that begins inside its file has an
    /// item of its own, whose lines count from where the range before it ends.
    pub(crate) lines: Vec<RangeLines>,
    /// One of the inputs begins with a UTF-8 byte-order mark.
    pub(crate) byte_order_mark: bool,
    rejects: Option<Rejects<'a>>,
    /// Another thread may read ahead.
    reads_ahead: bool,
    bytes_read: Arc<AtomicU64>,
}

/// One of the sources, while it is being read.
struct OpenRange {
    name: Arc<str>,
    /// Where it begins in its file.
    from: u64,
    input: BoxedRead,
    chunk: Chunk,
    reader: Reader,
}

impl<'a> Blocks<'a> {
    pub(crate) fn new(
        sources: Vec<Source>,
        rejects: Option<Rejects<'a>>,
        reads_ahead: bool,
        bytes_read: &Arc<AtomicU64>,
    ) -> Blocks<'a> {
        let (sources, bytes_read) = (sources.into_iter(), bytes_read.clone());
        Blocks { sources, rejects, reads_ahead, bytes_read, ..Blocks::default() }
    }

    /// Reads what comes next into the block, which may get no entries; returns whether there was something. At the
    /// end the rejects are complete.
    ///
    /// # Errors
    ///
    /// A failed read or write, UTF-16 and files of another kind, which end all.
    pub(crate) fn next(&mut self) -> Result<bool> {
        if self.open.is_none() && !self.open_next()? {
            self.rejects.as_mut().map_or(Ok(()), Rejects::flush)?;
            return Ok(false);
        }
        let (Some(open), Some(lines)) = (&mut self.open, self.lines.last_mut()) else {
            return Ok(false);
        };
        if open.chunk.rest.is_empty() {
            let read = open.chunk.refill(&mut open.input);
            read.map_err(|error| InputError::read(&open.name, error))?;
        }
        let is_end = open.chunk.rest.is_empty();
        let read = if is_end {
            open.reader.finish(&mut self.block)
        } else {
            let mut rest = open.chunk.rest();
            if let Some(rejects) = &mut self.rejects {
                rejects.write_rest(open.reader.skip_long_line(&mut rest))?;
            }
            let read = open.reader.next_block(&mut rest, &mut self.block);
            open.chunk.rest.start = open.chunk.rest.end - rest.len();
            read
        };
        if let Err(error) = read {
            if error.kind() == ErrorKind::Utf16 {
                return Err(InputError::new(InputErrorKind::Utf16(error), &open.name));
            }
            let line = open.reader.bad_line();
            if let Some(rejects) = &mut self.rejects {
                rejects.write_line(line)?;
            }
            lines.bad.add(&open.name, error.moved_by(0, open.from), line);
        }
        if open.chunk.rest.is_empty() {
            lines.count = open.reader.lines();
        }
        if is_end {
            self.byte_order_mark |= open.reader.has_byte_order_mark();
            self.open = None;
        }
        Ok(true)
    }

    /// Returns whether a chunk has been read to its end.
    pub(crate) fn is_between_chunks(&self) -> bool {
        self.open.as_ref().is_none_or(|open| open.chunk.rest.is_empty())
    }

    /// Opens the next source; returns whether there is one.
    fn open_next(&mut self) -> Result<bool> {
        let Some(source) = self.sources.next() else { return Ok(false) };
        let (name, from) = (source.name.clone(), source.from);
        let input = source.open(&self.bytes_read, self.reads_ahead)?;
        match self.lines.last_mut() {
            Some(lines) if lines.from_start => lines.count = 0,
            _ => self.lines.push(RangeLines { from_start: from == 0, ..RangeLines::default() }),
        }
        self.open = Some(OpenRange {
            name,
            from,
            input,
            chunk: Chunk::new(),
            reader: if from == 0 { Reader::new() } else { Reader::within_input() },
        });
        Ok(true)
    }
}

/// How much is read at a time.
const CHUNK_BYTES: usize = 1 << 17;

/// Where in its memory a chunk begins. Copying to the start of a page is several times slower on
/// some processors.
const PAD: usize = 128;

/// A part of an input, and then the next one in the same memory.
struct Chunk {
    bytes: Vec<u8>,
    /// Where the rest of it is.
    rest: Range<usize>,
    /// The input has no more.
    at_end: bool,
}

impl Chunk {
    /// Makes the empty chunk before the first one of an input.
    fn new() -> Chunk {
        Chunk { bytes: vec![0; PAD + CHUNK_BYTES], rest: PAD..PAD, at_end: false }
    }

    fn rest(&self) -> &[u8] {
        &self.bytes[self.rest.clone()]
    }

    /// Reads the next chunk; at the end it is empty. Only the last one is shorter than others.
    fn refill(&mut self, input: &mut BoxedRead) -> io::Result<()> {
        self.rest = PAD..PAD;
        // A terminal reports the end once: another read would wait for more typing.
        while self.rest.end < self.bytes.len() && !self.at_end {
            match input.read(&mut self.bytes[self.rest.end..]) {
                Ok(read) => {
                    self.at_end = read == 0;
                    self.rest.end += read;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}
