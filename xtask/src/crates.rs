//! The crates: lints, tests, documentation, dependencies.

use std::{env, fs};

use crate::setup::{Result, Setup, output};

pub(crate) fn fmt(setup: &Setup) -> Result {
    setup.run("cargo fmt --all --check")?;
    setup.run("cargo fmt --check --manifest-path fuzz/Cargo.toml")
}

/// What users run must not panic, whatever the input is: each exception stands there with its reason.
pub(crate) const NO_PANICS: &str = "--locked -- -D warnings -D clippy::expect_used \
    -D clippy::indexing_slicing -D clippy::panic -D clippy::string_slice -D clippy::unreachable \
    -D clippy::unwrap_used";

pub(crate) fn clippy(setup: &Setup) -> Result {
    setup.run("cargo clippy --workspace --all-targets --locked -- -D warnings")?;
    let not_run_by_users = "--exclude xtask --exclude camel-cards-bench";
    setup.run(&format!("cargo clippy --workspace {not_run_by_users} {NO_PANICS}"))?;
    let with_features = "-p camel-cards -p camel-cards-input -p camel-cards-coach";
    setup.run(&format!("cargo clippy {with_features} --no-default-features {NO_PANICS}"))
}

/// What `cargo test` runs, and xtask's own.
pub(crate) fn test(setup: &Setup) -> Result {
    // No failure, even where nothing may be missing: a machine is what it is.
    #[cfg(target_arch = "x86_64")]
    for (engine, is_here) in [
        ("AVX2", std::is_x86_feature_detected!("avx2")),
        ("AVX-512", std::is_x86_feature_detected!("avx512vbmi2")),
    ] {
        let outcome =
            if is_here { "run" } else { "skipped, as this machine has no such instructions" };
        eprintln!("tests of {engine}: {outcome}");
    }
    setup.tools()?.run("cargo nextest run --locked --no-fail-fast")?;
    setup.run("cargo test --locked --doc")?;
    setup.run("cargo test --locked -p xtask")
}

pub(crate) fn doc(setup: &Setup) -> Result {
    setup.run("RUSTDOCFLAGS=-Dwarnings cargo doc --workspace --no-deps --locked")?;
    for (name, features) in [
        ("camel-cards", "--features serde"),
        ("camel-cards-input", "--no-default-features"),
        ("camel-cards-coach", ""),
    ] {
        // What rustdoc knows is told as JSON by the stable compiler, if it is asked so. In a folder of
        // its own, as some build scripts run again when `RUSTC_BOOTSTRAP` changes.
        setup.run(&format!(
            "RUSTC_BOOTSTRAP=1 cargo rustdoc --locked --lib -p {name} {features} \
             --target-dir {{target}}/api -- -Z unstable-options --output-format json"
        ))?;
        let json = format!("{{target}}/api/doc/{}.json", name.replace('-', "_"));
        let api = output(&mut setup.command(&format!("python3 xtask/api.py {json}")))?;
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
pub(crate) fn deny(setup: &Setup) -> Result {
    let tools = setup.tools()?;
    // Offline, cargo-deny wants even the dependencies of other platforms.
    tools.run("cargo fetch --locked")?;
    tools.run("cargo deny --offline --locked check licenses bans sources")?;
    tools.run("cargo shear")
}
