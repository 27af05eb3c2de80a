//! `judge` where nothing but the command is sure to be there: it judges itself.

use std::{fs, process::Output};

use crate::testenv::{
    COMMAND, TestEnv, assert_output, copy_command, interrupt, spawn, stderr, stdout, wait_until,
};

/// A folder for the user, and one for temporary files, which must be empty in the end.
struct Judged(TestEnv, TestEnv);

impl Judged {
    fn new() -> Judged {
        Judged(TestEnv::new(), TestEnv::new())
    }

    /// `judge` with these options of a command, in which `camel-cards` is the command.
    fn command(&self, arguments: &str) -> std::process::Command {
        let mut judge = self.0.command("judge");
        judge.args(arguments.split(' ').map(|word| word.replace("camel-cards", COMMAND)));
        for variable in ["TMPDIR", "TMP", "TEMP"] {
            judge.env(variable, self.1.folder());
        }
        judge
    }

    fn run(&self, arguments: &str) -> (Option<i32>, String) {
        self.told(&self.command(arguments).output().unwrap())
    }

    fn told(&self, output: &Output) -> (Option<i32>, String) {
        assert_eq!(self.1.names(), [""; 0], "a temporary file is left");
        let words: Vec<&str> = stdout(output).split_whitespace().collect();
        (output.status.code(), words.join(" ") + stderr(output))
    }

    /// A script for what starts programs here, and how `judge` is told of it.
    fn script(&self, name: &str, lines: &[&str]) -> String {
        let file = if cfg!(windows) { format!("{name}.bat") } else { format!("{name}.sh") };
        let first = if cfg!(windows) { "@echo off" } else { "" };
        let lines = [&[first], lines].concat().join("\r\n").replace("camel-cards", COMMAND);
        self.0.write(&file, if cfg!(windows) { lines } else { lines.replace('\r', "") });
        if cfg!(windows) { format!("./{file}") } else { format!("sh {file}") }
    }
}

#[test]
fn program_on_standard_input_or_with_a_path() {
    for (command, status, begin) in [
        ("--part 1 -- camel-cards score --part 1", 0, "right under standard rules (part 1) read"),
        ("-- camel-cards score {}", 0, "right under both rules"),
        ("--part 1 -- camel-cards score --part 2", 1, "wrong under standard rules (part 1)"),
        ("--part 1 -- camel-cards score --part 2 {}", 1, "wrong under standard rules (part 1)"),
    ] {
        let (found, told) = Judged::new().run(command);
        assert!(found == Some(status) && told.starts_with(begin), "{command}: {told}");
    }
}

#[test]
fn script_that_reads_a_file_is_judged_in_a_copy() {
    let judged = Judged::new();
    let script = judged.script("day7", &["camel-cards score --part 1 input.txt"]);
    fs::create_dir(judged.0.path(".git")).unwrap();
    judged.0.write("input.txt", "32T3K 765\r\nT55J5 684\r\n");
    let before = judged.0.names();
    for options in ["--part 1 --", "--part 1 --file input.txt --"] {
        let (status, told) = judged.run(&format!("{options} {script}"));
        assert!(told.starts_with("right under standard rules (part 1)"), "{told}");
        assert!(
            told.contains("where input.txt was the test input, with the line ends of your file."),
            "{told}"
        );
        assert_eq!(status, Some(0));
    }
    assert_eq!(judged.0.names(), before);
    assert_eq!(judged.0.read("input.txt"), b"32T3K 765\r\nT55J5 684\r\n");
}

/// It answers nothing but files of its author's, who is at Windows and has a large one.
#[test]
#[ignore = "long: run by cargo xtask ci"]
#[cfg(unix)]
fn file_of_its_own_has_the_line_ends_that_it_had_and_may_take_too_long() {
    let judged = Judged::new();
    let waits = "if grep -q 999999 input.txt; then sleep 600; fi";
    let ends =
        r#"if [ $(tr -dc "\015" < input.txt | wc -c) != $(wc -l < input.txt) ]; then exit 1; fi"#;
    let script = judged.script("day7", &[waits, ends, "camel-cards score --part 1 input.txt"]);
    judged.0.write("input.txt", "32T3K 765\r\nT55J5 999999\r\n");
    let (status, told) = judged.run(&format!("--timeout 2 -- {script}"));
    assert!(told.starts_with("right under standard rules (part 1)"), "{told}");
    assert_eq!(status, Some(0));
}

#[test]
fn program_in_the_folder_is_that_of_the_copy() {
    let judged = Judged::new();
    let name = format!("day7{}", std::env::consts::EXE_SUFFIX);
    copy_command(&judged.0.path(&name));
    judged.0.write("input.txt", "32T3K 765\n");
    let (status, told) = judged.run("--part 2 --file input.txt -- ./day7 score --part 2 input.txt");
    assert!(told.starts_with("right under joker rules (part 2)"), "{told}");
    assert_eq!(status, Some(0));
}

/// What a script started ends with it: were it not so, its temporary file would be in use, or the test
/// take minutes.
#[test]
#[ignore = "long: run by cargo xtask ci"]
fn program_that_takes_too_long_is_ended_with_what_it_started() {
    let judged = Judged::new();
    let wait = if cfg!(windows) { "ping -n 600 127.0.0.1" } else { "sleep 600" };
    let script = judged.script("slow", &["camel-cards score --part 1", wait]);
    let (status, told) = judged.run(&format!("--part 1 --timeout 3 -- {script}"));
    assert_eq!(status, Some(1), "{told}");
    assert!(told.starts_with("timeout under standard rules (part 1)"), "{told}");
}

#[test]
fn interrupt_ends_the_program() {
    let judged = Judged::new();
    let wait = if cfg!(windows) { "ping -n 600 127.0.0.1" } else { "sleep 600" };
    let script = judged.script("slow", &["echo x> started", wait]);
    let judge = spawn(&mut judged.command(&format!("--part 1 --timeout 600 -- {script}")));
    wait_until("it runs", || judged.0.path("started").exists());
    let (status, told) = judged.told(&interrupt(judge));
    assert_eq!(status, Some(130), "{told}");
    assert!(told.contains("camel-cards: interrupted"), "{told}");
}

#[test]
fn program_that_cannot_be_started_is_a_usage_error() {
    let judged = Judged::new();
    for command in ["no-such", "./no-such"] {
        let output = judged.command(&format!("--part 1 {command}")).output().unwrap();
        let how = "write the command as you would in a shell: python3 day7.py, or ./day7 for a program in this folder";
        let message =
            format!("camel-cards: cannot run {command}: No such file or directory; {how}\n");
        assert_output(&output, 2, "", &message);
    }
}
