//! The Python packages: wheels built and installed, then tested as a user has them.

use std::{
    env, fs, iter,
    path::{Path, PathBuf},
    process::Command,
};

use crate::setup::{Result, Setup, is_ci, run};

const PACKAGE: &str = "crates/camel-cards-python";
const COMMAND: &str = "crates/camel-cards-cli";

/// What the tests need, and the oldest libraries that the package's extras allow.
const NEWEST: &str = "tests/requirements.txt";
const OLDEST: &str = "tests/requirements-oldest.txt";

/// The library in data frames, DuckDB and notebooks; its types; and the command's wheel.
pub(crate) fn test(setup: &Setup) -> Result {
    let python = install(setup)?;
    let package = setup.root.join(PACKAGE);
    let module = |arguments: &[&str]| {
        let mut command = python.command(setup, "python");
        command.current_dir(&package).arg("-m").args(arguments);
        command.env("MYPY_CACHE_DIR", setup.target.join("mypy"));
        command
    };
    let results = "tests/types_of_results.py";
    run(&mut module(&["mypy", "--strict", "python/camel_cards", "examples", results]))?;
    let mut pyright = python.command(setup, "basedpyright");
    run(pyright.args(["--level", "error"]).arg(format!("{PACKAGE}/{results}")))?;
    let mut pyright = python.command(setup, "basedpyright");
    run(pyright.args(["--verifytypes", "camel_cards", "--ignoreexternal"]))?;
    let allowed = ["--allowlist", "tests/stubtest-allowlist.txt"];
    let config = ["--mypy-config-file", "pyproject.toml"];
    run(module(&["mypy.stubtest", "camel_cards"]).args(allowed).args(config))?;
    run(python.tests(setup).args(["tests", "--ignore", "tests/spark"]))
}

/// Each extra of the library in an environment that has nothing else: its module's examples run. Then the
/// oldest libraries.
pub(crate) fn extras(setup: &Setup) -> Result {
    install(setup)?;
    let wheel = wheel(setup)?;
    for (extra, module) in [
        ("duckdb", "camel_cards.duckdb"),
        ("pandas", "camel_cards"),
        ("polars", "camel_cards.polars"),
        ("spark", "camel_cards.spark"),
    ] {
        let folder = setup.target.join("extra").join(extra);
        run(setup.command("python3").args(["-m", "venv", "--clear"]).arg(&folder))?;
        let python = Python(folder.join("bin"));
        let mut pip = python.command(setup, "pip");
        pip.args(["install", "--quiet", "--disable-pip-version-check"]);
        run(pip.arg(format!("{}[{extra}]", wheel.display())))?;
        let script =
            format!("import doctest, {module} as module; exit(doctest.testmod(module).failed)");
        run(python.command(setup, "python").args(["-c", &script]))?;
    }
    test_oldest(setup)
}

/// The library as its source distribution builds it, beside the oldest libraries.
fn test_oldest(setup: &Setup) -> Result {
    let python = environment(setup, "python-oldest", OLDEST)?;
    let folder = setup.target.join("sdist");
    let mut maturin = python.command(setup, "maturin");
    maturin.args(["sdist", "--manifest-path"]).arg(format!("{PACKAGE}/Cargo.toml"));
    run(maturin.arg("--out").arg(&folder))?;
    let name = format!("camel_cards-{}.tar.gz", env!("CARGO_PKG_VERSION"));
    let mut pip = python.install(setup);
    // Of a file of the same name, pip would take what it built before.
    run(pip.args(["--no-build-isolation", "--no-cache-dir"]).arg(folder.join(name)))?;
    let files = ["counts", "duckdb", "sources", "values"];
    run(python.tests(setup).args(files.map(|name| format!("tests/test_{name}.py"))))
}

/// The library in Spark, on a cluster of this machine.
pub(crate) fn spark(setup: &Setup) -> Result {
    setup.debian_tool("java", "openjdk-17-jre-headless")?;
    // With what the tests print: how long jobs took, and when their workers were killed.
    run(install(setup)?.tests(setup).args(["-s", "tests/spark"]))
}

/// The same with more rows, and more kills.
pub(crate) fn kills(setup: &Setup) -> Result {
    setup.debian_tool("java", "openjdk-17-jre-headless")?;
    let python = install(setup)?;
    let mut tests = python.tests(setup);
    tests.env("CAMEL_CARDS_SPARK_ROWS", "20000000").env("CAMEL_CARDS_SPARK_KILLS", "10");
    run(tests.args(["-s", "tests/spark", "-k", "command_s or killed"]))
}

/// The recipes of docs/sql.md, in the databases that they are for.
pub(crate) fn sql(setup: &Setup) -> Result {
    // What is missing, the tests skip by name.
    let find_server = "command -v initdb || ls /usr/lib/postgresql/*/bin/initdb";
    let found = || setup.command("sh").args(["-c", find_server]).output();
    let is_there = || found().is_ok_and(|found| found.status.success());
    for found in [
        setup.debian(&["postgresql"], is_there),
        setup.debian_tool("sqlite3", "sqlite3"),
        setup.debian_tool("java", "openjdk-17-jre-headless"),
    ] {
        if is_ci() {
            found?;
        }
    }
    let python = install(setup)?;
    run(python.tests(setup).arg("-rs").arg(setup.root.join("docs/tests")))
}

/// Makes the reference of the package from its docstrings.
pub(crate) fn reference(setup: &Setup) -> Result {
    let python = install(setup)?;
    let folder = setup.target.join("python-reference");
    let modules = ["", ".testing", ".polars", ".duckdb", ".spark"];
    let mut pdoc = python.command(setup, "pdoc");
    run(pdoc.args(modules.map(|name| format!("camel_cards{name}"))).arg("-o").arg(&folder))?;
    eprintln!("the reference is {}", folder.join("camel_cards.html").display());
    Ok(())
}

/// Returns the wheel of the library, which was built last.
pub(crate) fn wheel(setup: &Setup) -> Result<PathBuf> {
    let name = format!("camel_cards-{}-", env!("CARGO_PKG_VERSION"));
    let mut wheels = fs::read_dir(wheel_folder(setup))?.flatten().map(|wheel| wheel.path());
    let wheel = wheels.find(|path| path.to_string_lossy().contains(&name));
    Ok(wheel.ok_or("no wheel of the library")?)
}

/// Builds both wheels for all Linux systems that have glibc 2.17 or later.
pub(crate) fn wheels(setup: &Setup) -> Result {
    let _ = fs::remove_dir_all(wheel_folder(setup));
    let python = setup.environment("zig", "maturin==1.16.0\nziglang==0.17.1\n")?;
    for folder in [PACKAGE, COMMAND] {
        let mut maturin = build(setup, &python, folder);
        // Else maturin looks for zig beside the python3 that comes first in the path.
        maturin.env("CARGO_ZIGBUILD_PYTHON_PATH", python.join("python"));
        run(maturin.arg("--zig"))?;
    }
    eprintln!("wheels are in {}", wheel_folder(setup).display());
    Ok(())
}

/// An environment with both wheels, and what their tests need.
struct Python(PathBuf);

impl Python {
    /// Makes a command of a program in it, which finds the others first in its path, too.
    fn command(&self, setup: &Setup, program: &str) -> Command {
        let path = env::var_os("PATH").unwrap_or_default();
        let folders = iter::once(self.0.clone()).chain(env::split_paths(&path));
        let mut command = setup.command(self.0.join(program));
        command.env("PATH", env::join_paths(folders).unwrap_or(path));
        command
    }

    /// What installs packages that were built here, whatever of them is there already.
    fn install(&self, setup: &Setup) -> Command {
        let mut pip = self.command(setup, "python");
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
        pip.args(["--no-index", "--no-deps", "--force-reinstall"]);
        pip
    }

    fn tests(&self, setup: &Setup) -> Command {
        let mut pytest = self.command(setup, "python");
        pytest.args(["-m", "pytest", "-q", "-p", "no:cacheprovider"]);
        let command = self.0.join("camel-cards");
        pytest.current_dir(setup.root.join(PACKAGE)).env("CAMEL_CARDS", command);
        // Nothing is written into the clone.
        pytest.env("PYTHONDONTWRITEBYTECODE", "1");
        pytest.env("HYPOTHESIS_STORAGE_DIRECTORY", setup.target.join("hypothesis"));
        pytest
    }
}

fn environment(setup: &Setup, name: &str, requirements: &str) -> Result<Python> {
    let listed = setup.read(&format!("{PACKAGE}/{requirements}"))?;
    Ok(Python(setup.environment(name, &listed)?))
}

fn install(setup: &Setup) -> Result<Python> {
    let python = environment(setup, "python", NEWEST)?;
    // Those of an earlier version would be found, too.
    let folder = wheel_folder(setup);
    let _ = fs::remove_dir_all(&folder);
    for package in [PACKAGE, COMMAND] {
        run(&mut build(setup, &python.0, package))?;
    }
    let wheels = fs::read_dir(&folder)?;
    let wheels: Vec<PathBuf> = wheels.flatten().map(|wheel| wheel.path()).collect();
    run(python.install(setup).args(wheels))?;
    Ok(python)
}

fn build(setup: &Setup, python: &Path, folder: &str) -> Command {
    let mut maturin = setup.command(python.join("maturin"));
    maturin.args(["build", "--release", "--locked", "--manifest-path"]);
    maturin.arg(format!("{folder}/Cargo.toml")).arg("--out").arg(wheel_folder(setup));
    maturin.arg("--interpreter").arg(python.join("python"));
    maturin
}

fn wheel_folder(setup: &Setup) -> PathBuf {
    setup.target.join("wheels")
}
