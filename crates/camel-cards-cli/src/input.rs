//! The arguments that say what to read, and what is said while it is read.

use std::{
    io,
    num::NonZeroUsize,
    ops::ControlFlow,
    path::{Path, PathBuf},
    thread,
};

use camel_cards::{Entry, Mergeable, Tally};
use camel_cards_input::{BadLine, Error, ErrorKind, Input, RejectSink, Tallied, Tallying};

use crate::{
    bad_lines,
    checkpoint::Checkpoint,
    failure::{Failure, Result},
    output::{OutputFile, progress::ReadProgress},
    tally_file::entries_of,
};

/// More threads than this would take more than 64 MB, with bids as the puzzle has them; so many
/// read more than disks give.
const THREADS_MAX: usize = 4;

/// How many bad lines are shown in full.
const SHOWN: u64 = 20;

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

impl InputArgs {
    /// The files as the user gave them.
    pub(crate) fn files(&self) -> impl Iterator<Item = &str> {
        self.files.iter().filter_map(|file| file.to_str())
    }

    /// The files to read.
    fn paths(&self) -> Vec<PathBuf> {
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

    fn create_rejects(&self) -> Result<Option<Rejects>> {
        match &self.rejects {
            Some(path) if self.files.iter().any(|file| same_file(file, path)) => {
                let path = path.display();
                Err(Failure::Cannot(format!("--rejects {path} would replace the input")))
            }
            Some(path) => Ok(Some(Rejects { file: OutputFile::create(path)?, failure: None })),
            None => Ok(None),
        }
    }

    fn input<'a>(&self, progress: &ReadProgress, rejects: Option<&'a mut Rejects>) -> Input<'a> {
        let input = Input::new().progress(progress.counters()).skip_bad_lines(self.skip_bad_lines);
        let input = self.paths().iter().fold(input, |input, path| match path == Path::new("-") {
            true => input.stdin(),
            false => input.path(path),
        });
        match rejects {
            Some(rejects) => input.rejects(rejects),
            None => input,
        }
    }

    /// Gives all entries to `take`, in order, some at a time; returns whether there is a
    /// byte-order mark.
    ///
    /// # Errors
    ///
    /// Bad lines, unless they are to be skipped, once all have been reported, and what `take`
    /// fails with, at once.
    pub(crate) fn read_some_at_a_time(
        &self,
        mut take: impl FnMut(&[Entry]) -> Result<()>,
    ) -> Result<bool> {
        let mut rejects = self.create_rejects()?;
        let progress = ReadProgress::new(&self.paths());
        let mut entries = self.input(&progress, rejects.as_mut()).entries();
        let mut is_empty = true;
        let read = loop {
            let block = match entries.next_block() {
                Ok(Some(block)) => block,
                end => break end.map(|_| ()),
            };
            is_empty &= block.is_empty();
            take(block)?;
            self.show(&progress, &entries.take_bad_lines());
        };
        self.show(&progress, &entries.take_bad_lines());
        let (bad, byte_order_mark) = (entries.bad_lines(), entries.byte_order_mark());
        drop((entries, progress));
        self.end(read.map(|()| (byte_order_mark, is_empty, bad)), rejects)
    }

    /// Gives every entry to `take`, in order; else as [`InputArgs::read_some_at_a_time`].
    pub(crate) fn read(&self, mut take: impl FnMut(Entry)) -> Result<bool> {
        self.read_some_at_a_time(|entries| {
            entries.iter().copied().for_each(&mut take);
            Ok(())
        })
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
        let progress = ReadProgress::while_printing(&self.paths());
        let mut entries = self.input(&progress, None).skip_bad_lines(true).entries();
        while let Some(block) = entries.next_block()? {
            if take(block)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Tallies every entry.
    ///
    /// # Errors
    ///
    /// As for [`InputArgs::read`].
    pub(crate) fn tally<T: Mergeable>(&self, args: &WorkArgs) -> Result<T> {
        Ok(self.tally_all(args, false)?.tally)
    }

    /// Tallies every entry, and finds the least and the greatest bid.
    pub(crate) fn tally_with_bid_range(&self, args: &WorkArgs) -> Result<Tallied<Tally>> {
        self.tally_all(args, true)
    }

    fn tally_all<T: Mergeable>(&self, args: &WorkArgs, bid_range: bool) -> Result<Tallied<T>> {
        let mut rejects = self.create_rejects()?;
        let progress = ReadProgress::new(&self.paths());
        let input = self.input(&progress, rejects.as_mut()).threads(args.threads());
        let tallying = input.bid_range(bid_range).start_tally();
        let tallied = self.tally_steps(tallying, &progress, |_| Ok(()))?;
        self.end_tally(tallied, rejects, &progress, args.timing.then_some((0, 0)))
    }

    /// Tallies every entry, from an earlier checkpoint on, and keeps checkpoints.
    pub(crate) fn tally_with_checkpoints(
        &self,
        args: &WorkArgs,
        checkpoint: &mut Checkpoint,
    ) -> Result<Tally> {
        let progress = ReadProgress::new(&self.paths());
        let input = self.input(&progress, None).threads(args.threads());
        let mut tallying = input.start_resumable_tally()?;
        checkpoint.resume(&mut tallying, self)?;
        let earlier = tallying.tally()?;
        if earlier.entries() > 0 {
            anstream::eprintln!("camel-cards: going on after {}", entries_of(earlier));
        }
        let before = (progress.counters().bytes(), earlier.entries());
        let tallied =
            self.tally_steps(tallying, &progress, |tallying| checkpoint.save(tallying))?;
        let tallied = self.end_tally(tallied, None, &progress, args.timing.then_some(before))?;
        Ok(tallied.tally)
    }

    /// Tallies all, and shows bad lines as they come.
    fn tally_steps<'a, T: Mergeable>(
        &self,
        mut tallying: Tallying<'a, T>,
        progress: &ReadProgress,
        mut after_step: impl FnMut(&mut Tallying<'a, T>) -> Result<()>,
    ) -> Result<std::result::Result<Tallied<T>, Error>> {
        loop {
            let goes_on = tallying.step();
            self.show(progress, &tallying.take_bad_lines());
            match goes_on {
                Ok(true) => after_step(&mut tallying)?,
                Ok(false) => return Ok(tallying.finish()),
                Err(error) => return Ok(Err(error)),
            }
        }
    }

    /// Ends a tally, and says how fast it was, if so many bytes and entries before it are given.
    fn end_tally<T: Mergeable>(
        &self,
        tallied: std::result::Result<Tallied<T>, Error>,
        rejects: Option<Rejects>,
        progress: &ReadProgress,
        timing: Option<(u64, u64)>,
    ) -> Result<Tallied<T>> {
        let read = tallied.map(|tallied| {
            let (is_empty, bad) = (tallied.tally.entries() == 0, tallied.bad_lines.count());
            (tallied, is_empty, bad)
        });
        let tallied = progress.beside(|| self.end(read, rejects))?;
        if let Some((bytes_before, entries_before)) = timing {
            progress.say_timing(bytes_before, tallied.tally.entries() - entries_before);
        }
        Ok(tallied)
    }

    fn show(&self, progress: &ReadProgress, bad: &[BadLine]) {
        if !self.skip_bad_lines && !bad.is_empty() {
            progress.beside(|| bad.iter().for_each(bad_lines::show));
        }
    }

    /// Ends reading: with what was read, whether that is nothing, and how many bad lines were
    /// skipped.
    fn end<T>(
        &self,
        read: std::result::Result<(T, bool, u64), Error>,
        rejects: Option<Rejects>,
    ) -> Result<T> {
        let lines = |count| if count == 1 { "line" } else { "lines" };
        match read {
            Ok((read, is_empty, bad)) => {
                if is_empty && bad == 0 {
                    anstream::eprintln!("camel-cards: note: the input has no entries");
                }
                rejects.map_or(Ok(()), |rejects| rejects.file.finish())?;
                if self.skip_bad_lines {
                    anstream::eprintln!("camel-cards: skipped {bad} bad {}", lines(bad));
                }
                Ok(read)
            }
            Err(error) => match (error.kind(), rejects) {
                (ErrorKind::BadLines(bad), rejects) => {
                    rejects.map_or(Ok(()), |rejects| rejects.file.finish())?;
                    let (count, lines) = (bad.count(), lines(bad.count()));
                    let shown = match count > SHOWN {
                        true => format!(", the first {SHOWN} shown"),
                        false => String::new(),
                    };
                    Err(Failure::Data(format!(
                        "{count} bad {lines}{shown}; --skip-bad-lines goes on without them"
                    )))
                }
                (ErrorKind::Rejects(_), Some(Rejects { failure: Some(failure), .. })) => {
                    Err(failure)
                }
                _ => Err(error.into()),
            },
        }
    }
}

impl WorkArgs {
    fn threads(&self) -> usize {
        let processors = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.threads.map_or_else(|| processors().min(THREADS_MAX), usize::from)
    }
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

/// The file of bad lines, and why it could not be written, for which a sink has no words.
struct Rejects {
    file: OutputFile,
    failure: Option<Failure>,
}

impl Rejects {
    fn note(&mut self, written: Result<()>) -> io::Result<()> {
        written.map_err(|failure| {
            self.failure = Some(failure);
            io::Error::other("cannot write the rejected lines")
        })
    }
}

impl RejectSink for Rejects {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let written = self.file.write(bytes);
        self.note(written)
    }

    fn truncate(&mut self, length: u64) -> io::Result<()> {
        let truncated = self.file.truncate(length);
        self.note(truncated)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        match error.kind() {
            ErrorKind::Utf16(_) | ErrorKind::Tally(_) | ErrorKind::Overflow(_) => {
                Failure::Data(error.to_string())
            }
            ErrorKind::NotResumable => {
                let found = match error.name() {
                    "<stdin>" => "standard input".to_owned(),
                    name => format!("{name}, which is compressed or no file"),
                };
                Failure::Cannot(format!(
                    "--checkpoint needs files that one can go on in the middle of, found {found}"
                ))
            }
            ErrorKind::Stopped => Failure::Interrupted,
            _ => Failure::Cannot(error.to_string()),
        }
    }
}
