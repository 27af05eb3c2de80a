//! Tallies in files: docs/tally.md says what the bytes are.

use std::{
    io::{self, IsTerminal, Read},
    path::{Path, PathBuf},
};

use camel_cards::{Tally, TallyError};

use crate::{
    failure::{Failure, Result},
    output::{self, OutputFile},
    source::open_file,
};

#[derive(clap::Args)]
pub(crate) struct OutputArgs {
    /// File to write the tally to, once it is complete; - is standard output
    #[arg(short, long, value_name = "TALLY")]
    pub(crate) output: PathBuf,
}

/// Where a tally goes.
pub(crate) enum TallyOutput {
    Stdout,
    File(OutputFile),
}

impl TallyOutput {
    pub(crate) fn create(path: &Path) -> Result<TallyOutput> {
        if path != Path::new("-") {
            return Ok(TallyOutput::File(OutputFile::create(path)?));
        }
        match io::stdout().is_terminal() {
            true => Err(Failure::Cannot("a tally is no text for a terminal; -o FILE".to_owned())),
            false => Ok(TallyOutput::Stdout),
        }
    }

    pub(crate) fn write(self, tally: &Tally) -> Result<()> {
        let bytes = tally.to_bytes()?;
        match self {
            TallyOutput::Stdout => output::print(&bytes),
            TallyOutput::File(mut file) => {
                file.write(&bytes)?;
                file.finish()
            }
        }
    }
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
    let (name, bytes) = if path == Path::new("-") {
        ("<stdin>".into(), read_some(io::stdin()))
    } else {
        (path.to_string_lossy(), open_file(path).and_then(read_some))
    };
    let bytes = bytes.map_err(|error| Failure::file("read", path, &error))?;
    Tally::from_bytes(&bytes).map_err(|error| no_tally(&name, &error))
}

/// Reads one byte more than any tally has, and no more, whatever is given.
fn read_some(from: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(Tally::BYTES_MAX as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn no_tally(name: &str, error: &TallyError) -> Failure {
    let hint = error.kind().hint().map(|hint| format!(" ({hint})")).unwrap_or_default();
    Failure::Data(format!("{name}: {error}{hint}"))
}

/// "1 entry", "2 entries".
pub(crate) fn entries_of(tally: &Tally) -> String {
    let entries = tally.entries();
    format!("{entries} {}", if entries == 1 { "entry" } else { "entries" })
}
