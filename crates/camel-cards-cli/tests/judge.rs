//! `judge` on other people's programs, and on programs that do not want to end.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    sync::Mutex,
    thread,
    time::{Duration, Instant},
};

use serde_json::Value;

const COMMAND: &str = env!("CARGO_BIN_EXE_camel-cards");

fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/programs")
}

/// `judge`, with few inputs and a short time limit, in a folder of temporary
/// files of its own.
fn judge(folder: &Path, options: &str, command: &[&str]) -> Command {
    let mut judge = Command::new(COMMAND);
    judge.args(["judge", "--format", "json"]).args(options.split_whitespace());
    for (option, value) in [("--inputs", "20"), ("--timeout", "5")] {
        if !options.contains(option) {
            judge.args([option, value]);
        }
    }
    judge.arg("--").args(command);
    judge.current_dir(programs()).env("TMPDIR", folder);
    judge
}

/// Runs `judge` and returns its exit status and report; it must leave no file.
fn judged(options: &str, command: &[&str]) -> (Option<i32>, Value) {
    let folder = tempfile::tempdir().unwrap();
    let output = judge(folder.path(), options, command).output().unwrap();
    assert!(is_empty(folder.path()), "{command:?} left a temporary file");
    (output.status.code(), report(&output))
}

/// Runs `judge` on a shell script.
fn judged_script(options: &str, script: &str) -> (Option<i32>, Value) {
    judged(options, &["bash", "-c", script])
}

fn report(output: &Output) -> Value {
    let stdout = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&stdout)
        .unwrap_or_else(|_| panic!("{stdout}{}", String::from_utf8_lossy(&output.stderr)))
}

fn is_empty(folder: &Path) -> bool {
    fs::read_dir(folder).unwrap().next().is_none()
}

fn input(report: &Value) -> Vec<&str> {
    report["input"].as_str().unwrap().lines().collect()
}

#[test]
fn each_program_is_judged_and_its_mistake_named() {
    let rows = fs::read_to_string(programs().join("programs.tsv")).unwrap();
    let rows: Vec<Vec<&str>> = rows.lines().skip(1).map(|row| row.split('\t').collect()).collect();
    assert!(rows.len() >= 15);
    // Two at a time: starting interpreters is what takes the time.
    let rows = Mutex::new(rows.into_iter());
    let next = || rows.lock().unwrap().next();
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(row) = next() {
                    judge_row(&row);
                }
            });
        }
    });
}

fn judge_row(row: &[&str]) {
    let [file, interpreter, part, expect] = row[..] else { panic!("{row:?}") };
    let words: Vec<&str> = interpreter.split(' ').chain([file]).collect();
    if Command::new(words[0]).stdin(Stdio::null()).arg("--version").output().is_err() {
        println!("skipped: {file} (no {})", words[0]);
        let ci = std::env::var("CI").is_ok_and(|ci| ci == "true");
        assert!(!ci, "CI lacks {}", words[0]);
        return;
    }
    let (status, report) = judged(&format!("--part {part}"), &words);
    assert_verdict(file, expect, status, &report);
}

fn assert_verdict(file: &str, expect: &str, status: Option<i32>, report: &Value) {
    let verdict = if matches!(expect, "right" | "crash" | "timeout") { expect } else { "wrong" };
    assert_eq!(report["verdict"], verdict, "{file}: {report}");
    assert_eq!(status, Some(i32::from(verdict != "right")), "{file}");
    if verdict == "right" {
        let variants = report["variants"].as_array().unwrap();
        assert_eq!(variants.len(), 6);
        for variant in variants {
            let is_mark = variant["variant"] == "byte-order-mark";
            assert!(is_mark || variant["verdict"] == "right", "{file}: {variant}");
        }
        assert_eq!(report["times"].as_array().unwrap().len(), 3);
        return;
    }
    let input = input(report);
    match expect {
        "crash" => {
            assert_eq!(input, ["JJJJJ 1"]);
            assert_eq!(report["failure"], "ended with exit status 1");
            let stderr = report["stderr"].as_array().unwrap();
            assert!(stderr.last().unwrap().as_str().unwrap().starts_with("ValueError: max()"));
        }
        "timeout" => assert_eq!(input, ["22222 1", "22222 1"]),
        mistake => {
            assert!(input.len() <= 2, "{file}: {input:?}");
            assert_eq!(report["findings"][0]["mistakes"][0], mistake, "{file}: {report}");
            assert_eq!(report["findings"][0]["certainty"], "certain", "{file}");
            let [expected, answered] = ["expected", "answered"].map(|key| report[key].as_str());
            assert!(expected.is_some() && answered.is_some() && expected != answered);
        }
    }
}

#[test]
fn the_part_is_told_by_the_answers() {
    let rules = |program: &[&str]| judged("", program).1["rules"].clone();
    assert_eq!(rules(&["perl", "right-2.pl"]), "joker");
    assert_eq!(rules(&["awk", "-f", "j9.awk"]), "joker");
    // It is right on nothing at all, so its mistake tells.
    assert_eq!(rules(&["bash", "s1.sh"]), "standard");

    let folder = tempfile::tempdir().unwrap();
    let output = judge(folder.path(), "", &["echo", "7"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).ends_with("say which with --part\n"));

    // It is no use asking for the part of a program that does not run.
    let (status, report) = judged_script("", "exit 3");
    assert_eq!((status, &report["verdict"]), (Some(1), &Value::from("crash")));
    assert_eq!((&report["rules"], &report["expected"]), (&Value::Null, &Value::Null));
}

#[test]
fn both_answers_may_be_printed_and_the_input_named() {
    let script = |first: &str, second: &str| {
        format!("echo $({first} < $0) and then; {second} < $0; echo 0.25 s >&2")
    };
    let both = |first: &str, second: &str| {
        judged("--answers both", &["bash", "-c", &script(first, second), "{}"])
    };
    let (status, report) = both("awk -f quadratic.awk", "perl right-2.pl");
    assert_eq!((status, &report["rules"]), (Some(0), &Value::from("both")), "{report}");
    let (status, report) = both("awk -f quadratic.awk", "perl j8.pl");
    assert_eq!((status, &report["rules"]), (Some(1), &Value::from("joker")), "{report}");
    assert_eq!(report["findings"][0]["mistakes"][0], "J8", "{report}");
}

#[test]
fn the_other_part_is_no_answer() {
    let (_, report) = judged("--part 2", &["awk", "-f", "quadratic.awk"]);
    assert_eq!(report["findings"][0]["mistakes"][0], "S9", "{report}");
}

#[test]
fn what_gives_no_number_crashes_in_its_way() {
    for (script, failure) in [
        ("", "printed no whole number"),
        ("echo 5.5", "printed no whole number"),
        ("kill -SEGV $$", "was killed by signal 11 (SIGSEGV)"),
        ("echo 6440; exit 4", "ended with exit status 4"),
        ("yes 5905", "printed more than 16 MiB"),
    ] {
        let (status, report) = judged_script("--part 1", script);
        assert_eq!((status, &report["verdict"]), (Some(1), &Value::from("crash")), "{script}");
        assert!(report["failure"].as_str().unwrap().starts_with(failure), "{report}");
        assert_eq!(input(&report), ["22222 1"], "{script}");
    }
    // What it says there without end is no more than its time.
    let (_, report) = judged_script("--part 1 --timeout 0.2", "yes no >&2");
    assert_eq!(report["verdict"], "timeout");
    assert_eq!(report["stderr"][0], "no");
}

#[test]
fn a_program_need_not_read_its_input() {
    let (_, report) = judged_script("--part 1", "exec <&-; echo 1");
    assert_eq!(report["verdict"], "wrong");
    let (_, report) = judged_script("--part 1", "read line; echo 1");
    assert_eq!(report["verdict"], "wrong");
}

#[test]
fn a_command_that_is_not_there_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let failure = |command: &str| {
        let output = judge(folder.path(), "--part 1", &[command]).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{command}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert_eq!(failure("no-such"), "camel-cards: cannot run no-such: no such command\n");
    assert_eq!(
        failure("j1.py"),
        "camel-cards: cannot run j1.py: no such command; did you mean ./j1.py?\n"
    );
    assert_eq!(failure("./j1.py"), "camel-cards: cannot run ./j1.py: Permission denied\n");
    assert!(is_empty(folder.path()));
}

/// The processes whose environment has this variable.
#[cfg(target_os = "linux")]
fn processes_with(variable: &str) -> Vec<String> {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let marked = processes.filter(|process| {
        let environment = fs::read(process.path().join("environ")).unwrap_or_default();
        environment.split(|&byte| byte == 0).any(|entry| entry == variable.as_bytes())
    });
    marked.map(|process| process.file_name().into_string().unwrap()).collect()
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_that_a_program_starts_outlives_it() {
    let mark = format!("CAMEL_CARDS_TEST={}", std::process::id());
    let (name, value) = mark.split_once('=').unwrap();
    for (script, verdict) in [
        ("sleep 60 & awk -f quadratic.awk", "right"),
        // In a session of its own, and not the program's child any more.
        ("(setsid sleep 60 &); awk -f quadratic.awk", "right"),
        ("(setsid sleep 60 &); sleep 60", "timeout"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let options = "--part 1 --inputs 4 --timeout 1";
        let output =
            judge(folder.path(), options, &["bash", "-c", script]).env(name, value).output();
        assert_eq!(report(&output.unwrap())["verdict"], verdict, "{script}");
        assert_eq!(processes_with(&mark), [""; 0], "{script}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_leaves_no_process_and_no_file() {
    let mark = format!("CAMEL_CARDS_INTERRUPTED={}", std::process::id());
    let (name, value) = mark.split_once('=').unwrap();
    for (script, said) in [
        ("(setsid sleep 60 &); sleep 60", "right on the first 0 of "),
        // It is right on the published inputs, and then hangs.
        ("grep -q 32T3K.765 $0 && echo 6440 || sleep 60", "right on the first 1 of "),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let options = "--part 1 --timeout 60";
        let judge = judge(folder.path(), options, &["bash", "-c", script, "{}"])
            .env(name, value)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let start = Instant::now();
        while !processes_with(&mark).iter().any(|process| {
            let name = fs::read_to_string(format!("/proc/{process}/comm")).unwrap_or_default();
            name == "sleep\n"
        }) {
            assert!(start.elapsed() < Duration::from_secs(20), "{script} has not got to sleep");
            thread::sleep(Duration::from_millis(10));
        }
        let pid = judge.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
        let start = Instant::now();
        let output = judge.wait_with_output().unwrap();
        assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
        assert_eq!(output.status.code(), Some(130));
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(stderr.starts_with(&format!("camel-cards: interrupted; {said}")), "{stderr}");
        assert_eq!(processes_with(&mark), [""; 0]);
        assert!(is_empty(folder.path()));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_while_shrinking_reports_what_fails() {
    let folder = tempfile::tempdir().unwrap();
    let script = "sleep 0.3; exit 3";
    let judge = judge(folder.path(), "--part 1", &["bash", "-c", script])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    thread::sleep(Duration::from_millis(1000));
    assert!(
        Command::new("kill").args(["-INT", &judge.id().to_string()]).status().unwrap().success()
    );
    let output = judge.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(report(&output)["verdict"], "crash");
    assert!(is_empty(folder.path()));
}

#[test]
fn time_grows_in_words_and_what_would_take_too_long_is_not_tried() {
    let folder = tempfile::tempdir().unwrap();
    let mut judge = Command::new(COMMAND);
    judge.args("judge --inputs 10 --timeout 5 --part 1 -- awk -f quadratic.awk".split(' '));
    judge.current_dir(programs()).env("TMPDIR", folder.path());
    let output = judge.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.starts_with("right under standard rules (part 1), on all 16 inputs\n"), "{text}");
    assert!(text.contains("too long"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
}
