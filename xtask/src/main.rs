//! The project's checks, as `cargo xtask ci` and one by one.
//!
//! Nothing is built inside the clone but this program and what git ignores in web:
//! builds, tools and the fuzzers' corpora are in `CARGO_TARGET_DIR` or the cache (see `ENVIRONMENT`).

mod fuzz;
mod platforms;
mod proof;
mod python;
mod rust;
mod setup;
mod web;

use std::{
    env,
    io::{self, BufRead, BufReader},
    process::{Command, ExitCode, Stdio},
    thread,
    time::Instant,
};

use setup::{Missing, Result, Setup, is_ci};

/// A name, what it does, and how.
type Step = (&'static str, &'static str, fn(&Setup) -> Result);

/// One lane of CI. The other builds in other folders, so neither waits for the other's lock.
const RUST: [Step; 7] = [
    ("fmt", "the layout of the code", rust::fmt),
    ("clippy", "lints, with all features and with none", rust::clippy),
    ("test", "all tests of Rust but the slow ones, those in documentation too", rust::test),
    ("doc", "documentation, without warnings; the public API is that of docs/api", rust::doc),
    ("deny", "licences, versions and sources of dependencies, and that all are used", rust::deny),
    ("fuzz", "each fuzz target, for half a minute unless told: fuzz [SECONDS]", fuzz::check),
    ("speed", "docs/speed.md against bench/record", speed),
];

/// The other lane, and the only one that installs packages of Debian.
const FRONTS: [Step; 4] = [
    ("python", "both wheels, installed: data frames, types, documentation", python::test),
    ("spark", "the library on a Spark cluster of this machine", python::spark),
    ("sql", "the recipes of docs/sql.md, in each of their databases", python::sql),
    ("web", "the page and the npm package, in Node and in Chromium", web::test),
];

/// What is run by hand.
const MORE: [Step; 3] = [
    ("web build", "makes the page, web/dist/site, and the package, web/dist/npm", web::build),
    ("web serve", "makes them, and serves the page at an address it prints", web::serve),
    ("python wheels", "makes both wheels, for glibc 2.17 or later", python::wheels),
];

const ENVIRONMENT: &str = "\
ci and proof skip a step whose tool is missing; with CI=true it is installed if Debian has it, else that is a failure.
Exit status: 0 all passed, 1 something failed, 2 usage, 3 the tool of a step is missing.

Environment:
  CAMEL_CARDS_CACHE  for tools and builds, else ~/.cache/camel-cards
  CARGO_TARGET_DIR   for builds alone, else target in the cache
  CHROMIUM           the browser that tests the page, else /usr/bin/chromium
";

fn main() -> Result<ExitCode> {
    let mut words: Vec<String> = env::args().skip(1).collect();
    // What `fuzz` reads.
    words.pop_if(|word| word.parse::<u32>().is_ok());
    let name = words.join(" ");
    match &*name {
        "help" | "--help" | "-h" => {
            print!("{}", help());
            return Ok(ExitCode::SUCCESS);
        }
        "ci" => return run_lanes(&[&RUST, &FRONTS]),
        "proof" => return run_lanes(&[&proof::STEPS]),
        _ => {}
    }
    let mut all = [&RUST[..], &FRONTS, &proof::STEPS, &MORE].into_iter().flatten();
    match all.find(|step| step.0 == name) {
        Some((_, _, step)) => Ok(run_step(*step)),
        None => {
            eprint!("no such step: {name}\n\n{}", help());
            Ok(ExitCode::from(2))
        }
    }
}

fn help() -> String {
    let lines = |steps: &[Step]| -> String {
        steps.iter().map(|(name, what, _)| format!("  {name:<14} {what}\n")).collect()
    };
    let [rust, fronts] = [lines(&RUST), lines(&FRONTS)];
    let [proofs, more] = [lines(&proof::STEPS), lines(&MORE)];
    format!(
        "Usage: cargo xtask ci|proof|STEP\n\n\
         Steps of ci, all run, whatever fails, in two lanes:\n{rust}\n{fronts}\n\
         Steps of proof, which takes hours:\n{proofs}\nOther steps:\n{more}\n{ENVIRONMENT}"
    )
}

fn run_step(step: fn(&Setup) -> Result) -> ExitCode {
    let start = Instant::now();
    let (status, outcome) = match Setup::new().and_then(|setup| step(&setup)) {
        Ok(()) => (0, "passed".to_owned()),
        Err(why) if why.is::<Missing>() => (3, format!("skipped: {why}")),
        Err(why) => (1, format!("failed: {why}")),
    };
    eprintln!("{:>4} s  {outcome}", start.elapsed().as_secs());
    ExitCode::from(status)
}

/// Runs lanes of steps side by side, whatever fails, and says at the end what came of each step.
fn run_lanes(lanes: &[&[Step]]) -> Result<ExitCode> {
    let start = Instant::now();
    let run = |lane: &[Step]| lane.iter().map(|step| run_in_lane(step.0)).collect::<Vec<_>>();
    let outcomes = thread::scope(|scope| {
        let running: Vec<_> = lanes.iter().map(|lane| scope.spawn(|| run(lane))).collect();
        running.into_iter().flat_map(|lane| lane.join().expect("no panic")).collect::<Vec<_>>()
    });
    let mut all_passed = true;
    for (name, outcome) in lanes.concat().iter().map(|step| step.0).zip(outcomes) {
        let (passed, last_line) = outcome?;
        all_passed &= passed;
        eprintln!("{name:<12} {last_line}");
    }
    eprintln!("{:<12} {:>4} s", "all", start.elapsed().as_secs());
    Ok(if all_passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs a step as a process, with its name before each line that it prints, and returns whether it
/// passed and its last line.
fn run_in_lane(name: &str) -> io::Result<(bool, String)> {
    let (reader, writer) = io::pipe()?;
    let mut step = Command::new(env::current_exe()?);
    step.args(name.split(' ')).stdin(Stdio::null());
    let mut child = step.stdout(writer.try_clone()?).stderr(writer).spawn()?;
    // It has the ends to write to, and the lines end when all of them are closed.
    drop(step);
    let mut last_line = String::new();
    for line in BufReader::new(reader).split(b'\n') {
        last_line = String::from_utf8_lossy(&line?).into_owned();
        eprintln!("{name}: {last_line}");
    }
    let status = child.wait()?;
    Ok((status.success() || status.code() == Some(3) && !is_ci(), last_line))
}

/// Checks that the tables and the plot of docs/speed.md are those of the record.
fn speed(setup: &Setup) -> Result {
    for script in ["bench/peers/plot.py", "bench/python.py", "bench/growth.py"] {
        setup.run(&format!("python3 {script} --check"))?;
    }
    Ok(())
}
