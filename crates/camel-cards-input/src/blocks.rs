//! One input, or a byte range of a file, to blocks of entries.

use std::{mem, ops::Range, sync::Arc};

use crate::{
    Decoded, Decoder, FileFormat, InputError, InputErrorKind, Progress, Result,
    chunk::Buffer,
    read_ahead::Chunks,
    rejects::Rejects,
    source::{BoxedRead, Opened},
};

/// After so many chunks another thread is worth starting.
const CHUNKS_ALONE: u32 = 32;

/// Gives what it decodes some entries at a time; the caller has the loop.
pub(crate) struct Blocks {
    pub(crate) name: Arc<str>,
    /// They begin a file, which has not been looked at yet.
    is_start: bool,
    chunks: Chunks,
    buffer: Buffer,
    /// What is left of the chunk.
    rest: Range<usize>,
    decoder: Decoder,
    /// How many bytes were decoded before the chunk, and how many lines are counted.
    chunk_at: u64,
    lines_counted: u64,
    at_end: bool,
    /// After so many chunks more, another thread reads on; 0 is never.
    read_ahead_in: u32,
    progress: Arc<Progress>,
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
            decoder: if is_first { Decoder::new() } else { Decoder::within_input() },
            chunk_at: 0,
            lines_counted: 0,
            at_end: false,
            read_ahead_in: 0,
            progress: progress.clone(),
        }
    }

    /// Makes the blocks of an opened input, which several threads may read.
    pub(crate) fn of(
        name: Arc<str>,
        opened: Opened,
        is_first: bool,
        threads: usize,
        progress: &Arc<Progress>,
    ) -> Blocks {
        let read_ahead_in = if threads > 1 && !opened.is_plain { CHUNKS_ALONE } else { 0 };
        Blocks { read_ahead_in, ..Blocks::new(name, opened.input, is_first, progress) }
    }

    /// Decodes what comes next, and writes it to `rejects` if it is a bad line; `None` is the end.
    ///
    /// # Errors
    ///
    /// A failed read or write, UTF-16 and files of another kind, which end all, and being stopped.
    pub(crate) fn next(
        &mut self,
        mut rejects: Option<&mut Rejects<'_>>,
    ) -> Result<Option<Decoded<'_>>> {
        let mut at_end = false;
        if self.rest.is_empty() {
            self.end_chunk(rejects.as_deref_mut())?;
            if self.at_end {
                return Ok(None);
            }
            at_end = !self.next_chunk()?;
        }
        let chunk = self.buffer.chunk();
        let mut rest = &chunk[self.rest.clone()];
        let decoded = match at_end {
            true => self.decoder.finish(),
            false => self.decoder.next(&mut rest),
        };
        self.at_end = at_end;
        self.rest.start = self.rest.end - rest.len();
        let Some(bad) = decoded.bad_text() else { return Ok(Some(decoded)) };
        if bad.error.kind() == camel_cards::ErrorKind::Utf16 {
            return Err(InputError::new(InputErrorKind::Utf16(bad.error), &self.name));
        }
        if let Some(rejects) = rejects {
            let part = match bad.bytes.start.checked_sub(self.chunk_at) {
                // The last chunk has been held up to here.
                _ if at_end => Ok(&chunk[..0]),
                None => Ok(&chunk[..self.rest.start]),
                Some(start) => rejects.forget().map(|()| &chunk[start as usize..self.rest.start]),
            };
            part.and_then(|part| rejects.hold(part)).map_err(InputError::rejects)?;
            rejects.keep();
        }
        Ok(Some(decoded))
    }

    fn next_chunk(&mut self) -> Result<bool> {
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
        self.chunk_at = self.decoder.bytes();
        self.rest = 0..self.buffer.chunk().len();
        if mem::take(&mut self.is_start)
            && let Some(format) = FileFormat::of(self.buffer.chunk())
        {
            return Err(InputError::new(InputErrorKind::NotEntries(format), &self.name));
        }
        Ok(read)
    }

    /// Counts the lines of the chunk, and holds the line that it ends in, which may be bad.
    fn end_chunk(&mut self, rejects: Option<&mut Rejects<'_>>) -> Result<()> {
        let lines = self.decoder.lines();
        self.progress.add_lines(lines - self.lines_counted);
        self.lines_counted = lines;
        if let Some(rejects) = rejects {
            let chunk = self.buffer.chunk();
            let newline = chunk.iter().rposition(|&byte| byte == b'\n');
            let forgotten =
                if newline.is_some() || self.at_end { rejects.forget() } else { Ok(()) };
            // A byte-order mark is no part of the first line.
            let has_mark = self.chunk_at == 0 && self.decoder.byte_order_mark();
            let first = if has_mark { "\u{FEFF}".len() } else { 0 };
            let begun = newline.map_or(first, |newline| newline + 1);
            forgotten.and_then(|()| rejects.hold(&chunk[begun..])).map_err(InputError::rejects)?;
        }
        Ok(())
    }

    /// Returns whether the whole chunk has been decoded, and ends where a line does.
    pub(crate) fn is_between_chunks(&self) -> bool {
        self.rest.is_empty() && self.buffer.chunk().ends_with(b"\n")
    }

    /// Returns how many lines have been decoded, and from how many bytes.
    pub(crate) fn decoded(&self) -> (u64, u64) {
        (self.decoder.lines(), self.decoder.bytes())
    }

    /// Returns whether the input begins with a UTF-8 byte-order mark.
    pub(crate) fn byte_order_mark(&self) -> bool {
        self.decoder.byte_order_mark()
    }
}
