//! What comes next of the inputs, cut into a share for each thread.
//!
//! ```text
//! first.txt            second.txt   third.txt
//! ├────────┼───────────┼────────────┼──────┤
//! │ share 1│   share 2 │       share 3     │      whole files, and byte ranges of whole lines
//! ```

use std::{ops::RangeInclusive, path::PathBuf, sync::Arc};

use crate::{
    InputError, Progress, Result,
    blocks::Blocks,
    source::{RegularFile, Source, open_path},
};

/// How much a thread reads in a step: none is worth starting for less, and more would make a step long.
pub(crate) const SHARE_BYTES: RangeInclusive<u64> = 1 << 24..=1 << 27;

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
    /// Opens it; if there are several threads, one may read ahead.
    pub(crate) fn open(&self, threads: usize, progress: &Arc<Progress>) -> Result<Blocks> {
        let name = self.name.clone();
        match &self.file {
            RangeFile::Whole(path) => {
                let opened = open_path(path, progress);
                let opened = opened.map_err(|error| InputError::read(&name, error))?;
                Ok(Blocks::of(name, opened, threads, progress))
            }
            RangeFile::Plain(file) => {
                let input = file.clone().bytes(self.from, self.end, progress);
                Ok(Blocks::new(name, input, self.from == 0, progress))
            }
        }
    }

    /// Cuts off what comes after about so many bytes, unless that is little or the file has to be
    /// read from its start.
    fn split_after(&mut self, bytes: u64) -> Result<Option<ByteRange>> {
        let RangeFile::Plain(file) = &self.file else { return Ok(None) };
        let mut at = bytes;
        while at + REST_BYTES < self.bytes {
            let end = file.line_end(self.from + at);
            let Some(end) = end.map_err(|error| InputError::read(&self.name, error))? else {
                // In a line that is too long.
                at += REST_BYTES;
                continue;
            };
            let (name, file) = (self.name.clone(), RangeFile::Plain(file.clone()));
            let rest = ByteRange {
                name,
                file,
                from: end,
                end: self.end,
                bytes: self.bytes - (end - self.from),
            };
            (self.end, self.bytes) = (Some(end), end - self.from);
            return Ok(Some(rest));
        }
        Ok(None)
    }
}

/// Returns a share of what comes next for each thread, of so many bytes each, and where they end; or
/// `None` if the next input can only be read in order.
pub(crate) fn next_shares(
    sources: &[Source],
    mut place: NextLine,
    threads: usize,
    share_bytes: &RangeInclusive<u64>,
) -> Result<Option<(Vec<Share>, NextLine)>> {
    let bytes_max = share_bytes.end().saturating_mul(threads as u64);
    let (mut files, mut bytes) = (Vec::new(), 0);
    for (number, source) in sources.iter().enumerate().skip(place.file) {
        let Some(length) = source.length() else { break };
        let from = if number == place.file { place.byte } else { 0 };
        let rest = length.saturating_sub(from);
        let file = match source.as_path() {
            Some(path) if from == 0 && rest < 2 * share_bytes.start() => {
                RangeFile::Whole(path.to_owned())
            }
            // What cannot be opened is an error when its turn comes.
            _ => match source.open_plain() {
                Ok(Some(file)) => RangeFile::Plain(file),
                Ok(None) | Err(_) => break,
            },
        };
        files.push(ByteRange { name: source.name.clone(), file, from, end: None, bytes: rest });
        bytes += rest;
        if bytes >= bytes_max {
            break;
        }
    }
    if files.is_empty() {
        return Ok(None);
    }
    let count = (bytes / share_bytes.start()).clamp(1, threads as u64);
    let bytes = (bytes / count).min(*share_bytes.end());
    let mut files = files.into_iter();
    let mut next = files.next();
    let mut shares = Vec::new();
    while let Some(mut range) = next.take()
        && shares.len() < count as usize
    {
        let (mut share, mut room) = (Share::new(), bytes);
        loop {
            next = range.split_after(room)?;
            room = room.saturating_sub(range.bytes);
            place = match &next {
                Some(rest) => NextLine { file: place.file, byte: rest.from },
                None => NextLine { file: place.file + 1, byte: 0 },
            };
            let is_cut = next.is_some();
            share.push(range);
            next = next.or_else(|| files.next());
            if is_cut || room == 0 {
                break;
            }
            let Some(file) = next.take() else { break };
            range = file;
        }
        shares.push(share);
    }
    Ok(Some((shares, place)))
}

#[cfg(test)]
mod tests {
    use camel_cards::Entry;

    use super::*;

    fn read(range: &ByteRange) -> Vec<Entry> {
        let (mut blocks, mut entries) = (range.open(1, &Arc::default()).unwrap(), Vec::new());
        while let Some(lines) = blocks.next(None).unwrap() {
            assert!(lines.bad.is_none());
            entries.extend(lines.block.entries());
        }
        entries
    }

    #[test]
    fn shares_are_the_files_line_by_line() {
        let folder = tempfile::tempdir().unwrap();
        // Some lines are as long as any may be.
        let blanks = |i: usize| " ".repeat(if i % 3_000 < 3 { 4_080 } else { 1 });
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
        for threads in 1..6 {
            for share_bytes in [1..=1, 1..=1_000, 500..=20_000, 1 << 14..=1 << 20] {
                let (mut place, mut found, mut rounds) = (NextLine::default(), Vec::new(), 0);
                while place.file < sources.len() {
                    let (shares, next) =
                        next_shares(&sources, place, threads, &share_bytes).unwrap().unwrap();
                    assert!((1..=threads).contains(&shares.len()) && next != place);
                    found.extend(shares.iter().flatten().flat_map(read));
                    place = next;
                    rounds += 1;
                }
                assert!(found == expected, "{threads} {share_bytes:?}");
                assert_eq!(rounds == 1, *share_bytes.end() == 1 << 20, "{threads} {share_bytes:?}");
            }
        }
    }

    #[test]
    fn what_has_no_places_is_read_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).unwrap();
            Source::path(path)
        };
        let long = || file("long", &[b'\n'; 20_000]);
        let short = || file("short", b"32T3K 765\n");
        let packed = || file("packed", &[&[0x1F, 0x8B], &[b'\n'; 20_000][..]].concat());
        let reader = || Source::reader("reader", Box::new(std::io::empty()));
        let missing = || Source::path(folder.path().join("none"));
        for (sources, threads, expected) in [
            (vec![long()], 2, Some((2, 1))),
            (vec![long()], 1, Some((1, 1))),
            (vec![long(), short()], 2, Some((2, 2))),
            (vec![short(), long(), reader()], 4, Some((4, 2))),
            (vec![short(), missing(), long()], 2, Some((1, 1))),
            (vec![short(), packed()], 2, Some((1, 1))),
            (vec![packed()], 2, None),
            (vec![reader(), long()], 2, None),
            (vec![missing()], 2, None),
        ] {
            let found = next_shares(&sources, NextLine::default(), threads, &(1_000..=1 << 20));
            let found = found.unwrap().map(|(shares, next)| (shares.len(), next.file));
            assert_eq!(found, expected);
        }
    }
}
