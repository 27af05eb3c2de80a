//! Each path that ARCHITECTURE.md names exists.

use std::{fs, path::Path};

const EXTENSIONS: [&str; 10] =
    [".rs", ".md", ".toml", ".py", ".sh", ".mjs", ".ts", ".tsv", ".svg", ".html"];

/// Returns the words of `text` that look like paths, but are none of `files` or their folders.
///
/// A path may be written from the root or be the end of one: `rules.rs`, `game/rules.rs`, `game/`.
fn missing<'a>(text: &'a str, files: &[String]) -> Vec<&'a str> {
    let words = text.split_whitespace().map(|word| {
        word.trim_matches(|c: char| !c.is_alphanumeric() && !"./_-".contains(c))
            .trim_end_matches('.')
    });
    let paths = words.filter(|word| {
        let is_path = word.ends_with('/') || EXTENSIONS.iter().any(|end| word.ends_with(end));
        is_path && !word.contains("://") && !word.starts_with('/')
    });
    let exists = |path: &str| {
        let end = format!("/{path}");
        files
            .iter()
            .map(|file| format!("/{file}"))
            .any(|file| file.ends_with(&end) || path.ends_with('/') && file.contains(&end))
    };
    paths.filter(|path| !exists(path)).collect()
}

/// Lists all files of the clone, with `/` between folders, but for those that git or a build made.
fn list(root: &Path, folder: &str, files: &mut Vec<String>) {
    for entry in fs::read_dir(root.join(folder)).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        if entry.file_type().unwrap().is_dir() {
            if ![".git", "dist", "node_modules", "pkg", "target"].contains(&&*name) {
                list(root, &format!("{folder}{name}/"), files);
            }
        } else {
            files.push(format!("{folder}{name}"));
        }
    }
}

#[test]
fn paths_in_architecture_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    list(&root, "", &mut files);
    let text = fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap();
    assert_eq!(missing(&text, &files), [""; 0]);
}

#[test]
fn words_that_look_like_paths_are_checked() {
    let files = ["docs/speed.md", "core/src/lib.rs", "core/src/game/card.rs"];
    let missing_of = |text| missing(text, &files.map(str::to_owned));
    let text = "See `game/card.rs`, (docs/speed.md) and game/. Not https://a.b/c/ or and/or.\n";
    assert_eq!(missing_of(text), [""; 0]);
    let text = "In `rules.rs`, docs/size.md, ard.rs and `input/`:\nbytes ─▶ lib.rs\n";
    assert_eq!(missing_of(text), ["rules.rs", "docs/size.md", "ard.rs", "input/"]);
}
