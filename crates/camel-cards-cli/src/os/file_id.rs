//! Which file it is, whatever it is called.

use std::{
    ffi::OsString,
    fs::{self, File, Metadata},
    io::{self, IsTerminal},
    path::{Path, PathBuf},
};

/// As many symbolic links as Linux follows.
const LINKS_MAX: usize = 40;

#[cfg(unix)]
type FileKey = (u64, u64);
#[cfg(not(unix))]
type FileKey = PathBuf;

/// A file, the same through links and under another of its names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FileId {
    /// By device and inode, or elsewhere than on Unix by its real path.
    Existing(FileKey),
    /// Nothing is there yet: by folder and name.
    New(FileKey, OsString),
}

impl FileId {
    /// Returns which file a path leads to.
    pub(crate) fn of(path: &Path) -> Option<FileId> {
        let path = follow(path).0;
        let key = |path: &Path| Some(file_key(&fs::metadata(path).ok()?, path));
        key(&path)
            .map(FileId::Existing)
            .or_else(|| Some(FileId::New(key(folder_of(&path))?, path.file_name()?.to_owned())))
    }
}

#[cfg(unix)]
fn file_key(metadata: &Metadata, _: &Path) -> FileKey {
    use std::os::unix::fs::MetadataExt;
    (metadata.dev(), metadata.ino())
}

#[cfg(not(unix))]
fn file_key(_: &Metadata, path: &Path) -> FileKey {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// A stream that a process is born with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stream {
    Stdin,
    Stdout,
    Stderr,
}

impl Stream {
    /// Returns which file it is, and what is known of it. Elsewhere than on Unix nobody knows.
    #[cfg(unix)]
    pub(crate) fn file(self) -> Option<(FileId, Metadata)> {
        use std::os::fd::AsFd;
        let copy = match self {
            Stream::Stdin => io::stdin().as_fd().try_clone_to_owned(),
            Stream::Stdout => io::stdout().as_fd().try_clone_to_owned(),
            Stream::Stderr => io::stderr().as_fd().try_clone_to_owned(),
        };
        let metadata = File::from(copy.ok()?).metadata().ok()?;
        Some((FileId::Existing(file_key(&metadata, Path::new(""))), metadata))
    }

    #[cfg(not(unix))]
    pub(crate) fn file(self) -> Option<(FileId, Metadata)> {
        None
    }

    /// Returns which regular file it is, if it is one.
    pub(crate) fn regular_file(self) -> Option<FileId> {
        self.file().filter(|(_, metadata)| metadata.is_file()).map(|(id, _)| id)
    }
}

/// Follows symbolic links, also to what is not there yet. Returns where they lead, and whether
/// that is an open file of this process, such as `/dev/stdout` or `/dev/fd/3`.
pub(crate) fn follow(path: &Path) -> (PathBuf, bool) {
    let open_files =
        fs::canonicalize("/dev/fd").or_else(|_| fs::canonicalize("/proc/self/fd")).ok();
    let mut path = path.to_owned();
    for _ in 0..LINKS_MAX {
        let folder = folder_of(&path);
        if open_files.is_some() && fs::canonicalize(folder).ok() == open_files {
            return (path, true);
        }
        let Ok(target) = fs::read_link(&path) else { break };
        path = folder.join(target);
    }
    (path, false)
}

/// The folder that a path is in.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Whether an input is what somebody types.
pub(crate) fn is_typed(path: &Path) -> bool {
    is_stdin(path) && io::stdin().is_terminal()
}

/// Whether reading the path takes from standard input what another reader would miss.
pub(crate) fn is_stdin(path: &Path) -> bool {
    path == Path::new("-") || {
        let pipe = Stream::Stdin.file().filter(|(_, metadata)| is_pipe(metadata));
        pipe.is_some_and(|(stdin, _)| FileId::of(path) == Some(stdin))
    }
}

#[cfg(unix)]
fn is_pipe(metadata: &Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_fifo(&metadata.file_type())
}

#[cfg(not(unix))]
fn is_pipe(_: &Metadata) -> bool {
    false
}
