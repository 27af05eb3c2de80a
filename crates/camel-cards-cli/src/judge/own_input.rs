//! Which file a program reads instead of the input that it is given.

use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
};

use super::copy::Root;
use camel_cards::{Builder, Entry, Rules, Ties};
use camel_cards_coach::Verdict;

/// How large a source may be.
const BYTES_MAX: u64 = 1 << 20;

/// How many hands the puzzle gives.
const PUZZLE_HANDS: usize = 1000;

/// Returns the file that a program reads, which was not read or gave no answer: one that its message
/// says is missing, that its command names, whose totals it prints, whose name stands in its source, or
/// the nearest.
pub(crate) fn find(verdict: &Verdict, command: &[OsString], root: &Root) -> Option<PathBuf> {
    // The nearest first.
    let mut inputs = root.inputs.clone();
    inputs.sort_by_key(|(path, _)| (!path.starts_with(&root.inner), path.components().count()));
    let named = command.iter().skip(1).filter_map(|word| root.inside(Path::new(word)));
    let mut named = named.filter(|file| inputs.iter().any(|(path, _)| path == file));
    let missing =
        missing_file(&verdict.example.said).and_then(|file| root.inside(Path::new(&file)));
    let printed: Vec<&str> =
        verdict.example.printed.split(|char: char| !char.is_ascii_digit()).collect();
    let is_printed = |(_, entries): &&(PathBuf, Vec<Entry>)| {
        let mut builder = Builder::new();
        entries.iter().for_each(|&entry| builder.push(entry));
        let Ok(score) = builder.finish().score(Ties::Ordinal) else { return false };
        Rules::ALL.iter().any(|&rules| printed.contains(&&*score.winnings[rules].to_string()))
    };
    let source: String = command.iter().filter_map(|word| fs::read_to_string(word).ok()).collect();
    let is_in_source = |path: &Path| {
        path.file_name().is_some_and(|name| source.contains(&*name.to_string_lossy()))
    };
    let first = |is_meant: &dyn Fn(&Path, usize) -> bool| {
        inputs.iter().find(|(path, entries)| is_meant(path, entries.len()))
    };
    let path = |(path, _): &(PathBuf, Vec<Entry>)| path.clone();
    let by_content = || {
        let in_source = first(&|path, _| is_in_source(path));
        let large = first(&|_, entries| entries == PUZZLE_HANDS);
        let printed = inputs.iter().find(is_printed);
        printed.or(in_source).or(large).or(inputs.first()).map(path)
    };
    named.next().or(missing).or_else(by_content)
}

/// How many folders up the program leads from its own: `../inputs`, `../../utils.js`.
pub(crate) fn folders_above(command: &[OsString], file: Option<&Path>) -> usize {
    let sources = command.iter().filter_map(|word| fs::read(word).ok());
    let words = command.iter().map(OsString::as_os_str).chain(file.map(Path::as_os_str));
    let texts = sources.chain(words.map(|word| word.as_encoded_bytes().to_vec()));
    let above = |text: Vec<u8>| {
        let text = String::from_utf8_lossy(&text).into_owned();
        // `..` as a part of a path, and not of a range or an ellipsis: before a slash, or alone in quotes.
        let is_one_of =
            |chars: &str, char: Option<char>| char.is_some_and(|one| chars.contains(one));
        let ups = |(at, _): (usize, &str)| {
            let (before, behind) = (text[..at].chars().next_back(), text[at + 2..].chars().next());
            let is_part = is_one_of("/\\", behind) && !is_one_of(".", before)
                || is_one_of("'\"`", before) && is_one_of("'\"`", behind);
            let more = text[at..].split('/').skip(1).take_while(|one| *one == "..");
            usize::from(is_part) * (1 + more.count())
        };
        text.match_indices("..").map(ups).max().unwrap_or(0)
    };
    texts.map(above).max().unwrap_or(0).min(3)
}

/// Where a source names a folder by its whole path: such a program reads that, and not the copy.
pub(crate) fn absolute_path(root: &Root) -> Option<String> {
    let whole = root.path.to_string_lossy().into_owned();
    root.files().find_map(|file| {
        let source = fs::metadata(&file).ok().filter(|one| one.is_file() && one.len() <= BYTES_MAX);
        let source = source.and_then(|_| fs::read_to_string(&file).ok())?;
        let line = source.lines().position(|line| line.contains(&whole))?;
        let inner = file.strip_prefix(&root.path).unwrap_or(&file);
        Some(format!("{}:{}", inner.display(), line + 1))
    })
}

/// What messages about a missing file contain, in lower case.
const MISSING: &str = "no such file|enoent|notfound|nosuchfile|t open";

/// The file that a message says is missing.
fn missing_file(said: &str) -> Option<String> {
    let is_about_files = |line: &&str| {
        let line = line.to_lowercase();
        MISSING.split('|').any(|message| line.contains(message))
    };
    said.lines().rev().filter(is_about_files).find_map(file_named)
}

/// The file that a message names: what is quoted comes first. A message names the source of the
/// program as well, which ends like a program.
fn file_named(line: &str) -> Option<String> {
    const TEXTS: &str = "txt in input dat data inp aoc text";
    let quoted = line.split(['\'', '"', '`', '‘', '’']).skip(1).step_by(2);
    let words = line.split([' ', '(', ')', ',', ':', ';', '\'', '"', '`', '[', ']']);
    let is_file = |word: &&str| {
        let name = word.rsplit(['/', '\\']).next().unwrap_or_default();
        let is_text = match name.rsplit_once('.') {
            Some((stem, ending)) => !stem.is_empty() && TEXTS.split(' ').any(|one| one == ending),
            None => name.to_lowercase().contains("input") || word.contains('/') && !name.is_empty(),
        };
        is_text && !word.contains(char::is_whitespace)
    };
    quoted.chain(words).map(|word| word.trim_end_matches('.')).find(is_file).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_are_a_folder_above_only_in_paths() {
        for (word, above) in [
            ("open('../inputs/7.txt')", 1),
            ("\0../../data/7.in\0", 2),
            ("join(here, '..', 'in.txt')", 1),
            ("0 .. $#hands", 0),
            ("# .. later", 0),
            ("print('...')", 0),
            (".../7.txt", 0),
        ] {
            assert_eq!(folders_above(&[OsString::from(word)], None), above, "{word}");
        }
    }

    #[test]
    fn missing_files_are_read_from_messages() {
        for (said, file) in [
            (
                "FileNotFoundError: [Errno 2] No such file or directory: 'input.txt'",
                Some("input.txt"),
            ),
            (
                "Error: ENOENT: no such file or directory, open './input.txt'\n    at Object.open (node:fs:573:18)",
                Some("./input.txt"),
            ),
            (
                "Error: ENOENT: no such file or directory, open 'input'\n  path: 'input'",
                Some("input"),
            ),
            (
                "d7.rb:1:in `read': No such file or directory @ rb_sysopen - input.txt (Errno::ENOENT)",
                Some("input.txt"),
            ),
            ("Can't open input.txt: No such file or directory at d7.pl line 3.", Some("input.txt")),
            ("panic: open day7.in: no such file or directory", Some("day7.in")),
            ("java.nio.file.NoSuchFileException: input.txt", Some("input.txt")),
            ("cat: ../data/7.txt: No such file or directory", Some("../data/7.txt")),
            (
                "gawk: fatal: cannot open file `input.txt' for reading: No such file or directory",
                Some("input.txt"),
            ),
            (
                "python3: can't open file '/home/me/aoc/x.py': [Errno 2] No such file or directory",
                None,
            ),
            (
                "called `Result::unwrap()` on an `Err` value: Os { code: 2, kind: NotFound, message: \"No such file or directory\" }",
                None,
            ),
            ("ValueError: not enough values to unpack", None),
        ] {
            assert_eq!(missing_file(said).as_deref(), file, "{said}");
        }
    }
}
