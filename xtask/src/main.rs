//! The project's checks, as `cargo xtask ci` and one by one.
//!
//! Nothing is built inside the clone but this program and what git ignores in web:
//! builds, tools and the fuzzers' corpora are in `CARGO_TARGET_DIR` or the cache (see `HELP`).

mod instructions;
mod web;

use std::{
    env,
    ffi::OsStr,
    fmt::Display,
    fs,
    io::{BufRead, BufReader},
    num::NonZeroU32,
    path::{self, PathBuf},
    process::{Command, ExitCode, Stdio},
    slice,
    time::Instant,
};

const HELP: &str = "\
The project's checks, and the page

Usage: cargo xtask ci              all of these, whatever fails
       cargo xtask fmt             the layout of the code
       cargo xtask clippy          lints
       cargo xtask build           the release build
       cargo xtask test            all tests, those in documentation too
       cargo xtask doc             documentation, without warnings
       cargo xtask deny            licences, versions and sources of dependencies
       cargo xtask web             the page and the npm package, in Node and in Chromium
       cargo xtask web build|serve|test
                                   only built; and served at an address it prints; or as above.
                                   The page is then in web/dist/site, the package in web/dist/npm
       cargo xtask fuzz [SECONDS]  each fuzz target, for 20 seconds unless told
       cargo xtask instructions [record]
                                   how many the hot paths take, against bench/record,
                                   or to be kept there
       cargo xtask help            this

A check whose tool is missing is skipped; if CI=true is set, that is a failure.
Exit status: 0 all passed, 1 something failed, 2 usage.

Environment:
  CAMEL_CARDS_CACHE  for tools and builds, else ~/.cache/camel-cards
  CARGO_TARGET_DIR   for builds alone, else target in the cache
  CHROMIUM           the browser that tests the page, else /usr/bin/chromium
";

const STEPS: &[Step] = &[
    Step { name: "fmt", run: fmt },
    Step { name: "clippy", run: clippy },
    Step { name: "build", run: |setup| run(&mut setup.cargo("build --release --locked")) },
    Step { name: "test", run: test },
    Step { name: "doc", run: doc },
    Step { name: "deny", run: deny },
    Step { name: "web", run: web::test },
    Step { name: "fuzz", run: fuzz },
    Step { name: "instructions", run: instructions::check },
    Step { name: "speed", run: speed },
];

const CARGO_DENY: &str = "0.20.2";

const FUZZ_TARGETS: [&str; 3] = ["entries", "tally", "tally_bytes"];

/// What makes stable rustc instrument code for libFuzzer: what `cargo fuzz`
/// passes, without the sanitizers, which need nightly.
const FUZZ_RUSTFLAGS: &str = "-Dwarnings \
    -Cpasses=sancov-module \
    -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table";

struct Step {
    name: &'static str,
    run: fn(&Setup) -> Result<(), Unmet>,
}

/// Why a step did not pass.
enum Unmet {
    Failed(String),
    Skipped(String),
}

struct Setup {
    root: PathBuf,
    cache: PathBuf,
    target: PathBuf,
    fuzz_seconds: NonZeroU32,
}

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut setup = Setup::new();
    let steps = match args[..] {
        ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        ["ci"] => STEPS,
        ["instructions", "record"] => {
            const { &[Step { name: "instructions", run: instructions::record }] }
        }
        ["web", "build"] => {
            const { &[Step { name: "web build", run: |setup| required(web::build(setup)) }] }
        }
        ["web", "serve"] => {
            const { &[Step { name: "web serve", run: |setup| required(web::serve(setup)) }] }
        }
        ["web", "test"] => named("web"),
        ["fuzz", seconds] if let Ok(seconds) = seconds.parse() => {
            setup.fuzz_seconds = seconds;
            named("fuzz")
        }
        [name] => named(name),
        _ => &[],
    };
    if steps.is_empty() {
        eprint!("no such check: {}\n\n{HELP}", args.join(" "));
        return ExitCode::from(2);
    }
    if run_steps(steps, &setup) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What somebody asks to have made is made, or it is a failure.
fn required(result: Result<(), Unmet>) -> Result<(), Unmet> {
    result.map_err(|(Unmet::Skipped(why) | Unmet::Failed(why))| Unmet::Failed(why))
}

fn named(name: &str) -> &'static [Step] {
    STEPS.iter().find(|step| step.name == name).map_or(&[], slice::from_ref)
}

/// Runs all steps, whatever fails, and returns whether that will do.
fn run_steps(steps: &[Step], setup: &Setup) -> bool {
    let ci = is_ci();
    let (mut passed, mut failed, mut skipped) = (vec![], vec![], vec![]);
    for &Step { name, run } in steps {
        eprintln!("\n== {name}");
        let start = Instant::now();
        let result = run(setup);
        let time = format!("{:.1?}", start.elapsed());
        match result {
            Ok(()) => {
                eprintln!("== passed: {name}, {time}");
                passed.push(name);
            }
            Err(Unmet::Failed(why)) => {
                eprintln!("== failed: {name} ({why}), {time}");
                failed.push(name);
            }
            Err(Unmet::Skipped(why)) => {
                eprintln!("== skipped: {name} ({why})");
                skipped.push(name);
            }
        }
    }
    eprintln!();
    for (outcome, names) in [("passed", &passed), ("failed", &failed), ("skipped", &skipped)] {
        if !names.is_empty() {
            eprintln!("{outcome}: {}", names.join(", "));
        }
    }
    failed.is_empty() && (skipped.is_empty() || !ci)
}

fn is_ci() -> bool {
    env::var("CI").is_ok_and(|ci| ci == "true")
}

fn fmt(setup: &Setup) -> Result<(), Unmet> {
    needs("rustfmt", &mut setup.cargo("fmt --version"))?;
    run(&mut setup.cargo("fmt --all --check"))?;
    run(&mut setup.cargo("fmt --check --manifest-path fuzz/Cargo.toml"))
}

fn clippy(setup: &Setup) -> Result<(), Unmet> {
    needs("clippy", &mut setup.cargo("clippy --version"))?;
    run(&mut setup.cargo("clippy --workspace --all-targets --locked -- -D warnings"))
}

fn test(setup: &Setup) -> Result<(), Unmet> {
    // No failure, even where nothing may be missing: a machine is what it is.
    #[cfg(target_arch = "x86_64")]
    for (engine, is_here) in [
        ("Avx2", std::is_x86_feature_detected!("avx2")),
        ("Avx512", std::is_x86_feature_detected!("avx512vbmi2")),
    ] {
        if !is_here {
            eprintln!("tests of Engine::{engine}: skipped, this machine has no such instructions");
        }
    }
    run(&mut setup.cargo("test --workspace --locked"))
}

fn doc(setup: &Setup) -> Result<(), Unmet> {
    let mut doc = setup.cargo("doc --workspace --no-deps --locked");
    run(doc.env("RUSTDOCFLAGS", "-D warnings"))
}

/// Checks all that `cargo-deny` can without a network. Known vulnerabilities
/// (its `advisories`) are in a database elsewhere, which changes by the day:
/// they are no property of a commit, so no check of one.
fn deny(setup: &Setup) -> Result<(), Unmet> {
    let tools = setup.cache.join("tools");
    let cargo_deny = tools.join("bin/cargo-deny").with_extension(env::consts::EXE_EXTENSION);
    let version = Command::new(&cargo_deny).arg("--version").output();
    if !version
        .is_ok_and(|version| version.stdout.trim_ascii_end().ends_with(CARGO_DENY.as_bytes()))
    {
        let install = format!("install cargo-deny --version {CARGO_DENY} --locked --root");
        run(setup.cargo(&install).arg(tools))
            .map_err(|_| Unmet::Skipped("cargo-deny could not be installed".to_owned()))?;
    }
    // Offline, cargo-deny wants even the dependencies of other platforms.
    run(&mut setup.cargo("fetch --locked"))?;
    run(setup.command(cargo_deny).args([
        "--offline",
        "--locked",
        "check",
        "licenses",
        "bans",
        "sources",
    ]))
}

/// Checks that the tables and the plot of docs/speed.md are those of the record.
fn speed(setup: &Setup) -> Result<(), Unmet> {
    needs("python3", setup.command("python3").arg("--version"))?;
    run(setup.command("python3").args(["bench/peers/plot.py", "--check"]))
}

fn fuzz(setup: &Setup) -> Result<(), Unmet> {
    // What the build of libfuzzer-sys will use.
    let compiler = env::var_os("CXX").unwrap_or("c++".into());
    needs("a C++ compiler", setup.command(compiler).arg("--version"))?;
    FUZZ_TARGETS.iter().try_for_each(|name| fuzz_one(setup, name))
}

fn fuzz_one(setup: &Setup, name: &str) -> Result<(), Unmet> {
    let target = setup.target.join("fuzz");
    let cargo = |args| {
        // With `--target`, the flags are not those of build scripts.
        let mut cargo = setup.cargo(args);
        cargo.args(["--release", "--locked", "--target", "host-tuple"]);
        cargo.args(["--manifest-path", "fuzz/Cargo.toml", "--bin", name]);
        cargo.env("CARGO_TARGET_DIR", &target).env("RUSTFLAGS", FUZZ_RUSTFLAGS);
        cargo
    };
    run(&mut cargo("build"))?;

    let corpus = target.join("corpus").join(name);
    let artifacts = target.join("artifacts").join(name);
    for dir in [&corpus, &artifacts] {
        fs::create_dir_all(dir).map_err(|error| failed(dir.display(), error))?;
    }
    let seeds = ["testdata/cases", "testdata/errors", "testdata/tallies"];
    let mut fuzz = cargo("run --quiet");
    fuzz.arg("--").arg(corpus).args(seeds.iter().filter(|dir| setup.root.join(dir).is_dir()));
    fuzz.arg(format!("-artifact_prefix={}/", artifacts.display()));
    fuzz.arg(format!("-max_total_time={}", setup.fuzz_seconds));
    // Kept from run to run, the corpus must not grow by every shorter input.
    fuzz.args(["-timeout=10", "-use_cmp=0", "-print_funcs=0", "-reduce_inputs=0"]);

    show(&fuzz);
    let mut child = fuzz.stderr(Stdio::piped()).spawn().map_err(|error| failed(name, error))?;
    let mut covered = false;
    for line in child.stderr.take().into_iter().flat_map(|log| BufReader::new(log).split(b'\n')) {
        let line = line.map_err(|error| failed(name, error))?;
        let line = String::from_utf8_lossy(&line);
        // libFuzzer goes on without instrumentation, and would find nothing.
        covered |= line.contains(" cov: ");
        // One line for each new input is too much.
        if !line.starts_with('#') || !(line.contains("NEW") || line.contains("REDUCE")) {
            eprintln!("{line}");
        }
    }
    let status = child.wait().map_err(|error| failed(name, error))?;
    match status.success() {
        true if covered => Ok(()),
        true => Err(failed(name, "no coverage: rustc did not instrument it")),
        false => Err(failed(name, status)),
    }
}

impl Setup {
    fn new() -> Setup {
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
            fuzz_seconds: NonZeroU32::MIN.saturating_add(19),
        }
    }

    /// Makes a command of cargo with these arguments, none of which has blanks.
    fn cargo(&self, args: &str) -> Command {
        let mut cargo = self.command(env::var_os("CARGO").unwrap_or("cargo".into()));
        cargo.args(args.split(' '));
        cargo
    }

    fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.root).env("CARGO_TARGET_DIR", &self.target).stdin(Stdio::null());
        command
    }
}

/// Runs a command that fails if and only if a tool is missing.
fn needs(tool: &str, probe: &mut Command) -> Result<(), Unmet> {
    let found = probe.stdout(Stdio::null()).stderr(Stdio::null()).status();
    if found.is_ok_and(|status| status.success()) {
        Ok(())
    } else {
        Err(Unmet::Skipped(format!("{tool} is not installed")))
    }
}

/// Installs packages of Debian, where that is what CI runs on, if what they bring is missing.
fn debian(
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
fn debian_tool(setup: &Setup, tool: &str, package: &str) -> Result<(), Unmet> {
    debian(setup, &[package], || needs(tool, setup.command(tool).arg("--version")))
}

fn run(command: &mut Command) -> Result<(), Unmet> {
    let program = show(command);
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(failed(program, status)),
        Err(error) => Err(failed(program, error)),
    }
}

/// Prints a command and returns the name of its program.
fn show(command: &Command) -> String {
    let program = PathBuf::from(command.get_program());
    let program = program.file_name().unwrap_or_default().to_string_lossy();
    eprint!("$ {program}");
    for arg in command.get_args() {
        eprint!(" {}", arg.to_string_lossy());
    }
    eprintln!();
    program.into_owned()
}

fn failed(what: impl Display, why: impl Display) -> Unmet {
    Unmet::Failed(format!("{what}: {why}"))
}
