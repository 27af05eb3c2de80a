//! `judge` on a hundred programs made from templates: right ones that print their answers in many
//! ways, and wrong ones of the kinds that people publish.

use std::{fs, process::Command};

use serde_json::Value;

use crate::testenv::{COMMAND, TestEnv, has, python, stderr, stdout, testdata, two_at_a_time};

/// What right programs print: `{a}` and `{b}` are the answers, in capitals with commas, `{n}` the
/// number of hands, and `{debug}` a line for each.
const STYLES: [(&str, &str); 8] = [
    ("{b}", "joker"),
    (r"{a}\n{b}", "both"),
    (r"Part 1: {a}\nPart 2: {b}", "both"),
    ("({a}, {b})", "both"),
    (r"{a} {b}\nTook 3 ms", "both"),
    (r"Part 1: {A}\nPart 2: {B}", "both"),
    (r"Advent of Code 2023, day 7: {n} hands\nPart 1\n{a}.0\nPart 2\n{b}.0\n[0.0031 s]", "both"),
    (r"{debug}\n\033[1mpart2 = {b}\033[0m\n{debug}", "joker"),
];

/// Each language: the ending of its template, and what runs it.
const LANGUAGES: [(&str, &str); 5] =
    [("py", "python3"), ("js", "node"), ("pl", "perl"), ("awk", "awk -f"), ("c", "")];

fn template(language: &str) -> String {
    fs::read_to_string(testdata(&format!("programs/templates/template.{language}"))).unwrap()
}

/// Writes a program, compiles it if need be, and returns what runs it.
fn command(env: &TestEnv, name: &str, language: &str, source: &str) -> Vec<String> {
    let file = env.write(&format!("{name}.{language}"), source).to_str().unwrap().to_owned();
    let (_, runs) = LANGUAGES.iter().find(|(ending, _)| *ending == language).unwrap();
    if language == "c" {
        let compiled = file.replace(".c", "");
        let status = Command::new("gcc").args(["-O1", "-o", &compiled, &file]).status().unwrap();
        assert!(status.success());
        return vec![compiled];
    }
    let runs = match language {
        "py" => python(),
        _ => runs.split(' ').map(str::to_owned).collect(),
    };
    runs.into_iter().chain([file]).collect()
}

/// Judges without options that say anything of the program.
fn judged(command: &[String]) -> (Option<i32>, Value) {
    let mut judge = Command::new(COMMAND);
    // Elsewhere than in the project, whose own inputs are not theirs.
    judge.current_dir(std::env::temp_dir());
    judge.args(["judge", "--format", "json", "--timeout", "10", "--"]);
    let output = judge.args(command).output().unwrap();
    let report = serde_json::from_str(stdout(&output));
    (output.status.code(), report.unwrap_or_else(|_| panic!("{command:?} {}", stderr(&output))))
}

#[test]
#[ignore = "slow: starts programs by the thousand"]
fn slow_forty_right_programs_are_right() {
    let env = TestEnv::new();
    let languages = LANGUAGES.into_iter().filter(|(ending, runs)| {
        has(if *ending == "c" { "gcc" } else { runs.split(' ').next().unwrap() })
    });
    let programs: Vec<_> = languages
        .flat_map(|(language, _)| {
            STYLES.into_iter().enumerate().map(move |style| (language, style))
        })
        .collect();
    two_at_a_time(programs, |(language, (i, (style, rules)))| {
        let source = template(language).replace("@STYLE@", style);
        let (status, report) = judged(&command(&env, &format!("right{i}"), language, &source));
        let found = (status, &report["verdict"], &report["rules"]);
        let rules = if rules == "both" { vec!["standard", "joker"] } else { vec![rules] };
        let expected = (Some(0), &Value::from("right"), &Value::from(rules));
        assert_eq!(found, expected, "{language} {style}: {report}");
        assert!(report["read"].as_str().unwrap().contains("905"), "{language} {style}: {report}");
        assert_eq!(report["findings"], Value::Array(Vec::new()));
        // Nothing false is said: of floats, of totals of 64 bits, and of what takes a mark for a part of a hand.
        for symptom in report["beyond"].as_array().unwrap() {
            let symptom = symptom.as_str().unwrap();
            let is_true = match symptom {
                _ if symptom.contains("2⁵³") => matches!(language, "js" | "awk"),
                _ if symptom.contains("2⁶⁴") => language != "py",
                _ => symptom.contains("byte-order mark") && language != "js",
            };
            assert!(is_true, "{language} {style}: {symptom}");
        }
    });
}

/// The rows of the wrong programs in a language.
fn judge_wrong_programs(language: &str, count: usize) {
    let rows = fs::read_to_string(testdata("programs/templates/wrong.tsv")).unwrap();
    let rows = rows.lines().skip(1).map(|row| row.split('\t').collect::<Vec<_>>());
    let rows: Vec<_> = rows.filter(|row| row[0] == language).enumerate().collect();
    assert_eq!(rows.len(), count);
    let (_, runs) = LANGUAGES.into_iter().find(|(ending, _)| *ending == language).unwrap();
    if has(runs) {
        let env = TestEnv::new();
        two_at_a_time(rows, |(i, row)| judge_wrong(&env, i, &row));
    }
}

#[test]
#[ignore = "slow: starts programs by the thousand"]
fn slow_twenty_wrong_programs_in_python_are_wrong() {
    judge_wrong_programs("py", 20);
}

#[test]
#[ignore = "slow: starts programs by the thousand"]
fn slow_twenty_seven_wrong_programs_in_javascript_are_wrong() {
    judge_wrong_programs("js", 27);
}

#[test]
#[ignore = "slow: starts programs by the thousand"]
fn slow_thirteen_wrong_programs_in_perl_are_wrong() {
    judge_wrong_programs("pl", 13);
}

fn judge_wrong(env: &TestEnv, i: usize, row: &[&str]) {
    let [language, part, mistake, marker, replacement] = row[..] else { panic!("{row:?}") };
    let rules = if part == "1" { "standard" } else { "joker" };
    let style = match (i % 2, part) {
        (0, "1") => "{a}",
        (0, _) => "Answer: {b} (0.1 s)",
        _ => r"Part 1: {a}\nPart 2: {b}",
    };
    let source = with_mistake(&template(language), marker, replacement).replace("@STYLE@", style);
    let (status, report) = judged(&command(env, &format!("wrong{i}"), language, &source));
    if mistake == "right" {
        // It shows only on what the puzzle never gives.
        let beyond = report["beyond"].as_array().unwrap();
        assert_eq!((status, &report["verdict"]), (Some(0), &Value::from("right")), "{report}");
        assert!(beyond.contains(&Value::from("fails on repeated bids")), "{report}");
        return;
    }
    let is_other = report["other"]["rules"][0] == rules;
    let of_part = if is_other { &report["other"] } else { &report };
    let told = format!("{row:?}: {report}");
    assert_eq!((status, &of_part["verdict"]), (Some(1), &Value::from("wrong")), "{told}");
    // Without a name for the mistake, nothing may tell which part is meant. The report says then that it was guessed.
    let may_be_either = mistake == "-" && report["rules_are_guessed"] == true;
    assert!(of_part["rules"][0] == rules || may_be_either, "{told}");
    let input = of_part["input"].as_str().unwrap().lines().count();
    assert!((1..=6).contains(&input), "{told}");
    let [expected, answered] = ["expected", "answered"].map(|key| of_part[key].as_str().unwrap());
    assert_ne!(expected, answered, "{told}");
    assert!(of_part["read"].as_str().unwrap().contains(answered), "{told}");
    let findings = of_part["findings"].as_array().unwrap();
    if mistake != "-" {
        let found = findings.first().map(|one| &one["mistakes"][0]);
        assert_eq!(found, Some(&Value::from(mistake)), "{told}");
    }
}

/// The source with another line for that which ends with `@marker`.
fn with_mistake(source: &str, marker: &str, replacement: &str) -> String {
    let marker = format!("@{marker}");
    assert_eq!(source.lines().filter(|line| line.ends_with(&marker)).count(), 1, "{marker}");
    let lines = source.lines().map(|line| match line.ends_with(&marker) {
        true => {
            let indentation = line.len() - line.trim_start().len();
            format!("{}{replacement}\n", &line[..indentation])
        }
        false => format!("{line}\n"),
    });
    lines.collect()
}
