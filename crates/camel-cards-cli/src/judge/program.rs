//! Somebody's program, run within limits. A run has a process group of its own, which is killed
//! however the run ends.

use std::{
    env,
    ffi::OsString,
    fs::{self, File},
    io::{self, PipeReader, Read, Seek, SeekFrom, Write},
    iter,
    path::{Path, PathBuf},
    process::{ChildStdin, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

use camel_cards_coach::{Run, RunEnd};
use camel_cards_input::{FileName, Reason};
use process_wrap::std::{ChildWrapper, CommandWrap};
use tempfile::{TempDir, tempfile};

use super::copy::{Exchange, FolderCopy, Project};
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

/// Each line that this shell reads is the process groups that there are then. It kills the last ones when its standard
/// input ends, as it does if `judge` is killed: a signal that cannot be caught leaves `judge` no time to do that.
#[cfg(unix)]
const GUARD: &str = r#"while read -r line; do groups=$line; done; kill -s KILL -- $groups"#;

pub(crate) struct Program {
    command: Vec<OsString>,
    /// What is exchanged for the input, in copies of a folder, one for each run at a time.
    pub(crate) exchange: Option<Exchange>,
    copies: Vec<FolderCopy>,
    /// The standard input of what runs [`GUARD`].
    guard: Option<ChildStdin>,
    progress: StepProgress,
}

impl Program {
    /// Makes ready to run a command; its first word is the program. It gets its input on standard
    /// input, in the file whose path stands for [`PATH`], and in copies of a folder in which a file is
    /// exchanged for it. What `COMPILING` names is first run in each copy, so that no later run has to compile.
    pub(crate) fn new(command: &[OsString], exchange: Option<Exchange>) -> Result<Program> {
        interrupt::catch_signals().map_err(unwatched)?;
        tempfile().map_err(|error| Failure::file("write to", &env::temp_dir(), &error))?;
        let project = exchange.iter().map(|exchange| &exchange.project);
        let copies = project.flat_map(|project| iter::repeat_n(project, side_by_side()));
        let copy = |project: &Project| {
            FolderCopy::new(project).map_err(|error| Failure::file("copy", &project.path, &error))
        };
        let copies = copies.map(copy).collect::<Result<Vec<_>>>()?;
        let (command, progress) = (command.to_vec(), StepProgress::new());
        let program = Program { command, exchange, copies, guard: guard(), progress };
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
            let start = |(i, input): (usize, &String)| self.start(self.copies.get(i), input, None);
            let started = inputs.iter().enumerate().map(start).collect::<Result<_>>()?;
            runs.extend(self.wait(started, limit)?);
        }
        Ok(runs)
    }

    /// Runs it once, with an input on a pipe that has room for it, and returns whether it took any of that.
    pub(crate) fn first_run(
        &self,
        input: &str,
        limit: Duration,
        purpose: String,
    ) -> Result<(Run, bool)> {
        self.progress.begin(purpose);
        let (mut reader, mut writer) = io::pipe().map_err(unwatched)?;
        writer.write_all(input.as_bytes()).map_err(unwatched)?;
        drop(writer);
        let stdin = reader.try_clone().map_err(unwatched)?;
        let run = self.wait(vec![self.start(None, input, Some(stdin))?], limit)?.remove(0);
        let mut left = Vec::new();
        reader.read_to_end(&mut left).map_err(unwatched)?;
        Ok((run, left.len() < input.len()))
    }

    fn wait(&self, mut started: Vec<Started>, limit: Duration) -> Result<Vec<Run>> {
        self.tell_guard(&started);
        loop {
            started.iter_mut().try_for_each(|one| one.look(limit)).map_err(unwatched)?;
            if started.iter().all(|one| one.run.is_some()) {
                self.tell_guard(&[]);
                return Ok(started.iter_mut().filter_map(|one| one.run.take()).collect());
            }
            self.progress.look();
            thread::sleep(TICK);
        }
    }

    /// Tells the guard which process groups there are now.
    fn tell_guard(&self, started: &[Started]) {
        let groups = started.iter().map(|one| format!("-{} ", one.child.id())).collect::<String>();
        let told =
            self.guard.as_ref().map(|mut guard| guard.write_all(format!("{groups}\n").as_bytes()));
        // Without it, programs go on if judge is killed.
        let _ = told;
    }

    fn start(
        &self,
        copy: Option<&FolderCopy>,
        input: &str,
        pipe: Option<PipeReader>,
    ) -> Result<Started> {
        let copy = copy.zip(self.exchange.as_ref());
        let files = || {
            if let Some((copy, exchange)) = copy {
                copy.write(exchange, input)?;
            }
            let folder = tempfile::Builder::new().prefix("camel-cards-judge-").tempdir()?;
            let file = write_for_aocd(folder.path(), input)?;
            let stdin = match pipe {
                Some(pipe) => pipe.into(),
                None => File::open(&file)?.into(),
            };
            let (stdout, stderr) = (tempfile()?, tempfile()?);
            let ends: [Stdio; 3] = [stdin, stdout.try_clone()?.into(), stderr.try_clone()?.into()];
            Ok((folder, file, stdout, stderr, ends))
        };
        let (folder, file, stdout, stderr, [stdin, out, err]) = files().map_err(unwatched)?;
        let path = file.to_string_lossy();
        let words = self.command.iter().enumerate().map(|(i, word)| match (word.to_str(), copy) {
            (Some(text), _) if i > 0 && stands_for_path(text) => text.replace(PATH, &path).into(),
            (_, Some((copy, exchange))) => copy.word(&exchange.project, word),
            _ => word.clone(),
        });
        let words: Vec<OsString> = words.collect();
        let mut command = CommandWrap::with_new(&words[0], |command| {
            command.args(&words[1..]).stdin(stdin).stdout(out).stderr(err);
            command.env("AOCD_DIR", folder.path()).env_remove("AOCD_CONFIG_DIR");
            command.env_remove("AOC_SESSION");
            if let Some((copy, exchange)) = copy {
                // What a shell says that it is in, and some programs believe.
                let folder = copy.folder(&exchange.project);
                command.current_dir(&folder).env("PWD", folder);
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
        Ok(Started { child, start, stdout, stderr, run: None, _input: folder })
    }
}

/// Starts the guard. Where that cannot be, programs go without.
fn guard() -> Option<ChildStdin> {
    #[cfg(not(unix))]
    return None;
    #[cfg(unix)]
    {
        let mut guard = Command::new("sh");
        guard.args(["-c", GUARD]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        // Ctrl-C is not for it.
        std::os::unix::process::CommandExt::process_group(&mut guard, 0);
        guard.spawn().ok()?.stdin
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
struct Started {
    child: Box<dyn ChildWrapper>,
    start: Instant,
    stdout: File,
    stderr: File,
    /// What came of it, once it has ended.
    run: Option<Run>,
    _input: TempDir,
}

impl Started {
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

impl Drop for Started {
    fn drop(&mut self) {
        let _ = self.child.start_kill();
        let _ = self.child.wait();
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
    if status.success() {
        return RunEnd::Ended;
    }
    let how = if status.code().is_some() { "ended with" } else { "was killed by" };
    let status = status.to_string().replacen(": ", " ", 1).replace(" (core dumped)", "");
    RunEnd::Failed(format!("{how} {status}"))
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
