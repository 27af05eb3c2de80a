//! Bad lines, written unchanged as they are read.

use std::io::{BufWriter, Write};

use crate::{InputError, Result};

pub(crate) struct Rejects<'a> {
    sink: BufWriter<&'a mut (dyn Write + Send)>,
    /// The last line ended with its file, without a newline, or goes on.
    line_is_open: bool,
}

impl<'a> Rejects<'a> {
    pub(crate) fn new(sink: &'a mut (dyn Write + Send)) -> Rejects<'a> {
        Rejects { sink: BufWriter::with_capacity(1 << 17, sink), line_is_open: false }
    }

    /// Writes a line, or the beginning of a long one.
    pub(crate) fn write_line(&mut self, line: &[u8]) -> Result<()> {
        if self.line_is_open {
            self.write_rest(b"\n")?;
        }
        self.write_rest(line)
    }

    /// Writes what comes next of the line.
    pub(crate) fn write_rest(&mut self, part: &[u8]) -> Result<()> {
        if let Some(last) = part.last() {
            self.line_is_open = *last != b'\n';
            self.sink.write_all(part).map_err(InputError::rejects)?;
        }
        Ok(())
    }

    pub(crate) fn flush(&mut self) -> Result<()> {
        self.sink.flush().map_err(InputError::rejects)
    }
}
