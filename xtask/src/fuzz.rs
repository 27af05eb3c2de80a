//! Each fuzz target for a while.

use std::{env, fs};

use crate::setup::{Result, Setup, run};

/// Builds them, and runs them two at a time, as CI has two processors.
///
/// Without the sanitizers: what libFuzzer asks of the compiler, stable rustc has.
pub(crate) fn check(setup: &Setup) -> Result {
    let tools = setup.tools()?;
    let seconds = env::args().nth(2).unwrap_or_else(|| "30".to_owned());
    let cargo_fuzz = |command: &str, arguments: &str| {
        let options = "--fuzz-dir fuzz --sanitizer none --target-dir {target}/fuzz";
        let mut cargo = tools.command(&format!("cargo fuzz {command} {options} {arguments}"));
        cargo.env("RUSTFLAGS", "-Dwarnings");
        cargo
    };
    run(&mut cargo_fuzz("build", ""))?;
    fs::create_dir_all(setup.target.join("fuzz/corpus"))?;
    setup.run("tar -xzf fuzz/corpora.tar.gz -C {target}/fuzz/corpus")?;
    let mut failed = Vec::new();
    for pair in targets(setup)?.chunks(2) {
        let mut running = Vec::new();
        for name in pair {
            for folder in ["corpus", "artifacts"] {
                fs::create_dir_all(setup.target.join("fuzz").join(folder).join(name))?;
            }
            let inputs = "testdata/cases testdata/errors testdata/tallies";
            let artifacts = format!("-artifact_prefix={{target}}/fuzz/artifacts/{name}/");
            // The corpus must not grow by every shorter input. A line for each new input is too much.
            let options = "-timeout=60 -reduce_inputs=0 -verbosity=0 -print_final_stats=1";
            let arguments = format!(
                "{name} {{target}}/fuzz/corpus/{name} {inputs} -- {artifacts} {options} \
                 -max_total_time={seconds}"
            );
            running.push((name, cargo_fuzz("run", &arguments).spawn()?));
        }
        for (name, mut fuzz) in running {
            if !fuzz.wait()?.success() {
                failed.push(name.as_str());
            }
        }
        if !failed.is_empty() {
            return Err(format!("{} found something", failed.join(" and ")).into());
        }
    }
    Ok(())
}

fn targets(setup: &Setup) -> Result<Vec<String>> {
    let files = fs::read_dir(setup.root.join("fuzz/fuzz_targets"))?.flatten();
    let names = files.filter_map(|file| file.file_name().into_string().ok());
    Ok(names.filter_map(|name| Some(name.strip_suffix(".rs")?.to_owned())).collect())
}
