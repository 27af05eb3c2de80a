//! Each fuzz target for a while.

use std::{fs, path::PathBuf, process::Command, thread};

use crate::setup::{Result, Setup, run};

const TARGETS: [&str; 7] =
    ["counts", "diagnose", "entries", "orders", "printed", "tally", "tally_bytes"];

/// The inputs to begin with, a folder for each target.
const CORPORA: &str = "fuzz/corpora.tar.gz";

/// Builds them, and runs them two at a time, as CI has two processors.
pub(crate) fn check(setup: &Setup) -> Result {
    run(&mut cargo_fuzz(setup, "build")?)?;
    let corpora = corpora(setup);
    fs::create_dir_all(&corpora)?;
    run(setup.command("tar").args(["-xzf", CORPORA, "-C"]).arg(corpora))?;
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

/// Keeps of all inputs that were found the few small ones that reach as much.
pub(crate) fn keep(setup: &Setup) -> Result {
    let kept = setup.target.join("fuzz/kept");
    // Judging an input that is printed takes a second: too long for hundreds.
    let targets = || TARGETS.iter().filter(|name| **name != "printed");
    for name in targets() {
        fs::create_dir_all(kept.join(name))?;
        let mut merge = cargo_fuzz(setup, "run")?;
        merge.arg(name).args([kept.join(name), corpora(setup).join(name)]);
        run(merge.args(["--", "-merge=1", "-max_len=1000", "-verbosity=0"]))?;
    }
    run(setup.command("tar").args(["-czf", CORPORA, "-C"]).arg(&kept).args(targets()))?;
    Ok(fs::remove_dir_all(kept)?)
}

fn corpora(setup: &Setup) -> PathBuf {
    setup.target.join("fuzz/corpus")
}

fn fuzz(setup: &Setup, name: &str) -> Result {
    let corpus = corpora(setup).join(name);
    let artifacts = setup.target.join("fuzz/artifacts").join(name);
    for dir in [&corpus, &artifacts] {
        fs::create_dir_all(dir)?;
    }
    let mut fuzz = cargo_fuzz(setup, "run")?;
    fuzz.arg(name).arg(corpus);
    fuzz.args(["testdata/cases", "testdata/errors", "testdata/tallies", "--"]);
    fuzz.arg(format!("-artifact_prefix={}/", artifacts.display()));
    fuzz.arg(format!("-max_total_time={}", setup.fuzz_seconds));
    // The corpus must not grow by every shorter input. A line for each new input is too much.
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
