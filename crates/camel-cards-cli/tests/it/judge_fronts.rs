//! The functions of `testdata/judge` as programs: the command says of them what every front says.

use std::{fs, process::Command, sync::Mutex};

use serde_json::Value;

use crate::testenv::{COMMAND, TestEnv, has, python, stderr, stdout, testdata, two_at_a_time};

/// An input of more lines than this is told by their number.
const LINES_MAX: usize = 20;

/// A program begins anew each time.
const KEEPS_STATE: &str = "keeps-state";

#[test]
#[ignore = "slow: starts programs by the hundred"]
fn slow_functions_as_programs_have_the_verdicts_that_every_front_gives() {
    if !has("python3") {
        return;
    }
    let verdicts = fs::read_to_string(testdata("judge/verdicts.tsv")).unwrap();
    let functions = fs::read_to_string(testdata("judge/functions.tsv")).unwrap();
    let functions: Vec<Vec<String>> = (functions.lines().skip(1))
        .map(|row| row.split('\t').map(str::to_owned).collect())
        .collect();
    assert!(functions.len() >= 50);
    let differing = Mutex::new(Vec::new());
    two_at_a_time(functions, |row| {
        let name = &row[0];
        let of_name = |row: &&str| row.split('\t').next() == Some(name);
        let expected: Vec<String> = match name.as_str() {
            KEEPS_STATE => vec![format!("{KEEPS_STATE}\tright\t\t\t")],
            _ => verdicts.lines().filter(of_name).map(str::to_owned).collect(),
        };
        let found = judged(name, &row[1]);
        if found != expected {
            differing.lock().unwrap().push((found, expected));
        }
    });
    let differing = differing.into_inner().unwrap();
    assert!(differing.is_empty(), "found and expected: {differing:#?}");
}

/// The verdict on a function, as rows of verdicts.tsv.
fn judged(name: &str, rules: &str) -> Vec<String> {
    let env = TestEnv::new();
    let mut command = Command::new(COMMAND);
    command.args(["judge", "--format", "json"]).env("TMPDIR", env.folder());
    if rules != "-" {
        command.args(["--rules", rules]);
    }
    command.arg("--").args(python()).arg(testdata("judge/functions.py")).arg(name);
    let output = command.output().unwrap();
    let report: Value = serde_json::from_str(stdout(&output))
        .unwrap_or_else(|_| panic!("{name}: {}{}", stdout(&output), stderr(&output)));
    if report["verdict"] == "right" {
        return vec![format!("{name}\tright\t\t\t")];
    }
    let failing = [&report, &report["other"]].into_iter();
    let failing = failing.filter(|part| !part.is_null() && part["verdict"] != "right");
    failing.flat_map(|part| rows(name, part)).collect()
}

fn rows(name: &str, part: &Value) -> Vec<String> {
    let text = |field: &str| part[field].as_str().unwrap_or_default();
    let is_answered = text("verdict") != "no answer";
    let lines: Vec<&str> = text("input").lines().filter(|_| is_answered).collect();
    let input = match lines.len() {
        count if count > LINES_MAX => format!("{count} lines"),
        _ => lines.join(", "),
    };
    let findings = part["findings"].as_array().into_iter().flatten();
    let ids = findings.take(3).map(|finding| {
        let ids = finding["mistakes"].as_array().into_iter().flatten();
        ids.filter_map(Value::as_str).collect::<Vec<_>>().join(" + ")
    });
    let ids = ids.collect::<Vec<_>>().join(" | ");
    let rules = part["rules"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let mut rules: Vec<&str> = rules.collect();
    if rules.is_empty() {
        rules.push("");
    }
    let row = |rules| format!("{name}\t{}\t{rules}\t{input}\t{ids}", text("verdict"));
    rules.into_iter().map(row).collect()
}
