use std::{
    fs,
    io::{self, Read},
    path::Path,
};

use crate::failure::{Failure, Result};

/// Reads a file that is text, or standard input.
pub(crate) fn read_text(path: &Path) -> Result<String> {
    let text = match path == Path::new("-") {
        true => {
            let mut text = String::new();
            io::stdin().read_to_string(&mut text).map(|_| text)
        }
        false => fs::read_to_string(path),
    };
    text.map_err(|error| Failure::file("read", path, &error))
}
