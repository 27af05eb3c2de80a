//! Which file a program reads instead of the input that it is given.

use std::{
    ffi::{OsStr, OsString},
    io::Read,
    path::{Path, PathBuf},
};

use super::{
    copy::{Root, plain_file},
    in_source::InSource,
};
use camel_cards::{Rules, Score};
use camel_cards_coach::Run;
use regex_lite::Regex;

/// What files for text end with.
const ENDINGS: &str = "txt in dat data inp text";

/// How large a source may be.
const SOURCE_BYTES_MAX: u64 = 1 << 20;

/// Finds what a program that does not read its standard input reads instead: a file that its message says is missing,
/// or else the input that most speaks for. In this order: the command names it, its totals are printed, its name stands
/// in the source, it stands in the source itself, it is as long as the puzzle's, it is near.
pub(crate) fn exchange(run: &Run, command: &[OsString], root: Root) -> Option<Root> {
    if let Some(missing) = missing_file(&run.said, &root) {
        return Some(root.exchange(missing));
    }
    let printed: Vec<&str> = run.printed.split(|char: char| !char.is_ascii_digit()).collect();
    let prints = |score: &Score| {
        Rules::ALL.iter().any(|&rules| printed.contains(&&*score.winnings[rules].to_string()))
    };
    let source: String = sources(command).map(|(_, source)| source).collect();
    let key = |(path, score): &(PathBuf, Score)| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is = |word: &OsString| root.inside(Path::new(word)).as_ref() == Some(path);
        let is_near = (!path.starts_with(&root.inner), path.components().count());
        let is_named = command.iter().skip(1).any(is);
        (!is_named, !prints(score), !source.contains(&*name), score.entries != 1000, is_near)
    };
    let nearest = root.inputs.iter().min_by_key(|input| key(input)).cloned();
    let within = sources(command)
        .find_map(|(word, source)| Some((root.inside(Path::new(word))?, InSource::find(&source)?)));
    let is_unlikely =
        |(is_not_named, is_not_printed, is_not_in_source, ..): (bool, bool, bool, _, _)| {
            is_not_named && is_not_printed && is_not_in_source
        };
    match (within, nearest) {
        (Some((source, within)), nearest)
            if prints(&within.score)
                || nearest.as_ref().is_none_or(|input| is_unlikely(key(input))) =>
        {
            Some(root.exchange_within(source, within))
        }
        (_, nearest) => Some(root.exchange(nearest?.0)),
    }
}

/// Whether a source asks aocd for its input, which gives it the judged one.
pub(crate) fn uses_aocd(command: &[OsString]) -> bool {
    sources(command).any(|(_, source)| source.contains("aocd"))
}

/// The sources that a command names: what is no text is none.
fn sources(command: &[OsString]) -> impl Iterator<Item = (&OsString, String)> {
    command.iter().filter_map(|word| {
        let mut source = Vec::new();
        plain_file(Path::new(word), SOURCE_BYTES_MAX)?.read_to_end(&mut source).ok()?;
        (!source.contains(&0)).then(|| (word, String::from_utf8_lossy(&source).into_owned()))
    })
}

/// What the program's source, its command or an option names above its folder: how many levels above, and which file or
/// folder there. `../../inputs/7.txt` is `inputs`, two levels above; `join(here, '..', 'in.txt')` is `in.txt`, one above.
pub(crate) fn named_above(command: &[OsString], file: Option<&Path>) -> Vec<(usize, String)> {
    let words = command.iter().map(OsString::as_os_str).chain(file.map(Path::as_os_str));
    let words = words.map(|word| word.to_string_lossy().into_owned());
    let text: Vec<String> = sources(command).map(|(_, source)| source).chain(words).collect();
    let [Ok(joint), Ok(above)] = [
        r#"['"]\s*,\s*['"]"#,
        r#"(?m)(?:^|[^\w.\\])((?:\.\.[/\\])+)([^./\\\s'"`,;:()<>|?*][^/\\\s'"`,;:()<>|?*]*)"#,
    ]
    .map(Regex::new) else {
        return Vec::new();
    };
    let text = text.join("\n");
    let text = joint.replace_all(&text, "/");
    let named = above.captures_iter(&text).map(|found| (found[1].len() / 3, found[2].to_owned()));
    named.filter(|(levels, _)| *levels <= LEVELS_MAX).collect()
}

/// How far above its folder a program's files may be.
const LEVELS_MAX: usize = 3;

fn is_text(path: &Path) -> bool {
    let ending = path.extension().and_then(OsStr::to_str);
    ending.is_some_and(|ending| ENDINGS.split(' ').any(|one| one == ending))
}

/// What messages about a missing file contain, in lower case.
const MISSING: [&str; 6] =
    ["no such file", "enoent", "notfound", "nosuchfile", "t open", "not find"];

/// The file for text that a message says is missing.
fn missing_file(said: &str, root: &Root) -> Option<PathBuf> {
    let is_about_files = |line: &&str| {
        let line = line.to_lowercase();
        MISSING.iter().any(|message| line.contains(message))
    };
    let words = said.lines().rev().filter(is_about_files).flat_map(|line| {
        line.split(|char: char| char.is_whitespace() || "'\"`‘’(),:;[]".contains(char))
    });
    let files =
        words.map(|word| Path::new(word.trim_end_matches('.'))).filter(|path| is_text(path));
    files.filter_map(|file| root.inside(file)).find(|file| !root.path.join(file).exists())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_above_the_folder_are_named_in_sources() {
        for (word, named) in [
            ("open('../inputs/7.txt')", Some((1, "inputs"))),
            ("x = '../../data/7.in'", Some((2, "data"))),
            ("..\\in.txt", Some((1, "in.txt"))),
            ("join(here, '..', 'in.txt')", Some((1, "in.txt"))),
            ("require(\"../lib/utils.js\")", Some((1, "lib"))),
            ("../../../../etc/passwd", None),
            ("0 .. $#hands", None),
            ("# .. later", None),
            ("print('...')", None),
            ("__DIR__ . '/../inputs/7.txt'", Some((1, "inputs"))),
            // These name folders that hold the program's own.
            ("open('../..')", None),
            ("open('.././7.txt')", None),
        ] {
            let found = named_above(&[OsString::from(word)], None);
            let found: Vec<_> = found.iter().map(|(above, name)| (*above, &**name)).collect();
            assert_eq!(found, named.into_iter().collect::<Vec<_>>(), "{word}");
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
            // Outside the folder nothing is exchanged.
            ("FileNotFoundError: No such file or directory: 'nope/../../../../other.txt'", None),
            (
                "Traceback (most recent call last):\n  File \"/aoc/d7.py\", line 3, in <module>\n    \
                 open(os.path.join('data', f'{day}.txt'))\nFileNotFoundError: [Errno 2] No such \
                 file or directory: 'data/7.txt'",
                Some("data/7.txt"),
            ),
        ] {
            let root = Root::find(&[], None).unwrap();
            let found = missing_file(said, &root);
            assert_eq!(found, file.and_then(|file| root.inside(Path::new(file))), "{said}");
        }
    }
}
