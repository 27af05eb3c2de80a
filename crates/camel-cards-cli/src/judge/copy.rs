//! A copy of a folder, for programs that read a file of a certain name.
//!
//! `open("input.txt")` finds what is in the current folder, and `join(dirname(__file__), "input.txt")`
//! what is beside the program, as the language sees it, which may have resolved links; others compile
//! it in. So the program itself has to be in a folder where that file is the input, and the user's own
//! must not change: hence a copy of plain files, without what is installed or built.

use std::{
    collections::BTreeSet,
    env,
    ffi::{OsStr, OsString},
    fs::{self, File},
    io::{self, ErrorKind, Read, Write},
    path::{Component, Path, PathBuf},
};

use camel_cards::{Score, score};
use camel_cards_input::FileName;
use ignore::{DirEntry, WalkBuilder};
use tempfile::TempDir;

use super::{in_source::InSource, own_input};
use crate::failure::{Failure, Result};

/// What a copy may hold.
const FILES_MAX: usize = 5_000;
const BYTES_MAX: u64 = 64 << 20;

/// How large each file may be.
const FILE_BYTES_MAX: u64 = 8 << 20;

/// More than any line of an input has.
const LINE_BYTES_MAX: u64 = 4_200;

/// What to copy, and where in it the program runs.
#[derive(Clone, Debug)]
pub(crate) struct Root {
    /// The folder that the copy stands for, without links.
    pub(crate) path: PathBuf,
    /// The current folder, from there on.
    pub(crate) inner: PathBuf,
    /// The folders and files that a copy has.
    files: BTreeSet<PathBuf>,
    bytes: u64,
    /// The inputs among them.
    pub(crate) inputs: Vec<(PathBuf, Score)>,
    /// The file that is exchanged for the input in copies, by its path from there on.
    pub(crate) exchanged: Option<PathBuf>,
    /// How that file is written where it is the user's.
    pub(crate) form: Form,
    /// The source around the input, if that file is a source.
    pub(crate) source: Option<InSource>,
}

/// How somebody's own input is written; the judged input is written likewise.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Form {
    pub(crate) has_crlf: bool,
    pub(crate) lacks_last_newline: bool,
}

impl Root {
    /// Finds what to copy: the git root that the current folder is in; where there is none, or it is too large, the
    /// current folder itself, and of those above it what the program's source or `file` names.
    pub(crate) fn find(command: &[OsString], file: Option<&Path>) -> Result<Root> {
        let cannot = |error| Failure::file("copy", Path::new("."), &error);
        let here = env::current_dir().and_then(canonical).map_err(cannot)?;
        let git = here.ancestors().find(|folder| folder.join(".git").exists());
        let whole = git.and_then(|git| Root::of(git, &here, &[git.to_owned()]));
        let above = |(levels, name): (usize, String)| Some((here.ancestors().nth(levels)?, name));
        let named = own_input::named_above(command, file);
        let named: Vec<(&Path, String)> = named.into_iter().filter_map(above).collect();
        let outer =
            named.iter().map(|(folder, _)| *folder).min_by_key(|folder| folder.as_os_str().len());
        let others = named.iter().map(|(folder, name)| folder.join(name));
        let others =
            others.filter(|other| canonical(other).is_ok_and(|other| may_be_copied(&other)));
        let folders: Vec<PathBuf> = [here.clone()].into_iter().chain(others).collect();
        whole.or_else(|| Root::of(outer.unwrap_or(&here), &here, &folders)).ok_or_else(|| {
            let (folder, limit) = (FileName(&here), BYTES_MAX >> 20);
            Failure::Usage(format!(
                "{folder} is not copied: it is your home folder or the system's, or has more than {FILES_MAX} files or {limit} MiB; go to a smaller folder that holds the program"
            ))
        })
    }

    /// What to copy of these folders or files in `outer`: all of the first one, and as much of the others as there is
    /// room for. `None` if the first one must not be copied, or is too large.
    fn of(outer: &Path, here: &Path, folders: &[PathBuf]) -> Option<Root> {
        let mut root = Root {
            path: outer.to_owned(),
            inner: here.strip_prefix(outer).ok()?.to_owned(),
            files: BTreeSet::new(),
            bytes: 0,
            inputs: Vec::new(),
            exchanged: None,
            form: Form::default(),
            source: None,
        };
        let (own, others) = folders.split_first()?;
        if !may_be_copied(own) || !files_in(own, true).all(|(file, bytes)| root.add(&file, bytes)) {
            return None;
        }
        for (file, bytes) in others.iter().flat_map(|other| files_in(other, true)) {
            root.add(&file, bytes);
        }
        // Inputs count even if git ignores them. The smallest come first, as not all may fit.
        let files = folders.iter().flat_map(|folder| files_in(folder, false).take(10 * FILES_MAX));
        let mut files: Vec<(PathBuf, u64)> = files.collect();
        files.sort_by_key(|(_, bytes)| *bytes);
        for (file, bytes) in files {
            if let Some(score) = read_input(&file)
                && root.add(&file, bytes)
            {
                root.inputs.push((file.strip_prefix(outer).ok()?.to_owned(), score));
            }
        }
        Some(root)
    }

    /// Adds a file, if there is room for it.
    fn add(&mut self, file: &Path, bytes: u64) -> bool {
        let Ok(inner) = file.strip_prefix(&self.path) else { return false };
        if self.files.contains(inner) {
            return true;
        }
        let fits = self.files.len() < FILES_MAX && self.bytes + bytes <= BYTES_MAX;
        if fits {
            self.bytes += bytes;
            self.files.insert(inner.to_owned());
        }
        fits
    }

    /// Has a file exchanged for the input.
    pub(crate) fn exchange(mut self, file: PathBuf) -> Root {
        let mut own = Vec::new();
        let opened = plain_file(&self.path.join(&file), u64::MAX);
        let read = opened.map(|own_file| own_file.take(FILE_BYTES_MAX).read_to_end(&mut own));
        if let Some(Ok(_)) = read {
            self.form.has_crlf = own.windows(2).any(|end| end == b"\r\n");
            self.form.lacks_last_newline = !own.is_empty() && !own.ends_with(b"\n");
        }
        self.exchanged = Some(file);
        self
    }

    /// Has the input in a source exchanged.
    pub(crate) fn exchange_within(self, file: PathBuf, source: InSource) -> Root {
        Root { exchanged: Some(file), source: Some(source), ..self }
    }

    /// Has the file that an option names exchanged for the input.
    pub(crate) fn exchange_named(self, file: &Path) -> Result<Root> {
        let expected =
            |what: &str| Failure::Usage(format!("--file {}: expected {what}", FileName(file)));
        let inner = self.inside(file).filter(|inner| inner.file_name().is_some());
        let Some(inner) = inner else {
            let folder = FileName(&self.path);
            return Err(expected(&format!("a file in {folder}, beside the program")));
        };
        let path = self.path.join(&inner);
        match fs::metadata(&path) {
            Ok(found) if found.is_dir() => Err(expected("a file, found a folder")),
            Ok(found) if !found.is_file() => Err(expected("a plain file")),
            Ok(found) if found.len() > 0 && !begins_with_a_hand(&path) => Err(expected(
                "the hands that the program reads, found something else; is it the program itself?",
            )),
            _ => Ok(self.exchange(inner)),
        }
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
    /// Copies what can be read.
    pub(crate) fn new(root: &Root) -> Result<FolderCopy> {
        let cannot = |error| Failure::file("copy", &root.path, &error);
        let mut builder = tempfile::Builder::new();
        // Somebody's sources are nobody else's.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        let folder = builder.prefix("camel-cards-judge-").tempdir().map_err(cannot)?;
        let path = canonical(folder.path()).map_err(cannot)?;
        fs::create_dir_all(path.join(&root.inner)).map_err(cannot)?;
        for file in &root.files {
            let (from, to) = (root.path.join(file), path.join(file));
            let folder = if from.is_dir() { &to } else { to.parent().unwrap_or(&to) };
            let copy = |()| if from.is_dir() { Ok(0) } else { fs::copy(&from, &to) };
            match fs::create_dir_all(folder).and_then(copy) {
                Err(error)
                    if !matches!(
                        error.kind(),
                        ErrorKind::PermissionDenied | ErrorKind::NotFound
                    ) =>
                {
                    return Err(Failure::file("copy", &from, &error));
                }
                _ => {}
            }
        }
        #[cfg(unix)]
        for packages in root.inner.ancestors().map(|inner| inner.join("node_modules")) {
            let installed = root.path.join(&packages);
            if installed.is_dir() {
                // They are only read: see `write`.
                let _ = std::os::unix::fs::symlink(installed, path.join(&packages));
            }
        }
        Ok(FolderCopy { _folder: folder, path, root: root.clone() })
    }

    /// Where the program runs.
    pub(crate) fn folder(&self) -> PathBuf {
        self.path.join(&self.root.inner)
    }

    /// Writes the input in place of the file that is exchanged for it, below no link: one would lead out of the copy,
    /// and the program may have made it.
    pub(crate) fn write(&self, input: &str) -> Result<()> {
        let Some(file) = &self.root.exchanged else { return Ok(()) };
        let written = self.write_file(file, input);
        written.map_err(|error| Failure::file("write the input to", &self.path.join(file), &error))
    }

    fn write_file(&self, file: &Path, input: &str) -> io::Result<()> {
        let mut path = self.path.clone();
        for part in file {
            if path.is_symlink() {
                fs::remove_file(&path)?;
            }
            if !path.exists() {
                fs::create_dir(&path)?;
            }
            path.push(part);
        }
        // It may be read-only, as the original.
        match fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
            _ => {
                let source = self.root.source.as_ref().map(|source| source.with(input));
                let text = source.unwrap_or_else(|| self.root.form.of(input));
                File::create_new(path)?.write_all(text.as_bytes())
            }
        }
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

impl Form {
    /// The input, written in this form.
    fn of(self, input: &str) -> String {
        let changes_ends = self.has_crlf && !input.contains('\r');
        let mut input = if changes_ends { input.replace('\n', "\r\n") } else { input.to_owned() };
        // An empty line at the end stays.
        if self.lacks_last_newline && !input.ends_with("\n\n") && !input.ends_with("\n\r\n") {
            input.truncate(input.trim_end_matches(['\r', '\n']).len());
        }
        input
    }
}

/// Opens a plain file: a pipe or a terminal would be waited for.
pub(crate) fn plain_file(path: &Path, bytes_max: u64) -> Option<File> {
    let is_plain = |file: fs::Metadata| file.is_file() && file.len() <= bytes_max;
    fs::metadata(path).is_ok_and(is_plain).then(|| File::open(path).ok())?
}

/// Whether the first line of a file is an entry.
fn begins_with_a_hand(path: &Path) -> bool {
    let mut begin = Vec::new();
    let opened = plain_file(path, u64::MAX);
    let read = opened.map(|file| file.take(LINE_BYTES_MAX).read_to_end(&mut begin));
    let line = begin.split_inclusive(|&byte| byte == b'\n').find(|line| line.len() > 2);
    matches!(read, Some(Ok(_)))
        && line.is_some_and(|line| score(line).is_ok_and(|score| score.entries == 1))
}

/// The score of a file of nothing but entries.
fn read_input(path: &Path) -> Option<Score> {
    begins_with_a_hand(path).then(|| score(&fs::read(path).ok()?).ok())?
}

/// Whether a folder or file may be copied: neither the system's, nor the home folder, nor what holds it.
fn may_be_copied(path: &Path) -> bool {
    let home = env::home_dir().and_then(|home| canonical(home).ok());
    let temporary = [PathBuf::from("/tmp"), PathBuf::from("/var/tmp"), env::temp_dir()];
    path.parent().is_some()
        && !home.is_some_and(|home| home.starts_with(path))
        && !temporary.iter().any(|folder| canonical(folder).is_ok_and(|folder| folder == path))
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

/// Returns the folders and files in a folder that are not too large, with their bytes, without what
/// `.gitignore` names if that is wanted. A link to a file is that file; one to a folder may lead anywhere.
fn files_in(folder: &Path, without_ignored: bool) -> impl Iterator<Item = (PathBuf, u64)> {
    let mut walk = WalkBuilder::new(folder);
    walk.standard_filters(false).git_ignore(without_ignored).require_git(false);
    walk.filter_entry(is_source);
    walk.build().flatten().filter_map(|entry| {
        let file = entry.path().metadata().ok()?;
        let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        let is_small = file.is_file() && file.len() <= FILE_BYTES_MAX;
        let bytes = if is_folder { 0 } else { file.len() };
        (is_folder || is_small).then(|| (entry.into_path(), bytes))
    })
}
