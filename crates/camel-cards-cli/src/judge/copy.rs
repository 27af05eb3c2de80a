//! A copy of a folder, for programs that open a file with a fixed name.
//!
//! `open("input.txt")` opens a file in the current folder, and
//! `join(dirname(__file__), "input.txt")` one beside the program; the language may have resolved
//! links. Other programs compile the file in. So the program itself must be in a folder where that
//! file is the input, and the user's own folder must not change. Therefore `judge` copies plain
//! files, without installed or built ones.

#[cfg(windows)]
use std::fs::remove_dir_all as remove;
use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    env,
    ffi::{OsStr, OsString},
    fs::{self, File, Metadata, Permissions},
    io::{self, Read, Write},
    path::{Component, Path, PathBuf},
    rc::Rc,
};

#[cfg(unix)]
use std::os::unix::fs::{DirEntryExt, OpenOptionsExt, PermissionsExt, symlink};

use camel_cards::{Score, entries, score};
use camel_cards_coach::LineEnds;
use camel_cards_input::FileName;
use dunce::canonicalize;

use crate::{
    failure::{Failure, Result},
    interrupt,
    output::counted,
};

/// The limits of a copy, and of a search for files to copy.
const FILES_MAX: usize = 5_000;
const BYTES_MAX: u64 = 64 << 20;
const SEEN_MAX: usize = 4 * FILES_MAX;

/// Longer than any line of an input.
const LINE_BYTES_MAX: u64 = 4_200;

/// What to copy, and where in it the program runs.
pub(crate) struct Project {
    /// The folder that is copied, without links in its path.
    pub(crate) path: PathBuf,
    /// The current folder, relative to that.
    pub(crate) inner: PathBuf,
    /// The files that a copy has, and links: where they lead, relative to the project's path.
    items: BTreeMap<PathBuf, Option<PathBuf>>,
    /// The files that passed a limit.
    left_out: Vec<PathBuf>,
}

/// A file that the input replaces in copies.
pub(crate) struct Replacement {
    pub(crate) project: Project,
    /// Its path, relative to the project's.
    pub(crate) file: PathBuf,
    /// The files that are equal to it: a program may open any of them.
    equal: Vec<PathBuf>,
    /// Its line ends, which the input gets.
    pub(crate) ends: LineEnds,
    /// What is below its entries.
    rest: Vec<u8>,
}

impl Project {
    /// Finds what to copy: the git repository or, outside one, the current folder. If not everything
    /// fits, what the command names comes first, then files in the current folder, then those below it, then others, small
    /// ones first.
    pub(crate) fn find(command: &[OsString]) -> Result<Project> {
        let here = env::current_dir().and_then(canonicalize);
        let here = here.map_err(|error| Failure::file("copy", Path::new("."), &error))?;
        if !may_be_copied(&here) {
            return Err(Failure::Usage(format!(
                "judge does not copy {}, because it is your home folder or belongs to the system; run judge in your project's folder",
                FileName(&here)
            )));
        }
        // Of a repository around installed packages, a copy would have a link to the current folder.
        let mut around = here.ancestors().take_while(|folder| !folder.ends_with("node_modules"));
        let git = around.find(|folder| folder.join(".git").exists());
        let path = git.filter(|git| may_be_copied(git)).unwrap_or(&here).to_owned();
        let inner = here.strip_prefix(&path).unwrap_or(&here).to_owned();
        let mut project = Project { path, inner, items: BTreeMap::new(), left_out: Vec::new() };
        let named: BTreeSet<PathBuf> =
            command.iter().filter_map(|word| canonicalize(here.join(word)).ok()).collect();
        let is_copied = |file: &&PathBuf| {
            let is_inside = file.is_file() && file.starts_with(&project.path);
            is_inside && !file.ancestors().any(is_left_out)
        };
        let mut paths: VecDeque<PathBuf> = named.iter().filter(is_copied).cloned().collect();
        paths.extend([here.clone(), project.path.clone()]);
        let mut found = BTreeSet::new();
        for _ in 0..SEEN_MAX {
            let Some(path) = paths.pop_front() else { break };
            let (link, Ok(file)) = (project.link(&path), path.metadata()) else { continue };
            if link.is_some() || file.is_file() {
                let bytes = if link.is_some() { 0 } else { file.len() };
                let is_named =
                    named.contains(&link.as_ref().map_or(path.clone(), |to| project.path.join(to)));
                let is_far = (!path.starts_with(&here), path.parent() != Some(&here));
                found.insert((!is_named, is_far, bytes, path, link));
            } else if file.is_dir() && !path.is_symlink() {
                let entries = fs::read_dir(path).into_iter().flatten().flatten();
                let entries = entries.map(|entry| entry.path()).take(SEEN_MAX);
                let is_copied = |path: &PathBuf| !is_left_out(path) || project.link(path).is_some();
                paths.extend(entries.filter(is_copied));
            }
        }
        let (mut room, mut files) = (BYTES_MAX, 0);
        for (is_other, _, bytes, path, link) in found {
            let file = path.strip_prefix(&project.path).unwrap_or(&path).to_owned();
            if is_other && (bytes > room || files >= FILES_MAX) {
                project.left_out.push(file);
                continue;
            }
            // What the command names is copied in any case, and takes no room from other files.
            if is_other {
                (room, files) = (room - bytes, files + 1);
            }
            project.items.insert(file, link);
        }
        Ok(project)
    }

    /// Where a link of a copy leads, relative to the project's path: a link of the user's that stays in
    /// the project, or installed packages. Other links count as the files that they lead to.
    fn link(&self, path: &Path) -> Option<PathBuf> {
        if cfg!(unix) && path.ends_with("node_modules") && path != self.path {
            // `judge` writes nothing in them, because `make_way` never follows a link.
            return Some(path.to_owned());
        }
        let is_link = cfg!(unix) && path.is_symlink();
        let target = is_link.then(|| canonicalize(path).ok())??;
        Some(target.strip_prefix(&self.path).ok()?.to_owned())
    }

    /// Which limit left out which files of a copy.
    pub(crate) fn left_out(&self) -> Option<String> {
        let first = FileName(self.left_out.first()?);
        let limit = if self.items.len() < FILES_MAX { "64 MiB" } else { "5,000 files" };
        let files = counted(self.left_out.len() as u64, "file", "files");
        Some(format!("A copy has at most {limit}, so judge left out {files}, such as {first}."))
    }

    /// The inputs that a copy has: files that begin with entries.
    pub(crate) fn inputs(&self) -> Vec<(PathBuf, Score)> {
        let input = |file: &PathBuf| {
            let text = read_input(&self.path.join(file))?;
            Some((file.clone(), score(&text[..entries_len(&text)]).ok()?))
        };
        self.items.keys().filter_map(input).collect()
    }

    /// A file that the first run removed.
    pub(crate) fn removed(&self) -> Option<PathBuf> {
        self.items.keys().find(|file| !self.path.join(file).exists()).cloned()
    }

    /// Plans to replace a file in copies by the input.
    pub(crate) fn replacement(mut self, file: PathBuf) -> Replacement {
        let mut text = read_input(&self.path.join(&file)).unwrap_or_default();
        let is_equal = |other: &&PathBuf| {
            **other == file || read_input(&self.path.join(other)).is_some_and(|other| other == text)
        };
        let equal: Vec<PathBuf> = self.items.keys().filter(is_equal).cloned().collect();
        self.items.retain(|other, _| !equal.contains(other));
        self.left_out.retain(|other| *other != file);
        let rest = text.split_off(entries_len(&text));
        let ends = LineEnds::of(&text);
        Replacement { project: self, file, equal, ends, rest }
    }

    /// The same for the file that an option names.
    pub(crate) fn replacement_named(self, file: &Path) -> Result<Replacement> {
        let inner = self.inside(file).filter(|inner| !self.path.join(inner).is_dir());
        let inner = inner.ok_or_else(|| {
            let (file, folder) = (FileName(file), FileName(&self.path));
            Failure::Usage(format!("--file {file}: expected a file in {folder}"))
        })?;
        Ok(self.replacement(inner))
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

/// A temporary folder that nobody else can read. It is removed when this is dropped.
pub(crate) struct PrivateFolder(pub(crate) PathBuf);

impl PrivateFolder {
    pub(crate) fn new() -> io::Result<PrivateFolder> {
        let mut builder = tempfile::Builder::new();
        #[cfg(unix)]
        builder.permissions(Permissions::from_mode(0o700));
        let folder = PrivateFolder(builder.prefix("camel-cards-judge-").tempdir()?.keep());
        // The user's mask may have taken it from the user, too.
        #[cfg(unix)]
        fs::set_permissions(&folder.0, Permissions::from_mode(0o700))?;
        Ok(folder)
    }
}

impl Drop for PrivateFolder {
    fn drop(&mut self) {
        // A process that was killed may still have been ending.
        let _ = remove(&self.0).or_else(|_| remove(&self.0));
    }
}

/// Writes a new file that nobody else can read.
pub(crate) fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut options = File::options();
    #[cfg(unix)]
    options.mode(0o600);
    options.write(true).create_new(true).open(path)?.write_all(bytes)
}

/// A temporary copy of a folder. It is removed when this is dropped.
pub(crate) struct FolderCopy {
    replacement: Rc<Replacement>,
    /// The files as they were when judging began.
    originals: Rc<PrivateFolder>,
    _folder: PrivateFolder,
    /// Its path without links.
    path: PathBuf,
}

impl FolderCopy {
    /// Makes this number of copies of the files that can be read.
    pub(crate) fn several(
        replacement: &Rc<Replacement>,
        number: usize,
    ) -> io::Result<Vec<FolderCopy>> {
        let originals = Rc::new(PrivateFolder::new()?);
        for (file, _) in replacement.project.items.iter().filter(|(_, link)| link.is_none()) {
            let to = originals.0.join(file);
            fs::create_dir_all(to.parent().unwrap_or(&originals.0))?;
            copy_file(&replacement.project.path.join(file), &to)?;
        }
        let copies = (0..number).map(|_| {
            let (replacement, originals) = (replacement.clone(), originals.clone());
            let folder = PrivateFolder::new()?;
            let path = canonicalize(&folder.0)?;
            let copy = FolderCopy { replacement, originals, _folder: folder, path };
            copy.restore()?;
            Ok(copy)
        });
        copies.collect()
    }

    /// Where the program runs.
    pub(crate) fn folder(&self) -> PathBuf {
        self.path.join(&self.replacement.project.inner)
    }

    /// Copies the files, and undoes what the last run did: a program may have kept its answer in the copy.
    pub(crate) fn restore(&self) -> io::Result<()> {
        let project = &self.replacement.project;
        if self.path.is_symlink() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        self.clean(&self.path)?;
        for (file, link) in &project.items {
            if interrupt::is_interrupted() {
                return Err(io::ErrorKind::Interrupted.into());
            }
            let (from, to) = (self.originals.0.join(file), self.path.join(file));
            if link.is_none() && is_same(&from, &to) {
                continue;
            }
            self.make_way(&to)?;
            match link {
                #[cfg(unix)]
                Some(target) => symlink(self.path.join(target), to)?,
                _ => copy_file(&from, &to)?,
            }
        }
        fs::create_dir_all(self.folder())
    }

    /// Removes from a folder of the copy what a run made, but no build: programs would be built for
    /// each run.
    fn clean(&self, folder: &Path) -> io::Result<()> {
        #[cfg(unix)]
        fs::set_permissions(folder, Permissions::from_mode(0o700))?;
        for entry in fs::read_dir(folder)?.collect::<Vec<_>>() {
            let (entry, items) = (entry?, &self.replacement.project.items);
            let path = entry.path();
            let item = path.strip_prefix(&self.path).unwrap_or(&path);
            // What is in a folder comes next to it.
            let next = items.range(item.to_owned()..).next();
            let is_dir = entry.file_type()?.is_dir();
            match next.is_some_and(|(next, _)| next.starts_with(item)) {
                _ if !is_dir && items.contains_key(item) => {}
                _ if !is_dir => fs::remove_file(&path)?,
                true => self.clean(&path)?,
                false if path.join("CACHEDIR.TAG").exists() => {}
                false => remove(&path)?,
            }
        }
        Ok(())
    }

    /// Removes a file of the copy that is to be written, and the outermost link in its path: the
    /// program may have made a link that leads out of the copy.
    fn make_way(&self, file: &Path) -> io::Result<()> {
        let inside = file.ancestors().take_while(|path| *path != self.path);
        if let Some(outermost) = inside.filter(|path| path.is_symlink()).last() {
            fs::remove_file(outermost)?;
        }
        fs::create_dir_all(file.parent().unwrap_or(&self.path))?;
        let _ = fs::remove_file(file).or_else(|_| fs::remove_dir(file));
        Ok(())
    }

    /// Writes the input over the replaced files.
    pub(crate) fn write(&self, input: &str) -> io::Result<()> {
        let Replacement { file, equal, ends, rest, .. } = &*self.replacement;
        let input = ends.written(input);
        let gap = if rest.is_empty() || input.ends_with('\n') { "" } else { "\n" };
        for file in equal.iter().chain([file]).map(|file| self.path.join(file)) {
            self.make_way(&file)?;
            write_private(&file, &[input.as_bytes(), gap.as_bytes(), rest].concat())?;
        }
        Ok(())
    }

    /// A word of the command as it must be in the copy: a path leads into the copy, or to the
    /// original file if that was not copied. Other words are not paths: `run`, `-m`, `perl`.
    pub(crate) fn word(&self, word: &OsStr) -> OsString {
        let (project, path) = (&self.replacement.project, Path::new(word));
        let there = project.path.join(&project.inner).join(path);
        if path.components().count() < 2 || !there.exists() {
            return word.to_owned();
        }
        let copied = project.inside(path).map(|inner| self.path.join(inner));
        copied.filter(|copied| copied.exists()).unwrap_or(there).into()
    }
}

/// Copies a file, if it can be read, with its modification time. A file that the program writes has a
/// later one. Files without an end, as in `/proc`, have the length 0.
fn copy_file(from: &Path, to: &Path) -> io::Result<()> {
    const COPIED_AT_ONCE: u64 = 16 << 20;
    let is_file = |path: &Path| path.metadata().is_ok_and(|file| file.is_file());
    let Some(Ok(source)) = is_file(from).then(|| File::open(from)) else { return Ok(()) };
    let (file, mut copy) = (source.metadata()?, File::create_new(to)?);
    let mut source = source.take(file.len());
    while io::copy(&mut (&mut source).take(COPIED_AT_ONCE), &mut copy)? > 0 {
        if interrupt::is_interrupted() {
            return Err(io::ErrorKind::Interrupted.into());
        }
    }
    copy.set_permissions(file.permissions())?;
    copy.set_modified(file.modified()?)
}

/// Whether a file is as it was copied.
fn is_same(from: &Path, to: &Path) -> bool {
    let state = |file: Metadata| {
        Some((file.file_type(), file.len(), file.modified().ok()?, file.permissions()))
    };
    from.metadata().ok().and_then(state) == to.symlink_metadata().ok().and_then(state)
}

/// Removes a folder, or what a program put in its place, whatever its permissions and depth, but follows no link. What is
/// nested moves up first: neither a path nor the number of open folders may be as long as a program can nest them.
#[cfg(unix)]
fn remove(folder: &Path) -> io::Result<()> {
    if !folder.symlink_metadata()?.is_dir() {
        return fs::remove_file(folder);
    }
    let mut folders = vec![folder.to_owned()];
    fs::set_permissions(folder, Permissions::from_mode(0o700))?;
    while let Some(path) = folders.pop() {
        for entry in fs::read_dir(&path)?.collect::<io::Result<Vec<_>>>()? {
            if entry.file_type()?.is_dir() {
                fs::set_permissions(entry.path(), Permissions::from_mode(0o700))?;
                let up = folder.join(format!("camel-cards-{}", entry.ino()));
                fs::rename(entry.path(), &up)?;
                folders.push(up);
            } else {
                fs::remove_file(entry.path())?;
            }
        }
        if path != folder {
            fs::remove_dir(path)?;
        }
    }
    fs::remove_dir(folder)
}

/// The content of a file that begins with an entry, unless it is too large for a copy. Of other files,
/// only the first line is read.
fn read_input(path: &Path) -> Option<Vec<u8>> {
    let bytes = path.metadata().ok().filter(Metadata::is_file)?.len();
    let mut file = (bytes <= BYTES_MAX).then(|| File::open(path).ok())??.take(bytes);
    let mut text = Vec::new();
    (&mut file).take(LINE_BYTES_MAX).read_to_end(&mut text).ok()?;
    if entries_len(&text) == 0 {
        return None;
    }
    file.read_to_end(&mut text).ok()?;
    Some(text)
}

/// The length of the entries that a text begins with: the whole text, if it has nothing else, unless other entries are
/// below as many as the puzzle has.
fn entries_len(text: &[u8]) -> usize {
    let is_entry = |line: &&[u8]| entries(line).next().is_some_and(|entry| entry.is_ok());
    let lines = text.split_inclusive(|&byte| byte == b'\n').take_while(is_entry);
    let is_whole =
        score(text).is_ok_and(|score| score.entries > 0) && lines.clone().count() != 1000;
    if is_whole { text.len() } else { lines.map(<[u8]>::len).sum() }
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

/// Whether a path is history, installed packages, a cache or a build.
fn is_left_out(path: &Path) -> bool {
    let has = |file: &str| path.join(file).exists();
    let is_named = |name: &str| path.file_name() == Some(name.as_ref());
    is_named(".git") || is_named("node_modules") || has("CACHEDIR.TAG") || has("pyvenv.cfg")
}
