//! Where a long tally is, kept beside its output: a line of JSON, then the tally so far.

use std::{
    fs,
    io::{self, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use camel_cards::Tally;
use serde::{Deserialize, Serialize};

use crate::{
    failure::{Failure, Result},
    input::{InputArgs, Resume},
    output::OutputFile,
    source::{Place, is_plain, open_file},
};

const VERSION: u32 = 1;

/// How much of what comes before a place is kept, to know it again.
const BEFORE_BYTES: u64 = 64;

pub(crate) struct Checkpoint {
    path: PathBuf,
    every: Duration,
    last: Instant,
    files: Vec<PathBuf>,
    skips_bad_lines: bool,
}

/// All that is known of the place, besides the tally.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    camel_cards_checkpoint: u32,
    files: Vec<Seen>,
    skips_bad_lines: bool,
    file: usize,
    byte: u64,
    lines: u64,
    bad: u64,
    entries: u64,
    /// In the file, right before the place.
    before: Vec<u8>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Seen {
    name: String,
    /// How long it is, once it has been read.
    bytes: Option<u64>,
}

impl Checkpoint {
    /// Makes ready to keep where the tally that goes to `output` is, and finds out where an
    /// earlier run was.
    pub(crate) fn open(
        output: &Path,
        every: Duration,
        input: &InputArgs,
    ) -> Result<(Checkpoint, Option<(Tally, Resume)>)> {
        if output == Path::new("-") {
            return Err(Failure::Cannot("--checkpoint needs an output that is a file".to_owned()));
        }
        let files = input.paths();
        for file in &files {
            let plain = file != Path::new("-")
                && is_plain(file).map_err(|error| Failure::file("read", file, &error))?;
            if !plain {
                let message = "--checkpoint needs files that one can go on in the middle of";
                let found = match file == Path::new("-") {
                    true => "standard input".to_owned(),
                    false => format!("{}, which is compressed or no file", file.display()),
                };
                return Err(Failure::Cannot(format!("{message}, found {found}")));
            }
        }
        let mut path = output.as_os_str().to_owned();
        path.push(".checkpoint");
        let checkpoint = Checkpoint {
            path: path.into(),
            every,
            last: Instant::now(),
            files,
            skips_bad_lines: input.skips_bad_lines(),
        };
        let earlier = match fs::read(&checkpoint.path) {
            Ok(bytes) => Some(checkpoint.read(&bytes)?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(Failure::file("read", &checkpoint.path, &error)),
        };
        Ok((checkpoint, earlier))
    }

    /// Keeps where the tally is, if it is time to.
    pub(crate) fn save(&mut self, tally: &Tally, resume: Resume) -> Result<()> {
        if self.last.elapsed() < self.every {
            return Ok(());
        }
        let Resume { place: Place { file, byte }, lines, bad } = resume;
        let head = Head {
            camel_cards_checkpoint: VERSION,
            files: self.seen(file)?,
            skips_bad_lines: self.skips_bad_lines,
            file,
            byte,
            lines,
            bad,
            entries: tally.entries(),
            before: self.before(resume.place)?,
        };
        let mut output = OutputFile::create(&self.path)?;
        let mut line = serde_json::to_vec(&head).map_err(io::Error::from)?;
        line.push(b'\n');
        output.write(&line)?;
        output.write(&tally.to_bytes()?)?;
        output.finish()?;
        self.last = Instant::now();
        Ok(())
    }

    /// Removes what was kept: the tally is complete.
    pub(crate) fn remove(self) -> Result<()> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(Failure::file("remove", &self.path, &error))
            }
            _ => Ok(()),
        }
    }

    fn read(&self, bytes: &[u8]) -> Result<(Tally, Resume)> {
        let wrong = |what: String| {
            let path = self.path.display();
            Failure::Data(format!("{path}: {what} (remove it to begin anew)"))
        };
        let newline = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
        let (line, tally) = bytes.split_at(newline);
        let head: Head = serde_json::from_slice(line).map_err(|error| {
            wrong(format!("expected a checkpoint, found something else: {error}"))
        })?;
        if head.camel_cards_checkpoint != VERSION {
            let found = head.camel_cards_checkpoint;
            return Err(wrong(format!(
                "expected a checkpoint of version {VERSION}, found {found}"
            )));
        }
        let tally = Tally::from_bytes(tally.get(1..).unwrap_or_default())
            .map_err(|error| wrong(format!("in its tally: {error}")))?;
        if tally.entries() != head.entries {
            let (expected, found) = (head.entries, tally.entries());
            return Err(wrong(format!("expected a tally of {expected} entries, found {found}")));
        }
        if head.skips_bad_lines != self.skips_bad_lines {
            let with = if head.skips_bad_lines { "with" } else { "without" };
            return Err(wrong(format!("it was made {with} --skip-bad-lines")));
        }
        let place = Place { file: head.file, byte: head.byte };
        if head.files.len() != self.files.len() || head.files != self.seen(head.file)? {
            return Err(wrong("it is of other files, or they have changed".to_owned()));
        }
        if self.before(place).ok().as_ref() != Some(&head.before) {
            let file = self.files.get(head.file).unwrap_or(&self.path).display();
            return Err(wrong(format!("{file} has changed since")));
        }
        Ok((tally, Resume { place, lines: head.lines, bad: head.bad }))
    }

    /// The files, and how long those before number `file` are.
    fn seen(&self, file: usize) -> Result<Vec<Seen>> {
        let seen = |(number, path): (usize, &PathBuf)| {
            let bytes = (number < file).then(|| fs::metadata(path).map(|metadata| metadata.len()));
            let bytes = bytes.transpose().map_err(|error| Failure::file("read", path, &error))?;
            Ok(Seen { name: path.to_string_lossy().into_owned(), bytes })
        };
        self.files.iter().enumerate().map(seen).collect()
    }

    fn before(&self, Place { file, byte }: Place) -> Result<Vec<u8>> {
        let Some(path) = self.files.get(file) else { return Ok(Vec::new()) };
        let start = byte.saturating_sub(BEFORE_BYTES);
        let read = || {
            let mut file = open_file(path)?;
            file.seek(SeekFrom::Start(start))?;
            let mut before = vec![0; (byte - start) as usize];
            file.read_exact(&mut before)?;
            Ok(before)
        };
        read().map_err(|error: io::Error| Failure::file("read", path, &error))
    }
}
