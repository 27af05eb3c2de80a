//! The paths that a Markdown file names.
//!
//! Its map is a block of lines that begins with a folder:
//!
//! ```text
//! crates/camel-cards/    what the folder is for
//!   src/game/            indented: inside the folder above it
//!     card.rs hand.rs    several names, one blank apart; two blanks end them
//! docs/                  what a visitor reads
//! ```
//!
//! A name ends with `/` if it is a folder, and lies in the folder of the last line that is indented
//! less, or in that folder's `src`. Elsewhere, a word with `/` at its end or the extension of a
//! source file is a path from the root, or the end of one: `rules.rs`, `game/rules.rs`.

const EXTENSIONS: [&str; 10] =
    [".rs", ".md", ".toml", ".py", ".sh", ".mjs", ".ts", ".tsv", ".svg", ".html"];

/// The paths that `text` names and that are neither among `files` nor a folder of one.
pub(super) fn missing(text: &str, files: &[String]) -> Vec<String> {
    let mut missing = Vec::new();
    let mut in_map = false;
    // The folders that the next line may lie in, each with how far it was indented.
    let mut folders: Vec<(usize, String)> = Vec::new();
    let mut before = "";
    for line in text.lines() {
        if line.starts_with("```") {
            in_map = false;
        } else if before.starts_with("```") {
            in_map = line.split_whitespace().next().is_some_and(|first| first.ends_with('/'));
            folders.clear();
        }
        before = line;
        let prose = if in_map {
            let indent = line.len() - line.trim_start().len();
            let (names, prose) = line.trim().split_once("  ").unwrap_or((line.trim(), ""));
            while folders.last().is_some_and(|(outer, _)| *outer >= indent) {
                folders.pop();
            }
            let folder = folders.last().map_or("", |(_, folder)| folder).to_owned();
            for name in names.split(' ').filter(|name| !name.is_empty()) {
                let mut path = format!("{folder}{name}");
                let inside = format!("{folder}src/{name}");
                if !exists(&path, files) && exists(&inside, files) {
                    path = inside;
                }
                if !exists(&path, files) {
                    missing.push(path.clone());
                }
                if name.ends_with('/') {
                    folders.push((indent, path));
                }
            }
            prose
        } else {
            line
        };
        missing.extend(words(prose).filter(|word| !is_end_of_one(word, files)).map(str::to_owned));
    }
    missing
}

/// The words of a text that are paths.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let trimmed = text.split_whitespace().map(|word| {
        word.trim_matches(|c: char| !c.is_alphanumeric() && !"./_-".contains(c))
            .trim_end_matches('.')
    });
    trimmed.filter(|word| {
        let extension = EXTENSIONS.iter().any(|extension| word.ends_with(extension));
        !word.contains("://")
            && word.starts_with(|c: char| c.is_alphanumeric() || c == '.')
            && (extension || word.ends_with('/'))
    })
}

fn exists(path: &str, files: &[String]) -> bool {
    let folder = format!("{}/", path.trim_end_matches('/'));
    files.iter().any(|file| file == path || file.starts_with(&folder))
}

fn is_end_of_one(path: &str, files: &[String]) -> bool {
    let inner = format!("/{path}");
    exists(path, files)
        || files.iter().any(|file| file.ends_with(&inner))
        || path.ends_with('/') && files.iter().any(|file| file.contains(&inner))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn missing_of(text: &str) -> Vec<String> {
        let files = [
            "ARCHITECTURE.md",
            "docs/speed.md",
            "crates/core/src/lib.rs",
            "crates/core/src/game/card.rs",
            "crates/core/tests/oracle/mod.rs",
        ];
        missing(text, &files.map(str::to_owned))
    }

    #[test]
    fn map_paths_lie_in_the_folder_above() {
        let map = "```text\ncrates/core/  the core: docs/speed.md\n  lib.rs game.rs  both\n  \
                   src/game/  cards\n    card.rs hand.rs\n  tests/oracle/\nlib.rs\n```\n";
        let expected = ["crates/core/game.rs", "crates/core/src/game/hand.rs", "lib.rs"];
        assert_eq!(missing_of(map), expected);
    }

    #[test]
    fn words_that_look_like_paths_are_checked_everywhere() {
        let text = "See `game/card.rs`, (docs/speed.md) and game/. Not https://a.b/c/ or and/or.\n";
        assert_eq!(missing_of(text), [""; 0]);
        let text = "In `rules.rs`, docs/size.md and `input/`:\n```text\nbytes ─▶ lib.rs\n```";
        assert_eq!(missing_of(text), ["rules.rs", "docs/size.md", "input/"]);
    }
}
