//! What CI has no time for, or no use for at each commit. docs/proof.md has what came of it.

use crate::{
    Step, package, platforms, python,
    setup::{Result, Setup, run},
};

pub(crate) const PROOFS: [Step; 8] = [
    ("slow", "the tests that are ignored: programs judged by the thousand", slow),
    ("extras", "each extra of the Python package alone, and the oldest libraries", python::extras),
    ("kills", "Spark with 20 million rows, and ten workers killed", python::kills),
    ("minimal", "the oldest versions of what the packed crates depend on", minimal),
    ("sanitizer", "tests of core and input under AddressSanitizer", sanitizer),
    ("valgrind", "tests of the core's bytes and totals in valgrind", valgrind),
    (
        "platforms",
        "the command for six other systems, in Wine or QEMU where they run it",
        platforms::check,
    ),
    ("dist", "makes all that is released, for every platform, and tries it", platforms::dist),
];

fn slow(setup: &Setup) -> Result {
    let mut tests = setup.wheel("cargo-nextest")?;
    run(tests.args(crate::NEXTEST).args(["--run-ignored", "only"]))
}

/// Resolves each direct dependency to the oldest version that its manifest allows, and builds.
fn minimal(setup: &Setup) -> Result {
    let folder = package::unpack(setup)?;
    let mut update = setup.cargo("update -Z direct-minimal-versions");
    run(update.current_dir(&folder).env("RUSTC_BOOTSTRAP", "1"))?;
    run(setup.cargo("check --workspace --all-targets").current_dir(&folder))
}

/// The runtime of the sanitizer is in the stable toolchain; the option asks for nightly.
fn sanitizer(setup: &Setup) -> Result {
    let mut tests = setup
        .cargo("test --locked --lib --tests --package camel-cards --package camel-cards-input");
    // With a target named, build scripts have no sanitizer.
    tests.args(["--target", "x86_64-unknown-linux-gnu"]);
    tests.env("CARGO_TARGET_DIR", setup.target.join("sanitizer"));
    run(tests.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", "-Zsanitizer=address"))
}

/// Without AVX-512, which valgrind does not know.
fn valgrind(setup: &Setup) -> Result {
    setup.debian_tool("valgrind", "valgrind")?;
    let mut tests = setup.cargo(
        "test --locked --package camel-cards --test engines --test corpus --test tally_bytes",
    );
    let runner = "valgrind --quiet --error-exitcode=1";
    run(tests.env("CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER", runner))
}
