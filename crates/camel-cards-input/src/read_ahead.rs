//! A long input, read and unpacked by a thread of its own while another decodes it.

use std::{
    io::{self, Cursor, Read},
    mem,
    sync::mpsc::{self, Receiver},
    thread,
};

use crate::source::BoxedRead;

/// After so many bytes another thread is worth starting.
const BYTES_ALONE: usize = 1 << 22;
/// How many bytes the thread reads at a time, and how many such pieces may wait to be decoded.
const PIECE_BYTES: usize = 1 << 16;
const PIECES: usize = 8;

/// Reads an input from its start, and then on another thread.
pub(crate) enum ReadAhead {
    /// After so many more bytes another thread takes it.
    Here(BoxedRead, usize),
    /// The pieces that another thread reads, up to an error or an empty one; and the one that is taken from.
    Ahead(Receiver<io::Result<Vec<u8>>>, Cursor<Vec<u8>>),
}

impl ReadAhead {
    pub(crate) fn new(input: BoxedRead) -> ReadAhead {
        ReadAhead::Here(input, BYTES_ALONE)
    }

    /// Goes on reading on another thread, unless the system refuses one.
    fn start_thread(&mut self) {
        // The input is sent once the thread runs, so that it is still here if there is none.
        let (to_thread, input) = mpsc::channel::<BoxedRead>();
        let (to_decode, pieces) = mpsc::sync_channel(PIECES);
        let read_all = move || {
            let Ok(mut input) = input.recv() else { return };
            // Up to the end, or until nobody wants more.
            loop {
                let mut piece = Vec::with_capacity(PIECE_BYTES);
                let read = input.by_ref().take(PIECE_BYTES as u64).read_to_end(&mut piece);
                let is_last = read.is_err() || piece.is_empty();
                if to_decode.send(read.map(|_| piece)).is_err() || is_last {
                    return;
                }
            }
        };
        if thread::Builder::new().spawn(read_all).is_err() {
            return;
        }
        let ahead = ReadAhead::Ahead(pieces, Cursor::default());
        if let ReadAhead::Here(input, _) = mem::replace(self, ahead) {
            let _ = to_thread.send(input);
        }
    }
}

impl Read for ReadAhead {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            ReadAhead::Here(input, bytes_left) => {
                let bytes = input.read(buffer)?;
                *bytes_left = bytes_left.saturating_sub(bytes);
                if *bytes_left == 0 {
                    self.start_thread();
                }
                Ok(bytes)
            }
            ReadAhead::Ahead(pieces, piece) => {
                if piece.position() == piece.get_ref().len() as u64 {
                    let lost = |_| io::Error::other("the thread that reads it has failed");
                    *piece = Cursor::new(pieces.recv().map_err(lost)??);
                }
                piece.read(buffer)
            }
        }
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
            let end = ReadAhead::Here(input, 100_000).read_to_end(&mut whole);
            assert_eq!(end.is_err(), fails);
            assert!(if fails { lines.starts_with(&whole) } else { whole == lines });
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
        let mut read = ReadAhead::Here(Box::new(input), 1);
        assert!(read.read_to_end(&mut Vec::new()).is_err());
    }
}
