//! The command and wheels of the library for other systems, tested here with Wine and QEMU.
//!
//! Debian's compiler builds each target's standard library from source, so only Debian packages and zig are
//! required. zig links targets for which Debian has no linker.

use crate::{
    crates, python,
    setup::{Result, Setup, run},
    web,
};

const WINE: &str = "/usr/lib/wine/wine64";
/// Runs a program that may start Wine.
const WITH_WINE: &str = "env WINEPREFIX={target}/wine WINEDEBUG=-all WINEPATH=Z:{target}/wine";

/// A target; Debian's linker, or `None` for zig; the program that runs its programs; the tests.
type Platform = (&'static str, Option<&'static str>, &'static str, &'static str);

/// Without the tests of the command, because QEMU cannot start a second program from the first.
const WITHOUT_OTHER_PROGRAMS: &str = "-p camel-cards -p camel-cards-input --tests";

/// The targets of a release. The first runs on this machine; the last two (macOS) cannot be run here.
const RELEASED: [Platform; 5] = [
    ("x86_64-unknown-linux-musl", None, "env", "--tests"),
    ("aarch64-unknown-linux-musl", None, "qemu-aarch64", WITHOUT_OTHER_PROGRAMS),
    ("x86_64-pc-windows-gnu", Some("x86_64-w64-mingw32-gcc"), WINE, "--tests"),
    ("aarch64-apple-darwin", None, "", ""),
    ("x86_64-apple-darwin", None, "", ""),
];

/// For the wheel of the library: Python cannot load a static library, and most systems have glibc.
const ARM64: Platform = ("aarch64-unknown-linux-gnu", None, "", "");

/// Big-endian: the bytes of tallies are the same on every machine.
const S390X: Platform = (
    "s390x-unknown-linux-gnu",
    Some("s390x-linux-gnu-gcc"),
    "qemu-s390x -L /usr/s390x-linux-gnu",
    "-p camel-cards --test corpus --test grammar --test tally_bytes",
);

/// Runs tests on every platform that Wine or QEMU provides.
pub(crate) fn check(setup: &Setup) -> Result {
    let zig = setup.zig()?;
    for platform in RELEASED[..3].iter().chain([&S390X]) {
        cross(&zig, platform, &format!("cargo test {}", platform.3), crates::WITH_LONG)?;
    }
    Ok(())
}

/// Runs a command of cargo or maturin for a platform.
fn cross(zig: &Setup, platform: &Platform, line: &str, last: &str) -> Result {
    let &(target, linker, runner, _) = platform;
    let line = match (linker, line.strip_prefix("cargo ")) {
        (Some(_), _) => line.to_owned(),
        (None, Some(line)) => format!("cargo-zigbuild {}", line.replace("build ", "zigbuild ")),
        (None, None) => format!("{line} --zig"),
    };
    let std = "-Zbuild-std=std,panic_abort,panic_unwind";
    let mut cargo =
        zig.command(&format!("{WITH_WINE} {line} --locked {std} --target {target} {last}"));
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
        // zig lacks one framework that a dependency of the Python package names. Its symbols are looked up when the
        // library is loaded.
        cargo.env("SDKROOT", zig.root.join("xtask/macos-sdk"));
    }
    if target.contains("musl") {
        // Debian's compiler lacks the start files of static programs.
        let flags = "-C link-self-contained=no -C relocation-model=static \
                     -C target-feature=+crt-static";
        cargo.env(format!("{variable}_RUSTFLAGS"), flags);
    }
    zig.debian_rustc(&mut cargo)?;
    wine(zig)?;
    run(&mut cargo)
}

/// Makes Wine's folder, with a library that Wine 8 lacks and that Rust uses for random numbers.
fn wine(setup: &Setup) -> Result {
    let packages = "wine64 qemu-user gcc-mingw-w64-x86-64 crossbuild-essential-s390x";
    setup.need("", &[("Wine", &format!("test -e {WINE}"), packages)])?;
    let folder = setup.target.join("wine");
    if folder.join("bcryptprimitives.dll").exists() {
        return Ok(());
    }
    let wine = |line: &str| setup.run(&format!("{WITH_WINE} {WINE} {line}"));
    wine("winecfg -v win10")?;
    // On drive Z, paths that begin with / name the files of this machine.
    wine(r"reg add HKCU\Environment /v TEMP /d Z:\tmp /f")?;
    wine(r"reg add HKCU\Environment /v TMP /d Z:\tmp /f")?;
    let files = "xtask/random.c -ladvapi32 -o {target}/wine/bcryptprimitives.dll";
    setup.run(&format!("x86_64-w64-mingw32-gcc -shared {files}"))
}

/// Builds and tries a release in one folder; see `xtask/dist.py`.
pub(crate) fn dist(setup: &Setup) -> Result {
    setup.run("python3 xtask/dist.py")?;
    python::wheel(setup)?;
    web::build(setup)?;
    crates::pack(setup)?;
    let zig = setup.zig()?;
    let version = env!("CARGO_PKG_VERSION");
    let mut line = format!("{WITH_WINE} python3 xtask/dist.py {version} {{target}}/dist");
    for platform in &RELEASED {
        let target = platform.0;
        cross(&zig, platform, "cargo build --release -p camel-cards-cli", "")?;
        let suffix = if target.contains("windows") { ".exe" } else { "" };
        line += &format!(" {target}={{target}}/{target}/release/camel-cards{suffix}");
    }
    setup.run("npm pack --silent --pack-destination {target} ./web/dist/npm")?;
    line += &format!(" -- {{target}}/camel-cards-{version}.tgz web/dist/site/index.html");
    for name in crates::PACKAGES {
        line += &format!(" {{target}}/package/{name}-{version}.crate");
    }
    for platform in RELEASED[2..].iter().chain([&ARM64]) {
        let manifest = "--manifest-path crates/camel-cards-python/Cargo.toml";
        let wheel = format!("maturin build --release {manifest} --out {{target}}/wheels");
        cross(&zig, platform, &wheel, "")?;
    }
    run(zig.command(&line).args(python::library_wheels(setup)?))
}
