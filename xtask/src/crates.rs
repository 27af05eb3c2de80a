//! The crates: lints, tests, documentation, dependencies.

use std::{env, path::PathBuf};

use crate::setup::{PYTHON, Result, Setup, run, succeeds};

pub(crate) fn fmt(setup: &Setup) -> Result {
    setup.need("", &[("rustfmt, a rustup component,", "cargo fmt --version", "rustfmt")])?;
    setup.run("cargo fmt --all --check")?;
    setup.run("cargo fmt --check --manifest-path fuzz/Cargo.toml")
}

/// Code that users run must not panic on any input. Each exception gives its reason in the code.
pub(crate) const NO_PANICS: &str = "--locked -- -D warnings -D clippy::expect_used \
    -D clippy::indexing_slicing -D clippy::panic -D clippy::string_slice -D clippy::unreachable \
    -D clippy::unwrap_used";

pub(crate) fn clippy(setup: &Setup) -> Result {
    setup.need("", &[("clippy, a rustup component,", "cargo clippy --version", "rust-clippy")])?;
    setup.run("cargo clippy --workspace --all-targets --locked -- -D warnings")?;
    let not_run_by_users = "--exclude xtask --exclude camel-cards-bench";
    setup.run(&format!("cargo clippy --workspace {not_run_by_users} {NO_PANICS}"))?;
    let with_features = "-p camel-cards -p camel-cards-input -p camel-cards-coach";
    setup.run(&format!("cargo clippy {with_features} --no-default-features {NO_PANICS}"))
}

/// Options that run the long tests, too.
pub(crate) const WITH_LONG: &str = "-- --include-ignored --skip slow_";

/// Runs all tests, the long ones too. Root may open everything, so it runs them as `nobody`.
pub(crate) fn test(setup: &Setup) -> Result {
    const NOBODY: &str = "setpriv --reuid=65534 --regid=65534 --clear-groups";
    const FOLDER: &str = "/var/cache/camel-cards/user";
    let mut tested = setup.clone();
    let mut runner = None;
    if succeeds(&mut setup.command(&format!("{NOBODY} true"))) {
        setup.run(&format!("install -d -m 700 -o 65534 -g 65534 {FOLDER}/home"))?;
        setup.run("mkdir -p {target}")?;
        let mut is_readable = setup.command(&format!("{NOBODY} test -x {{target}} -a -x"));
        if !succeeds(is_readable.arg(&setup.root)) {
            tested.root = format!("{FOLDER}/clone").into();
            tested.target = format!("{FOLDER}/target").into();
            let files = "--mode=a+rX --exclude=.git --exclude=node_modules --exclude=./target .";
            let unpack = format!("tar -x --recursive-unlink --one-top-level={FOLDER}/clone");
            run(setup.command("sh -c").arg(format!("tar -c {files} | {unpack}")))?;
        }
        let folders = env::split_paths(&setup.path).filter(|folder| !folder.starts_with("/root"));
        let path = env::join_paths(folders)?.into_string().unwrap_or_default();
        let environment = format!("env HOME={FOLDER}/home TMPDIR={FOLDER}/home PATH={path}");
        runner = Some(format!("--config=target.'cfg(unix)'.runner = '{NOBODY} {environment}'"));
    }
    let mut tests = tested.command("cargo test --locked --no-fail-fast --tests");
    run(tests.args(runner).args(WITH_LONG.split(' ')))?;
    setup.run("cargo test --locked --doc")?;
    setup.run("cargo test --locked -p xtask")?;
    setup.need("tests that start python3", &[PYTHON])
}

/// Builds the command as `cargo test` does, and returns its path.
pub(crate) fn command(setup: &Setup) -> Result<PathBuf> {
    setup.run("cargo test --locked --no-run -p camel-cards-cli --test it")?;
    Ok(setup.target.join("debug/camel-cards"))
}

/// Checks all tests with the oldest compiler, and runs the unit tests of the core, which alone of these
/// crates has unsafe code, in a target folder of its own.
pub(crate) fn oldest(setup: &Setup) -> Result {
    const MIRROR: &str = "grep -rqsE ://[^[:space:]]+/debian/?([[:space:]]|$) /etc/apt";
    // This starts cargo and rustc, which load libraries that are not among the packages of the script.
    const STARTS: &str = "sh xtask/oldest.sh {cache}/rust-1.85 tree --locked";
    const LIBRARIES: &str = "libcurl4 libsqlite3-0 libedit2 libz3-4 libxml2";
    let libraries = ("a library that Rust 1.85 loads", STARTS, LIBRARIES);
    setup.need("", &[("apt with a Debian mirror", MIRROR, "apt"), libraries])?;
    let oldest = |line| {
        let options = "--locked --target-dir {target}/oldest";
        setup.run(&format!("sh xtask/oldest.sh {{cache}}/rust-1.85 {line} {options}"))
    };
    oldest("check --tests")?;
    oldest("test --lib -p camel-cards")
}

pub(crate) fn doc(setup: &Setup) -> Result {
    setup.run("env RUSTDOCFLAGS=-Dwarnings cargo doc --workspace --no-deps --locked")?;
    for package in [
        "camel-cards --features serde",
        "camel-cards-input --no-default-features",
        "camel-cards-coach",
    ] {
        // This option lets the stable compiler write rustdoc's JSON. In a folder of its own, because some
        // build scripts run again when `RUSTC_BOOTSTRAP` changes.
        setup.run(&format!(
            "env RUSTC_BOOTSTRAP=1 cargo rustdoc --locked --lib -p {package} \
             --target-dir {{target}}/api -- -Z unstable-options --output-format json"
        ))?;
    }
    setup.need("the public API", &[PYTHON])?;
    setup.run("python3 xtask/api.py {target}/api/doc")
}

/// Runs the checks of `cargo-deny` that need no network. Known vulnerabilities (`advisories`) change by the day, so
/// they are not a property of a commit.
pub(crate) fn deny(setup: &Setup) -> Result {
    let tools = setup.tools()?;
    tools.run("cargo deny --locked check licenses bans sources")?;
    tools.run("cargo shear")
}

/// The crates that are published.
pub(crate) const PACKAGES: [&str; 4] =
    ["camel-cards", "camel-cards-input", "camel-cards-coach", "camel-cards-cli"];

pub(crate) fn pack(setup: &Setup) -> Result {
    // `package` builds and tests them. They are packed before a commit too.
    let names = PACKAGES.join(" -p ");
    setup.run(&format!("cargo package --locked --no-verify --allow-dirty -p {names}"))
}
