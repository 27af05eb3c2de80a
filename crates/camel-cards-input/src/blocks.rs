//! A share of the inputs to chunks, and those to blocks of entries and bad lines.

use std::{
    io::{self, Read},
    mem,
    ops::Range,
    sync::{
        Arc,
        atomic::AtomicU64,
        mpsc::{self, Receiver, Sender},
    },
    thread, vec,
};

use camel_cards::{Block, ErrorKind, Reader};

use crate::{
    InputError, InputErrorKind, Result,
    bad_lines::{RangeLines, Rejects},
    source::{BoxedRead, Source},
};

/// Reads a block of entries at a time; the caller has the loop.
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
    chunks: Chunks,
    buffer: Buffer,
    reader: Reader,
}

impl<'a> Blocks<'a> {
    pub(crate) fn new(
        sources: Vec<Source>,
        rejects: Option<Rejects<'a>>,
        reads_ahead: bool,
        bytes_read: &Arc<AtomicU64>,
    ) -> Blocks<'a> {
        Blocks {
            sources: sources.into_iter(),
            open: None,
            block: Block::new(),
            lines: Vec::new(),
            byte_order_mark: false,
            rejects,
            reads_ahead,
            bytes_read: bytes_read.clone(),
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
        let is_end = open.buffer.rest.is_empty() && !open.next_chunk()?;
        let read = if is_end {
            open.reader.finish(&mut self.block)
        } else {
            let mut rest = open.buffer.rest();
            if let Some(rejects) = &mut self.rejects {
                rejects.write_rest(open.reader.skip_long_line(&mut rest))?;
            }
            let read = open.reader.next_block(&mut rest, &mut self.block);
            open.buffer.rest.start = open.buffer.rest.end - rest.len();
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
        if open.buffer.rest.is_empty() {
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
        self.open.as_ref().is_none_or(|open| open.buffer.rest.is_empty())
    }

    /// Opens the next source; returns whether there is one.
    fn open_next(&mut self) -> Result<bool> {
        let Some(source) = self.sources.next() else { return Ok(false) };
        let (name, from) = (source.name.clone(), source.from);
        let opened = source.open(&self.bytes_read)?;
        match self.lines.last_mut() {
            Some(lines) if lines.from_start => lines.count = 0,
            _ => self.lines.push(RangeLines { from_start: from == 0, ..RangeLines::default() }),
        }
        self.open = Some(OpenRange {
            name,
            from,
            chunks: Chunks::new(opened.input, self.reads_ahead && !opened.is_uncompressed_file),
            buffer: Buffer::new(),
            reader: if from == 0 { Reader::new() } else { Reader::within_input() },
        });
        Ok(true)
    }
}

impl OpenRange {
    /// Reads the next chunk; returns whether there was one.
    fn next_chunk(&mut self) -> Result<bool> {
        let read = self.chunks.next(&mut self.buffer);
        read.map_err(|error| InputError::read(&self.name, error))?;
        Ok(!self.buffer.rest.is_empty())
    }
}

/// How many chunks may be read and not decoded yet.
const CHUNKS: usize = 4;

/// After so many chunks another thread is worth starting.
const CHUNKS_ALONE: u32 = 32;

/// The chunks of one input, in order.
struct Chunks {
    from: ChunksFrom,
    /// After so many more, another thread reads on; 0 is never.
    read_ahead_in: u32,
}

enum ChunksFrom {
    Here(Chunker),
    /// What has been read by another thread, which ends after an error and after an empty chunk.
    /// Buffers go back to it.
    Ahead(Receiver<io::Result<Buffer>>, Sender<Buffer>),
}

impl Chunks {
    /// Makes the chunks of an input, which another thread may read.
    fn new(input: BoxedRead, reads_ahead: bool) -> Chunks {
        let read_ahead_in = if reads_ahead { CHUNKS_ALONE } else { 0 };
        Chunks { from: ChunksFrom::Here(Chunker { input, at_end: false }), read_ahead_in }
    }

    /// Reads the next chunk; at the end it is empty.
    fn next(&mut self, buffer: &mut Buffer) -> io::Result<()> {
        if self.read_ahead_in > 0 {
            self.read_ahead_in -= 1;
            if self.read_ahead_in == 0 {
                self.read_ahead();
            }
        }
        match &mut self.from {
            ChunksFrom::Here(chunker) => chunker.next(buffer),
            ChunksFrom::Ahead(chunks, empty) => {
                let lost = |_| io::Error::other("the thread that reads it has failed");
                // At the end nobody takes it.
                let _ = empty.send(mem::replace(buffer, chunks.recv().map_err(lost)??));
                Ok(())
            }
        }
    }

    /// Goes on reading on another thread, unless the system refuses one.
    fn read_ahead(&mut self) {
        // It is sent once the thread runs, so that it is still here if there is none.
        let (to_thread, chunker) = mpsc::channel::<Chunker>();
        let (to_decode, chunks) = mpsc::sync_channel(CHUNKS);
        let (back, empty) = mpsc::channel();
        let read_all = move || {
            let Ok(mut chunker) = chunker.recv() else { return };
            // Up to the end, for which it gives an empty chunk, or until nobody wants more.
            loop {
                let mut buffer = empty.try_recv().unwrap_or_else(|_| Buffer::new());
                let read = chunker.next(&mut buffer);
                let is_last = read.is_err() || buffer.rest.is_empty();
                if to_decode.send(read.map(|()| buffer)).is_err() || is_last {
                    return;
                }
            }
        };
        if thread::Builder::new().spawn(read_all).is_err() {
            return;
        }
        let ahead = ChunksFrom::Ahead(chunks, back);
        if let ChunksFrom::Here(chunker) = mem::replace(&mut self.from, ahead) {
            let _ = to_thread.send(chunker);
        }
    }
}

/// How much is read at a time.
const CHUNK_BYTES: usize = 1 << 17;

/// Where in a buffer a chunk begins. Copying to the start of a page is several times slower on
/// some processors.
const PAD: usize = 128;

/// What a chunk is read into, over and over.
struct Buffer {
    bytes: Vec<u8>,
    /// Where the rest of the chunk is.
    rest: Range<usize>,
}

impl Buffer {
    fn new() -> Buffer {
        Buffer { bytes: vec![0; PAD + CHUNK_BYTES], rest: PAD..PAD }
    }

    fn rest(&self) -> &[u8] {
        &self.bytes[self.rest.clone()]
    }
}

struct Chunker {
    input: BoxedRead,
    at_end: bool,
}

impl Chunker {
    /// Reads the next chunk; at the end it is empty. Only the last one is shorter than others.
    fn next(&mut self, buffer: &mut Buffer) -> io::Result<()> {
        buffer.rest = PAD..PAD;
        let Buffer { bytes, rest: Range { end, .. } } = buffer;
        // A terminal reports the end once: another read would wait for more typing.
        while *end < bytes.len() && !self.at_end {
            match self.input.read(&mut bytes[*end..]) {
                Ok(read) => {
                    self.at_end = read == 0;
                    *end += read;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_and_errors_come_in_order() {
        struct Fails;
        impl Read for Fails {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("broken"))
            }
        }
        let lines = b"32T3K 765\n".repeat(200_000);
        for fails in [false, true] {
            let input = io::Cursor::new(lines.clone());
            let input: BoxedRead =
                if fails { Box::new(input.chain(Fails)) } else { Box::new(input) };
            let (mut chunks, mut buffer, mut whole) =
                (Chunks::new(input, true), Buffer::new(), Vec::new());
            chunks.read_ahead_in = 3;
            let end = loop {
                match chunks.next(&mut buffer) {
                    Ok(()) if !buffer.rest.is_empty() => whole.extend_from_slice(buffer.rest()),
                    end => break end,
                }
            };
            match end {
                Ok(_) => assert!(!fails && whole == lines),
                Err(error) => assert!(fails && lines.starts_with(&whole), "{error}"),
            }
        }
    }

    #[test]
    fn a_reader_that_panics_is_an_error() {
        struct Panics;
        impl Read for Panics {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                panic!("on purpose")
            }
        }
        let mut chunks = Chunks::new(Box::new(Panics), true);
        chunks.read_ahead_in = 1;
        assert!(chunks.next(&mut Buffer::new()).is_err());
    }
}
