//! Bad lines, written unchanged, in memory that does not grow with their length.

use std::{
    fs::File,
    io::{self, Seek, SeekFrom, Write},
};

/// How much is gathered before it is written.
const BUFFER_BYTES: usize = 1 << 17;

/// Where bad lines are written.
///
/// A line too long for memory is written before it is known to be bad, and taken back if it is
/// good. So bytes are appended, and now and then the last ones are removed.
pub trait RejectSink {
    /// Appends bytes.
    fn write(&mut self, bytes: &[u8]) -> io::Result<()>;
    /// Removes all but the first `length` bytes.
    fn truncate(&mut self, length: u64) -> io::Result<()>;
}

impl RejectSink for Vec<u8> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.extend_from_slice(bytes);
        Ok(())
    }

    fn truncate(&mut self, length: u64) -> io::Result<()> {
        Vec::truncate(self, length as usize);
        Ok(())
    }
}

/// The file must be empty when it is given.
impl RejectSink for File {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write_all(bytes)
    }

    fn truncate(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)?;
        self.seek(SeekFrom::Start(length)).map(drop)
    }
}

/// Gathers bad lines for their sink.
pub(crate) struct Rejects<'a> {
    sink: &'a mut (dyn RejectSink + Send),
    written_bytes: u64,
    pending: Vec<u8>,
    /// How many of all these bytes belong to lines that are known to be bad.
    settled_bytes: u64,
    /// The last of those lines ended with its file, without a newline.
    line_is_open: bool,
}

impl<'a> Rejects<'a> {
    pub(crate) fn new(sink: &'a mut (dyn RejectSink + Send)) -> Rejects<'a> {
        let pending = Vec::new();
        Rejects { sink, written_bytes: 0, pending, settled_bytes: 0, line_is_open: false }
    }

    /// Appends part of a line that may yet turn out to be good.
    pub(crate) fn hold(&mut self, part: &[u8]) -> io::Result<()> {
        if part.is_empty() {
            return Ok(());
        }
        if self.pending.len() > BUFFER_BYTES {
            self.flush()?;
        }
        if self.line_is_open && self.written_bytes + self.pending.len() as u64 == self.settled_bytes
        {
            self.pending.push(b'\n');
        }
        self.pending.extend_from_slice(part);
        Ok(())
    }

    /// Keeps what is held, which is a bad line.
    pub(crate) fn keep(&mut self) {
        self.line_is_open = !self.pending.ends_with(b"\n");
        self.settled_bytes = self.written_bytes + self.pending.len() as u64;
    }

    /// Forgets what is held, if anything is.
    pub(crate) fn forget(&mut self) -> io::Result<()> {
        if let Some(settled) = self.settled_bytes.checked_sub(self.written_bytes) {
            self.pending.truncate(settled as usize);
        } else {
            self.pending.clear();
            self.sink.truncate(self.settled_bytes)?;
            self.written_bytes = self.settled_bytes;
        }
        Ok(())
    }

    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.sink.write(&self.pending)?;
        self.written_bytes += self.pending.len() as u64;
        self.pending.clear();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_lines_are_taken_back_and_open_lines_ended() {
        let mut sink = Vec::new();
        let long = vec![b'x'; BUFFER_BYTES + 1];
        let mut rejects = Rejects::new(&mut sink);
        rejects.hold(b"ends with its file").unwrap();
        rejects.keep();
        // Good, however long.
        for part in [&long[..1], &long, &long] {
            rejects.hold(part).unwrap();
        }
        rejects.forget().unwrap();
        rejects.hold(b"short").unwrap();
        rejects.forget().unwrap();
        for part in [&long[..], &long, b"\n"] {
            rejects.hold(part).unwrap();
        }
        rejects.keep();
        rejects.flush().unwrap();
        let expected = [b"ends with its file\n", &long[..], &long, b"\n"].concat();
        assert!(sink == expected, "{}", String::from_utf8_lossy(&sink[..40]));
    }
}
