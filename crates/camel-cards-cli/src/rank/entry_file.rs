//! Temporary files without a name, and the form of entries in them.

use std::{
    env,
    fs::File,
    io::{self, Read, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use crate::failure::{Failure, Result};

/// How many bytes an entry takes: three of a hand's index and eight of a bid, lowest first.
pub(crate) const PACKED_BYTES: usize = 11;

/// How many bytes are read, or written, at a time.
pub(crate) const BUFFER_BYTES: usize = PACKED_BYTES << 13;

pub(crate) fn pack(hand: usize, bid: u64) -> [u8; PACKED_BYTES] {
    let ([a, b, c, ..], [d, e, f, g, h, i, j, k]) =
        ((hand as u32).to_le_bytes(), bid.to_le_bytes());
    [a, b, c, d, e, f, g, h, i, j, k]
}

pub(crate) fn unpack(bytes: &[u8]) -> impl Iterator<Item = (usize, u64)> {
    let (packed, _) = bytes.as_chunks::<PACKED_BYTES>();
    packed.iter().map(|&[a, b, c, d, e, f, g, h, i, j, k]| {
        let hand = u32::from_le_bytes([a, b, c, 0]);
        (hand as usize, u64::from_le_bytes([d, e, f, g, h, i, j, k]))
    })
}

/// A file that has no name, so nothing is left of it however the command ends.
pub(crate) struct EntryFile {
    file: File,
    folder: PathBuf,
}

impl EntryFile {
    pub(crate) fn create(folder: Option<&Path>) -> Result<EntryFile> {
        let folder = folder.map_or_else(env::temp_dir, Path::to_owned);
        match tempfile::tempfile_in(&folder) {
            Ok(file) => Ok(EntryFile { file, folder }),
            Err(error) => Err(Failure::file("create a temporary file in", &folder, &error)),
        }
    }

    pub(crate) fn write(&mut self, at: u64, bytes: &[u8]) -> Result<()> {
        let written = self.file.seek(SeekFrom::Start(at)).and_then(|_| self.file.write_all(bytes));
        written.map_err(|error| self.failure("write", &error))
    }

    pub(crate) fn read(&mut self, at: u64, bytes: &mut [u8]) -> Result<()> {
        let read = self.file.seek(SeekFrom::Start(at)).and_then(|_| self.file.read_exact(bytes));
        read.map_err(|error| self.failure("read", &error))
    }

    /// Gives the bytes of a range to `take`, some whole entries at a time.
    pub(crate) fn each_buffer(
        &mut self,
        at: u64,
        end: u64,
        mut take: impl FnMut(&[u8]) -> Result<()>,
    ) -> Result<()> {
        let mut buffer = vec![0; BUFFER_BYTES];
        let mut at = at;
        while at < end {
            let bytes = (end - at).min(BUFFER_BYTES as u64);
            let buffer = &mut buffer[..bytes as usize];
            self.read(at, buffer)?;
            take(buffer)?;
            at += bytes;
        }
        Ok(())
    }

    fn failure(&self, doing: &str, error: &io::Error) -> Failure {
        Failure::file(&format!("{doing} a temporary file in"), &self.folder, error)
    }
}
