//! Tallies in files: docs/tally.md says what the bytes are.

use std::{
    io,
    path::{Path, PathBuf},
};

use camel_cards::Tally;
use camel_cards_input::{read_tally, read_tally_from};

use crate::{failure::Result, output::OutputFile};

#[derive(clap::Args)]
pub(crate) struct OutputArgs {
    /// File to write the tally to, once it is complete; - is standard output
    #[arg(short, long, value_name = "TALLY")]
    pub(crate) output: PathBuf,
}

/// Writes a tally, and ends the file.
pub(crate) fn write_tally(mut output: OutputFile, tally: &Tally) -> Result<()> {
    output.write(&tally.to_bytes()?)?;
    output.finish()
}

/// Reads tallies, and merges them in this order.
pub(crate) fn read_merged(paths: &[PathBuf]) -> Result<Tally> {
    let mut merged = Tally::new();
    for path in paths {
        merged.merge(&read(path)?);
    }
    Ok(merged)
}

fn read(path: &Path) -> Result<Tally> {
    Ok(match path == Path::new("-") {
        true => read_tally_from("<stdin>", io::stdin())?,
        false => read_tally(path)?,
    })
}

/// "1 entry", "2 entries".
pub(crate) fn entries_of(tally: &Tally) -> String {
    let entries = tally.entries();
    format!("{entries} {}", if entries == 1 { "entry" } else { "entries" })
}
