//! What `judge` says below its verdict: why a program did not get its input, and what to do.

use std::{fs, process::Command};

use crate::testenv::{COMMAND, TestEnv, has, python, stdout};

/// Runs `judge`, and returns its status, its first line and its last paragraphs without line breaks.
fn judged(env: &TestEnv, command: &[String]) -> (Option<i32>, String) {
    let mut judge = Command::new(COMMAND);
    judge.args(["judge", "--timeout", "20", "--"]).args(command).current_dir(env.folder());
    let output = judge.output().unwrap();
    let words: Vec<&str> = stdout(&output).split_whitespace().collect();
    (output.status.code(), words.join(" "))
}

/// Judges a program in Python, with other files beside it.
fn judged_python(source: &str, files: &[(&str, &str)]) -> (Option<i32>, String) {
    let env = TestEnv::new();
    env.write("day7.py", source);
    for (file, content) in files {
        fs::create_dir_all(env.path(file).parent().unwrap()).unwrap();
        env.write(file, content);
    }
    // Not isolated: it imports what lies beside it.
    let python = python()[0].clone();
    judged(&env, &[python, "-S".to_owned(), "-B".to_owned(), "day7.py".to_owned()])
}

fn hands() -> String {
    let output = Command::new(COMMAND).arg("generate").output().unwrap();
    stdout(&output).to_owned()
}

/// A right program: `hands` is an expression for the lines of its input, `{a}` and `{b}` in `end` are the totals.
fn right(hands: &str, end: &str) -> String {
    let solve = "
from collections import Counter
def total(order, joker):
    def key(h):
        v = sorted(Counter(h.replace('J', '') if joker else h).values(), reverse=True) or [0]
        if joker: v[0] += h.count('J')
        return v, [order.index(x) for x in h]
    hands = sorted((l.split() for l in lines), key=lambda x: key(x[0]))
    return sum(i * int(b) for i, (h, b) in enumerate(hands, 1))
";
    let end = end.replace("{a}", "total('23456789TJQKA', False)");
    let end = end.replace("{b}", "total('J23456789TQKA', True)");
    format!("import sys\n{hands}\n{solve}\n{end}\n")
}

/// What aocd 2.2 does with the files of its folder when an answer is submitted. Where it would ask the site, it fails.
const AOCD: &str = r#"
import json, os, pathlib
folder = pathlib.Path(os.environ["AOCD_DIR"])
token = (folder / "token").read_text()
folder = folder / json.loads((folder / "token2id.json").read_text())[token]
def get_data(day, year):
    return (folder / f"{year}_{day:02d}_input.txt").read_text().rstrip("\r\n")
def submit(value, part=None, day=7, year=2023):
    if part is None:
        part = "b" if (folder / f"{year}_{day:02d}a_answer.txt").read_text() else "a"
    value = str(value)
    for result in json.loads((folder / f"{year}_{day:02d}_post.json").read_text()):
        if result["part"] != part:
            continue
        if result["message"].startswith("That's the right answer") and value != result["value"]:
            print("aocd will not submit that answer. "
                f"At {result['when']} you've previously submitted "
                f"{result['value']} and the server responded with:")
            print("\33[32m" + result["message"] + "\33[0m")
            print(f"It is certain that {value!r} is incorrect, "
                f"because {value!r} != {result['value']!r}.")
            return
    raise OSError("asks the site")
class Puzzle:
    def __init__(self, year, day):
        self.input_data = get_data(day, year)
    def __setattr__(self, name, value):
        if not name.startswith("answer_"):
            object.__setattr__(self, name, value)
        elif (folder / f"2023_07{name[-1]}_answer.txt").read_text() != str(value):
            submit(value, name[-1])
"#;

#[test]
#[ignore = "slow: starts programs by the hundred"]
fn slow_answers_that_are_only_submitted_by_aocd_are_judged_without_the_site() {
    let import = "from aocd import get_data, submit, Puzzle\n";
    let data = format!("{import}lines = get_data(day=7, year=2023).splitlines()");
    let puzzle = format!(
        "{import}puzzle = Puzzle(year=2023, day=7)\nlines = puzzle.input_data.splitlines()"
    );
    for (input, end) in [
        (&data, "submit({a}, part='a', day=7, year=2023)\nsubmit({b}, part='b', day=7, year=2023)"),
        (&data, "submit({a})\nsubmit({b})"),
        (&puzzle, "puzzle.answer_a = {a}\npuzzle.answer_b = {b}"),
    ] {
        let (status, told) = judged_python(&right(input, end), &[("aocd.py", AOCD)]);
        assert!(status == Some(0) && told.starts_with("right under both rules"), "{end}: {told}");
        let end = end.replace("{a}", "{a} + 1").replace("{b}", "{b} + 1");
        let (status, told) = judged_python(&right(input, &end), &[("aocd.py", AOCD)]);
        assert!(status == Some(1) && told.starts_with("wrong under "), "{end}: {told}");
    }
    // aocd 1 prints nothing of what it is given.
    let old = AOCD.replace("{value!r}", "it").replace("aocd will", "aocd 1 will");
    let program = right(&data, "submit({a}, 'a')\nsubmit({b}, 'b')");
    let (status, told) = judged_python(&program, &[("aocd.py", &old)]);
    assert_eq!(status, Some(2), "{told}");
    let print = "Print your answers: judge never submits them, and old versions of aocd do not show what is submitted.";
    assert!(told.ends_with(print), "{told}");
}

#[test]
fn input_in_the_source_is_named_by_its_lines() {
    if !has("python3") {
        return;
    }
    let in_lines = format!("DATA = \"\"\"\n{}\"\"\"\nlines = DATA.split('\\n')[1:-1]", hands());
    let in_one = format!("lines = '{}'.split('\\n')[:-1]", hands().replace('\n', "\\n"));
    for (hands, place) in [(&in_lines, "lines 3 to 1002"), (&in_one, "line 2")] {
        let (status, told) = judged_python(&right(hands, "print({a})"), &[]);
        let place = format!(
            "or have the input hard-coded. Your input is in day7.py, {place}: judge cannot replace it there. Read standard input instead."
        );
        assert!(status == Some(2) && told.ends_with(&place), "{told}");
    }
}

#[test]
fn input_that_is_compiled_in_needs_the_command_that_compiles() {
    let env = TestEnv::new();
    env.write("input.txt", hands());
    // What follows the end of the script is no text, as in a compiled program.
    let built = env.write("day7", "#!/bin/sh\necho 251449733; exit\n\0");
    fs::set_permissions(built, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let (status, told) = judged(&env, &["./day7".to_owned()]);
    let compile = "If the input is compiled into ./day7 (include_str!, go:embed), judge the command that compiles: cargo run --release, or go run .";
    assert!(status == Some(2) && told.ends_with(compile), "{told}");
}

/// There were seven lines about files and paths in each of these cases.
#[test]
#[ignore = "long: run by cargo xtask ci"]
fn notes_fit_the_case() {
    if !has("python3") {
        return;
    }
    let path = "If your program takes the path of its input file as an argument, write {} instead of the path: camel-cards judge COMMAND {}.";
    let print = "If it only compares its answers with known ones, print them instead.";
    let ways = |file: &str| {
        format!(
            "The test input is on standard input. {path} If it opens a file, name the file: camel-cards judge --file {file} -- COMMAND."
        )
    };
    let from_stdin = "lines = sys.stdin.read().splitlines()";
    let unknown = format!("{} {print}", ways("input.txt"));
    // The first three fail before they open a file.
    for (source, files, end) in [
        ("from nosuch.helpers import read", &[][..], "No module named 'nosuch'"),
        (&right(from_stdin, "assert {a} == 1"), &[], "remove it while you judge."),
        (&right(from_stdin, "print({a})").replace("34567", "3456"), &[], "substring not found"),
        (&right("lines = open(sys.argv[1])", "print({a})"), &[], path),
        // Hands are no total, however they are given.
        (&right(from_stdin, "print(*sorted(l[:5] for l in lines))"), &[], "--order SORTED."),
        ("open('2023-' + '7')", &[], &unknown),
        ("print('nothing')", &[], &unknown),
        (
            "print(1)",
            &[("in.dat", "32T3K 765\n\nx\n"), ("other.csv", "32T3K 765\n?")],
            &ways("input.txt"),
        ),
        ("print(1)", &[("input.txt", "32T3K 765\n")], &ways("input.txt")),
    ] {
        let (status, told) = judged_python(source, files);
        assert!(matches!(status, Some(1 | 2)) && told.ends_with(end), "{end}: {told}");
    }
    // Where the path of the input is an argument, no file is replaced.
    let env = TestEnv::new();
    env.write("in.dat", "32T3K 765\n");
    let (_, told) = judged(&env, &["sh", "-c", "echo 1", "{}"].map(str::to_owned));
    assert!(told.ends_with("These files begin with a hand: in.dat."), "{told}");
}

#[test]
fn program_without_its_interpreter_is_run_with_it() {
    let env = TestEnv::new();
    let score = format!("{COMMAND} score --part 1 -\n");
    let script = env.write("solution.sh", &score);
    for (name, told) in [
        ("solution.sh", "judge ran bash solution.sh."),
        ("./solution.sh", "judge ran bash ./solution.sh."),
    ] {
        let (status, text) = judged(&env, &[name.to_owned()]);
        assert!(status == Some(0) && text.contains(told), "{text}");
    }
    // One that says what runs it is run so.
    env.write("solution.sh", format!("#!/bin/sh\n{score}"));
    fs::set_permissions(script, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let (status, text) = judged(&env, &["./solution.sh".to_owned()]);
    assert!(status == Some(0) && !text.contains("judge ran"), "{text}");
}
