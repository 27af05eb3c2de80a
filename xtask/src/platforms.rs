//! The command, and wheels of the library, built for other systems than this machine's, and tested with what runs their programs here.
//!
//! Debian's compiler builds the standard library of each target from its source, so nothing has to be
//! installed but packages of Debian and zig, which links what Debian has no linker for.

use std::{fs, path::PathBuf, process::Command};

use crate::{
    proof, python,
    setup::{Result, Setup, run},
    web,
};

/// What links programs for other systems, and what gives it to cargo.
const ZIG: &str = "cargo-zigbuild==0.24.0\nmaturin==1.16.0\nziglang==0.17.1\n";

const DEBIAN: &str = "wine64 qemu-user gcc-mingw-w64-x86-64 crossbuild-essential-s390x";
const WINE: &str = "/usr/lib/wine/wine64";
/// Runs a program that may start Wine.
const WITH_WINE: &str = "WINEPREFIX={target}/wine WINEDEBUG=-all WINEPATH=Z:{target}/wine";

/// A target; Debian's linker for it, or zig if there is none; what runs its programs, and which tests.
type Platform = (&'static str, Option<&'static str>, &'static str, &'static str);

/// What the command is released for. The first one runs on this machine, and nothing here runs the last two.
const RELEASED: [Platform; 5] = [
    ("x86_64-unknown-linux-musl", None, "env", "--tests"),
    // Not the command's tests: QEMU starts one program, and no other from it.
    (
        "aarch64-unknown-linux-musl",
        None,
        "qemu-aarch64",
        "-p camel-cards -p camel-cards-input --tests",
    ),
    ("x86_64-pc-windows-gnu", Some("x86_64-w64-mingw32-gcc"), WINE, "--tests"),
    ("aarch64-apple-darwin", None, "", ""),
    ("x86_64-apple-darwin", None, "", ""),
];

/// For the wheel of the library: Python loads no static one, and on most systems it is built for glibc.
const ARM64: Platform = ("aarch64-unknown-linux-gnu", None, "", "");

/// Big-endian: the bytes of tallies are the same on every machine.
const S390X: Platform = (
    "s390x-unknown-linux-gnu",
    Some("s390x-linux-gnu-gcc"),
    "qemu-s390x -L /usr/s390x-linux-gnu",
    "-p camel-cards --test corpus --test grammar --test tally_bytes",
);

/// Runs tests on every platform that can be had here.
pub(crate) fn check(setup: &Setup) -> Result {
    let zig = zig(setup)?;
    for platform in RELEASED[..3].iter().chain([&S390X]) {
        run(&mut cross(&zig, platform, &format!("cargo test {}", platform.3))?)?;
    }
    Ok(())
}

/// Returns the setup with zig.
pub(crate) fn zig(setup: &Setup) -> Result<Setup> {
    setup.environment("zig", ZIG)
}

/// Makes of a command of cargo or maturin one for a platform.
fn cross(zig: &Setup, platform: &Platform, line: &str) -> Result<Command> {
    let &(target, linker, runner, _) = platform;
    let line = match (linker, line.strip_prefix("cargo ")) {
        (Some(_), _) => line.to_owned(),
        (None, Some(line)) => format!("cargo-zigbuild {}", line.replace("build ", "zigbuild ")),
        (None, None) => format!("{line} --zig"),
    };
    let std = "-Zbuild-std=std,panic_abort,panic_unwind";
    let mut cargo = zig.command(&format!("{WITH_WINE} {line} --locked {std} --target {target}"));
    let variable = format!("CARGO_TARGET_{}", target.to_uppercase().replace('-', "_"));
    if !runner.is_empty() {
        cargo.env(format!("{variable}_RUNNER"), runner);
    }
    if let Some(linker) = linker {
        cargo.env(format!("{variable}_LINKER"), linker);
    }
    if target.contains("apple") {
        // Debian has no rust-objcopy, which strips such files.
        cargo.env("CARGO_PROFILE_RELEASE_STRIP", "none").env("MATURIN_STRIP", "false");
        cargo.env("SDKROOT", mac_sdk(zig)?);
    }
    if target.contains("musl") {
        // Debian's compiler comes without the files that a static program starts with.
        let flags = "-C link-self-contained=no -C relocation-model=static \
                     -C target-feature=+crt-static";
        cargo.env(format!("{variable}_RUSTFLAGS"), flags);
    }
    zig.debian_rustc(&mut cargo)?;
    wine(zig)?;
    Ok(cargo)
}

/// Makes a folder in the form of Apple's SDK, with what zig lacks: the one framework that a dependency of the
/// Python package names. What is in it is looked up when the library is loaded.
fn mac_sdk(setup: &Setup) -> Result<PathBuf> {
    const FRAMEWORK: &str = "\
--- !tapi-tbd
tbd-version: 4
targets: [ arm64-macos, x86_64-macos ]
install-name: /System/Library/Frameworks/CoreFoundation.framework/Versions/A/CoreFoundation
...
";
    let sdk = setup.target.join("macos-sdk");
    let folder = sdk.join("System/Library/Frameworks/CoreFoundation.framework");
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("CoreFoundation.tbd"), FRAMEWORK)?;
    Ok(sdk)
}

/// Makes the folder of Wine. In that is the library that Wine 8 lacks and Rust takes random numbers from.
fn wine(setup: &Setup) -> Result {
    const SOURCE: &str = "
        unsigned char __stdcall SystemFunction036(void *buffer, unsigned long length);
        __declspec(dllexport) int __stdcall ProcessPrng(void *buffer, unsigned long long length) {
            return SystemFunction036(buffer, length);
        }";
    setup.debian(WINE, DEBIAN)?;
    let folder = setup.target.join("wine");
    if folder.join("bcryptprimitives.dll").exists() {
        return Ok(());
    }
    for arguments in [
        "winecfg -v win10",
        // Where paths that begin with / lead to the files of this machine.
        r"reg add HKCU\Environment /v TEMP /d Z:\tmp /f",
        r"reg add HKCU\Environment /v TMP /d Z:\tmp /f",
    ] {
        setup.run(&format!("{WITH_WINE} {WINE} {arguments}"))?;
    }
    fs::write(folder.join("random.c"), SOURCE)?;
    let files = "{target}/wine/random.c -ladvapi32 -o {target}/wine/bcryptprimitives.dll";
    setup.run(&format!("x86_64-w64-mingw32-gcc -shared {files}"))
}

/// Makes all that is released in one folder, and tries it: `xtask/dist.py` says how.
pub(crate) fn dist(setup: &Setup) -> Result {
    python::wheels(setup)?;
    web::build(setup)?;
    proof::pack(setup)?;
    let zig = zig(setup)?;
    let version = env!("CARGO_PKG_VERSION");
    let mut line = format!("{WITH_WINE} python3 xtask/dist.py {version} {{target}}/dist");
    for platform in &RELEASED {
        let target = platform.0;
        run(&mut cross(&zig, platform, "cargo build --release -p camel-cards-cli")?)?;
        let suffix = if target.contains("windows") { ".exe" } else { "" };
        line += &format!(" {target}={{target}}/{target}/release/camel-cards{suffix}");
    }
    setup.run("npm pack --silent --pack-destination {target} ./web/dist/npm")?;
    line += &format!(" -- {{target}}/camel-cards-{version}.tgz web/dist/site/index.html");
    for name in proof::PACKAGES {
        line += &format!(" {{target}}/package/{name}-{version}.crate");
    }
    for platform in RELEASED[2..].iter().chain([&ARM64]) {
        let manifest = "--manifest-path crates/camel-cards-python/Cargo.toml";
        let wheel = format!("maturin build --release {manifest} --out {{target}}/wheels");
        run(&mut cross(&zig, platform, &wheel)?)?;
    }
    run(setup.command(&line).args(python::library_wheels(setup)?))
}
