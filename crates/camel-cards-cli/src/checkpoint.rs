//! Where a long tally is, kept beside its output: a line of JSON, the tally so far, and a CRC-32 of
//! both.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::{Duration, Instant, UNIX_EPOCH},
};

use camel_cards::Tally;
use flate2::Crc;
use serde::{Deserialize, Serialize};

use crate::{
    failure::{Failure, Result},
    input::{InputArgs, Resume},
    output::OutputFile,
    source::{Place, is_plain},
};

const VERSION: u32 = 1;

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
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Seen {
    name: String,
    /// Of a file that has been read from: how long it is, and when it was last written to, in
    /// nanoseconds since 1970.
    state: Option<(u64, u128)>,
}

fn crc(bytes: &[u8]) -> [u8; 4] {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum().to_le_bytes()
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
        let path = PathBuf::from(path);
        if input.names(&path) {
            let path = path.display();
            return Err(Failure::Cannot(format!("{path} is a file to read, not a checkpoint")));
        }
        let checkpoint = Checkpoint {
            path,
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
        // Bad lines fail the run in the end. The next one shall see and show them again.
        let will_fail = resume.bad > 0 && !self.skips_bad_lines;
        if self.last.elapsed() < self.every || will_fail {
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
        };
        let mut bytes = serde_json::to_vec(&head).map_err(io::Error::from)?;
        bytes.push(b'\n');
        bytes.extend(tally.to_bytes()?);
        bytes.extend(crc(&bytes));
        let mut output = OutputFile::create(&self.path)?;
        output.write(&bytes)?;
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
        let bytes = match bytes.split_last_chunk::<4>() {
            Some((bytes, checksum)) if crc(bytes) == *checksum => bytes,
            _ => return Err(wrong("it is damaged, or no checkpoint".to_owned())),
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
        if head.files != self.seen(head.file)? {
            return Err(wrong("it is of other files, or they have changed since".to_owned()));
        }
        let place = Place { file: head.file, byte: head.byte };
        if place.byte > 0 && place.file >= self.files.len() || place.file > self.files.len() {
            return Err(wrong(format!("there is no file number {}", place.file + 1)));
        }
        Ok((tally, Resume { place, lines: head.lines, bad: head.bad }))
    }

    /// The files, with the state of those up to number `file`.
    fn seen(&self, file: usize) -> Result<Vec<Seen>> {
        let state = |path: &PathBuf| {
            let metadata = path.metadata()?;
            let modified = metadata.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
            Ok((metadata.len(), modified.as_nanos()))
        };
        let seen = |(number, path): (usize, &PathBuf)| {
            let state = (number <= file).then(|| state(path)).transpose();
            let state = state.map_err(|error: io::Error| Failure::file("read", path, &error))?;
            Ok(Seen { name: path.to_string_lossy().into_owned(), state })
        };
        self.files.iter().enumerate().map(seen).collect()
    }
}
