use std::{io::Read, path::Path};

use camel_cards::Tally;

use crate::{FileName, InputError, InputErrorKind, Result, source::open_file};

/// Reads a tally file, as [`Tally::to_bytes`] makes it.
///
/// # Errors
///
/// A failed read, or a file that is not a tally.
///
/// ```
/// use camel_cards_input::{Input, read_tally};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("hands.tally");
/// let tally = Input::new().reader("hands", &b"32T3K 765\n"[..]).tally()?.tally;
/// std::fs::write(&path, tally.to_bytes()?)?;
/// assert_eq!(read_tally(&path)?, tally);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_tally(path: impl AsRef<Path>) -> Result<Tally> {
    let name = FileName(path.as_ref()).to_string();
    let file = open_file(path.as_ref()).map_err(|error| InputError::read(&name, error))?;
    read_tally_from(&name, file)
}

/// Reads a tally from a reader, which messages call `name`.
///
/// # Errors
///
/// The same as for [`read_tally`].
pub fn read_tally_from(name: &str, reader: impl Read) -> Result<Tally> {
    // One byte more than any tally has, and no more, whatever is given.
    let mut bytes = Vec::new();
    let read = reader.take(Tally::BYTES_MAX as u64 + 1).read_to_end(&mut bytes);
    read.map_err(|error| InputError::read(name, error))?;
    Tally::from_bytes(&bytes).map_err(|error| InputError::new(InputErrorKind::Tally(error), name))
}
