//! The command built for other systems than this machine's, and tested with what runs their programs here.
//!
//! Debian's compiler builds the standard library of each target from its source, so nothing has to be
//! installed but packages of Debian and zig, which links what Debian has no linker for.

use std::{
    fs,
    io::Write,
    path::PathBuf,
    process::{Command, Stdio},
    time::Instant,
};

use crate::{
    package, python,
    setup::{Result, Setup, output, run},
    web,
};

/// A wheel of the linker, and one of what gives it to cargo.
const ZIG: &str = "cargo-zigbuild==0.24.0\nziglang==0.17.1\n";

const WINE: &str = "/usr/lib/wine/wine64";

struct Platform {
    name: &'static str,
    target: &'static str,
    /// Debian's linker for it, and its package; zig if there is none.
    linker: Option<(&'static str, &'static str)>,
    /// What runs its programs, and its package; nothing if the first is empty.
    runner: (&'static str, &'static str),
    /// What `cargo test` is told; nothing is tested if there is nothing to run it.
    tests: &'static str,
}

const PLATFORMS: [Platform; 6] = [
    Platform {
        name: "Linux, x86-64",
        target: "x86_64-unknown-linux-musl",
        linker: None,
        runner: ("env", "coreutils"),
        tests: "--lib --bins --tests",
    },
    Platform {
        name: "Linux, ARM64",
        target: "aarch64-unknown-linux-musl",
        linker: None,
        runner: ("qemu-aarch64", "qemu-user"),
        // Not the command's: QEMU starts one program, and no other from it.
        tests: "--package camel-cards --package camel-cards-input --lib --tests",
    },
    Platform {
        name: "Windows, x86-64",
        target: "x86_64-pc-windows-gnu",
        linker: Some(("x86_64-w64-mingw32-gcc", "gcc-mingw-w64-x86-64")),
        runner: (WINE, "wine64"),
        tests: "--lib --bins --tests",
    },
    Platform {
        name: "macOS, ARM64",
        target: "aarch64-apple-darwin",
        linker: None,
        runner: ("", ""),
        tests: "",
    },
    Platform {
        name: "macOS, x86-64",
        target: "x86_64-apple-darwin",
        linker: None,
        runner: ("", ""),
        tests: "",
    },
    // Big-endian: the bytes of tallies are the same on every machine.
    Platform {
        name: "Linux, s390x",
        target: "s390x-unknown-linux-gnu",
        linker: Some(("s390x-linux-gnu-gcc", "crossbuild-essential-s390x")),
        runner: ("qemu-s390x -L /usr/s390x-linux-gnu", "qemu-user"),
        tests: "--package camel-cards --test corpus --test grammar --test tally_bytes",
    },
];

/// Builds the command for every platform, runs its tests, and prints a line for each.
pub(crate) fn check(setup: &Setup) -> Result {
    let mut table = String::new();
    for platform in &PLATFORMS {
        eprintln!("\n-- {}", platform.name);
        let start = Instant::now();
        let command = platform.build(setup)?;
        let size = fs::metadata(&command)?.len() >> 10;
        let built = start.elapsed().as_secs();
        let (start, tested) = (Instant::now(), platform.test(setup, &command)?);
        let seconds = start.elapsed().as_secs();
        let name = platform.name;
        table +=
            &format!("{name:<16} built in {built:>3} s, {size:>5} KiB; {tested}, {seconds} s\n");
    }
    print!("{table}");
    Ok(())
}

impl Platform {
    /// Builds the command as it is released.
    fn build(&self, setup: &Setup) -> Result<PathBuf> {
        let mut cargo = self.cargo(setup, "build", "--release --package camel-cards-cli")?;
        if self.target.contains("apple") {
            // Debian has no rust-objcopy, which strips such files.
            cargo.env("CARGO_PROFILE_RELEASE_STRIP", "none");
        }
        run(&mut cargo)?;
        let suffix = if self.target.contains("windows") { ".exe" } else { "" };
        Ok(setup.target.join(self.target).join(format!("release/camel-cards{suffix}")))
    }

    /// Runs the tests and then the released command, and says how many tests passed.
    fn test(&self, setup: &Setup, command: &PathBuf) -> Result<String> {
        let (runner, _) = self.runner;
        if runner.is_empty() {
            return Ok("not run".to_owned());
        }
        let printed = output(&mut self.cargo(setup, "test", self.tests)?)?;
        let passed = printed.lines().filter_map(|line| line.strip_prefix("test result: ok. "));
        let passed = passed.filter_map(|line| line.split(' ').next()?.parse::<u32>().ok());
        let mut words = runner.split(' ');
        let mut score = setup.command(words.next().unwrap_or_default());
        self.prepare(setup, &mut score)?;
        score.args(words).arg(command).args(["score", "testdata/cases/example.txt"]);
        let scored = output(&mut score)?;
        if !scored.contains("6440") || !scored.contains("5905") {
            return Err(format!("{}: the command printed {scored}", self.name).into());
        }
        if self.target.contains("windows") {
            self.check_list(setup)?;
        }
        Ok(format!("{} tests passed", passed.sum::<u32>()))
    }

    /// Makes a command of cargo for this target.
    fn cargo(&self, setup: &Setup, what: &str, arguments: &str) -> Result<Command> {
        let variable = self.target.to_uppercase().replace('-', "_");
        let mut cargo = match self.linker {
            Some((linker, package)) => {
                setup.debian_tool(linker, package)?;
                let mut cargo = setup.cargo(what);
                cargo.env(format!("CARGO_TARGET_{variable}_LINKER"), linker);
                cargo
            }
            None => {
                let zig = setup.environment("zigbuild", ZIG)?;
                let mut cargo = setup.command(zig.join("cargo-zigbuild"));
                cargo.arg(if what == "build" { "zigbuild" } else { what });
                cargo.env("CARGO_ZIGBUILD_PYTHON_PATH", zig.join("python"));
                cargo
            }
        };
        setup.debian_rustc(&mut cargo)?;
        cargo.args(["--locked", "-Zbuild-std=std,panic_abort,panic_unwind"]);
        cargo.args(["--target", self.target]).args(arguments.split(' '));
        if !self.runner.0.is_empty() {
            cargo.env(format!("CARGO_TARGET_{variable}_RUNNER"), self.runner.0);
        }
        if self.target.contains("musl") {
            // Debian's compiler comes without the files that a static program starts with.
            let flags = "-C link-self-contained=no -C relocation-model=static \
                         -C target-feature=+crt-static";
            cargo.env(format!("CARGO_TARGET_{variable}_RUSTFLAGS"), flags);
        }
        self.prepare(setup, &mut cargo)?;
        Ok(cargo)
    }

    /// Sees to it that what runs programs of this platform is there, and gives it its environment.
    fn prepare(&self, setup: &Setup, command: &mut Command) -> Result {
        let (runner, package) = self.runner;
        if !runner.is_empty() {
            setup.debian_tool(runner.split(' ').next().unwrap_or_default(), package)?;
        }
        if runner == WINE {
            let folder = wine(setup)?;
            command.env("WINEPREFIX", &folder).env("WINEDEBUG", "-all");
            command.env("WINEPATH", format!("Z:{}", folder.display()));
        }
        Ok(())
    }

    /// Checks that docs/platforms.md names each test of the command that is left out on Windows.
    fn check_list(&self, setup: &Setup) -> Result {
        let tests = "--package camel-cards-cli --test it -- --list --format terse";
        let here = output(setup.cargo("test --locked").args(tests.split(' ')))?;
        let there = output(&mut self.cargo(setup, "test", tests)?)?;
        let page = setup.read("docs/platforms.md")?;
        let is_missing = |test: &&str| {
            let module = test.split("::").next().unwrap_or_default();
            let named = [format!("`{test}`"), format!("`{module}::`")];
            let there = there.lines().any(|line| line.trim_end() == format!("{test}: test"));
            !there && !named.iter().any(|name| page.contains(name))
        };
        let tests = here.lines().filter_map(|line| line.strip_suffix(": test"));
        let missing: Vec<&str> = tests.filter(is_missing).collect();
        if missing.is_empty() {
            return Ok(());
        }
        Err(format!("docs/platforms.md does not name {}", missing.join(", ")).into())
    }
}

/// Makes a folder for Wine, and in it the library that Wine 8 lacks and Rust takes random numbers from.
fn wine(setup: &Setup) -> Result<PathBuf> {
    const SOURCE: &[u8] = b"
        unsigned char __stdcall SystemFunction036(void *buffer, unsigned long length);
        __declspec(dllexport) int __stdcall ProcessPrng(void *buffer, unsigned long long length) {
            return SystemFunction036(buffer, length);
        }";
    let folder = setup.cache.join("wine");
    let library = folder.join("bcryptprimitives.dll");
    if library.exists() {
        return Ok(folder);
    }
    for arguments in [
        &["winecfg", "-v", "win10"][..],
        // Where paths that begin with / lead to the files of this machine.
        &["reg", "add", r"HKCU\Environment", "/v", "TEMP", "/d", r"Z:\tmp", "/f"],
        &["reg", "add", r"HKCU\Environment", "/v", "TMP", "/d", r"Z:\tmp", "/f"],
    ] {
        let mut wine = setup.command(WINE);
        run(wine.args(arguments).env("WINEPREFIX", &folder).env("WINEDEBUG", "-all"))?;
    }
    let mut compiler = setup.command("x86_64-w64-mingw32-gcc");
    compiler.args(["-shared", "-x", "c", "-", "-x", "none", "-ladvapi32", "-o"]).arg(&library);
    let mut child = compiler.stdin(Stdio::piped()).spawn()?;
    child.stdin.take().expect("it is piped").write_all(SOURCE)?;
    if child.wait()?.success() { Ok(folder) } else { Err("no library for Wine".into()) }
}

/// Makes all that is released in one folder, and tries it: `xtask/dist.py` says how.
pub(crate) fn dist(setup: &Setup) -> Result {
    python::wheels(setup)?;
    web::build(setup)?;
    package::pack(setup)?;
    let version = env!("CARGO_PKG_VERSION");
    let folder = setup.target.join("dist");
    let mut script = setup.command("python3");
    script.args(["xtask/dist.py", version]).arg(&folder);
    // The first one runs on this machine.
    script.arg(PLATFORMS[0].build(setup)?);
    for platform in PLATFORMS.iter().filter(|platform| !platform.target.contains("s390x")) {
        script.arg(format!("{}={}", platform.target, platform.build(setup)?.display()));
        platform.prepare(setup, &mut script)?;
    }
    let npm = ["pack", "--silent", "--pack-destination", ".", "./npm"];
    let packed = output(setup.command("npm").args(npm).current_dir(setup.root.join("web/dist")))?;
    script
        .arg("--")
        .args([format!("web/dist/{}", packed.trim()), "web/dist/site/index.html".to_owned()]);
    script.arg(python::wheel(setup)?);
    let crates = package::PACKAGES.map(|name| format!("package/{name}-{version}.crate"));
    script.args(crates.map(|name| setup.target.join(name)));
    print!("{}", output(&mut script)?);
    Ok(())
}
