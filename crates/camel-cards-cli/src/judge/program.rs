//! Runs a user's program within limits. Each run has its own process group, which is killed when
//! the run ends in any way.

use std::{
    env,
    ffi::OsString,
    fs::{self, File},
    io::{self, Read, Seek, Write},
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    rc::Rc,
    thread,
    time::{Duration, Instant},
};

#[cfg(unix)]
use {
    rustix::process::{Pid, Signal, kill_process_group},
    std::os::unix::{fs::PermissionsExt, process::CommandExt},
};
#[cfg(target_os = "linux")]
use {
    rustix::process::{WaitOptions, getpid, kill_process, set_child_subreaper, wait},
    std::sync::OnceLock,
};

use camel_cards_coach::{Batch, Run, RunEnd};
use camel_cards_input::{FileName, Reason};
#[cfg(windows)]
use process_wrap::std::{JobObject, StdChildWrapper, StdCommandWrap};
use tempfile::{
    env::{override_temp_dir, temp_dir},
    tempfile,
};

use super::copy::{FolderCopy, PrivateFolder, Replacement, write_private};
use crate::{
    failure::{Failure, Result},
    interrupt,
    output::progress::ProgressLine,
};

/// The most bytes that a program may print on each output, and how much of the beginning and the
/// end is kept.
const OUTPUT_BYTES_MAX: u64 = 16 << 20;
const KEPT_BYTES: u64 = 1 << 19;

/// The hints for a program that cannot be started.
const MAKE_EXECUTABLE: &str =
    "; make it executable (chmod +x), or write its interpreter before it: bash day7.sh";
const HOW: &str = "; write the command as you would in a shell: python3 day7.py, or ./day7 for a program in this folder";

const IN_COPY: &str = "; make it executable (chmod +x); if it is, the temporary folder forbids programs (noexec): set TMPDIR to another";
const PROCESS_LIMIT: &str = "; no more processes may be started (ulimit -u)";

/// The interval between checks whether a program has ended.
const TICK: Duration = Duration::from_millis(1);

/// How many of these to wait at most for processes that left their run's group.
#[cfg(target_os = "linux")]
const ORPHAN_TICKS_MAX: u32 = 1000;

/// The placeholder for the path of the input in an argument.
const PATH: &str = "{}";

/// A shell that kills its process group when its standard input ends. That also happens if `judge`
/// is killed and cannot end what it started.
const LEADER: &str = "trap '' HUP INT QUIT TERM; read -r line; kill -s KILL 0";

pub(crate) struct Program {
    command: Vec<OsString>,
    /// Copies of a folder in which a file is the input, one for each run at a time.
    copies: Vec<FolderCopy>,
    pub(crate) progress: ProgressLine,
}

impl Program {
    /// Prepares to run a command; its first word is the program. The program gets its input on
    /// standard input, in a file whose path replaces [`PATH`], and in copies of a folder in which a
    /// file is replaced.
    pub(crate) fn new(
        command: &[OsString],
        replacement: Option<&Rc<Replacement>>,
    ) -> Result<Program> {
        let (command, copies) = (command.to_vec(), Vec::new());
        let mut program = Program { command, copies, progress: ProgressLine::new() };
        #[cfg(target_os = "linux")]
        end_orphans();
        interrupt::catch_signals().map_err(|error| program.cannot_run(&error))?;
        if env::temp_dir().as_os_str().is_empty() {
            let _ = override_temp_dir(Path::new("/tmp"));
        }
        // Each run needs temporary files.
        tempfile().map_err(|error| Failure::file("write to", &temp_dir(), &error))?;
        let copies =
            replacement.map_or(Ok(Vec::new()), |one| FolderCopy::several(one, side_by_side()));
        program.copies = copies.map_err(|error| match program.cannot_run(&error) {
            Failure::Interrupted => Failure::Interrupted,
            _ => Failure::file("copy", Path::new("."), &error),
        })?;
        Ok(program)
    }

    /// Runs it on each input after the first ones, whose runs are known, several at a time. After
    /// Ctrl-C, runs end early; ignore their results.
    ///
    /// # Errors
    ///
    /// The program cannot be started.
    pub(crate) fn run(&self, batch: &Batch, mut runs: Vec<Run>) -> Result<Vec<Run>> {
        for inputs in batch.inputs[runs.len()..].chunks(side_by_side()) {
            let start = |(i, input): (usize, &String)| self.start(self.copies.get(i), input, None);
            let started = inputs.iter().enumerate().map(start).collect::<io::Result<_>>();
            let ended = started.and_then(|started| self.wait(started, batch, runs.len()));
            runs.extend(ended.map_err(|error| self.cannot_run(&error))?);
        }
        Ok(runs)
    }

    /// Runs it once, with the first input on a pipe that has room for it, and returns whether it took any of that.
    pub(crate) fn first_run(&self, batch: &Batch) -> Result<(Run, bool)> {
        let run = || {
            let (mut reader, mut writer) = os_pipe::pipe()?;
            writer.write_all(batch.inputs[0].as_bytes())?;
            drop(writer);
            let started = self.start(None, &batch.inputs[0], Some(reader.try_clone()?))?;
            let run = self.wait(vec![started], batch, 0)?.remove(0);
            Ok((run, reader.read_to_end(&mut Vec::new())? < batch.inputs[0].len()))
        };
        run().map_err(|error| self.cannot_run(&error))
    }

    fn cannot_run(&self, error: &io::Error) -> Failure {
        if interrupt::is_interrupted() {
            return Failure::Interrupted;
        }
        let name = FileName(self.command[0].as_ref());
        Failure::Usage(format!("cannot run {name}: {}", Reason(error)))
    }

    /// Waits for runs of a batch. `done` of its runs have ended before.
    fn wait(&self, mut started: Vec<Started>, batch: &Batch, done: usize) -> io::Result<Vec<Run>> {
        let mut runs = vec![None; started.len()];
        while runs.iter().any(Option::is_none) {
            let run = done + 1 + runs.iter().flatten().count();
            self.progress.draw(&format!("run {run} of {}: {}", batch.inputs.len(), batch.purpose));
            thread::sleep(TICK);
            for (run, one) in runs.iter_mut().zip(&mut started).filter(|(run, _)| run.is_none()) {
                *run = one.look(batch.limit)?;
            }
        }
        Ok(runs.into_iter().flatten().collect())
    }

    fn start(
        &self,
        copy: Option<&FolderCopy>,
        input: &str,
        pipe: Option<os_pipe::PipeReader>,
    ) -> io::Result<Started> {
        if let Some(copy) = copy {
            // A process that was killed may still have been ending.
            copy.restore().or_else(|_| copy.restore()).map_err(|error| {
                let reason = Reason(&error);
                io::Error::other(format!("the copy of its folder cannot be restored: {reason}"))
            })?;
            copy.write(input)?;
        }
        // It is declared first so that it is dropped last: to remove it, a file must be free to open.
        let folder;
        let (stdout, stderr) = (tempfile()?, tempfile()?);
        folder = PrivateFolder::new()?;
        let file = write_input(&folder.0, input)?;
        let path = file.to_string_lossy();
        let word = |word: &OsString| match word.to_str() {
            Some(text) if stands_for_path(text) => text.replace(PATH, &path).into(),
            _ => copy.map_or_else(|| word.clone(), |copy| copy.word(word)),
        };
        let words: Vec<OsString> = self.command.iter().map(word).collect();
        let stdin = match pipe {
            Some(pipe) => Stdio::from(pipe),
            None => File::open(&file)?.into(),
        };
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).stdin(stdin);
        command.stdout(stdout.try_clone()?).stderr(stderr.try_clone()?);
        command.env("AOCD_DIR", &folder.0).env_remove("AOCD_CONFIG_DIR");
        command.env_remove("AOC_SESSION");
        if let Some(copy) = copy {
            // What a shell says that it is in, and some programs believe.
            command.current_dir(copy.folder()).env("PWD", copy.folder());
        }
        let leader = leader();
        #[cfg(unix)]
        command.process_group(leader.as_ref().map_or(0, |leader| leader.id() as i32));
        #[cfg(windows)]
        let mut command = StdCommandWrap::from(command);
        #[cfg(windows)]
        command.wrap(JobObject);
        let start = Instant::now();
        let how = |error: io::Error| {
            let hint = match error.kind() {
                io::ErrorKind::PermissionDenied if copy.is_some() => IN_COPY,
                io::ErrorKind::PermissionDenied => MAKE_EXECUTABLE,
                io::ErrorKind::WouldBlock => PROCESS_LIMIT,
                _ => HOW,
            };
            io::Error::other(format!("{}{hint}", Reason(&error)))
        };
        let child = command.spawn().map_err(how)?;
        Ok(Started { child, leader, start, stdout, stderr, _folder: folder })
    }
}

/// Starts the leader of a process group. Windows has job objects instead.
fn leader() -> Option<Child> {
    let mut leader = Command::new("/bin/sh");
    leader.args(["-c", LEADER]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    #[cfg(unix)]
    leader.process_group(0);
    cfg!(unix).then(|| leader.spawn().ok())?
}

/// What the Python library aocd (advent-of-code-data) knows of the puzzle, so that it does not ask
/// the site: the page, and that both parts are solved, by what no program answers. So aocd 2 prints
/// what is submitted: "It is certain that '6440' is incorrect, because '6440' != 'judged'."
const AOCD: [(&str, &str); 4] = [
    ("2023_07_prose.2.html", include_str!("aocd.html")),
    ("2023_07a_answer.txt", "judged"),
    ("2023_07b_answer.txt", "judged"),
    ("2023_07_post.json", include_str!("aocd.json")),
];

/// Writes the input of a run where aocd would look for it, too: as that of a user whose token is his name, as in old
/// versions.
fn write_input(folder: &Path, input: &str) -> io::Result<PathBuf> {
    let user = folder.join("judged");
    fs::create_dir(&user)?;
    #[cfg(unix)]
    fs::set_permissions(&user, PermissionsExt::from_mode(0o700))?;
    write_private(&folder.join("token"), b"judged")?;
    write_private(&folder.join("token2id.json"), br#"{"judged": "judged"}"#)?;
    for (file, content) in AOCD {
        write_private(&user.join(file), content.as_bytes())?;
    }
    let file = user.join("2023_07_input.txt");
    write_private(&file, input.as_bytes())?;
    Ok(file)
}

/// A run that has started. Its remaining processes end when this is dropped.
struct Started {
    #[cfg(unix)]
    child: Child,
    #[cfg(windows)]
    child: Box<dyn StdChildWrapper>,
    leader: Option<Child>,
    start: Instant,
    stdout: File,
    stderr: File,
    _folder: PrivateFolder,
}

impl Started {
    /// Kills it and its whole group. Errors are ignored: a group that has ended cannot be killed.
    fn kill(&mut self) {
        #[cfg(unix)]
        if let Some(leader) = &self.leader {
            let _ = kill_process_group(Pid::from_child(leader), Signal::KILL);
        }
        #[cfg(unix)]
        let _ = self.child.kill();
        #[cfg(windows)]
        let _ = self.child.start_kill();
    }

    /// Checks whether it has ended. A run that takes too long or prints too much is killed.
    fn look(&mut self, limit: Duration) -> io::Result<Option<Run>> {
        let time = self.start.elapsed();
        let bytes = self.stdout.metadata()?.len().max(self.stderr.metadata()?.len());
        let end = match self.child.try_wait()? {
            _ if bytes > OUTPUT_BYTES_MAX => {
                RunEnd::Failed(format!("printed more than {} MiB", OUTPUT_BYTES_MAX >> 20))
            }
            Some(status) => ended(status),
            None if time >= limit || interrupt::is_interrupted() => RunEnd::TimedOut,
            None => return Ok(None),
        };
        self.kill();
        let (printed, stderr) = (kept(&mut self.stdout)?, kept(&mut self.stderr)?);
        Ok(Some(Run { printed, stderr, end, time, ..Run::default() }))
    }
}

impl Drop for Started {
    fn drop(&mut self) {
        self.kill();
        let _ = (self.child.wait(), self.leader.as_mut().map(Child::wait));
        // Before its folder is removed, in which they may write. The other runs have ended, too.
        #[cfg(target_os = "linux")]
        end_orphans();
    }
}

/// Whether [`PATH`] in an argument means the path of the input: it is the whole argument, part of a
/// path, or an option's value, but not part of a program.
pub(crate) fn stands_for_path(word: &str) -> bool {
    let is_of_path = |char: char| char.is_alphanumeric() || "-_./\\:@=".contains(char);
    word.contains(PATH) && word.replace(PATH, "").chars().all(is_of_path)
}

/// The number of runs at a time. Each may have its own copy of a folder, so on many processors there are fewer.
fn side_by_side() -> usize {
    thread::available_parallelism().map_or(1, usize::from).min(8)
}

fn ended(status: ExitStatus) -> RunEnd {
    if status.success() {
        return RunEnd::Ended;
    }
    let how = if status.code().is_some() { "ended with" } else { "was killed by" };
    let status = status.to_string().replacen(": ", " ", 1).replace(" (core dumped)", "");
    RunEnd::Failed(format!("{how} {status}"))
}

/// The beginning and the end of what was written to a file.
fn kept(file: &mut File) -> io::Result<String> {
    let mut kept = Vec::new();
    file.rewind()?;
    (&mut *file).take(KEPT_BYTES).read_to_end(&mut kept)?;
    if let Some(cut) = file.metadata()?.len().checked_sub(2 * KEPT_BYTES).filter(|&cut| cut > 0) {
        // What is cut in two is no number.
        kept.extend(*b"_\n_");
        file.seek_relative(cut as i64)?;
    }
    file.take(KEPT_BYTES).read_to_end(&mut kept)?;
    Ok(String::from_utf8_lossy(&kept).into_owned())
}

/// Ends the processes that left the group of their run: they are this one's children when their
/// parents have ended. It ends every run, too. Before the first, nothing is ended.
#[cfg(target_os = "linux")]
fn end_orphans() {
    // If `judge` took the place of a shell, that had children.
    static OTHERS: OnceLock<Vec<Pid>> = OnceLock::new();
    let others = OTHERS.get_or_init(|| {
        let _ = set_child_subreaper(Some(getpid()));
        children()
    });
    for _ in 0..ORPHAN_TICKS_MAX {
        while let Ok(Some(_)) = wait(WaitOptions::NOHANG) {}
        let is_ended =
            |child: &Pid| others.contains(child) || kill_process(*child, Signal::KILL).is_err();
        if wait(WaitOptions::NOHANG).is_err()
            || children().iter().filter(|child| !is_ended(child)).count() == 0
        {
            return;
        }
        thread::sleep(TICK);
    }
}

#[cfg(target_os = "linux")]
fn children() -> Vec<Pid> {
    let parent = format!("\nPPid:\t{}\n", getpid().as_raw_pid());
    let child = |process: fs::DirEntry| {
        let status = fs::read(process.path().join("status")).ok()?;
        let is_child = String::from_utf8_lossy(&status).contains(&parent);
        is_child.then(|| Pid::from_raw(process.file_name().to_str()?.parse().ok()?))?
    };
    fs::read_dir("/proc").into_iter().flatten().flatten().filter_map(child).collect()
}
