//! Paths, standard input and readers, opened and unpacked.

use std::{
    fs::{File, Metadata},
    io::{self, Read},
    path::{Path, PathBuf},
    sync::Arc,
};

use crate::{Compression, FileName, InputError, Progress, Result, compression::unpack};

pub(crate) type BoxedRead = Box<dyn Read + Send>;

/// One of the inputs.
pub(crate) struct Source {
    pub(crate) name: Arc<str>,
    kind: SourceKind,
}

enum SourceKind {
    Path(PathBuf),
    Stdin,
    /// Standard input is a file.
    StdinFile(RegularFile),
    /// `None` once it is being read.
    Reader(Option<BoxedRead>),
}

/// An input that is being read.
pub(crate) struct OpenSource {
    pub(crate) input: BoxedRead,
    /// It is read as it is, from a file. All others take work or waiting.
    pub(crate) is_plain: bool,
}

impl Source {
    pub(crate) fn path(path: PathBuf) -> Source {
        Source { name: FileName(&path).to_string().into(), kind: SourceKind::Path(path) }
    }

    pub(crate) fn stdin() -> Source {
        let kind = stdin_file().map_or(SourceKind::Stdin, SourceKind::StdinFile);
        Source { name: "<stdin>".into(), kind }
    }

    pub(crate) fn reader(name: &str, input: BoxedRead) -> Source {
        Source { name: name.into(), kind: SourceKind::Reader(Some(input)) }
    }

    pub(crate) fn as_path(&self) -> Option<&Path> {
        if let SourceKind::Path(path) = &self.kind { Some(path) } else { None }
    }

    /// Returns how long it is, if it is a file.
    pub(crate) fn length(&self) -> Option<u64> {
        match &self.kind {
            SourceKind::Path(path) => {
                let metadata = path.metadata().ok().filter(Metadata::is_file);
                metadata.map(|metadata| metadata.len())
            }
            SourceKind::StdinFile(file) => Some(file.length),
            SourceKind::Stdin | SourceKind::Reader(_) => None,
        }
    }

    /// Opens it if it is a file that is not compressed, which can be read from any line on.
    pub(crate) fn open_plain(&self) -> Result<Option<RegularFile>> {
        let file = match &self.kind {
            SourceKind::Path(path) => {
                let file = open_file(path).and_then(RegularFile::new);
                file.map_err(|error| InputError::read(&self.name, error))?.ok()
            }
            SourceKind::StdinFile(file) => Some(file.clone()),
            SourceKind::Stdin | SourceKind::Reader(_) => None,
        };
        let Some(file) = file else { return Ok(None) };
        let magic = file.magic().map_err(|error| InputError::read(&self.name, error))?;
        Ok(Compression::of(&magic).is_none().then_some(file))
    }

    pub(crate) fn open(&mut self, progress: &Arc<Progress>) -> Result<OpenSource> {
        let opened = match &mut self.kind {
            SourceKind::Path(path) => open_path(path, progress),
            SourceKind::StdinFile(file) => open(file.clone().bytes(0, None, progress), true),
            SourceKind::Stdin => open_stream(io::stdin(), progress),
            SourceKind::Reader(input) => {
                open_stream(input.take().unwrap_or(Box::new(io::empty())), progress)
            }
        };
        opened.map_err(|error| InputError::read(&self.name, error))
    }
}

/// Opens a file to read, not a folder.
pub(crate) fn open_file(path: &Path) -> io::Result<File> {
    // Windows opens no folder at all, and says that this is not permitted.
    let is_folder = |error| if path.is_dir() { io::ErrorKind::IsADirectory.into() } else { error };
    let file = File::open(path).map_err(is_folder)?;
    match file.metadata()?.is_dir() {
        true => Err(io::ErrorKind::IsADirectory.into()),
        false => Ok(file),
    }
}

pub(crate) fn open_path(path: &Path, progress: &Arc<Progress>) -> io::Result<OpenSource> {
    match RegularFile::new(open_file(path)?)? {
        Ok(file) => open(file.bytes(0, None, progress), true),
        Err(other) => open_stream(other, progress),
    }
}

/// Opens what can only be read in order.
fn open_stream(
    input: impl Read + Send + 'static,
    progress: &Arc<Progress>,
) -> io::Result<OpenSource> {
    open(Box::new(CountingReader { input, progress: progress.clone() }), false)
}

/// Undoes the compression, if there is one.
fn open(mut input: BoxedRead, is_file: bool) -> io::Result<OpenSource> {
    let mut magic = Vec::new();
    (&mut input).take(Compression::MAGIC_BYTES as u64).read_to_end(&mut magic)?;
    let compression = Compression::of(&magic);
    // Whoever types ends the input once, so it is not asked for more after its end.
    let at_end = magic.len() < Compression::MAGIC_BYTES;
    let start = io::Cursor::new(magic);
    let input: BoxedRead = if at_end { Box::new(start) } else { Box::new(start.chain(input)) };
    let input = unpack(compression, input)?;
    Ok(OpenSource { input, is_plain: is_file && compression.is_none() })
}

/// A file that has a length, and can be read anywhere.
#[derive(Clone)]
pub(crate) struct RegularFile {
    file: Arc<File>,
    /// How long it was when it was opened.
    pub(crate) length: u64,
}

impl RegularFile {
    /// Returns the file itself if it is another kind of file.
    fn new(file: File) -> io::Result<std::result::Result<RegularFile, File>> {
        let metadata = file.metadata()?;
        let length = metadata.len();
        Ok(match metadata.is_file() {
            true => Ok(RegularFile { file: Arc::new(file), length }),
            false => Err(file),
        })
    }

    fn magic(&self) -> io::Result<[u8; Compression::MAGIC_BYTES]> {
        let mut magic = [0; Compression::MAGIC_BYTES];
        read_at(&self.file, &mut magic, 0)?;
        Ok(magic)
    }

    /// Reads it as it is, from `at` up to `end`, or up to its own end.
    pub(crate) fn bytes(self, at: u64, end: Option<u64>, progress: &Arc<Progress>) -> BoxedRead {
        Box::new(CountingReader {
            input: RangeReader { file: self, at, end },
            progress: progress.clone(),
        })
    }

    /// Returns where the line at `byte` ends, unless that is far.
    pub(crate) fn line_end(&self, byte: u64) -> io::Result<Option<u64>> {
        let mut bytes = [0; 1 << 12];
        let read = read_at(&self.file, &mut bytes, byte)?;
        let newline = bytes[..read].iter().position(|&byte| byte == b'\n');
        Ok(newline.map(|newline| byte + newline as u64 + 1))
    }
}

/// Part of a file, which may be read while other parts are.
struct RangeReader {
    file: RegularFile,
    at: u64,
    /// Where it ends, if not with the file, which may have grown.
    end: Option<u64>,
}

impl Read for RangeReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let rest = self.end.map_or(u64::MAX, |end| end - self.at);
        let room = rest.min(buffer.len() as u64) as usize;
        let RegularFile { file, length } = &self.file;
        let bytes = read_at(file, &mut buffer[..room], self.at)?;
        if bytes == 0 && room > 0 && (self.end.is_some() || file.metadata()?.len() < *length) {
            let message = "it became shorter while it was read";
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, message));
        }
        self.at += bytes as u64;
        Ok(bytes)
    }
}

#[cfg(unix)]
fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, at)
}

#[cfg(windows)]
fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, at)
}

/// WebAssembly has one thread.
#[cfg(not(any(unix, windows)))]
fn read_at(mut file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    io::Seek::seek(&mut file, io::SeekFrom::Start(at))?;
    file.read(buffer)
}

/// Returns standard input if it is a file, at its beginning, and takes all of it.
#[cfg(unix)]
fn stdin_file() -> Option<RegularFile> {
    use std::io::{Seek, SeekFrom};
    let stdin = std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned();
    let mut file = File::from(stdin.ok()?);
    let is_begin = file.metadata().ok()?.is_file() && file.stream_position().ok()? == 0;
    is_begin.then(|| file.seek(SeekFrom::End(0)).ok())??;
    RegularFile::new(file).ok()?.ok()
}

#[cfg(not(unix))]
fn stdin_file() -> Option<RegularFile> {
    None
}

/// Counts what is read, before it is unpacked.
struct CountingReader<R> {
    input: R,
    progress: Arc<Progress>,
}

impl<R: Read> Read for CountingReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.input.read(buffer)?;
        self.progress.add_bytes(bytes as u64);
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_became_shorter_is_an_error_and_one_that_grew_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("hands");
        std::fs::write(&path, "32T3K 765\n").unwrap();
        let progress = Arc::new(Progress::default());
        let open = || RegularFile::new(open_file(&path).unwrap()).unwrap().unwrap();
        let (whole, part, grown) = (open(), open(), open());
        std::fs::write(&path, "32T3K 765\nKK677 28\n").unwrap();
        let mut text = String::new();
        grown.bytes(3, None, &progress).read_to_string(&mut text).unwrap();
        assert_eq!((&text[..], progress.bytes()), ("3K 765\nKK677 28\n", 16));
        std::fs::write(&path, "32T3K").unwrap();
        for (file, end) in [(whole, None), (part, Some(10))] {
            let error = file.bytes(0, end, &progress).read_to_string(&mut text).unwrap_err();
            assert!(error.to_string().contains("became shorter"), "{error}");
        }
    }
}
