//! One input, or a byte range of a file, to blocks of entries.

use std::{mem, ops::Range, sync::Arc};

use camel_cards::{Block, Error, ErrorKind, Reader};

use crate::{
    InputError, InputErrorKind, Progress, Result,
    chunk::Buffer,
    file_format::not_entries,
    read_ahead::Chunks,
    rejects::Rejects,
    source::{BoxedRead, OpenSource},
};

/// After so many chunks another thread is worth starting.
const CHUNKS_ALONE: u32 = 32;

/// Reads a block of entries at a time; the caller has the loop.
pub(crate) struct Blocks {
    pub(crate) name: Arc<str>,
    /// They begin a file, which has not been looked at yet.
    is_start: bool,
    chunks: Chunks,
    buffer: Buffer,
    /// What is left of the chunk.
    rest: Range<usize>,
    reader: Reader,
    block: Block,
    at_end: bool,
    /// How many lines the progress has been told of.
    lines_counted: u64,
    /// After so many chunks more, another thread reads on; 0 is never.
    read_ahead_in: u32,
    progress: Arc<Progress>,
}

/// Entries that follow each other, and the bad line after them, if there is one, with what is wrong.
pub(crate) struct Lines<'a> {
    pub(crate) block: &'a Block,
    pub(crate) bad: Option<(Error, &'a [u8])>,
}

impl Blocks {
    /// Makes the blocks of bytes that begin a file, or else a line within it.
    pub(crate) fn new(
        name: Arc<str>,
        input: BoxedRead,
        is_first: bool,
        progress: &Arc<Progress>,
    ) -> Blocks {
        Blocks {
            name,
            is_start: is_first,
            chunks: Chunks::new(input),
            buffer: Buffer::new(),
            rest: 0..0,
            reader: if is_first { Reader::new() } else { Reader::within_input() },
            block: Block::new(),
            at_end: false,
            lines_counted: 0,
            read_ahead_in: 0,
            progress: progress.clone(),
        }
    }

    /// Makes the blocks of an opened input, which several threads may read.
    pub(crate) fn of(
        name: Arc<str>,
        opened: OpenSource,
        threads: usize,
        progress: &Arc<Progress>,
    ) -> Blocks {
        let read_ahead_in = if threads > 1 && !opened.is_plain { CHUNKS_ALONE } else { 0 };
        Blocks { read_ahead_in, ..Blocks::new(name, opened.input, true, progress) }
    }

    /// Reads what comes next, and writes it to `rejects` if it is a bad line; `None` is the end.
    ///
    /// # Errors
    ///
    /// A failed read or write, UTF-16 and files of another kind, which end all, and being stopped.
    pub(crate) fn next(
        &mut self,
        mut rejects: Option<&mut Rejects<'_>>,
    ) -> Result<Option<Lines<'_>>> {
        if self.at_end {
            return Ok(None);
        }
        let read = if self.rest.is_empty() && !self.next_chunk()? {
            self.at_end = true;
            let last = self.reader.finish(&mut self.block);
            self.count_lines();
            last
        } else {
            let mut rest = &self.buffer.chunk()[self.rest.clone()];
            if let Some(rejects) = &mut rejects {
                rejects.write_rest(self.reader.skip_long_line(&mut rest))?;
            }
            let read = self.reader.next_block(&mut rest, &mut self.block);
            self.rest.start = self.rest.end - rest.len();
            read
        };
        let bad = read.err().map(|error| (error, self.reader.bad_line()));
        if let Some((error, line)) = bad {
            if error.kind() == ErrorKind::Utf16 {
                return Err(InputError::new(InputErrorKind::Utf16(error), &self.name));
            }
            if let Some(rejects) = rejects {
                rejects.write_line(line)?;
            }
        }
        Ok(Some(Lines { block: &self.block, bad }))
    }

    fn next_chunk(&mut self) -> Result<bool> {
        self.count_lines();
        if self.progress.is_stopped() {
            return Err(InputError::new(InputErrorKind::Stopped, ""));
        }
        if self.read_ahead_in > 0 {
            self.read_ahead_in -= 1;
            if self.read_ahead_in == 0 {
                self.chunks.read_ahead();
            }
        }
        let read = self.chunks.next(&mut self.buffer);
        let read = read.map_err(|error| InputError::read(&self.name, error))?;
        self.rest = 0..self.buffer.chunk().len();
        if mem::take(&mut self.is_start)
            && let Some(kind) = not_entries(self.buffer.chunk())
        {
            return Err(InputError::new(kind, &self.name));
        }
        Ok(read)
    }

    fn count_lines(&mut self) {
        let lines = self.reader.lines();
        self.progress.add_lines(lines - mem::replace(&mut self.lines_counted, lines));
    }

    /// Returns whether the whole chunk has been read.
    pub(crate) fn is_between_chunks(&self) -> bool {
        self.rest.is_empty()
    }

    /// Returns how many lines have been read.
    pub(crate) fn lines(&self) -> u64 {
        self.reader.lines()
    }

    /// Returns whether the input begins with a UTF-8 byte-order mark.
    pub(crate) fn byte_order_mark(&self) -> bool {
        self.reader.has_byte_order_mark()
    }
}
