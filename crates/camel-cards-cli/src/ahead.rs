//! What is read of a file next, so that the processor fetches it from memory while it tallies what was read
//! before: otherwise copying from the page cache waits for memory (`DESIGN.md`).
//!
//! For that, some of the file at a time is mapped. It is never read there, so a file that becomes shorter
//! meanwhile does no harm.

use std::{
    fs::File,
    sync::Arc,
    time::{Duration, Instant},
};

use crate::source::length;

/// How much is mapped at a time, from a multiple of it on: as much as a large page has.
const WINDOW_BYTES: u64 = 1 << 21;

/// Mapping less than this takes more time than it saves.
const WORTH_BYTES: u64 = 1 << 20;

/// What mapping a window may take: half of what it saves. It takes more from a disk, and where the system
/// keeps the file in small pages and is busy.
const WINDOW_TIME: Duration = Duration::from_micros(100);

/// What they may take beyond that, all together, before no more are mapped.
const SLACK: Duration = Duration::from_millis(1);

/// A file that is read from one end to the other.
pub(crate) struct Ahead {
    file: Arc<File>,
    /// How much of the file there is, or is worth mapping.
    length: u64,
    /// Where in the file it begins, and what is mapped.
    window: Option<(u64, Window)>,
    /// What is left of the time for mapping.
    time: Duration,
}

impl Ahead {
    pub(crate) fn new(file: Arc<File>) -> Ahead {
        Ahead { length: length(&file), file, window: None, time: SLACK }
    }

    /// Returns the address to fetch the file from, at `at` and up to where the window ends, if it is worth it.
    pub(crate) fn address(&mut self, at: u64) -> Option<*const u8> {
        let begin = at / WINDOW_BYTES * WINDOW_BYTES;
        if self.window.as_ref().is_none_or(|&(its_begin, _)| its_begin != begin) {
            let start = Instant::now();
            // First the old one goes, so that there are never two.
            self.window = None;
            let bytes = self.length.saturating_sub(begin).min(WINDOW_BYTES);
            if bytes < WORTH_BYTES {
                return None;
            }
            self.window = Window::new(&self.file, begin, bytes).map(|window| (begin, window));
            self.has_taken(start.elapsed());
        }
        let (begin, window) = self.window.as_ref()?;
        Some(window.begin().wrapping_add((at - begin) as usize))
    }

    fn has_taken(&mut self, time: Duration) {
        self.time = (self.time + WINDOW_TIME).saturating_sub(time);
        if self.window.is_none() || self.time.is_zero() {
            self.length = 0;
        }
    }
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
struct Window(memmap2::MmapRaw);

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
impl Window {
    fn new(file: &File, begin: u64, bytes: u64) -> Option<Window> {
        let mut map = memmap2::MmapOptions::new();
        // The processor fetches nothing from pages that the system has not looked up.
        map.offset(begin).len(bytes as usize).populate();
        map.map_raw_read_only(file).ok().map(Window)
    }

    fn begin(&self) -> *const u8 {
        self.0.as_ptr()
    }
}

/// Elsewhere nothing is fetched, or was measured.
#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
enum Window {}

#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
impl Window {
    fn new(_: &File, _: u64, _: u64) -> Option<Window> {
        None
    }

    fn begin(&self) -> *const u8 {
        match *self {}
    }
}

#[cfg(all(test, target_os = "linux", target_arch = "x86_64"))]
pub(crate) mod tests {
    use std::path::Path;

    use super::*;

    /// Returns which place of the file the system has mapped at an address.
    pub(crate) fn mapped(address: *const u8, file: &Path) -> Option<u64> {
        let file = file.canonicalize().unwrap();
        let address = address.addr() as u64;
        std::fs::read_to_string("/proc/self/maps").unwrap().lines().find_map(|line| {
            // begin-end rights offset device inode path
            let (range, rest) = line.split_once(' ')?;
            let (begin, end) = range.split_once('-')?;
            let hex = |text| u64::from_str_radix(text, 16).unwrap();
            let is_here = (hex(begin)..hex(end)).contains(&address);
            let offset = rest.split(' ').nth(1)?;
            (is_here && rest.ends_with(file.to_str()?)).then(|| hex(offset) + address - hex(begin))
        })
    }

    const LONG: Duration = Duration::from_secs(60);

    /// An `Ahead` of a file of so many bytes, which has time however busy the machine is.
    fn ahead_of(path: &Path, bytes: u64) -> Ahead {
        std::fs::write(path, vec![b'\n'; bytes as usize]).unwrap();
        Ahead { time: LONG, ..Ahead::new(Arc::new(File::open(path).unwrap())) }
    }

    #[test]
    fn an_address_is_that_of_the_place_in_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("hands");
        let length = 3 * WINDOW_BYTES + WORTH_BYTES;
        let mut ahead = ahead_of(&path, length);
        let places =
            [0, 1, WINDOW_BYTES - 1, WINDOW_BYTES, 3 * WINDOW_BYTES + 4_097, 12, length - 1];
        for at in places {
            assert_eq!(mapped(ahead.address(at).unwrap(), &path), Some(at));
        }
        // A file that became shorter since.
        File::options().write(true).open(&path).unwrap().set_len(1).unwrap();
        let address = ahead.address(12).unwrap();
        assert_eq!(mapped(address, &path), Some(12));
        drop(ahead);
        assert_eq!(mapped(address, &path), None);
    }

    #[test]
    fn there_is_no_address_where_it_is_not_worth_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("hands");
        let mut ahead = ahead_of(&path, WINDOW_BYTES + WORTH_BYTES - 1);
        assert!(ahead.address(0).is_some());
        assert_eq!(ahead.address(WINDOW_BYTES), None);
        assert_eq!(ahead.address(u64::MAX), None);
        assert!(ahead.address(0).is_some());
        let not_to_read = File::options().write(true).open(&path).unwrap();
        for none in [File::open(folder.path()), File::open("/dev/zero"), Ok(not_to_read)] {
            assert_eq!(Ahead::new(Arc::new(none.unwrap())).address(0), None);
        }
    }

    #[test]
    fn there_is_none_once_it_has_taken_too_long() {
        let folder = tempfile::tempdir().unwrap();
        let mut ahead = ahead_of(&folder.path().join("hands"), 3 * WINDOW_BYTES);
        assert!(ahead.address(0).is_some());
        ahead.has_taken(LONG / 2);
        assert!(ahead.address(WINDOW_BYTES).is_some());
        ahead.has_taken(LONG);
        // What is mapped is still there.
        assert!(ahead.address(WINDOW_BYTES).is_some());
        assert_eq!(ahead.address(2 * WINDOW_BYTES), None);
        assert_eq!(ahead.address(0), None);
    }
}
