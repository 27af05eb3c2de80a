//! What `judge` does to a user's files: nothing, however they lie.

use std::{
    collections::BTreeMap,
    fs,
    os::unix::{
        fs::{MetadataExt, PermissionsExt, symlink},
        net::UnixListener,
    },
    path::{Path, PathBuf},
    process::{Command, Output},
};

use crate::testenv::{COMMAND, TestEnv, spawn, stderr, stdout, wait_until};

pub(crate) const OWN: &str = "32T3K 765\nT55J5 684\n";

/// A home folder with a project, another project beside it, and a folder for temporary files.
pub(crate) struct Home {
    pub(crate) home: TestEnv,
    pub(crate) temporary: TestEnv,
    pub(crate) runs: TestEnv,
}

/// What is known of a file or folder: its mode, size, time, and content or where it leads.
pub(crate) type Known = (u32, u64, i64, i64, Vec<u8>);

pub(crate) fn tree(folder: &Path) -> BTreeMap<PathBuf, Known> {
    let mut known = BTreeMap::new();
    for path in fs::read_dir(folder).unwrap().map(|item| item.unwrap().path()) {
        let file = fs::symlink_metadata(&path).unwrap();
        let content = if file.is_symlink() {
            fs::read_link(&path).unwrap().into_os_string().into_encoded_bytes()
        } else if file.is_file() {
            fs::read(&path).unwrap_or_default()
        } else {
            if file.is_dir() && file.permissions().mode() & 0o400 != 0 {
                known.extend(tree(&path));
            }
            Vec::new()
        };
        let known_of = (file.mode(), file.size(), file.mtime(), file.mtime_nsec(), content);
        known.insert(path, known_of);
    }
    known
}

impl Home {
    pub(crate) fn new() -> Home {
        let home = Home { home: TestEnv::new(), temporary: TestEnv::new(), runs: TestEnv::new() };
        home.write("other/secret.txt", "private\n");
        home.write("other/in.txt", OWN);
        fs::create_dir_all(home.home.path("aoc/day7")).unwrap();
        home
    }

    pub(crate) fn write(&self, name: &str, content: &str) {
        let path = self.home.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    /// A program in the project. Each run leaves the folder that it ran in, and all that the copy has.
    pub(crate) fn program(&self, script: &str) {
        let seen =
            r#"pwd; case $PWD in *camel-cards-judge-*) find "${PWD%%camel-cards-judge-*}" ;; esac"#;
        let log = self.runs.path("log");
        // Paths of the folders may have the name in them.
        let script = script.replace("camel-cards score", &format!("{COMMAND} score"));
        self.write("aoc/day7/day7.sh", &format!("{{ {seen}; }} >> {}\n{script}\n", log.display()));
    }

    pub(crate) fn command(&self, arguments: &str) -> Command {
        let mut judge = Command::new(COMMAND);
        judge.args("judge --timeout 20 --part 1".split(' ')).args(arguments.split(' '));
        judge.current_dir(self.home.path("aoc/day7"));
        judge.env("HOME", self.home.folder()).env("TMPDIR", self.temporary.folder());
        judge
    }

    /// Judges, and sees to it that nothing of the user's has changed, and nothing is left.
    pub(crate) fn judge(&self, arguments: &str) -> Output {
        let before = tree(self.home.folder());
        let output = self.command(arguments).output().unwrap();
        assert_eq!(before, tree(self.home.folder()), "{arguments}: {}", stdout(&output));
        assert_eq!(self.temporary.names(), [""; 0], "{arguments}");
        output
    }

    /// The folders that runs began in, and what they saw.
    fn log(&self) -> String {
        String::from_utf8(self.runs.read("log")).unwrap()
    }

    fn runs_at_home(&self) -> usize {
        let own = self.home.path("aoc/day7").canonicalize().unwrap();
        self.log().lines().filter(|line| Path::new(line) == own).count()
    }
}

#[track_caller]
pub(crate) fn assert_right(output: &Output) {
    let told = stdout(output);
    assert!(told.starts_with("right under standard rules (part 1)"), "{told}{}", stderr(output));
}

#[track_caller]
pub(crate) fn assert_refused(output: &Output, why: &str) {
    assert_eq!(output.status.code(), Some(2), "{}", stdout(output));
    assert!(stderr(output).contains(why), "{}", stderr(output));
}

/// A text without its line breaks.
pub(crate) fn unwrapped(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
#[ignore = "long: run by cargo xtask ci"]
fn nothing_is_written_through_links() {
    let home = Home::new();
    let (own, other) = (home.home.path("aoc/day7"), home.home.path("other"));
    home.write("aoc/day7/node_modules/data/input.txt", OWN);
    symlink(other.join("in.txt"), own.join("linked.txt")).unwrap();
    fs::hard_link(other.join("in.txt"), own.join("hard.txt")).unwrap();
    symlink(&other, own.join("folder")).unwrap();
    symlink(own.join("nothing"), own.join("dangling.txt")).unwrap();
    for file in ["node_modules/data/input.txt", "linked.txt", "hard.txt", "dangling.txt"] {
        home.program(&format!("camel-cards score --part 1 {file}"));
        assert_right(&home.judge(&format!("--file {file} -- sh day7.sh")));
    }
    // What is missing is written into the copy only, and what is there is found without the option.
    for file in ["node_modules/data/7.txt", "new/7.txt", "linked.txt", "hard.txt"] {
        home.program(&format!("camel-cards score --part 1 {file}"));
        home.judge("-- sh day7.sh");
    }
    home.program("camel-cards score --part 1 folder/in.txt");
    assert_refused(&home.judge("--file folder/in.txt -- sh day7.sh"), "expected a file in");
    // The program itself puts links where the input will be written.
    for link in ["rm -rf data; ln -s {other} data", "ln -sf {other}/in.txt data/in.txt"] {
        home.write("aoc/day7/data/in.txt", OWN);
        let link = link.replace("{other}", other.to_str().unwrap());
        home.program(&format!("camel-cards score --part 1 data/in.txt; {link}"));
        assert_right(&home.judge("--file data/in.txt -- sh day7.sh"));
    }
}

#[test]
fn copy_has_the_repository_or_the_folder() {
    // Where the git root is: nowhere, the project's, or the home folder.
    for git in [None, Some("aoc/.git/HEAD"), Some(".git/HEAD")] {
        let home = Home::new();
        if let Some(git) = git {
            home.write(git, "");
        }
        home.write("aoc/day7/in.txt", OWN);
        home.write("aoc/day8/private.txt", "");
        home.program("camel-cards score --part 1 in.txt");
        assert_right(&home.judge("-- sh day7.sh /bin/sh"));
        assert_eq!(home.runs_at_home(), 1, "{git:?}");
        let log = home.log();
        let (_, copies) = log.split_once("camel-cards-judge-").unwrap();
        assert_eq!(copies.contains("day8"), git == Some("aoc/.git/HEAD"), "{git:?}: {copies}");
        assert!(!copies.contains("other"), "{git:?}: {copies}");
    }
}

#[test]
fn input_that_is_read_is_replaced_and_not_the_example_in_the_source() {
    let home = Home::new();
    let example = "32T3K 765\nT55J5 684\nKK677 28\nKTJJT 220\nQQQJA 483";
    let score = "camel-cards score --part 1";
    let generate = Command::new(COMMAND).arg("generate").output().unwrap();
    home.write("aoc/day7/input.txt", stdout(&generate));
    // The last line is lost, but not of the example, whose right total is printed.
    home.program(&format!("{score} <<'END'\n{example}\nEND\nsed '$d' input.txt | {score}"));
    let told = home.judge("-- sh day7.sh");
    let told = stdout(&told);
    assert!(told.starts_with("wrong under standard rules (part 1)"), "{told}");
    assert!(told.contains("certain  S3  the last line is lost"), "{told}");
}

#[test]
fn inputs_of_other_days_are_copied_though_git_ignores_them() {
    let home = Home::new();
    home.write("aoc/.git/HEAD", "");
    home.write("aoc/.gitignore", "inputs\n");
    home.write("aoc/day7/inputs/7.txt", OWN);
    home.write("aoc/day7/inputs/1.txt", "1abc2\n");
    home.program("set -e; cat inputs/1.txt; camel-cards score --part 1 inputs/7.txt");
    assert_right(&home.judge("-- sh day7.sh"));
}

#[test]
fn missing_file_above_the_folder_is_written_in_the_copy() {
    let home = Home::new();
    home.write("aoc/.git/HEAD", "");
    home.program("camel-cards score --part 1 ../in/7.txt");
    let output = home.judge("-- sh day7.sh");
    assert_right(&output);
    let told = unwrapped(stdout(&output));
    assert!(told.contains("where in/7.txt was the test input."), "{told}");
}

#[test]
fn folders_that_are_not_a_project_are_not_copied() {
    let home = Home::new();
    home.write("day7.sh", &format!("{COMMAND} score --part 1 in.txt"));
    home.write("in.txt", OWN);
    for folder in [home.home.folder(), Path::new("/"), Path::new("/tmp"), Path::new("/var/tmp")] {
        let mut judge = home.command("--file in.txt -- sh day7.sh");
        assert_refused(&judge.current_dir(folder).output().unwrap(), "because it is your home");
    }
    // Of what is neither read nor copied, one run tells all.
    let output = home.command("-- sh day7.sh").current_dir(home.home.folder()).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", stdout(&output));
}

#[test]
fn copies_are_private_and_leave_out_what_cannot_be_copied() {
    let home = Home::new();
    let own = home.home.path("aoc/day7");
    home.write("aoc/day7/in.txt", OWN);
    for (name, mode) in [("unreadable.txt", 0o000), ("read-only.txt", 0o444), ("in.txt", 0o400)] {
        home.write(&format!("aoc/day7/{name}"), OWN);
        fs::set_permissions(own.join(name), PermissionsExt::from_mode(mode)).unwrap();
    }
    home.write("aoc/day7/closed/file.txt", "");
    fs::set_permissions(own.join("closed"), PermissionsExt::from_mode(0o000)).unwrap();
    let _socket = UnixListener::bind(own.join("socket")).unwrap();
    assert!(Command::new("mkfifo").arg(own.join("pipe")).status().unwrap().success());
    // 94 MiB of hands that git ignores: more than a copy may have.
    home.write("aoc/.gitignore", "large\n");
    for i in 0..15 {
        home.write(&format!("aoc/day7/large/{i}.txt"), &OWN.repeat(300_000));
    }
    home.write("aoc/.git/HEAD", "");
    home.program("du -sm .. > $LOG.size; ls -ld .. > $LOG.mode\ncamel-cards score --part 1 in.txt");
    // Words that are no plain files are not waited for.
    let mut judge = home.command("-- sh day7.sh pipe socket /dev/stdin /dev/zero");
    assert_right(&judge.env("LOG", home.runs.path("of")).output().unwrap());
    fs::set_permissions(own.join("closed"), PermissionsExt::from_mode(0o700)).unwrap();
    let seen = |name: &str| String::from_utf8(home.runs.read(name)).unwrap();
    let (size, mode) = (seen("of.size"), seen("of.mode"));
    let size: u64 = size.split_whitespace().next().unwrap().parse().unwrap();
    assert!(size <= 65 && mode.starts_with("drwx------"), "{size} MiB, {mode}");
}

#[test]
fn what_cannot_be_replaced_is_refused() {
    let home = Home::new();
    home.program("camel-cards score --part 1 in.txt");
    for file in [".", "../day7", "../in.txt", "../../../../../../etc/hosts"] {
        let output = home.judge(&format!("--file {file} -- sh day7.sh"));
        assert_refused(&output, "expected a file in");
    }
}

#[test]
fn program_runs_once_in_the_users_folder() {
    // A program that deletes what it read does so where its user runs it, once.
    let home = Home::new();
    home.write("aoc/day7/in.txt", OWN);
    home.program("camel-cards score --part 1 in.txt; rm in.txt");
    assert_right(&home.command("-- sh day7.sh").output().unwrap());
    assert_eq!(home.runs_at_home(), 1);
    // One that reads nothing is run no more than that.
    let home = Home::new();
    home.program("echo 250000000");
    let output = home.judge("-- sh day7.sh");
    assert_eq!((output.status.code(), home.runs_at_home()), (Some(2), 1), "{}", stdout(&output));
    // Standard input, however it is opened.
    for input in ["-", "/dev/stdin", "{}"] {
        let home = Home::new();
        home.program(&format!("camel-cards score --part 1 {}", input.replace("{}", "$1")));
        let path = if input == "{}" { " {}" } else { "" };
        let output = home.judge(&format!("-- sh day7.sh{path}"));
        assert_right(&output);
        assert!(!stdout(&output).contains("ran in a copy"), "{}", stdout(&output));
    }
}

#[test]
#[ignore = "long: run by cargo xtask ci"]
fn every_run_starts_with_the_folder_as_it_was_copied() {
    let score = "camel-cards score --part 1 in.txt";
    for caches in [
        format!("[ -e answers.json ] || {score} > answers.json; cat answers.json"),
        format!("mkdir -p a/b; [ -e a/b/c ] || {score} > a/b/c; cat a/b/c"),
    ] {
        let home = Home::new();
        home.write("aoc/day7/in.txt", OWN);
        home.program(&caches);
        // Its own first run may leave what it wants in its own folder, but the copies do not have it.
        assert_right(&home.command("-- sh day7.sh").output().unwrap());
        assert_eq!(home.runs_at_home(), 1);
    }
    for spoils in [
        // The size stays the same.
        "grep -q new data/state && exit 1; printf new > data/state",
        "[ -e data/state ] || exit 1; rm -r data",
        "grep -q old data/state || exit 1; rm data/state; mkdir data/state; touch data/state/file",
        "[ -L data/state ] && exit 1; ln -sf {other}/secret.txt data/state",
        "[ -L data ] && exit 1; rm -r data; ln -s {other} data",
        "[ -e ../made ] && exit 1; touch ../made",
    ] {
        let home = Home::new();
        home.write("aoc/.git/HEAD", "");
        home.write("aoc/day7/in.txt", OWN);
        home.write("aoc/day7/data/state", "old");
        let other = home.home.path("other");
        let spoils = spoils.replace("{other}", other.to_str().unwrap());
        home.program(&format!("{spoils}\n{score}"));
        assert_right(&home.judge("--file in.txt -- sh day7.sh"));
    }
    // A build stays: building it for each run would take too long.
    let home = Home::new();
    home.write("aoc/day7/in.txt", OWN);
    let build = "mkdir target && touch target/CACHEDIR.TAG && echo built >> $LOG";
    home.program(&format!("{build}; {score}"));
    let log = home.runs.path("builds");
    let mut judge = home.command("--file in.txt -- sh day7.sh");
    assert_right(&judge.env("LOG", &log).output().unwrap());
    let copies = std::thread::available_parallelism().unwrap().get();
    assert!(fs::read_to_string(&log).unwrap().lines().count() <= copies);
}

#[test]
fn program_that_asks_aocd_is_given_the_input() {
    let home = Home::new();
    home.program("camel-cards score --part 1 $AOCD_DIR/*/2023_07_input.txt # as aocd does");
    let mut judge = home.command("-- sh day7.sh");
    let output = judge.env("AOCD_DIR", home.home.folder()).output().unwrap();
    assert_right(&output);
    assert!(!stdout(&output).contains("ran in a copy"), "{}", stdout(&output));
}

#[test]
fn braces_within_a_program_are_its_own() {
    for (word, is_replaced) in [
        ("{}", true),
        ("--input={}", true),
        ("file:{}", true),
        ("memo = {}", false),
        ("print({})", false),
        ("a={};b", false),
    ] {
        let home = Home::new();
        home.program(&format!("echo \"$1\" > {}", home.runs.path("word").display()));
        let _ = home.command("-- sh day7.sh").arg(word).output().unwrap();
        let seen = String::from_utf8(home.runs.read("word")).unwrap();
        assert_eq!(seen.trim() != word, is_replaced, "{word}: {seen}");
    }
}

/// Fault: `judge` itself is killed | the programs that it started end too | killed
#[cfg(target_os = "linux")]
#[test]
fn programs_end_with_a_judge_that_is_killed() {
    let home = Home::new();
    let ready = home.runs.path("ready");
    home.program(&format!("sleep 6000 & echo $! $$ > {}; sleep 6000", ready.display()));
    let mut judge = spawn(&mut home.command("-- sh day7.sh"));
    wait_until("it runs", || fs::read_to_string(&ready).is_ok_and(|text| text.ends_with('\n')));
    let processes = fs::read_to_string(&ready).unwrap();
    judge.kill().unwrap();
    judge.wait().unwrap();
    wait_until("no process is left", || {
        processes.split_whitespace().all(|process| {
            let status = fs::read_to_string(format!("/proc/{process}/stat"));
            status.map_or(true, |status| status.contains(") Z "))
        })
    });
}

#[test]
fn what_a_program_prints_cannot_steer_the_terminal() {
    let home = Home::new();
    // A title, a colour, C1's control sequence introducer and a change of direction, in both outputs.
    let printed = r"\033]0;title\007\033[31m\302\2332J\342\200\256";
    for script in [
        format!("printf '{printed}'; camel-cards score --part 1 -"),
        format!("printf '{printed}x\\n' >&2; exit 1"),
        format!("printf '{printed}1\\n'"),
    ] {
        home.program(&script);
        for format in ["text", "json"] {
            let output = home.judge(&format!("--format {format} -- sh day7.sh"));
            let told = format!("{}{}", stdout(&output), stderr(&output));
            let steers = |char: char| char.is_control() && char != '\n' || char == '\u{202e}';
            assert!(format == "json" || !told.contains(steers), "{told:?}");
            assert!(!told.contains('\u{1b}'), "{told:?}");
        }
    }
}
