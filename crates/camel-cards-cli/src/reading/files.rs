//! Whole files that are read: whether they are there, and what is in them.

use std::{
    fs::File,
    io::{self, IsTerminal, Read},
    path::{Path, PathBuf},
};

use camel_cards::{Counts, ScoreError, Tally, Ties};
use camel_cards_input::{read_counts_from, read_tally_from};

use crate::{
    failure::{Failure, Result, file_message},
    messages::{input_name, say},
};

/// Names every file that cannot be read before any is, and says that standard input is awaited.
pub(crate) fn check_inputs<'a>(paths: impl IntoIterator<Item = &'a PathBuf>) -> Result<()> {
    let (stdin, files): (Vec<_>, Vec<_>) =
        paths.into_iter().partition(|path| *path == Path::new("-"));
    if stdin.len() > 1 {
        let message = "standard input is named twice, and can be read only once (it is also what is read if no FILE is named)";
        return Err(Failure::Usage(message.to_owned()));
    }
    let failure = |path: &&PathBuf| Some(file_message("read", path, &can_read(path).err()?));
    let failures: Vec<String> = files.iter().filter_map(failure).collect();
    if !failures.is_empty() {
        return Err(Failure::Usage(failures.join("\ncamel-cards: ")));
    }
    if !stdin.is_empty() && io::stdin().is_terminal() && io::stderr().is_terminal() {
        let end = if cfg!(windows) { "Ctrl-Z and Enter" } else { "Ctrl-D" };
        say(format_args!("reading from the terminal; {end} on an empty line ends the input"));
    }
    Ok(())
}

/// Opens it, unless that could wait for somebody, as a pipe does.
fn can_read(path: &Path) -> io::Result<()> {
    let metadata = path.metadata()?;
    if metadata.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if metadata.is_file() { File::open(path).map(drop) } else { Ok(()) }
}

/// Opens a file, or standard input, which - is.
fn open(path: &Path) -> Result<Box<dyn Read + Send>> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin()));
    }
    let file = File::open(path).map_err(|error| Failure::file("read", path, &error))?;
    Ok(Box::new(file))
}

/// Reads all of a file.
pub(crate) fn read_whole(path: &Path) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = open(path)?.read_to_end(&mut bytes);
    read.map_err(|error| Failure::file("read", path, &error))?;
    Ok(bytes)
}

/// Reads tallies, and merges them in this order.
pub(crate) fn read_merged(paths: &[PathBuf]) -> Result<Tally> {
    let mut merged = Tally::new();
    for path in paths {
        merged.merge(&read_tally_from(&input_name(path).to_string(), open(path)?)?);
    }
    Ok(merged)
}

/// Reads a table of counts, unless these ties need more than it knows.
pub(crate) fn read_counted(path: &PathBuf, ties: Ties) -> Result<Counts> {
    if ties == Ties::Ordinal {
        let why = ScoreError::NoOrder;
        return Err(Failure::Usage(format!("{why}; --ties min, max or dense does not")));
    }
    check_inputs([path])?;
    Ok(read_counts_from(&input_name(path).to_string(), open(path)?)?)
}
