//! Somebody's program, run within limits. A run has a process group of its own, which is killed
//! however the run ends.

use std::{
    ffi::OsString,
    fs::{self, File},
    io::{self, Read, Seek, SeekFrom, Write},
    iter,
    path::{Path, PathBuf},
    process::{ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

use camel_cards_coach::{Run, RunEnd};
use camel_cards_input::{FileName, Reason};
use process_wrap::std::{ChildWrapper, CommandWrap};
use tempfile::{TempDir, tempfile};

use super::{
    copy::{FolderCopy, Root},
    guard::Guard,
};
use crate::{
    failure::{Failure, Result},
    interrupt,
    output::progress::StepProgress,
};

/// How much a program may print on either output, and how much of its beginning and of its end is kept.
const OUTPUT_BYTES_MAX: u64 = 16 << 20;
const KEPT_BYTES: u64 = 1 << 19;

/// What to tell somebody whose program cannot be started.
const HOW: &str = "; write it as in a shell: python3 day7.py, or ./day7 for what is here";

/// How often it is looked whether a program has ended.
const TICK: Duration = Duration::from_millis(1);

/// What stands for the path of the input in an argument.
const PATH: &str = "{}";

/// What compiles a program before it runs it: in a new copy that takes longer.
const COMPILING: &str = "cargo go dotnet make mvn gradle stack cabal zig swift";
const COMPILE_TIME: Duration = Duration::from_secs(120);

pub(crate) struct Program {
    command: Vec<OsString>,
    guard: Guard,
    /// Copies of a folder in which a file is the input, one for each run at a time.
    copies: Vec<FolderCopy>,
    progress: StepProgress,
}

impl Program {
    /// Makes ready to run a command; its first word is the program. It gets its input on standard
    /// input, in the file whose path stands for [`PATH`], and in copies of a folder in which a file is
    /// exchanged for it. What `COMPILING` names is first run in each copy, so that no later run has to compile.
    pub(crate) fn new(command: &[OsString], root: Option<&Root>) -> Result<Program> {
        let ready = interrupt::catch_signals();
        ready.map_err(unwatched)?;
        tempfile().map_err(|error| Failure::file("write to", &std::env::temp_dir(), &error))?;
        let copies = root.into_iter().flat_map(|root| iter::repeat_n(root, side_by_side()));
        let copies = copies.map(FolderCopy::new).collect::<Result<Vec<_>>>()?;
        let (command, guard) = (command.to_vec(), Guard::new());
        let program = Program { command, guard, copies, progress: StepProgress::new() };
        if COMPILING.split(' ').any(|name| program.command[0] == *name) {
            let inputs = vec![String::new(); program.copies.len()];
            program.run(&inputs, COMPILE_TIME, "compiling it".to_owned())?;
        }
        Ok(program)
    }

    /// Runs it on each input, as many side by side as there are processors. After Ctrl-C, runs are
    /// cut short and are to be ignored.
    ///
    /// # Errors
    ///
    /// It cannot be run at all.
    pub(crate) fn run(
        &self,
        inputs: &[String],
        limit: Duration,
        purpose: String,
    ) -> Result<Vec<Run>> {
        self.progress.begin(purpose);
        let mut runs = Vec::new();
        for inputs in inputs.chunks(side_by_side()) {
            let start = |(i, input): (usize, &String)| {
                let stdin = |file: &Path| Ok(File::open(file)?.into());
                self.start(self.copies.get(i), input, stdin)
            };
            let started = inputs.iter().enumerate().map(start).collect::<Result<_>>()?;
            runs.extend(self.wait(started, limit)?);
        }
        Ok(runs)
    }

    /// Runs it once, with the input on a pipe, and returns whether it took any of that.
    pub(crate) fn first_run(
        &self,
        input: &str,
        limit: Duration,
        purpose: String,
    ) -> Result<(Run, bool)> {
        self.progress.begin(purpose);
        let (mut reader, mut writer) = io::pipe().map_err(unwatched)?;
        let started = self.start(None, input, |_| Ok(reader.try_clone()?.into()))?;
        let bytes = input.as_bytes().to_vec();
        let written = thread::spawn(move || writer.write_all(&bytes));
        let run = self.wait(vec![started], limit)?.remove(0);
        let mut left = Vec::new();
        reader.read_to_end(&mut left).map_err(unwatched)?;
        let _ = written.join();
        Ok((run, left.len() < input.len()))
    }

    fn wait(&self, mut started: Vec<Started<'_>>, limit: Duration) -> Result<Vec<Run>> {
        loop {
            started.iter_mut().try_for_each(|one| one.look(limit)).map_err(unwatched)?;
            if started.iter().all(|one| one.run.is_some()) {
                return Ok(started.iter_mut().filter_map(|one| one.run.take()).collect());
            }
            self.progress.look();
            thread::sleep(TICK);
        }
    }

    fn start(
        &self,
        copy: Option<&FolderCopy>,
        input: &str,
        stdin: impl FnOnce(&Path) -> io::Result<Stdio>,
    ) -> Result<Started<'_>> {
        let files = || {
            let folder = tempfile::Builder::new().prefix("camel-cards-judge-").tempdir()?;
            let file = write_for_aocd(folder.path(), input)?;
            Ok((stdin(&file)?, file, folder, tempfile()?, tempfile()?))
        };
        let (stdin, file, folder, stdout, stderr) = files().map_err(unwatched)?;
        let path = file.to_string_lossy().into_owned();
        if let Some(copy) = copy {
            copy.write(input)?;
        }
        let words = self.command.iter().enumerate().map(|(i, word)| match (word.to_str(), copy) {
            (Some(text), _) if i > 0 && stands_for_path(text) => text.replace(PATH, &path).into(),
            (_, Some(copy)) => copy.word(word),
            _ => word.clone(),
        });
        let words: Vec<OsString> = words.collect();
        let out = stdout.try_clone().map_err(unwatched)?;
        let err = stderr.try_clone().map_err(unwatched)?;
        let mut command = CommandWrap::with_new(&words[0], |command| {
            command.args(&words[1..]).stdin(stdin).stdout(out).stderr(err);
            command.env("AOCD_DIR", folder.path()).env_remove("AOCD_CONFIG_DIR");
            command.env_remove("AOC_SESSION");
            if let Some(copy) = copy {
                // What a shell says that it is in, and some programs believe.
                command.current_dir(copy.folder()).env("PWD", copy.folder());
            }
        });
        #[cfg(unix)]
        command.wrap(process_wrap::std::ProcessGroup::leader());
        #[cfg(windows)]
        command.wrap(process_wrap::std::JobObject);
        let start = Instant::now();
        let child = command.spawn().map_err(|error| {
            let (name, why) = (FileName(self.command[0].as_ref()), Reason(&error));
            Failure::Usage(format!("cannot run {name}: {why}{HOW}"))
        })?;
        self.guard.watch(child.id());
        let guard = &self.guard;
        Ok(Started { child, guard, start, stdout, stderr, run: None, _input: folder })
    }
}

/// Writes an input where the Python library aocd (advent-of-code-data) looks for a user's own, so that it asks no site.
fn write_for_aocd(folder: &Path, input: &str) -> io::Result<PathBuf> {
    let user = folder.join("camel-cards");
    fs::create_dir(&user)?;
    fs::write(folder.join("token"), "judged")?;
    fs::write(folder.join("token2id.json"), r#"{"judged": "camel-cards"}"#)?;
    let file = user.join("2023_07_input.txt");
    fs::write(&file, input)?;
    Ok(file)
}

/// The system does not let a program be run and watched.
#[expect(clippy::needless_pass_by_value, reason = "it is what map_err gives")]
fn unwatched(error: io::Error) -> Failure {
    Failure::Usage(format!("cannot watch over a program: {}", Reason(&error)))
}

/// A run that has started. Whatever is left of it ends when this is dropped.
struct Started<'a> {
    child: Box<dyn ChildWrapper>,
    guard: &'a Guard,
    start: Instant,
    stdout: File,
    stderr: File,
    /// What came of it, once it has ended.
    run: Option<Run>,
    _input: TempDir,
}

impl Started<'_> {
    /// Looks whether it has ended. What takes too long or prints too much is killed.
    fn look(&mut self, limit: Duration) -> io::Result<()> {
        if self.run.is_some() {
            return Ok(());
        }
        let time = self.start.elapsed();
        let bytes = self.stdout.metadata()?.len().max(self.stderr.metadata()?.len());
        let end = match self.child.try_wait()? {
            _ if bytes > OUTPUT_BYTES_MAX => {
                RunEnd::Failed(format!("printed more than {} MiB", OUTPUT_BYTES_MAX >> 20))
            }
            Some(status) => ended(status),
            None if time >= limit || interrupt::is_interrupted() => RunEnd::TimedOut,
            None => return Ok(()),
        };
        // What has ended already cannot be killed, which is as good.
        let _ = self.child.start_kill();
        let ((printed, cut), (said, _)) = (kept(&mut self.stdout)?, kept(&mut self.stderr)?);
        self.run = Some(Run { printed, said, cut, end, time, ..Run::default() });
        Ok(())
    }
}

impl Drop for Started<'_> {
    fn drop(&mut self) {
        let _ = self.child.start_kill();
        let _ = self.child.wait();
        self.guard.forget(self.child.id());
    }
}

/// Whether the path of the input stands in any of the arguments.
pub(crate) fn has_path(command: &[OsString]) -> bool {
    command.iter().skip(1).any(|word| word.to_str().is_some_and(stands_for_path))
}

/// Whether [`PATH`] in an argument stands for the path of the input: it is all of it, part of a path, or an option's
/// value, but no part of a program.
fn stands_for_path(word: &str) -> bool {
    let is_of_path = |char: char| char.is_alphanumeric() || "-_./\\:@=".contains(char);
    word.contains(PATH) && word.replace(PATH, "").chars().all(is_of_path)
}

fn side_by_side() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

fn ended(status: ExitStatus) -> RunEnd {
    match status.code() {
        Some(0) => RunEnd::Ended,
        // A crash on Windows: 0xC00000FD is a stack overflow.
        Some(code) if code < 0 => RunEnd::Failed(format!("ended with exit status {code:#X}")),
        Some(code) => RunEnd::Failed(format!("ended with exit status {code}")),
        None => {
            let signal = status.to_string().replacen(": ", " ", 1).replace(" (core dumped)", "");
            RunEnd::Failed(format!("was killed by {signal}"))
        }
    }
}

/// The beginning and the end of what was written to a file, and how many bytes were left out between them.
fn kept(file: &mut File) -> io::Result<(String, u64)> {
    let cut = file.metadata()?.len().saturating_sub(2 * KEPT_BYTES);
    let mut kept = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    (&mut *file).take(KEPT_BYTES).read_to_end(&mut kept)?;
    if cut > 0 {
        // What is cut in two is no number.
        kept.extend(b"_\n_");
        file.seek(SeekFrom::Current(cut as i64))?;
    }
    file.take(KEPT_BYTES).read_to_end(&mut kept)?;
    Ok((String::from_utf8_lossy(&kept).into_owned(), cut))
}
