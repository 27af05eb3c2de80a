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
    ahead::Ahead,
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
    /// The file, if reading may begin at any line of it.
    plain: Option<Arc<File>>,
    /// How long that was when it was opened.
    length: u64,
    /// Made when it is asked for.
    ahead: Option<Ahead>,
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
            let file = Arc::new(file);
            let input = Counted { input: file.clone(), bytes: source.read_bytes.clone() };
            source.open = Some(OpenFile::new(path, Box::new(input), Some(file), place.byte));
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

    /// Returns the number of the piece that comes next.
    pub(crate) fn next_piece(&self) -> u64 {
        self.next_piece
    }

    /// Returns whether the end has been found.
    pub(crate) fn is_at_end(&self) -> bool {
        self.open.is_none() && self.is_last_file()
    }

    /// Returns whether no file comes after the one that is read.
    pub(crate) fn is_last_file(&self) -> bool {
        self.next_file == self.files.len()
    }

    /// Returns an address to fetch what is read for the next piece from, if it is worth it: for one who reads
    /// alone, as what one thread unmaps the others are interrupted for.
    pub(crate) fn ahead(&mut self) -> Option<*const u8> {
        let open = self.open.as_mut()?;
        let file = open.plain.as_ref()?;
        let ahead = open.ahead.get_or_insert_with(|| Ahead::new(file.clone()));
        ahead.address(open.at + open.begun.len() as u64)
    }

    /// Opens the next file, if there is one and none is open.
    fn open_next(&mut self) -> Result<()> {
        if self.open.is_none()
            && let Some(path) = self.files.get(self.next_file)
        {
            self.next_file += 1;
            self.open = Some(OpenFile::open(path, &self.read_bytes)?);
        }
        Ok(())
    }

    /// Returns how much there is left of the file that is next, if it can be read anywhere.
    pub(crate) fn rest_of_file(&mut self) -> Result<u64> {
        self.open_next()?;
        let Some(OpenFile { plain: Some(file), at, .. }) = &self.open else { return Ok(0) };
        Ok(length(file).saturating_sub(*at))
    }

    /// Takes what is next out of a file, as one stretch of whole lines for each thread, of so many
    /// bytes or a few more; none if the file can only be read in order, or there is too little left.
    ///
    /// Each counts as one piece.
    pub(crate) fn stretches(
        &mut self,
        threads: u64,
        shortest: u64,
        longest: u64,
    ) -> Result<Vec<Source>> {
        let rest = self.rest_of_file()?;
        let threads = threads.min(rest / shortest);
        let Some(open) = &mut self.open else { return Ok(Vec::new()) };
        let Some(file) = open.plain.clone() else { return Ok(Vec::new()) };
        open.ahead = None;
        if threads < 2 {
            return Ok(Vec::new());
        }
        let (first, file_end) = (open.at, open.at + rest);
        let path = open.path.clone();
        let fail = |error| Failure::file("read", &path, &error);
        // What has been read of the first is read again.
        let again = if first == 0 { MAGIC_BYTES } else { open.begun.len() as u64 };
        self.read_bytes.fetch_sub(again, Ordering::Relaxed);
        open.begun.clear();
        let length = (rest / threads).min(longest);
        let mut stretches = Vec::new();
        for number in 1..=threads {
            let is_last = first + number * length >= file_end - threads;
            let end = match is_last {
                // It may have grown.
                true => None,
                false => match line_end(&file, first + number * length).map_err(fail)? {
                    // A line that long goes with the next stretch.
                    None => continue,
                    end => end,
                },
            };
            let input = FileRange { file: file.clone(), at: open.at, end, length: file_end };
            let input = Counted { input, bytes: self.read_bytes.clone() };
            stretches.push(Source {
                files: Vec::new(),
                next_file: 0,
                open: Some(OpenFile::new(&path, Box::new(input), None, open.at)),
                next_piece: self.next_piece,
                read_bytes: self.read_bytes.clone(),
            });
            self.next_piece += 1;
            match end {
                Some(end) => open.at = end,
                None => {
                    self.open = None;
                    return Ok(stretches);
                }
            }
        }
        (&*file).seek(SeekFrom::Start(open.at)).map_err(fail)?;
        open.input = Box::new(Counted { input: file, bytes: self.read_bytes.clone() });
        Ok(stretches)
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
            self.open_next()?;
            let Some(open) = &mut self.open else { return Ok(None) };
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
        let fail = |error| Failure::file("read", path, &error);
        let file = match path == Path::new("-") {
            true => stdin_file().map(Arc::new),
            false => Some(Arc::new(open_file(path).map_err(fail)?)),
        };
        let input: Box<dyn Read + Send> = match file.clone() {
            None => Box::new(io::stdin()),
            Some(file) => Box::new(file),
        };
        let input = Counted { input, bytes: read_bytes.clone() };
        let (input, magic) = decompress(input).map_err(fail)?;
        let is_plain = cfg!(unix) && Compression::of(&magic).is_none() && !is_utf16(&magic);
        Ok(OpenFile::new(path, input, file.filter(|_| is_plain), 0))
    }

    fn new(
        path: &Path,
        input: Box<dyn Read + Send>,
        plain: Option<Arc<File>>,
        at: u64,
    ) -> OpenFile {
        let name = match path == Path::new("-") {
            true => "<stdin>".to_owned(),
            false => path.display().to_string(),
        };
        OpenFile {
            path: path.to_owned(),
            name: name.into(),
            input,
            length: plain.as_deref().map_or(0, length),
            plain,
            ahead: None,
            at_end: false,
            at,
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
                Ok(0) if self.plain.as_deref().is_some_and(|file| length(file) < self.length) => {
                    return Err(Failure::file("read", &self.path, &became_shorter()));
                }
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

/// Returns where the line at `byte` ends, unless that is far.
fn line_end(file: &File, byte: u64) -> io::Result<Option<u64>> {
    let mut bytes = [0; 1 << 12];
    let read = read_at(file, &mut bytes, byte)?;
    let newline = bytes[..read].iter().position(|&byte| byte == b'\n');
    Ok(newline.map(|newline| byte + newline as u64 + 1))
}

/// Returns how long a file is, or 0 if it has no length.
pub(crate) fn length(file: &File) -> u64 {
    file.metadata().map_or(0, |metadata| if metadata.is_file() { metadata.len() } else { 0 })
}

fn became_shorter() -> io::Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, "it became shorter while it was read")
}

/// Part of a file, which may be read while other parts are.
struct FileRange {
    file: Arc<File>,
    at: u64,
    /// Where it ends, if not with the file.
    end: Option<u64>,
    /// How long the file was.
    length: u64,
}

impl Read for FileRange {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let rest = self.end.map_or(u64::MAX, |end| end - self.at);
        let room = rest.min(buffer.len() as u64) as usize;
        let bytes = read_at(&self.file, &mut buffer[..room], self.at)?;
        let may_end = || self.end.is_none() && length(&self.file) >= self.length;
        if bytes == 0 && room > 0 && !may_end() {
            return Err(became_shorter());
        }
        self.at += bytes as u64;
        Ok(bytes)
    }
}

#[cfg(unix)]
fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, at)
}

/// Returns standard input if it is a file, at its beginning.
#[cfg(unix)]
fn stdin_file() -> Option<File> {
    let stdin = std::os::fd::AsFd::as_fd(&io::stdin()).try_clone_to_owned();
    let mut file = File::from(stdin.ok()?);
    let is_begin = file.metadata().ok()?.is_file() && file.stream_position().ok()? == 0;
    is_begin.then_some(file)
}

// Elsewhere, all is read in order.

#[cfg(not(unix))]
fn read_at(_: &File, _: &mut [u8], _: u64) -> io::Result<usize> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(not(unix))]
fn stdin_file() -> Option<File> {
    None
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

/// Undoes the compression that the content begins with, if any; returns that beginning, too.
fn decompress(
    mut input: impl Read + Send + 'static,
) -> io::Result<(Box<dyn Read + Send>, Vec<u8>)> {
    let mut magic = Vec::new();
    (&mut input).take(MAGIC_BYTES).read_to_end(&mut magic)?;
    let input = io::Cursor::new(magic.clone()).chain(input);
    let buffered = |input| BufReader::with_capacity(1 << 16, input);
    let input: Box<dyn Read + Send> = match Compression::of(&magic) {
        None => Box::new(input),
        Some(Compression::Gzip) => Box::new(MultiGzDecoder::new(buffered(input))),
        Some(Compression::Zstd) => Box::new(zstd::Decoder::with_buffer(buffered(input))?),
    };
    Ok((input, magic))
}

/// The reader gives up at once where UTF-16 begins, but does not know it further on.
fn is_utf16(start: &[u8]) -> bool {
    start.starts_with(&[0xFF, 0xFE]) || start.starts_with(&[0xFE, 0xFF])
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads all that there is; returns it with where each piece begins.
    fn all_of(source: &mut Source) -> Vec<(u64, Vec<u8>)> {
        let bad = BadLines { skip: true, count: 0, rejects: None };
        let (mut buffer, bad) = (Buffer::new(), Mutex::new(bad));
        let mut pieces = Vec::new();
        while let Some(piece) = source.next(&mut buffer, &bad).unwrap() {
            pieces.push((piece.at, buffer.lines(&piece).to_vec()));
        }
        pieces
    }

    impl AsMut<BadLines> for BadLines {
        fn as_mut(&mut self) -> &mut BadLines {
            self
        }
    }

    #[test]
    fn stretches_are_the_file_line_by_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("hands");
        // One line is so long that no stretch begins after it.
        let blanks = |i: usize| " ".repeat(if i == 60 { 5_000 } else { 1 });
        let line = |i: usize| format!("32T3K{}{}\n{}", blanks(i), i * i * i, "\r\n".repeat(i % 4));
        let text = (0..90).map(line).collect::<String>() + "KK677 28";
        for (text, resumed) in [(&text[..], 0), (&text[..], 8), (&text[..text.len() - 8], 0)] {
            std::fs::write(&path, text).unwrap();
            for (threads, longest) in
                (1..=9).flat_map(|threads| [(threads, 1 << 20), (threads, 64)])
            {
                let place = Place { file: 0, byte: resumed };
                let files = vec![path.clone(), path.clone()];
                let mut source = Source::resume(files, Arc::default(), place).unwrap();
                let mut found = Vec::new();
                loop {
                    let stretches = source.stretches(threads, 10, longest).unwrap();
                    if stretches.is_empty() {
                        break;
                    }
                    assert!(stretches.len() <= threads as usize);
                    for mut stretch in stretches {
                        let pieces = all_of(&mut stretch);
                        found.extend(pieces.into_iter().filter(|(_, lines)| !lines.is_empty()));
                    }
                    assert_eq!(source.place().file, usize::from(source.open.is_none()));
                    if source.open.is_none() {
                        break;
                    }
                }
                assert_eq!(found.len() > 1, threads > 1, "{threads} {longest}");
                found.extend(all_of(&mut source));
                let mut whole: Vec<u8> = Vec::new();
                for (at, lines) in found {
                    let expected = (whole.len() as u64 + resumed) % text.len() as u64;
                    assert_eq!(at, expected, "{threads} {longest}");
                    assert!(at == 0 || text.as_bytes()[at as usize - 1] == b'\n');
                    whole.extend(lines);
                }
                assert_eq!(whole, text.repeat(2).as_bytes()[resumed as usize..]);
            }
        }
    }

    #[test]
    fn what_has_been_read_of_a_line_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("hands");
        let text = "32T3K 765\n".repeat(40_000);
        std::fs::write(&path, &text).unwrap();
        let mut source = Source::new(vec![path], Arc::default());
        let bad = Mutex::new(BadLines { skip: true, count: 0, rejects: None });
        let mut buffer = Buffer::new();
        let first = source.next(&mut buffer, &bad).unwrap().unwrap();
        let mut whole = buffer.lines(&first).to_vec();
        let mut stretches = source.stretches(3, 10, 50_000).unwrap();
        assert_eq!((stretches.len(), stretches[2].next_piece()), (3, 3));
        let rest = stretches.iter_mut().chain([&mut source]).flat_map(all_of);
        whole.extend(rest.flat_map(|(_, lines)| lines));
        assert_eq!(whole, text.as_bytes());
        assert_eq!(source.read_bytes.load(Ordering::Relaxed), text.len() as u64);
    }

    #[cfg(all(target_os = "linux", target_arch = "x86_64"))]
    #[test]
    fn what_lies_ahead_is_what_is_read_next() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("hands");
        std::fs::write(&path, "32T3K 765\n".repeat(500_000)).unwrap();
        let bad = Mutex::new(BadLines { skip: true, count: 0, rejects: None });
        let mut buffer = Buffer::new();
        for place in [0, 1_000_000] {
            let place = Place { file: 0, byte: place };
            let mut source = Source::resume(vec![path.clone()], Arc::default(), place).unwrap();
            let mut found = 0;
            while source.next(&mut buffer, &bad).unwrap().is_some() {
                if let Some(address) = source.ahead() {
                    let read = source.read_bytes.load(Ordering::Relaxed);
                    let mapped = crate::ahead::tests::mapped(address, &path);
                    assert_eq!(mapped, Some(read));
                    found += 1;
                }
            }
            assert!(found > 0);
        }
        let mut source = Source::new(vec![path], Arc::default());
        let mut stretches = source.stretches(2, 10, 1 << 20).unwrap();
        stretches[0].next(&mut buffer, &bad).unwrap().unwrap();
        assert_eq!(stretches[0].ahead(), None);
    }

    #[test]
    fn a_file_that_became_shorter_is_an_error_and_one_that_grew_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("hands");
        std::fs::write(&path, "32T3K 765\n".repeat(90) + "KK677 2").unwrap();
        let mut source = Source::new(vec![path.clone()], Arc::default());
        let mut stretches = source.stretches(2, 10, 1_000).unwrap();
        std::fs::write(&path, "32T3K 765\n".repeat(90) + "KK677 28\n").unwrap();
        assert!(all_of(&mut stretches[1]).last().unwrap().1.ends_with(b" 28\n"));
        std::fs::write(&path, "32T3K 765\n".repeat(9)).unwrap();
        let bad = Mutex::new(BadLines { skip: true, count: 0, rejects: None });
        let error = stretches[0].next(&mut Buffer::new(), &bad).err().unwrap();
        assert!(format!("{error:?}").contains("became shorter"), "{error:?}");

        // The last stretch, and a file read in order, both cut where a line ends.
        let text = "32T3K 765\n".repeat(40_000);
        for stretches in [0, 2] {
            std::fs::write(&path, &text).unwrap();
            let mut source = Source::new(vec![path.clone()], Arc::default());
            let mut last = match source.stretches(stretches, 10, 1 << 20).unwrap().pop() {
                Some(last) => last,
                None => source,
            };
            let mut buffer = Buffer::new();
            let first = last.next(&mut buffer, &bad).unwrap().unwrap();
            let read = first.at + buffer.lines(&first).len() as u64;
            std::fs::write(&path, &text[..read as usize + 10]).unwrap();
            let error = loop {
                match last.next(&mut buffer, &bad) {
                    Ok(piece) => assert!(piece.is_some(), "{stretches}"),
                    Err(error) => break error,
                }
            };
            assert!(format!("{error:?}").contains("became shorter"), "{error:?}");
        }
    }

    #[test]
    fn what_has_no_places_is_no_stretches() {
        let folder = tempfile::tempdir().unwrap();
        let line = "32T3K 765\n";
        let utf16: Vec<u8> = line.repeat(99).bytes().flat_map(|byte| [byte, 0]).collect();
        for (bytes, splits) in [
            (line.repeat(99).into_bytes(), true),
            (zstd::encode_all(&utf16[..], 1).unwrap().repeat(9), false),
            ([&[0xFF, 0xFE], &utf16[..]].concat(), false),
            (vec![0; 1 << 16], false),
            (Vec::new(), false),
        ] {
            let path = folder.path().join("file");
            std::fs::write(&path, &bytes).unwrap();
            let mut source = Source::new(vec![path], Arc::default());
            assert_eq!(source.stretches(2, 10, 300).unwrap().len() == 2, splits);
        }
        let mut none = Source::new(vec![folder.path().join("none")], Arc::default());
        assert!(none.stretches(2, 10, 300).is_err());
    }
}
