//! The Python package: a wheel built and installed, then tested as a user has it.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use crate::{
    crates,
    setup::{JAVA, Need, PIP_INSTALL, Result, Setup, VENV, run},
};

const PACKAGE: &str = "crates/camel-cards-python";

/// Keeps programs from writing into the clone.
const CLEAN: &str = "env PYTHONDONTWRITEBYTECODE=1 PYTEST_ADDOPTS=-pno:cacheprovider \
    HYPOTHESIS_STORAGE_DIRECTORY={target}/hypothesis MYPY_CACHE_DIR={target}/mypy \
    CAMEL_CARDS=camel-cards";

/// The library in data frames, DuckDB and notebooks; and its types.
pub(crate) fn test(setup: &Setup) -> Result {
    let python = install(setup)?;
    for line in [
        "mypy --strict python/camel_cards examples tests/types_of_results.py",
        "basedpyright --level error tests/types_of_results.py",
        "basedpyright --verifytypes camel_cards --ignoreexternal",
        "stubtest camel_cards --allowlist tests/stubtest-allowlist.txt \
         --mypy-config-file pyproject.toml",
        "pytest -q tests --ignore tests/spark",
    ] {
        python.run(&format!("{CLEAN} {line}"))?;
    }
    Ok(())
}

/// The library in Spark, on a cluster of this machine.
pub(crate) fn spark(setup: &Setup) -> Result {
    setup.need("", &[VENV, JAVA])?;
    // `-s` shows how long jobs took, and when their workers were killed.
    install(setup)?.run(&format!("{CLEAN} pytest -qs tests/spark"))
}

/// The recipes of docs/use/sql.md, in the databases that they are for.
pub(crate) fn sql(setup: &Setup) -> Result {
    const POSTGRESQL: Need<'_> = ("PostgreSQL", "test -e /usr/bin/pg_ctlcluster", "postgresql");
    const SQLITE: Need<'_> = ("SQLite", "sqlite3 --version", "sqlite3");
    let found = setup.need("the recipes of missing databases", &[POSTGRESQL, SQLITE, JAVA]);
    // With `CI`, no test is skipped.
    let ci = if found.is_ok() { "CI=true" } else { "" };
    install(setup)?.run(&format!("{CLEAN} {ci} pytest -qrs ../../docs/tests"))?;
    found
}

/// Installs each extra of the library alone and runs the examples of its module. Then tests the library, built from its
/// source distribution, with the oldest libraries.
pub(crate) fn extras(setup: &Setup) -> Result {
    install(setup)?;
    let wheel = library_wheels(setup)?.remove(0);
    for (extra, module) in [
        ("duckdb", "camel_cards.duckdb"),
        ("pandas", "camel_cards"),
        ("polars", "camel_cards.polars"),
        ("spark", "camel_cards.spark"),
    ] {
        setup.run(&format!("python3 -m venv --clear {{target}}/extra/{extra}"))?;
        let python = format!("{{target}}/extra/{extra}/bin/python");
        setup.run(&format!("{python} -m pip install --quiet {}[{extra}]", wheel.display()))?;
        let script =
            format!("import doctest, {module} as module; exit(doctest.testmod(module).failed)");
        run(setup.command(&python).args(["-c", &script]))?;
    }

    let oldest = format!("{PACKAGE}/tests/requirements-oldest.txt");
    let python = setup.environment("python-oldest", &oldest)?;
    let manifest = format!("--manifest-path {PACKAGE}/Cargo.toml");
    python.run(&format!("maturin sdist {manifest} --out {{target}}/sdist"))?;
    let name = format!("camel_cards-{}.tar.gz", env!("CARGO_PKG_VERSION"));
    // pip would reuse a build of a file of the same name.
    let options = "--no-index --no-deps --force-reinstall --no-build-isolation --no-cache-dir";
    python.run(&format!("{PIP_INSTALL} {options} {{target}}/sdist/{name}"))?;
    let files = ["counts", "duckdb", "sources", "values"];
    let files = files.map(|name| format!("tests/test_{name}.py")).join(" ");
    in_package(python).run(&format!("{CLEAN} pytest -q {files}"))
}

/// Builds the wheel for all Linux systems that have glibc 2.17 or later.
pub(crate) fn wheel(setup: &Setup) -> Result {
    build(&setup.zig()?, "--release --zig")?;
    eprintln!("the wheel is in {}", setup.target.join("wheels").display());
    Ok(())
}

/// Returns the wheels of the library that were built last.
pub(crate) fn library_wheels(setup: &Setup) -> Result<Vec<PathBuf>> {
    let name = format!("camel_cards-{}-", env!("CARGO_PKG_VERSION"));
    let wheels = fs::read_dir(setup.target.join("wheels"))?.flatten().map(|file| file.path());
    Ok(wheels.filter(|path| path.to_string_lossy().contains(&name)).collect())
}

/// Makes an environment with the wheel, the command and what their tests need. Its commands run in the package's folder.
fn install(setup: &Setup) -> Result<Setup> {
    let mut python = setup.environment("python", &format!("{PACKAGE}/tests/requirements.txt"))?;
    build(&python, "--profile dev")?;
    let options = "--no-deps --force-reinstall --no-index --find-links {target}/wheels";
    python.run(&format!("{PIP_INSTALL} {options} camel-cards"))?;
    let command = crates::command(setup)?;
    let folders = command.parent().map(Path::to_owned).into_iter();
    python.path = env::join_paths(folders.chain(env::split_paths(&python.path)))?;
    Ok(in_package(python))
}

fn build(python: &Setup, options: &str) -> Result {
    // Wheels of an earlier version would be found too.
    let _ = fs::remove_dir_all(python.target.join("wheels"));
    let manifest = format!("--manifest-path {PACKAGE}/Cargo.toml --out {{target}}/wheels");
    python.run(&format!("maturin build --locked {manifest} {options}"))
}

fn in_package(python: Setup) -> Setup {
    Setup { root: python.root.join(PACKAGE), ..python }
}
