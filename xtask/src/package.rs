//! What `cargo package` packs has to build, and to pass its tests, without the clone around it.

use std::{fmt::Write, fs, path::PathBuf};

use crate::setup::{Result, Setup, run};

/// The packages that others may depend on or install.
pub(crate) const PACKAGES: [&str; 4] =
    ["camel-cards", "camel-cards-input", "camel-cards-coach", "camel-cards-cli"];

pub(crate) fn pack(setup: &Setup) -> Result {
    // Built and tested in `check`, so not verified. Before a commit there is something dirty to pack.
    let mut cargo = setup.cargo("package --locked --no-verify --allow-dirty");
    run(cargo.args(PACKAGES.iter().flat_map(|name| ["--package", name])))
}

/// Packs them, and unpacks them side by side in a folder outside the clone.
pub(crate) fn unpack(setup: &Setup) -> Result<PathBuf> {
    pack(setup)?;
    let folder = setup.cache.join("package");
    // What an earlier run unpacked may be there, or not.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let mut workspace =
        "[workspace]\nresolver = \"3\"\nmembers = [\"*\"]\n\n[patch.crates-io]\n".to_owned();
    for name in PACKAGES {
        let archive = format!("{name}-{}.crate", env!("CARGO_PKG_VERSION"));
        // Touched: all files in the archive bear one old date, and cargo builds what is new.
        let packed = setup.target.join("package").join(&archive);
        run(setup.command("tar").arg("-xzmf").arg(packed).arg("-C").arg(&folder))?;
        let unpacked = archive.trim_end_matches(".crate");
        let _ = writeln!(workspace, "{name} = {{ path = \"{unpacked}\" }}");
    }

    // With the clone's versions and profiles, what they depend on is built already.
    let manifest = setup.read("Cargo.toml")?;
    let profiles = manifest.find("[profile.").map_or("", |at| &manifest[at..]);
    fs::write(folder.join("Cargo.toml"), workspace + "\n" + profiles)?;
    fs::copy(setup.root.join("Cargo.lock"), folder.join("Cargo.lock"))?;
    Ok(folder)
}

/// Runs their tests there, those that start programs by the hundred too.
pub(crate) fn check(setup: &Setup) -> Result {
    let folder = unpack(setup)?;
    let mut tests = setup.wheel("cargo-nextest")?;
    tests.args(["nextest", "run", "--workspace", "--no-fail-fast", "--run-ignored", "all"]);
    tests.args(["--profile", "ci"]);
    tests.arg("--config-file").arg(setup.root.join(".config/nextest.toml"));
    run(tests.current_dir(&folder))?;
    run(setup.cargo("test --workspace --doc").current_dir(&folder))
}
