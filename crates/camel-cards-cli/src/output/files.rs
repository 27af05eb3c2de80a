//! Standard output, and files that are there whole or not at all.

use std::{
    fs::{self, File},
    io::{self, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use tempfile::{NamedTempFile, SpooledTempFile};

use crate::{
    failure::{Failure, Result},
    os::{
        file_id::{FileId, Stream, folder_of, follow},
        interrupt,
    },
};

/// Writes all of `bytes` to standard output as they are.
pub(crate) fn print(bytes: &[u8]) -> Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    Ok(out.flush()?)
}

/// Writes styled text to standard output, without the style where it is not wanted.
pub(crate) fn print_styled(text: &str) -> Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Where an output goes.
pub(crate) enum Destination {
    /// A regular file, or none yet, which is replaced: the one that symbolic links lead to.
    File(PathBuf),
    /// What is no regular file, or a file that is open already: it is written to.
    Open(PathBuf),
    Stdout,
    Stderr,
}

impl Destination {
    /// Decides where the output goes that the user calls `path`; `-` is standard output.
    pub(crate) fn of(path: &Path) -> Result<Destination> {
        if path == Path::new("-") {
            return Ok(Destination::Stdout);
        }
        let (name, is_open) = follow(path);
        let is_stream = |stream: Stream| {
            let file = stream.file().map(|(id, _)| id);
            is_open && file.is_some() && file == FileId::of(path)
        };
        match fs::metadata(path) {
            Ok(there) if there.is_dir() => {
                Err(Failure::file("write", path, &io::ErrorKind::IsADirectory.into()))
            }
            // Links that lead in a circle, for one, are not to be replaced.
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(Failure::file("write", path, &error))
            }
            // Not opened anew: what is written takes turns with what else goes there.
            Ok(_) if is_stream(Stream::Stdout) => Ok(Destination::Stdout),
            Ok(_) if is_stream(Stream::Stderr) => Ok(Destination::Stderr),
            Ok(there) if is_open || !there.is_file() => Ok(Destination::Open(path.to_owned())),
            _ => Ok(Destination::File(name)),
        }
    }

    /// Returns which regular file it is, or will be.
    pub(crate) fn regular_file(&self) -> Option<FileId> {
        match self {
            Destination::File(path) => FileId::of(path),
            Destination::Open(path) => path.is_file().then(|| FileId::of(path))?,
            Destination::Stdout => Stream::Stdout.regular_file(),
            Destination::Stderr => Stream::Stderr.regular_file(),
        }
    }
}

/// How the name of a file ends that is not complete, or never will be.
const UNFINISHED: &str = ".camel-cards-unfinished";

/// Names may have 255 bytes, and an unfinished file has some more than its output.
const NAME_BYTES_MAX: usize = 200;

/// How the name of the unfinished file begins.
fn unfinished_prefix(name: &Path) -> String {
    let name = name.file_name().unwrap_or_default().to_string_lossy();
    format!(".{}.", &name[..name.floor_char_boundary(NAME_BYTES_MAX)])
}

/// Returns the files that runs which were killed have left of an output.
///
/// A run holds a lock on its file as long as it lives.
pub(crate) fn left_unfinished(name: &Path) -> Vec<PathBuf> {
    let prefix = unfinished_prefix(name);
    let files = fs::read_dir(folder_of(name)).into_iter().flatten().flatten();
    let is_left = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(&prefix)
            && name.ends_with(UNFINISHED)
            && File::open(path).is_ok_and(|file| file.try_lock_shared().is_ok())
    };
    files.map(|file| file.path()).filter(is_left).collect()
}

/// What is gathered in memory for an output that is no regular file; past that, on the disk.
const GATHERED_BYTES: usize = 1 << 24;

/// An output that is there whole or not at all.
///
/// A regular file gets its name once it is complete. What was there before stays until then, and
/// for good if writing fails. Other outputs are written to when all is known, at the end.
pub(crate) struct OutputFile {
    /// As the user gave it.
    path: PathBuf,
    draft: Draft,
}

enum Draft {
    File { file: NamedTempFile, name: PathBuf },
    Stream { gathered: SpooledTempFile, to: Stream },
    Open { gathered: SpooledTempFile, to: File },
}

impl Draft {
    fn create(place: Destination) -> io::Result<Draft> {
        let gathered = SpooledTempFile::new(GATHERED_BYTES);
        let name = match place {
            Destination::File(name) => name,
            Destination::Open(path) => {
                // A file that is open already may hold something.
                let to = File::options().append(true).open(path)?;
                return Ok(Draft::Open { gathered, to });
            }
            Destination::Stdout => return Ok(Draft::Stream { gathered, to: Stream::Stdout }),
            Destination::Stderr => return Ok(Draft::Stream { gathered, to: Stream::Stderr }),
        };
        let prefix = unfinished_prefix(&name);
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).suffix(UNFINISHED);
        let old = fs::metadata(&name).ok().map(|metadata| metadata.permissions());
        if old.as_ref().is_some_and(fs::Permissions::readonly) {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        // A new file has what the user's mask allows, not a temporary file's 0600.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = interrupt::removes(|| builder.tempfile_in(folder_of(&name)))?;
        if let Some(old) = old
            && old != file.as_file().metadata()?.permissions()
        {
            file.as_file().set_permissions(old)?;
        }
        // Where files cannot be locked, the next run takes it for one that was left.
        let _ = file.as_file().try_lock();
        Ok(Draft::File { file, name })
    }
}

impl OutputFile {
    pub(crate) fn create(path: &Path) -> Result<OutputFile> {
        let draft = Draft::create(Destination::of(path)?);
        let draft = draft.map_err(|error| Failure::file("write", path, &error))?;
        Ok(OutputFile { path: path.to_owned(), draft })
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<()> {
        let written = match &mut self.draft {
            Draft::File { file, .. } => file.write_all(bytes),
            Draft::Stream { gathered, .. } | Draft::Open { gathered, .. } => {
                gathered.write_all(bytes)
            }
        };
        written.map_err(|error| Failure::file("write", &self.path, &error))
    }

    /// Takes back all but the first `bytes` bytes.
    pub(crate) fn truncate(&mut self, bytes: u64) -> Result<()> {
        let start = SeekFrom::Start(bytes);
        let truncated = match &mut self.draft {
            Draft::File { file, .. } => {
                file.as_file_mut().set_len(bytes).and_then(|()| file.seek(start))
            }
            Draft::Stream { gathered, .. } | Draft::Open { gathered, .. } => {
                gathered.set_len(bytes).and_then(|()| gathered.seek(start))
            }
        };
        truncated.map(drop).map_err(|error| Failure::file("write", &self.path, &error))
    }

    /// Gives the file its name, or writes to what has one.
    pub(crate) fn finish(self) -> Result<()> {
        let written = match self.draft {
            Draft::File { file, name } => {
                // On the disk before it has its name: a crash leaves the old file or the new.
                let temporary = file.path().to_owned();
                let on_disk = file.as_file().sync_all();
                let named = on_disk.and_then(|()| file.persist(name).map_err(|error| error.error));
                interrupt::keeps(&temporary);
                named.map(drop)
            }
            Draft::Open { gathered, mut to } => copy(gathered, &mut to),
            Draft::Stream { gathered, to: Stream::Stderr } => copy(gathered, &mut io::stderr()),
            Draft::Stream { gathered, .. } => return Ok(copy(gathered, &mut io::stdout())?),
        };
        written.map_err(|error| Failure::file("write", &self.path, &error))
    }
}

fn copy(mut from: SpooledTempFile, to: &mut impl Write) -> io::Result<()> {
    from.rewind()?;
    io::copy(&mut from, to)?;
    to.flush()
}
