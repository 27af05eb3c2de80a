//! A share of the inputs to blocks of entries, and to bad lines.

use std::{ops::Range, sync::Arc, vec};

use camel_cards::{Block, ErrorKind, Reader};

use crate::{
    InputError, InputErrorKind, Progress, Result, bad_lines::RangeLines, chunk::Buffer,
    file_format::not_entries, read_ahead::Chunks, rejects::Rejects, source::Source,
};

/// Reads a block of entries at a time; the caller has the loop.
pub(crate) struct Blocks<'a> {
    sources: vec::IntoIter<Source>,
    open: Option<OpenRange>,
    pub(crate) block: Block,
    /// The lines of the range of a file that comes first, and those of the inputs that have begun after it.
    pub(crate) lines: Vec<RangeLines>,
    /// One of the inputs begins with a UTF-8 byte-order mark.
    pub(crate) byte_order_mark: bool,
    rejects: Option<Rejects<'a>>,
    /// Another thread may read ahead.
    reads_ahead: bool,
    progress: Arc<Progress>,
}

/// One of the sources, while it is being read.
struct OpenRange {
    name: Arc<str>,
    /// Where it begins in its file.
    from: u64,
    chunks: Chunks,
    buffer: Buffer,
    /// What is left of the chunk.
    rest: Range<usize>,
    reader: Reader,
}

impl<'a> Blocks<'a> {
    pub(crate) fn new(
        sources: Vec<Source>,
        rejects: Option<Rejects<'a>>,
        reads_ahead: bool,
        progress: &Arc<Progress>,
    ) -> Blocks<'a> {
        Blocks {
            sources: sources.into_iter(),
            open: None,
            block: Block::new(),
            lines: Vec::new(),
            byte_order_mark: false,
            rejects,
            reads_ahead,
            progress: progress.clone(),
        }
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
        let is_end = open.rest.is_empty() && !open.next_chunk()?;
        let read = if is_end {
            open.reader.finish(&mut self.block)
        } else {
            let mut rest = &open.buffer.chunk()[open.rest.clone()];
            if let Some(rejects) = &mut self.rejects {
                rejects.write_rest(open.reader.skip_long_line(&mut rest))?;
            }
            let read = open.reader.next_block(&mut rest, &mut self.block);
            open.rest.start = open.rest.end - rest.len();
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
        if open.rest.is_empty() {
            self.progress.add_lines(open.reader.lines() - lines.count);
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
        self.open.as_ref().is_none_or(|open| open.rest.is_empty())
    }

    /// Opens the next source; returns whether there is one.
    fn open_next(&mut self) -> Result<bool> {
        let Some(source) = self.sources.next() else { return Ok(false) };
        let (name, from) = (source.name.clone(), source.from);
        let opened = source.open(&self.progress)?;
        match self.lines.last_mut() {
            Some(lines) if lines.from_start => lines.count = 0,
            _ => self.lines.push(RangeLines { from_start: from == 0, ..RangeLines::default() }),
        }
        self.open = Some(OpenRange {
            name,
            from,
            chunks: Chunks::new(opened.input, self.reads_ahead && !opened.is_plain),
            buffer: Buffer::new(),
            rest: 0..0,
            reader: if from == 0 { Reader::new() } else { Reader::within_input() },
        });
        Ok(true)
    }
}

impl OpenRange {
    /// Reads the next chunk; returns whether there was one.
    fn next_chunk(&mut self) -> Result<bool> {
        let read = self.chunks.next(&mut self.buffer);
        let read = read.map_err(|error| InputError::read(&self.name, error))?;
        let chunk = self.buffer.chunk();
        self.rest = 0..chunk.len();
        let is_start = self.from == 0 && self.reader.bytes() == 0;
        match not_entries(chunk).filter(|_| is_start) {
            Some(kind) => Err(InputError::new(kind, &self.name)),
            None => Ok(read),
        }
    }
}
