//! A copy of a folder, for programs that read a file of a certain name.
//!
//! `open("input.txt")` finds what is in the current folder, and `join(dirname(__file__), "input.txt")`
//! what is beside the program, as the language sees it, which may have resolved links; others compile
//! it in. So the program itself has to be in a folder where that file is the input, and the user's own
//! must not change: hence a copy of plain files, without what is installed or built.

use std::{
    collections::BTreeSet,
    ffi::{OsStr, OsString},
    fs, io,
    path::{Component, Path, PathBuf},
};

use camel_cards::{Score, score};
use ignore::{DirEntry, WalkBuilder};
use tempfile::TempDir;

use crate::failure::{Failure, Result};

/// What a folder to copy may hold.
const FILES_MAX: usize = 5_000;
const BYTES_MAX: u64 = 64 << 20;

/// How large each may be.
const FILE_BYTES_MAX: u64 = 8 << 20;

/// The folder to copy, and where in it the program runs.
#[derive(Clone, Debug)]
pub(crate) struct Root {
    /// Without links.
    pub(crate) path: PathBuf,
    /// The current folder, from there on.
    pub(crate) inner: PathBuf,
    /// The folders and files that a copy has.
    pub(crate) files: BTreeSet<PathBuf>,
    /// The inputs in it, whatever git ignores.
    pub(crate) inputs: Vec<(PathBuf, Score)>,
    /// The file of it that is exchanged for the input in copies, by its path from there on.
    pub(crate) exchanged: Option<PathBuf>,
}

impl Root {
    /// The git root that the current folder is in, or else the folder itself and as many above as
    /// `above` says; the folder itself if that is too large.
    pub(crate) fn find(above: usize) -> Result<Root> {
        let cannot = |error| Failure::file("copy", Path::new("."), &error);
        let here = std::env::current_dir().and_then(canonical).map_err(cannot)?;
        let git = here.ancestors().find(|folder| folder.join(".git").exists());
        let outer = git.or(here.ancestors().take(above + 1).last()).unwrap_or(&here);
        let root = |path: &Path| {
            let inner = here.strip_prefix(path).unwrap_or(Path::new("")).to_owned();
            let length =
                |file: &PathBuf| fs::metadata(path.join(file)).map_or(0, |file| file.len());
            let mut files: BTreeSet<PathBuf> = files_in(path, true).take(FILES_MAX + 1).collect();
            if files.len() > FILES_MAX || files.iter().map(length).sum::<u64>() > BYTES_MAX {
                return None;
            }
            let input = |file: PathBuf| {
                let score = score(&fs::read(path.join(&file)).ok()?).ok()?;
                (score.entries > 0).then_some((file, score))
            };
            let inputs = files_in(path, false).take(10 * FILES_MAX);
            let inputs: Vec<(PathBuf, Score)> = inputs.filter_map(input).collect();
            files.extend(inputs.iter().map(|(input, _)| input.clone()));
            Some(Root { path: path.to_owned(), inner, files, inputs, exchanged: None })
        };
        root(outer).or_else(|| root(&here)).ok_or_else(|| {
            let (folder, limit) = (here.display(), BYTES_MAX >> 20);
            let how = "go to a smaller folder that holds the program";
            Failure::Usage(format!("{folder} has more than {FILES_MAX} files or {limit} MiB, so it is not copied; {how}"))
        })
    }

    /// Whether lines of the file that is exchanged end as on Windows: the input's do there, too.
    pub(crate) fn has_crlf(&self) -> bool {
        let own = self.exchanged.as_ref().and_then(|file| fs::read(self.path.join(file)).ok());
        own.is_some_and(|own| own.windows(2).any(|end| end == b"\r\n"))
    }

    /// The path of a file from the root on, without links as the root's; `None` if it is not in it.
    pub(crate) fn inside(&self, file: &Path) -> Option<PathBuf> {
        let whole = self.path.join(&self.inner).join(file);
        // Some of the folders that it is in may be missing, and `..` is one itself.
        let mut folders = whole.ancestors().skip(usize::from(whole.file_name().is_some()));
        let (folder, rest) = folders
            .find_map(|folder| Some((canonical(folder).ok()?, whole.strip_prefix(folder).ok()?)))?;
        let is_below = !rest.components().any(|part| part == Component::ParentDir);
        let whole = is_below.then(|| folder.join(rest))?;
        Some(whole.strip_prefix(&self.path).ok()?.to_owned())
    }
}

/// A temporary copy of a folder. It is removed when this is dropped.
pub(crate) struct FolderCopy {
    _folder: TempDir,
    /// Its path without links.
    path: PathBuf,
    root: Root,
}

impl FolderCopy {
    /// Copies a folder.
    pub(crate) fn new(root: &Root) -> Result<FolderCopy> {
        let cannot = |error| Failure::file("copy", &root.path, &error);
        let folder =
            tempfile::Builder::new().prefix("camel-cards-judge-").tempdir().map_err(cannot)?;
        let path = canonical(folder.path()).map_err(cannot)?;
        fs::create_dir_all(path.join(&root.inner)).map_err(cannot)?;
        for file in &root.files {
            let (from, to) = (root.path.join(file), path.join(file));
            let folder = if from.is_dir() { &to } else { to.parent().unwrap_or(&to) };
            let copy = |()| if from.is_dir() { Ok(0) } else { fs::copy(&from, &to) };
            let copied = fs::create_dir_all(folder).and_then(copy);
            copied.map_err(|error| Failure::file("copy", &from, &error))?;
        }
        #[cfg(unix)]
        for packages in root.inner.ancestors().map(|inner| inner.join("node_modules")) {
            let installed = root.path.join(&packages);
            if installed.is_dir() {
                // They are only read.
                let _ = std::os::unix::fs::symlink(installed, path.join(&packages));
            }
        }
        Ok(FolderCopy { _folder: folder, path, root: root.clone() })
    }

    /// Where the program runs.
    pub(crate) fn folder(&self) -> PathBuf {
        self.path.join(&self.root.inner)
    }

    /// Writes the input in place of the file that is exchanged for it.
    pub(crate) fn write(&self, input: &str) -> io::Result<()> {
        let Some(file) = &self.root.exchanged else { return Ok(()) };
        let path = self.path.join(file);
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        // It may be read-only, as the original.
        let _ = fs::remove_file(&path);
        let changes = self.root.has_crlf() && !input.contains('\r');
        fs::write(path, if changes { input.replace('\n', "\r\n") } else { input.to_owned() })
    }

    /// A word of the command as it has to be here: a path leads into the copy, and what was left out
    /// of that is where it was.
    pub(crate) fn word(&self, word: &OsStr) -> OsString {
        let path = Path::new(word);
        let there = self.root.path.join(&self.root.inner).join(path);
        let copied = self.root.inside(path).map(|inner| self.path.join(inner));
        match copied.filter(|copied| copied.exists()) {
            // Other words may be no paths: `run`, `-m`, `perl`.
            Some(copied) if path.components().count() > 1 => copied.into(),
            None if there.exists() => there.into(),
            _ => word.to_owned(),
        }
    }
}

/// The path without links, and on Windows without `\\?\` before it: `cmd` runs in no such folder.
fn canonical(path: impl AsRef<Path>) -> io::Result<PathBuf> {
    let path = fs::canonicalize(path)?;
    let plain = path.to_str().and_then(|path| path.strip_prefix(r"\\?\"));
    let plain = plain.filter(|path| !path.starts_with("UNC")).map(PathBuf::from);
    Ok(plain.unwrap_or(path))
}

/// Whether it is a file, or a folder that may hold sources: no history, nothing installed, no cache, nothing built.
fn is_source(entry: &DirEntry) -> bool {
    let name = entry.file_name();
    let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
    let has = |file: &str| entry.path().join(file).exists();
    !is_folder
        || name != ".git" && name != "node_modules" && !has("CACHEDIR.TAG") && !has("pyvenv.cfg")
}

/// Returns the folders and files in a folder, from there on, that are not too large, without what
/// `.gitignore` names if that is wanted. A link to a file is that file; one to a folder may lead anywhere.
fn files_in(folder: &Path, without_ignored: bool) -> impl Iterator<Item = PathBuf> {
    let mut walk = WalkBuilder::new(folder);
    walk.standard_filters(false).git_ignore(without_ignored).require_git(false);
    walk.filter_entry(is_source);
    let files = walk.build().flatten().skip(1).filter(|entry| {
        let is_small = |file: fs::Metadata| file.is_file() && file.len() <= FILE_BYTES_MAX;
        entry.file_type().is_some_and(|kind| kind.is_dir())
            || entry.path().metadata().is_ok_and(is_small)
    });
    files.filter_map(move |entry| Some(entry.path().strip_prefix(folder).ok()?.to_owned()))
}
