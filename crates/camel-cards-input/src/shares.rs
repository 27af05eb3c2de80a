//! What comes next of the inputs, cut into a share for each thread.
//!
//! ```text
//! first.txt            second.txt   third.txt
//! ├────────┼───────────┼────────────┼──────┤
//! │ share 1│   share 2 │       share 3     │      whole files, and byte ranges of whole lines
//! ```

use std::{path::PathBuf, sync::Arc};

use crate::{
    InputError, Progress, Result,
    blocks::Blocks,
    source::{RegularFile, Source, open_path},
};

/// No thread is worth starting for less.
const SHARE_BYTES_MIN: u64 = 1 << 24;

/// A share ends with its file if no more than this would be left.
const REST_BYTES: u64 = 1 << 12;

/// The next line that has not been read.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct NextLine {
    /// Which of the inputs, from 0.
    pub(crate) file: usize,
    pub(crate) byte: u64,
}

/// What one thread reads: byte ranges that follow each other.
pub(crate) type Share = Vec<ByteRange>;

/// Whole lines of a file.
pub(crate) struct ByteRange {
    name: Arc<str>,
    file: RangeFile,
    pub(crate) from: u64,
    /// Where it ends, if not with the file.
    end: Option<u64>,
    /// How many bytes it has, by the length of its file.
    pub(crate) bytes: u64,
}

enum RangeFile {
    /// Opened when it is read, as there may be more of them than may be open.
    Whole(PathBuf),
    Plain(RegularFile),
}

impl ByteRange {
    pub(crate) fn open(&self, progress: &Arc<Progress>) -> Result<Blocks> {
        let name = self.name.clone();
        match &self.file {
            RangeFile::Whole(path) => {
                let opened = open_path(path, 0, progress);
                let opened = opened.map_err(|error| InputError::read(&name, error))?;
                Ok(Blocks::of(name, opened, true, 1, progress))
            }
            RangeFile::Plain(file) => {
                let input = file.clone().bytes(self.from, self.end, progress);
                Ok(Blocks::new(name, input, self.from == 0, progress))
            }
        }
    }
}

/// How to read what comes next.
pub(crate) enum ReadPlan {
    /// Each share on a thread, and then on from the place.
    Shares(Vec<Share>, NextLine),
    /// One input after the other, up to this one, of about so many bytes (0 if that is unknown).
    InOrder { until: usize, bytes: u64 },
}

/// Decides how to read what comes next, on so many threads, with so many bytes a share at most.
pub(crate) fn plan(
    sources: &[Source],
    place: NextLine,
    threads: usize,
    share_bytes_max: u64,
) -> Result<ReadPlan> {
    let (mut files, mut total) = (Vec::new(), 0);
    let mut until = place.file;
    for (number, source) in sources.iter().enumerate().skip(place.file) {
        let Some(length) = source.length() else { break };
        let from = if number == place.file { place.byte } else { 0 };
        let rest = length.saturating_sub(from);
        let file = match source.as_path() {
            Some(path) if from == 0 && rest < 2 * SHARE_BYTES_MIN => {
                RangeFile::Whole(path.to_owned())
            }
            // What cannot be opened is an error when its turn comes.
            _ => match source.open_plain() {
                Ok(Some(file)) => RangeFile::Plain(file),
                Ok(None) | Err(_) => break,
            },
        };
        files.push(ByteRange { name: source.name.clone(), file, from, end: None, bytes: rest });
        (total, until) = (total + rest, number + 1);
        if total >= share_bytes_max.saturating_mul(threads as u64) {
            break;
        }
    }
    let shares = (total / SHARE_BYTES_MIN).min(threads as u64);
    if shares < 2 {
        let bytes = if until == sources.len() { total } else { 0 };
        return Ok(ReadPlan::InOrder { until: until.max(place.file + 1), bytes });
    }
    let (shares, next) = cut(files, place, shares as usize, (total / shares).min(share_bytes_max))?;
    Ok(ReadPlan::Shares(shares, next))
}

/// Cuts files into at most so many shares of so many bytes, or a few more; returns where the last
/// of them ends.
fn cut(
    files: Vec<ByteRange>,
    mut place: NextLine,
    most: usize,
    share_bytes: u64,
) -> Result<(Vec<Share>, NextLine)> {
    let (mut shares, mut share, mut bytes) = (Vec::new(), Share::new(), 0);
    for mut rest in files {
        // Where a share may end in this file; none does where lines are long.
        let mut wanted = share_bytes.saturating_sub(bytes);
        while let RangeFile::Plain(file) = &rest.file
            && wanted + REST_BYTES < rest.bytes
        {
            let line_end = file.line_end(rest.from + wanted);
            let Some(end) = line_end.map_err(|error| InputError::read(&rest.name, error))? else {
                wanted += share_bytes;
                continue;
            };
            let (name, file, from) = (rest.name.clone(), RangeFile::Plain(file.clone()), rest.from);
            share.push(ByteRange { name, file, from, end: Some(end), bytes: end - from });
            shares.push(std::mem::take(&mut share));
            (rest.from, rest.bytes, wanted, bytes) =
                (end, rest.bytes - (end - from), share_bytes, 0);
            place.byte = end;
            if shares.len() == most {
                return Ok((shares, place));
            }
        }
        bytes += rest.bytes;
        share.push(rest);
        place = NextLine { file: place.file + 1, byte: 0 };
        if bytes >= share_bytes {
            shares.push(std::mem::take(&mut share));
            bytes = 0;
            if shares.len() == most {
                return Ok((shares, place));
            }
        }
    }
    shares.extend((!share.is_empty()).then_some(share));
    Ok((shares, place))
}

#[cfg(test)]
mod tests {
    use camel_cards::Entry;

    use super::*;

    fn read(range: &ByteRange) -> Vec<Entry> {
        let (mut blocks, mut entries) = (range.open(&Arc::default()).unwrap(), Vec::new());
        while let Some(decoded) = blocks.next(None).unwrap() {
            assert!(decoded.bad_text().is_none());
            entries.extend(decoded.entries());
        }
        entries
    }

    /// What is left of these files, the first one from a place on.
    fn rest(sources: &[Source], place: NextLine) -> Vec<ByteRange> {
        let range = |(number, source): (usize, &Source)| {
            let file = source.open_plain().unwrap().unwrap();
            let from = if number == place.file { place.byte } else { 0 };
            let bytes = file.length - from;
            let (name, file) = (source.name.clone(), RangeFile::Plain(file));
            ByteRange { name, file, from, end: None, bytes }
        };
        sources.iter().enumerate().skip(place.file).map(range).collect()
    }

    #[test]
    fn shares_are_the_files_line_by_line() {
        let folder = tempfile::tempdir().unwrap();
        // One line is so long that no share begins after it.
        let blanks = |i: usize| " ".repeat(if i == 3_000 { 5_000 } else { 1 });
        let line = |i: usize| format!("32T3K{}{}\n{}", blanks(i), i * i, "\r\n".repeat(i % 4));
        let text = (0..4_000).map(line).collect::<String>() + "KK677 28";
        let sources: Vec<_> =
            (["a", "b", "c"].iter()).map(|name| Source::path(folder.path().join(name))).collect();
        for (source, text) in sources.iter().zip([&text[..], "AAAAA 1\n", &text]) {
            std::fs::write(source.as_path().unwrap(), text).unwrap();
        }
        let all = format!("{text}\nAAAAA 1\n{text}");
        let expected: Vec<_> =
            camel_cards::entries(all.as_bytes()).map(|entry| entry.expect("an entry")).collect();
        for most in 1..6 {
            for share_bytes in [1, 1_000, 20_000, 1 << 20] {
                let (mut place, mut found, mut rounds) = (NextLine::default(), Vec::new(), 0);
                while place.file < sources.len() {
                    let (shares, next) =
                        cut(rest(&sources, place), place, most, share_bytes).unwrap();
                    assert!((1..=most).contains(&shares.len()) && next != place);
                    found.extend(shares.iter().flatten().flat_map(read));
                    place = next;
                    rounds += 1;
                }
                assert!(found == expected, "{most} {share_bytes}");
                assert_eq!(rounds == 1, share_bytes == 1 << 20, "{most} {share_bytes}");
            }
        }
    }

    #[test]
    fn what_is_short_or_has_no_places_is_read_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let long = vec![b'\n'; 2 * SHARE_BYTES_MIN as usize];
        let mut packed = vec![0x1F, 0x8B];
        packed.extend_from_slice(&long);
        let file = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).unwrap();
            Source::path(path)
        };
        let long = || file("long", &long);
        let short = || file("short", b"32T3K 765\n");
        let reader = || Source::reader("reader", Box::new(std::io::empty()));
        let missing = || Source::path(folder.path().join("none"));
        for (sources, threads, shares, place) in [
            (vec![long()], 2, 2, 1),
            (vec![long()], 1, 0, 1),
            (vec![long(), short()], 2, 2, 2),
            (vec![short(), long(), reader()], 8, 2, 2),
            (vec![short(), missing(), long()], 2, 0, 1),
            (vec![short(), file("packed", &packed)], 2, 0, 1),
            (vec![reader(), long()], 2, 0, 1),
        ] {
            match plan(&sources, NextLine::default(), threads, 1 << 27).unwrap() {
                ReadPlan::Shares(found, next) => {
                    assert_eq!((found.len(), next.file), (shares, place));
                }
                ReadPlan::InOrder { until, .. } => assert_eq!((0, until), (shares, place)),
            }
        }
    }
}
