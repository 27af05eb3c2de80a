//! The project's checks, as `cargo xtask ci` and one by one.
//!
//! Builds, tools and the fuzzers' corpora are in `CARGO_TARGET_DIR` or the cache (see `ENVIRONMENT`). Only this program,
//! and files that git ignores in `web`, are built inside the clone.

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

/// The crates; Python and databases.
const SHARED: &[Step] = &[
    ("fmt", "code formatting", crates::fmt),
    ("clippy", "lints, with all features and with none", crates::clippy),
    ("test", "all tests, the long ones too, as a user who is not root", crates::test),
    ("doc", "documentation without warnings; the public API matches docs/api", crates::doc),
    ("deny", "licences and sources of dependencies; all are used", crates::deny),
    ("speed", "docs/trust/speed.md matches bench/record", speed),
    ("python", "the wheel, installed: data frames, types, guides", python::test),
    ("spark", "the library on a local Spark cluster", python::spark),
    ("sql", "the recipes of docs/use/sql.md, each in its database", python::sql),
];

/// Those that build nearly all in folders of their own: the engine for the page, another compiler, fuzzing.
const APART: &[Step] = &[
    ("web", "the page and the npm package, in Node and in Chromium", web::test),
    ("oldest", "checks all tests with Rust 1.85, as in Debian 13; runs the core's", crates::oldest),
    ("fuzz", "each fuzz target for 5 s, or fuzz SECONDS", fuzz::check),
];

/// What CI has no time for.
const PROOF: &[Step] = &[
    ("slow", "the tests named slow_: programs judged by the hundred", proof::slow),
    ("package", "tests of the packed crates, outside the clone", proof::package),
    ("minimal", "builds with the oldest versions of direct dependencies", proof::minimal),
    ("features", "lints for each set of features", proof::features),
    ("extras", "each extra of the Python package alone; the oldest libraries", python::extras),
    ("sanitizer", "tests of core and input under AddressSanitizer", proof::sanitizer),
    ("platforms", "tests on other systems, with Wine and QEMU", platforms::check),
    ("dist", "builds and tries everything that is released", platforms::dist),
];

/// Run by hand.
const MORE: &[Step] = &[
    ("web build", "builds the page (web/dist/site) and the npm package (web/dist/npm)", web::build),
    ("web serve", "builds them, serves the page and prints its address", web::serve),
    ("python wheel", "builds the wheel for Linux with glibc 2.17 or later", python::wheel),
];

const ENVIRONMENT: &str = "\
A step is skipped if a program that it needs is not installed. If only a part needs it, the step passes without
that part. With CI=true, both are failures, and root installs the Debian package first.
Exit status: 0 all passed or skipped, 1 a step failed, 2 wrong usage, 3 the only step was skipped.

Environment:
  CAMEL_CARDS_CACHE  folder for tools and builds (default: ~/.cache/camel-cards; root: /var/cache/camel-cards)
  CARGO_TARGET_DIR   folder for builds (default: target in the cache)
  CHROMIUM           browser that tests the page (default: /usr/bin/chromium)
";

/// All steps. CI runs those that share a target folder one after the other, because they would wait for its lock, and
/// the others beside them.
const LANES: &[(&str, &[Step])] =
    &[("ci", SHARED), ("ci", APART), ("proof", PROOF), ("others", MORE)];

fn main() -> Result<ExitCode> {
    let mut words: Vec<String> = env::args().skip(1).collect();
    // What `fuzz` reads.
    if words.last().is_some_and(|word| word.parse::<u32>().is_ok()) {
        words.pop();
    }
    let name = words.join(" ");
    if let Some((.., step)) = LANES.iter().flat_map(|lane| lane.1).find(|step| step.0 == name) {
        return Ok(run_step(*step));
    }
    // The others are run by hand, one at a time: `web serve` does not end.
    let is_run = |lane: &&(&str, &[Step])| lane.0 == name && lane.0 != "others";
    let lanes: Vec<_> = LANES.iter().filter(is_run).map(|lane| lane.1).collect();
    if !lanes.is_empty() {
        return run_lanes(&lanes);
    }
    if !matches!(&*name, "" | "help") {
        eprintln!("There is no step '{name}'.");
    }
    eprintln!("Usage: cargo xtask ci|proof|STEP");
    for (at, (lane, steps)) in LANES.iter().enumerate() {
        if at == 0 || LANES[at - 1].0 != *lane {
            eprintln!("\n{lane}:");
        }
        steps.iter().for_each(|(name, what, _)| eprintln!("  {name:<14} {what}"));
    }
    eprint!("\n{ENVIRONMENT}");
    Ok(ExitCode::from(if name == "help" { 0 } else { 2 }))
}

fn run_step(step: fn(&Setup) -> Result) -> ExitCode {
    let start = Instant::now();
    let outcome = Setup::new().and_then(|setup| step(&setup));
    let (status, outcome) =
        match outcome.map_err(|why| (why.to_string(), why.downcast::<Skipped>())) {
            Ok(()) => (0, "passed".to_owned()),
            Err((why, Ok(skipped))) if !is_ci() && skipped.part.is_empty() => {
                (3, format!("skipped: {why}"))
            }
            Err((why, Ok(_))) if !is_ci() => (0, format!("passed, {why}")),
            Err((why, _)) => (1, format!("failed: {why}")),
        };
    eprintln!("{:>4} s  {outcome}", start.elapsed().as_secs());
    ExitCode::from(status)
}

/// Runs lanes of steps side by side, even if some fail, and prints the outcome of each step at the end.
fn run_lanes(lanes: &[&[Step]]) -> Result<ExitCode> {
    let start = Instant::now();
    // More than one lane needs them. If this fails, each step reports it.
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

/// Runs a step as a process and prints its lines behind its name. Returns its exit status and its last line.
fn run_in_lane(name: &str) -> io::Result<(usize, String)> {
    // By its path: a test runs this where no program is found.
    let mut step = Command::new(if cfg!(windows) { "sh" } else { "/bin/sh" });
    step.args(["-c", r#"exec "$0" "$@" 2>&1"#]).arg(env::current_exe()?).args(name.split(' '));
    let mut child = step.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
    let mut last_line = String::new();
    for line in child.stdout.take().into_iter().flat_map(|out| BufReader::new(out).split(b'\n')) {
        last_line = String::from_utf8_lossy(&line?).into_owned();
        eprintln!("{name}: {last_line}");
    }
    let status = child.wait()?.code().filter(|status| [0, 3].contains(status));
    Ok((status.unwrap_or(1) as usize, last_line))
}

/// Checks that docs/trust/speed.md matches the records. Its picture is only checked to be of these records, because
/// drawing it requires matplotlib.
fn speed(setup: &Setup) -> Result {
    setup.need("", &[PYTHON])?;
    setup.run("python3 bench/speed.py --check")
}
