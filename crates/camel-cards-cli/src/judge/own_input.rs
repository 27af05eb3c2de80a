//! Finds the file that a program reads instead of the input that it is given.

use std::{
    ffi::OsString,
    fs::{self, File},
    io::Read,
    path::{Path, PathBuf},
};

use camel_cards::{Rules, Score};
use camel_cards_coach::Run;
use camel_cards_input::FileName;
use regex_lite::Regex;

use super::copy::{Project, Replacement};

/// The largest size of a source.
const SOURCE_BYTES_MAX: u64 = 1 << 20;

/// Patterns for messages about a missing file, and for the name of a text file in them.
const MISSING: &str = "(?i)no such file|enoent|notfound|nosuchfile|t open|not find";
const TEXT_FILE: &str = r#"[^\s'"`‘’(),:;\[\]]+\.(?:txt|in|dat|data|inp|text)\b"#;

/// A pattern for quoted absolute paths. `'/input.txt'` does not match, because it often follows `__dirname`.
const ABSOLUTE_PATH: &str = r#"["'`]((?:/(?:data|home|Users|Volumes|media|mnt|opt|root|srv|tmp|var|work\w*)|[A-Z]:)[/\\][^"'`\n]+)["'`]"#;

/// A pattern for an entry in a source, and how many the puzzle's example has.
const ENTRY: &str = r"[2-9TJQKA]{5}\W{1,4}\d+";
const EXAMPLE_ENTRIES: usize = 5;

/// Finds the file that a program reads instead of standard input: a file that its message calls
/// missing, or else the most likely input. An input is more likely, in this order, if the command
/// names it, a number near its totals is printed, it is as long as the puzzle's, its totals are
/// printed, the sources contain its name, or it is near.
pub(crate) fn replacement(
    run: &Run,
    command: &[OsString],
    project: Project,
) -> Option<Replacement> {
    // Some programs catch the error and print it.
    let said = format!("{}\n{}", run.printed, run.stderr);
    if let Some(missing) = missing_file(&said, &project) {
        return Some(project.replacement(missing));
    }
    let printed = run.printed.split(|char: char| !char.is_ascii_digit());
    let printed: Vec<u128> = printed.filter_map(|number| number.parse().ok()).collect();
    let prints = |score: &Score, is_of: fn(u128, u128) -> bool| {
        let totals = Rules::ALL.map(|rules| score.winnings[rules]);
        printed.iter().any(|&one| totals.iter().any(|&total| is_of(one, total)))
    };
    // Wrong totals are near the right ones. The example's total counts for less, because many programs print it, too.
    let is_near = |one: u128, total: u128| one >= total / 2 && one / 2 <= total;
    let is_right = |one: u128, total: u128| one == total;
    let text = text(command);
    let inside = |word: &OsString| project.inside(Path::new(word));
    let named: Vec<PathBuf> = command.iter().skip(1).filter_map(inside).collect();
    let key = |(path, score): &&(PathBuf, Score)| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_far = (!path.starts_with(&project.inner), path.components().count());
        let is_short = score.entries != 1000;
        let (is_named, is_in_source) = (named.contains(path), text.contains(&*name));
        let (is_near, is_right) = (prints(score, is_near), prints(score, is_right));
        (!is_named, !is_near, is_short, !is_right, !is_in_source, is_far)
    };
    let file = project.inputs().iter().min_by_key(key).map(|(file, _)| file.clone());
    let file = file.or_else(|| project.removed())?;
    Some(project.replacement(file))
}

/// The command and the sources that it names, which contain the names of other files.
pub(crate) fn text(command: &[OsString]) -> String {
    let words = command.iter().map(|word| word.to_string_lossy().into_owned());
    command.iter().filter_map(source).chain(words).collect::<Vec<_>>().join("\n")
}

/// Returns the first quoted absolute path in the sources that is in a folder where users keep files.
pub(crate) fn absolute_path(command: &[OsString]) -> Option<String> {
    let path = Regex::new(ABSOLUTE_PATH).ok()?;
    Some(FileName(path.captures(&text(command))?[1].as_ref()).to_string())
}

/// Returns where an input longer than the example stands in the sources: `day7.py, lines 3 to 1002`.
pub(crate) fn hard_coded(command: &[OsString]) -> Option<String> {
    let entry = Regex::new(ENTRY).ok()?;
    command.iter().find_map(|word| {
        let source = source(word)?;
        let counts: Vec<usize> = source.lines().map(|line| entry.find_iter(line).count()).collect();
        let mut end = 0;
        let runs = counts.split(|&count| count == 0).map(|run| {
            let first = end + 1;
            end += run.len() + 1;
            (run.iter().sum::<usize>(), first, end - 1)
        });
        let (_, first, last) = runs.filter(|run| run.0 > EXAMPLE_ENTRIES).max()?;
        let lines = if first == last {
            format!("line {first}")
        } else {
            format!("lines {first} to {last}")
        };
        Some(format!("{}, {lines}", FileName(word.as_ref())))
    })
}

/// Whether a message says that a file is missing, but not a module of the program.
pub(crate) fn names_missing_file(said: &str) -> bool {
    let Ok(missing) = Regex::new(MISSING) else { return false };
    let is_of_code =
        |line: &str| ["odule", "ackage", "lass"].iter().any(|word| line.contains(word));
    said.lines().any(|line| missing.is_match(line) && !is_of_code(line))
}

/// The source that a word of the command names, unless it is a binary file, or a pipe or terminal,
/// which could block.
pub(crate) fn source(word: &OsString) -> Option<String> {
    let file = fs::metadata(word).ok()?;
    let is_small = file.is_file() && file.len() <= SOURCE_BYTES_MAX;
    let mut source = Vec::new();
    // Files without an end, as in `/proc`, have the length 0.
    is_small.then(|| File::open(word).ok())??.take(file.len()).read_to_end(&mut source).ok()?;
    (!source.contains(&0)).then(|| String::from_utf8_lossy(&source).into_owned())
}

/// The text file that a message calls missing.
fn missing_file(said: &str, project: &Project) -> Option<PathBuf> {
    let [Ok(missing), Ok(file)] = [MISSING, TEXT_FILE].map(Regex::new) else { return None };
    let lines = said.lines().rev().filter(|line| missing.is_match(line));
    let mut files = lines
        .flat_map(|line| file.find_iter(line))
        .filter_map(|found| project.inside(Path::new(found.as_str())));
    files.find(|file| !project.path.join(file).exists())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absolute_paths_are_between_quotes_and_in_folders_of_users() {
        for (source, path) in [
            ("open('/home/me/aoc/7.txt')", Some("/home/me/aoc/7.txt")),
            ("__dirname + '/input.txt'", None),
            ("#!/usr/bin/env python3", None),
        ] {
            assert_eq!(absolute_path(&[source.into()]).as_deref(), path, "{source}");
        }
        assert!(absolute_path(&[r#"fopen("C:\\me\\7.txt")"#.into()]).is_some());
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
            (
                "  File \"d7.py\", line 3, in <module>\n    self.data[0]\nIndexError: self.data",
                None,
            ),
            // Outside the folder nothing is replaced.
            ("FileNotFoundError: No such file or directory: 'nope/../../../../other.txt'", None),
            (
                "Traceback (most recent call last):\n  File \"/aoc/d7.py\", line 3, in <module>\n    \
                 open(os.path.join('data', f'{day}.txt'))\nFileNotFoundError: [Errno 2] No such \
                 file or directory: 'data/7.txt'",
                Some("data/7.txt"),
            ),
        ] {
            let project = Project::find(&[]).unwrap();
            let found = missing_file(said, &project);
            assert_eq!(found, file.and_then(|file| project.inside(Path::new(file))), "{said}");
        }
    }
}
