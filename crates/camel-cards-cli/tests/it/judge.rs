//! `judge` on other people's programs, and on programs that do not want to end.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::{Value, json};

use crate::judge_files::unwrapped;
use crate::testenv::{
    COMMAND, EXAMPLE, TestEnv, assert_output, has, interrupt, python, spawn, stderr, stdout,
    testdata, two_at_a_time, wait_until,
};

/// `judge` in the folder of programs; its temporary files go to `env`. The time limit is hundreds of
/// times what a program needs, and what larger inputs may take at the end.
fn judge(env: &TestEnv, options: &str, command: &[&str]) -> Command {
    let mut judge = Command::new(COMMAND);
    judge.args(["judge", "--format", "json"]).args(options.split_whitespace());
    judge.arg("--").args(command);
    judge.current_dir(testdata("programs")).env("TMPDIR", env.folder());
    judge
}

/// Runs `judge` and returns its exit status and report; it must leave no file.
fn judged(options: &str, command: &[&str]) -> (Option<i32>, Value) {
    let env = TestEnv::new();
    let output = judge(&env, options, command).output().unwrap();
    assert_eq!(env.names(), [""; 0], "{command:?} left a temporary file");
    (output.status.code(), report(&output))
}

/// Runs `judge` on a shell script.
fn judged_script(options: &str, script: &str) -> (Option<i32>, Value) {
    judged(options, &["bash", "-c", script])
}

fn report(output: &Output) -> Value {
    let printed = stdout(output);
    serde_json::from_str(printed).unwrap_or_else(|_| panic!("{printed}{}", stderr(output)))
}

fn input(report: &Value) -> Vec<&str> {
    report["input"].as_str().unwrap().lines().collect()
}

#[test]
#[ignore = "slow: starts programs by the hundred"]
fn slow_programs_are_judged_and_their_mistakes_named() {
    let rows = fs::read_to_string(testdata("programs/programs.tsv")).unwrap();
    let rows: Vec<Vec<&str>> = rows.lines().skip(1).map(|row| row.split('\t').collect()).collect();
    assert!(rows.len() >= 15);
    two_at_a_time(rows, |row| judge_row(&row));
}

fn judge_row(row: &[&str]) {
    let [file, interpreter, part, expect] = row[..] else { panic!("{row:?}") };
    let words: Vec<&str> = interpreter.split(' ').chain([file]).collect();
    if !has(words[0]) {
        return;
    }
    let (status, report) = judged(&format!("--part {part}"), &words);
    assert_verdict(file, expect, status, &report);
}

fn assert_verdict(file: &str, expect: &str, status: Option<i32>, report: &Value) {
    let verdict = if matches!(expect, "right" | "crash") { expect } else { "wrong" };
    assert_eq!(report["verdict"], verdict, "{file}: {report}");
    assert_eq!(status, Some(i32::from(verdict != "right")), "{file}");
    if verdict == "right" {
        let beyond = report["beyond"].as_array().unwrap();
        let is_known = |one: &Value| {
            one == "fails on a byte-order mark at the start"
                || one == "fails on totals past 2⁵³"
                || one == "fails on totals past 2⁶⁴"
                || one == "fails on repeated hands" && file == "loops-on-ties.pl"
        };
        assert!(beyond.iter().all(is_known), "{file}: {beyond:?}");
        assert!(!report["read"].as_str().unwrap().is_empty());
        return;
    }
    let input = input(report);
    match expect {
        "crash" => {
            assert_eq!(input, ["JJJJJ 1000"]);
            assert_eq!(report["failure"], "ended with exit status 1");
            let stderr = report["stderr"].as_array().unwrap();
            assert!(stderr.last().unwrap().as_str().unwrap().starts_with("ValueError: max()"));
        }
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
#[ignore = "slow: starts programs by the hundred"]
fn slow_answers_tell_the_part() {
    let rules = |program: &[&str]| judged("", program).1["rules"][0].clone();
    assert_eq!(rules(&["perl", "right-2.pl"]), "joker");
    assert_eq!(rules(&["awk", "-f", "j9.awk"]), "joker");
    // It is right on nothing at all, so its mistake tells.
    assert_eq!(rules(&["bash", "s1.sh"]), "standard");

    // Nothing tells, so it is taken for one of them.
    let script = "read a b; echo $((b + 3 * $(wc -l)))";
    let (status, report) = judged_script("", script);
    assert_eq!((status, &report["verdict"]), (Some(1), &Value::from("wrong")), "{report}");
    assert!(matches!(report["rules"][0].as_str(), Some("standard" | "joker")), "{report}");
    // The report says that this was assumed.
    let output =
        Command::new(COMMAND).args(["judge", "--", "bash", "-c", script]).output().unwrap();
    let told = unwrapped(stdout(&output));
    assert!(
        told.contains(
            "Your program's answers do not show which part it solves, so judge assumed part "
        ),
        "{told}"
    );
    // It is no use asking for the part of a program that does not run.
    let (status, report) = judged_script("", "exit 3");
    assert_eq!((status, &report["verdict"]), (Some(1), &Value::from("no answer")));
    assert_eq!((&report["rules"], &report["expected"]), (&json!([]), &Value::Null));
}

#[test]
#[ignore = "slow: starts programs by the hundred"]
fn slow_both_answers_and_input_as_argument() {
    let script = |first: &str, second: &str| {
        format!("echo $({first} < $0) and then; {second} < $0; echo 0.25 s >&2")
    };
    let both = |first: &str, second: &str| {
        judged("--answers both", &["bash", "-c", &script(first, second), "{}"])
    };
    let (status, report) = both("awk -f quadratic.awk", "perl right-2.pl");
    assert_eq!((status, &report["rules"]), (Some(0), &json!(["standard", "joker"])), "{report}");
    let (status, report) = both("awk -f quadratic.awk", "perl j8.pl");
    assert_eq!((status, &report["rules"]), (Some(1), &json!(["joker"])), "{report}");
    assert_eq!(report["findings"][0]["mistakes"][0], "J8", "{report}");
}

#[test]
fn answer_of_the_other_part_is_a_mistake() {
    let (_, report) = judged("--part 2", &["awk", "-f", "quadratic.awk"]);
    assert_eq!(report["findings"][0]["mistakes"][0], "S9", "{report}");
}

#[test]
#[ignore = "long: run by cargo xtask ci"]
fn program_without_a_number_gives_no_answer() {
    for (script, failure) in [
        ("", "printed no answer"),
        ("echo hello", "printed no answer"),
        ("echo NaN", "printed no answer"),
        ("echo took 3 ms", "printed no answer"),
        ("kill -SEGV $$", "was killed by signal 11 (SIGSEGV)"),
        ("echo 6440; exit 4", "ended with exit status 4"),
        ("yes 5905", "printed more than 16 MiB"),
    ] {
        let (status, report) = judged_script("--part 1", script);
        assert_eq!((status, &report["verdict"]), (Some(1), &Value::from("no answer")), "{script}");
        assert!(report["failure"].as_str().unwrap().starts_with(failure), "{report}");
        assert_eq!(report["read"], Value::Null);
    }
    // What it says without end on standard error is stopped likewise.
    let (_, report) = judged_script("--part 1", "yes no >&2");
    assert_eq!(report["verdict"], "no answer");
    assert_eq!(report["stderr"][0], "no");
}

#[test]
#[ignore = "long: run by cargo xtask ci"]
fn program_that_does_not_read_its_input_is_not_judged() {
    for script in ["exec <&-; echo 1", "read line; echo 1", "echo 1; echo time: 0.$RANDOM ms"] {
        let (status, report) = judged_script("--part 1", script);
        assert_eq!((status, &report["verdict"]), (Some(2), &"not read".into()), "{script}");
        assert_eq!((&report["expected"], &report["answered"]), (&Value::Null, &Value::Null));
    }
}

#[test]
fn missing_command_is_a_usage_error() {
    let env = TestEnv::new();
    for (command, why) in [
        ("no-such", "No such file or directory"),
        ("no-such.py", "No such file or directory"),
        ("python3 j1.py", "No such file or directory"),
    ] {
        let output = judge(&env, "--part 1", &[command]).output().unwrap();
        let how = "write the command as you would in a shell: python3 day7.py, or ./day7 for a program in this folder";
        let message = format!("camel-cards: cannot run {command}: {why}; {how}\n");
        assert_output(&output, 2, "", &message);
    }
    let output = judge(&env, "--part 1", &["./programs.tsv"]).output().unwrap();
    let how = "make it executable (chmod +x), or write its interpreter before it: bash day7.sh";
    let message = format!("camel-cards: cannot run ./programs.tsv: Permission denied; {how}\n");
    assert_output(&output, 2, "", &message);
    assert_eq!(env.names(), [""; 0]);
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
#[ignore = "slow: starts programs by the hundred"]
fn slow_started_processes_end_with_the_program() {
    let mark = format!("CAMEL_CARDS_TEST={}", std::process::id());
    let (name, value) = mark.split_once('=').unwrap();
    for (script, verdict, timeout) in
        [("sleep 600 & perl right-2.pl", "right", 10), ("sleep 600 & sleep 600", "timeout", 1)]
    {
        let env = TestEnv::new();
        let options = format!("--part 2 --timeout {timeout}");
        let mut judge = judge(&env, &options, &["bash", "-c", script]);
        let output = judge.env(name, value).output().unwrap();
        assert_eq!(report(&output)["verdict"], verdict, "{script}");
        // They are killed by then; on a busy machine they take some time to be gone.
        wait_until("no process is left", || processes_with(&mark).is_empty());
    }
}

/// Fault: Ctrl-C during `judge` | no process and no file is left | 130
#[cfg(target_os = "linux")]
#[test]
fn interrupt_leaves_no_process_and_no_file() {
    let mark = format!("CAMEL_CARDS_INTERRUPTED={}", std::process::id());
    let (name, value) = mark.split_once('=').unwrap();
    // Were they waited for, the test would take too long.
    for script in [
        "sleep 6000",
        // It is right on the first inputs, and then hangs.
        "echo >> $LOG; [ $(wc -l < $LOG) -lt 8 ] || sleep 6000; awk -f quadratic.awk $0",
    ] {
        let (env, logs) = (TestEnv::new(), TestEnv::new());
        let log = logs.path("log");
        let options = "--part 1 --timeout 6000";
        let mut judge = judge(&env, options, &["bash", "-c", script, "{}"]);
        let judge = spawn(judge.env(name, value).env("LOG", log));
        wait_until("the program sleeps", || {
            processes_with(&mark).iter().any(|process| {
                let name = fs::read_to_string(format!("/proc/{process}/comm"));
                name.is_ok_and(|name| name == "sleep\n")
            })
        });
        let output = interrupt(judge);
        let told = "camel-cards: interrupted before judging was complete\n";
        assert_output(&output, 130, "", told);
        wait_until("no process is left", || processes_with(&mark).is_empty());
        assert_eq!(env.names(), [""; 0]);
    }
}

#[cfg(unix)]
#[test]
fn interrupt_while_shrinking_reports_what_fails() {
    let env = TestEnv::new();
    let log = env.write("log", "");
    // It is wrong at once; when the input is made smaller, it hangs.
    let script =
        "echo >> $LOG; [ $(wc -l < $LOG) -lt 26 ] || sleep 6000; read a b; echo $((b + 1))";
    let temporary = TestEnv::new();
    let mut judge = judge(&temporary, "--part 1 --timeout 6000", &["bash", "-c", script]);
    let judge = spawn(judge.env("LOG", log));
    wait_until("it is made smaller", || env.read("log").len() >= 26);
    let output = interrupt(judge);
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(report(&output)["verdict"], "wrong");
    assert_eq!(temporary.names(), [""; 0]);
}

#[test]
#[ignore = "long: run by cargo xtask ci"]
fn right_program_is_told_its_time_beside_ours() {
    let env = TestEnv::new();
    let mut judge = Command::new(COMMAND);
    judge.args("judge --timeout 5 --part 1 -- awk -f quadratic.awk".split(' '));
    judge.current_dir(testdata("programs")).env("TMPDIR", env.folder());
    let output = judge.output().unwrap();
    let text = stdout(&output);
    assert!(text.starts_with("right under standard rules (part 1)\n"), "{text}");
    assert!(text.contains("\nIts slowest run took "), "{text}");
    let (_, report) = judged("--part 1", &["awk", "-f", "quadratic.awk"]);
    let times = ["microseconds", "microseconds_ours"].map(|key| report[key].as_u64().unwrap());
    assert!(times[0] > times[1], "{report}");
}

/// A right program for part 1 that reads what `open` gives.
fn reader(open: &str) -> String {
    let source = fs::read_to_string(testdata("programs/right-1.py")).unwrap();
    let source = source.replace("for line in sys.stdin:", &format!("for line in {open}:"));
    format!("import os\n{source}")
}

/// All files in a folder, and what is in them.
fn files_in(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    for item in fs::read_dir(folder).unwrap().flatten() {
        match item.path() {
            path if path.is_dir() => files.extend(files_in(&path)),
            path => files.push((path.clone(), fs::read(&path).unwrap())),
        }
    }
    files.sort();
    files
}

/// Judges in a folder of the user's, which must stay as it is.
fn judged_in(env: &TestEnv, inner: &str, options: &str, command: &str) -> Output {
    let before = files_in(env.folder());
    let temporary = TestEnv::new();
    let mut judge = Command::new(COMMAND);
    judge.args("judge --timeout 4".split(' ')).args(options.split_whitespace());
    judge.args(command.split(' ')).current_dir(env.path(inner)).env("TMPDIR", temporary.folder());
    let output = judge.env("PYTHONDONTWRITEBYTECODE", "1").output().unwrap();
    assert!(before == files_in(env.folder()), "the folder has changed");
    assert_eq!(temporary.names(), [""; 0]);
    output
}

/// Other people's layouts: where the program runs, what reads the input and where, and whether the
/// input lies there, ignored by git.
const LAYOUTS: [(&str, &str, Option<&str>); 9] = [
    (".", "open('input.txt')", None),
    (".", "open('input.txt')", Some("input.txt")),
    (
        ".",
        "open(os.path.join(os.path.dirname(os.path.realpath(__file__)), 'input.txt'))",
        Some("input.txt"),
    ),
    (".", "open('data/07.txt')", Some("data/07.txt")),
    ("2023", "open('../inputs/7.txt')", Some("inputs/7.txt")),
    ("2023/07", "open('../../inputs/2023/day07.in')", Some("inputs/2023/day07.in")),
    ("src", "open(os.path.join(os.path.dirname(__file__), '..', 'in.txt'))", Some("in.txt")),
    (".", "open(sys.argv[1] if len(sys.argv) > 1 else 'day7.in')", Some("day7.in")),
    (".", "open('day7')", Some("day7")),
];

#[test]
#[ignore = "slow: starts programs by the hundred"]
fn slow_file_of_its_own_is_replaced_without_an_option() {
    if !has("python3") {
        return;
    }
    let command = format!("{} day7.py", python().join(" "));
    for is_git in [true, false] {
        for (inner, open, file) in LAYOUTS {
            if !is_git && open.contains("..") {
                // Without git, what lies above the program is not copied.
                continue;
            }
            let env = TestEnv::new();
            let write = |name: &str, text: &str| {
                fs::create_dir_all(env.path(name).parent().unwrap()).unwrap();
                fs::write(env.path(name), text).unwrap();
            };
            write(&format!("{inner}/day7.py"), &reader(open));
            if is_git {
                write(".git/HEAD", "");
                write(".gitignore", "inputs\n*.in\ninput.txt\n");
            }
            write("notes/example.txt", EXAMPLE);
            if let Some(file) = file {
                write(file, "32T3K 765\nT55J5 684\n");
            }
            let output = judged_in(&env, inner, "", &command);
            let (text, layout) = (stdout(&output), format!("{is_git} {inner} {open}"));
            assert!(text.starts_with("right under standard rules (part 1)"), "{layout}: {text}");
            let told = unwrapped(text);
            assert!(told.contains("Your program ran in a copy of "), "{layout}: {text}");
            assert_eq!(output.status.code(), Some(0), "{layout}");
        }
    }
}

#[test]
fn file_that_cannot_be_replaced_is_said() {
    if !has("python3") {
        return;
    }
    // The file lies in the folder, or elsewhere, so that there is nothing to replace.
    let (env, elsewhere) = (TestEnv::new(), TestEnv::new());
    for place in [&elsewhere, &env] {
        place.write("input.txt", "32T3K 765\nT55J5 684\n");
        env.write("day7.py", reader(&format!("open('{}')", place.path("input.txt").display())));
        let command = format!("{} day7.py", python().join(" "));
        let output = judged_in(&env, ".", "", &command);
        let told = unwrapped(stdout(&output));
        assert_eq!(output.status.code(), Some(2));
        assert!(told.starts_with("not read: it prints 2133 whatever its input is"), "{told}");
        let place = "opened by an absolute path";
        assert!(told.contains(place), "{told}");
    }
}

#[test]
fn file_must_be_in_the_folder() {
    let env = TestEnv::new();
    let output = judged_in(&env, ".", "--file /nowhere/input.txt", "cat");
    assert_eq!(output.status.code(), Some(2));
    let told = stderr(&output);
    assert!(
        told.starts_with("camel-cards: --file /nowhere/input.txt: expected a file in "),
        "{told}"
    );
}

#[test]
#[ignore = "long: run by cargo xtask ci"]
fn exit_status_is_the_verdict_though_nobody_reads_the_report() {
    for (script, status) in [("perl right-2.pl", 0), ("perl j8.pl", 1), ("echo 250000000", 2)] {
        for format in ["text", "json"] {
            let env = TestEnv::new();
            let options = format!("--part 2 --format {format}");
            let mut judge = Command::new(COMMAND);
            judge.arg("judge").args(options.split(' ')).args(["--", "bash", "-c", script]);
            let judge = judge.current_dir(testdata("programs")).env("TMPDIR", env.folder());
            let mut child = spawn(judge);
            drop(child.stdout.take());
            assert_output(&child.wait_with_output().unwrap(), status, "", "");
        }
    }
}

#[test]
fn file_and_path_have_the_same_input() {
    let env = TestEnv::new();
    env.write(
        "compare.sh",
        "cmp input.txt $1 && camel-cards score --part 2 $1\n".replace("camel-cards", COMMAND),
    );
    let output = judged_in(&env, ".", "--file input.txt", "sh compare.sh {}");
    let told = stdout(&output);
    assert!(told.starts_with("right under joker rules (part 2)"), "{told}");
}

#[test]
fn options_behind_the_command_are_its_own() {
    let env = TestEnv::new();
    for command in ["cat --part=2", "-- cat --part=2"] {
        let output = judged_in(&env, ".", "--part 1", command);
        assert!(stdout(&output).starts_with("no answer to any input\n"), "{command}");
    }
}

#[test]
#[ignore = "long: run by cargo xtask ci"]
fn failures_beyond_the_puzzle_are_told_and_count_if_asked() {
    // The later of two repeated hands replaces the earlier one, and a bid ends with the line.
    let script = r#"awk '{ sub(/\r/, "9") } { bid[$1] = $2 } END { for (hand in bid) print hand, bid[hand] }' | perl right-2.pl"#;
    let (status, report) = judged_script("--part 2", script);
    assert_eq!((status, &report["verdict"]), (Some(0), &Value::from("right")), "{report}");
    let beyond: Vec<&str> =
        report["beyond"].as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect();
    assert!(beyond.contains(&"loses repeated hands"), "{beyond:?}");
    assert!(beyond.contains(&r"fails on lines that end with \r\n"), "{beyond:?}");
    let (status, report) = judged_script("--part 2 --strict", script);
    assert_eq!((status, &report["verdict"]), (Some(1), &Value::from("wrong")), "{report}");
    assert_eq!(input(&report), ["22222 1000", "22222 1000"]);
    assert_eq!((&report["expected"], &report["answered"]), (&"3000".into(), &"1000".into()));
}

#[test]
fn failure_that_does_not_happen_again_does_not_count() {
    let logs = TestEnv::new();
    // From the sixth run on, the one that makes the folder prints nothing: two runs go side by side.
    let script = "echo >> $LOG; [ $(wc -l < $LOG) -ge 6 ] && mkdir $LOG.d || perl right-2.pl";
    let env = TestEnv::new();
    let mut judge = judge(&env, "--part 2", &["bash", "-c", script]);
    let report = report(&judge.env("LOG", logs.path("log")).output().unwrap());
    assert_eq!(report["verdict"], "right", "{report}");
}

#[test]
#[ignore = "slow: starts programs by the hundred"]
fn slow_each_part_has_its_own_verdict_beyond_the_puzzle() {
    let script = r#"i=$(awk '{ bid[$1] = $2 } END { for (hand in bid) print hand, bid[hand] }'); awk -f quadratic.awk <<< "$i"; perl right-2.pl <<< "$i""#;
    let (_, report) = judged_script("--strict", script);
    let of = |part: &Value| (part["verdict"].clone(), part["answered"].clone());
    assert_eq!(
        [of(&report), of(&report["other"])],
        [(); 2].map(|()| ("wrong".into(), "1000".into())),
        "{report}"
    );
}

#[test]
fn verdicts_quote_what_was_read() {
    let (_, report) = judged_script("--part 2", "echo Day 7; echo \"Part 2: $(perl right-2.pl)\"");
    assert_eq!((&report["verdict"], &report["read"]), (&"right".into(), &"Part 2: 5905".into()));
}

#[test]
#[ignore = "slow: starts programs by the hundred"]
fn slow_one_run_judges_both_parts() {
    let script =
        "i=$(cat); echo Part 1: $(awk -f quadratic.awk <<< $i); echo Part 2: $(perl j8.pl <<< $i)";
    let script = script.replace("$i)", "\"$i\")");
    let (status, report) = judged_script("", &script);
    assert_eq!(status, Some(1));
    let of = |name: &str| [&report["other"][name], &report[name]];
    assert_eq!(of("verdict"), ["right", "wrong"], "{report}");
    assert_eq!(of("read")[0], "Part 1: 6440");
    assert_eq!((&report["verdict"], &report["rules"]), (&"wrong".into(), &json!(["joker"])));
    assert_eq!(of("findings")[1][0]["mistakes"][0], "J8");
}
