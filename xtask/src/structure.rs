//! Checks of where things are: each path in ARCHITECTURE.md exists, and no source files of a crate
//! need each other in a circle.

mod circles;
mod map;

use std::{fs, path::Path};

use crate::setup::{Setup, Unmet, failed};

pub(crate) fn check(setup: &Setup) -> Result<(), Unmet> {
    let root = &setup.root;
    let files = tracked(setup)?;
    let text = fs::read_to_string(root.join("ARCHITECTURE.md"))
        .map_err(|error| failed("ARCHITECTURE.md", error))?;
    let mut wrong: Vec<String> = map::missing(&text, &files)
        .into_iter()
        .map(|path| format!("ARCHITECTURE.md names {path}, which does not exist"))
        .collect();
    for manifest in files.iter().filter(|file| file.ends_with("Cargo.toml")) {
        let source = format!("{}src/", manifest.trim_end_matches("Cargo.toml"));
        let sources = files.iter().filter_map(|file| {
            let name = file.strip_prefix(&source).filter(|name| name.ends_with(".rs"))?;
            Some((name.to_owned(), fs::read_to_string(Path::new(root).join(file)).ok()?))
        });
        let circles = circles::find(&sources.collect());
        wrong.extend(circles.iter().map(|circle| format!("{source}: {}", circle.join(" → "))));
    }
    wrong.iter().for_each(|wrong| eprintln!("{wrong}"));
    match wrong.len() {
        0 => Ok(()),
        count => Err(Unmet::Failed(format!("{count} paths or circles, listed above"))),
    }
}

/// All files that git knows or would add, with `/` between folders.
fn tracked(setup: &Setup) -> Result<Vec<String>, Unmet> {
    let mut git = setup.command("git");
    git.args(["ls-files", "--cached", "--others", "--exclude-standard"]);
    let output = git.output().map_err(|error| failed("git", error))?;
    if !output.status.success() {
        return Err(failed("git ls-files", output.status));
    }
    let names = String::from_utf8_lossy(&output.stdout);
    let exist = names.lines().filter(|name| setup.root.join(name).exists());
    Ok(exist.map(str::to_owned).collect())
}
