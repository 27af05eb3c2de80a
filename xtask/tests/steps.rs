//! What xtask says where nothing is installed.

use std::process::Command;

/// Runs xtask where no program is found, and returns its status and what it prints.
fn xtask(words: &str, ci: &str) -> (Option<i32>, String) {
    let mut xtask = Command::new(env!("CARGO_BIN_EXE_xtask"));
    xtask.args(words.split_whitespace()).env("PATH", "/nowhere").env("CI", ci);
    let output = xtask.env("CAMEL_CARDS_CACHE", env!("CARGO_TARGET_TMPDIR")).output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

/// Returns the outcome in the last line of a step.
fn outcome(said: &str) -> &str {
    said.lines().last().unwrap().split_once(" s  ").unwrap().1
}

#[test]
fn missing_program_is_a_skip_that_names_it_and_in_ci_a_failure() {
    let why = "Python is not installed (Debian: apt install python3)";
    let (status, said) = xtask("speed", "");
    assert_eq!((status, outcome(&said)), (Some(3), &*format!("skipped: {why}")));
    let (status, said) = xtask("speed", "true");
    assert_eq!((status, outcome(&said)), (Some(1), &*format!("failed: {why}")));
    let (status, said) = xtask("fuzz 1", "");
    let why = "skipped: Python with venv is not installed (Debian: apt install python3-venv), \
               C++ is not installed (Debian: apt install g++)";
    assert_eq!((status, outcome(&said)), (Some(3), why));
}

#[test]
fn ci_runs_all_steps_and_counts_them() {
    let (status, said) = xtask("ci", "");
    let lines: Vec<&str> = said.lines().skip_while(|line| !line.starts_with("all ")).collect();
    let outcomes: Vec<_> = lines[1..lines.len() - 1]
        .iter()
        .map(|line| {
            (line.split_whitespace().next().unwrap(), outcome(line).split(':').next().unwrap())
        })
        .collect();
    let expected = [
        ("fmt", "skipped"),
        ("clippy", "skipped"),
        // Even cargo is missing.
        ("test", "failed"),
        ("doc", "failed"),
        ("deny", "skipped"),
        ("speed", "skipped"),
        ("python", "skipped"),
        ("spark", "skipped"),
        ("sql", "skipped"),
        ("web", "skipped"),
        ("oldest", "skipped"),
        ("fuzz", "skipped"),
    ];
    assert_eq!(outcomes, expected, "{said}");
    assert_eq!((status, lines.last()), (Some(1), Some(&"0 passed, 2 failed, 10 skipped")));
}

#[test]
fn unknown_step_is_named() {
    let (status, said) = xtask("web biuld", "");
    assert_eq!((status, said.lines().next()), (Some(2), Some("There is no step 'web biuld'.")));
    assert_eq!(xtask("", "").0, Some(2));
    assert_eq!(xtask("help", "").0, Some(0));
}
