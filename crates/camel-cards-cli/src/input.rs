//! Files, or standard input, to entries; bad lines reported, counted, kept.

use std::{
    fs::File,
    io::{self, Read},
    mem,
    path::{Path, PathBuf},
};

use anstyle::{AnsiColor, Style};
use camel_cards::{Entry, Error, ErrorKind, Position, Reader, Tally};

use crate::{
    failure::{Failure, Result},
    output::OutputFile,
};

/// How many bad lines are shown in full.
const SHOWN: u64 = 20;

/// How much of a long line is shown.
const EXCERPT_BYTES: usize = 60;

/// How much is read at a time. A line longer than this is read in pieces.
const BUFFER_BYTES: usize = 1 << 18;

/// How many entries are tallied at a time.
const BATCH_ENTRIES: usize = 1 << 19;

#[derive(clap::Args)]
pub(crate) struct InputArgs {
    /// Files to read, as one input in this order; - or none is standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Leave out lines that are no entries, and say how many there were
    #[arg(long, help_heading = "Bad lines")]
    skip_bad_lines: bool,

    /// Write lines that are no entries to FILE, unchanged
    #[arg(long, value_name = "FILE", help_heading = "Bad lines")]
    rejects: Option<PathBuf>,
}

impl InputArgs {
    /// The files as the user gave them.
    pub(crate) fn files(&self) -> impl Iterator<Item = &str> {
        self.files.iter().filter_map(|file| file.to_str())
    }

    /// Whether `path` is one of the files, or that of bad lines.
    pub(crate) fn names(&self, path: &Path) -> bool {
        let named =
            |file: &PathBuf| file != Path::new("-") && (file == path || same_file(file, path));
        self.files.iter().chain(&self.rejects).any(named)
    }

    /// Tallies every entry, and gives it to `look`, in order.
    ///
    /// # Errors
    ///
    /// As for [`InputArgs::read`].
    pub(crate) fn tally(&self, mut look: impl FnMut(Entry)) -> Result<Tally> {
        let mut tally = Tally::new();
        let mut batch = Vec::new();
        self.read(|entry| {
            look(entry);
            batch.push(entry);
            if batch.len() == BATCH_ENTRIES {
                tally.extend(batch.drain(..));
            }
        })?;
        tally.extend(batch);
        Ok(tally)
    }

    /// Gives every entry to `take`, in order.
    ///
    /// # Errors
    ///
    /// Bad lines, unless they are to be skipped, once all have been reported.
    pub(crate) fn read(&self, mut take: impl FnMut(Entry)) -> Result<InputRead> {
        let stdin = [PathBuf::from("-")];
        let files = if self.files.is_empty() { &stdin[..] } else { &self.files };
        let rejects = match &self.rejects {
            Some(path) if files.iter().any(|file| same_file(file, path)) => {
                let path = path.display();
                return Err(Failure::Cannot(format!("--rejects {path} would replace the input")));
            }
            Some(path) => Some(Rejects::create(path)?),
            None => None,
        };
        let mut bad = BadLines { skip: self.skip_bad_lines, count: 0, rejects };
        let (mut empty, mut byte_order_mark) = (true, false);
        for path in files {
            let mut take = |entry| {
                empty = false;
                take(entry);
            };
            let mut source = Source::open(path)?;
            source.read(&mut bad, &mut take)?;
            byte_order_mark |= source.byte_order_mark;
        }
        if empty && bad.count == 0 {
            anstream::eprintln!("camel-cards: note: the input has no entries");
        }
        bad.finish()?;
        Ok(InputRead { byte_order_mark })
    }
}

/// What there is to know of an input besides its entries.
pub(crate) struct InputRead {
    /// It begins with a UTF-8 byte-order mark.
    pub(crate) byte_order_mark: bool,
}

fn same_file(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

/// One file, or standard input, and what is read of it but not used yet.
struct Source {
    path: PathBuf,
    /// What messages call it.
    name: String,
    input: Box<dyn Read>,
    at_end: bool,
    byte_order_mark: bool,
    buffer: Vec<u8>,
    /// How much of the buffer holds input, and where in the input it begins.
    filled: usize,
    buffer_at: u64,
    reader: Reader,
}

impl Source {
    fn open(path: &Path) -> Result<Source> {
        let (name, input): (_, Box<dyn Read>) = if path == Path::new("-") {
            ("<stdin>".to_owned(), Box::new(io::stdin()))
        } else {
            let file = open_file(path).map_err(|error| Failure::file("read", path, &error))?;
            (path.display().to_string(), Box::new(file))
        };
        Ok(Source {
            path: path.to_owned(),
            name,
            input,
            at_end: false,
            byte_order_mark: false,
            buffer: vec![0; BUFFER_BYTES],
            filled: 0,
            buffer_at: 0,
            reader: Reader::new(),
        })
    }

    fn read(&mut self, bad: &mut BadLines, take: &mut impl FnMut(Entry)) -> Result<()> {
        loop {
            self.fill()?;
            match self.buffer[..self.filled].iter().rposition(|&byte| byte == b'\n') {
                Some(newline) => self.lines(newline + 1, bad, take)?,
                None if self.at_end => return self.lines(self.filled, bad, take),
                None => self.long_line(bad, take)?,
            }
        }
    }

    fn fill(&mut self) -> Result<()> {
        while self.filled < self.buffer.len() && !self.at_end {
            match self.input.read(&mut self.buffer[self.filled..]) {
                Ok(bytes) => {
                    self.at_end = bytes == 0;
                    self.filled += bytes;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(Failure::file("read", &self.path, &error)),
            }
        }
        if self.buffer_at == 0 {
            self.byte_order_mark = self.buffer[..self.filled].starts_with("\u{FEFF}".as_bytes());
        }
        Ok(())
    }

    fn consume(&mut self, bytes: usize) {
        self.buffer.copy_within(bytes..self.filled, 0);
        self.filled -= bytes;
        self.buffer_at += bytes as u64;
    }

    /// Reads the first `bytes` bytes of the buffer, which end with a line or the input.
    fn lines(
        &mut self,
        bytes: usize,
        bad: &mut BadLines,
        take: &mut impl FnMut(Entry),
    ) -> Result<()> {
        let lines = &self.buffer[..bytes];
        let mut use_entry = |entry| match entry {
            Ok(entry) => {
                take(entry);
                Ok(())
            }
            Err(error) => {
                let line = line_of(&error, lines, self.buffer_at);
                bad.report(&self.name, &error, line)?;
                bad.reject(line)
            }
        };
        self.reader.entries(lines).try_for_each(&mut use_entry)?;
        if !lines.ends_with(b"\n") {
            self.reader.finish().map_or(Ok(()), use_entry)?;
        }
        self.consume(bytes);
        Ok(())
    }

    /// Reads one line that does not fit the buffer, in pieces.
    fn long_line(&mut self, bad: &mut BadLines, take: &mut impl FnMut(Entry)) -> Result<()> {
        let head = self.buffer[..EXCERPT_BYTES].to_vec();
        let found = loop {
            let newline = self.buffer[..self.filled].iter().position(|&byte| byte == b'\n');
            let piece = &self.buffer[..newline.map_or(self.filled, |newline| newline + 1)];
            bad.perhaps_reject(piece)?;
            let mut found = self.reader.entries(piece).next();
            let ends_with_input = newline.is_none() && self.at_end;
            if ends_with_input {
                found = found.or_else(|| self.reader.finish());
            }
            self.consume(piece.len());
            if newline.is_some() || ends_with_input || found.is_some() {
                break found;
            }
            self.fill()?;
        };
        match found {
            Some(Err(error)) => bad.report(&self.name, &error, &head)?,
            Some(Ok(entry)) => take(entry),
            None => {}
        }
        bad.settle_rejects(matches!(found, Some(Err(_))))
    }
}

pub(crate) fn open_file(path: &Path) -> io::Result<File> {
    let file = File::open(path)?;
    match file.metadata()?.is_dir() {
        true => Err(io::ErrorKind::IsADirectory.into()),
        false => Ok(file),
    }
}

/// Finds the line that has the error, in bytes that begin at `bytes_at` of the input.
fn line_of<'a>(error: &Error, bytes: &'a [u8], bytes_at: u64) -> &'a [u8] {
    let position = error.position();
    let start = (position.byte - (position.column - 1) - bytes_at) as usize;
    let line = &bytes[start..];
    let newline = line.iter().position(|&byte| byte == b'\n');
    &line[..newline.map_or(line.len(), |newline| newline + 1)]
}

/// What is done about lines that are no entries.
struct BadLines {
    skip: bool,
    count: u64,
    rejects: Option<Rejects>,
}

impl BadLines {
    /// Counts a bad line, and shows it if it is among the first.
    fn report(&mut self, file: &str, error: &Error, line: &[u8]) -> Result<()> {
        let Position { line: number, column, .. } = error.position();
        let kind = error.kind();
        let hint = kind.hint();
        if kind == ErrorKind::Utf16 {
            let hint = hint.map(|hint| format!(" ({hint})")).unwrap_or_default();
            return Err(Failure::Data(format!("{file}:{number}:{column}: {kind}{hint}")));
        }
        self.count += 1;
        if self.skip || self.count > SHOWN {
            return Ok(());
        }
        let (red, dim) = (AnsiColor::Red.on_default().bold(), Style::new().dimmed());
        let gutter = " ".repeat(number.to_string().len());
        let (text, caret) = excerpt(line, column);
        let mut report = format!("camel-cards: {file}:{number}:{column}: {kind}\n");
        if let Some(caret) = caret {
            report += &format!("{dim} {number} |{dim:#} {text}\n");
            report += &format!("{dim} {gutter} |{dim:#} {red}{:>caret$}{red:#}\n", '^');
        }
        if let Some(hint) = hint {
            report += &format!("{dim} {gutter} ={dim:#} {hint}\n");
        }
        anstream::eprint!("{report}");
        Ok(())
    }

    fn reject(&mut self, line: &[u8]) -> Result<()> {
        self.perhaps_reject(line)?;
        self.settle_rejects(true)
    }

    /// Keeps part of a line that may yet turn out to be good.
    fn perhaps_reject(&mut self, piece: &[u8]) -> Result<()> {
        self.rejects.as_mut().map_or(Ok(()), |rejects| rejects.write(piece))
    }

    fn settle_rejects(&mut self, bad: bool) -> Result<()> {
        self.rejects.as_mut().map_or(Ok(()), |rejects| rejects.settle(bad))
    }

    fn finish(self) -> Result<()> {
        if let Some(rejects) = self.rejects {
            rejects.finish()?;
        }
        let lines = if self.count == 1 { "line" } else { "lines" };
        if self.skip {
            anstream::eprintln!("camel-cards: skipped {} bad {lines}", self.count);
            return Ok(());
        }
        if self.count == 0 {
            return Ok(());
        }
        let shown =
            if self.count > SHOWN { format!(", the first {SHOWN} shown") } else { String::new() };
        Err(Failure::Data(format!(
            "{} bad {lines}{shown}; --skip-bad-lines goes on without them",
            self.count
        )))
    }
}

/// The file of bad lines, as they were.
struct Rejects {
    file: OutputFile,
    written_bytes: u64,
    pending: Vec<u8>,
    /// How many of these bytes belong to lines that are known to be bad.
    settled_bytes: u64,
    /// The last line ended with its file, not with a newline.
    line_is_open: bool,
}

impl Rejects {
    fn create(path: &Path) -> Result<Rejects> {
        Ok(Rejects {
            file: OutputFile::create(path)?,
            written_bytes: 0,
            pending: Vec::new(),
            settled_bytes: 0,
            line_is_open: false,
        })
    }

    fn write(&mut self, piece: &[u8]) -> Result<()> {
        if self.pending.len() > BUFFER_BYTES {
            self.flush()?;
        }
        if mem::take(&mut self.line_is_open) {
            self.pending.push(b'\n');
        }
        self.pending.extend_from_slice(piece);
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        self.file.write(&self.pending)?;
        self.written_bytes += self.pending.len() as u64;
        self.pending.clear();
        Ok(())
    }

    fn settle(&mut self, bad: bool) -> Result<()> {
        if bad {
            self.settled_bytes = self.written_bytes + self.pending.len() as u64;
            self.line_is_open = !self.pending.ends_with(b"\n");
        } else if let Some(settled) = self.settled_bytes.checked_sub(self.written_bytes) {
            self.pending.truncate(settled as usize);
        } else {
            self.pending.clear();
            self.file.truncate(self.settled_bytes)?;
            self.written_bytes = self.settled_bytes;
        }
        Ok(())
    }

    fn finish(mut self) -> Result<()> {
        self.flush()?;
        self.file.finish()
    }
}

/// Returns what to show of a line and the column in it to point at, if that is
/// among what is known of it. Bytes that would not print are shown escaped.
fn excerpt(line: &[u8], column: u64) -> (String, Option<usize>) {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let at = column as usize - 1;
    if at > line.len() {
        return (String::new(), None);
    }
    let start = at.saturating_sub(EXCERPT_BYTES / 2);
    let end = line.len().min(start + EXCERPT_BYTES);
    let mut text = String::from(if start > 0 { "…" } else { "" });
    let mut caret = 0;
    for (i, &byte) in line.iter().enumerate().take(end).skip(start) {
        if i == at {
            caret = text.chars().count();
        }
        match byte {
            b' '..=b'~' => text.push(byte.into()),
            b'\t' => text.push(' '),
            byte => text += &format!("\\x{byte:02X}"),
        }
    }
    if at == end {
        caret = text.chars().count();
    }
    if end < line.len() {
        text.push('…');
    }
    (text, Some(caret + 1))
}
