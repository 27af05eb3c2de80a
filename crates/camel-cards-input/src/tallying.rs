//! Entries to a tally, on one thread or several, step by step.

use std::{
    ops::RangeInclusive,
    panic::resume_unwind,
    sync::{Arc, Mutex, PoisonError},
    thread,
};

use camel_cards::{Builder, Mergeable};

use crate::{
    BadLine, BadLines, Decoded, Input, InputError, InputErrorKind, Progress, Result,
    blocks::Blocks,
    shares::{NextLine, ReadPlan, Share, plan},
};

/// How much one thread reads in a step at most; and if steps are to be short.
const SHARE_BYTES_MAX: u64 = 1 << 27;
#[cfg(feature = "checkpoint")]
pub(crate) const SHORT_SHARE_BYTES_MAX: u64 = 1 << 25;

/// How many chunks are read in a step where all is read in order.
const STEP_CHUNKS: u32 = 8;

impl<'a> Input<'a> {
    /// Tallies all entries, as a [`Tally`](camel_cards::Tally) or as
    /// [`Totals`](camel_cards::Totals), which are faster.
    ///
    /// # Errors
    ///
    /// A failed read, and bad lines, unless they are to be skipped, once all has been read.
    pub fn tally<T: Mergeable>(self) -> Result<Tallied<T>> {
        self.start_tally().finish()
    }

    /// Begins to tally, for a caller who wants to do something in between: show bad lines, look
    /// for signals, keep checkpoints.
    pub fn start_tally<T: Mergeable>(self) -> Tallying<'a, T> {
        Tallying::new(self)
    }
}

/// What a whole input amounts to.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Tallied<T> {
    /// The tally of all entries.
    pub tally: T,
    /// The bad lines that were skipped.
    pub bad_lines: BadLines,
    /// The least and the greatest bid, if [asked for](Input::bid_range) and if there are entries.
    pub bids: Option<RangeInclusive<u64>>,
}

/// A tally on the way, which the caller takes on step by step.
///
/// ```
/// use camel_cards::Tally;
/// use camel_cards_input::Input;
///
/// let input = Input::new().reader("hands", &b"32T3K 765\nT55J 684\n"[..]).skip_bad_lines(true);
/// let mut tallying = input.start_tally::<Tally>();
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
pub struct Tallying<'a, T: Mergeable> {
    pub(crate) input: Input<'a>,
    pub(crate) place: NextLine,
    /// How many lines of its file there are before the place.
    pub(crate) lines: u64,
    /// All that comes before the builders, which is nothing until somebody asks for the tally.
    tally: T,
    /// The first one has all that follows; the others are those of later shares, for their buffers.
    builders: Vec<Builder<T>>,
    /// What is read in order, if anything is, and where in its input it begins.
    blocks: Option<(Blocks, NextLine, u64)>,
    /// All inputs before this one are read in order.
    in_order_until: usize,
    /// How many bytes those have, or nearly.
    in_order_bytes: u64,
    pub(crate) share_bytes_max: u64,
    pub(crate) bad: BadLines,
    bids: BidRange,
    has_failed: bool,
}

impl<'a, T: Mergeable> Tallying<'a, T> {
    fn new(input: Input<'a>) -> Tallying<'a, T> {
        Tallying {
            bids: BidRange { wanted: input.bid_range, range: None },
            input,
            place: NextLine::default(),
            lines: 0,
            tally: T::default(),
            builders: Vec::new(),
            blocks: None,
            in_order_until: 0,
            in_order_bytes: 0,
            share_bytes_max: SHARE_BYTES_MAX,
            bad: BadLines::default(),
            has_failed: false,
        }
    }

    /// Goes on for a while: a tenth of a second or so, if nothing has to be waited for. Returns
    /// whether there is more to do.
    ///
    /// # Errors
    ///
    /// A failed read. After that it fails at once.
    pub fn step(&mut self) -> Result<bool> {
        if self.has_failed {
            return Err(InputError::new(InputErrorKind::Stopped, ""));
        }
        let goes_on = self.do_step();
        self.has_failed = goes_on.is_err();
        goes_on
    }

    fn do_step(&mut self) -> Result<bool> {
        let Input { sources, threads, rejects, progress, .. } = &self.input;
        let inputs = sources.len();
        if self.blocks.is_none() && self.place.file >= self.in_order_until {
            if self.place.file >= inputs {
                return Ok(false);
            }
            // Rejects are written in order; elsewhere than on Unix, a file is read by one at a time.
            let threads = if rejects.is_some() || cfg!(not(unix)) { 1 } else { *threads };
            match plan(sources, self.place, threads, self.share_bytes_max)? {
                ReadPlan::Shares(shares, next) => {
                    let (progress, bids) = (progress.clone(), self.bids.clone());
                    let builders = shares.len().max(self.builders.len());
                    self.builders.resize_with(builders, || Builder::for_input(u64::MAX));
                    let parts = on_threads(&shares, &mut self.builders, |share, builder| {
                        let read = tally_share(share, builder, &bids, &progress);
                        builder.flush();
                        read
                    });
                    let [first, later @ ..] = &mut self.builders[..] else { return Ok(false) };
                    later.iter_mut().for_each(|builder| first.merge(&builder.take()));
                    parts.into_iter().try_for_each(|part| self.append(part))?;
                    self.place = next;
                    if next.byte == 0 {
                        self.lines = 0;
                    }
                    return Ok(next.file < inputs);
                }
                ReadPlan::InOrder { until, bytes } => {
                    (self.in_order_until, self.in_order_bytes) = (until, bytes);
                }
            }
        }
        self.read_in_order()?;
        Ok(self.place.file < inputs)
    }

    /// Reads some chunks of an input, up to its end or to bad lines.
    fn read_in_order(&mut self) -> Result<()> {
        let Input { sources, threads, rejects, progress, .. } = &mut self.input;
        if self.blocks.is_none() {
            let (source, from) = (&mut sources[self.place.file], self.place.byte);
            let opened = source.open(from, progress)?;
            let blocks = Blocks::of(source.name.clone(), opened, from == 0, *threads, progress);
            self.blocks = Some((blocks, self.place, self.lines));
        }
        let Some((blocks, start, lines_before)) = &mut self.blocks else { return Ok(()) };
        if self.builders.is_empty() {
            self.builders.push(Builder::for_input(self.in_order_bytes));
        }
        let builder = &mut self.builders[0];
        let bad_before = self.bad.count();
        let name = blocks.name.clone();
        let mut chunks = 0;
        while let Some(decoded) = blocks.next(rejects.as_mut())? {
            decoded.push_to(builder);
            self.bids.add(&decoded);
            if let Some(bad) = decoded.bad_text() {
                let error = bad.error.moved_by(*lines_before, start.byte);
                self.bad.add(&name, error, bad.text);
            }
            if blocks.is_between_chunks() {
                chunks += 1;
                if chunks == STEP_CHUNKS || self.bad.count() > bad_before {
                    let (lines, bytes) = blocks.decoded();
                    self.place.byte = start.byte + bytes;
                    self.lines = *lines_before + lines;
                    return Ok(());
                }
            }
        }
        self.blocks = None;
        self.place = NextLine { file: self.place.file + 1, byte: 0 };
        self.lines = 0;
        Ok(())
    }

    /// Returns the tally of all that has been read so far.
    ///
    /// It takes some milliseconds, and the next step takes longer.
    ///
    /// # Errors
    ///
    /// An earlier error, after which it is not known what has been read.
    pub fn tally(&mut self) -> Result<&T> {
        if self.has_failed {
            return Err(InputError::new(InputErrorKind::Stopped, ""));
        }
        self.end_builders();
        Ok(&self.tally)
    }

    /// Goes on at a place, with the tally of all that comes before it.
    #[cfg(feature = "checkpoint")]
    pub(crate) fn go_to(&mut self, place: NextLine, lines: u64, tally: T) {
        (self.place, self.lines, self.tally) = (place, lines, tally);
        (self.blocks, self.in_order_until) = (None, 0);
        self.builders.clear();
    }

    fn end_builders(&mut self) {
        let Some(builder) = self.builders.first_mut() else { return };
        let later = builder.take();
        if self.tally.entries() == 0 {
            self.tally = later;
        } else {
            self.tally.merge(&later);
        }
    }

    fn append(&mut self, part: ShareRead) -> Result<()> {
        self.bids.append(&part.bids);
        for range in part.ranges {
            if range.is_first {
                self.lines = 0;
            }
            self.bad.append(range.bad, self.lines);
            self.lines += range.lines;
        }
        part.end
    }

    /// Returns the bad lines since this was asked last, of the first 20 in all.
    pub fn take_bad_lines(&mut self) -> Vec<BadLine> {
        self.bad.take()
    }

    /// Returns how many bad lines there have been.
    pub fn bad_lines(&self) -> u64 {
        self.bad.count()
    }

    /// Does all that is left to do.
    ///
    /// # Errors
    ///
    /// A failed read, and bad lines, unless they are to be skipped.
    pub fn finish(mut self) -> Result<Tallied<T>> {
        while self.step()? {}
        self.end_builders();
        if let Some(rejects) = &mut self.input.rejects {
            rejects.flush().map_err(InputError::rejects)?;
        }
        if self.bad.count() > 0 && !self.input.skip_bad_lines {
            return Err(InputError::new(InputErrorKind::BadLines(self.bad), ""));
        }
        Ok(Tallied { tally: self.tally, bad_lines: self.bad, bids: self.bids.range })
    }
}

/// What is known of a share besides its entries.
struct ShareRead {
    bids: BidRange,
    /// What is known of each byte range besides its entries.
    ranges: Vec<RangeLines>,
    end: Result<()>,
}

#[derive(Default)]
struct RangeLines {
    /// It begins its file.
    is_first: bool,
    /// The lines of bad ones count from where the range begins.
    bad: BadLines,
    lines: u64,
}

fn tally_share<T: Mergeable>(
    share: &Share,
    builder: &mut Builder<T>,
    bids: &BidRange,
    progress: &Arc<Progress>,
) -> ShareRead {
    let mut bids = BidRange { range: None, ..bids.clone() };
    let mut ranges = Vec::new();
    let mut tally_ranges = || -> Result<()> {
        for range in share {
            let mut blocks = range.open(progress)?;
            let name = blocks.name.clone();
            let is_first = range.from == 0;
            ranges.push(RangeLines { is_first, ..RangeLines::default() });
            let known = ranges.last_mut();
            let Some(known) = known else { continue };
            while let Some(decoded) = blocks.next(None)? {
                decoded.push_to(builder);
                bids.add(&decoded);
                if let Some(bad) = decoded.bad_text() {
                    known.bad.add(&name, bad.error.moved_by(0, range.from), bad.text);
                }
            }
            known.lines = blocks.decoded().0;
        }
        Ok(())
    };
    let end = tally_ranges();
    ShareRead { bids, ranges, end }
}

/// Does the work of each share on a thread of its own, the calling one among them.
fn on_threads<T: Mergeable, R: Send>(
    shares: &[Share],
    builders: &mut [Builder<T>],
    work: impl Fn(&Share, &mut Builder<T>) -> R + Sync,
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

/// The least and the greatest bid, if they are wanted.
#[derive(Clone)]
struct BidRange {
    wanted: bool,
    range: Option<RangeInclusive<u64>>,
}

impl BidRange {
    fn add(&mut self, decoded: &Decoded<'_>) {
        if self.wanted {
            decoded.entries().for_each(|entry| self.extend(entry.bid, entry.bid));
        }
    }

    fn append(&mut self, later: &BidRange) {
        if let Some(range) = &later.range {
            self.extend(*range.start(), *range.end());
        }
    }

    fn extend(&mut self, least: u64, greatest: u64) {
        self.range = Some(match &self.range {
            None => least..=greatest,
            Some(range) => least.min(*range.start())..=greatest.max(*range.end()),
        });
    }
}
