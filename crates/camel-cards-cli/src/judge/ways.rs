//! How a program that does not read its input could be given it.

use std::{
    fs,
    path::{Path, PathBuf},
};

use camel_cards::{Entry, Rules, entries};

use super::outcome::totals;

/// A file that the program reads instead of its input.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct OwnFile {
    /// From the current folder on, if it is in it.
    pub(crate) path: PathBuf,
    /// It fails because this is missing. Else the file is there.
    pub(crate) is_missing: bool,
}

impl OwnFile {
    /// Whether `--file` can stand in for it.
    pub(crate) fn is_inside(&self) -> bool {
        self.path.is_relative() && !self.path.starts_with("..")
    }
}

/// How judge was called, to be called otherwise.
pub(crate) struct JudgeCommand {
    /// All before the command, from `camel-cards` on.
    pub(crate) options: Vec<String>,
    pub(crate) command: Vec<String>,
}

impl JudgeCommand {
    pub(crate) fn as_is(&self) -> String {
        self.with(&[], &[])
    }

    pub(crate) fn with_path(&self) -> String {
        self.with(&[], &["{}"])
    }

    pub(crate) fn with_file(&self, file: &str) -> String {
        self.with(&["--file", file], &[])
    }

    /// Whether it was called with this file.
    pub(crate) fn names_file(&self, file: &Path) -> bool {
        let mut words = self.options.iter();
        let is_file = |name: &str| Path::new(name.strip_prefix("./").unwrap_or(name)) == file;
        words.clone().filter_map(|word| word.strip_prefix("--file=")).any(is_file)
            || words.any(|word| word == "--file") && words.next().is_some_and(|name| is_file(name))
    }

    fn options_but_file(&self) -> Vec<&str> {
        let mut options = Vec::new();
        let mut words = self.options.iter().map(String::as_str);
        while let Some(word) = words.next() {
            match word {
                "--file" => _ = words.next(),
                _ if word.starts_with("--file=") => {}
                _ => options.push(word),
            }
        }
        options
    }

    fn with(&self, options: &[&str], arguments: &[&str]) -> String {
        let options = self.options_but_file().into_iter().chain(options.iter().copied());
        let command = self.command.iter().map(String::as_str).filter(|&word| word != "{}");
        let words = options.chain(["--"]).chain(command).chain(arguments.iter().copied());
        words.map(quoted).collect::<Vec<_>>().join(" ")
    }
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |char: char| char.is_alphanumeric() || "-_./=:,+%@{}".contains(char);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// How lines begin that an interpreter or a compiler says of a program that does not even start.
const NOT_STARTED_BEGINS: [&str; 8] = [
    "Error: Cannot find module ",
    "ModuleNotFoundError: ",
    "error: could not compile ",
    "Can't open perl script ",
    "Error: Could not find or load main class ",
    "PHP Parse error: ",
    "Parse error: ",
    "error: The module's source code could not be parsed",
];

/// What else such lines contain. A program may say "syntax error" of its input, but not so.
const NOT_STARTED_CONTAINS: [&str; 8] = [
    ": syntax error near ",
    ": syntax error: unexpected end of file",
    ": Syntax error: ",
    ": syntax error at or near ",
    "^ syntax error",
    ": syntax error, unexpected",
    " had compilation errors.",
    " aborted due to compilation errors.",
];

/// The functions of Node that compile a program.
const COMPILES: [&str; 2] = ["    at wrapSafe (", "    at compileSourceTextModule ("];

/// Whether a program fails before it could read anything, in the form that its interpreter has for that.
pub(crate) fn cannot_start(stderr: &[u8]) -> bool {
    let said = String::from_utf8_lossy(stderr);
    let has_line = |is_it: &dyn Fn(&str) -> bool| said.lines().any(is_it);
    // A program that runs gives these errors as well, with the calls that led to them.
    let is_syntax = |line: &str| {
        ["SyntaxError: ", "IndentationError: ", "TabError: "]
            .iter()
            .any(|name| line.starts_with(name))
    };
    let is_call =
        |line: &str| line.starts_with("Traceback (most recent") || line.starts_with("    at ");
    let compiles = |line: &str| COMPILES.iter().any(|function| line.starts_with(function));
    has_line(&is_syntax) && (!has_line(&is_call) || has_line(&compiles))
        || has_line(&|line| {
            NOT_STARTED_BEGINS.iter().any(|begin| line.starts_with(begin))
                || NOT_STARTED_CONTAINS.iter().any(|part| line.contains(part))
                || line.contains(": can't open file '") && line.contains("': [Errno ")
        })
}

/// What messages about a missing file contain, in lower case.
const MISSING: [&str; 8] = [
    "no such file",
    "enoent",
    "filenotfound",
    "nosuchfile",
    "can't open",
    "cannot open",
    "could not open",
    "couldn't open",
];

/// The endings of programs: a message names the one that fails as well.
const PROGRAMS: [&str; 16] = [
    "py", "js", "mjs", "cjs", "ts", "pl", "rb", "rs", "go", "java", "sh", "awk", "c", "cpp", "php",
    "lua",
];

/// Returns the file that a program says is missing.
pub(crate) fn missing_file(stderr: &[u8], folder: &Path) -> Option<OwnFile> {
    let said = String::from_utf8_lossy(stderr);
    let is_about_files = |line: &&str| {
        let line = line.to_lowercase();
        MISSING.iter().any(|message| line.contains(message))
    };
    let path = said.lines().rev().filter(is_about_files).find_map(file_named)?;
    let path = path.strip_prefix("./").unwrap_or(&path);
    let inner = Path::new(path).strip_prefix(folder).unwrap_or(Path::new(path));
    Some(OwnFile { path: inner.to_owned(), is_missing: true })
}

/// The file that a message names: what is quoted comes first.
fn file_named(line: &str) -> Option<String> {
    let quoted = line.split(['\'', '"', '`', '‘', '’']).skip(1).step_by(2);
    let words = line.split([' ', '(', ')', ',', ':', ';', '\'', '"', '`', '[', ']']);
    let is_file = |word: &&str| {
        let name = word.rsplit(['/', '\\']).next().unwrap_or_default();
        let Some((stem, ending)) = name.rsplit_once('.') else {
            return name.to_lowercase().contains("input");
        };
        !stem.is_empty()
            && (1..=5).contains(&ending.len())
            && ending.chars().all(|char| char.is_ascii_alphanumeric())
            && !PROGRAMS.contains(&ending)
            && !word.contains(char::is_whitespace)
    };
    quoted.chain(words).map(|word| word.trim_end_matches('.')).find(is_file).map(str::to_owned)
}

/// Returns the file that a program seems to read, which always answers `only`: an input whose answer
/// that is, or else the only input that lies there.
pub(crate) fn file_there(only: &str, folder: &Path) -> Option<OwnFile> {
    const BYTES_MAX: u64 = 1 << 20;
    let mut inputs: Vec<(PathBuf, Vec<Entry>)> = Vec::new();
    for item in fs::read_dir(folder).ok()?.flatten() {
        let is_small = |metadata: fs::Metadata| metadata.is_file() && metadata.len() <= BYTES_MAX;
        if !fs::metadata(item.path()).is_ok_and(is_small) {
            continue;
        }
        let text = fs::read(item.path()).unwrap_or_default();
        let read: Result<Vec<Entry>, _> = entries(&text).collect();
        if let Ok(read) = read
            && !read.is_empty()
        {
            inputs.push((PathBuf::from(item.file_name()), read));
        }
    }
    let gives = |read: &[Entry]| {
        let totals = totals(read).ok();
        totals.is_some_and(|totals| {
            Rules::ALL
                .iter()
                .any(|&rules| only.split(' ').any(|one| one == totals[rules].to_string()))
        })
    };
    let path = match inputs.iter().find(|(_, read)| gives(read)) {
        Some((path, _)) => path,
        None if inputs.len() == 1 => &inputs[0].0,
        None => return None,
    };
    Some(OwnFile { path: path.clone(), is_missing: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_files_are_read_from_messages() {
        for (said, file) in [
            (
                "FileNotFoundError: [Errno 2] No such file or directory: 'input.txt'",
                Some("input.txt"),
            ),
            (
                "FileNotFoundError: [Errno 2] No such file or directory: '/home/me/aoc/in/7.txt'",
                Some("in/7.txt"),
            ),
            (
                "FileNotFoundError: [Errno 2] No such file or directory: '/other/7.txt'",
                Some("/other/7.txt"),
            ),
            (
                "Error: ENOENT: no such file or directory, open './input.txt'\n    at Object.open (node:fs:573:18)",
                Some("input.txt"),
            ),
            (
                "Error: ENOENT: no such file or directory, open 'input'\n  code: 'ENOENT',\n  path: 'input'",
                Some("input"),
            ),
            (
                "d7.rb:1:in `read': No such file or directory @ rb_sysopen - input.txt (Errno::ENOENT)",
                Some("input.txt"),
            ),
            ("Can't open input.txt: No such file or directory at d7.pl line 3.", Some("input.txt")),
            ("panic: open day7.in: no such file or directory", Some("day7.in")),
            (
                "Exception in thread \"main\" java.io.FileNotFoundException: input.txt (No such file or directory)",
                Some("input.txt"),
            ),
            ("java.nio.file.NoSuchFileException: input.txt", Some("input.txt")),
            ("bash: line 1: input.txt: No such file or directory", Some("input.txt")),
            ("cat: ../data/7.txt: No such file or directory", Some("../data/7.txt")),
            ("mawk: cannot open input.txt (No such file or directory)", Some("input.txt")),
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
            ("", None),
        ] {
            let found = missing_file(said.as_bytes(), Path::new("/home/me/aoc"));
            assert_eq!(found.map(|file| file.path), file.map(PathBuf::from), "{said}");
        }
    }

    #[test]
    fn programs_that_do_not_start_say_so_in_the_form_of_their_interpreter() {
        for said in [
            "  File \"/x.py\", line 1\n    x = (\n        ^\nSyntaxError: '(' was never closed\n",
            "  File \"/x.py\", line 2\n    y\nIndentationError: unexpected indent\n",
            "Traceback (most recent call last):\n  File \"/x.py\", line 1, in <module>\nModuleNotFoundError: No module named 'y'\n",
            "python3: can't open file '/x.py': [Errno 2] No such file or directory\n",
            "/x.js:1\nlet = ;\n\nSyntaxError: Unexpected token\n    at wrapSafe (node:internal/modules/cjs/loader:1:1)\n",
            "Error: Cannot find module '/x.js'\n    at Module._resolveFilename (node:internal)\n",
            "Can't open perl script \"x.pl\": No such file or directory\n",
            "syntax error at x.pl line 1, near \")\"\nExecution of x.pl aborted due to compilation errors.\n",
            "x.sh: line 3: syntax error near unexpected token `fi'\n",
            "sh: 1: Syntax error: \"fi\" unexpected\n",
            "mawk: x.awk: line 1: syntax error at or near )\n",
            "x.rb:1: syntax error, unexpected end-of-input\n",
            "error: could not compile `day7` (bin \"day7\") due to 1 previous error\n",
        ] {
            assert!(cannot_start(said.as_bytes()), "{said}");
        }
        for said in [
            "Can't open file: No such file or directory at x.pl line 3.\n",
            "can't open file 'input.txt'\n",
            "undefined:1\n32T3K\n  ^\n\nSyntaxError: Unexpected token 'T'\n    at JSON.parse (<anonymous>)\n    at Object.<anonymous> (/x.js:1:6)\n",
            "SyntaxError: Cannot convert a to a BigInt\n    at BigInt (<anonymous>)\n",
            "Traceback (most recent call last):\n  File \"/x.py\", line 1, in <module>\n  File \"<unknown>\", line 1\nSyntaxError: invalid syntax\n",
            "bash: line 1: 3 + : syntax error: operand expected (error token is \"+ \")\n",
            "syntax error in line 3 of the input\n",
            "",
        ] {
            assert!(!cannot_start(said.as_bytes()), "{said}");
        }
    }

    #[test]
    fn commands_can_be_copied_into_a_shell() {
        let words = |words: &[&str]| words.iter().map(ToString::to_string).collect();
        let command = JudgeCommand {
            options: words(&["camel-cards", "judge", "--part", "2"]),
            command: words(&["python3", "my day7.py"]),
        };
        assert_eq!(command.as_is(), "camel-cards judge --part 2 -- python3 'my day7.py'");
        assert_eq!(command.with_path(), "camel-cards judge --part 2 -- python3 'my day7.py' {}");
        assert_eq!(
            command.with_file("it's.txt"),
            r"camel-cards judge --part 2 --file 'it'\''s.txt' -- python3 'my day7.py'"
        );
        for file in [&["--file", "a.txt"][..], &["--file=a.txt"]] {
            let options = [&["camel-cards", "judge"], file].concat();
            let command = JudgeCommand { options: words(&options), command: words(&["./day7"]) };
            assert_eq!(command.with_file("b.txt"), "camel-cards judge --file b.txt -- ./day7");
            assert_eq!(command.as_is(), "camel-cards judge -- ./day7");
            assert!(command.names_file(Path::new("a.txt")));
            assert!(!command.names_file(Path::new("b.txt")));
        }
    }

    #[test]
    fn only_files_inside_can_be_stood_in_for() {
        let inside = |path: &str| OwnFile { path: path.into(), is_missing: true }.is_inside();
        assert_eq!(
            ["input.txt", "a/b.txt", "../b.txt", "/b.txt"].map(inside),
            [true, true, false, false]
        );
    }

    #[test]
    fn file_that_gives_the_only_answer_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        let found = |only| file_there(only, folder.path()).map(|file| file.path);
        write("notes.txt", "not an input");
        write("empty.txt", "");
        assert_eq!(found("7"), None);
        write("input.txt", "32T3K 765\nT55J5 684\n");
        assert_eq!(found("7"), Some("input.txt".into()));
        write("other.txt", "22222 7\n");
        assert_eq!(found("7"), Some("other.txt".into()));
        assert_eq!(found("2133"), Some("input.txt".into()));
        assert_eq!(found("8"), None);
    }
}
