use std::{
    fs,
    io::{self, Read},
    path::Path,
};

use crate::failure::{Failure, Result};

/// Reads all of a file, or of standard input.
pub(crate) fn read_whole(path: &Path) -> Result<Vec<u8>> {
    let bytes = match path == Path::new("-") {
        true => {
            let mut bytes = Vec::new();
            io::stdin().read_to_end(&mut bytes).map(|_| bytes)
        }
        false => fs::read(path),
    };
    bytes.map_err(|error| Failure::file("read", path, &error))
}
