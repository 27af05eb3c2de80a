//! Which file a program reads instead of the input that it is given.

use std::{
    ffi::{OsStr, OsString},
    fs,
    path::{Path, PathBuf},
};

use super::copy::Root;
use camel_cards::Rules;
use camel_cards_coach::Verdict;

/// What files for text end with.
const ENDINGS: &str = "txt in dat data inp text";

/// Returns the file that a program reads, which was not read or gave no answer: one that its message
/// says is missing, or else the input that most speaks for. In this order: the command names it, its
/// totals are printed, its name stands in the source, it is as long as the puzzle's, it is near.
pub(crate) fn find(verdict: &Verdict, command: &[OsString], root: &Root) -> Option<PathBuf> {
    let printed: Vec<&str> =
        verdict.example.printed.split(|char: char| !char.is_ascii_digit()).collect();
    let source: String = command.iter().filter_map(|word| fs::read_to_string(word).ok()).collect();
    let nearest = root.inputs.iter().min_by_key(|(path, score)| {
        let is_printed =
            Rules::ALL.iter().any(|&rules| printed.contains(&&*score.winnings[rules].to_string()));
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is = |word: &OsString| root.inside(Path::new(word)).as_ref() == Some(path);
        (
            !command.iter().skip(1).any(is),
            !is_printed,
            !source.contains(&*name),
            score.entries != 1000,
            !path.starts_with(&root.inner),
            path.components().count(),
        )
    });
    missing_file(&verdict.example.said, root).or_else(|| Some(nearest?.0.clone()))
}

/// How many folders up the program leads from its own: `../inputs`, `../../utils.js`.
pub(crate) fn folders_above(command: &[OsString], file: Option<&Path>) -> usize {
    let sources = command.iter().filter_map(|word| fs::read(word).ok());
    let words = command.iter().map(OsString::as_os_str).chain(file.map(Path::as_os_str));
    let texts = sources.chain(words.map(|word| word.as_encoded_bytes().to_vec()));
    let texts: Vec<String> =
        texts.map(|text| String::from_utf8_lossy(&text).into_owned()).collect();
    let has = |part: &str| texts.iter().any(|text| text.contains(part));
    let quoted = usize::from(has("'..'") || has("\"..\""));
    (1..=3).rev().find(|&above| has(&"../".repeat(above))).unwrap_or(quoted)
}

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
    fn dots_are_a_folder_above_only_in_paths() {
        for (word, above) in [
            ("open('../inputs/7.txt')", 1),
            ("\0../../data/7.in\0", 2),
            ("join(here, '..', 'in.txt')", 1),
            ("0 .. $#hands", 0),
            ("# .. later", 0),
            ("print('...')", 0),
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
            let root = Root::find(0).unwrap();
            let found = missing_file(said, &root);
            assert_eq!(found, file.and_then(|file| root.inside(Path::new(file))), "{said}");
        }
    }
}
