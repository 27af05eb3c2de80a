//! What CI has no time for, or no use for at each commit. docs/trust/proof.md has what came of it.

use std::fs;

use crate::{
    Step, crates, platforms, python,
    setup::{Need, PYTHON, Result, Setup},
};

pub(crate) const STEPS: &[Step] = &[
    ("slow", "the tests that are ignored: programs judged by the hundred", slow),
    ("package", "all tests of what `cargo package` packs, outside the clone", package),
    ("minimal", "the oldest versions of what the packed crates depend on", minimal),
    ("features", "lints, with each set of features of each crate", features),
    ("extras", "each extra of the Python package alone, and the oldest libraries", python::extras),
    ("kills", "Spark with 20 million rows, and ten workers killed", python::kills),
    ("sanitizer", "tests of core and input under AddressSanitizer", sanitizer),
    ("valgrind", "tests of the core's bytes and totals in valgrind", valgrind),
    ("instructions", "keeps how many `score` takes in bench/record", instructions),
    ("platforms", "tests on four other systems, by Wine and QEMU", platforms::check),
    ("dist", "makes all that is released, for every platform, and tries it", platforms::dist),
];

fn slow(setup: &Setup) -> Result {
    setup.run("cargo test --locked --no-fail-fast --tests -- --ignored")
}

/// The packages that others may depend on or install.
pub(crate) const PACKAGES: [&str; 4] =
    ["camel-cards", "camel-cards-input", "camel-cards-coach", "camel-cards-cli"];

pub(crate) fn pack(setup: &Setup) -> Result {
    // Built and tested in `package`, so not verified. Before a commit there is something dirty to pack.
    let names = PACKAGES.join(" -p ");
    setup.run(&format!("cargo package --locked --no-verify --allow-dirty -p {names}"))
}

/// Packs them, and unpacks them side by side in a folder outside the clone.
fn unpack(setup: &Setup) -> Result<Setup> {
    pack(setup)?;
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

fn package(setup: &Setup) -> Result {
    unpack(setup)?.run("cargo test --workspace")
}

/// Resolves each direct dependency to the oldest version that its manifest allows, and builds.
fn minimal(setup: &Setup) -> Result {
    let unpacked = unpack(setup)?;
    unpacked.run("env RUSTC_BOOTSTRAP=1 cargo update -Z direct-minimal-versions")?;
    unpacked.run("cargo check --workspace --all-targets")
}

fn features(setup: &Setup) -> Result {
    let packages = "--workspace --exclude xtask --exclude camel-cards-bench";
    let clippy = format!("clippy --feature-powerset {packages} {}", crates::NO_PANICS);
    setup.tools()?.run(&format!("cargo hack {clippy}"))
}

/// The runtime of the sanitizer is in the stable toolchain; the option asks for nightly.
fn sanitizer(setup: &Setup) -> Result {
    // With a target named, build scripts have no sanitizer.
    let target = "--target x86_64-unknown-linux-gnu --target-dir {target}/sanitizer";
    let tests = "cargo test --locked --lib --tests -p camel-cards -p camel-cards-input";
    setup.run(&format!("env RUSTC_BOOTSTRAP=1 RUSTFLAGS=-Zsanitizer=address {tests} {target}"))
}

const VALGRIND: Need<'_> = ("Valgrind", "valgrind --version", "valgrind");

/// Without AVX-512, which valgrind does not know.
fn valgrind(setup: &Setup) -> Result {
    setup.need("", &[VALGRIND])?;
    let valgrind = "VALGRIND_OPTS=--error-exitcode=1";
    let runner = "CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER=valgrind";
    let tests = "-p camel-cards --test engines --test corpus --test tally_bytes";
    setup.run(&format!("env {valgrind} {runner} cargo test --locked {tests}"))
}

/// Counts instructions. What git then shows as changed is worth a look.
fn instructions(setup: &Setup) -> Result {
    setup.need("", &[PYTHON, VALGRIND])?;
    setup.run("cargo build --release --locked -p camel-cards-cli")?;
    setup.run("python3 bench/instructions.py {target}/release/camel-cards")
}
