//! Bytes to chunks, which may end anywhere.

use std::io::{self, Read};

/// How much is read at a time.
const CHUNK_BYTES: usize = 1 << 17;

/// Where in a buffer a chunk begins. Copying to the start of a page is several times slower on
/// some processors.
const PAD: usize = 128;

/// What a chunk is read into, over and over.
pub(crate) struct Buffer {
    bytes: Vec<u8>,
    end: usize,
}

impl Buffer {
    pub(crate) fn new() -> Buffer {
        Buffer { bytes: vec![0; PAD + CHUNK_BYTES], end: PAD }
    }

    pub(crate) fn chunk(&self) -> &[u8] {
        &self.bytes[PAD..self.end]
    }
}

pub(crate) struct Chunker<R> {
    input: R,
    at_end: bool,
}

impl<R: Read> Chunker<R> {
    pub(crate) fn new(input: R) -> Chunker<R> {
        Chunker { input, at_end: false }
    }

    /// Reads the next chunk; returns whether there was one. Only the last one is shorter than others.
    pub(crate) fn next(&mut self, buffer: &mut Buffer) -> io::Result<bool> {
        let Buffer { bytes, end } = buffer;
        *end = PAD;
        // Whoever types ends the input once, so it is not asked for more after its end.
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
        Ok(*end > PAD)
    }
}
