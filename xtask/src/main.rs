//! The project's checks, as `cargo xtask ci` and one by one.
//!
//! Nothing is built inside the clone but this program and what git ignores in web:
//! builds, tools and the fuzzers' corpora are in `CARGO_TARGET_DIR` or the cache (see `ENVIRONMENT`).

mod crates;
mod fuzz;
mod platforms;
mod proof;
mod python;
mod setup;
mod web;

use std::{
    env,
    io::{self, BufRead, BufReader},
    process::{Command, ExitCode, Stdio},
    thread,
    time::Instant,
};

use setup::{PYTHON, Result, Setup, Skipped, is_ci};

/// A name, what it does, and how.
type Step = (&'static str, &'static str, fn(&Setup) -> Result);

/// The lane of the crates.
const CRATES: &[Step] = &[
    ("fmt", "the layout of the code", crates::fmt),
    ("clippy", "lints, with all features and with none", crates::clippy),
    ("test", "all tests of Rust but the slow ones, those in documentation too", crates::test),
    ("user", "the tests of files again, as a user who is not root", crates::user),
    ("doc", "documentation, without warnings; the public API is that of docs/api", crates::doc),
    ("deny", "licences, versions and sources of dependencies, and that all are used", crates::deny),
    ("speed", "docs/speed.md against bench/record", speed),
];

/// The lane of Python and databases.
const FRONTS: &[Step] = &[
    ("python", "both wheels, installed: data frames, types, documentation", python::test),
    ("spark", "the library on a Spark cluster of this machine", python::spark),
    ("sql", "the recipes of docs/sql.md, in each of their databases", python::sql),
];

/// What CI has no time for, or no use for at each commit.
const PROOF: &[Step] = &[
    ("slow", "the tests that are ignored: programs judged by the hundred", proof::slow),
    ("package", "all tests of what `cargo package` packs, outside the clone", proof::package),
    ("minimal", "the oldest versions of what the packed crates depend on", proof::minimal),
    ("features", "lints, with each set of features of each crate", proof::features),
    ("extras", "each extra of the Python package alone, and the oldest libraries", python::extras),
    ("kills", "Spark with 20 million rows, and ten workers killed", python::kills),
    ("sanitizer", "tests of core and input under AddressSanitizer", proof::sanitizer),
    ("valgrind", "tests of the core's bytes and totals in valgrind", proof::valgrind),
    ("instructions", "keeps how many `score` takes in bench/record", proof::instructions),
    ("platforms", "tests on four other systems, by Wine and QEMU", platforms::check),
    ("dist", "makes all that is released, for every platform, and tries it", platforms::dist),
];

/// What is run by hand.
const MORE: &[Step] = &[
    ("web build", "makes the page, web/dist/site, and the package, web/dist/npm", web::build),
    ("web serve", "makes them, and serves the page at an address it prints", web::serve),
    ("python wheels", "makes both wheels, for glibc 2.17 or later", python::wheels),
];

const ENVIRONMENT: &str = "\
A step, or a part of it, is skipped if something that it needs is not installed. With CI=true, root installs
Debian's package, and a skip is a failure.
Exit status: 0 all passed or skipped, 1 something failed, 2 usage, 3 the one step was skipped.

Environment:
  CAMEL_CARDS_CACHE  for tools and builds, else ~/.cache/camel-cards (for root /var/cache/camel-cards)
  CARGO_TARGET_DIR   for builds alone, else target in the cache
  CHROMIUM           the browser that tests the page, else /usr/bin/chromium
";

/// All steps. The lanes of ci run side by side. They build in different folders, so they hardly wait
/// for each other's locks; fuzz takes what the others leave of the processors.
const LANES: &[(&str, &[Step])] = &[
    ("ci", CRATES),
    ("ci", &[("web", "the page and the npm package, in Node and in Chromium", web::test)]),
    ("ci", FRONTS),
    ("ci", &[("fuzz", "each target for 30 s, or as long as told: fuzz [SECONDS]", fuzz::check)]),
    ("proof", PROOF),
    ("others", MORE),
];

fn main() -> Result<ExitCode> {
    let mut words: Vec<String> = env::args().skip(1).collect();
    // What `fuzz` reads.
    words.pop_if(|word| word.parse::<u32>().is_ok());
    let name = words.join(" ");
    if let Some((.., step)) = LANES.iter().flat_map(|lane| lane.1).find(|step| step.0 == name) {
        return Ok(run_step(*step));
    }
    let lanes: Vec<_> = LANES.iter().filter(|lane| lane.0 == name).map(|lane| lane.1).collect();
    if !lanes.is_empty() {
        return run_lanes(&lanes);
    }
    if !matches!(&*name, "" | "help") {
        eprintln!("There is no step '{name}'.");
    }
    eprintln!("Usage: cargo xtask ci|proof|STEP");
    for (lane, steps) in LANES {
        eprintln!("\nSteps of {lane}:");
        steps.iter().for_each(|(name, what, _)| eprintln!("  {name:<14} {what}"));
    }
    eprint!("\n{ENVIRONMENT}");
    Ok(ExitCode::from(if name == "help" { 0 } else { 2 }))
}

fn run_step(step: fn(&Setup) -> Result) -> ExitCode {
    let start = Instant::now();
    let (status, outcome) = match Setup::new().and_then(|setup| step(&setup)) {
        Ok(()) => (0, "passed".to_owned()),
        Err(why) if why.is::<Skipped>() && !is_ci() => (3, why.to_string()),
        Err(why) => (1, format!("failed: {why}")),
    };
    eprintln!("{:>4} s  {outcome}", start.elapsed().as_secs());
    ExitCode::from(status)
}

/// Runs lanes of steps side by side, whatever fails, and says at the end what came of each step.
fn run_lanes(lanes: &[&[Step]]) -> Result<ExitCode> {
    let start = Instant::now();
    // More than one lane asks for them. Each step says what it lacks.
    let _ = Setup::new()?.tools();
    let run = |lane: &[Step]| lane.iter().map(|step| run_in_lane(step.0)).collect::<Vec<_>>();
    let outcomes = thread::scope(|scope| {
        let running: Vec<_> = lanes.iter().map(|lane| scope.spawn(|| run(lane))).collect();
        running.into_iter().flat_map(|lane| lane.join().expect("no panic")).collect::<Vec<_>>()
    });
    let mut counts = [0; 4];
    eprintln!("\n{:<12} {:>4} s", "all", start.elapsed().as_secs());
    for (step, outcome) in lanes.concat().iter().zip(outcomes) {
        let (status, last_line) = outcome?;
        counts[status] += 1;
        eprintln!("{:<12} {last_line}", step.0);
    }
    eprintln!("{} passed, {} failed, {} skipped", counts[0], counts[1], counts[3]);
    Ok(ExitCode::from(u8::from(counts[1] > 0)))
}

/// Runs a step as a process, with its name before each line that it prints, and returns its exit status
/// and its last line.
fn run_in_lane(name: &str) -> io::Result<(usize, String)> {
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
    let status = child.wait()?.code().filter(|status| [0, 3].contains(status));
    Ok((status.unwrap_or(1) as usize, last_line))
}

/// Checks that the tables and the plot of docs/speed.md are those of the record.
fn speed(setup: &Setup) -> Result {
    setup.need("", &[PYTHON])?;
    for script in ["bench/peers/plot.py", "bench/python.py", "bench/growth.py"] {
        setup.run(&format!("python3 {script} --check"))?;
    }
    Ok(())
}
