//! The page and the npm package: the engine as WebAssembly, then what is around it.

use std::{
    env,
    path::{Path, PathBuf},
};

use crate::setup::{Result, Setup, output, run};

const TARGET: &str = "wasm32-unknown-unknown";

pub(super) fn build(setup: &Setup) -> Result {
    // Node 20 or later.
    setup.debian_tool("node", "nodejs")?;
    setup.debian_tool("npm", "npm")?;
    let engine = build_engine(setup)?;
    let mut bindgen = setup.cargo("run --quiet --locked --package camel-cards-bindgen --");
    run(bindgen.arg(engine).arg("web/pkg"))?;
    let npm = "ci --prefix web --prefer-offline --no-audit --no-fund";
    run(setup.command("npm").args(npm.split(' ')))?;
    run(setup.command("node").arg("web/build.mjs"))
}

pub(super) fn serve(setup: &Setup) -> Result {
    build(setup)?;
    let mut server = setup.command("node");
    server.arg("web/serve.mjs");
    // In place of this process, so that whoever stops this stops it.
    #[cfg(unix)]
    return Err(std::os::unix::process::CommandExt::exec(&mut server).into());
    #[cfg(not(unix))]
    run(&mut server)
}

pub(super) fn test(setup: &Setup) -> Result {
    build(setup)?;
    run(setup.command("node").args(["web/node_modules/typescript/bin/tsc", "-p", "web"]))?;
    // What the engine is compared with.
    run(&mut setup.cargo("build --release --locked"))?;
    let command = setup.target.join("release/camel-cards");

    let chromium = env::var_os("CHROMIUM").unwrap_or("/usr/bin/chromium".into());
    setup.debian_tool(&chromium, "chromium")?;

    let mut node = setup.command("node");
    // One at a time: some of them measure.
    node.args(["--test", "--test-concurrency=1", "--test-reporter=spec"]);
    run(node
        .current_dir(setup.root.join("web/tests"))
        .env("CHROMIUM", chromium)
        .env("CAMEL_CARDS", command))
}

/// Builds the engine with the target of rustup's toolchain if it is there (`rustup target add
/// wasm32-unknown-unknown`), else with Debian's compiler, which has to build the standard library too.
fn build_engine(setup: &Setup) -> Result<PathBuf> {
    let target = setup.target.join("web");
    let mut cargo = setup.cargo("build --locked --profile wasm --package camel-cards-wasm");
    cargo.args(["--target", TARGET]).env("CARGO_TARGET_DIR", &target);
    // They would be those of another machine, and go before those below.
    cargo.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS");

    let rustc = env::var_os("RUSTC").unwrap_or("rustc".into());
    let ask = |what| output(setup.command(&rustc).args(["--print", what]));
    let libraries = Path::new(ask("sysroot")?.trim_end()).join("lib/rustlib");
    if !libraries.join(TARGET).join("lib").is_dir() {
        setup.debian_rustc(&mut cargo)?;
        let linker = libraries.join(ask("host-tuple")?.trim_end()).join("bin/rust-lld");
        cargo.args(["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size"]);
        cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
        // Positions and `Debug` are much of what panics would say, and of the file.
        let smaller = "-Zlocation-detail=none -Zfmt-debug=none";
        cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", smaller);
    }
    run(&mut cargo)?;
    Ok(target.join(TARGET).join("wasm/camel_cards_wasm.wasm"))
}
