//! Chunks that a thread of their own reads and unpacks, while others are decoded.

use std::{
    io, mem,
    sync::mpsc::{self, Receiver, Sender, SyncSender},
    thread,
};

use crate::{
    chunk::{Buffer, Chunker},
    source::BoxedRead,
};

/// How many chunks may be read and not decoded yet.
const CHUNKS: usize = 4;

/// After so many chunks another thread is worth starting.
const CHUNKS_ALONE: u32 = 32;

/// The chunks of one input, in order.
pub(crate) struct Chunks {
    from: ChunksFrom,
    /// After so many more, another thread reads on; 0 is never.
    read_ahead_in: u32,
}

enum ChunksFrom {
    Here(Chunker<BoxedRead>),
    /// What has been read by the other thread, which ends after an error; and the buffers that it may use.
    Ahead(Receiver<io::Result<Buffer>>, Sender<Buffer>),
}

impl Chunks {
    /// Makes the chunks of an input, which another thread may read.
    pub(crate) fn new(input: BoxedRead, reads_ahead: bool) -> Chunks {
        let read_ahead_in = if reads_ahead { CHUNKS_ALONE } else { 0 };
        Chunks { from: ChunksFrom::Here(Chunker::new(input)), read_ahead_in }
    }

    /// Reads the next chunk; returns whether there was one.
    pub(crate) fn next(&mut self, buffer: &mut Buffer) -> io::Result<bool> {
        if self.read_ahead_in > 0 {
            self.read_ahead_in -= 1;
            if self.read_ahead_in == 0 {
                self.read_ahead();
            }
        }
        match &mut self.from {
            ChunksFrom::Here(chunker) => chunker.next(buffer),
            ChunksFrom::Ahead(full, empty) => {
                let lost = |_| io::Error::other("the thread that reads it has failed");
                let full = full.recv().map_err(lost)??;
                // Once it has read all, it takes no more.
                let _ = empty.send(mem::replace(buffer, full));
                Ok(!buffer.chunk().is_empty())
            }
        }
    }

    /// Goes on reading on another thread, unless the system refuses one.
    fn read_ahead(&mut self) {
        let (to_thread, chunker) = mpsc::channel::<Chunker<BoxedRead>>();
        let (to_decode, full) = mpsc::sync_channel(CHUNKS);
        let (empty, to_fill) = mpsc::channel();
        let work = move || {
            if let Ok(chunker) = chunker.recv() {
                read_all(chunker, &to_fill, &to_decode);
            }
        };
        if thread::Builder::new().spawn(work).is_err() {
            return;
        }
        for _ in 0..CHUNKS {
            // The thread still waits for its chunker, so the receiver is there.
            let _ = empty.send(Buffer::new());
        }
        let ahead = ChunksFrom::Ahead(full, empty);
        if let ChunksFrom::Here(chunker) = mem::replace(&mut self.from, ahead) {
            let _ = to_thread.send(chunker);
        }
    }
}

/// Reads up to the end, for which it gives an empty chunk, or until nobody wants more.
fn read_all(
    mut chunker: Chunker<BoxedRead>,
    to_fill: &Receiver<Buffer>,
    to_decode: &SyncSender<io::Result<Buffer>>,
) {
    while let Ok(mut buffer) = to_fill.recv() {
        let read = chunker.next(&mut buffer);
        let goes_on = matches!(read, Ok(true));
        if to_decode.send(read.map(|_| buffer)).is_err() || !goes_on {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

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
                    Ok(true) => whole.extend_from_slice(buffer.chunk()),
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
