use std::{io, path::Path};

use camel_cards::{Counts, ScoreError, Ties};
use camel_cards_input::{read_counts, read_counts_from};

use crate::failure::{Failure, Result};

/// Reads a table of counts, unless these ties need more than it knows.
pub(crate) fn read_counted(path: &Path, ties: Ties) -> Result<Counts> {
    if ties == Ties::Ordinal {
        let why = ScoreError::NoOrder;
        return Err(Failure::Usage(format!("{why}; --ties min, max or dense does not")));
    }
    Ok(match path == Path::new("-") {
        true => read_counts_from("<stdin>", io::stdin())?,
        false => read_counts(path)?,
    })
}
