//! Entries to a tally, on one thread or several, step by step.

use std::{
    mem,
    ops::RangeInclusive,
    panic::resume_unwind,
    sync::{Arc, Mutex, PoisonError},
    thread,
};

use camel_cards::{Builder, Tally};

use crate::{
    BadLine, BadLines, Input, InputError, InputErrorKind, Progress, Result,
    blocks::Blocks,
    rejects::Rejects,
    shares::{NextLine, Share, next_shares},
};

/// How many chunks are read in a step where all is read in order.
const STEP_CHUNKS: u32 = 8;

impl<'a> Input<'a> {
    /// Tallies all entries.
    ///
    /// # Errors
    ///
    /// A failed read, and bad lines, unless they are to be skipped, once all has been read.
    pub fn tally(self) -> Result<InputTally> {
        self.start_tally().finish()
    }

    /// Begins to tally, for a caller who wants to do something in between, such as show bad lines.
    pub fn start_tally(self) -> TallyRun<'a> {
        TallyRun {
            bids: self.bid_range.then_some(NO_BIDS),
            input: self,
            place: NextLine::default(),
            lines: 0,
            builders: Vec::new(),
            blocks: None,
            bad: BadLines::default(),
            has_failed: false,
        }
    }
}

/// What a whole input amounts to.
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

/// A tally on the way, which the caller takes on step by step.
///
/// ```
/// use camel_cards_input::Input;
///
/// let input = Input::new().reader("hands", &b"32T3K 765\nT55J 684\n"[..]).skip_bad_lines(true);
/// let mut tallying = input.start_tally();
/// let mut told = Vec::new();
/// loop {
///     let goes_on = tallying.step()?;
///     told.extend(tallying.take_bad_lines().iter().map(ToString::to_string));
///     if !goes_on {
///         break;
///     }
/// }
/// assert_eq!(tallying.finish()?.tally.entries(), 1);
/// assert_eq!(told, ["hands:2:1: expected a hand of 5 cards, found 4"]);
/// # Ok::<(), camel_cards_input::InputError>(())
/// ```
pub struct TallyRun<'a> {
    input: Input<'a>,
    place: NextLine,
    /// How many lines of its file there are before the place.
    lines: u64,
    /// The first one has all that has been read; the others are those of later shares, for their buffers.
    builders: Vec<Builder>,
    /// The input that is read in order, if one is.
    blocks: Option<Blocks>,
    bad: BadLines,
    /// If they are wanted.
    bids: Option<BidRange>,
    has_failed: bool,
}

impl TallyRun<'_> {
    /// Goes on for a while: a tenth of a second or so, if nothing has to be waited for. Returns
    /// whether there is more to do.
    ///
    /// # Errors
    ///
    /// A failed read. After that it fails at once.
    pub fn step(&mut self) -> Result<bool> {
        // Until this step has done all that it should.
        if mem::replace(&mut self.has_failed, true) {
            return Err(InputError::new(InputErrorKind::Stopped, ""));
        }
        let goes_on = match &self.blocks {
            Some(_) => self.read_in_order(),
            None => self.read_shares(),
        }?;
        self.has_failed = false;
        Ok(goes_on)
    }

    /// Reads what comes next, a share on each thread; or begins an input that is read in order.
    fn read_shares(&mut self) -> Result<bool> {
        let Input { sources, threads, rejects, progress, share_bytes, .. } = &mut self.input;
        let Some(source) = sources.get(self.place.file) else { return Ok(false) };
        // Rejects are written in order.
        let shares = match rejects {
            Some(_) => None,
            None => next_shares(sources, self.place, *threads, share_bytes)?,
        };
        let Some((shares, next)) = shares else {
            if self.builders.is_empty() {
                self.builders.push(Builder::for_input(source.length().unwrap_or(0)));
            }
            let source = &mut sources[self.place.file];
            let opened = source.open(progress)?;
            self.blocks = Some(Blocks::of(source.name.clone(), opened, *threads, progress));
            return Ok(true);
        };
        for share in shares.iter().skip(self.builders.len()) {
            let bytes = share.iter().map(|range| range.bytes).sum();
            self.builders.push(Builder::for_input(bytes));
        }
        // Where there is only one share, another thread may read ahead.
        let threads = if shares.len() == 1 { *threads } else { 1 };
        let bids = self.bids.as_ref().map(|_| NO_BIDS);
        let parts = on_threads(&shares, &mut self.builders, |share, builder| {
            let part = tally_share(share, builder, bids.clone(), threads, progress);
            builder.flush();
            part
        });
        if let [first, later @ ..] = &mut self.builders[..parts.len()] {
            later.iter_mut().for_each(|builder| first.merge(&builder.take()));
        }
        for ShareRead { bids, ranges, end } in parts {
            if let (Some(range), Some(of_share)) = (&mut self.bids, bids) {
                widen(range, *of_share.start(), *of_share.end());
            }
            for RangeRead { is_first, bad, lines } in ranges {
                self.lines = if is_first { 0 } else { self.lines };
                self.bad.append(bad, self.lines);
                self.lines += lines;
            }
            end?;
        }
        self.place = next;
        Ok(next.file < self.input.sources.len())
    }

    /// Reads some chunks of an input.
    fn read_in_order(&mut self) -> Result<bool> {
        let Input { sources, rejects, .. } = &mut self.input;
        let (Some(blocks), [builder, ..]) = (&mut self.blocks, &mut self.builders[..]) else {
            return Ok(false);
        };
        let (bids, bad) = (&mut self.bids, &mut self.bad);
        if !tally_chunks(blocks, STEP_CHUNKS, rejects.as_mut(), builder, bids, bad, 0)? {
            self.blocks = None;
            self.place = NextLine { file: self.place.file + 1, byte: 0 };
        }
        Ok(self.place.file < sources.len())
    }

    /// Returns the bad lines since this was asked last, of the first 20 in all.
    pub fn take_bad_lines(&mut self) -> Vec<BadLine> {
        self.bad.take()
    }

    /// Does all that is left to do.
    ///
    /// # Errors
    ///
    /// A failed read, and bad lines, unless they are to be skipped.
    pub fn finish(mut self) -> Result<InputTally> {
        while self.step()? {}
        let tally = self.builders.first_mut().map_or_else(Tally::default, Builder::take);
        if let Some(rejects) = &mut self.input.rejects {
            rejects.flush()?;
        }
        if self.bad.count() > 0 && !self.input.skip_bad_lines {
            return Err(InputError::new(InputErrorKind::BadLines(self.bad), ""));
        }
        let bids = self.bids.filter(|bids| !bids.is_empty());
        Ok(InputTally { tally, bad_lines: self.bad, bids })
    }
}

/// What is known of a share besides its entries.
struct ShareRead {
    bids: Option<BidRange>,
    /// What is known of each byte range.
    ranges: Vec<RangeRead>,
    end: Result<()>,
}

struct RangeRead {
    /// It begins its file.
    is_first: bool,
    /// The lines of bad ones count from where the range begins.
    bad: BadLines,
    lines: u64,
}

fn tally_share(
    share: &Share,
    builder: &mut Builder,
    mut bids: Option<BidRange>,
    threads: usize,
    progress: &Arc<Progress>,
) -> ShareRead {
    let mut ranges = Vec::new();
    let mut end = Ok(());
    for range in share {
        let mut bad = BadLines::default();
        let mut lines = 0;
        end = range.open(threads, progress).and_then(|mut blocks| {
            let (bids, bad) = (&mut bids, &mut bad);
            let read = tally_chunks(&mut blocks, u32::MAX, None, builder, bids, bad, range.from);
            lines = blocks.lines();
            read.map(|_| ())
        });
        ranges.push(RangeRead { is_first: range.from == 0, bad, lines });
        if end.is_err() {
            break;
        }
    }
    ShareRead { bids, ranges, end }
}

/// Tallies some chunks of what begins at byte `from` of its file; returns whether there is more.
fn tally_chunks(
    blocks: &mut Blocks,
    chunks: u32,
    mut rejects: Option<&mut Rejects<'_>>,
    builder: &mut Builder,
    bids: &mut Option<BidRange>,
    bad: &mut BadLines,
    from: u64,
) -> Result<bool> {
    let name = blocks.name.clone();
    let mut chunks_read = 0;
    while let Some(lines) = blocks.next(rejects.as_deref_mut())? {
        builder.push_block(lines.block);
        if let Some(bids) = bids {
            lines.block.entries().for_each(|entry| widen(bids, entry.bid, entry.bid));
        }
        if let Some((error, line)) = lines.bad {
            bad.add(&name, error.moved_by(0, from), line);
        }
        if blocks.is_between_chunks() {
            chunks_read += 1;
            if chunks_read == chunks {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Does the work of each share on a thread of its own, the calling one among them.
fn on_threads<R: Send>(
    shares: &[Share],
    builders: &mut [Builder],
    work: impl Fn(&Share, &mut Builder) -> R + Sync,
) -> Vec<R> {
    let queue = Mutex::new(shares.iter().zip(builders).enumerate());
    let work = || {
        let mut done = Vec::new();
        loop {
            let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((number, (share, builder))) = next else { return done };
            done.push((number, work(share, builder)));
        }
    };
    let mut done = thread::scope(|scope| {
        // Where the system refuses a thread, the others do its work.
        let spawn = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
        let threads: Vec<_> = (1..shares.len()).filter_map(spawn).collect();
        let mut done = work();
        for thread in threads {
            done.extend(thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        done
    });
    done.sort_unstable_by_key(|&(number, _)| number);
    done.into_iter().map(|(_, result)| result).collect()
}

/// The least and the greatest bid; empty if there is none.
type BidRange = RangeInclusive<u64>;

const NO_BIDS: BidRange = BidRange::new(u64::MAX, 0);

fn widen(bids: &mut BidRange, least: u64, greatest: u64) {
    *bids = least.min(*bids.start())..=greatest.max(*bids.end());
}

#[cfg(test)]
mod tests {
    use std::{
        fs,
        io::{self, Read, Write},
        path::PathBuf,
    };

    use camel_cards::entries;

    use super::*;
    use crate::shares::SHARE_BYTES;

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
            good.clone().for_each(|entry| widen(&mut bids, entry.bid, entry.bid));
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
            for share_bytes in [1..=1_000, 300..=5_000, 5_000..=20_000, SHARE_BYTES] {
                let mut input = Input::new().paths(&paths).threads(threads).bid_range(true);
                input.share_bytes = share_bytes.clone();
                let mut tallying = input.skip_bad_lines(true).start_tally();
                let (mut steps, mut found) = (0, Vec::new());
                while tallying.step().unwrap() {
                    steps += 1;
                    found.extend(tallying.take_bad_lines());
                }
                found.extend(tallying.take_bad_lines());
                let tallied = tallying.finish().unwrap();
                let case = format!("{threads} {share_bytes:?}");
                assert!(tallied.tally == tally, "{case}");
                assert_eq!(tallied.bids, Some(bids.clone()), "{case}");
                assert_eq!(tallied.bad_lines.count(), count, "{case}");
                let of_file =
                    |bad: &BadLine| format!("{}: {}", &bad.file[bad.file.len() - 1..], bad.error);
                assert_eq!(found.iter().map(of_file).collect::<Vec<_>>(), bad, "{case}");
                assert!((steps == 0) == (*share_bytes.end() > 1 << 20), "{case}");
            }
        }
    }

    /// Gives a reader's bytes in pieces of all sizes, as a pipe does.
    struct Pieces(io::Cursor<Vec<u8>>, usize);

    impl Read for Pieces {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
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
                let pieces = Pieces(io::Cursor::new(bytes.clone()), 1);
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
}
