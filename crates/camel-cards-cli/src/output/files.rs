//! Standard output, and files that are there whole or not at all.

use std::{
    fs::{self, File},
    io::{self, Seek, Write},
    path::{Path, PathBuf},
};

use tempfile::NamedTempFile;

use crate::{
    failure::{Failure, Result},
    os::interrupt,
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

/// A file that gets its name once it is complete.
///
/// What was there before stays until then, and for good if writing fails. A
/// device or a pipe is written to directly.
pub(crate) struct OutputFile {
    /// As the user gave it.
    path: PathBuf,
    destination: Destination,
}

enum Destination {
    Temporary { file: NamedTempFile, name: PathBuf },
    Direct(File),
}

impl Destination {
    fn create(path: &Path) -> io::Result<Destination> {
        // Through a symbolic link, it is the file behind it that is replaced.
        let name = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        match fs::metadata(&name) {
            Ok(there) if there.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(there) if !there.is_file() => {
                return Ok(Destination::Direct(File::options().write(true).open(&name)?));
            }
            _ => {}
        }
        let mut builder = tempfile::Builder::new();
        builder.prefix(".camel-cards-");
        // What the user's mask allows, not a temporary file's 0600.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let folder = name.parent().filter(|folder| !folder.as_os_str().is_empty());
        let file = interrupt::removes(|| builder.tempfile_in(folder.unwrap_or(Path::new("."))))?;
        Ok(Destination::Temporary { file, name })
    }

    fn file(&mut self) -> &mut File {
        match self {
            Destination::Temporary { file, .. } => file.as_file_mut(),
            Destination::Direct(file) => file,
        }
    }
}

impl OutputFile {
    pub(crate) fn create(path: &Path) -> Result<OutputFile> {
        let destination =
            Destination::create(path).map_err(|error| Failure::file("write", path, &error))?;
        Ok(OutputFile { path: path.to_owned(), destination })
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<()> {
        let written = self.destination.file().write_all(bytes);
        written.map_err(|error| Failure::file("write", &self.path, &error))
    }

    /// Takes back all but the first `bytes` bytes.
    pub(crate) fn truncate(&mut self, bytes: u64) -> Result<()> {
        let file = self.destination.file();
        let truncated = file.set_len(bytes).and_then(|()| file.seek(io::SeekFrom::Start(bytes)));
        truncated.map(|_| ()).map_err(|error| Failure::file("write", &self.path, &error))
    }

    /// Gives the file its name.
    pub(crate) fn finish(self) -> Result<()> {
        let Destination::Temporary { file, name } = self.destination else {
            return Ok(());
        };
        // On the disk before it has its name: a crash leaves the old file or the new.
        let temporary = file.path().to_owned();
        let on_disk = file.as_file().sync_all();
        let named = on_disk.and_then(|()| file.persist(name).map_err(|error| error.error));
        interrupt::keeps(&temporary);
        named.map(|_| ()).map_err(|error| Failure::file("write", &self.path, &error))
    }
}
