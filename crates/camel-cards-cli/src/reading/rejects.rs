use std::io;

use camel_cards_input::RejectSink;

use crate::{
    failure::{Failure, Result},
    output::OutputFile,
};

/// The file of bad lines, and why it could not be written, for which a sink has no words.
pub(super) struct RejectsFile {
    pub(super) file: OutputFile,
    pub(super) failure: Option<Failure>,
}

impl RejectsFile {
    fn note(&mut self, written: Result<()>) -> io::Result<()> {
        written.map_err(|failure| {
            self.failure = Some(failure);
            io::Error::other("cannot write the rejected lines")
        })
    }
}

impl RejectSink for RejectsFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let written = self.file.write(bytes);
        self.note(written)
    }

    fn truncate(&mut self, length: u64) -> io::Result<()> {
        let truncated = self.file.truncate(length);
        self.note(truncated)
    }
}
