//! The inputs, cut into a share for each thread.
//!
//! ```text
//! first.txt            second.txt   third.txt
//! ├────────┼───────────┼────────────┼──────┤
//! │ share 1│   share 2 │       share 3     │      whole inputs, and byte ranges of whole lines
//! ```

use crate::source::Source;

/// No thread is worth starting for less.
pub(crate) const SHARE_BYTES: u64 = 1 << 24;

/// Returns as many shares as threads, but none of less than so many bytes if there are several. What a stream or a
/// compressed file comes to is not known, and such an input is not cut.
pub(crate) fn shares(sources: Vec<Source>, threads: usize, bytes_min: u64) -> Vec<Vec<Source>> {
    let bytes = bytes_of(&sources);
    let count = (bytes / bytes_min).clamp(1, threads as u64) as usize;
    let (mut share, mut shares) = (Vec::new(), Vec::new());
    let mut room = bytes.div_ceil(count as u64);
    let mut sources = sources.into_iter();
    let mut next = sources.next();
    while let Some(mut source) = next {
        if room == 0 && shares.len() + 1 < count {
            shares.push(std::mem::take(&mut share));
            room = bytes.div_ceil(count as u64);
        }
        // The last share is all that is left.
        let rest = if shares.len() + 1 < count { source.split_after(room) } else { None };
        room = room.saturating_sub(source.bytes());
        share.push(source);
        next = rest.or_else(|| sources.next());
    }
    shares.push(share);
    shares
}

pub(crate) fn bytes_of(sources: &[Source]) -> u64 {
    sources.iter().map(Source::bytes).fold(0, u64::saturating_add)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use camel_cards::Entry;

    use super::*;
    use crate::{Progress, blocks::Blocks};

    fn read(share: Vec<Source>) -> Vec<Entry> {
        let mut blocks = Blocks::new(share, None, false, &Progress::default().into());
        let mut entries = Vec::new();
        while blocks.next().unwrap() {
            entries.extend(blocks.block.entries());
        }
        assert!(blocks.lines.iter().all(|lines| lines.bad.count() == 0));
        entries
    }

    #[test]
    fn shares_are_the_files_line_by_line() {
        let folder = tempfile::tempdir().unwrap();
        // Some lines are as long as any may be.
        let blanks = |i: usize| " ".repeat(if i % 3_000 < 3 { 4_080 } else { 1 });
        let line = |i: usize| format!("32T3K{}{}\n{}", blanks(i), i * i, "\r\n".repeat(i % 4));
        let text = (0..4_000).map(line).collect::<String>() + "KK677 28";
        let paths: Vec<PathBuf> =
            ["a", "b", "c"].iter().map(|name| folder.path().join(name)).collect();
        for (path, text) in paths.iter().zip([&text[..], "AAAAA 1\n", &text]) {
            std::fs::write(path, text).unwrap();
        }
        let all = format!("{text}\nAAAAA 1\n{text}");
        let expected: Vec<_> =
            camel_cards::entries(all.as_bytes()).map(|entry| entry.expect("an entry")).collect();
        for threads in [1, 2, 3, 4, 5, 30] {
            for share_bytes in [1, 1_000, 20_000, 1 << 20] {
                let sources = paths.iter().map(|path| Source::path(path.clone())).collect();
                let shares = shares(sources, threads, share_bytes);
                let is_one = threads == 1 || share_bytes == 1 << 20;
                assert!(shares.len() <= threads && (shares.len() == 1) == is_one);
                let found: Vec<Entry> = shares.into_iter().flat_map(read).collect();
                assert!(found == expected, "{threads} {share_bytes:?}");
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
            (vec![], 2, vec![0]),
            (vec![long()], 2, vec![1, 1]),
            (vec![long()], 1, vec![1]),
            (vec![long(), short()], 2, vec![1, 2]),
            (vec![short(), long(), reader()], 4, vec![2, 1, 1, 2]),
            (vec![short(), missing(), long()], 2, vec![3, 1]),
            (vec![packed()], 2, vec![1]),
            (vec![packed(), long(), short()], 2, vec![2, 2]),
            (vec![reader(), long()], 2, vec![2, 1]),
            (vec![missing()], 2, vec![1]),
        ] {
            let shares = shares(sources, threads, 1_000);
            assert_eq!(shares.iter().map(Vec::len).collect::<Vec<_>>(), expected);
        }
    }
}
