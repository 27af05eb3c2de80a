//! Files, or standard input, to pieces of whole lines.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom},
    ops::Range,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use camel_cards::{Entry, Error, Reader};
use flate2::bufread::MultiGzDecoder;

use crate::{
    bad_lines::{BadLines, EXCERPT_BYTES},
    failure::{Failure, Result},
};

/// How much is read at a time. A line longer than this is read in pieces.
const PIECE_BYTES: usize = 1 << 17;

/// Where in a buffer a piece begins. Copying to the start of a page is several times
/// slower on some processors.
const PAD: usize = 128;

/// What a piece is read into, over and over.
pub(crate) struct Buffer(Vec<u8>);

impl Buffer {
    pub(crate) fn new() -> Buffer {
        Buffer(vec![0; PAD + PIECE_BYTES])
    }

    pub(crate) fn lines(&self, piece: &Piece) -> &[u8] {
        &self.0[piece.range.clone()]
    }
}

/// Some whole lines of one file, at most the last of them without its newline.
pub(crate) struct Piece {
    /// Which piece of all this is, from 0.
    pub(crate) number: u64,
    /// What messages call the file.
    pub(crate) file: Arc<str>,
    /// Where in the file it begins.
    pub(crate) at: u64,
    /// It begins the file, or ends it.
    pub(crate) is_first: bool,
    pub(crate) is_last: bool,
    range: Range<usize>,
    /// It is one line too long for a buffer, and has been read.
    pub(crate) long_line: Option<LongLine>,
}

pub(crate) struct LongLine {
    pub(crate) found: Option<std::result::Result<Entry, Error>>,
    /// How it begins.
    pub(crate) head: Vec<u8>,
}

/// Where reading goes on: the next line that no piece has.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Place {
    /// Which of the files, from 0.
    pub(crate) file: usize,
    pub(crate) byte: u64,
}

/// All files, one after the other.
pub(crate) struct Source {
    files: Vec<PathBuf>,
    next_file: usize,
    open: Option<OpenFile>,
    next_piece: u64,
    /// How much has been read of the files as they are, compressed or not.
    read_bytes: Arc<AtomicU64>,
}

struct OpenFile {
    path: PathBuf,
    name: Arc<str>,
    input: Box<dyn Read + Send>,
    at_end: bool,
    /// Where the next piece begins, and how it does: what has been read of it.
    at: u64,
    begun: Vec<u8>,
}

impl Source {
    pub(crate) fn new(files: Vec<PathBuf>, read_bytes: Arc<AtomicU64>) -> Source {
        Source { files, next_file: 0, open: None, next_piece: 0, read_bytes }
    }

    /// Makes a source that goes on at `place`.
    pub(crate) fn resume(
        files: Vec<PathBuf>,
        read_bytes: Arc<AtomicU64>,
        place: Place,
    ) -> Result<Source> {
        let mut source = Source::new(files, read_bytes);
        source.next_file = place.file;
        for earlier in &source.files[..place.file] {
            let bytes = earlier.metadata().map_or(0, |metadata| metadata.len());
            source.read_bytes.fetch_add(bytes, Ordering::Relaxed);
        }
        if place.byte > 0 {
            let path = &source.files[place.file];
            let mut file = open_file(path).map_err(|error| Failure::file("read", path, &error))?;
            file.seek(SeekFrom::Start(place.byte))
                .map_err(|error| Failure::file("read", path, &error))?;
            source.read_bytes.fetch_add(place.byte, Ordering::Relaxed);
            let file = Counted { input: file, bytes: source.read_bytes.clone() };
            let mut open = OpenFile::new(path, Box::new(file));
            open.at = place.byte;
            source.open = Some(open);
            source.next_file += 1;
        }
        Ok(source)
    }

    /// Returns where reading would go on.
    pub(crate) fn place(&self) -> Place {
        match &self.open {
            Some(open) => Place { file: self.next_file - 1, byte: open.at },
            None => Place { file: self.next_file, byte: 0 },
        }
    }

    /// Reads the next piece into `buffer`; `None` if there is no more.
    ///
    /// A line too long for that is read here, and rejected if it is bad.
    pub(crate) fn next(
        &mut self,
        buffer: &mut Buffer,
        bad: &Mutex<impl AsMut<BadLines>>,
    ) -> Result<Option<Piece>> {
        loop {
            let open = match &mut self.open {
                Some(open) => open,
                None => {
                    let Some(path) = self.files.get(self.next_file) else { return Ok(None) };
                    self.next_file += 1;
                    self.open.insert(OpenFile::open(path, &self.read_bytes)?)
                }
            };
            let buffer = &mut buffer.0;
            let mut end = open.fill(buffer)?;
            let newline = buffer[PAD..end].iter().rposition(|&byte| byte == b'\n');
            let is_first = open.at == 0;
            let mut piece = Piece {
                number: self.next_piece,
                file: open.name.clone(),
                at: open.at,
                is_first,
                is_last: open.at_end,
                range: PAD..end,
                long_line: None,
            };
            match newline {
                _ if open.at_end => open.at += (end - PAD) as u64,
                Some(newline) => {
                    let rest = PAD + newline + 1;
                    open.begun.extend_from_slice(&buffer[rest..end]);
                    end = rest;
                    open.at += (end - PAD) as u64;
                }
                None => {
                    piece.long_line = Some(open.long_line(buffer, is_first, bad)?);
                    piece.is_last = open.at_end && open.begun.is_empty();
                    end = PAD;
                }
            }
            piece.range.end = end;
            if piece.is_last {
                self.open = None;
                if piece.range.is_empty() && piece.long_line.is_none() && !is_first {
                    continue;
                }
            }
            self.next_piece += 1;
            return Ok(Some(piece));
        }
    }
}

impl OpenFile {
    fn open(path: &Path, read_bytes: &Arc<AtomicU64>) -> Result<OpenFile> {
        let input: Box<dyn Read + Send> = match path == Path::new("-") {
            true => Box::new(io::stdin()),
            false => {
                let file = open_file(path).map_err(|error| Failure::file("read", path, &error))?;
                Box::new(file)
            }
        };
        let input = Counted { input, bytes: read_bytes.clone() };
        let input = decompress(input).map_err(|error| Failure::file("read", path, &error))?;
        Ok(OpenFile::new(path, input))
    }

    fn new(path: &Path, input: Box<dyn Read + Send>) -> OpenFile {
        let name = match path == Path::new("-") {
            true => "<stdin>".to_owned(),
            false => path.display().to_string(),
        };
        OpenFile {
            path: path.to_owned(),
            name: name.into(),
            input,
            at_end: false,
            at: 0,
            begun: Vec::new(),
        }
    }

    /// Fills the buffer from [`PAD`] on with what has been read of the next line, and what
    /// follows; returns where that ends.
    fn fill(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let mut end = PAD + self.begun.len();
        buffer[PAD..end].copy_from_slice(&self.begun);
        self.begun.clear();
        while end < buffer.len() && !self.at_end {
            match self.input.read(&mut buffer[end..]) {
                Ok(bytes) => {
                    self.at_end = bytes == 0;
                    end += bytes;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(Failure::file("read", &self.path, &error)),
            }
        }
        Ok(end)
    }

    /// Reads a line that the full buffer begins with, in as many buffers as it takes.
    fn long_line(
        &mut self,
        buffer: &mut [u8],
        is_first: bool,
        bad: &Mutex<impl AsMut<BadLines>>,
    ) -> Result<LongLine> {
        let mut bad = bad.lock().unwrap_or_else(PoisonError::into_inner);
        let bad = bad.as_mut();
        let head = buffer[PAD..PAD + EXCERPT_BYTES].to_vec();
        let mut reader = if is_first { Reader::new() } else { Reader::within_input() };
        let mut end = buffer.len();
        let found = loop {
            let newline = buffer[PAD..end].iter().position(|&byte| byte == b'\n');
            let line_end = newline.map_or(end, |newline| PAD + newline + 1);
            let part = &buffer[PAD..line_end];
            bad.perhaps_reject(part)?;
            let mut found = reader.entries(part).next();
            let is_end = newline.is_some() || self.at_end;
            if newline.is_none() && self.at_end {
                found = found.or_else(|| reader.finish());
            }
            self.at += part.len() as u64;
            if is_end || found.is_some() {
                self.begun.extend_from_slice(&buffer[line_end..end]);
                break found;
            }
            end = self.fill(buffer)?;
        };
        bad.settle_rejects(matches!(found, Some(Err(_))))?;
        Ok(LongLine { found, head })
    }
}

/// Opens a file to read, not a folder.
pub(crate) fn open_file(path: &Path) -> io::Result<File> {
    let file = File::open(path)?;
    match file.metadata()?.is_dir() {
        true => Err(io::ErrorKind::IsADirectory.into()),
        false => Ok(file),
    }
}

/// Adds up what is read.
struct Counted<R> {
    input: R,
    bytes: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.input.read(buffer)?;
        self.bytes.fetch_add(bytes as u64, Ordering::Relaxed);
        Ok(bytes)
    }
}

/// How much of a file says whether it is compressed.
const MAGIC_BYTES: u64 = 4;

/// Undoes the compression that the content begins with, if any.
fn decompress(mut input: impl Read + Send + 'static) -> io::Result<Box<dyn Read + Send>> {
    let mut magic = Vec::new();
    (&mut input).take(MAGIC_BYTES).read_to_end(&mut magic)?;
    let kind = magic.clone();
    let input = io::Cursor::new(magic).chain(input);
    let compression = Compression::of(&kind);
    if compression.is_none() {
        return Ok(Box::new(input));
    }
    let input = BufReader::with_capacity(1 << 16, input);
    Ok(match compression {
        Some(Compression::Zstd) => Box::new(zstd::Decoder::with_buffer(input)?),
        _ => Box::new(MultiGzDecoder::new(input)),
    })
}

enum Compression {
    Gzip,
    Zstd,
}

impl Compression {
    /// Tells the compression by how its files begin.
    fn of(start: &[u8]) -> Option<Compression> {
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

/// Whether a file is read as it is, so that a place in its lines is one in the file.
pub(crate) fn is_plain(path: &Path) -> io::Result<bool> {
    let mut file = BufReader::new(open_file(path)?);
    let compression = Compression::of(file.fill_buf()?);
    Ok(file.get_ref().metadata()?.is_file() && compression.is_none())
}
