//! Which compression an input has, and how it is undone.

use std::io::{self, Read};

/// A compression, which is known by how its files begin.
///
/// ```
/// use camel_cards_input::Compression;
///
/// assert_eq!(Compression::of(&[0x1F, 0x8B, 8, 0]), Some(Compression::Gzip));
/// assert_eq!(Compression::of(b"32T3K 765\n"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Compression {
    /// Members of RFC 1952.
    Gzip,
    /// Frames of RFC 8878.
    Zstd,
}

impl Compression {
    /// How many bytes at the start of an input say whether it is compressed.
    pub(crate) const MAGIC_BYTES: usize = 4;

    /// Returns the compression of an input that starts with these bytes, if it has any.
    pub fn of(start: &[u8]) -> Option<Compression> {
        match start {
            [0x1F, 0x8B, ..] => Some(Compression::Gzip),
            // A frame, or one to be skipped, which comes first if several threads compressed.
            [0x28, 0xB5, 0x2F, 0xFD, ..] | [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => {
                Some(Compression::Zstd)
            }
            _ => None,
        }
    }
}

/// Undoes the compression, whose members or frames may be several.
pub(crate) fn unpack(
    compression: Option<Compression>,
    input: Box<dyn Read + Send>,
) -> io::Result<Box<dyn Read + Send>> {
    match compression {
        None => Ok(input),
        #[cfg(feature = "gzip")]
        Some(Compression::Gzip) => Ok(Box::new(flate2::read::MultiGzDecoder::new(input))),
        #[cfg(feature = "zstd")]
        Some(Compression::Zstd) => Ok(Box::new(zstd::Decoder::new(input)?)),
        #[cfg(not(all(feature = "gzip", feature = "zstd")))]
        Some(other) => {
            let name = if other == Compression::Gzip { "gzip" } else { "zstd" };
            let message = format!("it is {name}, which this program does not read");
            Err(io::Error::new(io::ErrorKind::Unsupported, message))
        }
    }
}
