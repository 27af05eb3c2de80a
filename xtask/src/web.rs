//! The page and the npm package: the engine as WebAssembly, then what is around it.

use std::{
    env,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use crate::{
    setup::{Setup, Unmet, failed, run},
    tools::{debian, debian_tool, needs},
};

const TARGET: &str = "wasm32-unknown-unknown";

/// What `rustc-web` installs, and `rust-web-src`.
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
const DEBIAN_SOURCES: &str = "/usr/lib/rustlib/src/rust/library/std";

pub(super) fn build(setup: &Setup) -> Result<(), Unmet> {
    // Node 20 or later.
    debian_tool(setup, "node", "nodejs")?;
    debian_tool(setup, "npm", "npm")?;
    // The package's has a judge, which the page's does without.
    for (features, folder) in [("judge", "web/npm/pkg"), ("", "web/pkg")] {
        let engine = build_engine(setup, features)?;
        let mut bindgen = setup.cargo("run --quiet --locked --package camel-cards-bindgen --");
        run(bindgen.arg(engine).arg(folder))?;
    }
    install_packages(setup)?;
    run(setup.command("node").arg("web/build.mjs"))
}

pub(super) fn serve(setup: &Setup) -> Result<(), Unmet> {
    build(setup)?;
    let mut server = setup.command("node");
    server.arg("web/serve.mjs");
    // In place of this process, so that whoever stops this stops it.
    #[cfg(unix)]
    return Err(failed("node", std::os::unix::process::CommandExt::exec(&mut server)));
    #[cfg(not(unix))]
    run(&mut server)
}

pub(super) fn test(setup: &Setup) -> Result<(), Unmet> {
    build(setup)?;
    run(setup.command("node").args(["web/node_modules/typescript/bin/tsc", "-p", "web"]))?;
    // What the engine is compared with.
    run(&mut setup.cargo("build --release --locked"))?;
    let command =
        setup.target.join("release/camel-cards").with_extension(env::consts::EXE_EXTENSION);

    let chromium = env::var_os("CHROMIUM").unwrap_or("/usr/bin/chromium".into());
    let probe = || needs("chromium", setup.command(&chromium).arg("--version"));
    debian(setup, &["chromium"], probe)?;

    let folder = "web/tests";
    let listed = fs::read_dir(setup.root.join(folder)).map_err(|error| failed(folder, error))?;
    let mut tests: Vec<OsString> = listed.flatten().map(|file| file.file_name()).collect();
    tests.retain(|name| name.to_string_lossy().ends_with(".test.mjs"));
    tests.sort();
    let mut node = setup.command("node");
    // One at a time: some of them measure.
    node.args(["--test", "--test-concurrency=1", "--test-reporter=spec"]);
    node.args(tests.iter().map(|name| Path::new(folder).join(name)));
    run(node.env("CHROMIUM", chromium).env("CAMEL_CARDS", command))
}

/// Builds the engine with the target of rustup's toolchain if it is there, else with Debian's
/// compiler, which has to build the standard library too.
fn build_engine(setup: &Setup, features: &str) -> Result<PathBuf, Unmet> {
    let target = setup.target.join("web");
    let mut cargo = setup.cargo("build --locked --profile wasm --package camel-cards-wasm");
    cargo.args(["--features", features, "--target", TARGET]).env("CARGO_TARGET_DIR", &target);
    // They would be those of another machine, and go before those below.
    cargo.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS");

    let libraries = PathBuf::from(rustc(setup, "sysroot")?).join("lib/rustlib");
    if !libraries.join(TARGET).join("lib").is_dir() {
        debian(setup, &["rustc-web", "rust-web-src"], || debian_rustc(setup))?;
        let linker = libraries.join(rustc(setup, "host-tuple")?).join("bin/rust-lld");
        cargo.args(["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size"]);
        cargo.env("RUSTC", DEBIAN_RUSTC).env("RUSTC_BOOTSTRAP", "1");
        cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
        // Positions and `Debug` are much of what panics would say, and of the file.
        let smaller = "-Zlocation-detail=none -Zfmt-debug=none";
        cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", smaller);
    }
    run(&mut cargo)?;
    Ok(target.join(TARGET).join("wasm/camel_cards_wasm.wasm"))
}

fn debian_rustc(setup: &Setup) -> Result<(), Unmet> {
    let compiler = needs("rustc-web", setup.command(DEBIAN_RUSTC).arg("--version"));
    if compiler.is_ok() && Path::new(DEBIAN_SOURCES).is_dir() {
        return Ok(());
    }
    Err(Unmet::Skipped(format!(
        "no compiler for WebAssembly: `rustup target add {TARGET}`, \
         or on Debian `apt-get install rustc-web rust-web-src`"
    )))
}

/// Asks the compiler that cargo uses.
fn rustc(setup: &Setup, what: &str) -> Result<String, Unmet> {
    let mut rustc: Command = setup.command(env::var_os("RUSTC").unwrap_or("rustc".into()));
    let output = rustc.args(["--print", what]).stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| failed("rustc", error))?;
    if !output.status.success() {
        return Err(failed("rustc", output.status));
    }
    Ok(String::from_utf8_lossy(output.stdout.trim_ascii_end()).into_owned())
}

/// Installs what the lockfile lists, unless that was done since it changed.
fn install_packages(setup: &Setup) -> Result<(), Unmet> {
    let changed = |name| fs::metadata(setup.root.join("web").join(name))?.modified();
    // npm writes it last.
    let installed = changed("node_modules/.package-lock.json");
    let listed =
        changed("package-lock.json").map_err(|error| failed("package-lock.json", error))?;
    if installed.is_ok_and(|installed| installed >= listed) {
        return Ok(());
    }
    let mut npm = setup.command("npm");
    run(npm.args(["ci", "--prefix", "web", "--no-audit", "--no-fund"])).map_err(|_| {
        Unmet::Skipped("what web/package-lock.json lists could not be installed".to_owned())
    })
}
