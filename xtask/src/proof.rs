//! What CI has no time for, or no use for at each commit. docs/proof.md has what came of it.

use std::fs;

use crate::{
    crates::{self, PACKAGES},
    setup::{Need, PYTHON, Result, Setup},
};

pub(crate) fn slow(setup: &Setup) -> Result {
    setup.run("cargo test --locked --no-fail-fast --tests -- --ignored")
}

/// Packs all packages, and unpacks them side by side in a folder outside the clone.
fn unpack(setup: &Setup) -> Result<Setup> {
    crates::pack(setup)?;
    let folder = setup.cache.join("package");
    // What an earlier run unpacked may be there, or not.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let mut patches = String::new();
    for name in PACKAGES {
        let unpacked = format!("{name}-{}", env!("CARGO_PKG_VERSION"));
        // Touched: all files in the archive bear one old date, and cargo builds what is new.
        let archive = format!("{{target}}/package/{unpacked}.crate");
        setup.run(&format!("tar -xzmf {archive} -C {{cache}}/package"))?;
        patches += &format!("{name} = {{ path = \"{unpacked}\" }}\n");
    }
    // With the clone's versions and profiles, what they depend on is built already.
    let manifest = setup.read("Cargo.toml")?;
    let profiles = manifest.find("[profile.").map_or("", |at| &manifest[at..]);
    let workspace = "[workspace]\nresolver = \"3\"\nmembers = [\"*\"]\n";
    let workspace = format!("{workspace}\n[patch.crates-io]\n{patches}\n{profiles}");
    fs::write(folder.join("Cargo.toml"), workspace)?;
    fs::copy(setup.root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
    Ok(Setup { root: folder, ..setup.clone() })
}

pub(crate) fn package(setup: &Setup) -> Result {
    unpack(setup)?.run("cargo test --workspace")
}

/// Resolves each direct dependency to the oldest version that its manifest allows, and builds.
pub(crate) fn minimal(setup: &Setup) -> Result {
    let unpacked = unpack(setup)?;
    unpacked.run("env RUSTC_BOOTSTRAP=1 cargo update -Z direct-minimal-versions")?;
    unpacked.run("cargo check --workspace --all-targets")
}

pub(crate) fn features(setup: &Setup) -> Result {
    let packages = "--workspace --exclude xtask --exclude camel-cards-bench";
    let clippy = format!("clippy --feature-powerset {packages} {}", crates::NO_PANICS);
    setup.tools()?.run(&format!("cargo hack {clippy}"))
}

/// The runtime of the sanitizer is in the stable toolchain; the option asks for nightly.
pub(crate) fn sanitizer(setup: &Setup) -> Result {
    // With a target named, build scripts have no sanitizer.
    let target = "--target x86_64-unknown-linux-gnu --target-dir {target}/sanitizer";
    let tests = "cargo test --locked --lib --tests -p camel-cards -p camel-cards-input";
    setup.run(&format!("env RUSTC_BOOTSTRAP=1 RUSTFLAGS=-Zsanitizer=address {tests} {target}"))
}

const VALGRIND: Need<'_> = ("Valgrind", "valgrind --version", "valgrind");

/// Without AVX-512, which valgrind does not know.
pub(crate) fn valgrind(setup: &Setup) -> Result {
    setup.need("", &[VALGRIND])?;
    let valgrind = "VALGRIND_OPTS=--error-exitcode=1";
    let runner = "CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER=valgrind";
    let tests = "-p camel-cards --test engines --test corpus --test tally_bytes";
    setup.run(&format!("env {valgrind} {runner} cargo test --locked {tests}"))
}

/// Counts instructions. What git then shows as changed is worth a look.
pub(crate) fn instructions(setup: &Setup) -> Result {
    setup.need("", &[PYTHON, VALGRIND])?;
    setup.run("cargo build --release --locked -p camel-cards-cli")?;
    setup.run("python3 bench/instructions.py {target}/release/camel-cards")
}
