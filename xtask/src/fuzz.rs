//! Each fuzz target for a while.

use std::{env, fs};

use crate::setup::{Result, Setup, VENV};

/// Builds them, and runs one after the other.
pub(crate) fn check(setup: &Setup) -> Result {
    setup.need("", &[VENV, ("C++", "c++ --version", "g++")])?;
    let tools = setup.tools()?;
    let seconds = env::args().nth(2).unwrap_or_else(|| "5".to_owned());
    let fuzz = "env RUSTFLAGS=-Dwarnings cargo fuzz";
    // Without sanitizers, because stable rustc supports the rest of libFuzzer.
    let folders = "--fuzz-dir fuzz --sanitizer none --target-dir {target}/fuzz";
    tools.run(&format!("{fuzz} build {folders}"))?;
    setup.run("tar -xzf fuzz/corpora.tar.gz --one-top-level={target}/fuzz/corpus")?;
    for target in fs::read_dir(setup.root.join("fuzz/fuzz_targets"))? {
        let file = target?.path().with_extension("");
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let artifacts = format!("-artifact_prefix={{target}}/fuzz/{name}-");
        // The corpus must not grow with every shorter input, nor the log with every new one.
        let options = "-timeout=600 -reduce_inputs=0 -verbosity=0 -print_final_stats=1";
        let options = format!("{artifacts} {options} -max_total_time={seconds}");
        let corpus = format!("{{target}}/fuzz/corpus/{name}");
        tools.run(&format!("{fuzz} run {folders} {name} {corpus} -- {options}"))?;
    }
    Ok(())
}
