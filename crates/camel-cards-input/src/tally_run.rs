//! Entries to a tally, step by step, on a thread for each share of the inputs.
//!
//! ```text
//! first.txt            second.txt   third.txt
//! ├────────┼───────────┼────────────┼──────┤
//! │ share 1│   share 2 │       share 3     │      whole inputs, and byte ranges of whole lines
//! ```

use std::{
    iter, mem,
    ops::{ControlFlow, RangeInclusive},
    sync::{Mutex, PoisonError},
    thread,
    time::{Duration, Instant},
};

use camel_cards::{Builder, Tally};

use crate::{BadLines, Input, Result, blocks::Blocks, source::Source};

/// The least size of a share, about: starting a thread is not worth it for less.
const SHARE_BYTES: u64 = 1 << 24;

/// How long a step takes, if it does not wait for input.
const STEP: Duration = Duration::from_millis(100);

impl<'a> Input<'a> {
    /// Tallies all entries.
    ///
    /// # Errors
    ///
    /// A failed read; and bad lines, unless they are skipped, after everything has been read.
    pub fn tally(self) -> Result<InputTally> {
        let mut run = self.start_tally();
        loop {
            match run.step()? {
                ControlFlow::Continue(rest) => run = rest,
                ControlFlow::Break(tallied) => return Ok(tallied),
            }
        }
    }

    /// Starts a tally that you advance step by step, for example to show progress between the
    /// steps.
    pub fn start_tally(self) -> TallyRun<'a> {
        self.start_with(SHARE_BYTES, STEP)
    }

    fn start_with(self, share_bytes: u64, step: Duration) -> TallyRun<'a> {
        let Input { sources, expected_bytes, threads, mut rejects, skip_bad_lines, .. } = self;
        // Rejects are written in order.
        let shares_max = if rejects.is_some() { 1 } else { threads.max(1) };
        let shares = shares(sources, shares_max, share_bytes);
        // Where there is only one share, another thread may read ahead, but for a plain file.
        let reads_ahead = threads > 1 && shares.len() == 1;
        let share = |sources: Vec<Source>| ShareTally {
            builder: Builder::for_input(bytes_of(&sources).saturating_add(expected_bytes)),
            blocks: Blocks::new(sources, rejects.take(), reads_ahead, &self.bytes_read),
            bids: self.bid_range.then_some(NO_BIDS),
            goes_on: Ok(true),
        };
        let shares = shares.into_iter().map(share).collect();
        TallyRun { shares, skip_bad_lines, step }
    }
}

/// The result for a whole input.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct InputTally {
    /// The tally of all entries.
    pub tally: Tally,
    /// The bad lines that were skipped.
    pub bad_lines: BadLines,
    /// The least and the greatest bid, if [asked for](Input::bid_range) and if there are entries.
    pub bids: Option<RangeInclusive<u64>>,
}

/// A tally in progress, which you advance step by step.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use camel_cards_input::Input;
///
/// let input = Input::new().reader("hands", &b"32T3K 765\nT55J5 684\n"[..]);
/// let mut run = input.start_tally();
/// let tallied = loop {
///     match run.step()? {
///         ControlFlow::Continue(rest) => run = rest,
///         ControlFlow::Break(tallied) => break tallied,
///     }
///     eprintln!("still reading");
/// };
/// assert_eq!(tallied.tally.entries(), 2);
/// # Ok::<(), camel_cards_input::InputError>(())
/// ```
pub struct TallyRun<'a> {
    shares: Vec<ShareTally<'a>>,
    skip_bad_lines: bool,
    step: Duration,
}

/// The share of one thread, and its results so far.
struct ShareTally<'a> {
    blocks: Blocks<'a>,
    builder: Builder,
    /// `None` if not requested.
    bids: Option<BidRange>,
    /// How the last step ended: whether there is more to read.
    goes_on: Result<bool>,
}

impl TallyRun<'_> {
    /// Continues for about a tenth of a second, or longer if it waits for input. Returns the rest
    /// of the run, or the result.
    ///
    /// # Errors
    ///
    /// A failed read; and at the end bad lines, unless they are skipped.
    pub fn step(mut self) -> Result<ControlFlow<InputTally, Self>> {
        let end = Instant::now() + self.step;
        on_threads(&mut self.shares, |share| share.goes_on = share.read(end));
        let mut goes_on = false;
        for share in &mut self.shares {
            goes_on |= mem::replace(&mut share.goes_on, Ok(true))?;
        }
        if goes_on {
            return Ok(ControlFlow::Continue(self));
        }
        let bids = self.shares.iter().filter_map(|share| share.bids.clone()).reduce(widened);
        let lines = self.shares.iter_mut().flat_map(|share| share.blocks.lines.drain(..));
        let bad_lines = BadLines::of(lines, self.skip_bad_lines)?;
        let tallies = self.shares.into_iter().map(|share| share.builder.finish());
        let tally = tallies.reduce(|mut tally, later| {
            tally.merge(&later);
            tally
        });
        let (tally, bids) = (tally.unwrap_or_default(), bids.filter(|bids| !bids.is_empty()));
        Ok(ControlFlow::Break(InputTally { tally, bad_lines, bids }))
    }
}

impl ShareTally<'_> {
    /// Reads until then, or to the end; returns whether there is more.
    fn read(&mut self, then: Instant) -> Result<bool> {
        while self.blocks.next()? {
            self.builder.push_block(&self.blocks.block);
            if let Some(bids) = &mut self.bids {
                let of_block = self.blocks.block.entries().map(|entry| entry.bid..=entry.bid);
                *bids = of_block.fold(bids.clone(), widened);
            }
            if self.blocks.is_between_chunks && Instant::now() >= then {
                return Ok(true);
            }
        }
        self.builder.flush();
        Ok(false)
    }
}

/// Does the work of each share on its own thread; one of them is the calling thread.
fn on_threads<S: Send>(shares: &mut [S], work: impl Fn(&mut S) + Sync) {
    let threads = shares.len();
    let queue = Mutex::new(shares.iter_mut());
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || iter::from_fn(next).for_each(&work);
    thread::scope(|scope| {
        for _ in 1..threads {
            // Where the system refuses a thread, the others do its work.
            let _ = thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
}

/// The least and the greatest bid; empty if there is none.
type BidRange = RangeInclusive<u64>;

const NO_BIDS: BidRange = BidRange::new(u64::MAX, 0);

fn widened(bids: BidRange, others: BidRange) -> BidRange {
    *bids.start().min(others.start())..=*bids.end().max(others.end())
}

/// Cuts the inputs into at most `threads` shares of about equal size, each of about `bytes_min` or more if there are
/// several. A stream or a compressed file is not cut, as it can only be read from its start.
fn shares(sources: Vec<Source>, threads: usize, bytes_min: u64) -> Vec<Vec<Source>> {
    let bytes = bytes_of(&sources);
    let count = (bytes / bytes_min).clamp(1, threads as u64) as usize;
    let (mut share, mut shares) = (Vec::new(), Vec::new());
    let mut room = bytes.div_ceil(count as u64);
    let mut sources = sources.into_iter();
    let mut next = sources.next();
    while let Some(mut source) = next {
        if room == 0 && shares.len() + 1 < count {
            shares.push(std::mem::take(&mut share));
            room = bytes.div_ceil(count as u64);
        }
        // The last share is all that is left.
        let rest = if shares.len() + 1 < count { source.split_after(room) } else { None };
        room = room.saturating_sub(source.bytes());
        share.push(source);
        next = rest.or_else(|| sources.next());
    }
    shares.push(share);
    shares
}

fn bytes_of(sources: &[Source]) -> u64 {
    sources.iter().map(Source::bytes).fold(0, u64::saturating_add)
}

#[cfg(test)]
mod tests {
    use std::{
        fs,
        io::{self, Read, Write},
        path::PathBuf,
    };

    use camel_cards::{Entry, entries};

    use super::*;
    use crate::BadLine;

    /// Lines of all kinds: ties, bids of any size, and bad ones, long ones among them.
    fn text(lines: usize, seed: usize) -> String {
        let line = |i: usize| match (i * 7 + seed) % 401 {
            0 => "T55J 684\n".to_owned(),
            1 => format!("{}\n", "x".repeat(3_000 + i % 5_000)),
            2 => "\r\n  \n".to_owned(),
            3 => format!("KTJJT {}{i}\r\n", " ".repeat(4_000)),
            4 => format!("KK677 {}\n", u64::MAX - i as u64),
            n => format!("{} {}\n", ["AAAAA", "KTJJT", "23456"][n % 3], i * i % 9973),
        };
        (0..lines).map(line).collect()
    }

    /// What one thread finds in one pass: bad lines by file, and the tally.
    fn expected(texts: &[String]) -> (Tally, BidRange, u64, Vec<String>) {
        let (mut builder, mut bids, mut bad) = (Builder::new(), NO_BIDS, Vec::new());
        for (number, text) in texts.iter().enumerate() {
            let read: Vec<_> = entries(text.as_bytes()).collect();
            let good = read.iter().filter_map(|read| read.ok());
            bids = good.clone().map(|entry| entry.bid..=entry.bid).fold(bids, widened);
            builder.extend(good);
            let errors = read.iter().filter_map(|read| read.err());
            bad.extend(errors.map(|error| format!("{number}: {error}")));
        }
        let count = bad.len() as u64;
        bad.truncate(20);
        (builder.finish(), bids, count, bad)
    }

    /// Byte ranges, files, threads and steps change nothing.
    #[test]
    fn shares_of_any_size_on_any_threads_give_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let mark = "\u{FEFF}".to_owned();
        let texts = [mark + &text(3_000, 1), text(0, 0), text(5, 3), text(4_000, 5) + "QQQJA 7"];
        let paths: Vec<PathBuf> =
            (0..texts.len()).map(|number| folder.path().join(number.to_string())).collect();
        for (path, text) in paths.iter().zip(&texts) {
            fs::write(path, text).unwrap();
        }
        let (tally, bids, count, bad) = expected(&texts);
        for threads in [1, 2, 3, 7] {
            for (share_bytes, step) in [(1, 0), (1_000, 0), (20_000, 100), (1 << 24, 100)] {
                let input = Input::new().paths(&paths).threads(threads).bid_range(true);
                let step_time = Duration::from_millis(step);
                let input = input.skip_bad_lines(true);
                let (mut run, mut steps) = (input.start_with(share_bytes, step_time), 0);
                let tallied = loop {
                    steps += 1;
                    match run.step().unwrap() {
                        ControlFlow::Continue(rest) => run = rest,
                        ControlFlow::Break(tallied) => break tallied,
                    }
                };
                let case = format!("{threads} {share_bytes:?}");
                assert!(tallied.tally == tally, "{case}");
                assert_eq!(tallied.bids, Some(bids.clone()), "{case}");
                assert_eq!(tallied.bad_lines.count(), count, "{case}");
                let of_file =
                    |bad: &BadLine| format!("{}: {}", &bad.file[bad.file.len() - 1..], bad.error);
                let found = tallied.bad_lines.first().iter().map(of_file);
                assert_eq!(found.collect::<Vec<_>>(), bad, "{case}");
                assert!(steps > 1 || step > 0, "{case}");
            }
        }
    }

    /// Gives a reader's bytes in pieces of all sizes, as a pipe does, and is interrupted before each.
    struct Pieces(io::Cursor<Vec<u8>>, usize, bool);

    impl Read for Pieces {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.2 = !self.2;
            if self.2 {
                return Err(io::ErrorKind::Interrupted.into());
            }
            self.1 = self.1 * 5 % 70_001;
            let room = buffer.len().min(self.1);
            self.0.read(&mut buffer[..room])
        }
    }

    /// With so many chunks, another thread reads ahead.
    #[test]
    #[cfg(all(feature = "gzip", feature = "zstd"))]
    fn compression_and_pipes_change_nothing() {
        let texts = [text(200_000, 2)];
        assert!(texts[0].len() > 6 << 20);
        let (tally, _, count, bad) = expected(&texts);
        let (first, second) = texts[0].as_bytes().split_at(texts[0].len() / 3);
        let gzip = [first, second].map(|part| {
            let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            gzip.write_all(part).unwrap();
            gzip.finish().unwrap()
        });
        let zstd = [first, second].map(|part| zstd::encode_all(part, 1).unwrap());
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("packed");
        for bytes in [texts[0].clone().into_bytes(), gzip.concat(), zstd.concat()] {
            fs::write(&path, &bytes).unwrap();
            for threads in [1, 3] {
                let pieces = Pieces(io::Cursor::new(bytes.clone()), 1, false);
                let piped = Input::new().reader("0", pieces);
                let of_file = Input::new().path(&path);
                for input in [piped, of_file] {
                    let tallied = input.threads(threads).skip_bad_lines(true).tally().unwrap();
                    assert!(tallied.tally == tally, "{threads}");
                    assert_eq!(tallied.bad_lines.count(), count);
                    let found = tallied.bad_lines.first().iter();
                    let found = found.map(|bad| format!("0: {}", bad.error));
                    assert_eq!(found.collect::<Vec<_>>(), bad);
                }
            }
        }
    }

    #[test]
    fn rejects_are_the_bad_lines_in_order_and_whole() {
        let texts = [text(2_000, 1) + "no newline", text(900, 2)];
        let mut expected = Vec::new();
        for text in &texts {
            for line in text.split_inclusive('\n') {
                if entries(line.as_bytes()).any(|entry| entry.is_err()) {
                    expected.extend_from_slice(line.as_bytes());
                }
            }
            if !expected.ends_with(b"\n") {
                expected.push(b'\n');
            }
        }
        let mut rejected = Vec::new();
        let mut input = Input::new().rejects(&mut rejected).skip_bad_lines(true).threads(2);
        for text in texts {
            input = input.reader("hands", std::io::Cursor::new(text));
        }
        input.tally().unwrap();
        assert!(rejected == expected);
    }

    /// As it would be from a stream that never ends.
    #[test]
    fn line_of_many_megabytes_is_rejected_as_it_is_read() {
        let line = || std::io::repeat(b'x').take(50_000_000).chain(&b"\n32T3K 765\n"[..]);
        let mut sink = Counts::default();
        let input = Input::new().reader("hands", line()).skip_bad_lines(true).rejects(&mut sink);
        let tallied = input.tally().unwrap();
        assert_eq!((tallied.tally.entries(), tallied.bad_lines.count()), (1, 1));
        assert!(tallied.bad_lines.first()[0].text.len() < 5_000);
        assert!((sink.bytes, sink.longest < 200_000) == (50_000_001, true));
    }

    #[derive(Default)]
    struct Counts {
        bytes: usize,
        longest: usize,
    }

    impl Write for Counts {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.bytes += bytes.len();
            self.longest = self.longest.max(bytes.len());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn read(share: Vec<Source>) -> Vec<Entry> {
        let mut blocks = Blocks::new(share, None, false, &std::sync::Arc::default());
        let mut entries = Vec::new();
        while blocks.next().unwrap() {
            entries.extend(blocks.block.entries());
        }
        assert!(blocks.lines.iter().all(|lines| lines.bad.count() == 0));
        entries
    }

    #[test]
    fn shares_are_the_files_line_by_line() {
        let folder = tempfile::tempdir().unwrap();
        // Some lines are as long as any may be.
        let blanks = |i: usize| " ".repeat(if i % 3_000 < 3 { 4_080 } else { 1 });
        let line = |i: usize| format!("32T3K{}{}\n{}", blanks(i), i * i, "\r\n".repeat(i % 4));
        let text = (0..4_000).map(line).collect::<String>() + "KK677 28";
        let paths: Vec<PathBuf> =
            ["a", "b", "c"].iter().map(|name| folder.path().join(name)).collect();
        for (path, text) in paths.iter().zip([&text[..], "AAAAA 1\n", &text]) {
            std::fs::write(path, text).unwrap();
        }
        let all = format!("{text}\nAAAAA 1\n{text}");
        let expected: Vec<_> =
            camel_cards::entries(all.as_bytes()).map(|entry| entry.expect("an entry")).collect();
        for threads in [1, 2, 3, 4, 5, 30] {
            for share_bytes in [1, 1_000, 20_000, 1 << 20] {
                let sources = paths.iter().map(|path| Source::path(path.clone())).collect();
                let shares = shares(sources, threads, share_bytes);
                let is_one = threads == 1 || share_bytes == 1 << 20;
                assert!(shares.len() <= threads && (shares.len() == 1) == is_one);
                let found: Vec<Entry> = shares.into_iter().flat_map(read).collect();
                assert!(found == expected, "{threads} {share_bytes:?}");
            }
        }
    }

    #[test]
    fn what_has_no_places_is_read_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).unwrap();
            Source::path(path)
        };
        let long = || file("long", &[b'\n'; 20_000]);
        let short = || file("short", b"32T3K 765\n");
        let packed = || file("packed", &[&[0x1F, 0x8B], &[b'\n'; 20_000][..]].concat());
        let reader = || Source::reader("reader", Box::new(std::io::empty()));
        let missing = || Source::path(folder.path().join("none"));
        for (sources, threads, expected) in [
            (vec![], 2, vec![0]),
            (vec![long()], 2, vec![1, 1]),
            (vec![long()], 1, vec![1]),
            (vec![long(), short()], 2, vec![1, 2]),
            (vec![short(), long(), reader()], 4, vec![2, 1, 1, 2]),
            (vec![short(), missing(), long()], 2, vec![3, 1]),
            (vec![packed()], 2, vec![1]),
            (vec![packed(), long(), short()], 2, vec![2, 2]),
            (vec![reader(), long()], 2, vec![2, 1]),
            (vec![missing()], 2, vec![1]),
        ] {
            let shares = shares(sources, threads, 1_000);
            assert_eq!(shares.iter().map(Vec::len).collect::<Vec<_>>(), expected);
        }
    }
}
