//! A long input, which one thread reads and unpacks while another decodes it.

use std::{
    io::{self, BufRead, BufReader, Cursor, Read},
    mem,
    sync::mpsc::{self, Receiver, Sender},
    thread,
};

pub(crate) type BoxedRead = Box<dyn Read + Send>;

/// The most bytes in a chunk.
const CHUNK_BYTES: usize = 1 << 17;
/// After this many bytes, another thread is worth starting.
const BYTES_ALONE: usize = 1 << 22;
/// The most chunks that are read and not yet decoded.
const CHUNKS_AHEAD: usize = 4;

/// Returns an input as the chunks in which it is read.
pub(crate) fn chunks(input: BoxedRead) -> BufReader<BoxedRead> {
    BufReader::with_capacity(CHUNK_BYTES, input)
}

/// Reads an input from its start, and then on another thread.
pub(crate) enum ReadAhead {
    /// After this many more bytes, another thread takes it.
    Here(BufReader<BoxedRead>, usize),
    /// The chunks from another thread, up to an error or an empty one; the current chunk; and the
    /// channel that returns used ones.
    Ahead(Receiver<io::Result<Vec<u8>>>, Cursor<Vec<u8>>, Sender<Vec<u8>>),
}

impl ReadAhead {
    pub(crate) fn new(input: BoxedRead) -> ReadAhead {
        ReadAhead::Here(chunks(input), BYTES_ALONE)
    }

    /// Continues reading on another thread, unless the system refuses one.
    fn start_thread(&mut self) {
        // The input is sent once the thread runs, so that it is still here if there is none.
        let (to_thread, input) = mpsc::channel::<BoxedRead>();
        let (to_decode, chunks) = mpsc::sync_channel(CHUNKS_AHEAD);
        let (back, used) = mpsc::channel::<Vec<u8>>();
        let read_all = move || {
            let Ok(mut input) = input.recv() else { return };
            // Up to the end, or until nobody wants more.
            loop {
                let mut chunk = used.try_recv().unwrap_or_default();
                chunk.resize(CHUNK_BYTES, 0);
                let read = input.read(&mut chunk);
                chunk.truncate(*read.as_ref().unwrap_or(&0));
                let is_last = chunk.is_empty();
                if to_decode.send(read.map(|_| chunk)).is_err() || is_last {
                    return;
                }
            }
        };
        if thread::Builder::new().spawn(read_all).is_err() {
            return;
        }
        let ahead = ReadAhead::Ahead(chunks, Cursor::default(), back);
        if let ReadAhead::Here(input, _) = mem::replace(self, ahead) {
            let _ = to_thread.send(input.into_inner());
        }
    }
}

impl BufRead for ReadAhead {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if matches!(self, ReadAhead::Here(input, 0) if input.buffer().is_empty()) {
            self.start_thread();
        }
        match self {
            ReadAhead::Here(input, _) => input.fill_buf(),
            ReadAhead::Ahead(chunks, chunk, back) => {
                if chunk.fill_buf()?.is_empty() {
                    let lost = |_| io::Error::other("the thread that reads it has failed");
                    let next = Cursor::new(chunks.recv().map_err(lost)??);
                    // At the end nobody takes it.
                    let _ = back.send(mem::replace(chunk, next).into_inner());
                }
                chunk.fill_buf()
            }
        }
    }

    fn consume(&mut self, bytes: usize) {
        match self {
            ReadAhead::Here(input, bytes_left) => {
                input.consume(bytes);
                *bytes_left = bytes_left.saturating_sub(bytes);
            }
            ReadAhead::Ahead(_, chunk, _) => chunk.consume(bytes),
        }
    }
}

impl Read for ReadAhead {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.fill_buf()?.read(buffer)?;
        self.consume(bytes);
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_errors_come_in_order() {
        struct Fails;
        impl Read for Fails {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("broken"))
            }
        }
        let lines = b"32T3K 765\n".repeat(200_000);
        for fails in [false, true] {
            let input = Cursor::new(lines.clone());
            let input: BoxedRead =
                if fails { Box::new(input.chain(Fails)) } else { Box::new(input) };
            let mut whole = Vec::new();
            let end = ReadAhead::Here(chunks(input), 100_000).read_to_end(&mut whole);
            assert_eq!((whole == lines, end.is_err()), (true, fails));
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
        let input = Cursor::new(b"32T3K 765\n").chain(Panics);
        let mut read = ReadAhead::Here(chunks(Box::new(input)), 1);
        assert!(read.read_to_end(&mut Vec::new()).is_err());
    }
}
