//! Entries of files, in order or as a tally, on one thread or several.
//!
//! ```text
//! Source ──pieces──▶ workers ──▶ Batch of each ──▶ Tally     a round: until a batch is full
//!                       └──▶ Report of each piece ──▶ Reports: in order again, so that lines have
//!                                                        numbers, and bad ones are told in order
//! ```
//!
//! That is for what comes in order, as from a pipe. A file has places, so each worker can have a
//! stretch of it as a source of its own, and nothing to wait for:
//!
//! ```text
//! Source ──stretches──▶ workers ──▶ Tally and Report of each ──▶ Tally, Reports     a round: once each
//! ```

use std::{
    collections::BTreeMap,
    mem,
    num::NonZeroUsize,
    ops::ControlFlow,
    panic::resume_unwind,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use camel_cards::{Batch, Engine, Entry, Error, Reader, Tally};

use crate::{
    bad_lines::{BadLines, Rejects, SHOWN},
    failure::{Failure, Result},
    processors,
    source::{Buffer, LongLine, Piece, Place, Source},
    work::Work,
};

/// How many entries each thread gathers before they are tallied.
const BATCH_ENTRIES: usize = 1 << 20;

/// How much one thread reads before others are worth starting.
const ALONE_PIECES: u64 = 32;

/// No thread is worth starting for less of a file.
const STRETCH_BYTES_MIN: u64 = 1 << 24;

/// How much of a file one thread reads in a round at most, and if a round is not to take long.
const STRETCH_BYTES_MAX: u64 = 1 << 27;
const SHORT_STRETCH_BYTES_MAX: u64 = 1 << 25;

/// For less than this it is not worth asking the processor what it can do, which takes longer
/// than reading on a virtual machine: every question leaves it.
const SMALL_BYTES: usize = 1 << 15;

/// More threads than this would take more than 64 MB, with bids as the puzzle has them; so many
/// read more than disks give.
const THREADS_MAX: usize = 4;

#[derive(clap::Args)]
pub(crate) struct InputArgs {
    /// Files to read, as one input in this order; - or none is standard input
    ///
    /// Files that gzip or zstd has compressed are known by their content.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Leave out lines that are no entries, and say how many there were
    #[arg(long, help_heading = "Bad lines")]
    skip_bad_lines: bool,

    /// Write lines that are no entries to FILE, unchanged
    #[arg(long, value_name = "FILE", help_heading = "Bad lines")]
    rejects: Option<PathBuf>,
}

/// What is said and done about work that takes long.
#[derive(clap::Args)]
pub(crate) struct WorkArgs {
    /// Use N threads, by default one for each processor, up to 4
    ///
    /// Each takes some 13 MB of memory, or up to 30 if most bids are 2²⁰ or more. A single file of less
    /// than 32 MB is read by one.
    #[arg(long, value_name = "N", help_heading = "Work")]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=64))]
    threads: Option<u8>,

    /// Say on standard error what was read, how fast, and in how much memory
    #[arg(long, help_heading = "Work")]
    timing: bool,
}

impl WorkArgs {
    fn threads(&self) -> usize {
        let processors = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.threads.map_or_else(|| processors().min(THREADS_MAX), usize::from)
    }
}

/// What there is to know of an input besides its entries.
pub(crate) struct InputRead {
    /// It begins with a UTF-8 byte-order mark.
    pub(crate) byte_order_mark: bool,
}

/// A tally, and what it does not keep.
#[derive(Default)]
pub(crate) struct Tallied {
    pub(crate) tally: Tally,
    /// The least and the greatest bid, if asked for.
    pub(crate) bids: Option<(u64, u64)>,
}

/// Where a tally goes on, and how it is made.
pub(crate) struct Plan {
    pub(crate) from: Resume,
    /// What there is before that.
    pub(crate) tally: Tally,
    /// Makes the tally of nothing.
    pub(crate) new_tally: fn() -> Tally,
    /// How long a round may be.
    pub(crate) round: Option<Duration>,
    pub(crate) wants_bids: bool,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan::new(Tally::new)
    }
}

impl Plan {
    pub(crate) fn new(new_tally: fn() -> Tally) -> Plan {
        let from = Resume::default();
        Plan { from, tally: new_tally(), new_tally, round: None, wants_bids: false }
    }
}

/// All that an interrupted tally needs besides its tally.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Resume {
    pub(crate) place: Place,
    /// How many lines of the file there are before it, and how many bad ones of all.
    pub(crate) lines: u64,
    pub(crate) bad: u64,
}

impl InputArgs {
    /// The files as the user gave them.
    pub(crate) fn files(&self) -> impl Iterator<Item = &str> {
        self.files.iter().filter_map(|file| file.to_str())
    }

    /// The files to read.
    pub(crate) fn paths(&self) -> Vec<PathBuf> {
        if self.files.is_empty() { vec!["-".into()] } else { self.files.clone() }
    }

    /// Whether `path` is one of the files, or that of bad lines.
    pub(crate) fn names(&self, path: &Path) -> bool {
        let named =
            |file: &PathBuf| file != Path::new("-") && (file == path || same_file(file, path));
        self.files.iter().chain(&self.rejects).any(named)
    }

    pub(crate) fn skips_bad_lines(&self) -> bool {
        self.skip_bad_lines
    }

    fn reports(&self) -> Result<Reports> {
        let rejects = match &self.rejects {
            Some(path) if self.files.iter().any(|file| same_file(file, path)) => {
                let path = path.display();
                return Err(Failure::Cannot(format!("--rejects {path} would replace the input")));
            }
            Some(path) => Some(Rejects::create(path)?),
            None => None,
        };
        Ok(Reports::new(BadLines { skip: self.skip_bad_lines, count: 0, rejects }))
    }

    /// Gives every entry to `take`, in order.
    ///
    /// # Errors
    ///
    /// Bad lines, unless they are to be skipped, once all have been reported.
    pub(crate) fn read(&self, take: impl FnMut(Entry)) -> Result<InputRead> {
        let (work, reports) = (Work::new(&self.paths()), Mutex::new(self.reports()?));
        let mut each = Each { take, entries: 0 };
        let goes_on = |_: &mut _| Ok(ControlFlow::Continue(()));
        let read = self.read_to(&mut each, &work, &reports, goes_on)?;
        drop(work);
        into_inner(reports).finish(each.entries == 0)?;
        Ok(read)
    }

    /// Gives all entries to `take`, in order, some at a time.
    ///
    /// # Errors
    ///
    /// As for [`InputArgs::read`], and what `take` fails with, at once.
    pub(crate) fn read_some_at_a_time(
        &self,
        mut take: impl FnMut(&[Entry]) -> Result<()>,
    ) -> Result<()> {
        let (work, reports) = (Work::new(&self.paths()), Mutex::new(self.reports()?));
        let (mut some, mut is_empty) = (Vec::new(), true);
        self.read_to(&mut some, &work, &reports, |some| {
            is_empty &= some.is_empty();
            take(some)?;
            some.clear();
            Ok(ControlFlow::Continue(()))
        })?;
        drop(work);
        into_inner(reports).finish(is_empty)
    }

    /// Whether reading all files once more would give the same, if nobody changes them.
    pub(crate) fn can_be_read_again(&self) -> bool {
        let is_file = |path: &PathBuf| path.metadata().is_ok_and(|metadata| metadata.is_file());
        self.paths().iter().all(|path| path != Path::new("-") && is_file(path))
    }

    /// Gives all entries to `take` once more, until it breaks, and says nothing about bad lines.
    pub(crate) fn read_again(
        &self,
        mut take: impl FnMut(&[Entry]) -> Result<ControlFlow<()>>,
    ) -> Result<()> {
        let bad = BadLines { skip: true, count: 0, rejects: None };
        let reports = Mutex::new(Reports::new(bad));
        self.read_to(&mut Vec::new(), &Work::again(&self.paths()), &reports, |some| {
            let goes_on = take(some)?;
            some.clear();
            Ok(goes_on)
        })?;
        Ok(())
    }

    /// Reads piece by piece, until `after_piece` breaks.
    fn read_to<T: Target>(
        &self,
        target: &mut T,
        work: &Work,
        reports: &Mutex<Reports>,
        mut after_piece: impl FnMut(&mut T) -> Result<ControlFlow<()>>,
    ) -> Result<InputRead> {
        let keeps_bad_lines = lock(reports).bad.rejects.is_some();
        let mut source = Source::new(self.paths(), work.read_bytes.clone());
        let mut buffer = Buffer::new();
        let mut byte_order_mark = false;
        while let Some(piece) = source.next(&mut buffer, reports)? {
            let (lines, ahead) = (buffer.lines(&piece), source.ahead());
            byte_order_mark |= piece.is_first && lines.starts_with("\u{FEFF}".as_bytes());
            let report = read_piece(&piece, lines, ahead, target, keeps_bad_lines);
            work.add(&report);
            lock(reports).add(report, work)?;
            if after_piece(target)?.is_break() {
                break;
            }
        }
        Ok(InputRead { byte_order_mark })
    }

    /// Tallies every entry, as planned.
    ///
    /// # Errors
    ///
    /// As for [`InputArgs::read`].
    pub(crate) fn tally(&self, plan: Plan, args: &WorkArgs) -> Result<Tallied> {
        self.tally_rounds(plan, args, |_, _| Ok(()))
    }

    /// Tallies as planned, and shows the tally to `after_round` whenever it has all that is before
    /// a place.
    pub(crate) fn tally_rounds(
        &self,
        Plan { from, mut tally, new_tally, round, wants_bids }: Plan,
        args: &WorkArgs,
        mut after_round: impl FnMut(&Tally, Resume) -> Result<()>,
    ) -> Result<Tallied> {
        let mut reports = self.reports()?;
        (reports.lines, reports.bad.count) = (from.lines, from.bad);
        let work = Work::new(&self.paths());
        let source = Source::resume(self.paths(), work.read_bytes.clone(), from.place)?;
        let resumed = (work.read_bytes.load(Ordering::Relaxed), tally.entries());
        let mut team = Team {
            source: Mutex::new(source),
            reports: Mutex::new(reports),
            round_is_over: AtomicBool::new(false),
            round_ends: None,
            keeps_bad_lines: self.rejects.is_some(),
            new_tally,
            work,
        };
        let longest = if round.is_some() { SHORT_STRETCH_BYTES_MAX } else { STRETCH_BYTES_MAX };
        // Lines that are rejected are written in order.
        let threads = || if self.rejects.is_some() { 1 } else { args.threads() };
        // One begins alone, and may find that there is no need for more.
        let rest = lock(&team.source).rest_of_file()?;
        let mut is_alone = rest < 2 * STRETCH_BYTES_MIN;
        let batches_for = |rest, threads| vec![Batch::for_input(rest, BATCH_ENTRIES); threads];
        let mut batches = batches_for(rest, if is_alone { 1 } else { threads() });
        let mut workers = Vec::new();
        loop {
            workers.resize_with(batches.len(), || Worker::new(wants_bids));
            let stretches = match workers.len() as u64 {
                1 => Vec::new(),
                threads => lock(&team.source).stretches(threads, STRETCH_BYTES_MIN, longest)?,
            };
            let at_end = if stretches.is_empty() {
                team.round_ends = round.and_then(|round| Instant::now().checked_add(round));
                let pieces = if is_alone { ALONE_PIECES } else { u64::MAX };
                let at_end = team.read_round(&mut workers, &mut batches, pieces)?;
                tally.append_all(&mut batches);
                at_end
            } else {
                team.read_stretches(stretches, &mut workers, &mut batches, &mut tally)?;
                lock(&team.source).is_at_end()
            };
            if at_end {
                break;
            }
            if mem::take(&mut is_alone) && threads() > 1 {
                let mut source = lock(&team.source);
                let rest = source.rest_of_file()?;
                // Others would take more time to begin than they save.
                let is_little = (1..2 * STRETCH_BYTES_MIN).contains(&rest) && source.is_last_file();
                if !is_little {
                    batches = batches_for(rest, threads());
                }
            }
            let place = lock(&team.source).place();
            let Reports { lines, ref bad, .. } = *lock(&team.reports);
            after_round(&tally, Resume { place, lines, bad: bad.count })?;
        }
        into_inner(team.reports).finish(tally.entries() == 0)?;
        if args.timing {
            team.work.say_timing(resumed.0, tally.entries() - resumed.1);
        }
        let bids = workers.into_iter().filter_map(|worker| worker.bids);
        let bids = bids.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
        Ok(Tallied { tally, bids })
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn into_inner<T>(mutex: Mutex<T>) -> T {
    mutex.into_inner().unwrap_or_else(PoisonError::into_inner)
}

fn same_file(a: &Path, b: &Path) -> bool {
    // What does not exist yet is known by its folder and its name there.
    let real = |path: &Path| {
        path.canonicalize().ok().or_else(|| {
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
            Some(folder.join(path.file_name()?))
        })
    };
    matches!((real(a), real(b)), (Some(a), Some(b)) if a == b)
}

/// What all workers share.
struct Team {
    source: Mutex<Source>,
    reports: Mutex<Reports>,
    round_is_over: AtomicBool,
    round_ends: Option<Instant>,
    keeps_bad_lines: bool,
    new_tally: fn() -> Tally,
    work: Work,
}

impl Team {
    /// Fills batches until one is full, from at most so many pieces each; returns whether the
    /// input has ended.
    fn read_round(
        &self,
        workers: &mut [Worker],
        batches: &mut [Batch],
        pieces: u64,
    ) -> Result<bool> {
        self.round_is_over.store(false, Ordering::Relaxed);
        if let ([worker], [batch]) = (&mut *workers, &mut *batches) {
            return self.read(worker, batch, pieces, false);
        }
        let read = |worker: &mut _, batch: &mut _| self.read(worker, batch, pieces, true);
        let results = on_threads(workers, batches, read);
        results.into_iter().try_fold(false, |at_end, result| Ok(at_end | result?))
    }

    /// Tallies stretches that follow each other, each with a tally of its own.
    fn read_stretches(
        &self,
        stretches: Vec<Source>,
        workers: &mut [Worker],
        batches: &mut [Batch],
        tally: &mut Tally,
    ) -> Result<()> {
        // The first goes on with the tally of what comes before.
        let mut tallies: Vec<Tally> = vec![mem::take(tally)];
        tallies.resize_with(stretches.len(), self.new_tally);
        let queue = Mutex::new(stretches.into_iter().zip(&mut tallies));
        let results = on_threads(workers, batches, |worker, batch| {
            loop {
                let next = lock(&queue).next();
                let Some((stretch, tally)) = next else { return Ok(()) };
                let report = self.read_stretch(stretch, worker, batch, tally)?;
                lock(&self.reports).add(report, &self.work)?;
            }
        });
        drop(queue);
        results.into_iter().collect::<Result<()>>()?;
        let merged = tallies.into_iter().reduce(|mut tally, later| {
            tally.merge(&later);
            tally
        });
        *tally = merged.unwrap_or_default();
        Ok(())
    }

    /// Tallies a stretch; returns what there is to say of it as if it were one piece.
    fn read_stretch(
        &self,
        mut stretch: Source,
        worker: &mut Worker,
        batch: &mut Batch,
        tally: &mut Tally,
    ) -> Result<Report> {
        let mut whole = Report::of_nothing(stretch.next_piece());
        while let Some(piece) = stretch.next(&mut worker.buffer, &self.reports)? {
            let report = self.tally_piece(&piece, None, worker, batch);
            if report.number == whole.number {
                whole = report;
            } else {
                whole.append(report);
            }
            if batch.is_full() {
                tally.append(batch);
            }
        }
        tally.append(batch);
        Ok(whole)
    }

    /// Reads pieces, as one of a team or alone.
    fn read(
        &self,
        worker: &mut Worker,
        batch: &mut Batch,
        pieces: u64,
        in_team: bool,
    ) -> Result<bool> {
        for _ in 0..pieces {
            if self.round_is_over.load(Ordering::Relaxed) {
                return Ok(false);
            }
            let at_end = self.read_next(worker, batch, in_team);
            let is_time = || self.round_ends.is_some_and(|end| Instant::now() >= end);
            if !matches!(at_end, Ok(false)) || batch.is_full() || is_time() {
                self.round_is_over.store(true, Ordering::Relaxed);
                return at_end;
            }
        }
        Ok(false)
    }

    fn read_next(&self, worker: &mut Worker, batch: &mut Batch, in_team: bool) -> Result<bool> {
        let mut source = lock(&self.source);
        let next = source.next(&mut worker.buffer, &self.reports)?;
        let Some(piece) = next else { return Ok(true) };
        let ahead = if in_team { None } else { source.ahead() };
        drop(source);
        let report = self.tally_piece(&piece, ahead, worker, batch);
        if in_team {
            batch.end_piece(piece.number);
        }
        lock(&self.reports).add(report, &self.work)?;
        Ok(false)
    }

    fn tally_piece(
        &self,
        piece: &Piece,
        ahead: Option<*const u8>,
        worker: &mut Worker,
        batch: &mut Batch,
    ) -> Report {
        let lines = worker.buffer.lines(piece);
        let mut to = Tallying { batch, bids: worker.wants_bids.then_some(&mut worker.bids) };
        let report = read_piece(piece, lines, ahead, &mut to, self.keeps_bad_lines);
        self.work.add(&report);
        report
    }
}

/// Does the work of all workers, the first one's on this thread.
fn on_threads<T: Send>(
    workers: &mut [Worker],
    batches: &mut [Batch],
    work: impl Fn(&mut Worker, &mut Batch) -> T + Sync,
) -> Vec<T> {
    let work = &work;
    thread::scope(|scope| {
        let mut workers = workers.iter_mut().zip(batches);
        let own = workers.next();
        let processors = processors::others();
        // Where the system refuses a thread, the others do its work.
        let running: Vec<_> = workers
            .enumerate()
            .filter_map(|(number, (worker, batch))| {
                let processor = processors.get(number).copied();
                let work = move || {
                    processor.inspect(|&processor| processors::move_to(processor));
                    work(worker, batch)
                };
                thread::Builder::new().spawn_scoped(scope, work).ok()
            })
            .collect();
        let own = own.map(|(worker, batch)| work(worker, batch));
        let others = running
            .into_iter()
            .map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic)));
        own.into_iter().chain(others).collect()
    })
}

struct Worker {
    buffer: Buffer,
    wants_bids: bool,
    bids: Option<(u64, u64)>,
}

impl Worker {
    fn new(wants_bids: bool) -> Worker {
        Worker { buffer: Buffer::new(), wants_bids, bids: None }
    }
}

/// Where entries go.
trait Target {
    fn read(&mut self, reader: &mut Reader, lines: &mut &[u8]) -> std::result::Result<(), Error>;
    fn take(&mut self, entry: Entry);
}

/// To a function, one by one.
struct Each<F> {
    take: F,
    entries: u64,
}

impl<F: FnMut(Entry)> Target for Each<F> {
    fn read(&mut self, reader: &mut Reader, lines: &mut &[u8]) -> std::result::Result<(), Error> {
        reader.read(lines, |entry| self.take(entry))
    }

    fn take(&mut self, entry: Entry) {
        self.entries += 1;
        (self.take)(entry);
    }
}

/// To a list.
impl Target for Vec<Entry> {
    fn read(&mut self, reader: &mut Reader, lines: &mut &[u8]) -> std::result::Result<(), Error> {
        reader.read(lines, |entry| self.push(entry))
    }

    fn take(&mut self, entry: Entry) {
        self.push(entry);
    }
}

/// To a batch; the range of the bids is noted if there is where.
struct Tallying<'a> {
    batch: &'a mut Batch,
    bids: Option<&'a mut Option<(u64, u64)>>,
}

impl Target for Tallying<'_> {
    fn read(&mut self, reader: &mut Reader, lines: &mut &[u8]) -> std::result::Result<(), Error> {
        match self.bids {
            None => self.batch.read(reader, lines),
            Some(_) => reader.read(lines, |entry| self.take(entry)),
        }
    }

    fn take(&mut self, entry: Entry) {
        if let Some(bids) = &mut self.bids {
            let (least, greatest) = bids.unwrap_or((entry.bid, entry.bid));
            **bids = Some((least.min(entry.bid), greatest.max(entry.bid)));
        }
        self.batch.push(entry);
    }
}

/// What there is to say of a piece besides its entries.
pub(crate) struct Report {
    number: u64,
    file: Arc<str>,
    is_first: bool,
    pub(crate) is_last: bool,
    at: u64,
    pub(crate) lines: u64,
    /// Bad lines, counted from the beginning of the piece, and how they read.
    bad: Vec<(Error, Vec<u8>)>,
    /// How many more there are, which are too many to show.
    more_bad: u64,
    /// They have been rejected.
    rejected: bool,
}

impl Report {
    fn of_nothing(number: u64) -> Report {
        Report {
            number,
            file: "".into(),
            is_first: false,
            is_last: false,
            at: 0,
            lines: 0,
            bad: Vec::new(),
            more_bad: 0,
            rejected: false,
        }
    }

    /// Makes this the report of what it is of and of the piece that comes next.
    fn append(&mut self, later: Report) {
        let bytes = later.at - self.at;
        for (error, line) in later.bad {
            if self.bad.len() < SHOWN as usize {
                self.bad.push((error.moved_by(self.lines, bytes), line));
            } else {
                self.more_bad += 1;
            }
        }
        self.more_bad += later.more_bad;
        self.lines += later.lines;
        self.is_last |= later.is_last;
    }
}

fn read_piece(
    piece: &Piece,
    lines: &[u8],
    ahead: Option<*const u8>,
    to: &mut impl Target,
    keep_all: bool,
) -> Report {
    let mut report = Report {
        number: piece.number,
        file: piece.file.clone(),
        is_first: piece.is_first,
        is_last: piece.is_last,
        at: piece.at,
        lines: 0,
        bad: Vec::new(),
        more_bad: 0,
        rejected: false,
    };
    if let Some(LongLine { found, head }) = &piece.long_line {
        report.lines = 1;
        report.rejected = true;
        match found {
            Some(Ok(entry)) => to.take(*entry),
            Some(Err(error)) => report.bad.push((*error, head.clone())),
            None => {}
        }
        return report;
    }
    let mut reader = match (piece.is_first, piece.is_last) {
        (true, true) if lines.len() < SMALL_BYTES => Reader::with_engine(Engine::Portable),
        (true, _) => Reader::new(),
        (false, _) => Reader::within_input(),
    };
    if let Some(ahead) = ahead {
        reader.prefetch(ahead);
    }
    let mut bad = |error: Error| {
        if keep_all || report.bad.len() < SHOWN as usize {
            report.bad.push((error, line_of(&error, lines).to_vec()));
        } else {
            report.more_bad += 1;
        }
    };
    let mut rest = lines;
    while let Err(error) = to.read(&mut reader, &mut rest) {
        bad(error);
    }
    if piece.is_last {
        match reader.finish() {
            Some(Ok(entry)) => to.take(entry),
            Some(Err(error)) => bad(error),
            None => {}
        }
    }
    report.lines = reader.lines();
    report
}

/// Finds the line that has the error.
fn line_of<'a>(error: &Error, bytes: &'a [u8]) -> &'a [u8] {
    let position = error.position();
    let start = (position.byte - (position.column - 1)) as usize;
    let line = &bytes[start..];
    let newline = line.iter().position(|&byte| byte == b'\n');
    &line[..newline.map_or(line.len(), |newline| newline + 1)]
}

/// Reports of pieces, put in order.
struct Reports {
    bad: BadLines,
    /// Those that an earlier one is still missing for.
    waiting: BTreeMap<u64, Report>,
    next: u64,
    /// How many lines of the file have been reported.
    lines: u64,
}

impl AsMut<BadLines> for Reports {
    fn as_mut(&mut self) -> &mut BadLines {
        &mut self.bad
    }
}

impl Reports {
    fn new(bad: BadLines) -> Reports {
        Reports { bad, waiting: BTreeMap::new(), next: 0, lines: 0 }
    }

    fn add(&mut self, report: Report, work: &Work) -> Result<()> {
        self.waiting.insert(report.number, report);
        while let Some(report) = self.waiting.remove(&self.next) {
            if report.is_first {
                self.lines = 0;
            }
            for (error, line) in report.bad {
                let error = error.moved_by(self.lines, report.at);
                work.aside(|| self.bad.report(&report.file, &error, &line))?;
                if !report.rejected {
                    self.bad.reject(&line)?;
                }
            }
            self.bad.count += report.more_bad;
            self.lines += report.lines;
            // Not before: after one that ends all, no other is told.
            self.next += 1;
        }
        Ok(())
    }

    fn finish(self, is_empty: bool) -> Result<()> {
        if is_empty && self.bad.count == 0 {
            anstream::eprintln!("camel-cards: note: the input has no entries");
        }
        self.bad.finish()
    }
}
