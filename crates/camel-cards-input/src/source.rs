//! Paths, standard input and readers, opened and unpacked; byte ranges of files; and formats, known by how files begin.

use std::{
    fs::{File, Metadata},
    io::{self, BufRead, Read},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use crate::{
    FileName, InputError, InputErrorKind, Result,
    read_ahead::{BoxedRead, ReadAhead, chunks},
};

pub(crate) type Chunks = Box<dyn BufRead + Send>;

/// A range ends with its file if no more than this would be left.
const REST_BYTES: u64 = 1 << 12;

/// One of the inputs, or whole lines of one that is a file.
pub(crate) struct Source {
    pub(crate) name: Arc<str>,
    kind: SourceKind,
}

enum SourceKind {
    /// Opened when it is read, as there may be more of them than may be open.
    Path(PathBuf),
    File(FileRange),
    Stream(BoxedRead),
}

/// Part of a file that has a length and can be read anywhere, also while other parts are.
#[derive(Clone)]
struct FileRange {
    file: Arc<File>,
    /// How long it was when it was opened.
    length: u64,
    /// Where the rest of this part begins.
    at: u64,
    /// Where it ends, if not with the file, which may have grown.
    end: Option<u64>,
}

impl Source {
    pub(crate) fn path(path: PathBuf) -> Source {
        Source { name: FileName(&path).to_string().into(), kind: SourceKind::Path(path) }
    }

    pub(crate) fn stdin() -> Source {
        let stream = || SourceKind::Stream(Box::new(io::stdin()));
        let kind = stdin_file().map_or_else(stream, SourceKind::File);
        Source { name: "<stdin>".into(), kind }
    }

    pub(crate) fn reader(name: &str, input: BoxedRead) -> Source {
        Source { name: name.into(), kind: SourceKind::Stream(input) }
    }

    /// Returns where it begins in its file.
    pub(crate) fn start(&self) -> u64 {
        if let SourceKind::File(range) = &self.kind { range.at } else { 0 }
    }

    /// Returns the number of its bytes; 0 if unknown.
    pub(crate) fn bytes(&self) -> u64 {
        match &self.kind {
            SourceKind::Path(path) => {
                path.metadata().ok().filter(Metadata::is_file).map_or(0, |file| file.len())
            }
            SourceKind::File(range) => range.end.unwrap_or(range.length).saturating_sub(range.at),
            SourceKind::Stream(_) => 0,
        }
    }

    /// Splits off and returns the part after this many bytes, from the next line on; `None` if
    /// hardly anything would be left, or if it can only be read from its start. A file that cannot
    /// be opened is an error only when it is read.
    pub(crate) fn split_after(&mut self, bytes: u64) -> Option<Source> {
        if self.bytes() <= bytes.saturating_add(REST_BYTES) {
            return None;
        }
        let range = match &self.kind {
            SourceKind::Path(path) => FileRange::whole(open_file(path).ok()?).ok()?.ok()?,
            SourceKind::File(range) => range.clone(),
            SourceKind::Stream(_) => return None,
        };
        if Compression::of(&range.line_at(0).ok()?).is_some() {
            return None;
        }
        let at = range.at + bytes;
        let line = range.line_at(at).ok()?;
        // In a line that is too long, it is not worth looking farther.
        let end = line.ends_with(b"\n").then_some(at + line.len() as u64)?;
        let rest = SourceKind::File(FileRange { at: end, ..range.clone() });
        self.kind = SourceKind::File(FileRange { end: Some(end), ..range });
        Some(Source { name: self.name.clone(), kind: rest })
    }

    /// Opens it, and unpacks it if it is compressed. With `reads_ahead`, another thread does this,
    /// except for a regular file that is not compressed.
    ///
    /// # Errors
    ///
    /// A failed read, and a file of another kind.
    pub(crate) fn open(self, bytes_read: &Arc<AtomicU64>, reads_ahead: bool) -> Result<Chunks> {
        let (from, name) = (self.start(), self.name);
        let failed = |error| InputError::read(&name, error);
        let file = |range| (Box::<FileRange>::new(range) as BoxedRead, true);
        let (input, is_file) = match self.kind {
            SourceKind::Path(path) => {
                let opened = open_file(&path).and_then(FileRange::whole).map_err(failed)?;
                opened.map_or_else(|other| (Box::new(other) as BoxedRead, false), file)
            }
            SourceKind::File(range) => file(range),
            SourceKind::Stream(input) => (input, false),
        };
        let input = Box::new(CountingReader { input, bytes_read: bytes_read.clone() });
        if from > 0 {
            return Ok(Box::new(chunks(input)));
        }
        let (start, input) = peek(input).map_err(failed)?;
        let compression = Compression::of(&start);
        let (start, input) = unpack(compression, input).and_then(peek).map_err(failed)?;
        let has = |at: usize, magic| start.get(at..).is_some_and(|rest| rest.starts_with(magic));
        if let Some(&(.., found, hint)) = FORMATS.iter().find(|(at, magic, ..)| has(*at, magic)) {
            return Err(InputError::new(InputErrorKind::NotEntries { found, hint }, &name));
        }
        let is_ahead = reads_ahead && (!is_file || compression.is_some());
        Ok(if is_ahead { Box::new(ReadAhead::new(input)) } else { Box::new(chunks(input)) })
    }
}

/// The number of bytes at the start of an input that show its format.
const START_BYTES: usize = 512;

/// Returns the start of an input, and the whole input.
fn peek(mut input: BoxedRead) -> io::Result<(Vec<u8>, BoxedRead)> {
    let mut start = Vec::new();
    (&mut input).take(START_BYTES as u64).read_to_end(&mut start)?;
    let again = io::Cursor::new(start.clone());
    // A terminal reports the end once: another read would wait for more typing.
    let at_end = start.len() < START_BYTES;
    Ok((start, if at_end { Box::new(again) } else { Box::new(again.chain(input)) }))
}

/// Opens a file to read.
pub(crate) fn open_file(path: &Path) -> io::Result<File> {
    // Windows opens no folder at all, and says that this is not permitted.
    let is_folder = |error| if path.is_dir() { io::ErrorKind::IsADirectory.into() } else { error };
    File::open(path).map_err(is_folder)
}

impl FileRange {
    /// Returns the file itself if it is not a regular one.
    fn whole(file: File) -> io::Result<std::result::Result<FileRange, File>> {
        let metadata = file.metadata()?;
        Ok(match metadata.is_file() {
            true => Ok(FileRange { file: file.into(), length: metadata.len(), at: 0, end: None }),
            false => Err(file),
        })
    }

    /// Returns the rest of the line at `byte`, or its beginning if it is long.
    fn line_at(&self, byte: u64) -> io::Result<Vec<u8>> {
        let mut line = vec![0; 1 << 12];
        let read = read_at(&self.file, &mut line, byte)?;
        let newline = line[..read].iter().position(|&byte| byte == b'\n');
        line.truncate(newline.map_or(read, |newline| newline + 1));
        Ok(line)
    }
}

impl Read for FileRange {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let rest = self.end.map_or(u64::MAX, |end| end - self.at);
        let room = rest.min(buffer.len() as u64) as usize;
        let bytes = read_at(&self.file, &mut buffer[..room], self.at)?;
        let FileRange { file, length, end, .. } = self;
        if bytes == 0 && room > 0 && (end.is_some() || file.metadata()?.len() < *length) {
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
fn stdin_file() -> Option<FileRange> {
    use std::io::{Seek, SeekFrom};
    let stdin = std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned();
    let mut file = File::from(stdin.ok()?);
    let is_begin = file.metadata().ok()?.is_file() && file.stream_position().ok()? == 0;
    is_begin.then(|| file.seek(SeekFrom::End(0)).ok())??;
    FileRange::whole(file).ok()?.ok()
}

#[cfg(not(unix))]
fn stdin_file() -> Option<FileRange> {
    None
}

/// Counts the bytes read, before they are unpacked, and continues after a signal interrupts
/// reading.
struct CountingReader {
    input: BoxedRead,
    bytes_read: Arc<AtomicU64>,
}

impl Read for CountingReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = loop {
            match self.input.read(buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read?,
            }
        };
        self.bytes_read.fetch_add(bytes as u64, Ordering::Relaxed);
        Ok(bytes)
    }
}

/// A compression, recognized by the first bytes of a file.
///
/// ```
/// use camel_cards_input::Compression;
///
/// assert_eq!(Compression::of(&[0x1F, 0x8B, 8, 0]), Some(Compression::Gzip));
/// assert_eq!(Compression::of(b"32T3K 765\n"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Compression {
    /// Members of RFC 1952.
    Gzip,
    /// Frames of RFC 8878.
    Zstd,
}

impl Compression {
    /// Returns the compression of an input that starts with these bytes, if it has any.
    pub fn of(start: &[u8]) -> Option<Compression> {
        match start {
            [0x1F, 0x8B, ..] => Some(Compression::Gzip),
            // A frame, or one to be skipped, which comes first if several threads compressed.
            [0x28, 0xB5, 0x2F, 0xFD, ..] | [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => {
                Some(Compression::Zstd)
            }
            _ => None,
        }
    }
}

/// Unpacks all members or frames.
fn unpack(compression: Option<Compression>, input: BoxedRead) -> io::Result<BoxedRead> {
    match compression {
        None => Ok(input),
        #[cfg(feature = "gzip")]
        Some(Compression::Gzip) => Ok(Box::new(flate2::read::MultiGzDecoder::new(input))),
        #[cfg(feature = "zstd")]
        Some(Compression::Zstd) => Ok(Box::new(zstd::Decoder::new(input)?)),
        #[cfg(not(all(feature = "gzip", feature = "zstd")))]
        Some(other) => {
            let name = if other == Compression::Gzip { "gzip" } else { "zstd" };
            let message = format!("it is {name}, which this program does not read");
            Err(io::Error::new(io::ErrorKind::Unsupported, message))
        }
    }
}

/// Files without entries: their identifying bytes and where those are, the name of the format, and
/// what to do with them.
const FORMATS: [(usize, &[u8], &str, &str); 8] = [
    (0, b"\xCAmel\r\n", "a tally", "read it with `camel-cards score --from-tally`"),
    (0, b"\xFD7zXZ\0", "an xz file", "unpack it first: `xz -d`"),
    (0, b"BZh", "a bzip2 file", "unpack it first: `bzip2 -d`"),
    (0, b"PK\x03\x04", "a zip archive", "unpack it first: `unzip`"),
    (0, b"7z\xBC\xAF\x27\x1C", "a 7z archive", "unpack it first: `7z x`"),
    (0, b"PAR1", "a Parquet file", "Polars, pandas and DuckDB read it"),
    (0, b"ARRO", "an Arrow file", "Polars, pandas and DuckDB read it"),
    (257, b"ustar", "a tar archive", "unpack it first: `tar xf`"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_became_shorter_is_an_error_and_one_that_grew_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("hands");
        let lines = "32T3K 765\n".repeat(100);
        std::fs::write(&path, &lines).unwrap();
        let bytes_read = Arc::default();
        let open = |end| {
            let range = FileRange::whole(open_file(&path).unwrap()).unwrap().unwrap();
            let kind = SourceKind::File(FileRange { end, ..range });
            let source = Source { name: "hands".into(), kind };
            source.open(&bytes_read, false).unwrap()
        };
        let (whole, part, mut grown) = (open(None), open(Some(1000)), open(None));
        let longer = lines + "KK677 28\n";
        std::fs::write(&path, &longer).unwrap();
        let mut text = String::new();
        grown.read_to_string(&mut text).unwrap();
        // Each of them has looked at how it starts.
        assert_eq!(
            (text.as_str(), bytes_read.load(Ordering::Relaxed)),
            (&*longer, 1009 + 2 * START_BYTES as u64)
        );
        std::fs::write(&path, "32T3K").unwrap();
        for mut file in [whole, part] {
            let error = file.read_to_string(&mut text).unwrap_err();
            assert!(error.to_string().contains("became shorter"), "{error}");
        }
    }
}
