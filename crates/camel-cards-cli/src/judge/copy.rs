//! A copy of a folder, for programs that open a file with a fixed name.
//!
//! `open("input.txt")` opens a file in the current folder, and
//! `join(dirname(__file__), "input.txt")` one beside the program; the language may have resolved
//! links. Other programs compile the file in. So the program itself must be in a folder where that
//! file is the input, and the user's own folder must not change. Therefore `judge` copies plain
//! files, without installed or built ones.

use std::{
    collections::{BTreeMap, BTreeSet},
    env,
    ffi::{OsStr, OsString},
    fs::{self, File, FileType},
    io::{self, Read, Write},
    path::{Component, Path, PathBuf},
    rc::Rc,
    time::SystemTime,
};

use camel_cards::{Score, entries, score};
use camel_cards_coach::LineEnds;
use camel_cards_input::FileName;
use dunce::canonicalize;
use ignore::WalkBuilder;
use tempfile::TempDir;

use crate::failure::{Failure, Result};

/// The limits of a copy.
const FILES_MAX: usize = 5_000;
const BYTES_MAX: u64 = 64 << 20;

/// Longer than any line of an input.
const LINE_BYTES_MAX: u64 = 4_200;

/// What to copy, and where in it the program runs.
pub(crate) struct Project {
    /// The folder that is copied, without links in its path.
    pub(crate) path: PathBuf,
    /// The current folder, relative to that.
    pub(crate) inner: PathBuf,
    /// The files that a copy has.
    files: Vec<PathBuf>,
    /// The inputs among them.
    pub(crate) inputs: Vec<(PathBuf, Score)>,
}

/// A file that the input replaces in copies.
pub(crate) struct Exchange {
    pub(crate) project: Project,
    /// Its path, relative to the project's.
    pub(crate) file: PathBuf,
    /// Its line ends, which the input gets.
    pub(crate) ends: LineEnds,
}

impl Project {
    /// Finds what to copy: the git repository or, outside one, the current folder. If not everything
    /// fits, files in the current folder come first, then small ones.
    pub(crate) fn find() -> Result<Project> {
        let here = env::current_dir().and_then(canonicalize);
        let here = here.map_err(|error| Failure::file("copy", Path::new("."), &error))?;
        if !may_be_copied(&here) {
            return Err(Failure::Usage(format!(
                "judge does not copy {}, because it is your home folder or belongs to the system; run judge in your project's folder",
                FileName(&here)
            )));
        }
        let git = here.ancestors().find(|folder| folder.join(".git").exists());
        let path = git.filter(|git| may_be_copied(git)).unwrap_or(&here).to_owned();
        let folders = [&*here, &*path];
        // Many authors do not publish their inputs. A program for all days reads those of other days, too.
        let is_input = |file: &Path| {
            let is_named = file.extension().is_some_and(|end| end == "txt" || end == "in");
            is_named || read_input(file).is_some()
        };
        let ignored = files_in(folders, false).filter(|(_, file)| is_input(file));
        let found = files_in(folders, true).chain(ignored);
        let found = found.map(|(bytes, file)| (!file.starts_with(&here), bytes, file));
        let mut room = BYTES_MAX;
        let copied = |(_, bytes, file): (bool, u64, PathBuf)| {
            room = room.checked_sub(bytes)?;
            Some(file.strip_prefix(&path).ok()?.to_owned())
        };
        let found = found.collect::<BTreeSet<_>>().into_iter().take(FILES_MAX);
        let files: Vec<PathBuf> = found.filter_map(copied).collect();
        let input = |file: &PathBuf| Some((file.clone(), read_input(&path.join(file))?));
        let inputs = files.iter().filter_map(input).collect();
        let inner = here.strip_prefix(&path).unwrap_or(&here).to_owned();
        Ok(Project { path, inner, files, inputs })
    }

    /// Plans to replace a file in copies by the input.
    pub(crate) fn exchange(self, file: PathBuf) -> Exchange {
        let ends = LineEnds::of(&fs::read(self.path.join(&file)).unwrap_or_default());
        Exchange { project: self, file, ends }
    }

    /// The same for the file that an option names.
    pub(crate) fn exchange_named(self, file: &Path) -> Result<Exchange> {
        let inner = self.inside(file).filter(|inner| !self.path.join(inner).is_dir());
        let inner = inner.ok_or_else(|| {
            let (file, folder) = (FileName(file), FileName(&self.path));
            Failure::Usage(format!("--file {file}: expected a file in {folder}"))
        })?;
        Ok(self.exchange(inner))
    }

    /// The path of a file, relative to the project's and without links; `None` if it is not in the
    /// project.
    pub(crate) fn inside(&self, file: &Path) -> Option<PathBuf> {
        let whole = self.path.join(&self.inner).join(file);
        // Some of the folders that it is in may be missing, and `..` is one itself.
        let mut folders = whole.ancestors().skip(usize::from(whole.file_name().is_some()));
        let folder = folders.find(|folder| folder.exists())?;
        let rest = whole.strip_prefix(folder).ok()?;
        let is_below = !rest.components().any(|part| part == Component::ParentDir);
        let whole = is_below.then(|| canonicalize(folder).ok())??.join(rest);
        Some(whole.strip_prefix(&self.path).ok()?.to_owned())
    }
}

/// A temporary copy of a folder. It is removed when this is dropped.
pub(crate) struct FolderCopy {
    exchange: Rc<Exchange>,
    _folder: TempDir,
    /// Its path without links.
    path: PathBuf,
    /// What it had before the first run, without the replaced file.
    copied: BTreeMap<PathBuf, FileState>,
}

/// The type, size and modification time of a file; `None` for a folder.
type FileState = Option<(FileType, u64, SystemTime)>;

impl FolderCopy {
    /// Copies the files that can be read.
    pub(crate) fn new(exchange: Rc<Exchange>) -> io::Result<FolderCopy> {
        let mut builder = tempfile::Builder::new();
        // Somebody's sources are nobody else's.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        let folder = builder.prefix("camel-cards-judge-").tempdir()?;
        let path = canonicalize(folder.path())?;
        let project = &exchange.project;
        fs::create_dir_all(path.join(&project.inner))?;
        for file in &project.files {
            let to = path.join(file);
            fs::create_dir_all(to.parent().unwrap_or(&path))?;
            let _ = copy_file(&project.path.join(file), &to);
        }
        #[cfg(unix)]
        for packages in project.inner.ancestors().map(|inner| inner.join("node_modules")) {
            let installed = project.path.join(&packages);
            if installed.is_dir() {
                // `judge` writes nothing in them, because `write` never follows a link.
                let _ = std::os::unix::fs::symlink(installed, path.join(&packages));
            }
        }
        let mut copied = states_below(&path)?;
        copied.remove(&path.join(&exchange.file));
        Ok(FolderCopy { exchange, _folder: folder, path, copied })
    }

    /// Where the program runs.
    pub(crate) fn folder(&self) -> PathBuf {
        self.path.join(&self.exchange.project.inner)
    }

    /// Undoes what the last run did to the copy: a program may have kept its answer there.
    pub(crate) fn restore(&self) -> io::Result<()> {
        let found = states_below(&self.path)?;
        let differs = |path: &PathBuf| self.copied.get(path) != found.get(path);
        // What is in a folder comes after it.
        for path in found.keys().rev().filter(|path| differs(path)) {
            fs::remove_file(path).or_else(|_| fs::remove_dir(path))?;
        }
        for (path, known) in self.copied.iter().filter(|(path, _)| differs(path)) {
            match (known, path.strip_prefix(&self.path)) {
                (Some(_), Ok(file)) => copy_file(&self.exchange.project.path.join(file), path)?,
                _ => fs::create_dir(path)?,
            }
        }
        Ok(())
    }

    /// Writes the input over the replaced file, but never through a link: the program may have made
    /// a link that leads out of the copy.
    pub(crate) fn write(&self, input: &str) -> io::Result<()> {
        let file = self.path.join(&self.exchange.file);
        if let Some(outermost) = file.ancestors().filter(|path| path.is_symlink()).last() {
            fs::remove_file(outermost)?;
        }
        fs::create_dir_all(file.parent().unwrap_or(&self.path))?;
        // It may be read-only, as the original.
        let _ = fs::remove_file(&file);
        File::create_new(file)?.write_all(self.exchange.ends.written(input).as_bytes())
    }

    /// A word of the command as it must be in the copy: a path leads into the copy, or to the
    /// original file if that was not copied. Other words are not paths: `run`, `-m`, `perl`.
    pub(crate) fn word(&self, word: &OsStr) -> OsString {
        let (project, path) = (&self.exchange.project, Path::new(word));
        let there = project.path.join(&project.inner).join(path);
        if path.components().count() < 2 || !there.exists() {
            return word.to_owned();
        }
        let copied = project.inside(path).map(|inner| self.path.join(inner));
        copied.filter(|copied| copied.exists()).unwrap_or(there).into()
    }
}

/// Copies a file with its modification time. A file that the program writes has a later one.
fn copy_file(from: &Path, to: &Path) -> io::Result<()> {
    fs::copy(from, to)?;
    // On Windows this needs the right to write, and copies have the time of the original already.
    let _ = fs::metadata(from)?.modified().and_then(|time| File::open(to)?.set_modified(time));
    Ok(())
}

/// Returns what is in a folder and below. Links are not followed. What would not be copied is left
/// out: without their builds, programs would be built for each run.
fn states_below(folder: &Path) -> io::Result<BTreeMap<PathBuf, FileState>> {
    let mut walk = WalkBuilder::new(folder);
    walk.standard_filters(false).filter_entry(|entry| !is_left_out(entry.path()));
    let failed =
        |error: ignore::Error| error.into_io_error().unwrap_or(io::ErrorKind::Other.into());
    let mut known = BTreeMap::new();
    // The folder itself comes first.
    for entry in walk.build().skip(1) {
        let path = entry.map_err(failed)?.into_path();
        let file = path.symlink_metadata()?;
        let state = (file.file_type(), file.len(), file.modified()?);
        known.insert(path, (!file.is_dir()).then_some(state));
    }
    Ok(known)
}

/// The score of a file that contains only entries. Of other files, only the first line is read.
fn read_input(path: &Path) -> Option<Score> {
    let mut start = Vec::new();
    File::open(path).ok()?.take(LINE_BYTES_MAX).read_to_end(&mut start).ok()?;
    entries(&start).next()?.ok()?;
    score(&fs::read(path).ok()?).ok()
}

/// Whether a folder or file may be copied: not the system's, not the home folder, and no folder
/// above them.
fn may_be_copied(path: &Path) -> bool {
    let temporary = [PathBuf::from("/tmp"), PathBuf::from("/var/tmp"), env::temp_dir()];
    // A folder that does not exist has nothing to copy.
    let Ok(path) = canonicalize(path) else { return true };
    let is_in =
        |folder: &PathBuf| canonicalize(folder).is_ok_and(|folder| folder.starts_with(&path));
    #[allow(deprecated, reason = "Rust 1.85 mended it, and 1.87 no longer warns")]
    let home = env::home_dir();
    path.parent().is_some() && !temporary.iter().chain(&home).any(is_in)
}

/// Returns the files in two folders, with their sizes in bytes, if requested without those that
/// `.gitignore` names. A link to a file counts as that file; links to folders are not followed.
fn files_in(folders: [&Path; 2], without_ignored: bool) -> impl Iterator<Item = (u64, PathBuf)> {
    let mut walk = WalkBuilder::new(folders[0]);
    walk.add(folders[1]);
    walk.standard_filters(false).git_ignore(without_ignored).require_git(false);
    walk.filter_entry(|entry| !is_left_out(entry.path()));
    walk.build().take(4 * FILES_MAX).flatten().filter_map(|entry| {
        let file = entry.path().metadata().ok()?;
        file.is_file().then(|| (file.len(), entry.into_path()))
    })
}

/// Whether a path is history, installed packages, a cache or a build.
fn is_left_out(path: &Path) -> bool {
    let has = |file: &str| path.join(file).exists();
    let is_named = |name: &str| path.file_name() == Some(name.as_ref());
    is_named(".git") || is_named("node_modules") || has("CACHEDIR.TAG") || has("pyvenv.cfg")
}
