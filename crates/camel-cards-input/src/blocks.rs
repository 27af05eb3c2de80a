//! A share of the inputs to chunks, and those to blocks of entries and bad lines.

use std::{
    sync::{Arc, atomic::AtomicU64},
    vec,
};

use camel_cards::{Block, ErrorKind, Reader};

use crate::{
    InputError, InputErrorKind, Result,
    bad_lines::{RangeLines, Rejects},
    source::{Chunks, Source},
};

/// Reads a block of entries at a time; the caller has the loop.
#[derive(Default)]
pub(crate) struct Blocks<'a> {
    sources: vec::IntoIter<Source>,
    open: Option<OpenRange>,
    pub(crate) block: Block,
    /// Line counts and bad lines. Inputs that are read from the start share one item. A range that
    /// begins inside its file has its own item, whose lines count from the end of the range before
    /// it.
    pub(crate) lines: Vec<RangeLines>,
    /// Whether one of the inputs begins with a UTF-8 byte-order mark.
    pub(crate) byte_order_mark: bool,
    /// Whether a chunk has been read to its end.
    pub(crate) is_between_chunks: bool,
    rejects: Rejects<'a>,
    /// Whether another thread may read ahead.
    reads_ahead: bool,
    bytes_read: Arc<AtomicU64>,
}

/// One of the sources, while it is being read.
struct OpenRange {
    name: Arc<str>,
    /// Where it begins in its file.
    from: u64,
    chunks: Chunks,
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
        let rejects = rejects.unwrap_or_default();
        Blocks { sources, rejects, reads_ahead, bytes_read, ..Blocks::default() }
    }

    /// Reads the next part of the input into the block, which may stay empty. Returns whether there
    /// was more input. At the end, all rejects have been written.
    ///
    /// # Errors
    ///
    /// A failed read or write, UTF-16, or a file of another kind. Each of them ends reading.
    pub(crate) fn next(&mut self) -> Result<bool> {
        if self.open.is_none() && !self.open_next()? {
            return self.rejects.flush().map(|()| false);
        }
        let (Some(open), Some(lines)) = (&mut self.open, self.lines.last_mut()) else {
            return Ok(false);
        };
        let failed = |error| InputError::read(&open.name, error);
        let chunk = open.chunks.fill_buf().map_err(failed)?;
        let (is_end, mut rest) = (chunk.is_empty(), chunk);
        let read = if is_end {
            open.reader.finish(&mut self.block)
        } else {
            self.rejects.write_rest(open.reader.skip_long_line(&mut rest))?;
            open.reader.next_block(&mut rest, &mut self.block)
        };
        self.is_between_chunks = rest.is_empty();
        let bytes = chunk.len() - rest.len();
        open.chunks.consume(bytes);
        if let Err(error) = read {
            if error.kind() == ErrorKind::Utf16 {
                return Err(InputError::new(InputErrorKind::Utf16(error), &open.name));
            }
            let line = open.reader.bad_line();
            self.rejects.write_line(line)?;
            lines.bad.add(&open.name, error.moved_by(0, open.from), line);
        }
        if self.is_between_chunks {
            lines.count = open.reader.lines();
        }
        if is_end {
            self.byte_order_mark |= open.reader.has_byte_order_mark();
            self.open = None;
        }
        Ok(true)
    }

    /// Opens the next source; returns whether there is one.
    fn open_next(&mut self) -> Result<bool> {
        let Some(source) = self.sources.next() else { return Ok(false) };
        let (name, from) = (source.name.clone(), source.start());
        let chunks = source.open(&self.bytes_read, self.reads_ahead)?;
        match self.lines.last_mut() {
            Some(lines) if lines.from_start => lines.count = 0,
            _ => self.lines.push(RangeLines { from_start: from == 0, ..RangeLines::default() }),
        }
        let reader = if from == 0 { Reader::new() } else { Reader::within_input() };
        self.open = Some(OpenRange { name, from, chunks, reader });
        Ok(true)
    }
}
