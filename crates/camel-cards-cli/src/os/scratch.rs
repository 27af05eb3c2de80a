//! A copy of the current folder, for programs that read a file of a certain name.
//!
//! `open("input.txt")` finds what is in the current folder, and `join(dirname(__file__), "input.txt")`
//! what is beside the program, as the language sees it, which may have resolved links. So the program
//! itself has to be in a folder where that file is the input, and the user's own must not change: hence
//! a copy, of plain files, and not of what others have installed or built.

use std::{
    ffi::{OsStr, OsString},
    fs,
    io::{self, Write},
    path::{Component, Path, PathBuf},
};

use tempfile::TempDir;

use crate::failure::{Failure, Result};

/// What a folder to copy may hold.
const FILES_MAX: usize = 5_000;
const BYTES_MAX: u64 = 64 << 20;

/// Folders that hold no source: history, what is built or installed, caches.
const LEFT_OUT: [&str; 12] = [
    ".git",
    ".hg",
    ".svn",
    "target",
    "node_modules",
    ".venv",
    "venv",
    ".tox",
    "__pycache__",
    ".mypy_cache",
    ".gradle",
    ".idea",
];

/// A temporary copy of a folder. It is removed when this is dropped.
pub(crate) struct Scratch {
    _folder: TempDir,
    /// Its path without links.
    path: PathBuf,
    original: PathBuf,
    /// The input's path in it.
    input: PathBuf,
}

impl Scratch {
    /// Copies the current folder; `input` is to be the input there.
    pub(crate) fn of_current_folder(input: &Path) -> Result<Scratch> {
        let cannot = |error| Failure::file("copy", Path::new("."), &error);
        let original = std::env::current_dir().and_then(fs::canonicalize).map_err(cannot)?;
        Scratch::copy(&original, input)
    }

    fn copy(original: &Path, input: &Path) -> Result<Scratch> {
        let cannot = |error| Failure::file("copy", original, &error);
        let input = inside(original, input)?;
        let mut files = Vec::new();
        let is_whole = list(original, Path::new(""), &mut files, &mut 0).map_err(cannot)?;
        if !is_whole {
            return Err(Failure::Usage(format!(
                "--file copies the current folder, which has more than {FILES_MAX} files or {} MiB; \
                 go to a smaller one that holds the program",
                BYTES_MAX >> 20
            )));
        }
        let folder =
            tempfile::Builder::new().prefix("camel-cards-judge-").tempdir().map_err(cannot)?;
        let path = fs::canonicalize(folder.path()).map_err(cannot)?;
        for file in files {
            let (from, to) = (original.join(&file), path.join(&file));
            let copied = match from.is_dir() {
                true => fs::create_dir_all(&to),
                false => fs::copy(&from, &to).map(drop),
            };
            copied.map_err(|error| Failure::file("copy", &from, &error))?;
        }
        Ok(Scratch { _folder: folder, path, original: original.to_owned(), input })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the input.
    pub(crate) fn write(&self, input: &[u8]) -> io::Result<()> {
        let path = self.path().join(&self.input);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        // It may be read-only, as the original, or a link, or gone.
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => fs::File::create_new(&path)?.write_all(input),
        }
    }

    /// A word of the command as it has to be here: what was left out of the copy is where it was, and
    /// what was named by its whole path is in the copy.
    pub(crate) fn word(&self, word: &OsStr, is_program: bool) -> OsString {
        let path = Path::new(word);
        if path.as_os_str().is_empty() || is_program && path.components().count() == 1 {
            return word.to_owned();
        }
        if path.is_absolute() {
            let resolved = resolved(path);
            let copied = resolved.strip_prefix(&self.original).map(|inner| self.path().join(inner));
            return copied
                .ok()
                .filter(|copied| copied.exists())
                .map_or(word.to_owned(), Into::into);
        }
        let (here, there) = (self.path().join(path), self.original.join(path));
        match is_program {
            _ if !here.exists() && there.exists() => there.into(),
            true if here.exists() => here.into(),
            _ => word.to_owned(),
        }
    }
}

/// The path with the links of its folder resolved, as the original's is.
fn resolved(path: &Path) -> PathBuf {
    match (path.parent().map(fs::canonicalize), path.file_name()) {
        (Some(Ok(folder)), Some(name)) => folder.join(name),
        _ => path.to_owned(),
    }
}

/// The path of the input from the folder on.
fn inside(folder: &Path, input: &Path) -> Result<PathBuf> {
    let resolved = if input.is_absolute() { resolved(input) } else { input.to_owned() };
    let path = resolved.strip_prefix(folder).unwrap_or(&resolved);
    let is_inside =
        path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    if !is_inside || path.file_name().is_none() {
        return Err(Failure::Usage(format!(
            "--file {}: expected a file in the current folder; go to the folder that holds both it and the program",
            input.display()
        )));
    }
    Ok(path.to_owned())
}

/// Lists the folders and files in a folder, folders before what is in them; returns whether there
/// are not too many.
fn list(
    folder: &Path,
    inner: &Path,
    files: &mut Vec<PathBuf>,
    bytes: &mut u64,
) -> io::Result<bool> {
    for item in fs::read_dir(folder.join(inner))? {
        let item = item?;
        let path = inner.join(item.file_name());
        // A link to a file is copied as that file. One to a folder may lead anywhere.
        let Ok(metadata) = fs::metadata(item.path()) else { continue };
        let is_link = item.file_type()?.is_symlink();
        if metadata.is_file() {
            *bytes += metadata.len();
            files.push(path);
        } else if metadata.is_dir() && !is_link && !is_left_out(&item.path()) {
            files.push(path.clone());
            if !list(folder, &path, files, bytes)? {
                return Ok(false);
            }
        }
        if files.len() > FILES_MAX || *bytes > BYTES_MAX {
            return Ok(false);
        }
    }
    Ok(true)
}

fn is_left_out(folder: &Path) -> bool {
    let name = folder.file_name().unwrap_or_default();
    LEFT_OUT.iter().any(|left_out| name == *left_out) || folder.join("pyvenv.cfg").exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> (TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = fs::canonicalize(folder.path()).unwrap();
        for inner in ["src/deep", ".git", "target/release", "node_modules/a", "env", "empty"] {
            fs::create_dir_all(path.join(inner)).unwrap();
        }
        for file in [
            "day7.py",
            "input.txt",
            "src/deep/lib.py",
            ".git/config",
            "target/release/day7",
            "env/pyvenv.cfg",
        ] {
            fs::write(path.join(file), file).unwrap();
        }
        (folder, path)
    }

    #[test]
    fn copy_holds_sources_and_the_input() {
        let (_folder, path) = folder();
        let scratch = Scratch::copy(&path, Path::new("input.txt")).unwrap();
        let has = |file: &str| scratch.path().join(file).exists();
        assert!(["day7.py", "src/deep/lib.py", "input.txt", "empty"].into_iter().all(has));
        assert!(![".git", "target", "node_modules", "env"].into_iter().any(has));
        scratch.write(b"22222 1\n").unwrap();
        scratch.write(b"33333 1\n").unwrap();
        assert_eq!(fs::read(scratch.path().join("input.txt")).unwrap(), b"33333 1\n");
        assert_eq!(fs::read(path.join("input.txt")).unwrap(), b"input.txt");
        let copy = scratch.path().to_owned();
        drop(scratch);
        assert!(!copy.exists());
    }

    #[test]
    fn input_may_be_in_a_new_folder_but_not_outside() {
        let (_folder, path) = folder();
        let whole = path.join("inputs/2023/7.txt");
        for input in [Path::new("inputs/2023/7.txt"), Path::new("./inputs/2023/7.txt")] {
            let scratch = Scratch::copy(&path, input).unwrap();
            scratch.write(b"").unwrap();
            assert!(scratch.path().join("inputs/2023/7.txt").is_file());
        }
        assert!(!whole.exists());
        assert!(Scratch::copy(&path, &path.join("input.txt")).is_ok());
        for outside in ["../input.txt", "/nowhere/input.txt", "a/../../b", ""] {
            assert!(
                matches!(Scratch::copy(&path, Path::new(outside)), Err(Failure::Usage(_))),
                "{outside}"
            );
        }
    }

    #[test]
    fn words_lead_to_the_copy_or_to_what_was_left_out() {
        let (_folder, path) = folder();
        let scratch = Scratch::copy(&path, Path::new("input.txt")).unwrap();
        let word =
            |word: &Path, is_program| PathBuf::from(scratch.word(word.as_os_str(), is_program));
        let copied = scratch.path().join("day7.py");
        assert_eq!(word(Path::new("day7.py"), false), Path::new("day7.py"));
        assert_eq!(word(&path.join("day7.py"), false), copied);
        assert_eq!(word(Path::new("./day7.py"), true), copied);
        assert_eq!(word(Path::new("python3"), true), Path::new("python3"));
        assert_eq!(word(Path::new("/bin/sh"), true), Path::new("/bin/sh"));
        assert_eq!(word(Path::new("target/release/day7"), true), path.join("target/release/day7"));
        assert_eq!(word(Path::new("--fast"), false), Path::new("--fast"));
    }

    #[test]
    fn too_large_a_folder_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let file = fs::File::create(folder.path().join("large")).unwrap();
        file.set_len(BYTES_MAX + 1).unwrap();
        let refused = Scratch::copy(folder.path(), Path::new("input.txt")).err().unwrap();
        assert!(matches!(refused, Failure::Usage(message) if message.contains("64 MiB")));
    }
}
