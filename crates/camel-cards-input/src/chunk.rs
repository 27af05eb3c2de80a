//! Bytes to chunks of whole lines.

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

/// Cuts what it reads where lines end.
///
/// A line longer than a buffer comes in several chunks, and the last line of the input may lack
/// its newline.
pub(crate) struct Chunker<R> {
    input: R,
    /// The beginning of a line, read with the last chunk.
    begun: Vec<u8>,
    at_end: bool,
}

impl<R: Read> Chunker<R> {
    pub(crate) fn new(input: R) -> Chunker<R> {
        Chunker { input, begun: Vec::new(), at_end: false }
    }

    /// Reads the next chunk; returns whether there was one.
    pub(crate) fn next(&mut self, buffer: &mut Buffer) -> io::Result<bool> {
        let bytes = &mut buffer.bytes;
        let mut end = PAD + self.begun.len();
        bytes[PAD..end].copy_from_slice(&self.begun);
        self.begun.clear();
        while end < bytes.len() && !self.at_end {
            match self.input.read(&mut bytes[end..]) {
                Ok(read) => {
                    self.at_end = read == 0;
                    end += read;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        if !self.at_end
            && let Some(newline) = bytes[PAD..end].iter().rposition(|&byte| byte == b'\n')
        {
            let line_end = PAD + newline + 1;
            self.begun.extend_from_slice(&bytes[line_end..end]);
            end = line_end;
        }
        buffer.end = end;
        Ok(end > PAD)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_end_where_lines_end() {
        let long = "x".repeat(3 * CHUNK_BYTES);
        let lines = format!("{}{long}\n{}KK677 28", "AAAAA 1\n".repeat(40_000), "\n".repeat(9));
        let (mut chunker, mut buffer) = (Chunker::new(lines.as_bytes()), Buffer::new());
        let mut whole = Vec::new();
        while chunker.next(&mut buffer).unwrap() {
            whole.extend_from_slice(buffer.chunk());
            let in_long_line = whole.ends_with(b"x");
            assert!(in_long_line || whole.ends_with(b"\n") || whole.len() == lines.len());
        }
        assert!(whole == lines.as_bytes());
        assert!(!chunker.next(&mut buffer).unwrap() && buffer.chunk().is_empty());
    }
}
