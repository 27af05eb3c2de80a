//! The page and the npm package: the engine as WebAssembly, then what is around it.

use std::{env, path::Path};

use crate::{
    crates,
    setup::{Need, Result, Setup, Skipped, is_ci, output, run},
};

const TARGET: &str = "wasm32-unknown-unknown";

/// Of the LLVM that Debian's compiler uses.
const LINKER: &str = "wasm-ld-22";

/// The test runner of Node.js 18, which Debian 12 has, lacks options.
const IS_NODE_20: &str = "node -e process.exit(Number(parseInt(process.versions.node)<20))";
const NODE: Need<'_> = ("Node.js 20 (in Debian from 13 on)", IS_NODE_20, "nodejs");

pub(super) fn build(setup: &Setup) -> Result {
    setup.need("", &[NODE, ("npm", "npm --version", "npm")])?;
    build_engine(setup)?;
    let engine = format!("{{target}}/web/{TARGET}/wasm/camel_cards_wasm.wasm");
    setup.run(&format!("cargo run --locked -p camel-cards-bindgen -- {engine} web/pkg"))?;
    setup.run("npm ci --prefix web --prefer-offline --no-audit --no-fund")?;
    setup.run("node web/build.mjs")
}

pub(super) fn serve(setup: &Setup) -> Result {
    build(setup)?;
    setup.run("node web/serve.mjs")
}

pub(super) fn test(setup: &Setup) -> Result {
    build(setup)?;
    setup.run("node web/node_modules/typescript/bin/tsc -p web")?;
    // Tests compare the engine with it.
    let command = crates::command(setup)?;
    let path = env::var("CHROMIUM").unwrap_or("/usr/bin/chromium".to_owned());
    let exists = format!("test -e {path}");
    let chromium = setup.need("tests in Chromium", &[("Chromium", &exists, "chromium")]);
    // One at a time, because some tests measure.
    let node = "node --test --test-concurrency=1 --test-reporter=spec";
    let without = if chromium.is_ok() { "no test has this text" } else { "playwright-core" };
    let mut tests = setup.command("sh -c");
    tests.arg(format!("{node} $(grep -L '{without}' *.test.mjs)"));
    tests.current_dir(setup.root.join("web/tests")).env("CHROMIUM", path);
    run(tests.env("CAMEL_CARDS", command))?;
    chromium
}

/// Builds the engine with the WebAssembly target of the compiler, which rustup installs, else with Debian's compiler,
/// which has to build the standard library too.
fn build_engine(setup: &Setup) -> Result {
    let mut cargo = setup.command(&format!(
        "cargo build --locked --profile wasm -p camel-cards-wasm --target {TARGET} \
         --target-dir {{target}}/web"
    ));
    let target = &format!("rustc --print target-libdir --target {TARGET}");
    if !Path::new(output(&mut setup.command(target))?.trim_end()).is_dir() {
        // Debian's compiler would replace a rustup that is a Debian package.
        if env::var_os("RUSTUP_TOOLCHAIN").is_some() && !is_ci() {
            let missing =
                format!("Rust's WebAssembly target is not installed (rustup target add {TARGET})");
            return Err(Skipped { missing, part: String::new() }.into());
        }
        setup.debian_rustc(&mut cargo)?;
        setup.need("", &[("LLD", &format!("{LINKER} --version"), "lld-22")])?;
        cargo.args(["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size"]);
        cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", LINKER);
        // Positions and `Debug`, which only panics would print, take much of the file.
        let smaller = "-Zlocation-detail=none -Zfmt-debug=none";
        cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", smaller);
    }
    run(&mut cargo)
}
