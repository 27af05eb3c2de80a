//! How many instructions the hot paths take, which `valgrind --tool=callgrind` counts alike on
//! every machine, however busy.

use std::fs;

use crate::setup::{Result, Setup, run};

const RECORD: &str = "bench/record/instructions.tsv";

/// The paths of `bench/src/bin/instructions.rs`.
const PATHS: [&str; 5] =
    ["read/avx2", "read/portable", "totals/1000", "totals/100000", "totals/1000000"];

/// What more, or less, in a thousand is worth a look.
const TOLERANCE: u64 = 30;

/// The status of a path that this machine cannot run.
const NOT_HERE: i32 = 3;

struct Count {
    path: &'static str,
    hands: u64,
    instructions: u64,
}

/// Checks that no path takes more or less than is recorded, but for a few per cent.
pub(crate) fn check(setup: &Setup) -> Result {
    let record = setup.read(RECORD)?;
    let mut wrong = Vec::new();
    for Count { path, hands, instructions } in count_all(setup)? {
        let line = record.lines().find_map(|line| line.strip_prefix(path)?.strip_prefix('\t'));
        let recorded = line.and_then(|line| line.split('\t').nth(1)?.parse().ok()).unwrap_or(0);
        eprintln!(
            "{path}: {} a hand, {} recorded",
            tenths(instructions, hands),
            tenths(recorded, hands)
        );
        if instructions.abs_diff(recorded) * 1000 > recorded * TOLERANCE {
            wrong.push(format!("{path} takes {instructions}, {recorded} recorded"));
        }
    }
    match wrong.is_empty() {
        true => Ok(()),
        false => {
            let wrong = wrong.join("; ");
            Err(format!("{wrong}; if that is meant, `cargo xtask instructions record`").into())
        }
    }
}

fn tenths(count: u64, hands: u64) -> String {
    format!("{}.{}", count / hands, count * 10 / hands % 10)
}

/// Writes down what each path takes.
pub(crate) fn record(setup: &Setup) -> Result {
    let mut text = "path\thands\tinstructions\n".to_owned();
    for Count { path, hands, instructions } in count_all(setup)? {
        text += &format!("{path}\t{hands}\t{instructions}\n");
    }
    Ok(fs::write(setup.root.join(RECORD), text)?)
}

fn count_all(setup: &Setup) -> Result<Vec<Count>> {
    setup.debian_tool("valgrind", "valgrind")?;
    run(&mut setup.cargo("build --release --locked -p camel-cards-bench --bin instructions"))?;
    let mut counts = Vec::new();
    for path in PATHS {
        counts.extend(count(setup, path)?);
    }
    Ok(counts)
}

fn count(setup: &Setup, path: &'static str) -> Result<Option<Count>> {
    let mut valgrind = setup.command("valgrind");
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]);
    valgrind.arg("--toggle-collect=instructions::counted*");
    valgrind.arg(setup.target.join("release/instructions")).arg(path);
    // One instruction that clears a long stretch counts once a byte, where the library uses it.
    let thresholds =
        ["stosb", "movsb"].map(|which| format!("glibc.cpu.x86_rep_{which}_threshold=1000000000"));
    let output = valgrind.env("GLIBC_TUNABLES", thresholds.join(":")).output()?;
    if output.status.code() == Some(NOT_HERE) {
        eprintln!("{path}: not on this machine");
        return Ok(None);
    }
    let log = String::from_utf8_lossy(&output.stderr);
    let collected = log.lines().find_map(|line| line.split("Collected : ").nth(1)?.parse().ok());
    let hands = String::from_utf8_lossy(&output.stdout).trim_end().parse().ok();
    match (collected, hands) {
        (Some(instructions @ 1..), Some(hands @ 1..)) if output.status.success() => {
            Ok(Some(Count { path, hands, instructions }))
        }
        _ => Err(format!("{path}: valgrind counted nothing\n{log}").into()),
    }
}
