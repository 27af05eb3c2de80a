//! What every step has: folders, commands and tools.

use std::{
    env,
    error::Error,
    ffi::OsString,
    fmt, fs,
    path::{self, PathBuf},
    process::{Command, Stdio},
};

pub(crate) type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

/// The error of a step that was skipped, or did its work without one part: names what is not installed.
#[derive(Debug)]
pub(crate) struct Skipped {
    pub(crate) missing: String,
    /// What was left out; empty if it was the whole step.
    pub(crate) part: String,
}

impl Error for Skipped {}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.part {
            "" => f.write_str(&self.missing),
            part => write!(f, "without {part}: {}", self.missing),
        }
    }
}

/// A program that a step needs besides Rust: its name, a command that succeeds if it is installed, and its
/// Debian packages.
pub(crate) type Need<'a> = (&'a str, &'a str, &'a str);

pub(crate) const PYTHON: Need<'_> = ("Python", "python3 --version", "python3");
/// Debian's Python cannot install pip in an environment without this package.
pub(crate) const VENV: Need<'_> =
    ("Python with venv", "python3 -m ensurepip --version", "python3-venv");
pub(crate) const JAVA: Need<'_> = ("Java", "java -version", "default-jre-headless");

#[derive(Clone)]
pub(crate) struct Setup {
    pub(crate) root: PathBuf,
    pub(crate) cache: PathBuf,
    pub(crate) target: PathBuf,
    /// `PATH`.
    pub(crate) path: OsString,
}

impl Setup {
    pub(crate) fn new() -> Result<Setup> {
        // Other users may not look into root's home.
        #[allow(deprecated, reason = "Rust 1.85 mended it, and 1.87 no longer warns")]
        let home = env::home_dir().filter(|home| !home.starts_with("/root"));
        let cache = home.map_or("/var/cache".into(), |home| home.join(".cache"));
        let given = env::var_os("CAMEL_CARDS_CACHE").map(PathBuf::from);
        let cache = path::absolute(given.unwrap_or(cache.join("camel-cards")))?;
        let target = env::var_os("CARGO_TARGET_DIR").map(path::absolute).transpose()?;
        // The clone that cargo runs this in. Where clones share a target folder, another may have built it.
        let package = env::var_os("CARGO_MANIFEST_DIR").ok_or("run it as `cargo xtask`")?;
        Ok(Setup {
            root: PathBuf::from(package).join(".."),
            target: target.unwrap_or_else(|| cache.join("target")),
            cache,
            path: env::var_os("PATH").unwrap_or_default(),
        })
    }

    /// Reads a file of the clone.
    pub(crate) fn read(&self, name: &str) -> Result<String> {
        Ok(fs::read_to_string(self.root.join(name)).map_err(|error| format!("{name}: {error}"))?)
    }

    /// Makes a command from words; `{target}` and `{cache}` stand for the folders.
    pub(crate) fn command(&self, line: &str) -> Command {
        let (target, cache) = (self.target.to_string_lossy(), self.cache.to_string_lossy());
        let replaced = |word: &str| word.replace("{target}", &target).replace("{cache}", &cache);
        let mut words = line.split_whitespace().map(replaced);
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words).current_dir(&self.root).stdin(Stdio::null());
        command.env("PATH", &self.path).env("CARGO_TARGET_DIR", &self.target);
        // They may be meant for another machine, and would override those of a target.
        command.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS");
        command
    }

    pub(crate) fn run(&self, line: &str) -> Result {
        run(&mut self.command(line))
    }

    /// Returns the setup with cargo's tools.
    pub(crate) fn tools(&self) -> Result<Setup> {
        // Wheels with a program each: compiling them would take longer than all checks.
        self.environment("tools", "xtask/tools.txt")
    }

    /// Returns the setup with zig, which links programs for other systems, and the tools that use it.
    pub(crate) fn zig(&self) -> Result<Setup> {
        self.environment("zig", "xtask/zig.txt")
    }

    /// Makes a virtual environment in the cache with the PyPI packages that a file lists, unless it exists.
    /// Returns the setup with its programs.
    pub(crate) fn environment(&self, name: &str, requirements: &str) -> Result<Setup> {
        let environment = self.cache.join(name);
        let mut folders = vec![environment.join(if cfg!(windows) { "Scripts" } else { "bin" })];
        folders.extend(env::split_paths(&self.path));
        let setup = Setup { path: env::join_paths(folders)?, ..self.clone() };
        let (packages, installed) = (self.read(requirements)?, environment.join("installed.txt"));
        if !fs::read_to_string(&installed).is_ok_and(|installed| installed == packages) {
            self.need("", &[VENV])?;
            self.run(&format!("python3 -m venv --clear {{cache}}/{name}"))?;
            // PySpark has no wheel.
            let wheels = "--only-binary :all: --no-binary pyspark";
            setup.run(&format!("{PIP_INSTALL} {wheels} -r {requirements}"))?;
            fs::write(&installed, packages)?;
        }
        Ok(setup)
    }

    /// Checks that all of these are installed. CI installs missing ones.
    ///
    /// # Errors
    ///
    /// `Skipped`, with everything that is missing. `part` names the part of the step that needs it, unless all of it does.
    pub(crate) fn need(&self, part: &str, needs: &[Need<'_>]) -> Result {
        let missing = || needs.iter().filter(|need| !succeeds(&mut self.command(need.1)));
        if is_ci() && missing().next().is_some() {
            // One lane at a time. If this fails, programs are still missing.
            let mut apt = self.command("env DEBIAN_FRONTEND=noninteractive flock /tmp sh -c");
            let packages: Vec<_> = missing().map(|need| need.2).collect();
            let _ = run(apt.arg(format!("{APT_INSTALL} {}", packages.join(" "))));
        }
        let say = |(name, _, packages): &Need<'_>| {
            format!("{name} is not installed (Debian: apt install {packages})")
        };
        match missing().map(say).collect::<Vec<_>>().join(", ") {
            missing if missing.is_empty() => Ok(()),
            missing => Err(Skipped { missing, part: part.to_owned() }.into()),
        }
    }

    /// Builds with Debian's compiler, which comes with the source of the standard library for any target.
    pub(crate) fn debian_rustc(&self, cargo: &mut Command) -> Result {
        let std = "test -e /usr/lib/rustlib/src/rust/library/std";
        self.need("", &[("Debian's Rust compiler", std, "rustc-web rust-web-src")])?;
        cargo.env("RUSTC", "/usr/bin/rustc").env("RUSTC_BOOTSTRAP", "1");
        Ok(())
    }
}

/// Another process may hold a lock. The option waits for the lock on packages, but in Debian 12 not for the
/// lock on their lists.
const APT_INSTALL: &str = "set -e; apt='apt-get -o DPkg::Lock::Timeout=600'; test -w /var/lib/dpkg;
    for i in 1 2 3 4 5 6; do $apt update && break; sleep 10; done;
    $apt install --yes --no-install-recommends";

pub(crate) const PIP_INSTALL: &str = "python -m pip install --quiet --disable-pip-version-check";

/// Whether a missing program is a failure.
pub(crate) fn is_ci() -> bool {
    env::var("CI").is_ok_and(|ci| ci == "true")
}

/// Whether a command succeeds.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|s| s.success())
}

pub(crate) fn run(command: &mut Command) -> Result {
    output(command.stdout(Stdio::inherit())).map(drop)
}

/// Runs a command and returns its standard output.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let arguments: Vec<_> = command.get_args().map(|word| word.to_string_lossy()).collect();
    eprintln!("$ {program} {}", arguments.join(" "));
    let output = command.stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| format!("cannot run {program}: {error}"))?;
    if !output.status.success() {
        eprint!("{}", String::from_utf8_lossy(&output.stdout));
        return Err(format!("{program}: {}", output.status).into());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
