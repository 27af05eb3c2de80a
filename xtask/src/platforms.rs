//! The command built for other systems than this machine's, and tested with what runs their programs here.
//!
//! Debian's compiler builds the standard library of each target from its source, so nothing has to be
//! installed but packages of Debian and zig, which links what Debian has no linker for.

use std::{fs, process::Command};

use crate::{
    proof, python,
    setup::{Result, Setup, output, run},
    web,
};

/// What links programs for other systems, and what gives it to cargo.
const ZIG: &str = "cargo-zigbuild==0.24.0\nmaturin==1.16.0\nziglang==0.17.1\n";

const WINE: &str = "/usr/lib/wine/wine64";

struct Platform {
    target: &'static str,
    /// Debian's linker for it, and its package; zig if there is none.
    linker: Option<(&'static str, &'static str)>,
    /// What runs its programs, its package, and the tests that `cargo test` runs; nothing is tested
    /// if there is nothing to run it.
    runner: Option<(&'static str, &'static str, &'static str)>,
}

const PLATFORMS: [Platform; 6] = [
    Platform {
        target: "x86_64-unknown-linux-musl",
        linker: None,
        runner: Some(("env", "coreutils", "--tests")),
    },
    Platform {
        target: "aarch64-unknown-linux-musl",
        linker: None,
        // Not the command's tests: QEMU starts one program, and no other from it.
        runner: Some(("qemu-aarch64", "qemu-user", "-p camel-cards -p camel-cards-input --tests")),
    },
    Platform {
        target: "x86_64-pc-windows-gnu",
        linker: Some(("x86_64-w64-mingw32-gcc", "gcc-mingw-w64-x86-64")),
        runner: Some((WINE, "wine64", "--tests")),
    },
    Platform { target: "aarch64-apple-darwin", linker: None, runner: None },
    Platform { target: "x86_64-apple-darwin", linker: None, runner: None },
    // Big-endian: the bytes of tallies are the same on every machine.
    Platform {
        target: "s390x-unknown-linux-gnu",
        linker: Some(("s390x-linux-gnu-gcc", "crossbuild-essential-s390x")),
        runner: Some((
            "qemu-s390x -L /usr/s390x-linux-gnu",
            "qemu-user",
            "-p camel-cards --test corpus --test grammar --test tally_bytes",
        )),
    },
];

/// Builds the command for every platform and runs its tests.
pub(crate) fn check(setup: &Setup) -> Result {
    let zig = zig(setup)?;
    for platform in &PLATFORMS {
        eprintln!("\n-- {}", platform.target);
        let command = platform.build(&zig)?;
        let Some((runner, _, tests)) = platform.runner else { continue };
        run(&mut platform.cargo(&zig, "test", tests)?)?;
        let mut score =
            zig.command(&format!("{runner} {command} score testdata/cases/example.txt"));
        platform.prepare(&zig, &mut score)?;
        let scored = output(&mut score)?;
        if !scored.contains("6440") || !scored.contains("5905") {
            return Err(format!("{}: the command printed {scored}", platform.target).into());
        }
    }
    Ok(())
}

pub(crate) fn zig(setup: &Setup) -> Result<Setup> {
    setup.environment("zig", ZIG)
}

impl Platform {
    /// Builds the command as it is released, and returns where it is.
    fn build(&self, zig: &Setup) -> Result<String> {
        let mut cargo = self.cargo(zig, "build", "--release -p camel-cards-cli")?;
        if self.target.contains("apple") {
            // Debian has no rust-objcopy, which strips such files.
            cargo.env("CARGO_PROFILE_RELEASE_STRIP", "none");
        }
        run(&mut cargo)?;
        let suffix = if self.target.contains("windows") { ".exe" } else { "" };
        Ok(format!("{{target}}/{}/release/camel-cards{suffix}", self.target))
    }

    /// Makes a command of cargo for this target.
    fn cargo(&self, zig: &Setup, what: &str, arguments: &str) -> Result<Command> {
        let cargo = match (self.linker, what) {
            (Some(_), _) => format!("cargo {what}"),
            (None, "build") => "cargo-zigbuild zigbuild".to_owned(),
            (None, _) => format!("cargo-zigbuild {what}"),
        };
        let std = "-Zbuild-std=std,panic_abort,panic_unwind";
        let target = self.target;
        let mut cargo =
            zig.command(&format!("{cargo} --locked {std} --target {target} {arguments}"));
        let variable = format!("CARGO_TARGET_{}", target.to_uppercase().replace('-', "_"));
        if let Some((linker, package)) = self.linker {
            zig.debian(linker, package)?;
            cargo.env(format!("{variable}_LINKER"), linker);
        }
        if let Some((runner, ..)) = self.runner {
            cargo.env(format!("{variable}_RUNNER"), runner);
        }
        if target.contains("musl") {
            // Debian's compiler comes without the files that a static program starts with.
            let flags = "-C link-self-contained=no -C relocation-model=static \
                         -C target-feature=+crt-static";
            cargo.env(format!("{variable}_RUSTFLAGS"), flags);
        }
        zig.debian_rustc(&mut cargo)?;
        self.prepare(zig, &mut cargo)?;
        Ok(cargo)
    }

    /// Sees to it that what runs programs of this platform is there, and gives it its environment.
    fn prepare(&self, setup: &Setup, command: &mut Command) -> Result {
        let Some((runner, package, _)) = self.runner else { return Ok(()) };
        setup.debian(runner.split(' ').next().unwrap_or_default(), package)?;
        if runner == WINE {
            let folder = setup.target.join("wine");
            wine(setup)?;
            command.env("WINEPREFIX", &folder).env("WINEDEBUG", "-all");
            command.env("WINEPATH", format!("Z:{}", folder.display()));
        }
        Ok(())
    }
}

/// Makes a folder for Wine, and in it the library that Wine 8 lacks and Rust takes random numbers from.
fn wine(setup: &Setup) -> Result {
    const SOURCE: &str = "
        unsigned char __stdcall SystemFunction036(void *buffer, unsigned long length);
        __declspec(dllexport) int __stdcall ProcessPrng(void *buffer, unsigned long long length) {
            return SystemFunction036(buffer, length);
        }";
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
        let mut wine = setup.command(&format!("{WINE} {arguments}"));
        run(wine.env("WINEPREFIX", &folder).env("WINEDEBUG", "-all"))?;
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
    // The first one runs on this machine.
    let mut line = format!("python3 xtask/dist.py {version} {{target}}/dist");
    line += &format!(" {}", PLATFORMS[0].build(&zig)?);
    let released = PLATFORMS.iter().filter(|platform| !platform.target.contains("s390x"));
    for platform in released.clone() {
        line += &format!(" {}={}", platform.target, platform.build(&zig)?);
    }
    setup.run("npm pack --silent --pack-destination {target} ./web/dist/npm")?;
    line += &format!(" -- {{target}}/camel-cards-{version}.tgz web/dist/site/index.html");
    for name in proof::PACKAGES {
        line += &format!(" {{target}}/package/{name}-{version}.crate");
    }
    let mut script = setup.command(&line);
    for platform in released {
        platform.prepare(setup, &mut script)?;
    }
    run(script.arg(python::wheel(setup)?))
}
