//! Where a long tally is, as bytes: a line of JSON, the tally so far, and a CRC-32 of both.

use std::{io, path::Path, time::UNIX_EPOCH};

use camel_cards::Tally;
use flate2::Crc;
use serde::{Deserialize, Serialize};

use crate::{
    BadLines, Input, InputError, InputErrorKind, Result, Tallying, shares::NextLine,
    source::Source, tallying::SHORT_SHARE_BYTES_MAX,
};

const VERSION: u32 = 1;

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

impl<'a> Input<'a> {
    /// Begins a tally that can be interrupted: with a [checkpoint](Tallying::checkpoint) of it,
    /// one can [go on](Tallying::resume) later.
    ///
    /// # Errors
    ///
    /// [`InputErrorKind::NotResumable`] if one of the inputs is no file, or compressed.
    ///
    /// ```
    /// use camel_cards::Tally;
    /// use camel_cards_input::Input;
    ///
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("hands.txt");
    /// std::fs::write(&path, "32T3K 765\n".repeat(500_000))?;
    /// let mut tallying = Input::new().path(&path).start_resumable_tally()?;
    /// tallying.step()?;
    /// let checkpoint = tallying.checkpoint()?;
    /// drop(tallying);
    ///
    /// let mut tallying = Input::new().path(&path).start_resumable_tally()?;
    /// tallying.resume(&checkpoint)?;
    /// assert_eq!(tallying.finish()?.tally.entries(), 500_000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn start_resumable_tally(self) -> Result<Tallying<'a, Tally>> {
        for source in &self.sources {
            let is_plain = source.as_path().is_some() && source.open_plain()?.is_some();
            if !is_plain {
                return Err(InputError::new(InputErrorKind::NotResumable, &source.name));
            }
        }
        let mut tallying = self.start_tally();
        tallying.share_bytes_max = SHORT_SHARE_BYTES_MAX;
        Ok(tallying)
    }
}

impl Tallying<'_, Tally> {
    /// Returns where this is, as bytes.
    ///
    /// # Errors
    ///
    /// A file whose state cannot be found out, sums that are too large for the bytes of a tally,
    /// and an earlier error.
    pub fn checkpoint(&mut self) -> Result<Vec<u8>> {
        let NextLine { file, byte } = self.place;
        let (lines, bad) = (self.lines, self.bad.count());
        let tally = self.tally()?;
        let entries = tally.entries();
        let tally = tally.to_bytes();
        let tally = tally.map_err(|error| InputError::new(InputErrorKind::Overflow(error), ""))?;
        let head = Head {
            camel_cards_checkpoint: VERSION,
            files: self.input.seen(file)?,
            skips_bad_lines: self.input.skip_bad_lines,
            file,
            byte,
            lines,
            bad,
            entries,
        };
        let mut bytes = serde_json::to_vec(&head).map_err(|error| wrong(error.to_string()))?;
        bytes.push(b'\n');
        bytes.extend(tally);
        bytes.extend(crc(&bytes));
        Ok(bytes)
    }

    /// Goes on from a checkpoint of the same inputs instead of from where this is.
    ///
    /// # Errors
    ///
    /// [`InputErrorKind::Checkpoint`] if these are other bytes, or the checkpoint of other inputs, or of
    /// inputs that have changed since.
    pub fn resume(&mut self, checkpoint: &[u8]) -> Result<()> {
        let (head, tally) = self.input.read_checkpoint(checkpoint)?;
        let earlier = self.input.sources[..head.file].iter().filter_map(Source::length);
        self.input.progress.add_bytes(earlier.sum::<u64>() + head.byte);
        self.go_to(NextLine { file: head.file, byte: head.byte }, head.lines, tally);
        self.bad = BadLines::of_earlier(head.bad);
        Ok(())
    }
}

impl Input<'_> {
    fn read_checkpoint(&self, bytes: &[u8]) -> Result<(Head, Tally)> {
        let bytes = match bytes.split_last_chunk::<4>() {
            Some((bytes, checksum)) if crc(bytes) == *checksum => bytes,
            _ => return Err(wrong("it is damaged, or no checkpoint")),
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
        if head.skips_bad_lines != self.skip_bad_lines {
            let with = if head.skips_bad_lines { "with" } else { "without" };
            return Err(wrong(format!("it was made {with} --skip-bad-lines")));
        }
        if head.files != self.seen(head.file)? {
            return Err(wrong("it is of other files, or they have changed since"));
        }
        let files = self.sources.len();
        if head.byte > 0 && head.file >= files || head.file > files {
            return Err(wrong(format!("there is no file number {}", head.file + 1)));
        }
        Ok((head, tally))
    }

    /// The inputs, with the state of those up to number `last`.
    fn seen(&self, last: usize) -> Result<Vec<Seen>> {
        let state = |path: &Path| {
            let metadata = path.metadata()?;
            let modified = metadata.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
            Ok((metadata.len(), modified.as_nanos()))
        };
        let seen = |(number, source): (usize, &Source)| {
            let path = source.as_path().filter(|_| number <= last);
            let state = path.map(state).transpose();
            let state = state.map_err(|error: io::Error| InputError::read(&source.name, error))?;
            Ok(Seen { name: source.name.to_string(), state })
        };
        self.sources.iter().enumerate().map(seen).collect()
    }
}

fn wrong(reason: impl Into<String>) -> InputError {
    InputError::new(InputErrorKind::Checkpoint(reason.into()), "")
}
