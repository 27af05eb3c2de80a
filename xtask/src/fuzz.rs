//! Each fuzz target for a while.

use std::{fs, process::Command};

use crate::setup::{Result, Setup, run};

const TARGETS: [&str; 7] =
    ["counts", "diagnose", "entries", "orders", "printed", "tally", "tally_bytes"];

/// Without the sanitizers, which need nightly; what libFuzzer asks of the compiler, stable rustc has.
pub(crate) fn check(setup: &Setup) -> Result {
    let target = setup.target.join("fuzz");
    let cargo_fuzz = |command| -> Result<Command> {
        let mut cargo = setup.wheel("cargo-fuzz")?;
        cargo.args(["fuzz", command, "--fuzz-dir", "fuzz", "--sanitizer", "none", "--target-dir"]);
        cargo.arg(&target).env("RUSTFLAGS", "-Dwarnings");
        Ok(cargo)
    };
    run(&mut cargo_fuzz("build")?)?;
    for name in TARGETS {
        let corpus = target.join("corpus").join(name);
        let artifacts = target.join("artifacts").join(name);
        for dir in [&corpus, &artifacts] {
            fs::create_dir_all(dir)?;
        }
        let mut fuzz = cargo_fuzz("run")?;
        fuzz.arg(name).arg(corpus);
        fuzz.args(["testdata/cases", "testdata/errors", "testdata/tallies", "--"]);
        fuzz.arg(format!("-artifact_prefix={}/", artifacts.display()));
        fuzz.arg(format!("-max_total_time={}", setup.fuzz_seconds));
        // Kept from run to run, the corpus must not grow by every shorter input. A line for each
        // new input is too much.
        fuzz.args(["-timeout=60", "-reduce_inputs=0", "-verbosity=0", "-print_final_stats=1"]);
        run(&mut fuzz)?;
    }
    Ok(())
}
