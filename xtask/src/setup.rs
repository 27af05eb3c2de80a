//! What every step has: folders, commands, and the ways not to pass.

use std::{
    env,
    ffi::OsStr,
    fmt::Display,
    fs,
    num::NonZeroU32,
    path::{self, PathBuf},
    process::{Command, Stdio},
};

/// Why a step did not pass.
pub(crate) enum Unmet {
    Failed(String),
    Skipped(String),
}

pub(crate) struct Setup {
    pub(crate) root: PathBuf,
    pub(crate) cache: PathBuf,
    pub(crate) target: PathBuf,
    pub(crate) fuzz_seconds: NonZeroU32,
}

impl Setup {
    pub(crate) fn new() -> Setup {
        let absolute = |path| path::absolute(&path).unwrap_or(path);
        let cache = env::var_os("CAMEL_CARDS_CACHE").map_or_else(
            || env::home_dir().unwrap_or_else(env::temp_dir).join(".cache/camel-cards"),
            PathBuf::from,
        );
        let cache = absolute(cache);
        let target = env::var_os("CARGO_TARGET_DIR").map(PathBuf::from).map(absolute);
        // Of the clone that cargo runs this in: where clones share a target folder, it may have been
        // built in another.
        let package =
            env::var_os("CARGO_MANIFEST_DIR").unwrap_or(env!("CARGO_MANIFEST_DIR").into());
        Setup {
            root: PathBuf::from(package).join(".."),
            target: target.unwrap_or_else(|| cache.join("target")),
            cache,
            fuzz_seconds: NonZeroU32::MIN.saturating_add(9),
        }
    }

    /// Reads a file of the clone.
    pub(crate) fn read(&self, name: &str) -> Result<String, Unmet> {
        fs::read_to_string(self.root.join(name)).map_err(|error| failed(name, error))
    }

    /// Makes a command of cargo with these arguments, none of which has blanks.
    pub(crate) fn cargo(&self, args: &str) -> Command {
        let mut cargo = self.command(env::var_os("CARGO").unwrap_or("cargo".into()));
        cargo.args(args.split(' '));
        cargo
    }

    pub(crate) fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.root).env("CARGO_TARGET_DIR", &self.target).stdin(Stdio::null());
        command
    }
}

pub(crate) fn run(command: &mut Command) -> Result<(), Unmet> {
    let program = show(command);
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(failed(program, status)),
        Err(error) => Err(failed(program, error)),
    }
}

/// Prints a command and returns the name of its program.
pub(crate) fn show(command: &Command) -> String {
    let program = PathBuf::from(command.get_program());
    let program = program.file_name().unwrap_or_default().to_string_lossy();
    eprint!("$ {program}");
    for arg in command.get_args() {
        eprint!(" {}", arg.to_string_lossy());
    }
    eprintln!();
    program.into_owned()
}

pub(crate) fn failed(what: impl Display, why: impl Display) -> Unmet {
    Unmet::Failed(format!("{what}: {why}"))
}
pub(crate) fn is_ci() -> bool {
    env::var("CI").is_ok_and(|ci| ci == "true")
}
