//! Steps that take too long for each commit. docs/trust/proof.md has the results.

use std::fs;

use crate::{
    crates::{self, PACKAGES},
    setup::{Result, Setup},
};

pub(crate) fn slow(setup: &Setup) -> Result {
    setup.run("cargo test --locked --no-fail-fast --tests -- --ignored slow_")
}

/// Packs all packages, and unpacks them side by side in a folder outside the clone.
fn unpack(setup: &Setup) -> Result<Setup> {
    crates::pack(setup)?;
    let folder = setup.cache.join("package");
    // An earlier run may have left it.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let mut patches = String::new();
    for name in PACKAGES {
        let unpacked = format!("{name}-{}", env!("CARGO_PKG_VERSION"));
        // With today's date: all files in the archive have one old date, and cargo builds newer files only.
        let archive = format!("{{target}}/package/{unpacked}.crate");
        setup.run(&format!("tar -xzmf {archive} -C {{cache}}/package"))?;
        patches += &format!("{name} = {{ path = \"{unpacked}\" }}\n");
    }
    // With the clone's versions and profiles, dependencies are built already.
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

/// The stable toolchain has the sanitizer's runtime, but its option requires nightly.
pub(crate) fn sanitizer(setup: &Setup) -> Result {
    // `--target` keeps the sanitizer out of build scripts.
    let target = "--target x86_64-unknown-linux-gnu --target-dir {target}/sanitizer";
    let tests = "cargo test --locked --lib --tests -p camel-cards -p camel-cards-input";
    let options = format!("{target} {}", crates::WITH_LONG);
    setup.run(&format!("env RUSTC_BOOTSTRAP=1 RUSTFLAGS=-Zsanitizer=address {tests} {options}"))
}
