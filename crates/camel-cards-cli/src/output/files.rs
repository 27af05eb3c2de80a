//! Standard output, and output files that are complete or absent.

#[cfg(unix)]
use std::os::fd::AsFd;
use std::{
    fs::{self, File},
    io::{self, IsTerminal, Write},
    path::{Path, PathBuf},
};

use anstream::AutoStream;
use tempfile::NamedTempFile;

use super::fitted;
use crate::{
    failure::{Failure, Result, input_name},
    interrupt,
};

/// Standard output as a file, which reports every failed write. Rust's own ignores them if standard output is read-only.
#[cfg(unix)]
pub(crate) fn stdout() -> io::Result<File> {
    Ok(io::stdout().as_fd().try_clone_to_owned()?.into())
}

/// Standard output, which requires text on Windows.
#[cfg(not(unix))]
pub(crate) fn stdout() -> io::Result<io::Stdout> {
    Ok(io::stdout())
}

/// Writes all of `bytes` to standard output as they are.
pub(crate) fn print(bytes: &[u8]) -> Result<()> {
    let mut out = stdout()?;
    out.write_all(bytes)?;
    Ok(out.flush()?)
}

/// Writes styled text to standard output, or plain text if no style is wanted.
pub(crate) fn print_styled(text: &str) -> Result<()> {
    let text = fitted(text, &io::stdout());
    let mut out = AutoStream::auto(stdout()?);
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

#[derive(Clone, clap::Args)]
pub(crate) struct ForceArgs {
    /// Replace an output file that exists
    ///
    /// Without --force, this is an error. An input file is never replaced.
    #[arg(long)]
    force: bool,
}

/// An output that an option names.
///
/// A file gets its name when it is complete, and replaces another only with `--force`. Standard
/// output (`-`), pipes and devices are written to directly.
pub(crate) struct OutputFile {
    /// As the user gave it.
    path: PathBuf,
    pub(crate) writer: Box<dyn Write + Send>,
    /// A file without a name yet, its name, and whether it may replace another.
    unnamed: Option<(NamedTempFile, PathBuf, bool)>,
}

/// Whether an output is standard output, which may be a file that exists.
pub(crate) fn is_stdout(path: &Path) -> bool {
    ["-", "/dev/stdout"].iter().any(|name| path == Path::new(name))
}

impl ForceArgs {
    /// # Errors
    ///
    /// The file exists and may not be replaced, or it cannot be written.
    pub(crate) fn create(&self, path: &Path) -> Result<OutputFile> {
        OutputFile::open(path, self.force).map_err(|error| failure(path, &error))
    }
}

impl OutputFile {
    fn open(path: &Path, force: bool) -> io::Result<OutputFile> {
        let stream = |writer| Ok(OutputFile { path: path.to_owned(), writer, unnamed: None });
        if is_stdout(path) {
            return stream(Box::new(stdout()?));
        }
        // A device that Windows has in every folder, without what others know a device by.
        let is_nul = cfg!(windows) && path.as_os_str().eq_ignore_ascii_case("nul");
        let old = match fs::metadata(path) {
            Ok(old) if old.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            old if is_nul || old.as_ref().is_ok_and(|old| !old.is_file()) => {
                return stream(Box::new(File::options().append(true).open(path)?));
            }
            old => old.ok(),
        };
        // A link that leads nowhere exists, too.
        if !force && fs::symlink_metadata(path).is_ok() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        // A link stays a link, and one that leads nowhere names no file.
        let name = if path.is_symlink() { fs::canonicalize(path)? } else { path.to_owned() };
        let folder = name.parent().filter(|folder| !folder.as_os_str().is_empty());
        let mut builder = tempfile::Builder::new();
        builder.prefix(".camel-cards-");
        // A new file has what the user's mask allows, not a temporary file's 0600.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = interrupt::create_temporary(|| {
            builder.tempfile_in(folder.unwrap_or_else(|| Path::new(".")))
        })?;
        if let Some(old) = old {
            file.as_file().set_permissions(old.permissions())?;
        }
        let writer = Box::new(file.as_file().try_clone()?);
        Ok(OutputFile { path: path.to_owned(), writer, unnamed: Some((file, name, force)) })
    }

    /// Gives the file its name.
    pub(crate) fn finish(mut self) -> Result<()> {
        let mut finished = self.writer.flush();
        // Windows renames no file that somebody may still write to.
        drop(self.writer);
        if let Some((file, name, replaces)) = self.unnamed {
            // On the disk before it has its name: a crash leaves all of it or nothing.
            finished = file.as_file().sync_all().and_then(|()| match replaces {
                true => file.persist(&name).map(drop).map_err(io::Error::from),
                false => persist_new(file, &name),
            });
        }
        finished.map_err(|error| failure(&self.path, &error))
    }

    /// A write to it failed.
    pub(crate) fn failure(&self, error: &io::Error) -> Failure {
        failure(&self.path, error)
    }

    /// Writes all of `bytes`, and ends the file.
    pub(crate) fn write_whole(self, bytes: &[u8]) -> Result<()> {
        self.write(|out| out.write_all(bytes))
    }

    /// Writes everything that `write` writes, and ends the file.
    pub(crate) fn write(
        mut self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<()> {
        write(&mut self.writer).map_err(|error| self.failure(&error))?;
        self.finish()
    }
}

/// Gives the file a name that is not taken.
fn persist_new(file: NamedTempFile, name: &Path) -> io::Result<()> {
    let Err(failed) = file.persist_noclobber(name) else { return Ok(()) };
    // Not every file system can rename without replacing, or has hard links.
    if failed.error.kind() != io::ErrorKind::AlreadyExists && fs::symlink_metadata(name).is_err() {
        return failed.file.persist(name).map(drop).map_err(io::Error::from);
    }
    Err(failed.error)
}

fn failure(path: &Path, error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::AlreadyExists => Failure::Usage(format!(
            "{} already exists; use --force to replace it",
            input_name(path)
        )),
        _ if is_stdout(path) => Failure::output(error),
        _ => Failure::file("write", path, error),
    }
}

/// The file that a tally goes to.
#[derive(clap::Args)]
pub(crate) struct TallyFileArgs {
    /// File to write the tally to, once it is complete; - means standard output
    #[arg(short, long, value_name = "TALLY")]
    pub(crate) output: PathBuf,
}

impl TallyFileArgs {
    pub(crate) fn create(&self, force: &ForceArgs) -> Result<OutputFile> {
        if is_stdout(&self.output) && io::stdout().is_terminal() {
            let message = "a tally is binary; write it to a file with -o FILE";
            return Err(Failure::Usage(message.to_owned()));
        }
        force.create(&self.output)
    }
}
