//! Each fuzz target for a while.

use std::{fs, process::Command, thread};

use crate::setup::{Result, Setup, run};

const TARGETS: [&str; 7] =
    ["counts", "diagnose", "entries", "orders", "printed", "tally", "tally_bytes"];

/// Builds them, and runs them two at a time, as CI has two processors.
pub(crate) fn check(setup: &Setup) -> Result {
    run(&mut cargo_fuzz(setup, "build")?)?;
    for pair in TARGETS.chunks(2) {
        thread::scope(|scope| {
            let start =
                |name| scope.spawn(move || fuzz(setup, name).map_err(|why| why.to_string()));
            let running: Vec<_> = pair.iter().map(|name| start(name)).collect();
            let mut ended = running.into_iter().map(|one| one.join().expect("no panic"));
            ended.find_map(std::result::Result::err).map_or(Ok(()), Err)
        })?;
    }
    Ok(())
}

fn fuzz(setup: &Setup, name: &str) -> Result {
    let target = setup.target.join("fuzz");
    let corpus = target.join("corpus").join(name);
    let artifacts = target.join("artifacts").join(name);
    for dir in [&corpus, &artifacts] {
        fs::create_dir_all(dir)?;
    }
    let mut fuzz = cargo_fuzz(setup, "run")?;
    fuzz.arg(name).arg(corpus);
    fuzz.args(["testdata/cases", "testdata/errors", "testdata/tallies", "--"]);
    fuzz.arg(format!("-artifact_prefix={}/", artifacts.display()));
    fuzz.arg(format!("-max_total_time={}", setup.fuzz_seconds));
    // Kept from run to run, the corpus must not grow by every shorter input. A line for each
    // new input is too much.
    fuzz.args(["-timeout=60", "-reduce_inputs=0", "-verbosity=0", "-print_final_stats=1"]);
    run(&mut fuzz)
}

/// Without the sanitizers: what libFuzzer asks of the compiler, stable rustc has.
fn cargo_fuzz(setup: &Setup, command: &str) -> Result<Command> {
    let mut cargo = setup.wheel("cargo-fuzz")?;
    cargo.args(["fuzz", command, "--fuzz-dir", "fuzz", "--sanitizer", "none", "--target-dir"]);
    cargo.arg(setup.target.join("fuzz")).env("RUSTFLAGS", "-Dwarnings");
    Ok(cargo)
}
