use std::{fmt, mem};

use camel_cards_input::Compression;

use super::gzip::Gunzip;

/// Unpacks an input if its first bytes say that it is compressed.
pub(crate) enum Unpacker {
    /// Too few bytes to say.
    Start(Vec<u8>),
    Plain,
    Gzip(Gunzip),
}

/// Why an input cannot be unpacked.
pub(crate) enum UnpackError {
    Gzip(&'static str),
    Zstd,
}

impl Unpacker {
    pub(crate) fn new() -> Unpacker {
        Unpacker::Start(Vec::new())
    }

    pub(crate) fn is_gzip(&self) -> bool {
        matches!(self, Unpacker::Gzip(_))
    }

    /// Gives what the next chunk unpacks to to `out`.
    pub(crate) fn push(
        &mut self,
        chunk: &[u8],
        out: &mut dyn FnMut(&[u8]),
    ) -> Result<(), UnpackError> {
        match self {
            Unpacker::Start(start) => {
                start.extend_from_slice(chunk);
                if start.len() < Compression::MAGIC_BYTES { Ok(()) } else { self.begin(out) }
            }
            Unpacker::Plain => {
                out(chunk);
                Ok(())
            }
            Unpacker::Gzip(gunzip) => gunzip.push(chunk, out).map_err(UnpackError::Gzip),
        }
    }

    /// Ends the input.
    pub(crate) fn finish(&mut self, out: &mut dyn FnMut(&[u8])) -> Result<(), UnpackError> {
        self.begin(out)?;
        match self {
            Unpacker::Gzip(gunzip) => gunzip.finish().map_err(UnpackError::Gzip),
            _ => Ok(()),
        }
    }

    /// Decides by the first bytes what they are.
    fn begin(&mut self, out: &mut dyn FnMut(&[u8])) -> Result<(), UnpackError> {
        let Unpacker::Start(start) = self else { return Ok(()) };
        let unpacker = match Compression::of(start) {
            None => Unpacker::Plain,
            Some(Compression::Gzip) => Unpacker::Gzip(Gunzip::new()),
            Some(_) => return Err(UnpackError::Zstd),
        };
        let start = mem::take(start);
        *self = unpacker;
        self.push(&start, out)
    }
}

impl fmt::Display for UnpackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnpackError::Gzip(error) => {
                write!(f, "this is a gzip file that cannot be unpacked: {error}")
            }
            UnpackError::Zstd => f.write_str(
                "this is a zstd file, which is not read here: unpack it first, or use the command camel-cards",
            ),
        }
    }
}
