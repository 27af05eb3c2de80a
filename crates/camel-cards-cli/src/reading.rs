//! Arguments that say what to read, and messages while it is read.

use std::{
    fs::File,
    io::{self, IsTerminal, Read},
    path::{Path, PathBuf},
};

#[cfg(windows)]
use std::os::windows::io::AsHandle;
#[cfg(unix)]
use std::os::{fd::AsFd, unix::fs::MetadataExt};

use camel_cards::{Block, Score, Tally, Ties};
use camel_cards_input::{
    AocdError, AocdUser, BadLines, FileName, Input, InputErrorKind, InputTally, default_threads,
    read_counts_from, read_tally_from,
};
use clap::builder::{PathBufValueParser, TypedValueParser};
#[cfg(windows)]
use same_file::Handle;

use crate::{
    failure::{Failure, Result, file_message, input_name, say},
    interrupt,
    output::{ForceArgs, OutputFile, bad_lines, counted, is_stdout, progress::WorkProgress},
};

#[derive(Clone, clap::Args)]
pub(crate) struct InputArgs {
    /// Files to read as one input, in this order; - or no FILE means standard input, @aocd means the input saved by aocd
    ///
    /// Files compressed by gzip or zstd are recognized by their content. If aocd (advent-of-code-data) keeps inputs of
    /// several users, choose one with @aocd/USER.
    #[arg(value_name = "FILE", value_parser = PathBufValueParser::new().try_map(input_path))]
    pub(crate) files: Vec<PathBuf>,

    /// Skip bad lines, and count them
    #[arg(long)]
    pub(crate) skip_bad_lines: bool,

    /// Write bad lines to FILE, unchanged
    ///
    /// - means standard output.
    #[arg(long, value_name = "FILE")]
    rejects: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) force: ForceArgs,
}

/// The number of threads.
#[derive(clap::Args)]
pub(crate) struct WorkArgs {
    /// Use N threads (default: one per core, up to 4)
    ///
    /// Each thread uses about 13 MB of memory, up to 30 MB when it reads more than 200 million hands, and up to 40 MB
    /// if most bids are 2²⁰ or more. One thread reads a single file of less than 32 MB.
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<u8>,
}

fn threads(text: &str) -> std::result::Result<u8, &'static str> {
    let threads = text.parse().ok().filter(|threads| (1..=64).contains(threads));
    threads.ok_or("expected a number from 1 to 64")
}

/// Returns the path of the input that `@aocd` or `@aocd/USER` names. Any other path stays as it is.
pub(crate) fn input_path(path: PathBuf) -> std::result::Result<PathBuf, AocdError> {
    AocdUser::named_by(&path).map_or(Ok(path), |user| Ok(user?.input))
}

impl InputArgs {
    /// The files to read.
    fn paths(&self) -> Vec<PathBuf> {
        if self.files.is_empty() { vec!["-".into()] } else { self.files.clone() }
    }

    /// Checks all files, including an input and an output that other options name, and creates the
    /// file for bad lines.
    pub(crate) fn check(
        &self,
        also_read: Option<&PathBuf>,
        also_written: Option<&Path>,
    ) -> Result<CheckedInput<'_>> {
        if self.files.is_empty() && io::stdin().is_terminal() {
            let message =
                "no input; give a FILE, @aocd for the input saved by aocd, or - to type the hands";
            return Err(Failure::Usage(message.to_owned()));
        }
        check_files(self.paths().iter().chain(also_read), [self.rejects.as_deref(), also_written])?;
        let rejects = self.rejects.as_ref().map(|path| self.force.create(path)).transpose()?;
        Ok(CheckedInput { args: self, rejects })
    }

    /// Whether all files can be read again with the same result, if nobody changes them.
    pub(crate) fn can_be_read_again(&self) -> bool {
        let is_file = |path: &PathBuf| path.metadata().is_ok_and(|metadata| metadata.is_file());
        self.paths().iter().all(|path| path != Path::new("-") && is_file(path))
    }

    /// Passes all entries to `take` again, a block at a time, without messages about bad lines.
    pub(crate) fn read_again(&self, mut take: impl FnMut(&Block) -> Result<()>) -> Result<()> {
        let mut entries = Input::new().paths(&self.files).skip_bad_lines(true).entries();
        while let Some(block) = entries.next_block()? {
            take(block)?;
        }
        Ok(())
    }
}

/// An input whose files can be read, and the file for its bad lines.
pub(crate) struct CheckedInput<'a> {
    args: &'a InputArgs,
    rejects: Option<OutputFile>,
}

impl CheckedInput<'_> {
    /// Tallies every entry.
    ///
    /// # Errors
    ///
    /// Bad lines, unless they are skipped, after all have been reported.
    pub(crate) fn tally(self, work: &WorkArgs, bid_range: bool) -> Result<InputTally> {
        self.run(|input| {
            let threads = work.threads.map_or_else(default_threads, usize::from);
            let tallied = input.threads(threads).bid_range(bid_range).tally()?;
            let (is_empty, bad) = (tallied.tally.entries() == 0, tallied.bad_lines.clone());
            Ok((tallied, is_empty, bad))
        })
    }

    /// Passes all entries to `take`, in order, a block at a time. Returns whether there is a
    /// byte-order mark.
    ///
    /// # Errors
    ///
    /// The same as for [`CheckedInput::tally`]; and an error of `take`, at once.
    pub(crate) fn read(self, mut take: impl FnMut(&Block) -> Result<()>) -> Result<bool> {
        self.run(|input| {
            let (mut entries, mut is_empty) = (input.entries(), true);
            while let Some(block) = entries.next_block()? {
                is_empty &= block.is_empty();
                take(block)?;
            }
            Ok((entries.byte_order_mark(), is_empty, entries.bad_lines().clone()))
        })
    }

    /// Calls `read_input` and reports the result. `read_input` returns what it read, whether that has no
    /// entries, and the bad lines.
    fn run<T>(
        self,
        read_input: impl FnOnce(Input<'_>) -> Result<(T, bool, BadLines)>,
    ) -> Result<T> {
        let CheckedInput { args, mut rejects } = self;
        let paths = args.paths();
        let progress = WorkProgress::of_reading(&paths);
        // If they are not to be skipped, that is a failure below, once all have been shown.
        let input = Input::new().progress(&progress.done).skip_bad_lines(true);
        let mut input = paths.iter().fold(input, |input, path| match path == Path::new("-") {
            true => input.stdin(),
            false => input.path(path),
        });
        if let Some(rejects) = &mut rejects {
            input = input.rejects(&mut *rejects.writer);
        }
        let result = read_input(input);
        drop(progress);
        interrupt::wait_if_interrupted();
        let (read, is_empty, bad) = result.map_err(|failure| match (&failure, &rejects) {
            (Failure::Input(error), Some(rejects)) => match error.kind() {
                InputErrorKind::Rejects(error) => rejects.failure(error),
                _ => failure,
            },
            _ => failure,
        })?;
        let (count, shown) = (bad.count(), bad.first().len() as u64);
        if is_empty && count == 0 {
            say("note: the input has no hands");
        }
        if !args.skip_bad_lines {
            bad.first().iter().for_each(bad_lines::show);
        }
        rejects.map_or(Ok(()), OutputFile::finish)?;
        let lines = |count| counted(count, "bad line", "bad lines");
        if args.skip_bad_lines {
            for (file, count) in bad.per_file().iter().filter(|_| paths.len() > 1) {
                say(format_args!("{file}: skipped {}", lines(*count)));
            }
            say(format_args!("skipped {}", lines(count)));
        } else if count > 0 {
            let only =
                if count > shown { format!(", the first {shown} shown") } else { String::new() };
            let bad = lines(count);
            let message = format!("{bad}{only}; use --skip-bad-lines to skip bad lines");
            return Err(Failure::Data(message));
        }
        Ok(read)
    }
}

/// Before anything is read, fails with a message for each file that cannot be read, and if an
/// output is also an input or another output. Says if the command waits for standard input.
pub(crate) fn check_files<'a>(
    inputs: impl IntoIterator<Item = &'a PathBuf>,
    outputs: [Option<&Path>; 2],
) -> Result<()> {
    let (stdin, files): (Vec<_>, Vec<_>) =
        inputs.into_iter().partition(|path| *path == Path::new("-"));
    if stdin.len() > 1 {
        let message = "standard input is named twice, but can be read only once (a command without a FILE reads it)";
        return Err(Failure::Usage(message.to_owned()));
    }
    let failure = |path: &&PathBuf| Some(file_message("read", path, &can_read(path).err()?));
    let mut failures: Vec<String> = files.iter().filter_map(failure).collect();
    if let Some(last) = failures.pop() {
        failures.iter().for_each(say);
        return Err(Failure::Usage(last));
    }
    let (input, twice) = ("the output would replace the input", "two outputs would go to");
    let refused = |problem, output| {
        Err(Failure::Usage(format!("{problem} {}; choose another output", FileName(output))))
    };
    match outputs {
        [Some(one), Some(other)] if is_same(one, other) => return refused(twice, other),
        _ => {}
    }
    for output in outputs.into_iter().flatten().filter(|path| path.is_file() && !is_stdout(path)) {
        let file = identity(output);
        let is_stream = |stream: Option<Identity>| file.is_some() && stream == file;
        if files.iter().any(|path| is_same(path, output)) || is_stream(identity_of(io::stdin())) {
            return refused(input, output);
        }
        if is_stream(identity_of(io::stdout())) || is_stream(identity_of(io::stderr())) {
            return refused(twice, output);
        }
    }
    if !stdin.is_empty() && io::stdin().is_terminal() && io::stderr().is_terminal() {
        let end = if cfg!(windows) { "Ctrl-Z and Enter" } else { "Ctrl-D" };
        say(format_args!("reading from the terminal; {end} on an empty line ends the input"));
    }
    Ok(())
}

/// What tells a file from others without opening it: an output may be one that nobody may read.
#[cfg(unix)]
type Identity = (u64, u64);

#[cfg(unix)]
fn identity(path: &Path) -> Option<Identity> {
    path.metadata().ok().map(|file| (file.dev(), file.ino()))
}

#[cfg(unix)]
fn identity_of(stream: impl AsFd) -> Option<Identity> {
    let file = File::from(stream.as_fd().try_clone_to_owned().ok()?).metadata().ok()?;
    Some((file.dev(), file.ino()))
}

#[cfg(windows)]
type Identity = Handle;

#[cfg(windows)]
fn identity(path: &Path) -> Option<Identity> {
    Handle::from_path(path).ok()
}

#[cfg(windows)]
fn identity_of(stream: impl AsHandle) -> Option<Identity> {
    Handle::from_file(File::from(stream.as_handle().try_clone_to_owned().ok()?)).ok()
}

/// Whether two paths lead to one file, or will.
fn is_same(one: &Path, other: &Path) -> bool {
    if one.is_file() && other.is_file() {
        return one == other || identity(one).is_some_and(|one| Some(one) == identity(other));
    }
    let place = |path: &Path| {
        let folder = Path::new(".").join(path.parent().unwrap_or(path));
        (folder.canonicalize().unwrap_or(folder), path.file_name().map(ToOwned::to_owned))
    };
    is_stdout(one) && is_stdout(other) || place(one) == place(other)
}

/// Opens it, unless opening could block, as for a pipe.
fn can_read(path: &Path) -> io::Result<()> {
    let metadata = path.metadata()?;
    if metadata.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if metadata.is_file() { File::open(path).map(drop) } else { Ok(()) }
}

/// Opens a file, or standard input for `-`.
fn open(path: &Path) -> Result<Box<dyn Read + Send>> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin()));
    }
    let file = File::open(path).map_err(|error| Failure::file("read", path, &error))?;
    Ok(Box::new(file))
}

/// Reads all of a file.
pub(crate) fn read_whole(path: &Path) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = open(path)?.read_to_end(&mut bytes);
    read.map_err(|error| Failure::file("read", path, &error))?;
    Ok(bytes)
}

/// Reads tallies, and merges them in this order.
pub(crate) fn read_merged(paths: &[PathBuf]) -> Result<Tally> {
    let mut merged = Tally::new();
    for path in paths {
        merged.merge(&read_tally_from(&input_name(path).to_string(), open(path)?)?);
    }
    Ok(merged)
}

/// Scores a table of counts, unless these ties need the order of the entries.
pub(crate) fn score_counted(path: &PathBuf, ties: Ties) -> Result<Score> {
    if ties == Ties::Ordinal {
        let why = "with --from-counts, add --ties min, max or dense: the default, ordinal, ranks equal hands in the order of their lines, which a table of counts does not have";
        return Err(Failure::Usage(why.to_owned()));
    }
    check_files([path], [None, None])?;
    let counts = read_counts_from(&input_name(path).to_string(), open(path)?)?;
    counts.score(ties).map_err(|error| Failure::Data(error.to_string()))
}
